#include "run/code_coverage.h"

#include "base/hash.h"

enum {
    /* Of what is remembered, a new yield replaces one part of so many. */
    MEMORY_PARTS = 3,
};

void code_coverage_finish(struct code_coverage *code_coverage)
{
    counts_finish(&code_coverage->reached);
    counts_finish(&code_coverage->yields);
}

/* How often it was reached before. A function is news only once: whether it is
 * told of again depends on the browser's caches. */
static uint32_t times_before(struct code_coverage *code_coverage,
                             const struct reach_item *item)
{
    uint64_t key = hash_mix(item->key, (uint64_t)item->kind);
    if (item->kind == REACH_IDLE)
        return UINT32_MAX;
    if (item->kind == REACH_RAN && counts_of(&code_coverage->reached, key) > 0)
        return UINT32_MAX;
    return counts_add(&code_coverage->reached, key) - 1;
}

uint32_t code_coverage_take(struct code_coverage *code_coverage,
                            const struct reach *reach)
{
    uint32_t least = UINT32_MAX;
    for (size_t i = 0; i < reach->count; i++) {
        uint32_t times = times_before(code_coverage, &reach->items[i]);
        if (times < least)
            least = times;
    }
    return least == UINT32_MAX ? 0 : CODE_COVERAGE_ALL / (1 + least);
}

void code_coverage_credit(struct code_coverage *code_coverage, uint64_t key,
                          uint32_t yield)
{
    uint32_t before = code_coverage_of(code_coverage, key, yield);
    uint32_t now = (before * (MEMORY_PARTS - 1) + yield) / MEMORY_PARTS;
    counts_put(&code_coverage->yields, key, 1 + now);
}

uint32_t code_coverage_of(const struct code_coverage *code_coverage,
                          uint64_t key, uint32_t unknown)
{
    uint32_t kept = counts_of(&code_coverage->yields, key);
    return kept == 0 ? unknown : kept - 1;
}
