/* A CCS model: process equations, global variables and functions, as a tree
 * with every name resolved (docs/CCS.md; reference, 9.1).
 *
 * The tree, its names and its texts live in the model's arena, the constants
 * are counted values that the model holds. Nothing changes after it was read,
 * except that further processes and expressions can be read in its terms.
 */
#ifndef WEIR_EXEC_CCS_MODEL_H
#define WEIR_EXEC_CCS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/intern.h"
#include "exec/ccs/source.h"
#include "trace/value.h"

enum ccs_expr_kind {
    CCS_EXPR_VALUE,
    CCS_EXPR_LOCAL,  /* index: 0 is the binding made last */
    CCS_EXPR_GLOBAL, /* index in globals */
    CCS_EXPR_CALL,   /* function `index` of items[0..count) */
    CCS_EXPR_IF,     /* items: condition, then, else */
    CCS_EXPR_NOT,    /* items[0] */
    CCS_EXPR_BINARY, /* items: left, right */
};

/* operator, its text, how tightly it binds (more is tighter) */
#define CCS_OPERATOR_LIST(O)                                                   \
    O(MULTIPLY, "*", 6)                                                        \
    O(DIVIDE, "/", 6)                                                          \
    O(MODULO, "%", 6)                                                          \
    O(ADD, "+", 5)                                                             \
    O(SUBTRACT, "-", 5)                                                        \
    O(JOIN, ".", 4)                                                            \
    O(EQUAL, "==", 3)                                                          \
    O(DIFFERENT, "!=", 3)                                                      \
    O(AT_MOST, "<=", 3)                                                        \
    O(LESS, "<", 3)                                                            \
    O(AT_LEAST, ">=", 3)                                                       \
    O(GREATER, ">", 3)                                                         \
    O(AND, "&&", 2)                                                            \
    O(OR, "||", 1)

enum ccs_operator {
#define O(id, text, level) CCS_##id,
    CCS_OPERATOR_LIST(O)
#undef O
};

struct ccs_expr {
    enum ccs_expr_kind kind;
    enum ccs_operator op;
    struct ccs_place place;
    uint32_t index;
    uint32_t count;
    struct ccs_expr **items;
    struct value *value;
};

enum ccs_proc_kind {
    CCS_PROC_STOP,     /* 0 */
    CCS_PROC_CALL,     /* process `index` with arguments */
    CCS_PROC_TAU,      /* tau . inner */
    CCS_PROC_OUTPUT,   /* name(arguments) . inner */
    CCS_PROC_INPUT,    /* 'name(binders) . inner */
    CCS_PROC_GUARD,    /* [expr] inner */
    CCS_PROC_ASSIGN,   /* {global := expr} inner */
    CCS_PROC_CHOICE,   /* items */
    CCS_PROC_PARALLEL, /* items */
    CCS_PROC_RESTRICT, /* inner \ name */
    CCS_PROC_RELABEL,  /* inner [to/name] */
};

struct ccs_proc {
    enum ccs_proc_kind kind;
    struct ccs_place place;
    intern_t name;
    intern_t to;
    uint32_t index;
    struct ccs_expr *expr;
    struct ccs_expr **arguments;
    uint32_t argument_count;
    intern_t *binders;
    uint32_t binder_count;
    struct ccs_proc *inner;
    struct ccs_proc **items;
    uint32_t item_count;
};

/* A process equation or a function. */
struct ccs_definition {
    intern_t name;
    uint32_t parameter_count;
    struct ccs_proc *process; /* of a process equation */
    struct ccs_expr *result;  /* of a function */
};

struct ccs_global {
    intern_t name;
    struct ccs_expr *first; /* its value at the start */
};

struct ccs_definitions {
    struct ccs_definition *items;
    size_t count, capacity;
};

struct ccs_model {
    struct arena arena;
    struct intern names;
    struct ccs_definitions processes, functions; /* in order, the first of each
                                                    name only */
    struct {
        struct ccs_global *items;
        size_t count, capacity;
    } globals;
    struct {
        struct value **items;
        size_t count, capacity;
    } constants;
};

enum {
    /* Of parentheses, conditions and negations, in a model. */
    CCS_DEPTH_LIMIT = 256,
    CCS_MODEL_LIMIT_BYTES = 16 * 1024 * 1024,
};

/* NULL: *error (ERROR_SETUP) with file, line and column. */
struct ccs_model *ccs_model_load(const char *path, struct error *error);
struct ccs_model *ccs_model_read(const char *name, struct str text,
                                 struct error *error);
/* A model without anything in it. */
struct ccs_model *ccs_model_empty(void);
void ccs_model_destroy(struct ccs_model *model); /* NULL is fine */

/* A process or an expression in terms of the model; lives as long as it.
 * `name` stands in messages. NULL: *error (ERROR_SETUP). */
const struct ccs_proc *ccs_model_process(struct ccs_model *model,
                                         const char *name, struct str text,
                                         struct error *error);
const struct ccs_expr *ccs_model_expression(struct ccs_model *model,
                                            const char *name, struct str text,
                                            struct error *error);

/* An action as people write it: `tau`, `name(expression, ...)` or
 * `'name(expression, ...)`: a process without what follows. */
const struct ccs_proc *ccs_model_action(struct ccs_model *model,
                                        const char *name, struct str text,
                                        struct error *error);

#endif
