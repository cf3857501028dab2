/* Order of this file: which tests, one test, what it says, one after the other,
 * the whole. */
#include "run/campaign.h"

#include <stdint.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"
#include "gen/choices.h"

/* ---- one test ----------------------------------------------------------- */

static void on_step(void *context, const struct step *step)
{
    struct reporter *reporter = ((const struct drawn *)context)->reporter;
    if (reporter != NULL && reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

bool campaign_is_cancelled(const struct campaign *campaign)
{
    return campaign->cancelled != NULL &&
           campaign->cancelled(campaign->context);
}

static bool is_cancelled(void *context)
{
    return campaign_is_cancelled(((const struct drawn *)context)->campaign);
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

size_t campaign_leader(const struct campaign *campaign, size_t property)
{
    return campaign->leaders == NULL ? property : campaign->leaders[property];
}

size_t campaign_member_after(const struct campaign *campaign, size_t property)
{
    size_t leader = campaign_leader(campaign, property);
    size_t next = property + 1;
    while (next < campaign->property_count &&
           campaign_leader(campaign, next) != leader)
        next++;
    return next;
}

size_t campaign_group_after(const struct campaign *campaign, size_t leader)
{
    size_t next = leader + 1;
    while (next < campaign->property_count &&
           campaign_leader(campaign, next) != next)
        next++;
    return next;
}

static uint64_t count_members(const struct campaign *campaign, size_t leader)
{
    uint64_t count = 0;
    for (size_t i = leader; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        count++;
    return count;
}

uint64_t campaign_number(const struct campaign *campaign,
                         const struct campaign_place *place)
{
    /* Past the last property there is no leader. */
    size_t leader = place->property < campaign->property_count
                        ? campaign_leader(campaign, place->property)
                        : place->property;
    return leader * (uint64_t)campaign->tests + (uint64_t)place->number - 1;
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
            place = (struct campaign_place){
                campaign_group_after(campaign, place.property), 1, 0};
    return place;
}

uint64_t campaign_walks_from(const struct campaign *campaign, size_t leader,
                             int64_t number)
{
    struct campaign_place place = {leader, number, 0};
    uint64_t from = campaign_number(campaign, &place);
    uint64_t behind = campaign_number(
        campaign, &(struct campaign_place){leader, campaign->tests + 1, 0});
    uint64_t count = behind > from ? behind - from : 0;
    uint64_t of = campaign->shard.of;
    if (of == 0 || count == 0)
        return count;
    uint64_t first = (campaign->shard.number - 1 + of - from % of) % of;
    return count > first ? (count - first - 1) / of + 1 : 0;
}

uint64_t campaign_tests_from(const struct campaign *campaign,
                             const struct campaign_place *place)
{
    uint64_t count = 0;
    int64_t number = place->number;
    for (size_t leader = place->property; leader < campaign->property_count;
         leader = campaign_group_after(campaign, leader), number = 1)
        count += campaign_walks_from(campaign, leader, number) *
                 count_members(campaign, leader);
    return count;
}

/* Those of the groups behind this one. */
static uint64_t walks_behind(const struct campaign *campaign, size_t leader)
{
    uint64_t count = 0;
    for (size_t i = campaign_group_after(campaign, leader);
         i < campaign->property_count; i = campaign_group_after(campaign, i))
        count += campaign_walks_from(campaign, i, 1);
    return count;
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

void campaign_shorten(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      size_t failed_behind, struct campaign_outcome *outcome)
{
    int64_t until =
        clock_now_ms() + shrink_ms_for(campaign, outcome->duration_ms);
    size_t leader = campaign_leader(campaign, place->property);
    /* The others are left their share. */
    int64_t spared_ms =
        campaign->share_least_ms *
        (int64_t)(walks_behind(campaign, leader) + failed_behind);
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
        .another = true,
    };
    if (campaign->shrink_ms > 0 && verdict_is_failure(outcome->result.verdict))
        reduce(&options, &outcome->result, &outcome->reduction);
}

/* Whether a test is likely to follow that of this place. */
static bool has_more(const struct campaign *campaign,
                     const struct campaign_place *place)
{
    return place->number < campaign->tests ||
           campaign_group_after(campaign,
                                campaign_leader(campaign, place->property)) <
               campaign->property_count;
}

void drawn_init(struct drawn *drawn, const struct campaign *campaign,
                struct executor *executor, struct reporter *reporter,
                const struct campaign_place *place, int64_t end_ms)
{
    executor_rest(executor);
    int64_t started = clock_now_ms();
    int64_t deadline = started + campaign->timeout_ms;
    uint64_t seed = campaign_seed(campaign, place);
    const struct strategy_kind *kind = campaign->strategy;
    *drawn = (struct drawn){
        .campaign = campaign,
        .reporter = reporter,
        .strategy = (kind == NULL ? strategies_default() : kind)->create(seed),
        .started_ms = started,
    };
    drawn->options = (struct session_options){
        .strategy = drawn->strategy,
        .deadline_ms = deadline < end_ms ? deadline : end_ms,
        .deadline_name = deadline < end_ms ? "--timeout" : "--time-limit",
        .seed = seed,
        .max_actions = campaign->max_actions,
        .max_overdue = campaign->max_overdue,
        .explores = campaign->explores,
        .keep_all = campaign->keep_all,
        .another = has_more(campaign, place),
        .begins_anew = true,
        .on_step = on_step,
        .cancelled = is_cancelled,
        .context = drawn,
    };
    if (executor->ops->seed != NULL)
        executor->ops->seed(executor, seed);
}

void drawn_finish(struct drawn *drawn)
{
    drawn->strategy->ops->destroy(drawn->strategy);
}

static void perform_once(const struct campaign *campaign,
                         struct executor *executor, struct reporter *reporter,
                         const struct campaign_place *place, int64_t end_ms,
                         struct campaign_outcome *outcome)
{
    struct drawn drawn;
    struct actor *actor;
    drawn_init(&drawn, campaign, executor, reporter, place, end_ms);
    struct checker *checker =
        campaign->open(campaign->context, place->property, &actor);
    outcome->goes_on = session_run(executor, checker, actor, &drawn.options,
                                   &outcome->result, NULL);
    outcome->duration_ms = clock_now_ms() - drawn.started_ms;
    checker->ops->destroy(checker);
    drawn_finish(&drawn);
}

/* For what a single property's test has spent in a dead end. */
static void make_up(const struct campaign *campaign, struct executor *executor,
                    struct reporter *reporter,
                    const struct campaign_place *place, int64_t end_ms,
                    struct campaign_outcome *outcome)
{
    if (!outcome->result.in_dead_end)
        return;
    struct campaign_outcome *outcomes =
        memory_zeroed(campaign->property_count, sizeof *outcomes);
    outcomes[place->property] = *outcome;
    campaign_start_again(campaign, executor, reporter, place, end_ms,
                         &outcomes[place->property].result,
                         outcome->duration_ms, outcomes);
    *outcome = outcomes[place->property];
    free(outcomes);
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
    make_up(campaign, executor, reporter, place, end_ms, outcome);
    campaign_shorten(campaign, executor, reporter, place, end_ms, 0, outcome);
}

void campaign_perform(const struct campaign *campaign,
                      struct executor *executor, struct reporter *reporter,
                      const struct campaign_place *place, int64_t end_ms,
                      struct campaign_outcome *outcome)
{
    if (place->saved > 0)
        campaign_perform_saved(campaign, executor, reporter, place, end_ms,
                               outcome);
    else
        perform_drawn(campaign, executor, reporter, place, end_ms, outcome);
}

/* ---- what it says ------------------------------------------------------- */

/* Those of one walk are told of one behind the other. */
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

bool campaign_run_test(struct course *course,
                       const struct campaign_place *place, bool *more)
{
    struct campaign_outcome outcome;
    campaign_outcome_init(&outcome);
    bool goes_on = place->saved > 0 ? run_saved(course, place, &outcome)
                                    : run_drawn(course, place, &outcome);
    *more = campaign_goes_on(course, place, &outcome);
    campaign_outcome_finish(&outcome);
    return goes_on;
}

/* ---- the whole ---------------------------------------------------------- */

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

/* Of what is left of the time, for the walks of this group. */
static void share_time(struct campaign *campaign, const struct course *course,
                       size_t leader)
{
    if (campaign->share_least_ms == 0 || course->end_ms == INT64_MAX)
        return;
    int64_t left_ms = course->end_ms - clock_now_ms();
    int64_t walks = campaign->tests + (int64_t)walks_behind(campaign, leader);
    int64_t share_ms = left_ms / walks;
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
    struct course course =
        campaign_begin(&own, summary, error == NULL ? &unused : error);
    bool goes_on = true;
    size_t leader = 0;
    while (goes_on && leader < own.property_count) {
        share_time(&own, &course, leader);
        goes_on = campaign_run_group(&course, leader);
        leader = campaign_group_after(&own, leader);
    }
    if (!goes_on)
        summary->not_run +=
            campaign_tests_from(&own, &(struct campaign_place){leader, 1, 0});
    summary->duration_ms = clock_now_ms() - started;
    campaign_end(&course);
    return goes_on;
}
