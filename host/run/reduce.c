/* Order of this file: how it began, one run, whether it fails, shorter, again,
 * shorter and confirmed, the whole. */
#include "run/reduce.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "run/reduce_internal.h"
#include "run/replay.h"
#include "run/shrink.h"

/* A test that does not fail when it is run again is run so many times before it
 * counts as flaky; a shrunk one, before it counts as not confirmed. */
enum { AGAIN = 3 };

enum {
    /* Of fewer actions many are not on offer for good. */
    SHORTER_FIRST_MS = 300,
    /* What has come in time twice, the second time to see whether it does. */
    SHORTER_MORE_MS = 200,
    /* Behind an unmatched event another one is awaited for a second. In real
     * time that is what most of a run takes; twice as long as such events took,
     * and this, is enough to see whether it fails. */
    HASTE_MS = 100,
    /* A list of fewer actions that holds is also run with its elements found by
     * their places; of one that fails it is kept what else was on offer. */
    SHORT_BELOW = 10,
    /* The first of so many parts of the time is enough for runs of which not
     * much is to be hoped: what is left may be needed by others. */
    SPARE_PARTS = 4,
};

struct reducer {
    const struct reduce_options *options;
    struct reduce_manner manner; /* of the next run */
    bool has_pictures;           /* there are reports that show some */
    bool is_hasty;     /* its waits are cut short, not those that confirm */
    int64_t late_ms;   /* events behind others, when the same was done */
    int64_t waited_ms; /* for a choice, when the same actions were done again */
    struct reduction *reduction;
    struct session_result *found; /* the test */
    struct session_result best;   /* of shrinking; empty: none yet */
    struct session_result last;   /* of the run made last */
    size_t now;                   /* actions of the best run */
    int64_t spare_end_ms;         /* clock_now_ms(), see SPARE_PARTS */
    bool is_over;                 /* no further run: reduction->end says why */
    int64_t rerun_runs;           /* of the test, until it failed again */
    bool is_unsteady;             /* the best did not fail again */
    /* Whether the last run, and the best, began in another state. */
    bool last_differs, best_differs;
    size_t last_left_out; /* actions that were not on offer, the same again */
};

void reduction_init(struct reduction *reduction)
{
    *reduction = (struct reduction){.kind = REDUCTION_NONE};
    session_result_init(&reduction->other);
}

void reduction_finish(struct reduction *reduction)
{
    free(reduction->trouble);
    session_result_finish(&reduction->other);
    reduction_init(reduction);
}

/* ---- how it began ------------------------------------------------------- */

static bool began_otherwise(const struct session_result *found,
                            const struct session_result *result)
{
    if (found->kept.count == 0 || result->kept.count == 0)
        return false;
    struct value *before = replay_comparable(found->kept.steps[0].state);
    struct value *after = replay_comparable(result->kept.steps[0].state);
    bool differs = !value_equal(before, after);
    value_unref(before);
    value_unref(after);
    return differs;
}

/* Definitely false in the first state, where the test was not: that was another
 * state, as of a server that remembers earlier tests. */
static bool began_broken(const struct session_result *found,
                         const struct session_result *result)
{
    return result->verdict.kind == VERDICT_DEFINITELY &&
           result->kept.count == 1 && found->kept.count > 1;
}

/* ---- one run ------------------------------------------------------------ */

static bool is_cancelled(const struct reduce_options *options)
{
    return options->cancelled != NULL && options->cancelled(options->context);
}

static void tell(struct reducer *reducer)
{
    struct reporter *reporter = reducer->options->reporter;
    if (reporter == NULL || reporter->ops->shrinking == NULL)
        return;
    struct shrink_progress progress = {
        .from = reducer->found->actions,
        .now = (int64_t)reducer->now,
        .runs = reducer->reduction->runs,
    };
    reporter->ops->shrinking(reporter, &progress);
}

static void stop(struct reducer *reducer, enum reduction_end end)
{
    reducer->is_over = true;
    reducer->reduction->end = end;
}

static void break_off(struct reducer *reducer, const struct error *trouble)
{
    stop(reducer, REDUCTION_BROKEN_OFF);
    reducer->reduction->trouble = memory_format("%s", trouble->message);
}

/* No executor, no browser: what a later run would meet, too. */
static bool is_trouble(const struct error *error)
{
    return error->code == ERROR_SETUP || error->code == ERROR_ORIGIN ||
           error->code == ERROR_IO || error->code == ERROR_USAGE;
}

