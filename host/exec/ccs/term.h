/* A process that runs: what is left to do of every component, and what binds
 * them together. Immutable, counted. */
#ifndef WEIR_EXEC_CCS_TERM_H
#define WEIR_EXEC_CCS_TERM_H

#include "exec/ccs/eval.h"
#include "exec/ccs/model.h"

enum ccs_term_kind {
    CCS_TERM_PROC,     /* `proc` with the values of `env` */
    CCS_TERM_RECEIVER, /* after the input `proc`: waits for its values */
    CCS_TERM_PARALLEL, /* left | right */
    CCS_TERM_RESTRICT, /* left \ name */
    CCS_TERM_RELABEL,  /* left [to/name] */
};

struct ccs_term {
    enum ccs_term_kind kind;
    uint32_t references;
    uint32_t depth;    /* of what nests in it, at most CCS_TERM_DEPTH_LIMIT */
    bool has_receiver; /* there is one in it; there is never a second */
    const struct ccs_proc *proc;
    struct ccs_env *env;
    struct ccs_term *left, *right;
    intern_t name, to;
};

enum {
    /* Of components and restrictions around one another. A process that grows
     * forever (`P = a.(P | P)`) reaches it. */
    CCS_TERM_DEPTH_LIMIT = 1000,
};

struct ccs_term *ccs_term_ref(struct ccs_term *term);
void ccs_term_unref(struct ccs_term *term); /* NULL is fine */

/* What these make never fails; a term beyond the limit is noticed when its
 * moves are asked for. All take the terms and environments they are given.
 * Components that can do nothing any more are left out. */
struct ccs_term *ccs_term_proc(const struct ccs_proc *proc,
                               struct ccs_env *env);
struct ccs_term *ccs_term_receiver(const struct ccs_proc *input,
                                   struct ccs_env *env);
struct ccs_term *ccs_term_parallel(struct ccs_term *left,
                                   struct ccs_term *right);
struct ccs_term *ccs_term_restrict(struct ccs_term *inner, intern_t name);
struct ccs_term *ccs_term_relabel(struct ccs_term *inner, intern_t name,
                                  intern_t to);

/* The term with the values (as many as the receiver binds) given to its
 * receiver. Borrows everything. */
struct ccs_term *ccs_term_receive(struct ccs_term *term,
                                  struct value *const *values);

#endif
