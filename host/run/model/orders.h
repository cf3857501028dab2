/* What the fake does with a fork: all orders of its commands that keep the
 * order of each process, from every state that is possible before it.
 *
 * A fork is parallel safe when every command may be called in every one of
 * these orders (Claessen et al. 2009); only such forks are run, so that a
 * precondition never depends on the schedule. */
#ifndef WEIR_RUN_MODEL_ORDERS_H
#define WEIR_RUN_MODEL_ORDERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "port/model.h"
#include "run/model/program.h"

/* States that are possible, each once, in the order in which they were found.
 */
struct state_set {
    VEC(uint32_t) items;
};
bool state_set_has(const struct state_set *set, uint32_t state);
void state_set_add(struct state_set *set, uint32_t state);
void state_set_finish(struct state_set *set);

enum {
    ORDERS_STATES = 64, /* at most, after a fork that is safe */
    ORDERS_SEEN = 16,
};

struct orders {
    bool is_safe;  /* also false where there are too many orders to look at */
    bool commutes; /* every order gives the same answers and the same state */
    struct state_set after;
    struct state_set seen; /* before it and on the way, ORDERS_SEEN at most */
};
void orders_finish(struct orders *orders); /* and empties it */

/* The fork's commands are [begin, end) of the program. False: the model
 * failed, and *orders is empty. */
bool orders_explore(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    struct orders *orders, struct error *error);

/* Tells each answer that the command in `place` gives in one of the orders,
 * some of them more than once. False: the model failed. */
bool orders_answers(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    size_t place,
                    void (*told)(void *context, const struct value *answer),
                    void *context, struct error *error);

/* How far a command of a fork has come. */
enum orders_progress {
    ORDERS_TO_COME,
    ORDERS_UNDER_WAY, /* it may have had its effect or not */
    ORDERS_OVER,
};

/* Tells each state, once, that is possible in the middle of the fork, whose
 * commands have come so far (`progress`, from `begin` on). False: the model
 * failed. */
bool orders_states_now(struct model *model, const struct state_set *before,
                       const struct program *program, size_t begin, size_t end,
                       const enum orders_progress *progress,
                       void (*told)(void *context, uint32_t state),
                       void *context, struct error *error);

/* The references that the command surely creates: those that every answer or
 * state after it has. Appends to *refs. */
bool orders_created(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    struct model_refs *refs, struct error *error);
/* Whether all that the commands [begin, end) refer to is among these. Who has
 * changed a command that creates something asks before the model is asked: a
 * fake need not know what to do with what is not there. */
bool orders_know(const struct model_refs *refs, const struct program *program,
                 size_t begin, size_t end);

#endif