/* Runs the choices; the result is in reducer->last. False: no further run. */
static bool run(struct reducer *reducer, const struct choice_list *choices,
                struct script_course *course)
{
    const struct reduce_options *options = reducer->options;
    struct session_result *last = &reducer->last;
    if (reducer->is_over)
        return false;
    if (is_cancelled(options))
        stop(reducer, REDUCTION_INTERRUPTED);
    else if (clock_now_ms() >= options->end_ms)
        stop(reducer, REDUCTION_OUT_OF_TIME);
    if (reducer->is_over)
        return false;
    tell(reducer);
    session_result_finish(last);
    reduce_run_so(options, &reducer->manner, choices,
                  reducer->found->choice_log.linger_ms, last, course);
    reducer->reduction->runs++;
    reducer->last_differs = began_otherwise(reducer->found, last);
    if (last->error.code == ERROR_CANCELLED || is_cancelled(options))
        stop(reducer, REDUCTION_INTERRUPTED);
    else if (clock_now_ms() >= options->end_ms) /* which trouble may come of */
        stop(reducer, REDUCTION_OUT_OF_TIME);
    else if (is_trouble(&last->error))
        break_off(reducer, &last->error);
    return !reducer->is_over;
}

/* ---- whether it fails --------------------------------------------------- */

bool reduce_fails_alike(struct verdict found, struct verdict now)
{
    return verdict_is_failure(now) &&
           (now.kind == VERDICT_DEFINITELY || found.kind == VERDICT_PROBABLY);
}

static bool fails_alike(const struct session_result *found,
                        const struct session_result *result)
{
    return reduce_fails_alike(found->verdict, result->verdict) &&
           !began_broken(found, result);
}

/* ---- shorter ------------------------------------------------------------ */

static struct reduce_manner manner_of_shorter(const struct reducer *reducer)
{
    int64_t waited_ms = reducer->waited_ms * 2;
    struct reduce_manner manner = {
        .patience = {.first_ms = waited_ms > SHORTER_FIRST_MS
                                     ? waited_ms
                                     : SHORTER_FIRST_MS,
                     .later_ms = waited_ms,
                     .more_ms = SHORTER_MORE_MS}};
    if (reducer->is_hasty)
        manner.unmatched_wait_ms = reducer->late_ms * 2 + HASTE_MS;
    return manner;
}

/* Which list is run the other way, too, hangs on what became of it the first
 * way, which stays. Where it fails the second way only, the states of the first
 * are none that lead to a failure. */
static void note_way(struct choice_course *noted, bool fails,
                     const struct session_result *result,
                     struct script_course *course)
{
    if (noted->count == 0)
        reduce_note_course(noted, result, course);
    else if (fails)
        noted->state_count = 0;
}

/* *forked: with its elements found the other way it would be another run. */
static enum shrink_outcome run_so(struct reducer *reducer,
                                  const struct choice_list *choices,
                                  struct shrink_run *shrunk, bool *forked)
{
    struct script_course course;
    script_course_init(&course);
    bool goes_on = run(reducer, choices, &course);
    bool fails = goes_on && fails_alike(reducer->found, &reducer->last);
    note_way(&shrunk->course, fails, &reducer->last, &course);
    if (fails)
        reduce_take_course(shrunk, &reducer->last, &course);
    *forked = course.forked;
    log_debug("shrinking: of %zu actions %zu were done, and it %s",
              choices->count, course.performed,
              fails ? "fails" : "does not fail");
    script_course_finish(&course);
    if (!goes_on)
        return SHRINK_STOPPED;
    return fails ? SHRINK_FAILS : SHRINK_HOLDS;
}

static enum shrink_outcome run_shorter(void *context,
                                       const struct choice_list *choices,
                                       struct shrink_run *shrunk)
{
    struct reducer *reducer = context;
    bool forked;
    reducer->manner = manner_of_shorter(reducer);
    reducer->manner.wants_offers = choices->count < SHORT_BELOW;
    enum shrink_outcome outcome = run_so(reducer, choices, shrunk, &forked);
    if (outcome != SHRINK_HOLDS || !forked || choices->count >= SHORT_BELOW)
        return outcome;
    reducer->manner.by_place = true;
    return run_so(reducer, choices, shrunk, &forked);
}

