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
#include "run/bundle.h"
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
    struct bundle bundle;
    bool *is_live; /* by property: those whose test it is, as far as was known
                      when it began */
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
    bool *is_live; /* by property, as of the tests that have been told of: it is
                      to be tested again */
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
        if (lane->bundle == NULL && !lane->has_ended)
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

/* ---- who is tested still ---------------------------------------------------
 */

static bool is_walk(const struct floor *floor, const struct job *job)
{
    return lane_is_walk(floor->campaign, &job->place);
}

/* By what is known of the job, also before its turn. */
static bool is_last_of(const struct floor *floor, struct job *job,
                       size_t property)
{
    struct bundle *bundle = &job->bundle;
    if (is_walk(floor, job) ? !job->is_live[property]
                            : job->place.property != property)
        return false;
    if (bundle->walk.is_failing)
        return true; /* it is being made shorter */
    if (bundle->is_judged || job->lane == NULL)
        return !campaign_goes_on(&floor->course, &job->place,
                                 bundle_outcome(bundle, property));
    return false;
}

/* In the place `at` of the window. */
static bool is_live_at(const struct floor *floor, size_t at, size_t property)
{
    if (!floor->is_live[property])
        return false;
    for (size_t i = 0; i < at; i++)
        if (is_last_of(floor, floor->window.items[i], property))
            return false;
    return true;
}

/* The same for those whose test a place is. False: there are none. */
static bool find_live(const struct floor *floor,
                      const struct campaign_place *place, size_t at,
                      bool *is_live)
{
    const struct campaign *campaign = floor->campaign;
    bool any = false;
    memset(is_live, 0, campaign->property_count * sizeof *is_live);
    if (!lane_is_walk(campaign, place)) {
        is_live[place->property] = is_live_at(floor, at, place->property);
        return is_live[place->property];
    }
    for (size_t i = place->property; i < campaign->property_count;
         i = campaign_member_after(campaign, i)) {
        is_live[i] = is_live_at(floor, at, i);
        any |= is_live[i];
    }
    return any;
}

/* One of its tests ends the whole command when its turn comes. */
static bool is_stopping(const struct floor *floor, size_t at)
{
    struct job *job = floor->window.items[at];
    if (job->lane != NULL)
        return false;
    for (size_t i = job->place.property; i < floor->campaign->property_count;
         i = campaign_member_after(floor->campaign, i)) {
        if (job->is_live[i] && is_live_at(floor, at, i) &&
            !bundle_outcome(&job->bundle, i)->goes_on)
            return true;
        if (!is_walk(floor, job))
            break;
    }
    return false;
}

/* ---- beginning a test --------------------------------------------------- */

static void destroy_job(struct floor *floor, struct job *job)
{
    if (job->lane != NULL)
        send_away(floor, job->lane);
    bundle_finish(&job->bundle);
    free(job->is_live);
    free(job);
}

static void run_in(struct floor *floor, struct job *job, struct lane *lane)
{
    job->lane = lane;
    int64_t tests = 1;
    if (is_walk(floor, job))
        tests = (int64_t)campaign_count_live(floor->campaign,
                                             job->place.property, job->is_live);
    job->deadline_ms = clock_now_ms() + floor->campaign->timeout_ms +
                       campaign_shrink_most_ms(floor->campaign) * tests;
    if (job->deadline_ms > floor->course.end_ms)
        job->deadline_ms = floor->course.end_ms;
    job->deadline_ms += STUCK_MS;
}

/* ---- which are begun ---------------------------------------------------- */

static bool is_left(const struct floor *floor)
{
    return floor->next.property < floor->campaign->property_count;
}

static struct campaign_place group_behind(const struct campaign *campaign,
                                          const struct campaign_place *place)
{
    size_t leader = campaign_leader(campaign, place->property);
    return campaign_first(campaign, campaign_group_after(campaign, leader));
}

/* Passes over tests of which nobody will be told, as far as is known. */
static void pass_over(struct floor *floor)
{
    const struct campaign *campaign = floor->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    while (is_left(floor) &&
           !find_live(floor, &floor->next, floor->window.count, is_live))
        floor->next = floor->next.saved > 0
                          ? campaign_after(campaign, &floor->next)
                          : group_behind(campaign, &floor->next);
    free(is_live);
}

