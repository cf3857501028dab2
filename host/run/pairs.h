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

/* Those of an action; NULL: it has none. Good until the next pairs_add or
 * pairs_fade. */
const struct counts *pairs_of(const struct pairs *pairs, uint64_t action);

void pairs_add(struct pairs *pairs, uint64_t action, uint64_t pair);

/* As counts_fade, of all actions. */
void pairs_fade(struct pairs *pairs);

#endif
