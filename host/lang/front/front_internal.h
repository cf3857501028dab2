/* What the passes of the front share while a program is read: one accumulated
 * environment for all modules (reference, 2.1).
 *
 *     read.c         the life of a front; lang_read
 *     modules.c      from module names to files; imports
 *     declaration.c  one declaration after the other, parsed and handed on
 *     equation.c     let, action and macro as they are written
 *     syntax.c       syntax
 *     clauses.c      check as it is written
 *     recover.c      going on after one that cannot be parsed
 *     mistake.c      what is said about a declaration that cannot be parsed
 *     expand.c       macros
 *     bind.c         let and action: names come into being
 *     pattern.c      left sides and parameters
 *     resolve.c      expressions: names find what they mean
 *     check.c        check and its globs
 *     define.c       --define
 *     suggest.c      what could have been meant
 *     suggest_place.c  the same of names that are elsewhere in the module
 */
#ifndef WEIR_LANG_FRONT_FRONT_INTERNAL_H
#define WEIR_LANG_FRONT_FRONT_INTERNAL_H

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "lang/front/ast.h"
#include "lang/front/diag.h"
#include "lang/front/lexer.h"
#include "lang/front/mixfix.h"
#include "lang/front/parser.h"
#include "lang/program.h"
#include "lang/front/tree.h"

struct macro {
    intern_t name;
    intern_t *parameters;
    size_t count;
    struct tree *template;
    const char *form; /* as people call it: "let", "for" */
    bool of_library;
    struct macro *next; /* of the same name and another count */
};

enum module_state { MODULE_READING, MODULE_READ };

struct module {
    char *name; /* owned */
    char *path; /* owned */
    enum module_state state;
    const struct module *importer; /* NULL for the specification itself */
    size_t depth;                  /* of importers */
    struct token_list tokens;
    uint32_t at; /* next token */
    struct parser parser;
    struct {
        struct ast_global **items; /* bound here, in order; not imported ones */
        size_t count;
        size_t capacity;
    } bound;
};

struct define {
    const struct lang_define *given;
    struct tree *literal; /* NULL when the value is wrong (reported) */
    bool used;
};

struct front {
    struct lang_program *program;
    const struct lang_options *options;
    struct diag_list *diags;
    struct arena keep;    /* operators, macros, defines: until the end */
    struct arena scratch; /* trees of one declaration */
    struct mixfix mixfix;
    struct map macros;         /* name -> struct macro */
    struct map globals;        /* name -> the newest struct ast_global */
    struct map actions;        /* name -> struct ast_global */
    struct map primitives;     /* name -> index + 1, as a pointer */
    struct map modules;        /* real path -> struct module */
    struct map poisoned;       /* names that exist but for another mistake */
    struct map poisoned_parts; /* parts of operators that failed */
    struct map captured;       /* names of which it has been told */
    struct module *module;     /* the one being read */
    char *folder;              /* of the specification, or NULL; owned */
    bool with_library;         /* the specification begins with the library */
    bool imports;              /* it has an import of its own */
    bool blind;      /* an import failed: what follows cannot be judged */
    bool recovering; /* a mistake was reported; text after it may be its rest */
    struct define *defines; /* as many as options->define_count */
    struct {
        struct ast_decl **items;
        size_t count;
        size_t capacity;
    } decls;
    struct {
        struct ast_global **items;
        size_t count;
        size_t capacity;
    } table; /* globals by index */
    struct {
        struct lang_property *items;
        size_t count;
        size_t capacity;
    } properties;
    struct {
        size_t made;  /* nodes, in this declaration */
        size_t depth; /* of recursion */
        bool failed;
    } expansion;
    intern_t defining;    /* the name whose definition is being resolved, for
                             messages; NULL outside */
    size_t errors_before; /* in diags, when reading began */
};

/* Locals in scope, innermost first; in the scratch arena. */
struct scope {
    struct ast_local *local;
    const struct scope *outer;
};

#define front_error(front, kind, span, ...)                                    \
    diag_add((front)->diags, DIAG_ERROR, (kind), (span), __VA_ARGS__)

static inline bool name_is(intern_t name, const char *text)
{
    return str_is(intern_as_str(name), text);
}

/* modules.c ------------------------------------------------------------- */

/* Whether a source with this path is a module of the library. */
bool modules_is_of_library(const struct front *front, const char *path);
/* Finds and reads the module unless it was read before. False when that was
 * not possible (reported). */
bool modules_import(struct front *front, const char *name, struct span span);
bool modules_read_spec(struct front *front, const char *spec);
/* Is this the path of what can be read only once: a pipe, a terminal? Then
 * appends what it has to say; *trouble is NULL, or what went wrong. */
bool modules_read_stream(const char *path, struct buf *text,
                         const char **trouble);
bool modules_read_text(struct front *front, const char *name, struct str text);
void module_destroy(struct module *module);

/* declaration.c --------------------------------------------------------- */

/* Reads the whole of front->module. */
void declarations_read(struct front *front);

/* recover.c ------------------------------------------------------------- */

/* The token is one of the words that begin a declaration. */
bool recover_is_keyword(const struct parser *parser, uint32_t at);

/* The token is the first in its line. */
bool recover_is_first(const struct front *front, uint32_t at);

/* A declaration seems to begin here: a keyword, first in its line, indented no
 * more than the one that failed. */