static void keep(void *context)
{
    struct reducer *reducer = context;
    session_result_finish(&reducer->best);
    reducer->best = reducer->last;
    session_result_init(&reducer->last);
    reducer->best_differs = reducer->last_differs;
    reducer->now = reducer->best.choice_log.choices.count;
    tell(reducer);
}

static bool can_spare(void *context)
{
    const struct reducer *reducer = context;
    return clock_now_ms() < reducer->spare_end_ms;
}

/* Only the run that is reported needs them. */
static void show_pictures(struct reducer *reducer, bool wanted)
{
    struct executor *executor = reducer->options->executor;
    if (executor->ops->picture != NULL)
        reducer->has_pictures = executor->ops->picture(executor, wanted);
}

/* Runs these once more, or a few times when they hold. A run that errs, as by a
 * busy machine, says neither. */
static void confirm(struct reducer *reducer, const struct choice_list *choices)
{
    struct reduction *reduction = reducer->reduction;
    reduction->confirm_runs = reduction->confirm_failures = 0;
    reducer->manner = (struct reduce_manner){.patience = reduce_as_it_was};
    show_pictures(reducer, true);
    for (int i = 0; reduction->confirm_failures == 0 && i < AGAIN; i++) {
        struct script_course course;
        script_course_init(&course);
        bool goes_on = run(reducer, choices, &course);
        script_course_finish(&course);
        if (!goes_on)
            break;
        if (reducer->last.verdict.kind == VERDICT_ERRORED)
            continue;
        reduction->confirm_runs++;
        reduction->confirm_failures +=
            fails_alike(reducer->found, &reducer->last);
    }
    show_pictures(reducer, false);
}

static bool is_shorter(const struct reducer *reducer)
{
    return !reducer->is_unsteady &&
           shrink_is_simpler(&reducer->best.choice_log.choices,
                             &reducer->found->choice_log.choices);
}

/* What chance has to help may have come by it: the test as it was found may be
 * steadier. */
static void go_back(struct reducer *reducer)
{
    struct reduction *reduction = reducer->reduction;
    reducer->is_unsteady = true;
    session_result_finish(&reducer->best);
    reduction->end = REDUCTION_UNSTEADY;
    confirm(reducer, &reducer->found->choice_log.choices);
    reduction->confirm_runs += reducer->rerun_runs;
    reduction->confirm_failures++;
}

/* ---- again -------------------------------------------------------------- */

/* Runs the test as it was found until it fails again: *first and the best. */
static bool fails_again(struct reducer *reducer, struct shrink_run *first)
{
    struct reduction *reduction = reducer->reduction;
    reducer->manner = (struct reduce_manner){.patience = reduce_as_it_was};
    for (int i = 0; i < AGAIN; i++) {
        struct script_course course;
        script_course_init(&course);
        bool goes_on =
            run(reducer, &reducer->found->choice_log.choices, &course);
        reducer->last_left_out = course.skipped;
        if (course.waited_ms > reducer->waited_ms)
            reducer->waited_ms = course.waited_ms;
        if (reducer->last.late_ms > reducer->late_ms)
            reducer->late_ms = reducer->last.late_ms;
        bool fails = goes_on && fails_alike(reducer->found, &reducer->last);
        reduction->confirm_runs += goes_on;
        reduction->confirm_failures += fails;
        if (fails) {
            reduce_note_course(&first->course, &reducer->last, &course);
            reduce_take_course(first, &reducer->last, &course);
            keep(reducer);
        }
        script_course_finish(&course);
        reducer->rerun_runs = reduction->confirm_runs;
        if (fails || !goes_on)
            return fails;
    }
    return false;
}

/* ---- shorter, and confirmed --------------------------------------------- */

/* The best did what it was to do: as it was confirmed it is the run that a test
 * would have been, and has its pictures. */
static void take_confirmed(struct reducer *reducer)
{
    struct session_result *last = &reducer->last;
    if (!fails_alike(reducer->found, last) ||
        last->choice_log.choices.count !=
            reducer->best.choice_log.choices.count)
        return;
    session_result_finish(&reducer->best);
    reducer->best = *last;
    reducer->best_differs = reducer->last_differs;
    session_result_init(last);
}

static void confirm_best(struct reducer *reducer)
{
    confirm(reducer, &reducer->best.choice_log.choices);
    if (reducer->reduction->confirm_failures > 0)
        take_confirmed(reducer);
}

