/* In this file: what a job says, beginning and ending jobs, progress, the tests
 * in order. */
#include "run/model/jobs_internal.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/lines.h"
#include "base/memory.h"
#include "run/model/perform.h"
#include "run/model/trial_lines.h"

enum {
    /* Tests of one job that have ended and wait for those before them: then
     * the job waits, too. */
    AHEAD = 16,
    /* How long what has to end is waited for. */
    GRACE_MS = 5000,
    IDLE_MS = 100,
    JOBS_MOST = 64,
};

/* ---- what it says ------------------------------------------------------- */

static bool take_line(void *data, struct str line, struct error *error)
{
    struct job *job = data;
    const struct pool *pool = job->pool;
    struct trial_said said;
    if (!trial_read(&said, line, pool->course->statistics.info, error))
        return false;
    switch (said.kind) {
    case TRIAL_BEGUN:
        job->begun = said.number;
        free(job->doing);
        job->doing = NULL;
        break;
    case TRIAL_DOING:
        free(job->doing);
        job->doing = said.doing;
        said.doing = NULL;
        break;
    case TRIAL_FAILING:
        trial_finish(&job->failing);
        job->failing = said.trial;
        job->is_failing = true;
        trial_init(&said.trial);
        break;
    case TRIAL_WHOLE:
        vec_push(&job->ended, said.trial);
        job->is_failing = false;
        trial_init(&said.trial);
        break;
    }
    trial_said_finish(&said);
    return true;
}

/* Not more for now than a few tests that wait for others. */
static bool take(void *data, const char *bytes, size_t length)
{
    struct job *job = data;
    if (job->trouble.code == ERROR_OK)
        lines_feed(&job->unread, bytes, length, take_line, job, &job->trouble);
    return job->ended.count < AHEAD;
}

static bool has_ended(const struct job *job)
{
    return job->worker.socket < 0 || job->ear.has_ended;
}

/* Goes on where it was left because too much had come. */
static bool listen_to(struct job *job, struct error *error)
{
    if (worker_ear_is_open(&job->ear) || has_ended(job) ||
        job->ended.count >= AHEAD)
        return true;
    return worker_ear_open(&job->ear, job->pool->jobs->loop, &job->worker, take,
                           job, error);
}

/* ---- beginning and ending jobs ------------------------------------------ */

/* The part of the shard that is the job's. */
static struct shard share_of(const struct pool *pool, size_t place)
{
    struct shard shard = pool->campaign->shard;
    if (shard.of == 0)
        return (struct shard){place + 1, pool->count};
    return (struct shard){shard.number + shard.of * place,
                          shard.of * pool->count};
}

static int64_t next_of(const struct job *job, int64_t number)
{
    struct model_campaign own = *job->pool->campaign;
    own.shard = job->share;
    return model_campaign_next(&own, job->pool->property, number);
}

static bool begin_job(struct pool *pool, size_t place, struct error *error)
{
    struct job *job = &pool->items[place];
    *job = (struct job){.pool = pool, .worker.socket = -1};
    trial_init(&job->failing);
    job->share = share_of(pool, place);
    job->next = next_of(job, 0);
    if (job->next > pool->campaign->tests)
        return true; /* there is nothing for it to do */
    return worker_start(&job->worker, job_work, job, error) &&
           listen_to(job, error);
}

/* Kills it. */
static void end_job(struct job *job)
{
    worker_ear_close(&job->ear);
    if (job->worker.socket >= 0)
        worker_finish(&job->worker, NULL);
    for (size_t i = 0; i < job->ended.count; i++)
        trial_finish(&job->ended.items[i]);
    vec_finish(&job->ended);
    trial_finish(&job->failing);
    job->is_failing = false;
    buf_finish(&job->unread);
    free(job->doing);
    job->doing = NULL;
}

/* A test fails: those of the others that stand after it are for nothing, and
 * take the time that making it smaller needs. */
static void end_those_behind(struct pool *pool)
{
    int64_t failing = INT64_MAX;
    for (size_t i = 0; i < pool->count; i++) {
        const struct job *job = &pool->items[i];
        int64_t number = job->next;
        for (size_t k = 0; k < job->ended.count; k++) {
            if (trial_is_failure(&job->ended.items[k]) && number < failing)
                failing = number;
            number = next_of(job, number);
        }
        if (job->is_failing && number < failing)
            failing = number;
    }
    for (size_t i = 0; i < pool->count; i++) {
        struct job *job = &pool->items[i];
        int64_t number = job->next;
        for (size_t k = 0; k < job->ended.count; k++)
            number = next_of(job, number);
        bool is_behind = number > failing;
        if (is_behind && job->ended.count == 0 && job->worker.socket >= 0)
            end_job(job);
    }
}

/* ---- progress ----------------------------------------------------------- */

