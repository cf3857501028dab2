/* Order of this file: processes, beginning a test, which are begun, the end of
 * one, interruption, telling of them in order, the loop. */
#include "run/jobs.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/vec.h"
#include "run/bundle.h"
#include "run/job_process.h"

enum {
    /* Tests that are begun or have ended, for each that may run: those that
     * end early wait in memory for the one before them. */
    AHEAD = 4,
    /* How long what has to end is waited for. */
    GRACE_MS = 5000,
    /* A test ends itself at its deadline; one that has not by then is stuck. */
    STUCK_MS = 30000,
    IDLE_MS = 100,
};

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

static void send_away(struct pool *pool, struct job_process *process)
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

/* One that runs nothing, started when there is none. */
static struct job_process *idle_process(struct pool *pool, struct error *error)
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
        send_away(pool, pool->processes.items[0]);
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

/* ---- who is tested still ---------------------------------------------------
 */

static bool is_walk(const struct pool *pool, const struct job *job)
{
    return job_process_is_walk(pool->campaign, &job->place);
}

/* By what is known of the job, also before its turn. */
static bool is_last_of(const struct pool *pool, struct job *job,
                       size_t property)
{
    struct bundle *bundle = &job->bundle;
    if (is_walk(pool, job) ? !job->is_live[property]
                           : job->place.property != property)
        return false;
    if (bundle->walk.is_failing)
        return true; /* it is being made shorter */
    if (bundle->is_judged || job->process == NULL)
        return !campaign_goes_on(&pool->course, &job->place,
                                 bundle_outcome(bundle, property));
    return false;
}

/* In the place `at` of the window. */
static bool is_live_at(const struct pool *pool, size_t at, size_t property)
{
    if (!pool->is_live[property])
        return false;
    for (size_t i = 0; i < at; i++)
        if (is_last_of(pool, pool->window.items[i], property))
            return false;
    return true;
}

/* The same for those whose test a place is. False: there are none. */
static bool find_live(const struct pool *pool,
                      const struct campaign_place *place, size_t at,
                      bool *is_live)
{
    const struct campaign *campaign = pool->campaign;
    bool any = false;
    memset(is_live, 0, campaign->property_count * sizeof *is_live);
    if (!job_process_is_walk(campaign, place)) {
        is_live[place->property] = is_live_at(pool, at, place->property);
        return is_live[place->property];
    }
    for (size_t i = place->property; i < campaign->property_count;
         i = campaign_member_after(campaign, i)) {
        is_live[i] = is_live_at(pool, at, i);
        any |= is_live[i];
    }
    return any;
}

/* One of its tests ends the whole command when its turn comes. */
static bool is_stopping(const struct pool *pool, size_t at)
{
    struct job *job = pool->window.items[at];
    if (job->process != NULL)
        return false;
    for (size_t i = job->place.property; i < pool->campaign->property_count;
         i = campaign_member_after(pool->campaign, i)) {
        if (job->is_live[i] && is_live_at(pool, at, i) &&
            !bundle_outcome(&job->bundle, i)->goes_on)
            return true;
        if (!is_walk(pool, job))
            break;
    }
    return false;
}

/* ---- beginning a test --------------------------------------------------- */

static void destroy_job(struct pool *pool, struct job *job)
{
    if (job->process != NULL)
        send_away(pool, job->process);
    bundle_finish(&job->bundle);
    free(job->is_live);
    free(job);
}

static void run_in(struct pool *pool, struct job *job,
                   struct job_process *process)
{
    job->process = process;
    int64_t tests = 1;
    if (is_walk(pool, job))
        tests = (int64_t)campaign_count_live(pool->campaign,
                                             job->place.property, job->is_live);
    job->deadline_ms = clock_now_ms() + pool->campaign->timeout_ms +
                       campaign_shrink_most_ms(pool->campaign) * tests;
    if (job->deadline_ms > pool->course.end_ms)
        job->deadline_ms = pool->course.end_ms;
    job->deadline_ms += STUCK_MS;
}

/* ---- which are begun ---------------------------------------------------- */

static bool is_left(const struct pool *pool)
{
    return pool->next.property < pool->campaign->property_count;
}

static struct campaign_place group_behind(const struct campaign *campaign,
                                          const struct campaign_place *place)
{
    size_t leader = campaign_leader(campaign, place->property);
    return campaign_first(campaign, campaign_group_after(campaign, leader));
}

/* Passes over tests of which nobody will be told, as far as is known. */
static void pass_over(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    while (is_left(pool) &&
           !find_live(pool, &pool->next, pool->window.count, is_live))
        pool->next = pool->next.saved > 0
                         ? campaign_after(campaign, &pool->next)
                         : group_behind(campaign, &pool->next);
    free(is_live);
}

