/* Order of this file: telling of tests in order, progress. */
#include "run/jobs_internal.h"

#include <string.h>

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
    pool->next = jobs_group_behind(campaign, &job->place);
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

bool jobs_tell_ended(struct pool *pool)
{
    bool goes_on = true;
    while (goes_on && pool->window.count > 0 &&
           pool->window.items[0]->process == NULL) {
        struct job *job = take_first(pool);
        pool->actions += job->bundle.walk.outcome.result.actions;
        goes_on = jobs_is_walk(pool, job) ? tell_walk(pool, job)
                                          : tell_test(pool, job);
        jobs_destroy_job(pool, job);
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

void jobs_tell_progress(const struct pool *pool)
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