static void tell_progress(const struct pool *pool, int64_t number)
{
    struct reporter *reporter = pool->campaign->reporter;
    struct run_job running[JOBS_MOST];
    if (reporter->ops->progress == NULL)
        return;
    struct run_progress progress = {
        .told = pool->course->told,
        .property = model_property_name(pool->property),
        .number = number,
        .actions = (int64_t)pool->course->statistics.commands,
        .jobs = running,
    };
    for (size_t i = 0; i < pool->count && i < JOBS_MOST; i++) {
        const struct job *job = &pool->items[i];
        progress.running += !has_ended(job);
        if (progress.doing == NULL)
            progress.doing = job->doing;
        running[progress.job_count++] = (struct run_job){
            .property = has_ended(job) || job->begun == 0
                            ? NULL
                            : model_property_name(pool->property),
            .number = job->begun,
            .doing = job->doing,
        };
    }
    reporter->ops->progress(reporter, &progress);
}

/* ---- the tests in order ------------------------------------------------- */

static bool is_cancelled(const struct pool *pool)
{
    const struct model_campaign *campaign = pool->campaign;
    return campaign->cancelled != NULL &&
           campaign->cancelled(campaign->context);
}

static void wait_for(struct pool *pool, struct job *job)
{
    int64_t until = INT64_MAX;
    while (job->ended.count == 0 && !has_ended(job) &&
           job->trouble.code == ERROR_OK && clock_now_ms() < until) {
        if (is_cancelled(pool) && until == INT64_MAX) {
            worker_signal(&job->worker, SIGTERM);
            until = clock_now_ms() + GRACE_MS;
        }
        if (until != INT64_MAX)
            loop_resume(pool->jobs->loop);
        loop_run_once(pool->jobs->loop, clock_now_ms() + IDLE_MS);
        end_those_behind(pool);
        tell_progress(pool, job->next);
    }
}

/* The job has ended before its test did. */
static void break_off(struct job *job, struct trial *trial)
{
    char ending[80] = "";
    struct buf words = {0};
    if (job->worker.socket >= 0 && job->ear.has_ended)
        worker_reap(&job->worker, ending);
    if (job->trouble.code != ERROR_OK)
        buf_addf(&words, "the process of this test is at fault: %s",
                 job->trouble.message);
    else
        buf_addf(&words,
                 "the process of this test ended before the test did (%s)",
                 ending);
    if (job->is_failing) { /* it could not be made smaller */
        struct trial found = job->failing;
        found.property = trial->property;
        found.number = trial->number;
        found.seed = trial->seed;
        found.found = program_run_copy(&found.run);
        found.trouble = buf_take(&words);
        found.reduction = (struct reduction_info){
            .kind = REDUCTION_TROUBLE,
            .end = REDUCTION_BROKEN_OFF,
            .trouble = found.trouble,
        };
        found.is_shrunk = true;
        trial_init(&job->failing);
        job->is_failing = false;
        *trial = found;
        return;
    }
    trial_break(trial, buf_text(&words));
    buf_finish(&words);
}

/* The test that the job tells of next, with its place. */
static void take_trial(struct job *job, struct trial *trial)
{
    struct trial ended = job->ended.items[0];
    ended.property = trial->property;
    ended.number = trial->number;
    ended.seed = trial->seed;
    job->ended.count--;
    memmove(job->ended.items, job->ended.items + 1,
            job->ended.count * sizeof ended);
    *trial = ended;
}

/* False: this was the last one. */
static bool tell_next(struct pool *pool, struct job *job)
{
    struct trial trial;
    struct error error = ERROR_NONE;
    trial_init(&trial);
    trial_place(&trial, pool->campaign, pool->property, job->next);
    wait_for(pool, job);
    if (job->ended.count > 0)
        take_trial(job, &trial);
    else if (is_cancelled(pool))
        error_set(&trial.error, ERROR_CANCELLED, "interrupted");
    else
        break_off(job, &trial);
    job->next = next_of(job, job->next);
    if (trial_is_told(&trial))
        model_course_announce(pool->course, &trial);
    bool goes_on = model_course_conclude(pool->course, &trial) &&
                   clock_now_ms() < pool->deadline_ms;
    trial_finish(&trial);
    if (goes_on && !listen_to(job, &error)) {
        *pool->course->error = error;
        goes_on = false;
    }
    return goes_on;
}

/* The job whose test is the next of all. */
static struct job *first_job(struct pool *pool)
{
    struct job *first = NULL;
    for (size_t i = 0; i < pool->count; i++) {
        struct job *job = &pool->items[i];
        if (job->next <= pool->campaign->tests &&
            (first == NULL || job->next < first->next))
            first = job;
    }
    return first;
}

bool model_jobs_run(const struct model_campaign *campaign,
                    struct model_course *course, enum model_property property,
                    int64_t deadline_ms)
{
    const struct model_jobs *jobs = campaign->jobs;
    struct pool pool = {
        .campaign = campaign,
        .jobs = jobs,
        .course = course,
        .property = property,
        .deadline_ms = deadline_ms,
        .items = memory_zeroed(jobs->count, sizeof(struct job)),
        .count = jobs->count,
    };
    bool goes_on = true;
    size_t begun = 0;
    while (goes_on && begun < pool.count)
        goes_on = begin_job(&pool, begun++, course->error);
    struct job *job;
    while (goes_on && (job = first_job(&pool)) != NULL)
        goes_on = tell_next(&pool, job);
    for (size_t i = 0; i < begun; i++)
        end_job(&pool.items[i]);
    free(pool.items);
    return goes_on;
}