static struct job *add_next(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    size_t count = campaign->property_count;
    struct job *job = MEMORY_NEW(struct job);
    job->place = pool->next;
    job->is_live = memory_zeroed(count, sizeof *job->is_live);
    find_live(pool, &job->place, pool->window.count, job->is_live);
    bundle_init(&job->bundle, is_walk(pool, job) ? count : 0,
                campaign->keep_all);
    vec_push(&pool->window, job);
    pool->next = campaign_after(campaign, &job->place);
    return job;
}

static size_t count_running(const struct pool *pool)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->window.count; i++)
        count += pool->window.items[i]->process != NULL;
    return count;
}

static bool is_stopped(const struct pool *pool)
{
    for (size_t i = 0; i < pool->window.count; i++)
        if (is_stopping(pool, i))
            return true;
    return false;
}

/* All of its tests end with this error. */
static void fail(const struct pool *pool, struct job *job,
                 const struct error *error, bool goes_on)
{
    if (is_walk(pool, job))
        bundle_break_off(&job->bundle, job->is_live, error, goes_on);
    else
        campaign_outcome_fail(&job->bundle.walk.outcome, error, goes_on);
}

/* There is no process for it. Others that run take its turn later; when there
 * is none, nothing can be tested. */
static void go_without(struct pool *pool, struct job *job,
                       const struct error *error)
{
    size_t running = count_running(pool);
    if (running == 0) {
        fail(pool, job, error, false);
        return;
    }
    log_warn("%s: going on with %zu at a time", error->message, running);
    pool->limit = running;
    pool->window.count--;
    pool->next = job->place;
    destroy_job(pool, job);
}

static void begin(struct pool *pool, struct job *job)
{
    struct error error = ERROR_NONE;
    struct job_process *process = idle_process(pool, &error);
    while (process != NULL &&
           !job_process_run(process, &job->place, job->is_live,
                            pool->campaign->property_count, &job->bundle)) {
        send_away(pool, process); /* it died since its last test */
        process = idle_process(pool, &error);
    }
    if (process == NULL)
        go_without(pool, job, &error);
    else
        run_in(pool, job, process);
}

static void begin_more(struct pool *pool)
{
    for (pass_over(pool); is_left(pool) && !is_stopped(pool) &&
                          clock_now_ms() < pool->course.end_ms &&
                          count_running(pool) < pool->limit &&
                          pool->window.count < pool->limit * AHEAD;
         pass_over(pool))
        begin(pool, add_next(pool));
}

/* Throws away what stands behind a test. */
static void drop_behind(struct pool *pool, size_t at)
{
    const struct campaign_place *place = &pool->window.items[at]->place;
    for (size_t i = at + 1; i < pool->window.count; i++)
        destroy_job(pool, pool->window.items[i]);
    pool->window.count = at + 1;
    pool->next = campaign_after(pool->campaign, place);
}

/* Throws away tests of which nobody will be told. */
static void drop_dead(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    size_t kept = 0;
    for (size_t i = 0; i < pool->window.count; i++) {
        struct job *job = pool->window.items[i];
        if (find_live(pool, &job->place, kept, is_live))
            pool->window.items[kept++] = job;
        else
            destroy_job(pool, job);
    }
    pool->window.count = kept;
    free(is_live);
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
    if (is_walk(pool, job))
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
        send_away(pool, process);
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
        /* What can be known before its turn: no test behind it counts. */
        if (is_stopping(pool, i))
            drop_behind(pool, i);
    }
    drop_dead(pool);
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
        pass_over(pool);
    if (pool->window.count == 0 && !is_left(pool))
        return;
    if (pool->window.count == 0)
        add_next(pool);
    drop_behind(pool, 0);
    struct job *job = pool->window.items[0];
    if (job->process != NULL) {
        wait_for_one(pool, job);
        send_away(pool, job->process);
        job->process = NULL;
    }
    if (!job->bundle.is_whole)
        fail(pool, job, &error, false);
}

/* ---- telling of them in order ------------------------------------------- */

static struct job *take_first(struct pool *pool)
{
    struct job *first = pool->window.items[0];
    pool->window.count--;
    memmove(pool->window.items, pool->window.items + 1,
            pool->window.count * sizeof(struct job *));
    return first;
}

