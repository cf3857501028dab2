/* When a run may stop (reference, 6.4). Each node knows since it was made
 * whether a required next is in it, and what its weak nexts taken for true and
 * its strong ones for false amount to (paper, 2.3, phase 2). */
#include "logic/logic_internal.h"

enum ltl_stop ltl_stop(const struct ltl_formula *formula)
{
    if (formula->required)
        return LTL_GO_ON;
    return formula->presumed ? LTL_STOP_TRUE : LTL_STOP_FALSE;
}

bool ltl_is_overdue(const struct ltl_formula *formula)
{
    return formula->overdue;
}

int64_t ltl_demand(const struct ltl_formula *formula)
{
    return formula->demand;
}

ltl_leaf ltl_awaited_leaf(const struct ltl_formula *formula)
{
    bool is_next = formula->kind == LTL_KIND_NEXT &&
                   formula->guard.op == LTL_JUST && !formula->guard.negated;
    return is_next ? formula->guard.first : NULL;
}
