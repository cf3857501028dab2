#include "run/reached.h"

void reached_prepare(struct executor *executor, const struct strategy *strategy,
                     struct notice_list *notices)
{
    bool wanted = strategy->ops->reach != NULL;
    if (executor->ops->want_reach != NULL)
        executor->ops->want_reach(executor, wanted);
    else if (wanted)
        notice_list_add(notices, "coverage",
                        "what is tested does not tell what of its program has "
                        "run: --strategy coverage picks like tides");
}

bool reached_take(struct executor *executor, struct strategy *strategy,
                  struct coverage *coverage, struct error *error)
{
    struct reach reach = {0};
    if (strategy->ops->reach == NULL || executor->ops->want_reach == NULL)
        return true;
    bool fine = executor->ops->reach(executor, &reach, error);
    if (fine) {
        reach_functions_add(&coverage->functions, &reach);
        strategy->ops->reach(strategy, &reach);
    }
    reach_finish(&reach);
    return fine;
}
