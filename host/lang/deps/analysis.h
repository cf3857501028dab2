/* Running a program on abstract values (abstract.h): one run for a whole
 * program, every declaration in order, each application of a function to an
 * argument worked out once.
 *
 * The language has no recursion, so a run ends; what a program could still
 * blow up is bounded by the limits below. Beyond them an expression is taken
 * for a constant, and a call for one that has read its argument.
 */
#ifndef WEIR_LANG_DEPS_ANALYSIS_H
#define WEIR_LANG_DEPS_ANALYSIS_H

#include "lang/deps/abstract.h"
#include "lang/program.h"

/* Written like a selector; its fields are selectors, and below them what of
 * their elements words about signals ask for. Of deps for pages only. */
#define ANALYSIS_WRITTEN "::written"

enum {
    /* Expressions within expressions and calls within calls, on the C stack:
     * more than an expression may nest (LANG_DEPTH_LIMIT), and three for each
     * call. */
    ANALYSIS_DEPTH_LIMIT = 7500,
    ANALYSIS_CALL_DEPTH = 3,
    /* Different applications. */
    ANALYSIS_APPLICATION_LIMIT = 100 * 1000,
};

struct analysis_saved {
    uint32_t local;
    const struct abstract *value;
};

struct analysis {
    const struct lang_program *program;
    struct abstract_store store;
    const struct abstract **globals;  /* by index; NULL: not declared yet */
    const struct abstract **locals;   /* by id: the ones in scope */
    VEC(struct analysis_saved) saved; /* what they were outside */
    struct map lambdas;               /* ast_expr -> struct lambda_info */
    struct map applications;          /* head, argument -> result */
    struct arena arena;               /* lambda infos */
    bool evaluated; /* what is evaluated and not used counts, too (deps.h) */
    bool positions; /* and `position`, of what is looked at as a whole */
    /* What `happened` may be: the actions of the check with their arguments.
     * NULL: a constant, as in the reference. */
    const struct abstract *happened;
    bool asks_happened; /* some expression does */
    size_t application_count;
    int depth;
};

void analysis_init(struct analysis *analysis,
                   const struct lang_program *program);
void analysis_finish(struct analysis *analysis);

/* All declarations, in order; then `globals` is filled in. */
void analysis_run(struct analysis *analysis);

/* What the property, the actions of its check and its `when` read: a set. After
 * analysis_run (deps.c). */
const struct abstract *
analysis_of_property(struct analysis *analysis,
                     const struct lang_property *property);

/* analysis_eval.c */
const struct abstract *analysis_eval(struct analysis *analysis,
                                     const struct ast_expr *expr);
/* The function of a lambda whose first `bound` parameters have been bound in
 * the current scope. */
const struct abstract *analysis_closure(struct analysis *analysis,
                                        const struct ast_expr *lambda,
                                        size_t bound);
/* Brings the locals that a closure captured into scope. */
void analysis_reopen(struct analysis *analysis, const struct abstract *closure);

/* analysis_apply.c */
const struct abstract *analysis_apply(struct analysis *analysis,
                                      const struct abstract *function,
                                      const struct abstract *argument);

/* analysis_bind.c: binds the parts of the value to the variables of the
 * pattern; returns what reading the matched parts reads. */
const struct abstract *analysis_bind(struct analysis *analysis,
                                     const struct ast_pattern *pattern,
                                     const struct abstract *value);

/* A scope: locals set since `mark` get back what they were. */
void analysis_set_local(struct analysis *analysis, uint32_t local,
                        const struct abstract *value);

/* analysis_lists.c: what the primitives of these names give. */
const struct abstract *analysis_fold(struct analysis *analysis, bool is_right,
                                     const struct abstract *function,
                                     const struct abstract *so_far,
                                     const struct abstract *element);
const struct abstract *analysis_unfold(struct analysis *analysis,
                                       const struct abstract *step,
                                       const struct abstract *seed);
const struct abstract *analysis_zip(struct analysis *analysis,
                                    const struct abstract *a,
                                    const struct abstract *b);
/* Of a list of lists. */
const struct abstract *analysis_zip_all(struct analysis *analysis,
                                        const struct abstract *lists);

#endif
