/* A state as a property sees it that reads less than the run did: several
 * properties may be judged in one run, whose states hold what all of them read.
 */
#ifndef WEIR_TRACE_NARROW_H
#define WEIR_TRACE_NARROW_H

#include "trace/deps.h"
#include "trace/value.h"

/* `state` without what is in it for the sake of `all` and not of `own`, which
 * is part of `all`; what neither knows (places, references) stays. A new
 * reference: where nothing is to be left out, to `state` itself. */
struct value *narrow_state(const struct value *state, const struct deps *own,
                           const struct deps *all);

#endif
