/* Order of this file: processes, the end of a test, interruption, the loop. */
#include "run/jobs.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/jobs_internal.h"

enum {
    /* How long what has to end is waited for. */
    GRACE_MS = 5000,
    IDLE_MS = 100,
};

/* ---- processes --------------------------------------------------------------
 */

static void remove_process(struct pool *pool, const struct job_process *process)
{
    size_t kept = 0;
    for (size_t i = 0; i < pool->processes.count; i++)
        if (pool->processes.items[i] != process)
            pool->processes.items[kept++] = pool->processes.items[i];
    pool->processes.count = kept;
}

void jobs_send_away(struct pool *pool, struct job_process *process)
{
    job_process_leave(process);
    remove_process(pool, process);
    vec_push(&pool->leaving, process);
}

static void bury(struct pool *pool)
{
    size_t kept = 0;
    for (size_t i = 0; i < pool->leaving.count; i++) {
        struct job_process *process = pool->leaving.items[i];
        if (process->ear.has_ended)
            job_process_destroy(process, NULL);
        else
            pool->leaving.items[kept++] = process;
    }
    pool->leaving.count = kept;
}

struct job_process *jobs_idle_process(struct pool *pool, struct error *error)
{
    for (size_t i = 0; i < pool->processes.count; i++) {
        struct job_process *process = pool->processes.items[i];
        if (process->bundle == NULL && !process->ear.has_ended)
            return process;
    }
    struct job_process *process =
        job_process_create(pool->campaign, pool->jobs, pool->course.end_ms,
                           pool->started++ == 0, error);
    if (process != NULL)
        vec_push(&pool->processes, process);
    return process;
}

static void close_processes(struct pool *pool)
{
    int64_t until = clock_now_ms() + GRACE_MS;
    while (pool->processes.count > 0)
        jobs_send_away(pool, pool->processes.items[0]);
    bury(pool);
    while (pool->leaving.count > 0 && clock_now_ms() < until) {
        loop_resume(pool->jobs->loop);
        loop_run_once(pool->jobs->loop, until);
        bury(pool);
    }
    for (size_t i = 0; i < pool->leaving.count; i++)
        job_process_destroy(pool->leaving.items[i], NULL);
    vec_finish(&pool->leaving);
    vec_finish(&pool->processes);
}

/* ---- the end of one ----------------------------------------------------- */

/* It ended without a last word. */
static void end_broken(struct pool *pool, struct job *job)
{
    struct job_process *process = job->process;
    struct error error = ERROR_NONE;
    char ending[80];
    remove_process(pool, process);
    if (process->trouble.code != ERROR_OK)
        error_set(&error, ERROR_RUN, "the process of this test is at fault: %s",
                  process->trouble.message);
    job_process_destroy(process, ending);
    if (error.code == ERROR_OK)
        error_set(&error, ERROR_RUN,
                  "the process of this test ended before the test did (%s)",
                  ending);
    job->process = NULL;
    if (jobs_is_walk(pool, job))
        bundle_break_off(&job->bundle, job->is_live, &error, true);
    else
        job_report_break_off(&job->bundle.walk, &error);
}

/* Somebody else has ended it. */
static bool fail_cancelled(struct campaign_outcome *outcome)
{
    struct error error = ERROR_NONE;
    if (outcome->result.error.code != ERROR_CANCELLED)
        return false;
    error_set(&error, ERROR_RUN, "the process of this test was told to end");
    campaign_outcome_fail(outcome, &error, true);
    return true;
}

static void end_complete(struct pool *pool, struct job *job)
{
    struct job_process *process = job->process;
    bool is_cancelled = false;
    job->process = NULL;
    process->bundle = NULL;
    if (campaign_is_cancelled(pool->campaign))
        return;
    for (size_t i = 0; i < pool->campaign->property_count; i++)
        if (job->is_live[i])
            is_cancelled |= fail_cancelled(bundle_outcome(&job->bundle, i));
    if (is_cancelled)
        jobs_send_away(pool, process);
}

