#include "run/harvest.h"

#include "base/hash.h"

enum {
    /* Of what is remembered, a new yield replaces one part of so many. */
    MEMORY_PARTS = 3,
};

void harvest_finish(struct harvest *harvest)
{
    counts_finish(&harvest->reached);
    counts_finish(&harvest->yields);
}

/* How often it was reached before. A function is news only once: whether it is
 * told of again depends on the browser's caches. */
static uint32_t times_before(struct harvest *harvest,
                             const struct reach_item *item)
{
    uint64_t key = hash_mix(item->key, (uint64_t)item->kind);
    if (item->kind == REACH_IDLE)
        return UINT32_MAX;
    if (item->kind == REACH_RAN && counts_of(&harvest->reached, key) > 0)
        return UINT32_MAX;
    return counts_add(&harvest->reached, key) - 1;
}

uint32_t harvest_take(struct harvest *harvest, const struct reach *reach)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < reach->count; i++) {
        uint32_t times = times_before(harvest, &reach->items[i]);
        if (times < least)
            least = times;
    }
    return least == UINT32_MAX ? 0 : HARVEST_ALL / (1 + least);
}

void harvest_credit(struct harvest *harvest, uint64_t key, uint32_t yield)
{
    uint32_t before = harvest_of(harvest, key, yield);
    uint32_t now = (before * (MEMORY_PARTS - 1) + yield) / MEMORY_PARTS;
    counts_put(&harvest->yields, key, 1 + now);
}

uint32_t harvest_of(const struct harvest *harvest, uint64_t key,
                    uint32_t unknown)
{
    uint32_t kept = counts_of(&harvest->yields, key);
    return kept == 0 ? unknown : kept - 1;
}
