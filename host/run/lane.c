/* Order of this file: the process, our side of it. */
#include "run/lane.h"

#include <errno.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/memory.h"

/* ---- the process -------------------------------------------------------- */

/* The reporter there: the socket. */
struct relay {
    struct reporter base;
    int socket;
    struct buf line;
    const struct campaign_outcome *outcome; /* so far, of the test under way */
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
    parcel_add_doing(&relay->line, what);
    tell(relay);
}

static void relay_step(struct reporter *reporter, const struct step *step)
{
    struct relay *relay = (struct relay *)reporter;
    if (step->version > relay->steps + 1)
        parcel_add_left_out(&relay->line,
                            (size_t)(step->version - relay->steps - 1));
    relay->steps = step->version;
    parcel_add_step(&relay->line, step);
    tell(relay);
}

static void relay_anew(struct reporter *reporter)
{
    struct relay *relay = (struct relay *)reporter;
    relay->steps = 0;
    parcel_add_anew(&relay->line);
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
    if (!relay->is_shrinking)
        parcel_add_failing(&relay->line, relay->outcome);
    relay->is_shrinking = true;
    parcel_add_doing(&relay->line, text);
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
    parcel_add_outcome(&relay->line, &outcome);
    tell(relay);
    campaign_outcome_finish(&outcome);
}

static void work(void *context, int socket)
{
    const struct assignment *assignment = context;
    const struct jobs *jobs = assignment->jobs;
    struct relay relay = {.base.ops = &relay_table, .socket = socket};
    struct error error = ERROR_NONE;
    struct campaign_place place;
    buf_init(&relay.line);
    struct executor *executor =
        jobs->enter(jobs->context, assignment->is_first, &relay.base, &error);
    while (worker_hear(socket, &place, sizeof place))
        perform(assignment, &relay, executor, &error, &place);
    if (executor != NULL)
        executor->ops->destroy(executor);
    buf_finish(&relay.line);
}

/* ---- our side ----------------------------------------------------------- */

static void take(struct lane *lane, const char *bytes, size_t length)
{
    if (lane->parcel != NULL && lane->trouble.code == ERROR_OK)
        parcel_take(lane->parcel, bytes, length, &lane->trouble);
}

static void on_readable(void *data)
{
    struct lane *lane = data;
    char block[16 * 1024];
    ssize_t got;
    while ((got = read(lane->worker.socket, block, sizeof block)) > 0)
        take(lane, block, (size_t)got);
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    lane->has_ended = true;
    loop_watch_destroy(lane->watch);
    lane->watch = NULL;
}

struct lane *lane_create(const struct campaign *campaign,
                         const struct jobs *jobs, int64_t end_ms, bool is_first,
                         struct error *error)
{
    struct lane *lane = MEMORY_NEW(struct lane);
    struct assignment assignment = {campaign, jobs, end_ms, is_first};
    lane->worker.socket = -1;
    if (worker_start(&lane->worker, work, &assignment, error))
        lane->watch = loop_watch_create(jobs->loop, lane->worker.socket,
                                        on_readable, lane, error);
    if (lane->watch != NULL)
        return lane;
    lane_destroy(lane, NULL);
    return NULL;
}

void lane_destroy(struct lane *lane, char *ending)
{
    loop_watch_destroy(lane->watch);
    if (lane->has_ended)
        worker_reap(&lane->worker, ending);
    else
        worker_finish(&lane->worker, ending);
    free(lane);
}

bool lane_run(struct lane *lane, const struct campaign_place *place,
              struct parcel *parcel)
{
    lane->parcel = parcel;
    return worker_order(&lane->worker, place, sizeof *place);
}

void lane_leave(struct lane *lane)
{
    if (!lane->leaves) {
        worker_dismiss(&lane->worker);
        worker_signal(&lane->worker, SIGTERM);
    }
    lane->parcel = NULL;
    lane->leaves = true;
}
