/* What the files of jobs.c share: the window of tests that have begun and have
 * not been told of, in their order, and the processes that run them.
 *
 * A test is live as long as one of its properties is to be tested still, by
 * what is known of the tests before it; of others nobody is told, and they are
 * thrown away. */
#ifndef WEIR_RUN_JOBS_INTERNAL_H
#define WEIR_RUN_JOBS_INTERNAL_H

#include "base/vec.h"
#include "run/bundle.h"
#include "run/job_process.h"

struct job {
    struct campaign_place place;
    struct job_process *process; /* NULL: it has ended, the outcome is there */
    int64_t deadline_ms;         /* when it counts as stuck */
    struct bundle bundle;
    bool *is_live; /* by property: those whose test it is, as far as was known
                      when it began */
};

struct pool {
    const struct campaign *campaign;
    const struct jobs *jobs;
    struct course course;
    VEC(struct job_process *) processes;
    VEC(struct job_process *) leaving;
    size_t started;             /* processes so far */
    size_t limit;               /* tests at a time */
    VEC(struct job *) window;   /* in order; the first is told of next */
    struct campaign_place next; /* the first that was not begun */
    int64_t actions;            /* of the tests that have been told of */
    bool *is_live; /* by property, as of the tests that have been told of: it is
                      to be tested again */
};

/* ---- jobs.c: processes ----------------------------------------------------
 */

/* One that runs nothing, started when there is none. NULL: *error. */
struct job_process *jobs_idle_process(struct pool *pool, struct error *error);
void jobs_send_away(struct pool *pool, struct job_process *process);

/* ---- jobs_window.c --------------------------------------------------------
 */

/* Its test is a walk of several properties. */
bool jobs_is_walk(const struct pool *pool, const struct job *job);

/* The test in this place of the window ends the whole command when its turn
 * comes. */
bool jobs_is_stopping(const struct pool *pool, size_t at);

/* There are tests that have not begun. */
bool jobs_is_left(const struct pool *pool);

/* The first test of the group after that of the place. */
struct campaign_place jobs_group_behind(const struct campaign *campaign,
                                        const struct campaign_place *place);

/* Passes over tests of which nobody will be told, as far as is known. */
void jobs_pass_over(struct pool *pool);

/* Puts the next test into the window; it has no process yet. */
struct job *jobs_add_next(struct pool *pool);

/* Begins as many tests as there is room for. */
void jobs_begin_more(struct pool *pool);
size_t jobs_count_running(const struct pool *pool);

/* All tests of the job end with this error. */
void jobs_fail(const struct pool *pool, struct job *job,
               const struct error *error, bool goes_on);

/* Throws away what stands after a test; tests of which nobody will be told. */
void jobs_drop_behind(struct pool *pool, size_t at);
void jobs_drop_dead(struct pool *pool);

/* It is not in the window any more. */
void jobs_destroy_job(struct pool *pool, struct job *job);

/* ---- jobs_tell.c ----------------------------------------------------------
 */

/* Tells of the tests that have ended, as far as their turn has come. False: the
 * whole command has to end. */
bool jobs_tell_ended(struct pool *pool);

void jobs_tell_progress(const struct pool *pool);

#endif