bool recover_seems_new(const struct front *front, uint32_t failed, uint32_t at);

/* Where the next declaration seems to begin, after a mistake at the furthest
 * place the parser reached in the one that begins at `start`. */
uint32_t recover(const struct front *front, uint32_t start);

/* Remembers the names, or the parts of an operator, that the failed declaration
 * [start, end) would have brought: missing them is no further mistake. */
void recover_poison(struct front *front, uint32_t start, uint32_t end);

/* mistake.c ------------------------------------------------------------- */

/* Reports why the declaration that begins at the token could not be parsed. */
void mistake_report(struct front *front, uint32_t start);

/* The two readings differ somewhere; reports the smallest part that does. */
void ambiguity_report(struct front *front, const struct tree *one,
                      const struct tree *other);

/* expand.c -------------------------------------------------------------- */

/* Defines the macro whose left side is this expression. */
void macro_define(struct front *front, struct tree *left,
                  struct tree *template);

/* The tree with all macros expanded; NULL when that fails (reported). */
struct tree *macro_expand(struct front *front, struct tree *tree);

/* bind.c ---------------------------------------------------------------- */

void bind_let(struct front *front, struct tree *left, struct tree *body,
              struct span span, struct str doc);
void bind_action(struct front *front, struct tree *left, struct tree *body,
                 struct span span, struct str doc);
struct ast_decl *bind_declaration(struct front *front, enum ast_decl_kind kind,
                                  struct span span, struct str doc);

/* pattern.c ------------------------------------------------------------- */

/* Reads parameters or a left side. Variables become locals and join `scope`
 * (innermost last read), or with `global` new globals, which join `globals`. */
struct pattern_reader {
    struct front *front;
    const struct scope *scope;
    bool global;
    bool distinct; /* a variable bound twice is a mistake */
    struct {
        struct ast_global **items;
        size_t count;
        size_t capacity;
    } globals;
    struct {
        intern_t *items;
        size_t count;
        size_t capacity;
    } seen;
};

/* A whole parameter: ~name, or a pattern. Never NULL. */
struct ast_pattern *pattern_read_top(struct pattern_reader *reader,
                                     struct tree *tree);
void pattern_reader_finish(struct pattern_reader *reader);

/* ~ in front of anything. */
bool pattern_is_lazy(const struct tree *tree);

/* Names inside what is no pattern were meant to be bound. */
void pattern_poison(struct front *front, const struct tree *tree);

/* ~name: the name; NULL for anything else. */
const struct tree *pattern_lazy_name(const struct tree *tree);

/* A new global, not yet visible. */
struct ast_global *global_make(struct front *front, enum ast_global_kind kind,
                               intern_t name, bool lazy, struct span span);

/* resolve.c ------------------------------------------------------------- */

/* Never NULL: after a mistake (reported) something stands in its place. */
struct ast_expr *resolve(struct front *front, const struct scope *scope,
                         const struct tree *tree);
struct ast_expr *resolve_lambda(struct front *front, const struct scope *scope,
                                struct ast_pattern **parameters, size_t count,
                                const struct tree *body, intern_t name,
                                const struct tree *whole);

/* check.c --------------------------------------------------------------- */

/* One glob: tokens [start, end) of the module. */
struct glob {
    uint32_t start;
    uint32_t end;
};

struct glob_list {
    struct glob *items;
    size_t count;
    size_t capacity;
};

/* A check as it stands in the text. */
struct check_clauses {
    struct glob_list properties;
    struct glob_list actions;
    bool has_with;
    struct tree *when; /* or NULL */
};

void check_resolve(struct front *front, const struct check_clauses *clauses,
                   struct span span, struct str doc);

/* define.c -------------------------------------------------------------- */

void defines_read(struct front *front);

/* The body to use for a top-level let of this left side. */
struct tree *defines_replace(struct front *front, const struct tree *left,
                             struct tree *body);

/* Reports the definitions that met no let. */
void defines_report_unused(struct front *front);

/* suggest.c ------------------------------------------------------------- */

/* Adds help to a diagnostic about a name that is not there. */
void suggest_name(struct front *front, struct diag *diag,
                  const struct scope *scope, const struct tree *tree);

/* When a name that is known differs in its mark alone (! or ?): adds help that
 * says so, and returns true. */
bool suggest_mark(const struct front *front, struct diag *diag, intern_t name);

/* When this is a word of a module of the library that was not read: adds help
 * that says so, and returns true. */
bool suggest_import(const struct front *front, struct diag *diag,
                    intern_t name);

/* The nearest word that begins an operator; NULL when none is near. */
const char *suggest_prefix(const struct front *front, intern_t name);

/* Is the one word nearly the other? */
bool suggest_is_slip(const char *written, const char *meant);

/* The nearest name among the keys of the map; NULL when none is near. */
const char *suggest_from(const struct map *names, intern_t name);

/* suggest_place.c --------------------------------------------------------- */

/* When the module declares the name after the current declaration: adds help
 * that says so, and returns true. */
bool suggest_later(const struct front *front, struct diag *diag, intern_t name);

/* The same for a word that becomes a part of an operator. */
bool suggest_later_operator(const struct front *front, struct diag *diag,
                            intern_t word);

/* When a `for`, `forall` or `exists` before it binds the name for its body
 * only: adds help that says so, and returns true. */
bool suggest_body(const struct front *front, struct diag *diag,
                  const struct tree *tree);

#endif