/* There was no time to confirm it, but for pictures there is one more run. */
static void picture_best(struct reducer *reducer)
{
    struct script_course course;
    show_pictures(reducer, true);
    if (reducer->has_pictures && is_shorter(reducer) &&
        reducer->reduction->end == REDUCTION_OUT_OF_TIME) {
        struct reduce_options options = *reducer->options;
        options.end_ms = INT64_MAX;
        script_course_init(&course);
        session_result_finish(&reducer->last);
        reduce_run(&options, &reducer->best.choice_log.choices,
                   reducer->found->choice_log.linger_ms, &reducer->last,
                   &course);
        script_course_finish(&course);
        take_confirmed(reducer);
    }
}

static void shorten_once(struct reducer *reducer, struct shrink_run *first)
{
    struct shrink_subject subject = {
        .run = run_shorter,
        .keep = keep,
        .can_spare = can_spare,
        .context = reducer,
        .beginnings_hold = !reducer->options->real_time &&
                           reducer->found->verdict.kind == VERDICT_DEFINITELY,
    };
    if (shrink(&subject, first))
        reducer->reduction->end = REDUCTION_MINIMAL;
    if (!reducer->is_over)
        confirm_best(reducer);
}

static bool is_confirmed(const struct reducer *reducer)
{
    return reducer->is_over || reducer->reduction->confirm_failures > 0 ||
           !is_shorter(reducer);
}

static void shorten(struct reducer *reducer, struct shrink_run *first)
{
    show_pictures(reducer, false);
    shorten_once(reducer, first);
    if (!is_confirmed(reducer) && reducer->is_hasty) {
        reducer->is_hasty = false;
        shrink_run_finish(first);
        if (fails_again(reducer, first))
            shorten_once(reducer, first);
    }
    if (!is_confirmed(reducer))
        go_back(reducer);
    picture_best(reducer);
}

/* ---- the whole ---------------------------------------------------------- */

static void swap(struct session_result *a, struct session_result *b)
{
    struct session_result c = *a;
    *a = *b;
    *b = c;
}

/* It did not fail again. */
static void give_up(struct reducer *reducer)
{
    struct reduction *reduction = reducer->reduction;
    struct session_result *last = &reducer->last;
    if (reduction->end == REDUCTION_BROKEN_OFF) {
        reduction->kind = REDUCTION_TROUBLE;
        return;
    }
    if (reduction->confirm_runs == 0)
        return;
    reduction->kind = REDUCTION_FLAKY;
    reduction->began_otherwise = reducer->last_differs;
    reduction->left_out = (int64_t)reducer->last_left_out;
    reduction->has_other = true;
    swap(&reduction->other, last);
}

static void settle(struct reducer *reducer)
{
    struct reduction *reduction = reducer->reduction;
    bool shorter = is_shorter(reducer);
    reduction->kind = shorter ? REDUCTION_SHORTER : REDUCTION_SAME;
    reduction->began_otherwise =
        reducer->best_differs && !reducer->options->real_time;
    if (!shorter)
        return;
    reduction->has_other = true;
    swap(&reduction->other, reducer->found);
    swap(reducer->found, &reducer->best);
}

static int64_t spare_end_ms(const struct reduce_options *options,
                            int64_t started_ms)
{
    return started_ms + (options->end_ms - started_ms) / SPARE_PARTS;
}

void reduce(const struct reduce_options *options, struct session_result *result,
            struct reduction *reduction)
{
    int64_t started = clock_now_ms();
    if (result->choice_log.is_cut) {
        reduction->kind = REDUCTION_TROUBLE;
        reduction->trouble =
            memory_format("it has more than %d actions", CHOICE_LOG_LIMIT);
        return;
    }
    struct shrink_run first = {.others = NULL};
    struct reducer reducer = {.options = options,
                              .reduction = reduction,
                              .found = result,
                              .is_hasty = options->real_time,
                              .late_ms = result->late_ms,
                              .spare_end_ms = spare_end_ms(options, started),
                              .now = (size_t)result->actions};
    session_result_init(&reducer.best);
    session_result_init(&reducer.last);
    if (fails_again(&reducer, &first)) {
        shorten(&reducer, &first);
        settle(&reducer);
    } else {
        give_up(&reducer);
    }
    shrink_run_finish(&first);
    session_result_finish(&reducer.best);
    session_result_finish(&reducer.last);
    reduction->duration_ms = clock_now_ms() - started;
}
