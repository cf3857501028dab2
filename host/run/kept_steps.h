/* The steps of a test that are kept for those who report it: all of them, or of
 * a long test only the first and the last, so that its length does not matter.
 * What a state has in common with the one before is kept once.
 */
#ifndef WEIR_RUN_KEPT_STEPS_H
#define WEIR_RUN_KEPT_STEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/step.h"

enum { KEPT_FIRST_STEPS = 100, KEPT_LAST_STEPS = 900 };

struct kept_steps {
    struct step *steps; /* in order after kept_steps_straighten; owned */
    size_t count;
    size_t left_out; /* so many stood before steps[KEPT_FIRST_STEPS] */
    /* private */
    size_t capacity;
    size_t oldest; /* of the last steps, in the ring */
    bool all;
};

void kept_steps_init(struct kept_steps *kept, bool all);
void kept_steps_finish(struct kept_steps *kept);

/* Takes the step's parts and leaves it empty; borrowed until the next call. */
const struct step *kept_steps_add(struct kept_steps *kept, struct step *step);

/* The step that was added last, or so many steps before it, 1 at most; NULL:
 * there is none. Before kept_steps_straighten; borrowed until the next
 * kept_steps_add. */
const struct step *kept_steps_last(const struct kept_steps *kept,
                                   size_t before);

/* Takes away the last steps again, so many of them; after
 * kept_steps_straighten. */
void kept_steps_drop_last(struct kept_steps *kept, size_t count);

/* Brings the last steps into their order; nothing is added after it. */
void kept_steps_straighten(struct kept_steps *kept);

#endif
