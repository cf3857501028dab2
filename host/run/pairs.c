#include "run/pairs.h"

void pairs_finish(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->tables.count; i++)
        counts_finish(&pairs->tables.items[i]);
    vec_finish(&pairs->tables);
    counts_finish(&pairs->places);
    pairs->used = 0;
}

static struct counts *table_of(struct pairs *pairs, uint64_t action)
{
    uint32_t place = counts_of(&pairs->places, action);
    if (place == 0) {
        struct counts empty = {0};
        vec_push(&pairs->tables, empty);
        place = (uint32_t)pairs->tables.count;
        counts_put(&pairs->places, action, place);
    }
    return &pairs->tables.items[place - 1];
}

/* The order of the two does not matter. */
static uint64_t key_of(uint64_t a, uint64_t b)
{
    return a + b;
}

void pairs_add(struct pairs *pairs, uint64_t action, const uint64_t *things,
               size_t count)
{
    struct counts *table = table_of(pairs, action);
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b <= a; b++)
            pairs->used += counts_add(table, key_of(things[a], things[b])) == 1;
}

/* Most counts are small, and a division takes as long as finding one. */
static uint64_t share(uint32_t times)
{
    enum { KNOWN = 8 };
    static const uint8_t known[KNOWN] = {0, 128, 85, 64, 51, 42, 36, 32};
    if (times == 0)
        return PAIRS_ALL_NEW;
    return times < KNOWN ? known[times] : PAIRS_ALL_NEW / (1 + (uint64_t)times);
}

uint64_t pairs_newness(const struct pairs *pairs, uint64_t action,
                       const uint64_t *things, size_t count)
{
    uint32_t place = counts_of(&pairs->places, action);
    if (place == 0 || count == 0)
        return PAIRS_ALL_NEW;
    const struct counts *table = &pairs->tables.items[place - 1];
    uint64_t sum = 0;
    for (size_t a = 0; a < count; a++)
        for (size_t b = 0; b <= a; b++)
            sum += share(counts_of(table, key_of(things[a], things[b])));
    return sum / (count * (count + 1) / 2);
}

void pairs_fade(struct pairs *pairs)
{
    pairs->used = 0;
    for (size_t i = 0; i < pairs->tables.count; i++) {
        counts_fade(&pairs->tables.items[i]);
        pairs->used += pairs->tables.items[i].used;
    }
}
