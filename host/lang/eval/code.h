/* The program in the form in which it is run: every variable is a slot or a
 * capture, every call of a known function is direct, every expression that is
 * passed unevaluated is a piece of code of its own.
 *
 * Made once by compile.c from the tree, lives in the program's arena (literals
 * are counted values, released with the program) and is immutable. What changes
 * while it runs is in the machine (machine.h), in tables indexed by the numbers
 * found here.
 */
#ifndef WEIR_LANG_EVAL_CODE_H
#define WEIR_LANG_EVAL_CODE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/front/ast.h"
#include "lang/eval/value.h"
#include "logic/formula.h"
#include "trace/coverage.h"

struct node;
struct pattern;

/* A part of the specification of which is noted whether it was ever true
 * (coverage.h): a place in the text, however often it is compiled. */
struct point {
    enum coverage_kind kind;
    struct span span;
};

enum code_kind {
    CODE_BODY, /* a lambda, a delayed expression (arity 0), a declaration */
    CODE_PRIMITIVE, /* a primitive as a function */
    CODE_ACTION,    /* makes an action value from its arguments */
};

/* Where the creator of a closure finds a value to capture. */
struct capture {
    bool from_slot; /* else from the creator's own captures */
    uint32_t index;
    intern_t name;
};

struct code_parameter {
    intern_t name;  /* for call traces; NULL: none, or a pattern */
    bool lazy;      /* the argument is passed as a thunk */
    bool refutable; /* the pattern can fail, or binds more than slot i */
    const struct pattern *pattern; /* BODY only */
};

/* Argument i arrives in slot i. */
struct code {
    enum code_kind kind;
    intern_t name; /* for call traces; NULL: none */
    struct span span;
    uint32_t arity;
    struct code_parameter *parameters;
    uint32_t slot_count;
    uint32_t capture_count;
    struct capture *captures;
    const struct node *body;          /* BODY */
    const struct node *quick;         /* BODY: the same value with less work,
                                         or a failure (quicken.c) */
    enum primitive primitive;         /* PRIMITIVE */
    const struct global_code *action; /* ACTION */
    uint32_t point;  /* BODY of an operand of next: its number, or 0 */
    uint32_t number; /* unique in the program */
};

enum node_kind {
    NODE_CONSTANT, /* also functions that capture nothing */
    NODE_SELECTOR,
    NODE_HAPPENED,
    NODE_SLOT,    /* a variable of this function */
    NODE_CAPTURE, /* a variable of an enclosing one */
    NODE_GLOBAL,  /* let x, let ~x, or an action without parameters */
    NODE_LAMBDA,  /* a closure */
    NODE_DELAY,   /* a thunk; only as a lazy argument or binding */
    NODE_PROJECT,
    NODE_LIST,
    NODE_OBJECT,
    NODE_SYMBOL,
    NODE_ACTION, /* an action value with all its arguments */
    NODE_CALL,   /* a known function with exactly its arguments */
    NODE_INLINE, /* the same with the function's body in this frame; items are
                    its arguments, for explanations only */
    NODE_APPLY,  /* anything else that is applied; the items are DELAY or
                    what needs no delay */
    NODE_LET,    /* a lambda applied at once: binds in the same frame */
    NODE_PRIMITIVE, /* a strict primitive with exactly its arguments */
    NODE_IF,
    NODE_WHEN,
    NODE_AND,
    NODE_OR,
    NODE_IMPLIES,
    NODE_FOR, /* map of a literal one-parameter function: in this frame */
    NODE_NEXT,
    NODE_TEMPORAL, /* always, eventually, until, release */
    NODE_SIGNAL,   /* a word about signals; its item, delayed, is what it is
                      about */
    NODE_BOTTOM,   /* nested too deeply to be compiled: fails when reached */
    /* In the quick form only (quicken.c): */
    NODE_ALL,      /* foldr(_&&_, true, a FOR); its items are the first two */
    NODE_ANY,      /* the same with || and false */
    NODE_CONTAINS, /* ANY of a comparison with what the body says */
    NODE_LENGTH,   /* the number of the operand's elements */
};

