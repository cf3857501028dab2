/* One of the processes that run tests for jobs.c: it takes a test, runs it and
 * says what came of it; then the next. */
#ifndef WEIR_RUN_JOB_PROCESS_H
#define WEIR_RUN_JOB_PROCESS_H

#include "base/worker.h"
#include "base/worker_ear.h"
#include "run/bundle.h"
#include "run/jobs.h"

struct job_process {
    struct worker worker;
    struct worker_ear ear; /* has_ended: its process has */
    struct bundle *bundle; /* of the test that it runs; NULL: it is idle */
    struct error trouble;  /* with what it said */
    bool leaves;           /* it was told to end */
};

/* Starts the process. NULL: *error. */
struct job_process *job_process_create(const struct campaign *campaign,
                                       const struct jobs *jobs, int64_t end_ms,
                                       bool is_first, struct error *error);

/* Waits for its end, or kills it when it has not ended; says how (80 bytes, or
 * NULL). */
void job_process_destroy(struct job_process *process, char *ending);

/* Whether the test of this place is a walk of several properties. */
bool job_process_is_walk(const struct campaign *campaign,
                         const struct campaign_place *place);

/* Begins a test. What it says goes into the bundle while the loop runs, until
 * that is whole or the process has ended. Of a walk those properties are told
 * of and made shorter that are in is_live (by property). False: the process has
 * ended. */
bool job_process_run(struct job_process *process,
                     const struct campaign_place *place, const bool *is_live,
                     size_t property_count, struct bundle *bundle);

/* Tells it to end; a test that it runs is broken off. */
void job_process_leave(struct job_process *process);

#endif
