/* The steps of a test that are kept for those who report it: all of them, or of
 * a long test only the first and the last, so that its length does not matter.
 * What a state has in common with the one before is kept once.
 */
#ifndef WEIR_RUN_KEPT_H
#define WEIR_RUN_KEPT_H

#include <stdbool.h>
#include <stddef.h>

#include "trace/step.h"

enum { KEPT_FIRST_STEPS = 100, KEPT_LAST_STEPS = 900 };

struct kept {
    struct step *steps; /* in order after kept_straighten; owned */
    size_t count;
    size_t left_out; /* so many stood before steps[KEPT_FIRST_STEPS] */
    /* private */
    size_t capacity;
    size_t oldest; /* of the last steps, in the ring */
    bool all;
};

void kept_init(struct kept *kept, bool all);
void kept_finish(struct kept *kept);

/* Takes the step's parts and leaves it empty; borrowed until the next call. */
const struct step *kept_add(struct kept *kept, struct step *step);

/* The step that was added last, or so many steps before it, 1 at most; NULL:
 * there is none. Before kept_straighten; borrowed until the next kept_add. */
const struct step *kept_last(const struct kept *kept, size_t before);

/* Takes away the last steps again, so many of them; behind kept_straighten. */
void kept_drop_last(struct kept *kept, size_t count);

/* Brings the last steps into their order; nothing is added after it. */
void kept_straighten(struct kept *kept);

#endif
