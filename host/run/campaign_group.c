/* Order of this file: which members, telling of a walk, one walk after the
 * other. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/campaign_internal.h"

/* ---- which members --------------------------------------------------------
 */

struct campaign_outcome *campaign_outcomes_create(size_t count)
{
    struct campaign_outcome *outcomes =
        memory_zeroed(count + 1, sizeof *outcomes);
    for (size_t i = 0; i < count; i++)
        campaign_outcome_init(&outcomes[i]);
    return outcomes;
}

void campaign_outcomes_destroy(struct campaign_outcome *outcomes, size_t count)
{
    for (size_t i = 0; i < count; i++)
        campaign_outcome_finish(&outcomes[i]);
    free(outcomes);
}

/* The first member of a group that is live, from this one on; property_count:
 * none. */
static size_t first_live(const struct campaign *campaign, size_t leader,
                         const bool *is_live)
{
    size_t i = leader;
    while (i < campaign->property_count && !is_live[i])
        i = campaign_member_after(campaign, i);
    return i;
}

uint64_t campaign_count_live(const struct campaign *campaign, size_t leader,
                             const bool *is_live)
{
    uint64_t count = 0;
    for (size_t i = leader; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        count += is_live[i];
    return count;
}

size_t campaign_failed_behind(const struct campaign *campaign, size_t property,
                              const bool *is_live,
                              const struct campaign_outcome *outcomes)
{
    size_t count = 0;
    for (size_t i = campaign_member_after(campaign, property);
         i < campaign->property_count; i = campaign_member_after(campaign, i))
        count += is_live[i] && reduce_is_for(&outcomes[i].result);
    return count;
}

uint64_t campaign_tests_left(const struct campaign *campaign,
                             const struct campaign_place *place,
                             const bool *is_live)
{
    if (place->property >= campaign->property_count)
        return 0;
    size_t leader = campaign_leader(campaign, place->property);
    size_t next = campaign_group_after(campaign, leader);
    return campaign_walks_from(campaign, leader, place->number) *
               campaign_count_live(campaign, leader, is_live) +
           campaign_tests_from(campaign, &(struct campaign_place){next, 1, 0});
}

/* ---- telling of a walk ----------------------------------------------------
 */

/* What has ended the command is told of one property. */
static bool is_untold(const struct campaign_outcome *outcome, bool goes_on)
{
    return !goes_on && outcome->result.verdict.kind == VERDICT_ERRORED;
}

bool campaign_tell_walk(struct course *course,
                        const struct campaign_place *walk,
                        const struct test_info *announced, bool shortens,
                        bool *is_live, struct campaign_outcome *outcomes)
{
    const struct campaign *campaign = course->campaign;
    bool goes_on = true;
    for (size_t i = first_live(campaign, walk->property, is_live);
         i < campaign->property_count; i = campaign_member_after(campaign, i)) {
        struct campaign_place place = {i, walk->number, 0};
        struct campaign_outcome *outcome = &outcomes[i];
        if (!is_live[i])
            continue;
        if (is_untold(outcome, goes_on)) {
            course->summary->not_run++;
            continue;
        }
        struct test_info info =
            announced != NULL ? *announced : campaign_announce(course, &place);
        announced = NULL;
        if (shortens)
            campaign_shorten(
                campaign, campaign->executor, campaign->reporter, &place,
                course->end_ms,
                campaign_failed_behind(campaign, i, is_live, outcomes),
                outcome);
        goes_on = campaign_conclude(course, &place, &info, outcome) && goes_on;
        is_live[i] = campaign_goes_on(course, &place, outcome);
    }
    return goes_on;
}

/* ---- one walk after the other ---------------------------------------------
 */

/* Properties that are judged in the same walks. */
struct group {
    struct course *course;
    size_t leader;
    bool *is_live; /* by property: it is to be tested again */
};

static uint64_t count_live(const struct group *group)
{
    return campaign_count_live(group->course->campaign, group->leader,
                               group->is_live);
}

static bool run_walk(struct group *group, const struct campaign_place *walk)
{
    struct course *course = group->course;
    const struct campaign *campaign = course->campaign;
    struct campaign_place first = {
        first_live(campaign, group->leader, group->is_live), walk->number, 0};
    struct test_info info = campaign_announce(course, &first);
    struct campaign_outcome *outcomes =
        campaign_outcomes_create(campaign->property_count);
    campaign_walk(campaign, campaign->executor, campaign->reporter, walk,
                  course->end_ms, outcomes);
    bool goes_on =
        campaign_tell_walk(course, walk, &info, true, group->is_live, outcomes);
    campaign_outcomes_destroy(outcomes, campaign->property_count);
    return goes_on;
}

/* A saved counterexample, or a walk. */
static bool run_place(struct group *group, const struct campaign_place *place)
{
    if (place->saved == 0 &&
        campaign_is_shared(group->course->campaign, group->leader))
        return run_walk(group, place);
    if (!group->is_live[place->property])
        return true;
    return campaign_run_test(group->course, place,
                             &group->is_live[place->property]);
}

static bool run_places(struct group *group, struct campaign_place *place)
{
    struct course *course = group->course;
    const struct campaign *campaign = course->campaign;
    while (place->property < campaign->property_count &&
           campaign_leader(campaign, place->property) == group->leader &&
           count_live(group) > 0) {
        if (clock_now_ms() >= course->end_ms) {
            course->summary->not_run +=
                campaign_walks_from(campaign, group->leader, place->number) *
                count_live(group);
            course->summary->out_of_time = true;
            break;
        }
        uint64_t live = count_live(group);
        if (!run_place(group, place)) {
            course->summary->not_run +=
                campaign_walks_from(campaign, group->leader,
                                    place->number + 1) *
                live;
            return false;
        }
        *place = campaign_after(campaign, place);
    }
    return true;
}

bool campaign_run_group(struct course *course, size_t leader)
{
    const struct campaign *campaign = course->campaign;
    struct group group = {.course = course, .leader = leader};
    struct campaign_place place = campaign_first(campaign, leader);
    group.is_live =
        memory_zeroed(campaign->property_count, sizeof *group.is_live);
    for (size_t i = leader; i < campaign->property_count;
         i = campaign_member_after(campaign, i))
        group.is_live[i] = true;
    bool goes_on = run_places(&group, &place);
    free(group.is_live);
    return goes_on;
}
