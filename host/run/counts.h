/* How often each of many things was seen; things are 64 bit hashes. */
#ifndef WEIR_RUN_COUNTS_H
#define WEIR_RUN_COUNTS_H

#include <stddef.h>
#include <stdint.h>

struct counts_slot {
    uint64_t key;
    uint32_t count; /* 0: the slot is free */
};

/* Zeroed memory is an empty one. */
struct counts {
    struct counts_slot *slots;
    size_t slot_count; /* a power of two, or 0 */
    size_t used;       /* different things */
};

void counts_finish(struct counts *counts); /* and empties it */
/* Empties it, too; its room is kept for as many again. */
void counts_clear(struct counts *counts);

/* 0 for what was never seen. */
uint32_t counts_of(const struct counts *counts, uint64_t key);

/* Counts one more (up to UINT32_MAX); how many there are now. */
uint32_t counts_add(struct counts *counts, uint64_t key);

/* Makes it so many, from 1. */
void counts_put(struct counts *counts, uint64_t key, uint32_t count);

/* Halves all counts: what was seen once is forgotten, and takes no room. */
void counts_fade(struct counts *counts);

#endif
