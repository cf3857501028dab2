/* The session of a test: alone, or with the properties behind it as riders. */
#include "base/memory.h"
#include "base/vec.h"
#include "run/campaign_internal.h"
#include "run/riders.h"

/* Those of which it is not yet known that they fail. */
static struct checker *take_riders(const struct campaign *campaign,
                                   struct riders *riders, size_t property,
                                   struct checker *driver)
{
    struct checker *all = riders_begin(riders, driver);
    for (size_t i = property + 1; i < campaign->property_count; i++) {
        struct actor *actor;
        if (saved_list_count(campaign->found, i) == 0)
            riders_add(riders, i, campaign->open(campaign->context, i, &actor));
    }
    return all;
}

/* The whole run: where the property is false it ends again. */
static void keep_broken(const struct campaign *campaign,
                        const struct rider *rider, uint64_t seed,
                        const struct diary *diary)
{
    const char *name =
        campaign->property_name(campaign->context, rider->property);
    struct saved_item item = {.property = rider->property};
    saved_init(&item.saved);
    item.saved.property = memory_format("%s", name);
    item.saved.seed = seed;
    item.saved.verdict = rider->verdict;
    item.saved.linger_ms = diary->linger_ms;
    for (size_t i = 0; i < diary->choices.count; i++)
        choice_list_push(&item.saved.choices,
                         value_ref(diary->choices.items[i]));
    vec_push(campaign->found, item);
}

static void leave_riders(const struct campaign *campaign, struct riders *riders,
                         uint64_t seed, const struct session_result *result)
{
    for (size_t i = 0; i < riders->items.count; i++)
        if (riders->items.items[i].broken && !result->diary.is_cut)
            keep_broken(campaign, &riders->items.items[i], seed,
                        &result->diary);
    riders_end(riders);
}

bool campaign_session(const struct campaign *campaign,
                      struct executor *executor,
                      const struct campaign_place *place,
                      struct checker *checker, struct actor *actor,
                      const struct session_options *options,
                      struct session_result *result)
{
    if (campaign->found == NULL)
        return session_run(executor, checker, actor, options, result, NULL);
    struct riders riders;
    struct checker *all =
        take_riders(campaign, &riders, place->property, checker);
    bool goes_on = session_run(executor, all, actor, options, result, NULL);
    leave_riders(campaign, &riders, campaign_seed(campaign, place), result);
    return goes_on;
}
