/* The program as later passes see it: macros expanded, patterns understood,
 * every name resolved. Made by the front (parser, expand, resolve), read by
 * infer, deps, eval. Everything lives in the program's arena and is immutable
 * once loaded.
 *
 * All modules are flattened into one list of declarations in the order in which
 * they were read; a global is visible from the declaration after its own.
 */
#ifndef WEIR_LANG_FRONT_AST_H
#define WEIR_LANG_FRONT_AST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/intern.h"
#include "lang/front/primitives.h"
#include "lang/front/source.h"

struct ast_expr;
struct ast_pattern;
struct ast_decl;

/* A variable bound by a parameter pattern of a lambda. */
struct ast_local {
    intern_t name;
    bool lazy;   /* ~name: holds a thunk */
    uint32_t id; /* unique in the program */
    struct span span;
};

enum ast_global_kind { AST_GLOBAL_LET, AST_GLOBAL_ACTION };

/* A top-level name. A redefinition makes a new global. */
struct ast_global {
    enum ast_global_kind kind;
    intern_t name;
    bool lazy;        /* let ~x / action ~x! */
    uint32_t index;   /* position in the program's table of globals */
    uint32_t arity;   /* parameters of an action declaration, else 0 */
    struct span span; /* of the name */
    struct ast_decl *decl;
};

enum ast_expr_kind {
    AST_NULL,
    AST_BOOL,
    AST_INT,
    AST_FLOAT,
    AST_STRING,
    AST_CHAR,
    AST_SELECTOR,
    AST_HAPPENED, /* the special list of what led to the current state */
    AST_LOCAL,
    AST_GLOBAL,
    AST_PRIMITIVE, /* a built-in function, as a value */
    AST_APPLY,     /* f(a, …): curried; count >= 1 */
    AST_PROJECT,   /* e.name */
    AST_LIST,
    AST_OBJECT,
    AST_SYMBOL, /* :name, :name(a, …) */
    AST_LAMBDA, /* one or more parameters; count >= 1 */
};

struct ast_field {
    intern_t name;
    struct span span; /* of the name */
    struct ast_expr *value;
};

struct ast_expr {
    enum ast_expr_kind kind;
    struct span span;
    /* Where the expression stood before macro expansion when that differs from
     * `span` in kind (a `let … ; …` that became an application): same span,
     * and this names the form for messages ("let", "for"); else NULL. */
    const char *form;
    union {
        bool boolean;
        int64_t integer;
        double number;
        struct str text; /* STRING (decoded), SELECTOR (verbatim) */
        uint32_t character;
        struct ast_local *local;
        struct ast_global *global;
        enum primitive primitive;
        struct {
            struct ast_expr *function;
            struct ast_expr **items;
            size_t count;
        } apply;
        struct {
            struct ast_expr *operand;
            intern_t name;
        } project;
        struct {
            struct ast_expr **items;
            size_t count;
        } list;
        struct {
            struct ast_field *fields; /* distinct names */
            size_t count;
        } object;
        struct {
            intern_t name; /* without the colon */
            struct ast_expr **items;
            size_t count;
        } symbol;
        struct {
            struct ast_pattern **parameters;
            size_t count;
            struct ast_expr *body;
            intern_t name; /* for call traces: the global it defines, or NULL */
        } lambda;
    };
};

enum ast_pattern_kind {
    AST_PATTERN_LOCAL,  /* binds a local (lazy when local->lazy) */
    AST_PATTERN_GLOBAL, /* the same, at the top level */
    AST_PATTERN_ANY,    /* _ */
    AST_PATTERN_NULL,
    AST_PATTERN_LITERAL, /* bool, number, string, char, selector: `literal` */
    AST_PATTERN_LIST,    /* exact length */
    AST_PATTERN_OBJECT,  /* at least these fields */
    AST_PATTERN_SYMBOL,  /* exact name and count; count 0 is our addition */
    AST_PATTERN_ACTION,  /* an action value of this declared action */
};

struct ast_pattern {
    enum ast_pattern_kind kind;
    struct span span;
    union {
        struct ast_local *local;
        struct ast_global *global;
        struct ast_expr *literal;
        struct {
            intern_t name;             /* SYMBOL */
            struct ast_global *action; /* ACTION */
            intern_t *keys;            /* OBJECT: one per item */
            struct ast_pattern **items;
            size_t count;
        } parts;
    };
};

enum ast_decl_kind { AST_DECL_LET, AST_DECL_ACTION, AST_DECL_CHECK };

struct ast_decl {
    enum ast_decl_kind kind;
    struct span span;
    struct str doc; /* the /// lines above it, joined with newlines, or empty */
    union {
        struct {
            /* For `let f(p) = e` the pattern is the name and the body a
             * lambda. */
            struct ast_pattern *pattern;
            struct ast_expr *body;
        } let;
        struct {
            struct ast_global *global;
            struct ast_pattern **parameters; /* may be none */
            size_t count;
            struct ast_expr *body;
        } action;
        struct {
            struct ast_global **properties;
            size_t property_count;
            struct ast_global **actions; /* of `with`, events too */
            size_t action_count;
            struct ast_expr *when; /* or NULL */
        } check;
    };
};

#endif
