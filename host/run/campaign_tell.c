/* What a campaign says of its tests. */
#include <stdint.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"

/* Those of one walk are told of one after the other. */
static size_t walk_of(struct course *course, const struct campaign_place *place)
{
    const struct campaign *campaign = course->campaign;
    const struct campaign_place *last = &course->last;
    bool is_same = course->walk > 0 && place->saved == 0 && last->saved == 0 &&
                   last->number == place->number &&
                   campaign_leader(campaign, last->property) ==
                       campaign_leader(campaign, place->property);
    course->last = *place;
    course->walk += !is_same;
    return course->walk;
}

bool campaign_is_shared(const struct campaign *campaign, size_t property)
{
    size_t leader = campaign_leader(campaign, property);
    return campaign_member_after(campaign, leader) < campaign->property_count;
}

struct test_info campaign_announce(struct course *course,
                                   const struct campaign_place *place)
{
    const struct campaign *campaign = course->campaign;
    struct test_info info = {
        .property = campaign->property_name(campaign->context, place->property),
        .property_index = place->property,
        .index = course->index++,
        .number = place->number,
        .seed = campaign_seed(campaign, place),
        .walk = walk_of(course, place),
        .is_shared =
            place->saved == 0 && campaign_is_shared(campaign, place->property),
    };
    if (campaign->environment != NULL)
        info.environment = campaign->environment(campaign->context, info.seed);
    if (campaign->reporter->ops->test_begin != NULL)
        campaign->reporter->ops->test_begin(campaign->reporter, &info);
    return info;
}

static struct test_result tell_of(const struct test_info *info,
                                  const struct session_result *result,
                                  int64_t duration_ms)
{
    return (struct test_result){
        .info = info,
        .verdict = result->verdict,
        .error = result->verdict.kind == VERDICT_ERRORED ? result->error.message
                                                         : NULL,
        .cut = result->cut,
        .steps = result->kept.steps,
        .step_count = result->kept.count,
        .left_out = result->kept.left_out,
        .left_out_at = KEPT_FIRST_STEPS,
        .reasons = result->reasons.items,
        .reason_count = result->reasons.count,
        .signals = result->signals,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms,
        .coverage = &result->coverage,
        .note = result->note,
    };
}

/* The note of the run with what is to be told of the saved counterexample, if
 * it is of one; owned, or NULL. */
static char *note_of(const struct campaign_outcome *outcome,
                     const struct saved *saved)
{
    const struct session_result *result = &outcome->result;
    const char *note = result->note;
    if (note == NULL)
        note = session_note_at_once(result->verdict, result->actions,
                                    result->kept.count);
    if (saved == NULL || saved->path == NULL)
        return note == NULL ? NULL : memory_format("%s", note);
    char *words = campaign_saved_words(saved, outcome);
    char *both = memory_format("%s%s%s", words, note == NULL ? "" : "; ",
                               note == NULL ? "" : note);
    free(words);
    return both;
}

static void report(const struct course *course,
                   const struct campaign_place *place,
                   const struct test_info *info,
                   const struct campaign_outcome *outcome)
{
    const struct campaign *campaign = course->campaign;
    const struct reduction *reduction = &outcome->reduction;
    const struct saved *saved = campaign_saved(campaign, place);
    char *note = note_of(outcome, saved);
    struct test_result told =
        tell_of(info, &outcome->result, outcome->duration_ms);
    told.note = note;
    told.saved = saved == NULL ? NULL : saved->path;
    struct test_result other =
        tell_of(info, &reduction->other, outcome->duration_ms);
    struct reduction_info reduced = {
        .kind = reduction->kind,
        .end = reduction->end,
        .runs = reduction->runs,
        .duration_ms = reduction->duration_ms,
        .confirm_runs = reduction->confirm_runs,
        .confirm_failures = reduction->confirm_failures,
        .trouble = reduction->trouble,
        .began_otherwise = reduction->began_otherwise,
        .left_out = reduction->left_out,
        .other = reduction->has_other ? &other : NULL,
    };
    if (reduction->kind != REDUCTION_NONE || reduction->runs > 0)
        told.reduction = &reduced;
    if (campaign->reporter->ops->test_end != NULL)
        campaign->reporter->ops->test_end(campaign->reporter, &told);
    if (campaign->on_result != NULL)
        campaign->on_result(campaign->context, place->property, &told);
    free(note);
}

