#include "run/demands.h"

static bool is_overdue_too_long(struct demands *demands,
                                struct checker *checker, int64_t actions,
                                int64_t limit)
{
    bool was_overdue = demands->is_overdue;
    if (checker->ops->cut_off == NULL)
        return false;
    demands->is_overdue =
        checker->ops->cut_off(checker).kind == VERDICT_PROBABLY;
    if (demands->is_overdue && !was_overdue)
        demands->overdue_at = actions;
    return demands->is_overdue && actions - demands->overdue_at >= limit;
}

/* A subscript is used up state by state, so that what is demanded becomes less
 * with almost every state. Where it does not for so long, each state has
 * brought what the one before had left. */
static bool is_endless(struct demands *demands, struct checker *checker,
                       int64_t actions, int64_t limit)
{
    if (checker->ops->demand == NULL)
        return false;
    int64_t demand = checker->ops->demand(checker);
    if (demand == 0 || demands->least == 0 || demand < demands->least) {
        demands->least = demand;
        demands->least_at = actions;
    }
    return demand > 0 && actions - demands->least_at >= limit;
}

enum cut demands_look(struct demands *demands, struct checker *checker,
                      int64_t actions, int64_t limit)
{
    if (limit == 0)
        return CUT_NONE;
    bool is_overdue = is_overdue_too_long(demands, checker, actions, limit);
    bool never_ends = is_endless(demands, checker, actions, limit);
    if (is_overdue)
        return CUT_OVERDUE;
    /* What is overdue has its own time to come. */
    return never_ends && !demands->is_overdue ? CUT_ENDLESS : CUT_NONE;
}

const char *demands_limit(enum cut cut)
{
    return cut == CUT_OVERDUE
               ? "the limit on waiting for what is overdue"
               : "the limit on demands that each state brings anew";
}
