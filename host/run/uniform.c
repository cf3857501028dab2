#include "run/uniform.h"

#include <stdlib.h>

#include "base/memory.h"
#include "gen/choices.h"

struct uniform {
    struct strategy strategy;
    struct choices choices;
    const struct proposal_hint *hints; /* for the next pick */
};

static void inform(struct strategy *strategy, const struct situation *situation)
{
    ((struct uniform *)strategy)->hints = situation->hints;
}

static uint64_t weight_of(const struct uniform *uniform, size_t i)
{
    return uniform->hints == NULL ? 1 : (uint64_t)uniform->hints[i].weight;
}

/* With the weight 1 everywhere the same as a draw below the count. */
static size_t draw(struct uniform *uniform, size_t count)
{
    uint64_t total = 0;
    size_t i = 0;
    for (size_t j = 0; j < count; j++)
        total += weight_of(uniform, j);
    uint64_t left = choices_below(&uniform->choices, total);
    while (left >= weight_of(uniform, i))
        left -= weight_of(uniform, i++);
    return i;
}

static enum strategy_answer pick(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error)
{
    (void)error;
    struct uniform *uniform = (struct uniform *)strategy;
    *index = draw(uniform, proposed->count);
    uniform->hints = NULL;
    return STRATEGY_PICKED;
}

static void destroy(struct strategy *strategy)
{
    free(strategy);
}

struct strategy *uniform_create(uint64_t seed)
{
    static const struct strategy_ops ops = {
        .inform = inform, .pick = pick, .destroy = destroy};
    struct uniform *uniform = MEMORY_NEW(struct uniform);
    uniform->strategy.ops = &ops;
    choices_init(&uniform->choices, seed);
    return &uniform->strategy;
}
