#include "laws/logic/random.h"

struct random random_seeded(uint64_t seed)
{
    return (struct random){.state = seed};
}

/* splitmix64 */
uint64_t random_number(struct random *random)
{
    uint64_t z = random->state += UINT64_C(0x9E3779B97F4A7C15);
    z = (z ^ (z >> 30)) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94D049BB133111EB);
    return z ^ (z >> 31);
}

int random_below(struct random *random, int bound)
{
    return (int)(random_number(random) % (uint64_t)bound);
}

static const struct term *random_simple(struct random *random,
                                        struct world *world,
                                        const struct palette *palette)
{
    struct term like = {.kind = TERM_ATOM,
                        .atom = random_below(random, palette->atoms)};
    int roll = random_below(random, 20);
    if (roll == 0)
        like.kind = TERM_TRUE;
    else if (roll == 1)
        like.kind = TERM_FALSE;
    else if (roll == 2 && palette->fail)
        like.kind = TERM_FAIL;
    if (like.kind != TERM_ATOM)
        like.atom = 0;
    return term_make(world, &like);
}

const struct term *random_term(struct random *random, struct world *world,
                               const struct palette *palette, int depth)
{
    if (depth == 0 || random_below(random, 6) == 0)
        return random_simple(random, world, palette);
    struct term like = {0};
    like.kind = (enum term_kind)(TERM_NOT + random_below(random, 11));
    if (like.kind == TERM_NEXT && !palette->next)
        like.kind = TERM_NEXT_WEAK;
    if (like.kind >= TERM_ALWAYS)
        like.count = random_below(random, palette->max_subscript + 1);
    like.a = random_term(random, world, palette, depth - 1);
    if (like.kind == TERM_AND || like.kind == TERM_OR ||
        like.kind == TERM_IMPLIES || like.kind >= TERM_UNTIL)
        like.b = random_term(random, world, palette, depth - 1);
    return term_make(world, &like);
}

/* Each trace has its own share of true atoms: of states that are all alike
 * obligations live longest. */
struct trace random_trace(struct random *random, const struct palette *palette,
                          int max_length)
{
    struct trace trace = {.length = 1 + random_below(random, max_length)};
    int share = random_below(random, 11);
    for (int i = 0; i < trace.length; i++)
        for (int atom = 0; atom < palette->atoms; atom++)
            if (random_below(random, 10) < share)
                trace.states[i] |= (term_state)(1 << atom);
    return trace;
}
