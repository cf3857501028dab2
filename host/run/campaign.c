/* Order of this file: one test, what it says, the course of all of them one
 * after the other. */
#include "run/campaign.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"
#include "gen/choices.h"

/* ---- one test ----------------------------------------------------------- */

struct performance {
    const struct campaign *campaign;
    struct reporter *reporter;
};

static void on_step(void *context, const struct step *step)
{
    struct reporter *reporter = ((const struct performance *)context)->reporter;
    if (reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

bool campaign_is_cancelled(const struct campaign *campaign)
{
    return campaign->cancelled != NULL &&
           campaign->cancelled(campaign->context);
}

static bool is_cancelled(void *context)
{
    return campaign_is_cancelled(
        ((const struct performance *)context)->campaign);
}

void campaign_outcome_init(struct campaign_outcome *outcome)
{
    *outcome = (struct campaign_outcome){.goes_on = true};
    session_result_init(&outcome->result);
    reduction_init(&outcome->reduction);
}

void campaign_outcome_finish(struct campaign_outcome *outcome)
{
    session_result_finish(&outcome->result);
    reduction_finish(&outcome->reduction);
    campaign_outcome_init(outcome);
}

void campaign_outcome_fail(struct campaign_outcome *outcome,
                           const struct error *error, bool goes_on)
{
    outcome->result.verdict = (struct verdict){.kind = VERDICT_ERRORED};
    outcome->result.error = *error;
    outcome->goes_on = goes_on;
}

uint64_t campaign_number(const struct campaign *campaign,
                         const struct campaign_place *place)
{
    return place->property * (uint64_t)campaign->tests +
           (uint64_t)place->number - 1;
}

uint64_t campaign_seed(const struct campaign *campaign,
                       const struct campaign_place *place)
{
    const struct saved *saved = campaign_saved(campaign, place);
    if (saved != NULL)
        return saved->seed;
    return choices_seed_of_test(campaign->seed,
                                campaign_number(campaign, place));
}

/* A shard has one of any SHARD_LIMIT tests in a row. */
struct campaign_place campaign_first_from(const struct campaign *campaign,
                                          struct campaign_place place)
{
    while (place.property < campaign->property_count &&
           (place.number > campaign->tests ||
            !shard_has(campaign->shard, campaign_number(campaign, &place))))
        if (place.number++ >= campaign->tests)
            place = (struct campaign_place){place.property + 1, 1, 0};
    return place;
}

uint64_t campaign_tests_from(const struct campaign *campaign,
                             const struct campaign_place *place)
{
    struct campaign_place end = {campaign->property_count, 1, 0};
    uint64_t from = campaign_number(campaign, place);
    uint64_t behind = campaign_number(campaign, &end);
    uint64_t count = behind > from ? behind - from : 0;
    uint64_t of = campaign->shard.of;
    if (of == 0 || count == 0)
        return count;
    uint64_t first = (campaign->shard.number - 1 + of - from % of) % of;
    return count > first ? (count - first - 1) / of + 1 : 0;
}

/* Those of the property alone. */
static uint64_t tests_of_property(const struct campaign *campaign,
                                  const struct campaign_place *place)
{
    struct campaign_place next = {place->property + 1, 1, 0};
    return campaign_tests_from(campaign, place) -
           campaign_tests_from(campaign, &next);
}

int64_t campaign_shrink_most_ms(const struct campaign *campaign)
{
    return campaign->shrink_grows &&
                   campaign->shrink_ms < CAMPAIGN_SHRINK_MOST_MS
               ? CAMPAIGN_SHRINK_MOST_MS
               : campaign->shrink_ms;
}

/* On a slow machine, or of a slow page, a few runs would be all of it. */
static int64_t shrink_ms_for(const struct campaign *campaign, int64_t test_ms)
{
    enum { RUNS = 10 };
    int64_t most = campaign_shrink_most_ms(campaign);
    int64_t wish = test_ms * RUNS;
    if (wish < campaign->shrink_ms)
        return campaign->shrink_ms;
    return wish < most ? wish : most;
}

static int64_t tests_behind(const struct campaign *campaign, size_t property)
{
    struct campaign_place next = {property + 1, 1, 0};
    return (int64_t)campaign_tests_from(campaign, &next);
}

/* Makes a failing test shorter, which leaves the others their share. */
static void perform_again(const struct campaign *campaign,
                          struct executor *executor, struct reporter *reporter,
                          const struct campaign_place *place, int64_t end_ms,
                          struct campaign_outcome *outcome)
{
    int64_t until =
        clock_now_ms() + shrink_ms_for(campaign, outcome->duration_ms);
    int64_t spared_ms =
        campaign->share_least_ms * tests_behind(campaign, place->property);
    if (end_ms != INT64_MAX && until > end_ms - spared_ms)
        until = end_ms - spared_ms;
    struct reduce_options options = {
        .open = campaign->open,
        .cancelled = campaign->cancelled,
        .context = campaign->context,
        .property = place->property,
        .executor = executor,
        .reporter = reporter,
        .seed = campaign_seed(campaign, place),
        .real_time = campaign->real_time,
        .keep_all = campaign->keep_all,
        .timeout_ms = campaign->timeout_ms,
        .end_ms = until < end_ms ? until : end_ms,
    };
    if (campaign->shrink_ms > 0 && verdict_is_failure(outcome->result.verdict))
        reduce(&options, &outcome->result, &outcome->reduction);
}

static void perform_once(const struct campaign *campaign,
                         struct executor *executor, struct reporter *reporter,
                         const struct campaign_place *place, int64_t end_ms,
                         struct campaign_outcome *outcome)
{
    executor_rest(executor);
    int64_t started = clock_now_ms();
    int64_t deadline = started + campaign->timeout_ms;
    uint64_t seed = campaign_seed(campaign, place);
    const struct strategy_kind *kind = campaign->strategy;
    struct strategy *strategy =
        (kind == NULL ? strategies_default() : kind)->create(seed);
    struct performance performance = {campaign, reporter};
    struct session_options options = {
        .strategy = strategy,
        .deadline_ms = deadline < end_ms ? deadline : end_ms,
        .deadline_name = deadline < end_ms ? "--timeout" : "--time-limit",
        .max_actions = campaign->max_actions,
        .max_overdue = campaign->max_overdue,
        .explores = campaign->explores,
        .keep_all = campaign->keep_all,
        .begins_anew = true,
        .on_step = on_step,
        .cancelled = is_cancelled,
        .context = &performance,
    };
    if (executor->ops->seed != NULL)
        executor->ops->seed(executor, seed);
    struct actor *actor;
    struct checker *checker =
        campaign->open(campaign->context, place->property, &actor);
    outcome->goes_on = campaign_session(campaign, executor, place, checker,
                                        actor, &options, &outcome->result);
    outcome->duration_ms = clock_now_ms() - started;
    checker->ops->destroy(checker);
    strategy->ops->destroy(strategy);
}

static void perform_drawn(const struct campaign *campaign,
                          struct executor *executor, struct reporter *reporter,
                          const struct campaign_place *place, int64_t end_ms,
                          struct campaign_outcome *outcome)
{
    perform_once(campaign, executor, reporter, place, end_ms, outcome);
    while (session_begin_anew(&outcome->result)) {
        if (reporter->ops->anew != NULL)
            reporter->ops->anew(reporter);
        perform_once(campaign, executor, reporter, place, end_ms, outcome);
    }
    perform_again(campaign, executor, reporter, place, end_ms, outcome);
}

/* What another property's run has shown is as long as that was. */
static void perform_kept(const struct campaign *campaign,
                         struct executor *executor, struct reporter *reporter,
                         const struct campaign_place *place, int64_t end_ms,
                         struct campaign_outcome *outcome)
{
    campaign_perform_saved(campaign, executor, reporter, place, end_ms,
                           outcome);
    if (campaign_saved(campaign, place)->path == NULL &&
        campaign_is_test(campaign, place, outcome))
        perform_again(campaign, executor, reporter, place, end_ms, outcome);
}

void campaign_perform(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      struct campaign_outcome *outcome)
{
    if (place->saved > 0)
        perform_kept(campaign, executor, reporter, place, end_ms, outcome);
    else
        perform_drawn(campaign, executor, reporter, place, end_ms, outcome);
}

/* ---- what it says ------------------------------------------------------- */

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
    const char *note = outcome->result.note;
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

/* ---- one after the other ------------------------------------------------ */

static bool run_drawn(struct course *course, const struct campaign_place *place,
                      struct campaign_outcome *outcome)
{
    const struct campaign *campaign = course->campaign;
    struct test_info info = campaign_announce(course, place);
    campaign_perform(campaign, campaign->executor, campaign->reporter, place,
                     course->end_ms, outcome);
    return campaign_conclude(course, place, &info, outcome);
}

/* Nobody is told of it before it has shown that it fails. */
static bool run_saved(struct course *course, const struct campaign_place *place,
                      struct campaign_outcome *outcome)
{
    const struct campaign *campaign = course->campaign;
    campaign_perform(campaign, campaign->executor, campaign->reporter, place,
                     course->end_ms, outcome);
    return campaign_tell(course, place, outcome);
}

/* One test. *more: the property is to be tested again. False: the whole command
 * has to end. */
static bool run_test(struct course *course, const struct campaign_place *place,
                     bool *more)
{
    struct campaign_outcome outcome;
    campaign_outcome_init(&outcome);
    bool goes_on = place->saved > 0 ? run_saved(course, place, &outcome)
                                    : run_drawn(course, place, &outcome);
    *more = campaign_goes_on(course, place, &outcome);
    campaign_outcome_finish(&outcome);
    return goes_on;
}

/* The place behind the last of its tests that were run goes into *place. */
static bool run_property(struct course *course, struct campaign_place *place)
{
    const struct campaign *campaign = course->campaign;
    size_t property = place->property;
    bool more = true;
    while (more && place->property == property) {
        if (clock_now_ms() >= course->end_ms) {
            course->summary->not_run += tests_of_property(campaign, place);
            course->summary->out_of_time = true;
            break;
        }
        if (!run_test(course, place, &more))
            return false;
        *place = campaign_after(campaign, place);
    }
    if (place->property == property)
        *place = campaign_first(campaign, property + 1);
    return true;
}

struct course campaign_begin(const struct campaign *campaign,
                             struct run_summary *summary, struct error *error)
{
    return (struct course){
        .campaign = campaign,
        .summary = summary,
        .error = error,
        .end_ms = campaign->time_limit_ms == SESSION_NO_LIMIT
                      ? INT64_MAX
                      : clock_now_ms() + campaign->time_limit_ms,
    };
}

void campaign_end(struct course *course)
{
    notice_list_finish(&course->notices);
}

/* Of what is left of the time, for this property. */
static void share_time(struct campaign *campaign, const struct course *course,
                       size_t property)
{
    if (campaign->share_least_ms == 0 || course->end_ms == INT64_MAX)
        return;
    int64_t left_ms = course->end_ms - clock_now_ms();
    int64_t tests = campaign->tests + tests_behind(campaign, property);
    int64_t share_ms = left_ms / tests;
    campaign->timeout_ms = share_ms < campaign->share_least_ms
                               ? campaign->share_least_ms
                               : share_ms;
}

bool campaign_run(const struct campaign *campaign, struct run_summary *summary,
                  struct error *error)
{
    int64_t started = clock_now_ms();
    struct error unused = ERROR_NONE;
    struct campaign own = *campaign;
    struct saved_list found = {0};
    if (campaign->explores)
        own.found = &found;
    struct course course =
        campaign_begin(&own, summary, error == NULL ? &unused : error);
    bool goes_on = true;
    struct campaign_place place = campaign_first(&own, 0);
    while (goes_on && place.property < own.property_count) {
        share_time(&own, &course, place.property);
        goes_on = run_property(&course, &place);
    }
    if (!goes_on) /* it has been told of, or counted */
        summary->not_run += campaign_tests_from(&own, &place) - 1;
    summary->duration_ms = clock_now_ms() - started;
    campaign_end(&course);
    saved_list_finish(&found);
    return goes_on;
}
