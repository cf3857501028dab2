/* Which answers an eventually consistent system owes: those that it gives when
 * all is quiet.
 *
 * A busy time is a row of operations each of which runs at the same time as
 * another one of it, or of which it is said that they might have (a fork). What
 * runs in it may be answered from an old state, and the effects may end up in
 * any order; once it is over they have all arrived. So an operation that runs
 * alone is answered from what *some* order of all effects before it leads to.
 * (Vogels, "Eventually Consistent", 2009; that later answers agree on the order
 * is what makes it strong: Shapiro et al., 2011.)
 *
 * Operations that nobody knows the end of do not keep a time busy: they may
 * take effect whenever they like, or never. */
#ifndef WEIR_RUN_MODEL_EVENTUAL_H
#define WEIR_RUN_MODEL_EVENTUAL_H

#include <stddef.h>
#include <stdint.h>

#include "check/linear/linear.h"

/* Makes a history such that it is linearisable exactly if what is owed is kept:
 * operations of a busy time take all of it, and have no answer. Gives how many
 * answers are left. `forks`: of each operation the number of its fork, or -1;
 * NULL: there are none. */
size_t eventual_relax(struct linear_operation *operations, const int64_t *forks,
                      size_t count);

#endif
