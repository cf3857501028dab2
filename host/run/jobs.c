/* Order of this file: lanes, beginning a test, which are begun, the end of one,
 * interruption, telling of them in order, the loop. */
#include "run/jobs.h"

#include <assert.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/vec.h"
#include "run/lane.h"

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
    struct lane *lane;   /* NULL: it has ended, the outcome is there */
    int64_t deadline_ms; /* when it counts as stuck */
    struct parcel parcel;
};

struct floor {
    const struct campaign *campaign;
    const struct jobs *jobs;
    struct course course;
    VEC(struct lane *) lanes;
    VEC(struct lane *) leaving;
    size_t started;             /* lanes so far */
    size_t limit;               /* tests at a time */
    VEC(struct job *) window;   /* in order; the first is told of next */
    struct campaign_place next; /* the first that was not begun */
    int64_t actions;            /* of the tests that have been told of */
};

/* ---- lanes -------------------------------------------------------------- */

static void remove_lane(struct floor *floor, const struct lane *lane)
{
    size_t kept = 0;
    for (size_t i = 0; i < floor->lanes.count; i++)
        if (floor->lanes.items[i] != lane)
            floor->lanes.items[kept++] = floor->lanes.items[i];
    floor->lanes.count = kept;
}

static void send_away(struct floor *floor, struct lane *lane)
{
    lane_leave(lane);
    remove_lane(floor, lane);
    vec_push(&floor->leaving, lane);
}

static void bury(struct floor *floor)
{
    size_t kept = 0;
    for (size_t i = 0; i < floor->leaving.count; i++) {
        struct lane *lane = floor->leaving.items[i];
        if (lane->has_ended)
            lane_destroy(lane, NULL);
        else
            floor->leaving.items[kept++] = lane;
    }
    floor->leaving.count = kept;
}

/* One that runs nothing, started when there is none. */
static struct lane *idle_lane(struct floor *floor, struct error *error)
{
    for (size_t i = 0; i < floor->lanes.count; i++) {
        struct lane *lane = floor->lanes.items[i];
        if (lane->parcel == NULL && !lane->has_ended)
            return lane;
    }
    struct lane *lane =
        lane_create(floor->campaign, floor->jobs, floor->course.end_ms,
                    floor->started++ == 0, error);
    if (lane != NULL)
        vec_push(&floor->lanes, lane);
    return lane;
}

static void close_lanes(struct floor *floor)
{
    int64_t until = clock_now_ms() + GRACE_MS;
    while (floor->lanes.count > 0)
        send_away(floor, floor->lanes.items[0]);
    bury(floor);
    while (floor->leaving.count > 0 && clock_now_ms() < until) {
        loop_resume(floor->jobs->loop);
        loop_run_once(floor->jobs->loop, until);
        bury(floor);
    }
    for (size_t i = 0; i < floor->leaving.count; i++)
        lane_destroy(floor->leaving.items[i], NULL);
    vec_finish(&floor->leaving);
    vec_finish(&floor->lanes);
}

/* ---- beginning a test --------------------------------------------------- */

static void destroy_job(struct floor *floor, struct job *job)
{
    if (job->lane != NULL)
        send_away(floor, job->lane);
    parcel_finish(&job->parcel);
    free(job);
}

static void run_in(struct floor *floor, struct job *job, struct lane *lane)
{
    job->lane = lane;
    job->deadline_ms = clock_now_ms() + floor->campaign->timeout_ms +
                       campaign_shrink_most_ms(floor->campaign);
    if (job->deadline_ms > floor->course.end_ms)
        job->deadline_ms = floor->course.end_ms;
    job->deadline_ms += STUCK_MS;
}

/* ---- which are begun ---------------------------------------------------- */

static bool is_left(const struct floor *floor)
{
    return floor->next.property < floor->campaign->property_count;
}

static struct job *add_next(struct floor *floor)
{
    struct job *job = MEMORY_NEW(struct job);
    job->place = floor->next;
    parcel_init(&job->parcel, floor->campaign->keep_all);
    vec_push(&floor->window, job);
    floor->next = campaign_after(floor->campaign, &job->place);
    return job;
}

static size_t count_running(const struct floor *floor)
{
    size_t count = 0;
    for (size_t i = 0; i < floor->window.count; i++)
        count += floor->window.items[i]->lane != NULL;
    return count;
}

/* One of the tests ends the whole command when its turn comes. */
static bool is_stopped(const struct floor *floor)
{
    for (size_t i = 0; i < floor->window.count; i++) {
        const struct job *job = floor->window.items[i];
        if (job->lane == NULL && !job->parcel.outcome.goes_on)
            return true;
    }
    return false;
}

/* There is no process for it. Others that run take its turn later; when there
 * is none, nothing can be tested. */
