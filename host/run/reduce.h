/* What is done with a test that failed: it is run again, to see whether it
 * fails again, and made shorter (run/shrink.h), each time on a fresh
 * application in the same executor, with the seed of the test. So is one in
 * which an expression could not be evaluated any more that could be before
 * (ERROR_UNJUDGED_LATER): what led there is what people look for.
 *
 * What counts as failing again: definitely false where the test was definitely
 * false; where it was presumptively false (something that must come has not),
 * either. Not a run that is definitely false in its first state, where the
 * test was not: the application remembers what came before. Of an error: the
 * same one at the same place of the specification, whatever the values are. */
#ifndef WEIR_RUN_REDUCE_H
#define WEIR_RUN_REDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/checker.h"
#include "port/executor.h"
#include "port/reporter.h"
#include "run/ahead.h"
#include "run/script.h"
#include "run/session.h"

struct reduce_options {
    /* Makes a checker and its actor for one run; the checker owns both. */
    struct checker *(*open)(void *context, size_t property,
                            struct actor **actor);
    bool (*cancelled)(void *context); /* may be NULL */
    void *context;
    size_t property;

    struct executor *executor;
    struct ahead *ahead; /* makes runs at the same time; NULL: none does */
    struct reporter *reporter; /* is told of the progress */
    uint64_t seed;             /* of the test */
    bool real_time;            /* see run/script.h */
    bool keep_all;             /* see struct session_options */
    int64_t timeout_ms;        /* of each run */
    int64_t end_ms;            /* clock_now_ms(): no further run */
    bool another;              /* a run is likely to follow each of them */
    bool by_place;             /* reduce_run: see run/script.h */
    bool is_strict;            /* reduce_run: ends at a choice that is not on
                                  offer instead of leaving it out */
};

struct reduction {
    enum reduction_kind kind;
    enum reduction_end end;
    int64_t runs;
    int64_t duration_ms;
    /* How often the result was run to confirm it, and how often it failed;
     * FLAKY: the same of the test as it was found. */
    int64_t confirm_runs, confirm_failures;
    char *trouble;        /* owned; or NULL */
    bool began_otherwise; /* as in struct reduction_info... */
    int64_t left_out;     /* ...and this */
    /* SHORTER: the test as it was found. FLAKY: the last run of the same
     * actions, which did not fail. Otherwise empty. */
    bool has_other;
    struct session_result other;
};

void reduction_init(struct reduction *reduction);
void reduction_finish(struct reduction *reduction); /* and empties it */

/* Whether a run that ended so fails as the test did. */
bool reduce_fails_alike(struct verdict found, struct verdict now);

/* Whether there is something to make shorter. */
bool reduce_is_for(const struct session_result *result);

/* `result` is of a test for which that is so; when a shorter run fails, it is
 * that run afterwards, and the test is in reduction->other. */
void reduce(const struct reduce_options *options, struct session_result *result,
            struct reduction *reduction);

/* Runs the choices once, leaving out what is not on offer. False: it could not
 * be done; result->error. Also for recorded and saved runs. */
bool reduce_run(const struct reduce_options *options,
                const struct choice_list *choices, int64_t linger_ms,
                struct session_result *result, struct script_course *course);

#endif
