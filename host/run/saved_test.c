/* Saved counterexamples in a campaign. Order of this file: which, running one,
 * whether it fails, the words. */
#include <inttypes.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"

/* In real time a run may go another way by chance: then it is run so often. */
enum { TRIES = 3 };

const struct saved *campaign_saved(const struct campaign *campaign,
                                   const struct campaign_place *place)
{
    if (place->saved == 0)
        return NULL;
    return saved_list_find(campaign->saved, place->property, place->saved - 1);
}

/* ---- which -------------------------------------------------------------- */

/* Its first saved counterexample, or the one of the next member that has some,
 * or else the first walk. */
static struct campaign_place enter(const struct campaign *campaign,
                                   size_t property, size_t saved)
{
    size_t leader = campaign_leader(campaign, property);
    for (; property < campaign->property_count; saved = 1) {
        struct campaign_place place = {property, 1, saved};
        if (campaign_saved(campaign, &place) != NULL)
            return place;
        property = campaign_member_after(campaign, property);
    }
    return (struct campaign_place){leader, 1, 0};
}

/* Of the groups from this one on, the first that has something to run. */
static struct campaign_place settle(const struct campaign *campaign,
                                    struct campaign_place place)
{
    while (place.property < campaign->property_count && place.saved == 0) {
        size_t leader = place.property;
        place = campaign_first_from(campaign, place);
        if (place.property == leader)
            return place;
        size_t next = campaign_group_after(campaign, leader);
        if (next == campaign->property_count)
            return (struct campaign_place){next, 1, 0};
        place = enter(campaign, next, 1);
    }
    return place;
}

struct campaign_place campaign_first(const struct campaign *campaign,
                                     size_t leader)
{
    if (leader >= campaign->property_count)
        return (struct campaign_place){campaign->property_count, 1, 0};
    return settle(campaign, enter(campaign, leader, 1));
}

struct campaign_place campaign_after(const struct campaign *campaign,
                                     const struct campaign_place *place)
{
    if (place->saved > 0)
        return settle(campaign,
                      enter(campaign, place->property, place->saved + 1));
    return settle(campaign, (struct campaign_place){place->property,
                                                    place->number + 1, 0});
}

/* ---- running one -------------------------------------------------------- */

static void run_once(const struct reduce_options *options,
                     const struct saved *saved,
                     struct campaign_outcome *outcome)
{
    struct script_course course;
    script_course_init(&course);
    session_result_finish(&outcome->result);
    outcome->goes_on = reduce_run(options, &saved->choices, saved->linger_ms,
                                  &outcome->result, &course);
    outcome->left_out = course.skipped;
    outcome->left_out_at = course.first_skipped;
    outcome->inexact = course.inexact;
    outcome->inexact_at = course.first_inexact;
    script_course_finish(&course);
}

static int64_t smaller(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Only of a run that counts, and after it: of several tests at a time they are
 * what the first process knows of it. */
static void tell_steps(struct reporter *reporter,
                       const struct session_result *result)
{
    if (reporter->ops->step == NULL)
        return;
    for (size_t i = 0; i < result->kept.count; i++)
        reporter->ops->step(reporter, &result->kept.steps[i]);
}

/* Where this one began, whatever the others do; and back. */
static void begin_at(struct executor *executor, enum executor_begin where)
{
    if (executor->ops->begin != NULL)
        executor->ops->begin(executor, where);
}

void campaign_perform_saved(const struct campaign *campaign,
                            struct executor *executor,
                            struct reporter *reporter,
                            const struct campaign_place *place, int64_t end_ms,
                            struct campaign_outcome *outcome)
{
    const struct saved *saved = campaign_saved(campaign, place);
    int64_t started = clock_now_ms();
    struct reduce_options options =
        campaign_reduce_options(campaign, executor, place);
    int64_t pauses_ms = executor->pauses_ms;
    begin_at(executor,
             saved->at_load ? EXECUTOR_BEGIN_AT_LOAD : EXECUTOR_BEGIN_AT_REST);
    executor->pauses_ms = saved->pauses_ms;
    for (int i = 0; i < (campaign->real_time ? TRIES : 1); i++) {
        /* Each has the time of a test: begun too late it would be an error. */
        int64_t now = clock_now_ms();
        if (i > 0 && now >= end_ms)
            break;
        options.end_ms = smaller(now + campaign->timeout_ms, end_ms);
        run_once(&options, saved, outcome);
        if (campaign_is_test(campaign, place, outcome))
            break;
    }
    executor->pauses_ms = pauses_ms;
    begin_at(executor, EXECUTOR_BEGIN_AS_MADE);
    if (campaign_is_test(campaign, place, outcome))
        tell_steps(reporter, &outcome->result);
    outcome->duration_ms = clock_now_ms() - started;
}

/* ---- whether it fails --------------------------------------------------- */

bool campaign_is_test(const struct campaign *campaign,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome)
{
    const struct saved *saved = campaign_saved(campaign, place);
    struct verdict now = outcome->result.verdict;
    return saved == NULL || !outcome->goes_on || now.kind == VERDICT_ERRORED ||
           reduce_fails_alike(saved->verdict, now);
}

/* ---- the words ---------------------------------------------------------- */

static struct str name_of(const struct value *choice)
{
    const struct value *names = value_field(choice, STR("names"));
    if (names != NULL && names->count > 0)
        return value_text(names->items[0]);
    return value_text(value_field(choice, STR("id")));
}

/* "action 2 of 3 (`up!`) and 2 more" */
static void add_which(struct buf *out, const struct saved *saved, size_t at,
                      size_t count)
{
    buf_addf(out, "action %zu of %zu (`%.*s`)", at + 1, saved->choices.count,
             STR_ARGS(name_of(saved->choices.items[at])));
    if (count > 1)
        buf_addf(out, " and %zu more", count - 1);
}

static void add_left_out(struct buf *out, const struct saved *saved,
                         const struct campaign_outcome *outcome)
{
    add_which(out, saved, outcome->left_out_at, outcome->left_out);
    buf_addf(out, " %s not on offer any more",
             outcome->left_out > 1 ? "are" : "is");
}

/* What had the element's place, or its text. */
static void add_inexact(struct buf *out, const struct saved *saved,
                        const struct campaign_outcome *outcome)
{
    add_which(out, saved, outcome->inexact_at, outcome->inexact);
    buf_addf(out,
             " %s done to what is most like its element now, with another "
             "text or in another place",
             outcome->inexact > 1 ? "were" : "was");
}

char *campaign_saved_words(const struct saved *saved,
                           const struct campaign_outcome *outcome)
{
    struct buf out;
    buf_init(&out);
    bool is_failure = verdict_is_failure(outcome->result.verdict);
    bool has_left_out =
        outcome->left_out > 0 && outcome->left_out_at < saved->choices.count;
    if (outcome->result.verdict.kind == VERDICT_ERRORED)
        buf_addf(&out, "this ran the counterexample saved in %s", saved->path);
    else if (is_failure)
        buf_addf(&out, "this is the counterexample saved in %s", saved->path);
    else if (has_left_out)
        buf_addf(&out,
                 "%s does not fit the application any more, and did not fail",
                 saved->path);
    else
        buf_addf(&out, "%s no longer fails", saved->path);
    if (has_left_out) {
        buf_add_text(&out, ": ");
        add_left_out(&out, saved, outcome);
    } else if (!is_failure && outcome->inexact > 0 &&
               outcome->inexact_at < saved->choices.count) {
        buf_add_text(&out, "; ");
        add_inexact(&out, saved, outcome);
    }
    return buf_take(&out);
}
