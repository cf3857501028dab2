/* What the page has written anew, maybe with an equal value: what a step's
 * `ticked` has of a page (docs/SIGNALS.md, "What ticks when").
 *
 * The page script counts for each value how often it has been written
 * (inject/observe/written.js) and tells the counts as `::written` of a state.
 * That is no part of the state: here it is taken out, and becomes a list of
 * those counts that are others than with the step before. So nothing is lost
 * with a state that is read and passed over.
 *
 * Private to the room.
 */
#ifndef WEIR_CDP_EXECUTOR_WRITTEN_H
#define WEIR_CDP_EXECUTOR_WRITTEN_H

#include "trace/value.h"

struct written {
    struct value *shown; /* with the state at hand; NULL: nothing was told */
    struct value *told;  /* with the last step; NULL: none */
};

/* Takes the counts out of the state (taken) and keeps them. */
struct value *written_take(struct written *written, struct value *state);

/* What a step with the state at hand has in `ticked`: [[selector, place, field,
 * ...], ...], the caller's, or NULL: nothing. The step before the next one is
 * this one. */
struct value *written_tell(struct written *written);

void written_finish(struct written *written);

#endif
