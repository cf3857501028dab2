/* Which tests there are, and whose they are. */
#include <stdint.h>

#include "gen/choices.h"
#include "run/campaign_internal.h"

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

uint64_t campaign_walks_behind(const struct campaign *campaign, size_t leader)
{
    uint64_t count = 0;
    for (size_t i = campaign_group_after(campaign, leader);
         i < campaign->property_count; i = campaign_group_after(campaign, i))
        count += campaign_walks_from(campaign, i, 1);
    return count;
}
