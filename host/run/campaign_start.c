/* Other starts of a test that came to a dead end (session_idle.c), or in which
 * the page broke, so that several properties could not be judged any more. The
 * first run went on to its own end, as any test does; so many actions as it
 * waited in vain, or could not do, are done by further runs, each from a seed
 * of its own and ended where it is in a dead end itself. What only their cut
 * shows (a demand that had not been met by then) is no finding. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/hash.h"
#include "base/memory.h"
#include "run/campaign_internal.h"

enum {
    /* One that did next to nothing is of no use, and the next will not be,
     * either. */
    STARTS_LIMIT = 1000,
    /* Somebody waits for the error, or the failure. */
    STARTS_LIMIT_OF_FAILURE = 20,
    /* Of a test that nothing limits: those that the usual subscript asks for.
     */
    ACTIONS_OF_A_TEST = 100,
};

struct starts {
    const struct campaign *campaign;
    struct executor *executor;
    struct reporter *reporter;
    const struct campaign_place *place;
    int64_t end_ms;
    bool ran_out;                      /* the first run: nothing was left */
    bool is_break;                     /* in it the page broke for several */
    int64_t left;                      /* actions to make up for */
    int64_t count, actions;            /* starts, and what they have done */
    struct campaign_outcome *outcomes; /* of the test */
    struct campaign_outcome *last;     /* of the start made last */
    struct choice_list avoided;        /* by the next one */
    struct start start;
};

/* It errs because nothing could be done any more. */
static bool has_run_out(const struct session_result *result)
{
    return result->verdict.kind == VERDICT_ERRORED &&
           result->cut == CUT_NO_ACTION;
}

/* It failed because the application had broken, so that its own rule could not
 * be judged (decision 0055). */
static bool is_of_break(const struct session_result *result)
{
    const struct kept_steps *kept = &result->kept;
    return verdict_is_failure(result->verdict) && kept->count > 0 &&
           reasons_name_break(result->reasons.items, result->reasons.count,
                              kept->steps[kept->count - 1].broken);
}

