/* Order of this file: one test after the other, the whole. */
#include "run/campaign.h"

#include <stdint.h>

#include "base/clock.h"
#include "run/campaign_internal.h"

bool campaign_is_cancelled(const struct campaign *campaign)
{
    return campaign->cancelled != NULL &&
           campaign->cancelled(campaign->context);
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
    int64_t walks =
        campaign->tests + (int64_t)campaign_walks_behind(campaign, leader);
    int64_t share_ms = left_ms / walks;
    campaign->timeout_ms = share_ms < campaign->share_least_ms
                               ? campaign->share_least_ms
                               : share_ms;
}

bool campaign_run(const struct campaign *campaign, struct run_summary *summary,
                  struct error *error)
{
    int64_t started = clock_real_us() / 1000;
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
    summary->duration_ms = clock_real_us() / 1000 - started;
    campaign_end(&course);
    return goes_on;
}
