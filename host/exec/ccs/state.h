/* A CCS process that runs: what is left of it, its variables, and what it
 * offers now. */
#ifndef WEIR_EXEC_CCS_STATE_H
#define WEIR_EXEC_CCS_STATE_H

#include "exec/ccs/moves.h"

struct ccs_state {
    const struct ccs_model *model;
    struct value **globals;     /* as many as the model has */
    struct ccs_term *term;      /* NULL: not started */
    struct ccs_move_list moves; /* in a fixed order */
};

/* Only the variables have values then, and nothing is offered. False: a first
 * value cannot be computed; there is nothing to finish. */
bool ccs_state_init(struct ccs_state *state, const struct ccs_model *model,
                    struct error *error);
void ccs_state_finish(struct ccs_state *state);

/* Starts a process, with the variables as they are. False: *error (ERROR_RUN);
 * nothing is offered then. */
bool ccs_state_start(struct ccs_state *state, const struct ccs_proc *proc,
                     struct error *error);

/* The first move that an action with this name and these arguments (a list)
 * can make: "tau"; an output with equal arguments; an input, named without its
 * quote, that takes as many. The number of moves: there is none. */
size_t ccs_state_find(const struct ccs_state *state, struct str name,
                      const struct value *arguments);

/* Makes a move; `arguments` (a list) is what an input receives. False: *error
 * (ERROR_RUN); nothing is offered then. */
bool ccs_state_take(struct ccs_state *state, size_t move,
                    const struct value *arguments, struct error *error);

/* NULL: *error (ERROR_RUN). */
struct value *ccs_state_eval(const struct ccs_state *state,
                             const struct ccs_expr *expr, struct error *error);

/* The value of the selector `available`: a list of {"id", "args"} in the order
 * of the moves; the id of an input has its quote, its args are empty. */
struct value *ccs_state_available(const struct ccs_state *state);

/* "tick", "say(1, \"x\")", "'coin(n)": for people. */
void ccs_move_add_text(struct buf *out, const struct ccs_move *move);

#endif
