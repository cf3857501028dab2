/* Order of this file: what came of a test, making it shorter, what it is given,
 * one test. */
#include <stdint.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"

/* ---- what came of it ---------------------------------------------------- */

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

/* ---- making it shorter -------------------------------------------------- */

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

struct reduce_options
campaign_reduce_options(const struct campaign *campaign,
                        struct executor *executor,
                        const struct campaign_place *place)
{
    return (struct reduce_options){
        .open = campaign->open,
        .cancelled = campaign->cancelled,
        .context = campaign->context,
        .property = place->property,
        .executor = executor,
        .ahead = campaign->ahead,
        .seed = campaign_seed(campaign, place),
        .real_time = campaign->real_time,
        .keep_all = campaign->keep_all,
        .timeout_ms = campaign->timeout_ms,
        .another = true, /* of a saved counterexample the tests, for one */
    };
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
        (int64_t)(campaign_walks_behind(campaign, leader) + failed_behind);
    if (end_ms != INT64_MAX && until > end_ms - spared_ms)
        until = end_ms - spared_ms;
    struct reduce_options options =
        campaign_reduce_options(campaign, executor, place);
    options.reporter = reporter;
    options.end_ms = until < end_ms ? until : end_ms;
    if (campaign->shrink_ms > 0 && reduce_is_for(&outcome->result))
        reduce(&options, &outcome->result, &outcome->reduction);
}

/* ---- what it is given --------------------------------------------------- */

static void on_step(void *context, const struct step *step)
{
    struct reporter *reporter = ((const struct drawn *)context)->reporter;
    if (reporter != NULL && reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

static bool is_cancelled(void *context)
{
    return campaign_is_cancelled(((const struct drawn *)context)->campaign);
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

/* ---- one test ----------------------------------------------------------- */

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
