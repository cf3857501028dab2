/* How often each action was taken where pairs of things were true. Pairs are
 * counted apart for each action: a strategy asks for hundreds of one action in
 * a row, which so lie together in memory. */
#ifndef WEIR_RUN_PAIRS_H
#define WEIR_RUN_PAIRS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "run/counts.h"

/* Zeroed memory has none. */
struct pairs {
    struct counts places; /* of an action in `tables`, from 1 */
    VEC(struct counts) tables;
    size_t used; /* different pairs, of all actions */
};

void pairs_finish(struct pairs *pairs); /* and empties it */

/* The action is taken where these things are true: counts each two of them, and
 * each with itself. */
void pairs_add(struct pairs *pairs, uint64_t action, const uint64_t *things,
               size_t count);

/* How new the action is where these things are true, from 0 to PAIRS_ALL_NEW:
 * the mean over all pairs of them, each counting a (1 + n)th where the action
 * was taken n times. Where it was never taken that needs no look at them. */
enum { PAIRS_ALL_NEW = 256 };
uint64_t pairs_newness(const struct pairs *pairs, uint64_t action,
                       const uint64_t *things, size_t count);

/* As counts_fade, of all actions. */
void pairs_fade(struct pairs *pairs);

#endif