static struct job *add_next(struct floor *floor)
{
    const struct campaign *campaign = floor->campaign;
    size_t count = campaign->property_count;
    struct job *job = MEMORY_NEW(struct job);
    job->place = floor->next;
    job->is_live = memory_zeroed(count, sizeof *job->is_live);
    find_live(floor, &job->place, floor->window.count, job->is_live);
    bundle_init(&job->bundle, is_walk(floor, job) ? count : 0,
                campaign->keep_all);
    vec_push(&floor->window, job);
    floor->next = campaign_after(campaign, &job->place);
    return job;
}

static size_t count_running(const struct floor *floor)
{
    size_t count = 0;
    for (size_t i = 0; i < floor->window.count; i++)
        count += floor->window.items[i]->lane != NULL;
    return count;
}

static bool is_stopped(const struct floor *floor)
{
    for (size_t i = 0; i < floor->window.count; i++)
        if (is_stopping(floor, i))
            return true;
    return false;
}

/* All of its tests end with this error. */
static void fail(const struct floor *floor, struct job *job,
                 const struct error *error, bool goes_on)
{
    if (is_walk(floor, job))
        bundle_break_off(&job->bundle, job->is_live, error, goes_on);
    else
        campaign_outcome_fail(&job->bundle.walk.outcome, error, goes_on);
}

/* There is no process for it. Others that run take its turn later; when there
 * is none, nothing can be tested. */