static size_t count_of_break(const struct starts *starts)
{
    const struct campaign *campaign = starts->campaign;
    size_t count = 0;
    for (size_t i = starts->place->property; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        count += is_of_break(&starts->outcomes[i].result);
    return count;
}

/* One property is enough to tell of a break; the faults of the others may be
 * hidden by it. */
static bool is_hidden(const struct starts *starts, size_t property)
{
    return is_of_break(&starts->outcomes[property].result) &&
           count_of_break(starts) > 1;
}

/* It may still become one that has failed by itself. */
static bool is_undecided(const struct starts *starts, size_t property)
{
    const struct campaign_outcome *outcome = &starts->outcomes[property];
    const struct session_result *result = &outcome->result;
    if (is_hidden(starts, property))
        return outcome->goes_on;
    return outcome->goes_on && !verdict_is_failure(result->verdict) &&
           (result->verdict.kind != VERDICT_ERRORED || has_run_out(result));
}

static bool is_any_undecided(const struct starts *starts)
{
    const struct campaign *campaign = starts->campaign;
    for (size_t i = starts->place->property; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        if (is_undecided(starts, i))
            return true;
    return false;
}

/* Out of time before it had begun, or while something was under way: nothing
 * was found. */
static bool is_finding(const struct starts *starts, size_t property)
{
    const struct campaign_outcome *outcome = &starts->last[property];
    bool is_late = clock_now_ms() >= starts->end_ms;
    if (has_run_out(&outcome->result))
        return false; /* the first run has told of it, or waited there */
    if (outcome->result.verdict.kind == VERDICT_ERRORED)
        return !outcome->goes_on || (!is_late && !is_hidden(starts, property));
    if (is_of_break(&outcome->result) && is_hidden(starts, property))
        return false; /* it is told */
    return verdict_is_failure(outcome->result.verdict) &&
           outcome->result.cut == CUT_NONE;
}

/* They were not told of while they came. */
static void tell_steps(struct reporter *reporter,
                       const struct session_result *result)
{
    if (reporter->ops->anew != NULL)
        reporter->ops->anew(reporter);
    for (size_t i = 0; reporter->ops->step != NULL && i < result->kept.count;
         i++)
        reporter->ops->step(reporter, &result->kept.steps[i]);
}

static void replace(struct starts *starts, size_t property)
{
    struct campaign_outcome *outcome = &starts->outcomes[property];
    struct campaign_outcome *found = &starts->last[property];
    int64_t duration_ms = outcome->duration_ms + found->duration_ms;
    campaign_outcome_finish(outcome);
    *outcome = *found;
    outcome->duration_ms = duration_ms;
    campaign_outcome_init(found);
    if (campaign_member_after(starts->campaign, starts->place->property) ==
        starts->campaign->property_count)
        tell_steps(starts->reporter, &outcome->result);
}

/* All starts are one test. */
static void add_coverage(struct coverage *into, const struct coverage *from)
{
    int64_t tests = into->tests;
    coverage_merge(into, from);
    into->tests = tests;
}

/* What has passed has been exercised by all of its runs. */
static void take(struct starts *starts, size_t property)
{
    struct campaign_outcome *outcome = &starts->outcomes[property];
    const struct campaign_outcome *last = &starts->last[property];
    if (!is_undecided(starts, property))
        return;
    if (is_finding(starts, property))
        replace(starts, property);
    else
        add_coverage(&outcome->result.coverage, &last->result.coverage);
}

static void take_findings(struct starts *starts)
{
    const struct campaign *campaign = starts->campaign;
    for (size_t i = starts->place->property; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        take(starts, i);
}

static size_t first_of_break(const struct starts *starts,
                             const struct campaign_outcome *outcomes)
{
    const struct campaign *campaign = starts->campaign;
    size_t i = starts->place->property;
    while (i < campaign->property_count && !is_of_break(&outcomes[i].result))
        i = campaign_member_after(campaign, i);
    return i;
}

/* The last action before the page broke, where it did. */
static void avoid_break(struct starts *starts,
                        const struct campaign_outcome *outcomes)
{
    size_t i = first_of_break(starts, outcomes);
    if (i == starts->campaign->property_count)
        return;
    const struct choice_list *choices = &outcomes[i].result.choice_log.choices;
    if (choices->count > 0)
        choice_list_push(&starts->avoided,
                         value_ref(choices->items[choices->count - 1]));
}

/* False: no further one. */
static bool start_once(struct starts *starts)
{
    const struct campaign *campaign = starts->campaign;
    struct start *start = &starts->start;
    uint64_t seed = campaign_seed(campaign, starts->place);
    *start = (struct start){
        .seed = hash_mix(seed, (uint64_t)++starts->count),
        .max_actions = starts->left,
        .avoided = &starts->avoided,
    };
    starts->last = campaign_outcomes_create(campaign->property_count);
    campaign_walk_start(campaign, starts->executor, starts->place,
                        starts->end_ms, start, starts->last);
    avoid_break(starts, starts->last);
    take_findings(starts);
    campaign_outcomes_destroy(starts->last, campaign->property_count);
    if (start->way_in != NULL)
        choice_list_push(&starts->avoided, start->way_in);
    int64_t done = start->actions - start->idle;
    starts->actions += done;
    starts->left -= done;
    return done > 0 && !start->is_broken;
}

static void tell_of_starts(struct starts *starts)
{
    struct notice_list *notices =
        &starts->outcomes[starts->place->property].result.notices;
    char *text = memory_format(
        "a test came to %s: %lld more "
        "start%s, with %lld action%s, made up for what it %s there",
        starts->is_break  ? "a page that broke"
        : starts->ran_out ? "a dead end, where nothing could be done"
                          : "a dead end, where only waiting was left",
        (long long)starts->count, starts->count == 1 ? "" : "s",
        (long long)starts->actions, starts->actions == 1 ? "" : "s",
        starts->is_break || starts->ran_out ? "missed" : "waited");
    notice_list_add(notices, "dead-end", text);
    free(text);
}

/* What the first run has not done. */
static int64_t missed(const struct starts *starts,
                      const struct session_result *first)
{
    const struct campaign *campaign = starts->campaign;
    int64_t most = campaign->max_actions == SESSION_NO_LIMIT
                       ? ACTIONS_OF_A_TEST
                       : campaign->max_actions;
    bool is_short = starts->ran_out || starts->is_break;
    return first->idle + (is_short ? most - first->actions : 0);
}

void campaign_start_again(const struct campaign *campaign,
                          struct executor *executor, struct reporter *reporter,
                          const struct campaign_place *place, int64_t end_ms,
                          const struct session_result *first, int64_t spent_ms,
                          struct campaign_outcome *outcomes)
{
    int64_t until = clock_now_ms() + campaign->timeout_ms - spent_ms;
    struct starts starts = {
        .campaign = campaign,
        .executor = executor,
        .reporter = reporter,
        .place = place,
        .end_ms = until < end_ms ? until : end_ms,
        .ran_out = has_run_out(first),
        .outcomes = outcomes,
    };
    starts.is_break = count_of_break(&starts) > 1;
    if (!first->in_dead_end && !starts.is_break)
        return;
    avoid_break(&starts, outcomes);
    starts.left = missed(&starts, first);
    int64_t limit = first->idle > 0 ? STARTS_LIMIT : STARTS_LIMIT_OF_FAILURE;
    if (first->way_in != NULL)
        choice_list_push(&starts.avoided, value_ref(first->way_in));
    while (starts.left > 0 && starts.count < limit &&
           clock_now_ms() < starts.end_ms && is_any_undecided(&starts))
        if (!start_once(&starts))
            break;
    if (starts.count > 0)
        tell_of_starts(&starts);
    choice_list_finish(&starts.avoided);
}
