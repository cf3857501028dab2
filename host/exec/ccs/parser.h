/* From tokens to the tree of a model. The two halves of the parser call each
 * other nowhere: processes hold expressions, not the other way round. */
#ifndef WEIR_EXEC_CCS_PARSER_H
#define WEIR_EXEC_CCS_PARSER_H

#include "base/vec.h"
#include "exec/ccs/lexer.h"
#include "exec/ccs/model.h"

/* A use of a name that may be defined further down. */
struct ccs_use {
    intern_t name;
    struct ccs_place place;
    enum { CCS_USE_PROCESS, CCS_USE_FUNCTION, CCS_USE_GLOBAL } kind;
    uint32_t argument_count;
    uint32_t *index; /* to be filled */
};

struct ccs_parser {
    struct ccs_model *model;
    struct ccs_lexer lexer;
    struct error *error;
    size_t depth;
    VEC(intern_t) scope; /* the small names that are bound here */
    VEC(struct ccs_use) uses;
};

/* ---- for all ------------------------------------------------------------ */

struct ccs_place ccs_here(const struct ccs_parser *parser);
bool ccs_next(struct ccs_parser *parser);
bool ccs_is_sign(const struct ccs_parser *parser, const char *sign);
bool ccs_is_word(const struct ccs_parser *parser, const char *word);
bool ccs_is_kind(const struct ccs_parser *parser, enum ccs_token_kind kind);

/* Takes the sign; otherwise fails with "expected `)` ..., not `x`". */
bool ccs_expect(struct ccs_parser *parser, const char *sign, const char *where);
bool ccs_expect_end(struct ccs_parser *parser);

/* "expected WHAT, not `x`". Returns false. */
bool ccs_unexpected(struct ccs_parser *parser, const char *what);

/* Takes a name; NULL and an error when there is none. */
intern_t ccs_take_name(struct ccs_parser *parser, enum ccs_token_kind kind,
                       const char *what);

/* Takes a small name and brings it into scope; fails when it stands in the
 * scope already, from the place `from` on. */
bool ccs_bind(struct ccs_parser *parser, size_t from, const char *what);

/* Fails when what is being read nests too deeply. */
bool ccs_enter(struct ccs_parser *parser);
void ccs_leave(struct ccs_parser *parser);

/* A use without a name (there was none) is ignored. */
void ccs_add_use(struct ccs_parser *parser, struct ccs_use use);

/* Fills the index of every use. */
bool ccs_resolve(struct ccs_parser *parser);

/* NULL: there is none. */
const struct ccs_definition *
ccs_find_definition(const struct ccs_definitions *list, intern_t name,
                    uint32_t *index);
bool ccs_find_global(const struct ccs_model *model, intern_t name,
                     uint32_t *index);

/* ---- the two halves ----------------------------------------------------- */

struct ccs_expr *ccs_parse_expr(struct ccs_parser *parser);

/* "(" expr {"," expr} ")", or nothing. The array is in the arena. */
bool ccs_parse_arguments(struct ccs_parser *parser, struct ccs_expr ***items,
                         uint32_t *count);

struct ccs_proc *ccs_parse_proc(struct ccs_parser *parser);

/* act, without what follows it. An input takes values when `is_taken`, not
 * names to bind. */
struct ccs_proc *ccs_parse_act(struct ccs_parser *parser, bool is_taken);

#endif
