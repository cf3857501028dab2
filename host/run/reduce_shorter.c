/* The runs of a reduction. Order of this file: how it began, one run, whether
 * it fails, a shorter one. */

#include <string.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "run/reduce_internal.h"
#include "run/replay.h"

enum {
    /* Of fewer actions many are not on offer for good. */
    SHORTER_FIRST_MS = 300,
    /* What has come in time twice, the second time to see whether it does. */
    SHORTER_MORE_MS = 200,
    /* After an unmatched event another one is awaited for a second. In real
     * time that is what most of a run takes; twice as long as such events took,
     * and this, is enough to see whether it fails. */
    HASTE_MS = 100,
    /* A list of fewer actions that holds is also run with its elements found by
     * their places; of one that fails it is kept what else was on offer. */
    SHORT_BELOW = 10,
};

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
static bool began_broken(const struct reducer *reducer)
{
    return reducer->last.verdict.kind == VERDICT_DEFINITELY &&
           reducer->last.kept.count == 1 && reducer->trial.is_longer;
}

/* ---- one run ------------------------------------------------------------ */

static bool is_cancelled(const struct reduce_options *options)
{
    return options->cancelled != NULL && options->cancelled(options->context);
}

void reducer_tell(struct reducer *reducer)
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

bool reducer_run(struct reducer *reducer, const struct choice_list *choices,
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
    reducer_tell(reducer);
    session_result_finish(last);
    reduce_run_so(options, &reducer->manner, choices, reducer->trial.linger_ms,
                  last, course);
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

bool reduce_is_for(const struct session_result *result)
{
    return verdict_is_failure(result->verdict) ||
           (result->verdict.kind == VERDICT_ERRORED &&
            result->error.code == ERROR_UNJUDGED_LATER);
}

/* The second line of what is said: the place; the first one has values. */
static struct str place_of(const struct error *error)
{
    const char *line = strchr(error->message, '\n');
    return line == NULL ? str_text(error->message)
                        : str_from(line + 1, strcspn(line + 1, "\n"));
}

static bool errs_alike(const struct reduce_trial *trial,
                       const struct session_result *result)
{
    return result->verdict.kind == VERDICT_ERRORED &&
           result->error.code == trial->error.code &&
           str_equal(place_of(&trial->error), place_of(&result->error));
}

bool reducer_fails_alike(const struct reducer *reducer)
{
    if (reducer->trial.verdict.kind == VERDICT_ERRORED)
        return errs_alike(&reducer->trial, &reducer->last);
    return reduce_fails_alike(reducer->trial.verdict, reducer->last.verdict) &&
           !began_broken(reducer);
}

/* ---- shorter ------------------------------------------------------------ */

static struct reduce_manner manner_of_shorter(const struct reducer *reducer)
{
    int64_t waited_ms = reducer->trial.waited_ms * 2;
    struct reduce_manner manner = {
        .patience = {.first_ms = waited_ms > SHORTER_FIRST_MS
                                     ? waited_ms
                                     : SHORTER_FIRST_MS,
                     .later_ms = waited_ms,
                     .more_ms = SHORTER_MORE_MS}};
    if (reducer->trial.is_hasty)
        manner.unmatched_wait_ms = reducer->trial.late_ms * 2 + HASTE_MS;
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
    bool goes_on = reducer_run(reducer, choices, &course);
    bool fails = goes_on && reducer_fails_alike(reducer);
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

enum shrink_outcome reducer_run_shorter(struct reducer *reducer,
                                        const struct choice_list *choices,
                                        struct shrink_run *shrunk)
{
    bool forked;
    reducer->manner = manner_of_shorter(reducer);
    reducer->manner.wants_offers = choices->count < SHORT_BELOW;
    enum shrink_outcome outcome = run_so(reducer, choices, shrunk, &forked);
    if (outcome != SHRINK_HOLDS || !forked || choices->count >= SHORT_BELOW)
        return outcome;
    reducer->manner.by_place = true;
    return run_so(reducer, choices, shrunk, &forked);
}
