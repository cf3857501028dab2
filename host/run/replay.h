/* A recorded test is done again, and compared step by step. */
#ifndef WEIR_RUN_REPLAY_H
#define WEIR_RUN_REPLAY_H

#include "run/reduce.h"
#include "trace/trace_file.h"

/* The first thing that is not as it was recorded. */
enum replay_difference {
    REPLAY_SAME,
    REPLAY_NOT_OFFERED, /* the action of the step is not on offer */
    REPLAY_OTHER_STEP,  /* another kind of step, action or event */
    REPLAY_OTHER_STATE,
    REPLAY_SHORTER, /* there is no such step: it ended before */
    REPLAY_LONGER,  /* there are more steps than were recorded */
    REPLAY_VERDICT, /* the steps are the same, the verdict is not */
};

struct replay {
    struct session_result result; /* of the run that was made now */
    enum replay_difference difference;
    size_t at;            /* index of the step where they differ */
    struct value *before; /* OTHER_STATE: the two states, comparable */
    struct value *after;
    size_t stuck; /* index of the recorded step whose action was not on offer:
                     nothing was done after it; SIZE_MAX: all was */
    bool is_refused; /* it was on offer, and was turned down */
};

void replay_init(struct replay *replay);
void replay_finish(struct replay *replay); /* and empties it */

/* Runs the actions of the trace, which is whole in memory, and fills *replay,
 * which is initialised. Ends where an action is not on offer; a state that
 * differs does not end it. False: it could not be run: result.error. */
bool replay_run(const struct reduce_options *options, const struct trace *trace,
                struct replay *replay);

/* A copy of the state without what is different in every run and says nothing
 * of what is seen: "ref" and "position" of elements. */
struct value *replay_comparable(const struct value *state);

#endif
