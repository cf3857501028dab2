/* Order of this file: who is tested still, beginning a test, which are begun,
 * which are thrown away. */
#include "run/jobs_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    /* Tests that are begun or have ended, for each that may run: those that
     * end early wait in memory for the one before them. */
    AHEAD = 4,
    /* A test ends itself at its deadline; one that has not by then is stuck. */
    STUCK_MS = 30000,
};

/* ---- who is tested still ---------------------------------------------------
 */

bool jobs_is_walk(const struct pool *pool, const struct job *job)
{
    return job_process_is_walk(pool->campaign, &job->place);
}

/* By what is known of the job, also before its turn. */
static bool is_last_of(const struct pool *pool, struct job *job,
                       size_t property)
{
    struct bundle *bundle = &job->bundle;
    if (jobs_is_walk(pool, job) ? !job->is_live[property]
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

bool jobs_is_stopping(const struct pool *pool, size_t at)
{
    struct job *job = pool->window.items[at];
    if (job->process != NULL)
        return false;
    for (size_t i = job->place.property; i < pool->campaign->property_count;
         i = campaign_member_after(pool->campaign, i)) {
        if (job->is_live[i] && is_live_at(pool, at, i) &&
            !bundle_outcome(&job->bundle, i)->goes_on)
            return true;
        if (!jobs_is_walk(pool, job))
            break;
    }
    return false;
}

/* ---- beginning a test --------------------------------------------------- */

void jobs_destroy_job(struct pool *pool, struct job *job)
{
    if (job->process != NULL)
        jobs_send_away(pool, job->process);
    bundle_finish(&job->bundle);
    free(job->is_live);
    free(job);
}

static void run_in(struct pool *pool, struct job *job,
                   struct job_process *process)
{
    job->process = process;
    int64_t tests = 1;
    if (jobs_is_walk(pool, job))
        tests = (int64_t)campaign_count_live(pool->campaign,
                                             job->place.property, job->is_live);
    job->deadline_ms = clock_now_ms() + pool->campaign->timeout_ms +
                       campaign_shrink_most_ms(pool->campaign) * tests;
    if (job->deadline_ms > pool->course.end_ms)
        job->deadline_ms = pool->course.end_ms;
    job->deadline_ms += STUCK_MS;
}

/* ---- which are begun ---------------------------------------------------- */

bool jobs_is_left(const struct pool *pool)
{
    return pool->next.property < pool->campaign->property_count;
}

struct campaign_place jobs_group_behind(const struct campaign *campaign,
                                        const struct campaign_place *place)
{
    size_t leader = campaign_leader(campaign, place->property);
    return campaign_first(campaign, campaign_group_after(campaign, leader));
}

void jobs_pass_over(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    while (jobs_is_left(pool) &&
           !find_live(pool, &pool->next, pool->window.count, is_live))
        pool->next = pool->next.saved > 0
                         ? campaign_after(campaign, &pool->next)
                         : jobs_group_behind(campaign, &pool->next);
    free(is_live);
}

struct job *jobs_add_next(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    size_t count = campaign->property_count;
    struct job *job = MEMORY_NEW(struct job);
    job->place = pool->next;
    job->is_live = memory_zeroed(count, sizeof *job->is_live);
    find_live(pool, &job->place, pool->window.count, job->is_live);
    bundle_init(&job->bundle, jobs_is_walk(pool, job) ? count : 0,
                campaign->keep_all);
    vec_push(&pool->window, job);
    pool->next = campaign_after(campaign, &job->place);
    return job;
}

size_t jobs_count_running(const struct pool *pool)
{
    size_t count = 0;
    for (size_t i = 0; i < pool->window.count; i++)
        count += pool->window.items[i]->process != NULL;
    return count;
}

static bool is_stopped(const struct pool *pool)
{
    for (size_t i = 0; i < pool->window.count; i++)
        if (jobs_is_stopping(pool, i))
            return true;
    return false;
}

void jobs_fail(const struct pool *pool, struct job *job,
               const struct error *error, bool goes_on)
{
    if (jobs_is_walk(pool, job))
        bundle_break_off(&job->bundle, job->is_live, error, goes_on);
    else
        campaign_outcome_fail(&job->bundle.walk.outcome, error, goes_on);
}

/* There is no process for it. Others that run take its turn later; when there
 * is none, nothing can be tested. */
static void go_without(struct pool *pool, struct job *job,
                       const struct error *error)
{
    size_t running = jobs_count_running(pool);
    if (running == 0) {
        jobs_fail(pool, job, error, false);
        return;
    }
    log_warn("%s: going on with %zu at a time", error->message, running);
    pool->limit = running;
    pool->window.count--;
    pool->next = job->place;
    jobs_destroy_job(pool, job);
}

static void begin(struct pool *pool, struct job *job)
{
    struct error error = ERROR_NONE;
    struct job_process *process = jobs_idle_process(pool, &error);
    while (process != NULL &&
           !job_process_run(process, &job->place, job->is_live,
                            pool->campaign->property_count, &job->bundle)) {
        jobs_send_away(pool, process); /* it died since its last test */
        process = jobs_idle_process(pool, &error);
    }
    if (process == NULL)
        go_without(pool, job, &error);
    else
        run_in(pool, job, process);
}

void jobs_begin_more(struct pool *pool)
{
    for (jobs_pass_over(pool); jobs_is_left(pool) && !is_stopped(pool) &&
                               clock_now_ms() < pool->course.end_ms &&
                               jobs_count_running(pool) < pool->limit &&
                               pool->window.count < pool->limit * AHEAD;
         jobs_pass_over(pool))
        begin(pool, jobs_add_next(pool));
}

void jobs_drop_behind(struct pool *pool, size_t at)
{
    const struct campaign_place *place = &pool->window.items[at]->place;
    for (size_t i = at + 1; i < pool->window.count; i++)
        jobs_destroy_job(pool, pool->window.items[i]);
    pool->window.count = at + 1;
    pool->next = campaign_after(pool->campaign, place);
}

void jobs_drop_dead(struct pool *pool)
{
    const struct campaign *campaign = pool->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    size_t kept = 0;
    for (size_t i = 0; i < pool->window.count; i++) {
        struct job *job = pool->window.items[i];
        if (find_live(pool, &job->place, kept, is_live))
            pool->window.items[kept++] = job;
        else
            jobs_destroy_job(pool, job);
    }
    pool->window.count = kept;
    free(is_live);
}