static bool tell_walk(struct pool *pool, struct job *job)
{
    const struct campaign *campaign = pool->campaign;
    size_t leader = job->place.property;
    uint64_t live = campaign_count_live(campaign, leader, pool->is_live);
    struct campaign_outcome *outcomes = bundle_release(&job->bundle);
    bool goes_on = campaign_tell_walk(&pool->course, &job->place, NULL, false,
                                      pool->is_live, outcomes);
    campaign_outcomes_destroy(outcomes, campaign->property_count);
    if (goes_on)
        return true;
    pool->course.summary->not_run +=
        campaign_walks_from(campaign, leader, job->place.number + 1) * live;
    pool->next = group_behind(campaign, &job->place);
    return false;
}

static bool tell_test(struct pool *pool, struct job *job)
{
    struct campaign_outcome *outcome = &job->bundle.walk.outcome;
    kept_steps_straighten(&outcome->result.kept); /* cut off */
    bool goes_on = campaign_tell(&pool->course, &job->place, outcome);
    if (!goes_on)
        pool->next = campaign_after(pool->campaign, &job->place);
    else
        pool->is_live[job->place.property] =
            campaign_goes_on(&pool->course, &job->place, outcome);
    return goes_on;
}

/* False: the whole command has to end. */
static bool tell_ended(struct pool *pool)
{
    bool goes_on = true;
    while (goes_on && pool->window.count > 0 &&
           pool->window.items[0]->process == NULL) {
        struct job *job = take_first(pool);
        pool->actions += job->bundle.walk.outcome.result.actions;
        goes_on =
            is_walk(pool, job) ? tell_walk(pool, job) : tell_test(pool, job);
        destroy_job(pool, job);
    }
    return goes_on;
}

static void add_job(struct run_progress *progress, const struct job *job)
{
    progress->actions += job->bundle.walk.outcome.result.actions;
    progress->running += job->process != NULL;
    if (progress->doing == NULL && job->process != NULL)
        progress->doing = job->bundle.walk.doing;
}

static struct run_job job_process_now(const struct pool *pool,
                                      const struct job_process *process)
{
    const struct campaign *campaign = pool->campaign;
    for (size_t i = 0; i < pool->window.count; i++) {
        const struct job *job = pool->window.items[i];
        const struct job_report *job_report = &job->bundle.walk;
        if (job->process != process)
            continue;
        const struct session_result *result = &job_report->outcome.result;
        return (struct run_job){
            .property =
                campaign->property_name(campaign->context, job->place.property),
            .number = job->place.number,
            .actions = result->actions,
            .doing = job_report->is_stepping ? NULL : job_report->doing,
            .step = kept_steps_last(&result->kept, 0),
            .before = kept_steps_last(&result->kept, 1),
        };
    }
    return (struct run_job){.property = NULL};
}

static void tell_progress(const struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    struct reporter *reporter = campaign->reporter;
    if (pool->window.count == 0 || reporter->ops->progress == NULL)
        return;
    const struct campaign_place *place = &pool->window.items[0]->place;
    struct run_progress progress = {
        .told = pool->course.index,
        .property = campaign->property_name(campaign->context, place->property),
        .number = place->number,
        .actions = pool->actions,
    };
    for (size_t i = 0; i < pool->window.count; i++)
        add_job(&progress, pool->window.items[i]);
    struct run_job processes[JOBS_LIMIT];
    progress.jobs = processes;
    for (size_t i = 0; i < pool->processes.count && i < JOBS_LIMIT; i++)
        processes[progress.job_count++] =
            job_process_now(pool, pool->processes.items[i]);
    reporter->ops->progress(reporter, &progress);
}

/* ---- the loop ----------------------------------------------------------- */

static bool is_over(const struct pool *pool)
{
    return pool->window.count == 0 &&
           (!is_left(pool) || clock_now_ms() >= pool->course.end_ms);
}

static void wait_for_any(struct pool *pool)
{
    if (count_running(pool) == 0)
        return;
    loop_run_once(pool->jobs->loop, clock_now_ms() + IDLE_MS);
    tell_progress(pool);
    bury(pool);
}

/* False: the whole command has to end. */
static bool drive(struct pool *pool)
{
    while (tell_ended(pool)) {
        if (is_over(pool))
            return true;
        if (campaign_is_cancelled(pool->campaign)) {
            interrupt(pool);
            continue;
        }
        begin_more(pool);
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
        destroy_job(&pool, vec_pop(&pool.window));
    vec_finish(&pool.window);
    close_processes(&pool);
    if (is_left(&pool)) {
        summary->not_run +=
            campaign_tests_left(campaign, &pool.next, pool.is_live);
        summary->out_of_time |= clock_now_ms() >= pool.course.end_ms;
    }
    summary->duration_ms = clock_now_ms() - started;
    free(pool.is_live);
    campaign_end(&pool.course);
    return goes_on;
}
