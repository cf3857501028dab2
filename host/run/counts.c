#include "run/counts.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum { FIRST_SLOTS = 64 };

void counts_finish(struct counts *counts)
{
    free(counts->slots);
    *counts = (struct counts){0};
}

void counts_clear(struct counts *counts)
{
    if (counts->slot_count > FIRST_SLOTS &&
        counts->used * 8 < counts->slot_count)
        counts_finish(counts); /* there were more once */
    if (counts->used > 0)
        memset(counts->slots, 0, counts->slot_count * sizeof *counts->slots);
    counts->used = 0;
}

/* Where the key is, or would be put; there is a free slot. */
static struct counts_slot *find(const struct counts *counts, uint64_t key)
{
    size_t mask = counts->slot_count - 1;
    size_t at = (size_t)key & mask; /* it is a hash */
    while (counts->slots[at].count > 0 && counts->slots[at].key != key)
        at = (at + 1) & mask;
    return &counts->slots[at];
}

static void grow(struct counts *counts)
{
    struct counts larger = {.used = counts->used};
    larger.slot_count =
        counts->slot_count == 0 ? FIRST_SLOTS : counts->slot_count * 2;
    larger.slots = memory_zeroed(larger.slot_count, sizeof *larger.slots);
    for (size_t i = 0; i < counts->slot_count; i++)
        if (counts->slots[i].count > 0)
            *find(&larger, counts->slots[i].key) = counts->slots[i];
    free(counts->slots);
    *counts = larger;
}

uint32_t counts_of(const struct counts *counts, uint64_t key)
{
    return counts->slot_count == 0 ? 0 : find(counts, key)->count;
}

/* The key's slot, which may be new: it is to have a count then. */
static struct counts_slot *slot_of(struct counts *counts, uint64_t key)
{
    if (counts->used * 2 >= counts->slot_count)
        grow(counts);
    struct counts_slot *slot = find(counts, key);
    counts->used += slot->count == 0;
    slot->key = key;
    return slot;
}

uint32_t counts_add(struct counts *counts, uint64_t key)
{
    struct counts_slot *slot = slot_of(counts, key);
    slot->count += slot->count < UINT32_MAX;
    return slot->count;
}

void counts_put(struct counts *counts, uint64_t key, uint32_t count)
{
    slot_of(counts, key)->count = count;
}

/* Into a smaller table: who fades wants room. */
void counts_fade(struct counts *counts)
{
    struct counts faded = {0};
    for (size_t i = 0; i < counts->slot_count; i++)
        if (counts->slots[i].count > 1)
            counts_put(&faded, counts->slots[i].key,
                       counts->slots[i].count / 2);
    counts_finish(counts);
    *counts = faded;
}
