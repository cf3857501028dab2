#include "run/uniform.h"

#include <stdlib.h>

#include "base/memory.h"
#include "run/choices.h"

struct uniform {
    struct strategy strategy;
    struct choices choices;
};

static enum strategy_answer pick(struct strategy *strategy,
                                 const struct action_list *proposed,
                                 size_t *index, struct error *error)
{
    (void)error;
    struct uniform *uniform = (struct uniform *)strategy;
    *index = choices_below(&uniform->choices, proposed->count);
    return STRATEGY_PICKED;
}

static void destroy(struct strategy *strategy)
{
    free(strategy);
}

struct strategy *uniform_create(uint64_t seed)
{
    static const struct strategy_ops ops = {.pick = pick, .destroy = destroy};
    struct uniform *uniform = MEMORY_NEW(struct uniform);
    uniform->strategy.ops = &ops;
    choices_init(&uniform->choices, seed);
    return &uniform->strategy;
}