static void go_without(struct floor *floor, struct job *job,
                       const struct error *error)
{
    size_t running = count_running(floor);
    if (running == 0) {
        campaign_outcome_fail(&job->parcel.outcome, error, false);
        return;
    }
    log_warn("%s: going on with %zu at a time", error->message, running);
    floor->limit = running;
    floor->window.count--;
    floor->next = job->place;
    destroy_job(floor, job);
}

static void begin(struct floor *floor, struct job *job)
{
    struct error error = ERROR_NONE;
    struct lane *lane = idle_lane(floor, &error);
    while (lane != NULL && !lane_run(lane, &job->place, &job->parcel)) {
        send_away(floor, lane); /* it died since its last test */
        lane = idle_lane(floor, &error);
    }
    if (lane == NULL)
        go_without(floor, job, &error);
    else
        run_in(floor, job, lane);
}

static void begin_more(struct floor *floor)
{
    while (is_left(floor) && !is_stopped(floor) &&
           clock_now_ms() < floor->course.end_ms &&
           count_running(floor) < floor->limit &&
           floor->window.count < floor->limit * AHEAD)
        begin(floor, add_next(floor));
}

/* Throws away what stands behind a test and, with only_property, belongs to the
 * same property. */
static void drop_behind(struct floor *floor, size_t at, bool only_property)
{
    const struct job *ended = floor->window.items[at];
    size_t property = ended->place.property, kept = at + 1;
    for (size_t i = at + 1; i < floor->window.count; i++) {
        struct job *job = floor->window.items[i];
        if (only_property && job->place.property != property)
            floor->window.items[kept++] = job;
        else
            destroy_job(floor, job);
    }
    floor->window.count = kept;
    if (!only_property)
        floor->next = campaign_after(floor->campaign, &ended->place);
    else if (floor->next.property == property)
        floor->next = campaign_first(floor->campaign, property + 1);
}

/* ---- the end of one ----------------------------------------------------- */

/* It ended without a last word. */
static void end_broken(struct floor *floor, struct job *job)
{
    struct lane *lane = job->lane;
    struct error error = ERROR_NONE;
    char ending[80];
    remove_lane(floor, lane);
    if (lane->trouble.code != ERROR_OK)
        error_set(&error, ERROR_RUN, "the process of this test is at fault: %s",
                  lane->trouble.message);
    lane_destroy(lane, ending);
    if (error.code == ERROR_OK)
        error_set(&error, ERROR_RUN,
                  "the process of this test ended before the test did (%s)",
                  ending);
    job->lane = NULL;
    parcel_break_off(&job->parcel, &error);
}

static void end_complete(struct floor *floor, struct job *job)
{
    struct campaign_outcome *outcome = &job->parcel.outcome;
    bool is_cancelled = outcome->result.error.code == ERROR_CANCELLED;
    struct lane *lane = job->lane;
    job->lane = NULL;
    lane->parcel = NULL;
    if (!is_cancelled || campaign_is_cancelled(floor->campaign))
        return;
    /* Somebody else has ended it. */
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "the process of this test was told to end");
    campaign_outcome_fail(outcome, &error, true);
    send_away(floor, lane);
}

/* What can be known before its turn: no test behind it will be told of. */
static void foresee(struct floor *floor, size_t at)
{
    const struct campaign_outcome *outcome =
        &floor->window.items[at]->parcel.outcome;
    if (!outcome->goes_on)
        drop_behind(floor, at, false);
    else if (!campaign_goes_on(&floor->course, &floor->window.items[at]->place,
                               outcome))
        drop_behind(floor, at, true);
}

static void end_done(struct floor *floor)
{
    for (size_t i = 0; i < floor->window.count; i++) {
        struct job *job = floor->window.items[i];
        struct lane *lane = job->lane;
        if (lane == NULL)
            continue;
        if (job->parcel.is_failing)
            drop_behind(floor, i, true); /* it is being made shorter */
        if (clock_now_ms() >= job->deadline_ms)
            worker_signal(&lane->worker, SIGKILL);
        if (job->parcel.is_complete)
            end_complete(floor, job);
        else if (lane->has_ended || lane->trouble.code != ERROR_OK)
            end_broken(floor, job);
        if (job->lane == NULL)
            foresee(floor, i);
    }
}

/* ---- interruption ------------------------------------------------------- */

static void wait_for_one(struct floor *floor, struct job *job)
{
    int64_t until = clock_now_ms() + GRACE_MS;
    worker_signal(&job->lane->worker, SIGTERM);
    while (!job->parcel.is_complete && !job->lane->has_ended &&
           clock_now_ms() < until) {
        loop_resume(floor->jobs->loop);
        loop_run_once(floor->jobs->loop, until);
    }
}

/* The test whose turn it is ends as if it ran alone, and all others are thrown
 * away. */
static void interrupt(struct floor *floor)
{
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_CANCELLED, "interrupted");
    if (floor->window.count == 0)
        add_next(floor);
    drop_behind(floor, 0, false);
    struct job *job = floor->window.items[0];
    if (job->lane != NULL) {
        wait_for_one(floor, job);
        send_away(floor, job->lane);
        job->lane = NULL;
    }
    if (!job->parcel.is_complete)
        campaign_outcome_fail(&job->parcel.outcome, &error, false);
}

