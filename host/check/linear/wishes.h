/* Which of two operations should take effect first, as far as their own answers
 * tell.
 *
 * Some operations are answered as they are because another one was done: a
 * value is taken that somebody has put in. Such two, the giver and the taker,
 * are one unit. Where two units are looked at without all else, from the first
 * state, often only one order of their operations explains what they answered.
 * In the whole history something else may explain it. So these are wishes: a
 * search that goes against one pays for it (search.h), and no verdict rests on
 * them.
 *
 * Without them an order that was chosen wrongly among operations that overlap
 * is noticed a queue's length later, and each order of what came in between is
 * tried first. */
#ifndef WEIR_CHECK_LINEAR_WISHES_H
#define WEIR_CHECK_LINEAR_WISHES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "check/linear/steps.h"

struct wish {
    uint32_t before, behind; /* places in the part */
};

struct wishes {
    VEC(struct wish) items; /* sorted by `behind` */
    size_t *begins;         /* by place, and one more: its wishes begin there */
};
void wishes_finish(struct wishes *wishes); /* and empties it */

/* Fills *wishes, which is empty, for the operations `members` (by call time) of
 * one part of a history. False: the model failed. */
bool wishes_find(struct wishes *wishes, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 struct error *error);

#endif
