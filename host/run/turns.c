#include "run/turns.h"

#include <stdbool.h>

/* The mean of what a thing waits for. With rates below 2 to the 32 products
 * stay below 2 to the 64. */
enum { MEAN_WAIT = 1 << 20, FIRST_WAIT = MEAN_WAIT / 3 };
enum { RATE_BITS = 31 };

void turns_finish(struct turns *turns)
{
    counts_finish(&turns->waits);
    vec_finish(&turns->there);
}

static void add(struct turns *turns, const struct turn *offer)
{
    for (size_t i = 0; i < turns->there.count; i++)
        if (turns->there.items[i].key == offer->key) {
            turns->there.items[i].rate += offer->rate;
            return;
        }
    vec_push(&turns->there, *offer);
}

/* Only the ratios of rates matter. */
static void scale(struct turns *turns)
{
    uint64_t all = 0;
    int shift = 0;
    for (size_t i = 0; i < turns->there.count; i++)
        all += turns->there.items[i].rate;
    while (all >> shift >> RATE_BITS != 0)
        shift++;
    for (size_t i = 0; i < turns->there.count; i++) {
        uint64_t *rate = &turns->there.items[i].rate;
        *rate = *rate >> shift == 0 ? 1 : *rate >> shift;
    }
}

static void begin_to_wait(struct turns *turns, struct choices *choices,
                          uint64_t key, size_t at_most)
{
    counts_put(&turns->waits, key,
               1 + (uint32_t)choices_below(choices, at_most));
}

/* How long until its turn comes, by the time that all pass together, is the
 * wait divided by the rate. */
static bool is_before(const struct turns *turns, const struct turn *a,
                      const struct turn *b)
{
    return (uint64_t)counts_of(&turns->waits, a->key) * b->rate <
           (uint64_t)counts_of(&turns->waits, b->key) * a->rate;
}

static void pass_time(struct turns *turns, const struct turn *next)
{
    uint64_t wait = counts_of(&turns->waits, next->key);
    for (size_t i = 0; i < turns->there.count; i++) {
        const struct turn *thing = &turns->there.items[i];
        uint64_t left = counts_of(&turns->waits, thing->key);
        uint64_t gone = thing->rate * wait / next->rate;
        counts_put(&turns->waits, thing->key,
                   gone < left ? (uint32_t)(left - gone) : 1);
    }
}

uint64_t turns_take(struct turns *turns, struct choices *choices,
                    const struct turn *offers, size_t count)
{
    vec_clear(&turns->there);
    for (size_t i = 0; i < count; i++)
        add(turns, &offers[i]);
    scale(turns);
    size_t next = 0;
    for (size_t i = 0; i < turns->there.count; i++) {
        const struct turn *thing = &turns->there.items[i];
        if (counts_of(&turns->waits, thing->key) == 0)
            begin_to_wait(turns, choices, thing->key, FIRST_WAIT);
        if (is_before(turns, thing, &turns->there.items[next]))
            next = i;
    }
    pass_time(turns, &turns->there.items[next]);
    begin_to_wait(turns, choices, turns->there.items[next].key,
                  2 * (size_t)MEAN_WAIT);
    return turns->there.items[next].key;
}
