/* What picks one of the actions that are proposed. A strategy belongs to one
 * test; what it picks depends on its seed and on what it was shown, and on
 * nothing else, so that one seed decides a test whatever ran before. */
#ifndef WEIR_PORT_STRATEGY_H
#define WEIR_PORT_STRATEGY_H

#include <stddef.h>

#include "base/error.h"
#include "trace/action.h"
#include "trace/step.h"

struct strategy;

enum strategy_answer {
    STRATEGY_PICKED, /* *index is one of the proposals */
    STRATEGY_WAITS,  /* none of them yet: an event is awaited first, for at most
                      *index milliseconds */
    STRATEGY_ENDED,  /* it wants no further action: the test is cut off */
    STRATEGY_FAILED, /* *error */
};

struct strategy_ops {
    /* A step that belongs to the trace; after it was judged. May be absent. */
    void (*observe)(struct strategy *strategy, const struct step *step);

    /* Picks one of the proposals, of which there is at least one. */
    enum strategy_answer (*pick)(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error);

    void (*destroy)(struct strategy *strategy);
};

/* Base of every strategy; embed it first. */
struct strategy {
    const struct strategy_ops *ops;
};

#endif