/* ---- telling of them in order ------------------------------------------- */

static struct job *take_first(struct floor *floor)
{
    struct job *first = floor->window.items[0];
    floor->window.count--;
    memmove(floor->window.items, floor->window.items + 1,
            floor->window.count * sizeof(struct job *));
    return first;
}

/* False: the whole command has to end. */
static bool tell_ended(struct floor *floor)
{
    bool goes_on = true;
    while (goes_on && floor->window.count > 0 &&
           floor->window.items[0]->lane == NULL) {
        struct job *job = take_first(floor);
        floor->actions += job->parcel.outcome.result.actions;
        kept_straighten(&job->parcel.outcome.result.kept); /* cut off */
        goes_on =
            campaign_tell(&floor->course, &job->place, &job->parcel.outcome);
        if (!goes_on)
            floor->next = campaign_after(floor->campaign, &job->place);
        destroy_job(floor, job);
    }
    return goes_on;
}

static void add_job(struct run_progress *progress, const struct job *job)
{
    progress->actions += job->parcel.outcome.result.actions;
    progress->running += job->lane != NULL;
    if (progress->doing == NULL && job->lane != NULL)
        progress->doing = job->parcel.doing;
}

static struct run_lane lane_now(const struct floor *floor,
                                const struct lane *lane)
{
    const struct campaign *campaign = floor->campaign;
    for (size_t i = 0; i < floor->window.count; i++) {
        const struct job *job = floor->window.items[i];
        const struct parcel *parcel = &job->parcel;
        if (job->lane != lane)
            continue;
        const struct session_result *result = &parcel->outcome.result;
        return (struct run_lane){
            .property =
                campaign->property_name(campaign->context, job->place.property),
            .number = job->place.number,
            .actions = result->actions,
            .doing = parcel->is_stepping ? NULL : parcel->doing,
            .step = kept_last(&result->kept, 0),
            .before = kept_last(&result->kept, 1),
        };
    }
    return (struct run_lane){.property = NULL};
}

static void tell_progress(const struct floor *floor)
{
    const struct campaign *campaign = floor->campaign;
    struct reporter *reporter = campaign->reporter;
    if (floor->window.count == 0 || reporter->ops->progress == NULL)
        return;
    const struct campaign_place *place = &floor->window.items[0]->place;
    struct run_progress progress = {
        .told = floor->course.index,
        .property = campaign->property_name(campaign->context, place->property),
        .number = place->number,
        .actions = floor->actions,
    };
    for (size_t i = 0; i < floor->window.count; i++)
        add_job(&progress, floor->window.items[i]);
    struct run_lane lanes[JOBS_LIMIT];
    progress.lanes = lanes;
    for (size_t i = 0; i < floor->lanes.count && i < JOBS_LIMIT; i++)
        lanes[progress.lane_count++] = lane_now(floor, floor->lanes.items[i]);
    reporter->ops->progress(reporter, &progress);
}

/* ---- the loop ----------------------------------------------------------- */

static bool is_over(const struct floor *floor)
{
    return floor->window.count == 0 &&
           (!is_left(floor) || clock_now_ms() >= floor->course.end_ms);
}

static void wait_for_any(struct floor *floor)
{
    if (count_running(floor) == 0)
        return;
    loop_run_once(floor->jobs->loop, clock_now_ms() + IDLE_MS);
    tell_progress(floor);
    bury(floor);
}

/* False: the whole command has to end. */
static bool drive(struct floor *floor)
{
    while (tell_ended(floor)) {
        if (is_over(floor))
            return true;
        if (campaign_is_cancelled(floor->campaign)) {
            interrupt(floor);
            continue;
        }
        begin_more(floor);
        wait_for_any(floor);
        end_done(floor);
    }
    return false;
}

bool jobs_run(const struct campaign *campaign, const struct jobs *jobs,
              struct run_summary *summary, struct error *error)
{
    assert(jobs->count > 0);
    int64_t started = clock_now_ms();
    struct error unused = ERROR_NONE;
    struct floor floor = {
        .campaign = campaign,
        .jobs = jobs,
        .course =
            campaign_begin(campaign, summary, error == NULL ? &unused : error),
        .limit = jobs->count,
        .next = campaign_first(campaign, 0),
    };
    bool goes_on = drive(&floor);
    while (floor.window.count > 0)
        destroy_job(&floor, vec_pop(&floor.window));
    vec_finish(&floor.window);
    close_lanes(&floor);
    if (is_left(&floor)) {
        summary->not_run += campaign_tests_from(campaign, &floor.next);
        summary->out_of_time |= clock_now_ms() >= floor.course.end_ms;
    }
    summary->duration_ms = clock_now_ms() - started;
    campaign_end(&floor.course);
    return goes_on;
}
