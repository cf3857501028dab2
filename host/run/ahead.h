/* A second process that makes a run of shrinking while we make another one: the
 * list that is likely to be next, should ours hold (docs/decisions/0097). It is
 * a copy of this program (base/worker.h) with an executor of its own.
 *
 * It only tells which lists need not be run: of one that fails there we make
 * the run ourselves. So the result is what it would be without it, as far as
 * runs can be repeated. Whatever goes wrong in it ends it, and we go on alone.
 *
 * Not where two runs at the same time meet each other's data. */
#ifndef WEIR_RUN_AHEAD_H
#define WEIR_RUN_AHEAD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/loop.h"
#include "port/executor.h"
#include "port/reporter.h"
#include "run/known_runs.h"

struct reduce_options; /* run/reduce.h */
struct reduce_trial;   /* run/reduce_internal.h */

struct ahead_options {
    struct loop *loop;
    /* In the process, before anything else: as in struct jobs (run/jobs.h). */
    struct executor *(*enter)(void *context, bool is_first,
                              struct reporter *reporter, struct error *error);
    void *context;
};

/* Starts nothing yet. */
struct ahead *ahead_create(const struct ahead_options *options);

/* Ends the process, its executor first. NULL is fine. */
void ahead_destroy(struct ahead *ahead);

/* Starts the process with these options, unless it has been started. */
void ahead_prepare(struct ahead *ahead, const struct reduce_options *options);

/* Begins a run of `next`, of which the test is known so far, unless a run is
 * under way, or `now` has been made and is to be asked for. Of the options only
 * the property, the seed and the times count. */
void ahead_begin(struct ahead *ahead, const struct reduce_options *options,
                 const struct reduce_trial *trial,
                 const struct choice_list *now, const struct choice_list *next);

/* Whether a run of these choices was begun, and held. Waits for its end, until
 * clock_now_ms() is end_ms; *course, which is empty, is what became of it. */
bool ahead_holds(struct ahead *ahead, const struct choice_list *choices,
                 int64_t end_ms, struct choice_course *course);

#endif
