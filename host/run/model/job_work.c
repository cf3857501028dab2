/* What the process of a job does: its tests, one after the other, and a line
 * for everything that is to be known of them. */
#include "run/model/jobs_internal.h"

#include <inttypes.h>
#include <stdio.h>

#include "run/model/perform.h"
#include "run/model/trial_lines.h"

/* The reporter there: the socket. */
struct relay {
    struct reporter base;
    int socket;
    struct buf line;
    const struct performer *performer;
    const struct trial *failing; /* of which it was said */
};

static void tell(struct relay *relay)
{
    worker_tell(relay->socket, buf_text(&relay->line), relay->line.length);
    buf_clear(&relay->line);
}

static void relay_shrinking(struct reporter *reporter,
                            const struct shrink_progress *progress)
{
    struct relay *relay = (struct relay *)reporter;
    char text[120];
    if (relay->failing != relay->performer->trial) {
        relay->failing = relay->performer->trial;
        trial_add_failing(&relay->line, relay->failing);
    }
    snprintf(text, sizeof text,
             "shrinking: %" PRId64 " commands, now %" PRId64 ", %" PRId64
             " run%s",
             progress->from, progress->now, progress->runs,
             progress->runs == 1 ? "" : "s");
    trial_add_doing(&relay->line, text);
    tell(relay);
}

static const struct reporter_ops relay_table = {.shrinking = relay_shrinking};

/* False: the job has nothing more to do. */
static bool run_test(struct relay *relay, struct performer *performer,
                     enum model_property property, int64_t number)
{
    struct trial trial;
    trial_init(&trial);
    trial_place(&trial, performer->campaign, property, number);
    trial_add_begun(&relay->line, number);
    tell(relay);
    perform_drawn(performer, &trial);
    trial_add(&relay->line, &trial);
    tell(relay);
    bool goes_on = !trial_is_failure(&trial) && trial.error.code == ERROR_OK;
    trial_finish(&trial);
    return goes_on;
}

/* No test can be run; the first one says so. */
static void refuse(struct relay *relay, const struct error *error)
{
    struct trial trial;
    trial_init(&trial);
    trial.error = *error;
    trial_add(&relay->line, &trial);
    tell(relay);
    trial_finish(&trial);
}

void job_work(void *context, int socket)
{
    const struct job *job = context;
    const struct pool *pool = job->pool;
    const struct model_jobs *jobs = pool->jobs;
    struct relay relay = {.base.ops = &relay_table, .socket = socket};
    struct model_campaign own = *pool->campaign;
    struct performer performer = {.campaign = &own,
                                  .deadline_ms = pool->deadline_ms};
    struct error error = ERROR_NONE;
    relay.performer = &performer;
    own.reporter = &relay.base;
    own.shard = job->share;
    own.model = NULL;
    own.system = NULL;
    size_t number_of_job = (size_t)(job - pool->items) + 1;
    if (jobs->enter(jobs->context, number_of_job, &own, &error)) {
        int64_t number = job->next;
        while (number <= own.tests &&
               run_test(&relay, &performer, pool->property, number))
            number = model_campaign_next(&own, pool->property, number);
    } else {
        refuse(&relay, &error);
    }
    if (own.system != NULL)
        own.system->ops->destroy(own.system);
    if (own.model != NULL)
        own.model->ops->destroy(own.model);
    buf_finish(&relay.line);
}
