/* Expressions by memoised descent: for a level of the operator table and a
 * token, every place where an expression can end, with the number of ways to
 * get there (reference, 2.3). Nothing is decided early, so that the longest
 * declaration can win and ambiguity can be counted.
 *
 * A parser works on the tokens of one module; parser_start begins a declaration
 * and forgets everything remembered about the one before it. All results live
 * in the scratch arena until the caller resets it.
 *
 * What keeps it fast: an end is dropped at the level where the next token can
 * no longer follow (mixfix_part.follow), so that most lists have one entry.
 * What keeps it safe: nesting and work are bounded; then `trouble` is set and
 * every list is empty from there on.
 */
#ifndef WEIR_LANG_FRONT_PARSER_H
#define WEIR_LANG_FRONT_PARSER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/front/lexer.h"
#include "lang/front/mixfix.h"
#include "lang/front/tree.h"

/* One place where an expression can end. */
struct parse {
    uint32_t end;       /* index of the token after it */
    uint32_t ways;      /* 1, or PARSE_MANY for more */
    struct tree *tree;  /* the first reading */
    struct tree *other; /* another one, when there is */
};

enum { PARSE_MANY = 2 };

struct parse_list {
    struct parse *items; /* by rising end */
    size_t count;
    size_t capacity;
};

/* How deep expressions may nest; also the length of a chain such as
 * a && b && …, which nests to one side. Chosen so that recursion over the tree
 * fits in a small part of a usual stack. */
enum { PARSER_DEPTH_LIMIT = 1000 };

enum parser_trouble { PARSER_FINE, PARSER_TOO_DEEP, PARSER_TOO_COMPLEX };

/* Something that could have stood at the furthest place that was reached. */
struct expectation {
    const char *text;
    bool quoted; /* it is a token to be written, not a description */
};

enum { EXPECTATION_LIMIT = 12 };

struct parser_cell;

struct parser {
    const struct mixfix *mixfix;
    struct arena *arena;
    const struct token *tokens;
    size_t token_count;
    uint32_t start; /* first token of the declaration */
    bool paper;     /* the forms that only the paper has, too */
    struct {
        struct parser_cell **items; /* by token, from `start` */
        size_t count;
        size_t capacity;
    } cells;
    struct {
        struct parse
            *items; /* of all operators being matched, innermost last */
        size_t count;
        size_t capacity;
    } operands;
    size_t depth;
    size_t steps;
    enum parser_trouble trouble;
    uint32_t trouble_at;
    uint32_t furthest;
    struct expectation expected[EXPECTATION_LIMIT];
    size_t expected_count;
    struct {
        uint32_t *items; /* tokens where an operator was too loose to begin */
        size_t count;
        size_t capacity;
    } blocked;
};

void parser_init(struct parser *parser, const struct mixfix *mixfix,
                 struct arena *arena, const struct token *tokens, size_t count);
void parser_finish(struct parser *parser);
void parser_start(struct parser *parser, uint32_t at);

/* The same once more, with the forms that only the paper has: for a declaration
 * that cannot be read without them, so that they change no other's meaning. */
void parser_start_paper(struct parser *parser, uint32_t at);

/* Every expression of the level (an index; 0 is any expression) that begins at
 * the token. Never NULL. */
const struct parse_list *parser_ends(struct parser *parser, size_t level,
                                     uint32_t at);

/* Says that `text` could have stood at the token. The text is static or a
 * name's. */
void parser_expect(struct parser *parser, uint32_t at, const char *text,
                   bool quoted);

/* An operand ends before the token; says so when no operator goes on there. */
void parser_expect_operator(struct parser *parser, uint32_t at);

/* The token is the name with this text; when not, it is expected there. */
bool parser_accepts(struct parser *parser, uint32_t at, const char *text);

/* The token is a name and this is its text. */
bool parser_is(const struct parser *parser, uint32_t at, const char *text);

/* The operators the token is a part of; NULL when it is not. */
const struct mixfix_part *parser_part(struct parser *parser, uint32_t at);

/* For parser_atom.c. --------------------------------------------------- */

/* Adds a way to end there. */
void parse_list_add(struct parser *parser, struct parse_list *list,
                    struct parse parse);

/* Products and sums of ways. */
uint32_t ways_times(uint32_t a, uint32_t b);
uint32_t ways_plus(uint32_t a, uint32_t b);

/* The span of the tokens [start, end). */
struct span parser_span(const struct parser *parser, uint32_t start,
                        uint32_t end);

/* simple = atom | simple PROJECTION | simple "(" args ")" */
struct parse_list *parser_simple(struct parser *parser, uint32_t at);

/* For parser_paper.c: the right operand of a connective, at the token, is a
 * temporal operator that binds looser: `p ==> eventually {3} q`. An empty list
 * when that is not so, or when it is not clear how far it reaches. */
const struct parse_list *parser_paper_operand(struct parser *parser,
                                              const struct mixfix_operator *op,
                                              uint32_t at);

#endif