/* What no test before has told. */
static void report_notices(struct course *course,
                           const struct notice_list *notices)
{
    struct reporter *reporter = course->campaign->reporter;
    for (size_t i = 0; i < notices->count; i++) {
        const struct notice *notice = &notices->items[i];
        if (notice_list_add(&course->notices, notice->kind, notice->text) &&
            reporter->ops->notice != NULL)
            reporter->ops->notice(reporter, notice);
    }
}

/* What has no page at the first test will have none at the next ones. */
static bool has_no_page(const struct course *course,
                        const struct session_result *result)
{
    return course->index == 1 && result->error.code == ERROR_ORIGIN;
}

/* It had not begun when the time of all tests was over. */
static bool had_no_time(const struct course *course,
                        const struct session_result *result)
{
    return result->kept.count == 0 && clock_now_ms() >= course->end_ms;
}

static void tell_learned(const struct campaign *campaign,
                         const struct session_result *result)
{
    if (campaign->on_learned != NULL)
        campaign->on_learned(campaign->context, &result->learned);
}

bool campaign_conclude(struct course *course,
                       const struct campaign_place *place,
                       const struct test_info *info,
                       const struct campaign_outcome *outcome)
{
    const struct session_result *result = &outcome->result;
    bool goes_on = outcome->goes_on && !has_no_page(course, result);
    tell_learned(course->campaign, result);
    tell_learned(course->campaign, &outcome->reduction.other);
    if (course->campaign->on_outcome != NULL)
        course->campaign->on_outcome(course->campaign->context, place, outcome);
    if (!goes_on)
        *course->error = result->error;
    /* What ended before it began is no test: the command's error says all. */
    bool is_late = had_no_time(course, result);
    if ((!goes_on && result->kept.count == 0) || is_late) {
        course->summary->not_run++;
        course->summary->out_of_time |= is_late;
    } else {
        report_notices(course, &result->notices);
        report_notices(course, &outcome->reduction.other.notices);
        run_summary_count(course->summary, result->verdict);
        course->summary->wrong += result->error.code == ERROR_UNJUDGED;
        report(course, place, info, outcome);
    }
    return goes_on;
}

static void tell_of_saved(struct course *course, const struct saved *saved,
                          const struct campaign_outcome *outcome)
{
    struct reporter *reporter = course->campaign->reporter;
    char *words = campaign_saved_words(saved, outcome);
    struct notice notice = {.kind = "saved", .text = words};
    report_notices(course, &outcome->result.notices);
    if (reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
    free(words);
}

bool campaign_tell(struct course *course, const struct campaign_place *place,
                   const struct campaign_outcome *outcome)
{
    const struct campaign *campaign = course->campaign;
    if (!campaign_is_test(campaign, place, outcome)) {
        tell_of_saved(course, campaign_saved(campaign, place), outcome);
        return true;
    }
    struct test_info info = campaign_announce(course, place);
    return campaign_conclude(course, place, &info, outcome);
}

bool campaign_goes_on(const struct course *course,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome)
{
    const struct campaign *campaign = course->campaign;
    const struct session_result *result = &outcome->result;
    if (place->saved > 0)
        return !campaign_is_test(campaign, place, outcome);
    bool is_lost = result->verdict.kind == VERDICT_ERRORED &&
                   result->error.code == ERROR_LOST;
    return verdict_is_pass(result->verdict) || is_lost ||
           had_no_time(course, result);
}