static void go_without(struct floor *floor, struct job *job,
                       const struct error *error)
{
    size_t running = count_running(floor);
    if (running == 0) {
        fail(floor, job, error, false);
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
    while (lane != NULL &&
           !lane_run(lane, &job->place, job->is_live,
                     floor->campaign->property_count, &job->bundle)) {
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
    for (pass_over(floor); is_left(floor) && !is_stopped(floor) &&
                           clock_now_ms() < floor->course.end_ms &&
                           count_running(floor) < floor->limit &&
                           floor->window.count < floor->limit * AHEAD;
         pass_over(floor))
        begin(floor, add_next(floor));
}

/* Throws away what stands behind a test. */
static void drop_behind(struct floor *floor, size_t at)
{
    const struct campaign_place *place = &floor->window.items[at]->place;
    for (size_t i = at + 1; i < floor->window.count; i++)
        destroy_job(floor, floor->window.items[i]);
    floor->window.count = at + 1;
    floor->next = campaign_after(floor->campaign, place);
}

/* Throws away tests of which nobody will be told. */
static void drop_dead(struct floor *floor)
{
    const struct campaign *campaign = floor->campaign;
    bool *is_live = memory_zeroed(campaign->property_count, sizeof *is_live);
    size_t kept = 0;
    for (size_t i = 0; i < floor->window.count; i++) {
        struct job *job = floor->window.items[i];
        if (find_live(floor, &job->place, kept, is_live))
            floor->window.items[kept++] = job;
        else
            destroy_job(floor, job);
    }
    floor->window.count = kept;
    free(is_live);
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
    if (is_walk(floor, job))
        bundle_break_off(&job->bundle, job->is_live, &error, true);
    else
        parcel_break_off(&job->bundle.walk, &error);
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

static void end_complete(struct floor *floor, struct job *job)
{
    struct lane *lane = job->lane;
    bool is_cancelled = false;
    job->lane = NULL;
    lane->bundle = NULL;
    if (campaign_is_cancelled(floor->campaign))
        return;
    for (size_t i = 0; i < floor->campaign->property_count; i++)
        if (job->is_live[i])
            is_cancelled |= fail_cancelled(bundle_outcome(&job->bundle, i));
    if (is_cancelled)
        send_away(floor, lane);
}

static void end_done(struct floor *floor)
{
    for (size_t i = 0; i < floor->window.count; i++) {
        struct job *job = floor->window.items[i];
        struct lane *lane = job->lane;
        if (lane == NULL)
            continue;
        if (clock_now_ms() >= job->deadline_ms)
            worker_signal(&lane->worker, SIGKILL);
        if (job->bundle.is_whole)
            end_complete(floor, job);
        else if (lane->has_ended || lane->trouble.code != ERROR_OK)
            end_broken(floor, job);
        /* What can be known before its turn: no test behind it counts. */
        if (is_stopping(floor, i))
            drop_behind(floor, i);
    }
    drop_dead(floor);
}

/* ---- interruption ------------------------------------------------------- */

static void wait_for_one(struct floor *floor, struct job *job)
{
    int64_t until = clock_now_ms() + GRACE_MS;
    worker_signal(&job->lane->worker, SIGTERM);
    while (!job->bundle.is_whole && !job->lane->has_ended &&
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
        pass_over(floor);
    if (floor->window.count == 0 && !is_left(floor))
        return;
    if (floor->window.count == 0)
        add_next(floor);
    drop_behind(floor, 0);
    struct job *job = floor->window.items[0];
    if (job->lane != NULL) {
        wait_for_one(floor, job);
        send_away(floor, job->lane);
        job->lane = NULL;
    }
    if (!job->bundle.is_whole)
        fail(floor, job, &error, false);
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

static bool tell_walk(struct floor *floor, struct job *job)
{
    const struct campaign *campaign = floor->campaign;
    size_t leader = job->place.property;
    uint64_t live = campaign_count_live(campaign, leader, floor->is_live);
    struct campaign_outcome *outcomes = bundle_release(&job->bundle);
    bool goes_on = campaign_tell_walk(&floor->course, &job->place, NULL, false,
                                      floor->is_live, outcomes);
    campaign_outcomes_destroy(outcomes, campaign->property_count);
    if (goes_on)
        return true;
    floor->course.summary->not_run +=
        campaign_walks_from(campaign, leader, job->place.number + 1) * live;
    floor->next = group_behind(campaign, &job->place);
    return false;
}

static bool tell_test(struct floor *floor, struct job *job)
{
    struct campaign_outcome *outcome = &job->bundle.walk.outcome;
    kept_straighten(&outcome->result.kept); /* cut off */
    bool goes_on = campaign_tell(&floor->course, &job->place, outcome);
    if (!goes_on)
        floor->next = campaign_after(floor->campaign, &job->place);
    else
        floor->is_live[job->place.property] =
            campaign_goes_on(&floor->course, &job->place, outcome);
    return goes_on;
}

/* False: the whole command has to end. */
static bool tell_ended(struct floor *floor)
{
    bool goes_on = true;
    while (goes_on && floor->window.count > 0 &&
           floor->window.items[0]->lane == NULL) {
        struct job *job = take_first(floor);
        floor->actions += job->bundle.walk.outcome.result.actions;
        goes_on =
            is_walk(floor, job) ? tell_walk(floor, job) : tell_test(floor, job);
        destroy_job(floor, job);
    }
    return goes_on;
}

static void add_job(struct run_progress *progress, const struct job *job)
{
    progress->actions += job->bundle.walk.outcome.result.actions;
    progress->running += job->lane != NULL;
    if (progress->doing == NULL && job->lane != NULL)
        progress->doing = job->bundle.walk.doing;
}

static struct run_lane lane_now(const struct floor *floor,
                                const struct lane *lane)
{
    const struct campaign *campaign = floor->campaign;
    for (size_t i = 0; i < floor->window.count; i++) {
        const struct job *job = floor->window.items[i];
        const struct parcel *parcel = &job->bundle.walk;
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
        .is_live =
            memory_zeroed(campaign->property_count, sizeof *floor.is_live),
    };
    for (size_t i = 0; i < campaign->property_count; i++)
        floor.is_live[i] = true;
    bool goes_on = drive(&floor);
    while (floor.window.count > 0)
        destroy_job(&floor, vec_pop(&floor.window));
    vec_finish(&floor.window);
    close_lanes(&floor);
    if (is_left(&floor)) {
        summary->not_run +=
            campaign_tests_left(campaign, &floor.next, floor.is_live);
        summary->out_of_time |= clock_now_ms() >= floor.course.end_ms;
    }
    summary->duration_ms = clock_now_ms() - started;
    free(floor.is_live);
    campaign_end(&floor.course);
    return goes_on;
}
