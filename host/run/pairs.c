#include "run/pairs.h"

void pairs_finish(struct pairs *pairs)
{
    for (size_t i = 0; i < pairs->tables.count; i++)
        counts_finish(&pairs->tables.items[i]);
    vec_finish(&pairs->tables);
    counts_finish(&pairs->places);
    pairs->used = 0;
}

const struct counts *pairs_of(const struct pairs *pairs, uint64_t action)
{
    uint32_t place = counts_of(&pairs->places, action);
    return place == 0 ? NULL : &pairs->tables.items[place - 1];
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

void pairs_add(struct pairs *pairs, uint64_t action, uint64_t pair)
{
    struct counts *table = table_of(pairs, action);
    pairs->used += counts_add(table, pair) == 1;
}

void pairs_fade(struct pairs *pairs)
{
    pairs->used = 0;
    for (size_t i = 0; i < pairs->tables.count; i++) {
        counts_fade(&pairs->tables.items[i]);
        pairs->used += pairs->tables.items[i].used;
    }
}
