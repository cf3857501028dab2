/* What of the page's own scripts runs, from the Profiler domain: V8 keeps count
 * of functions and of the blocks in them, and gives what has changed since it
 * was last asked.
 *
 * It is asked for what ran at all (`callCount` off), by blocks. Exact counts
 * are no use: a function without blocks that V8 has optimised is not counted
 * any more, and when it is optimised hangs on the machine. As it is asked, a
 * function comes when it runs for the first time, and later each time a part of
 * it was left out (trace/reach.h); both are the same in every run. Counting has
 * to begin before the page's scripts are compiled.
 *
 * A function is known by its script's address and where it stands there, so it
 * is the same one after a reload. Scripts without an address do not count:
 * these are ours, and what the page makes with eval and does not name. The
 * query of an address does not count, either.
 *
 * Private to the room. */
#ifndef WEIR_CDP_PAGE_PROFILER_H
#define WEIR_CDP_PAGE_PROFILER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/json.h"
#include "trace/reach.h"

struct page;

/* Sends, in the group under way, that counting is to begin. */
void profiler_start(struct page *page);

/* Asks what has run, and appends it. A page that cannot answer (a dialog is
 * open, another document is on its way) is not asked; what it has done is told
 * the next time. `anew`: counting has to begin once more, and what ran before
 * is lost; cleared when that has been asked for. False: *error. */
bool profiler_take(struct page *page, bool *anew, int64_t deadline_ms,
                   struct reach *reach, struct error *error);

/* Appends what the answer to Profiler.takePreciseCoverage tells. False: it is
 * not such an answer, ERROR_RUN. */
bool profiler_read(const struct json *answer, struct reach *reach,
                   struct error *error);

#endif
