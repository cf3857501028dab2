/* Shared by the files of the compiler: where variables live while code is
 * being made. Internal to compile*.c. */
#ifndef WEIR_LANG_EVAL_COMPILE_H
#define WEIR_LANG_EVAL_COMPILE_H

#include "base/map.h"
#include "base/memory.h"
#include "base/vec.h"
#include "lang/eval/code.h"
#include "lang/program.h"

/* Expressions may nest so deep; deeper ones become NODE_BOTTOM. The parser
 * stops far earlier, macro expansion might not. */
enum { COMPILE_DEPTH_LIMIT = 2000 };

/* Functions are compiled in line when their bodies are small, so deep, and as
 * long as one declaration does not grow by more nodes than this. */
enum {
    COMPILE_INLINE_PARAMETERS = 4,
    COMPILE_INLINE_SIZE = 30,
    COMPILE_INLINE_SIGNALS = 1000, /* instead, for `remembers` below */
    COMPILE_INLINE_DEPTH = 8,
    COMPILE_INLINE_ROOM = 4000,
};

/* How a parameter is used in the body of its function. */
struct usage {
    uint32_t at_once; /* evaluated in the function's own frame, at most once
                         for each of these */
    uint32_t later;   /* in closures, thunks and loops */
};

/* What is known about compiling a function in line. */
struct inlining {
    bool known;
    bool possible;
    bool remembers; /* a word about signals is in it, and must find what a lazy
                       parameter stands for: always in line, if at all
                       possible */
    uint32_t size;  /* nodes of its body */
    struct usage usages[COMPILE_INLINE_PARAMETERS];
};

struct scope;

/* Where a local of the tree lives: in a slot of a scope. A parameter of a
 * function that is compiled in line may be something else. */
struct place {
    struct scope *scope;
    uint32_t slot;
    const struct node *node;       /* stands for it, in this scope; or NULL */
    const struct ast_expr *lambda; /* the function it is; or NULL */
};

/* One piece of code being made: it has slots, and captures what belongs to the
 * scopes around it. */
struct scope {
    struct scope *parent;
    uint32_t slot_count;
    VEC(struct capture) captures;
    VEC(struct place) captured; /* what they are, in the same order */
};

struct compiler {
    struct lang_program *program;
    struct lang_code *code;
    struct place *places;                           /* by id of the local */
    const struct code *primitives[PRIMITIVE_COUNT]; /* made on demand */
    struct map selectors; /* text -> number plus one */
    VEC(intern_t) selector_names;
    VEC(struct val) literals;
    VEC(struct point) points;
    struct map point_numbers; /* place and kind -> number */
    bool in_action;           /* compiling the body of an action */
    struct span guard; /* the condition of the library's `x when c` that is
                          being compiled in line; empty: none */
    struct inlining *inlinings; /* by index of the global (compile_inline.c) */
    int inline_depth;
    int64_t inline_room; /* for bodies in the declaration at hand */
    int depth;
};

struct node *compile_new(struct compiler *compiler, enum node_kind kind,
                         const struct ast_expr *expr);
const struct node *compile_expr(struct compiler *compiler, struct scope *scope,
                                const struct ast_expr *expr);
/* For a lazy argument: what needs no delay as it is, else NODE_DELAY. */
const struct node *compile_delayed(struct compiler *compiler,
                                   struct scope *scope,
                                   const struct ast_expr *expr);
/* AST_APPLY (compile_apply.c). */
const struct node *compile_apply(struct compiler *compiler, struct scope *scope,
                                 const struct ast_expr *expr);
/* What is applied, and all its arguments. */
struct application {
    const struct ast_expr *expr;
    const struct ast_expr *function;
    const struct ast_expr **items;
    size_t count;
};

struct application compile_gather(struct compiler *compiler,
                                  const struct ast_expr *expr);
/* The application of `function` to the arguments from `first` on. */
const struct node *compile_rest(struct compiler *compiler, struct scope *scope,
                                const struct application *application,
                                const struct node *function, size_t first);

/* A lambda, or the one that a parameter stands for; else NULL. */
const struct ast_expr *compile_known_lambda(const struct compiler *compiler,
                                            const struct ast_expr *expr);

/* The call of a top-level function with its body in place of the call; NULL
 * when it is better called. */
const struct node *compile_inline(struct compiler *compiler,
                                  struct scope *scope,
                                  const struct application *application,
                                  const struct ast_global *function);

const struct node *compile_constant(struct compiler *compiler,
                                    const struct ast_expr *expr,
                                    struct val constant);

/* Numbers what the node's coverage is noted under (compile_points.c). */
void compile_points(struct compiler *compiler, struct node *node);

/* The quick form of the body of some code (quicken.c). */
const struct node *quicken(struct arena *arena, const struct node *node);

/* Binds the pattern's locals to new slots of the scope. */
const struct pattern *compile_pattern(struct compiler *compiler,
                                      struct scope *scope,
                                      const struct ast_pattern *pattern);

/* Code with these parameters (may be none). `parent` NULL: top level. */
void compile_code(struct compiler *compiler, struct code *code,
                  struct scope *parent, struct ast_pattern *const *parameters,
                  size_t count, const struct ast_expr *body);
struct code *compile_new_code(struct compiler *compiler, enum code_kind kind,
                              intern_t name, struct span span);
const struct code *compile_primitive(struct compiler *compiler,
                                     enum primitive primitive);

#endif