struct node {
    enum node_kind kind;
    uint32_t count; /* of items */
    uint32_t index; /* SELECTOR, SLOT, CAPTURE, GLOBAL: which; PROJECT: number
                       of its guess; DELAY: number of its static thunk when
                       it captures nothing; OR, IMPLIES, WHEN, IF: number of the
                       point that is its condition, of OR that of its left
                       side and after it that of its right, or 0; SIGNAL:
                       number of its site, or 0: it is none (signals.h) */
    bool lazy;      /* SLOT, CAPTURE, GLOBAL: holds a thunk */
    struct span span;
    intern_t name; /* SLOT, CAPTURE, GLOBAL, PROJECT, SYMBOL; CONSTANT: of the
                      parameter that it stands for, or NULL */
    union {
        struct val constant;
        const struct code *code;          /* LAMBDA, DELAY, CALL, INLINE */
        const struct val_shape *shape;    /* OBJECT */
        const struct global_code *action; /* ACTION */
        const struct pattern *pattern;    /* LET, FOR */
        enum primitive primitive;         /* PRIMITIVE, SIGNAL */
        enum ltl_strength strength;       /* NEXT */
        enum ltl_operator temporal;       /* TEMPORAL: items are the count, then
                                             one or two formulas */
    };
    const struct node *operand; /* PROJECT; APPLY: the function; LET: the
                                   value; FOR, ALL, ANY, CONTAINS, LENGTH: the
                                   list */
    const struct node *body;    /* LET, FOR, INLINE; CONTAINS: what is sought */
    const struct node **items;
};

struct pattern {
    enum ast_pattern_kind kind;
    uint32_t index; /* LOCAL: slot; GLOBAL: number of the global */
    uint32_t count; /* of items */
    bool lazy;      /* LOCAL */
    struct val literal;
    intern_t name; /* LOCAL, SYMBOL */
    const struct global_code *action;
    intern_t *keys;
    const struct pattern **items;
};

enum global_mode {
    GLOBAL_FUNCTION, /* let f(p) = …: `code` is the function */
    GLOBAL_EAGER,    /* let x = …: evaluated once, without a state */
    GLOBAL_LAZY,     /* let ~x = …: a thunk */
    GLOBAL_ACTION,
};

/* A top-level `let` that is evaluated once, without a state. */
struct let_code {
    const struct code *code;       /* arity 0 */
    const struct pattern *pattern; /* binds globals, maybe none */
    struct span span;
};

/* One top-level name. */
struct global_code {
    enum global_mode mode;
    const struct ast_global *ast;
    const struct code *code;    /* FUNCTION: the function; LAZY and ACTION:
                                   the body, of arity 0 unless it is an
                                   ACTION with parameters; EAGER: NULL */
    const struct let_code *let; /* EAGER */
    const struct code *maker;   /* ACTION with parameters */
    bool anew;                  /* ACTION: its body is read in each state */
    const struct lang_code *program;
};

struct lang_code {
    const struct lang_program *program;
    struct global_code *globals; /* by index */
    size_t global_count;
    const struct let_code **lets; /* the eager ones, in order */
    size_t let_count;
    const struct code **whens; /* by number of the declaration; NULL: none */
    intern_t *selectors;
    size_t selector_count;
    uint32_t static_count; /* thunks that capture nothing */
    uint32_t guess_count;
    uint32_t site_count; /* of signals (signals.h) */
    uint32_t code_count;
    struct point *points; /* by number; 0 is none */
    uint32_t point_count; /* with that one */
    struct val *literals; /* counted constants, released at the end */
    size_t literal_count;
};

/* Translates a program that passed inference. The result lives in the
 * program's arena. */
struct lang_code *lang_compile(struct lang_program *program);

/* Releases the literals. NULL is fine. */
void lang_code_finish(struct lang_code *code);

#endif
