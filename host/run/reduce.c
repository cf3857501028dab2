/* Order of this file: shorter, again, shorter and confirmed, the whole. */
#include "run/reduce.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "run/reduce_internal.h"
#include "run/shrink.h"

/* A test that does not fail when it is run again is run so many times before it
 * counts as flaky; a shrunk one, before it counts as not confirmed. */
enum { AGAIN = 3 };

enum {
    /* The first of so many parts of the time is enough for runs of which not
     * much is to be hoped: what is left may be needed by others. */
    SPARE_PARTS = 4,
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

/* ---- shorter ------------------------------------------------------------ */

static enum shrink_outcome run_shorter(void *context,
                                       const struct choice_list *choices,
                                       struct shrink_run *shrunk)
{
    struct reducer *reducer = context;
    struct ahead *ahead = reducer->options->ahead;
    if (ahead == NULL ||
        !ahead_holds(ahead, choices, reducer->options->end_ms, &shrunk->course))
        return reducer_run_shorter(reducer, choices, shrunk);
    log_debug("shrinking: of %zu actions it is known by now that they do not "
              "fail",
              choices->count);
    reducer->reduction->runs++;
    reducer_tell(reducer);
    return SHRINK_HOLDS;
}

static void run_ahead(void *context, const struct choice_list *now,
                      const struct choice_list *next)
{
    const struct reducer *reducer = context;
    ahead_begin(reducer->options->ahead, reducer->options, &reducer->trial, now,
                next);
}

static void keep(void *context)
{
    struct reducer *reducer = context;
    session_result_finish(&reducer->best);
    reducer->best = reducer->last;
    session_result_init(&reducer->last);
    reducer->best_differs = reducer->last_differs;
    reducer->now = reducer->best.choice_log.choices.count;
    reducer_tell(reducer);
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
        bool goes_on = reducer_run(reducer, choices, &course);
        script_course_finish(&course);
        if (!goes_on)
            break;
        if (reducer->last.verdict.kind == VERDICT_ERRORED &&
            !reducer_fails_alike(reducer))
            continue;
        reduction->confirm_runs++;
        reduction->confirm_failures += reducer_fails_alike(reducer);
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
            reducer_run(reducer, &reducer->found->choice_log.choices, &course);
        reducer->last_left_out = course.skipped;
        if (course.waited_ms > reducer->trial.waited_ms)
            reducer->trial.waited_ms = course.waited_ms;
        if (reducer->last.late_ms > reducer->trial.late_ms)
            reducer->trial.late_ms = reducer->last.late_ms;
        bool fails = goes_on && reducer_fails_alike(reducer);
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
    if (!reducer_fails_alike(reducer) ||
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
                   reducer->trial.linger_ms, &reducer->last, &course);
        script_course_finish(&course);
        take_confirmed(reducer);
    }
}

/* Of the application's time; no more is waited for. */
static int64_t took_ms(const struct session_result *result)
{
    enum { MOST_MS = 2000 };
    const struct kept_steps *kept = &result->kept;
    if (kept->count == 0)
        return 0;
    int64_t ms =
        (kept->steps[kept->count - 1].time_us - kept->steps[0].time_us) / 1000;
    return ms < MOST_MS ? ms : MOST_MS;
}

static void shorten_once(struct reducer *reducer, struct shrink_run *first)
{
    const struct executor *executor = reducer->options->executor;
    bool is_definite = reducer->found->verdict.kind != VERDICT_PROBABLY;
    struct shrink_subject subject = {
        .run = run_shorter,
        .keep = keep,
        .can_spare = can_spare,
        .ahead = reducer->options->ahead != NULL ? run_ahead : NULL,
        .context = reducer,
        .pause_ms =
            executor->has_clock && executor->pauses_ms == 0 && is_definite
                ? took_ms(reducer->found)
                : 0,
        .beginnings_hold = !reducer->options->real_time &&
                           executor->pauses_ms == 0 && is_definite,
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
    if (!is_confirmed(reducer) && reducer->trial.is_hasty) {
        reducer->trial.is_hasty = false;
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

/* It did not fail again. An error that does not come again is told as it was
 * found. */
static void give_up(struct reducer *reducer)
{
    struct reduction *reduction = reducer->reduction;
    struct session_result *last = &reducer->last;
    if (reducer->found->verdict.kind == VERDICT_ERRORED)
        return;
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

/* Where there are pauses, actions may be needed only to let time pass: it is
 * waited for after the last one instead. */
static int64_t linger_ms(const struct reduce_options *options,
                         const struct session_result *found)
{
    if (options->executor->pauses_ms == 0 || found->kept.count == 0)
        return found->choice_log.linger_ms;
    return took_ms(found);
}

static struct reduce_trial trial_of(const struct reduce_options *options,
                                    const struct session_result *found)
{
    return (struct reduce_trial){.verdict = found->verdict,
                                 .error = found->error,
                                 .is_longer = found->kept.count > 1,
                                 .is_hasty = options->real_time,
                                 .late_ms = found->late_ms,
                                 .linger_ms = linger_ms(options, found)};
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
    if (options->ahead != NULL)
        ahead_prepare(options->ahead, options);
    struct shrink_run first = {.others = NULL};
    struct reducer reducer = {.options = options,
                              .reduction = reduction,
                              .found = result,
                              .trial = trial_of(options, result),
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
