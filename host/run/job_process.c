/* Order of this file: the process, our side of it. */
#include "run/job_process.h"

#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/memory.h"

bool job_process_is_walk(const struct campaign *campaign,
                         const struct campaign_place *place)
{
    return place->saved == 0 && campaign_is_shared(campaign, place->property);
}

/* ---- the process -------------------------------------------------------- */

/* The reporter there: the socket. */
struct relay {
    struct reporter base;
    int socket;
    struct buf line;
    const struct campaign_outcome *outcome; /* so far, of the test under way;
                                               NULL: a walk, and it was told */
    bool is_shrinking; /* and says nothing else of what it does */
    int64_t steps;     /* so many were told of, or left out */
};

struct assignment {
    const struct campaign *campaign;
    const struct jobs *jobs;
    int64_t end_ms;
    bool is_first;
};

static void tell(struct relay *relay)
{
    worker_tell(relay->socket, buf_text(&relay->line), relay->line.length);
    buf_clear(&relay->line);
}

static void relay_activity(struct reporter *reporter, const char *what)
{
    struct relay *relay = (struct relay *)reporter;
    if (what == NULL || relay->is_shrinking)
        return;
    job_report_add_doing(&relay->line, what);
    tell(relay);
}

static void relay_step(struct reporter *reporter, const struct step *step)
{
    struct relay *relay = (struct relay *)reporter;
    if (step->version > relay->steps + 1)
        job_report_add_left_out(&relay->line,
                                (size_t)(step->version - relay->steps - 1));
    relay->steps = step->version;
    job_report_add_step(&relay->line, step);
    tell(relay);
}

static void relay_anew(struct reporter *reporter)
{
    struct relay *relay = (struct relay *)reporter;
    relay->steps = 0;
    job_report_add_anew(&relay->line);
    tell(relay);
}

static void relay_shrinking(struct reporter *reporter,
                            const struct shrink_progress *progress)
{
    struct relay *relay = (struct relay *)reporter;
    char text[120];
    snprintf(text, sizeof text,
             "shrinking: %" PRId64 " actions, now %" PRId64 ", %" PRId64
             " run%s",
             progress->from, progress->now, progress->runs,
             progress->runs == 1 ? "" : "s");
    if (!relay->is_shrinking && relay->outcome != NULL)
        job_report_add_failing(&relay->line, relay->outcome);
    relay->is_shrinking = true;
    job_report_add_doing(&relay->line, text);
    tell(relay);
}

static const struct reporter_ops relay_table = {
    .activity = relay_activity,
    .step = relay_step,
    .anew = relay_anew,
    .shrinking = relay_shrinking,
};

static void perform(const struct assignment *assignment, struct relay *relay,
                    struct executor *executor, const struct error *trouble,
                    const struct campaign_place *place)
{
    struct campaign_outcome outcome;
    campaign_outcome_init(&outcome);
    relay->is_shrinking = false;
    relay->steps = 0;
    relay->outcome = &outcome;
    if (executor != NULL)
        campaign_perform(assignment->campaign, executor, &relay->base, place,
                         assignment->end_ms, &outcome);
    else
        campaign_outcome_fail(&outcome, trouble, false);
    job_report_add_outcome(&relay->line, &outcome);
    tell(relay);
    campaign_outcome_finish(&outcome);
}

static void tell_member(struct relay *relay, size_t property,
                        const struct campaign_outcome *outcome)
{
    bundle_add_member(&relay->line, property, outcome);
    tell(relay);
}

/* Those that have failed before this walk are judged, and nobody is told. */
static void tell_members(struct relay *relay, const struct campaign *campaign,
                         const bool *is_live,
                         const struct campaign_outcome *outcomes)
{
    for (size_t i = 0; i < campaign->property_count; i++)
        if (is_live[i])
            tell_member(relay, i, &outcomes[i]);
    bundle_add_judged(&relay->line);
    tell(relay);
}

