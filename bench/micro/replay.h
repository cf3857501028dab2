/* A recorded trace that goes on for as long as one likes.
 *
 * The longest stretch of the trace that begins and ends with equal states (but
 * for the names of elements) is repeated: after its last state comes its
 * first, as a step in which nothing happened. */
#ifndef WEIR_BENCH_MICRO_REPLAY_H
#define WEIR_BENCH_MICRO_REPLAY_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "trace/trace_file.h"

struct replay {
    struct trace trace;
    size_t first, last; /* of the stretch, indices into the trace's steps */
};

/* False and *error: no trace, or nothing in it repeats. */
bool replay_open(struct replay *replay, const char *path, struct error *error);
void replay_close(struct replay *replay);

/* The index of the step that follows the one at `index`. `*joined` says that
 * nothing happened between the two. */
size_t replay_next(const struct replay *replay, size_t index, bool *joined);

#endif