static void end_done(struct pool *pool)
{
    for (size_t i = 0; i < pool->window.count; i++) {
        struct job *job = pool->window.items[i];
        struct job_process *process = job->process;
        if (process == NULL)
            continue;
        if (clock_now_ms() >= job->deadline_ms)
            worker_signal(&process->worker, SIGKILL);
        if (job->bundle.is_whole)
            end_complete(pool, job);
        else if (process->ear.has_ended || process->trouble.code != ERROR_OK)
            end_broken(pool, job);
        /* What can be known before its turn: no test after it counts. */
        if (jobs_is_stopping(pool, i))
            jobs_drop_behind(pool, i);
    }
    jobs_drop_dead(pool);
}

/* ---- interruption ------------------------------------------------------- */

static void wait_for_one(struct pool *pool, struct job *job)
{
    int64_t until = clock_now_ms() + GRACE_MS;
    worker_signal(&job->process->worker, SIGTERM);
    while (!job->bundle.is_whole && !job->process->ear.has_ended &&
           clock_now_ms() < until) {
        loop_resume(pool->jobs->loop);
        loop_run_once(pool->jobs->loop, until);
    }
}

/* The test whose turn it is ends as if it ran alone, and all others are thrown
 * away. */
static void interrupt(struct pool *pool)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_CANCELLED, "interrupted");
    if (pool->window.count == 0)
        jobs_pass_over(pool);
    if (pool->window.count == 0 && !jobs_is_left(pool))
        return;
    if (pool->window.count == 0)
        jobs_add_next(pool);
    jobs_drop_behind(pool, 0);
    struct job *job = pool->window.items[0];
    if (job->process != NULL) {
        wait_for_one(pool, job);
        jobs_send_away(pool, job->process);
        job->process = NULL;
    }
    if (!job->bundle.is_whole)
        jobs_fail(pool, job, &error, false);
}

/* ---- the loop ----------------------------------------------------------- */

static bool is_over(const struct pool *pool)
{
    return pool->window.count == 0 &&
           (!jobs_is_left(pool) || clock_now_ms() >= pool->course.end_ms);
}

static void wait_for_any(struct pool *pool)
{
    if (jobs_count_running(pool) == 0)
        return;
    loop_run_once(pool->jobs->loop, clock_now_ms() + IDLE_MS);
    jobs_tell_progress(pool);
    bury(pool);
}

/* False: the whole command has to end. */
static bool drive(struct pool *pool)
{
    while (jobs_tell_ended(pool)) {
        if (is_over(pool))
            return true;
        if (campaign_is_cancelled(pool->campaign)) {
            interrupt(pool);
            continue;
        }
        jobs_begin_more(pool);
        wait_for_any(pool);
        end_done(pool);
    }
    return false;
}

bool jobs_run(const struct campaign *campaign, const struct jobs *jobs,
              struct run_summary *summary, struct error *error)
{
    assert(jobs->count > 0);
    int64_t started = clock_now_ms();
    struct error unused = ERROR_NONE;
    struct pool pool = {
        .campaign = campaign,
        .jobs = jobs,
        .course =
            campaign_begin(campaign, summary, error == NULL ? &unused : error),
        .limit = jobs->count,
        .next = campaign_first(campaign, 0),
        .is_live =
            memory_zeroed(campaign->property_count, sizeof *pool.is_live),
    };
    for (size_t i = 0; i < campaign->property_count; i++)
        pool.is_live[i] = true;
    bool goes_on = drive(&pool);
    while (pool.window.count > 0)
        jobs_destroy_job(&pool, vec_pop(&pool.window));
    vec_finish(&pool.window);
    close_processes(&pool);
    if (jobs_is_left(&pool)) {
        summary->not_run +=
            campaign_tests_left(campaign, &pool.next, pool.is_live);
        summary->out_of_time |= clock_now_ms() >= pool.course.end_ms;
    }
    summary->duration_ms = clock_now_ms() - started;
    free(pool.is_live);
    campaign_end(&pool.course);
    return goes_on;
}