static void shorten_members(const struct assignment *assignment,
                            struct relay *relay, struct executor *executor,
                            const struct campaign_place *walk,
                            const bool *is_live,
                            struct campaign_outcome *outcomes)
{
    const struct campaign *campaign = assignment->campaign;
    for (size_t i = 0; i < campaign->property_count; i++) {
        struct campaign_place place = {i, walk->number, 0};
        if (!is_live[i] || campaign->shrink_ms <= 0 ||
            !reduce_is_for(&outcomes[i].result))
            continue;
        campaign_shorten(campaign, executor, &relay->base, &place,
                         assignment->end_ms,
                         campaign_failed_behind(campaign, i, is_live, outcomes),
                         &outcomes[i]);
        tell_member(relay, i, &outcomes[i]);
    }
}

static void perform_walk(const struct assignment *assignment,
                         struct relay *relay, struct executor *executor,
                         const struct error *trouble,
                         const struct campaign_place *walk, const bool *is_live)
{
    const struct campaign *campaign = assignment->campaign;
    size_t count = campaign->property_count;
    struct campaign_outcome *outcomes = campaign_outcomes_create(count);
    relay->is_shrinking = false;
    relay->steps = 0;
    relay->outcome = NULL;
    if (executor != NULL)
        campaign_walk(campaign, executor, &relay->base, walk,
                      assignment->end_ms, outcomes);
    for (size_t i = 0; executor == NULL && i < count; i++)
        campaign_outcome_fail(&outcomes[i], trouble, false);
    tell_members(relay, campaign, is_live, outcomes);
    if (executor != NULL)
        shorten_members(assignment, relay, executor, walk, is_live, outcomes);
    bundle_add_whole(&relay->line);
    tell(relay);
    campaign_outcomes_destroy(outcomes, count);
}

static void work(void *context, int socket)
{
    const struct assignment *assignment = context;
    const struct jobs *jobs = assignment->jobs;
    struct relay relay = {.base.ops = &relay_table, .socket = socket};
    struct error error = ERROR_NONE;
    const struct campaign *campaign = assignment->campaign;
    struct campaign_place place;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    buf_init(&relay.line);
    struct executor *executor =
        jobs->enter(jobs->context, assignment->is_first, &relay.base, &error);
    while (worker_hear(socket, &place, sizeof place) &&
           worker_hear(socket, is_live,
                       campaign->property_count * sizeof *is_live)) {
        if (job_process_is_walk(campaign, &place))
            perform_walk(assignment, &relay, executor, &error, &place, is_live);
        else
            perform(assignment, &relay, executor, &error, &place);
    }
    if (executor != NULL)
        executor->ops->destroy(executor);
    free(is_live);
    buf_finish(&relay.line);
}

/* ---- our side ----------------------------------------------------------- */

static bool take(void *data, const char *bytes, size_t length)
{
    struct job_process *process = data;
    if (process->bundle != NULL && process->trouble.code == ERROR_OK)
        bundle_take(process->bundle, bytes, length, &process->trouble);
    return true;
}

struct job_process *job_process_create(const struct campaign *campaign,
                                       const struct jobs *jobs, int64_t end_ms,
                                       bool is_first, struct error *error)
{
    struct job_process *process = MEMORY_NEW(struct job_process);
    struct assignment assignment = {campaign, jobs, end_ms, is_first};
    process->worker.socket = -1;
    if (worker_start(&process->worker, work, &assignment, error) &&
        worker_ear_open(&process->ear, jobs->loop, &process->worker, take,
                        process, error))
        return process;
    job_process_destroy(process, NULL);
    return NULL;
}

void job_process_destroy(struct job_process *process, char *ending)
{
    worker_ear_close(&process->ear);
    if (process->ear.has_ended)
        worker_reap(&process->worker, ending);
    else
        worker_finish(&process->worker, ending);
    free(process);
}

bool job_process_run(struct job_process *process,
                     const struct campaign_place *place, const bool *is_live,
                     size_t property_count, struct bundle *bundle)
{
    process->bundle = bundle;
    return worker_order(&process->worker, place, sizeof *place) &&
           worker_order(&process->worker, is_live,
                        property_count * sizeof *is_live);
}

void job_process_leave(struct job_process *process)
{
    if (!process->leaves) {
        worker_dismiss(&process->worker);
        worker_signal(&process->worker, SIGTERM);
    }
    process->bundle = NULL;
    process->leaves = true;
}
