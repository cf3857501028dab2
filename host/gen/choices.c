#include "gen/choices.h"

#include <assert.h>
#include <sys/random.h>

#include "base/clock.h"

void choices_init(struct choices *choices, uint64_t seed)
{
    choices->state = seed;
}

uint64_t choices_next(struct choices *choices)
{
    uint64_t z = choices->state += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

size_t choices_below(struct choices *choices, size_t bound)
{
    assert(bound > 0);
    /* Numbers at or above the largest multiple of bound are drawn again. */
    uint64_t limit = UINT64_MAX - UINT64_MAX % bound;
    uint64_t drawn;
    do
        drawn = choices_next(choices);
    while (drawn >= limit);
    return (size_t)(drawn % bound);
}

uint64_t choices_fresh_seed(void)
{
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)clock_now_us();
    /* Short enough to read out and type, and enough that thousands of runs have
     * different ones; every other seed can still be asked for. */
    return seed % 1000000000;
}

uint64_t choices_seed_of_test(uint64_t run_seed, size_t place)
{
    if (place == 0)
        return run_seed; /* --tests 1 --seed S repeats what is printed */
    struct choices mixer;
    choices_init(&mixer, run_seed ^ (0xd1342543de82ef95u * place));
    return choices_next(&mixer);
}
