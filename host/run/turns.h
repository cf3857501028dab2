/* A draw by weights that deals evenly: things take turns.
 *
 * Each thing waits for its turn. How long is drawn when the last one is over:
 * up to twice the mean, all as likely. The larger its rate, the faster its
 * waiting time goes by, and time passes until that of one thing of those that
 * are there now is over. Without end each comes as often as in a draw by
 * weights, but not in bunches: of what has a hundredth of all rates a hundred
 * draws leave out more than a third of the time, and a hundred turns seldom.
 * The first wait is shorter, up to a third of the mean, so that what was never
 * done comes soon. (A renewal process each, with a smaller variance than the
 * exponential one of a draw; what is not there does not go on waiting.)
 *
 * A thing never waits for less than nothing, so any one may be next, again,
 * too. It depends on nothing but the choices and what it was told. */
#ifndef WEIR_RUN_TURNS_H
#define WEIR_RUN_TURNS_H

#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "gen/choices.h"
#include "run/counts.h"

struct turn {
    uint64_t key;  /* of the thing; those with the same are one thing */
    uint64_t rate; /* > 0; all together below 2 to the 64 */
};

/* Zeroed memory is an empty one. */
struct turns {
    struct counts waits;    /* by key, from 1 */
    VEC(struct turn) there; /* each thing once */
};

void turns_finish(struct turns *turns); /* and empties it */

/* The key whose turn it is; count > 0. */
uint64_t turns_take(struct turns *turns, struct choices *choices,
                    const struct turn *offers, size_t count);

#endif
