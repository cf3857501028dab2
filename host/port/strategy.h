/* What picks one of the actions that are proposed. A strategy belongs to one
 * test; what it picks depends on its seed and on what it was shown, and on
 * nothing else, so that one seed decides a test whatever ran before. */
#ifndef WEIR_PORT_STRATEGY_H
#define WEIR_PORT_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/action.h"
#include "trace/reach.h"
#include "trace/step.h"

struct strategy;

/* What is known of one proposal beside what it does. */
struct proposal_hint {
    const char *name; /* of the action that proposes it, or NULL */
    int64_t weight;   /* how likely it is to be wanted; from 1 */
};

/* What the checker's side knows when an action is to be picked. */
struct situation {
    const struct proposal_hint *hints; /* one for each proposal; NULL: none */
    uint64_t residual; /* fingerprint of what is left to be shown, without how
                          many states that takes; 0: not known */
    uint64_t news;     /* outcomes of parts of the property that this test has
                          shown so far, each counted once */
};

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

    /* What of the application's program has run since the last pick (or since
     * the test began); before `inform`, where the executor can tell. Absent:
     * nobody looks at it, and it costs nothing. */
    void (*reach)(struct strategy *strategy, const struct reach *reach);

    /* Told before each pick. May be absent. */
    void (*inform)(struct strategy *strategy,
                   const struct situation *situation);

    /* Whether it has more to do, so that a run that may end, presumably true,
     * goes on. Absent: it has not. */
    bool (*has_more)(const struct strategy *strategy);

    /* Picks one of the proposals, of which there is at least one. */
    enum strategy_answer (*pick)(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error);

    /* In a session with pauses (struct executor): how long the one before what
     * is picked next is, in milliseconds. Absent: it is drawn. */
    int64_t (*pause)(const struct strategy *strategy);

    /* The arguments of what was picked last with values in the place of their
     * generators (trace/generator.h); a new reference. Asked only where there
     * are any. Absent or NULL: they are drawn. */
    struct value *(*drawn)(struct strategy *strategy);

    /* What was picked last was turned down, and the state is what it was: it is
     * picked from once more. Whoever hears of this bounds how often. Absent:
     * the session does. */
    void (*refused)(struct strategy *strategy);

    void (*destroy)(struct strategy *strategy);
};

/* Base of every strategy; embed it first. */
struct strategy {
    const struct strategy_ops *ops;
};

#endif
