/* Why a formula is false, or cannot stop: the leaves to blame. */
#ifndef WEIR_LOGIC_WHY_H
#define WEIR_LOGIC_WHY_H

#include "logic/formula.h"

enum ltl_blame_kind {
    LTL_BLAME_FALSE,    /* the leaf evaluated to false in this state (true,
                           when negated) */
    LTL_BLAME_OVERDUE,  /* presumed false: the operator was not met in time */
    LTL_BLAME_DEMANDED, /* the operator still demands states */
};

struct ltl_blame {
    enum ltl_blame_kind kind;
    enum ltl_operator op;
    int64_t count; /* subscript left */
    bool negated;
    ltl_leaf leaf;   /* the operand to blame */
    ltl_leaf second; /* the other operand of until and release, or NULL */
};

typedef void ltl_blame_hook(void *context, const struct ltl_blame *blame);

/* For a residual that ltl_step has just taken to false: calls the hook for each
 * leaf that made it so (one false conjunct is enough; every disjunct counts).
 * Call before ltl_store_new_state. */
void ltl_why_false(struct ltl_store *store, const struct ltl_formula *before,
                   ltl_blame_hook *hook, void *context);

/* For a residual with which a run ends, or is cut off, without a definite
 * answer: what is overdue where that alone makes the answer false
 * (ltl_is_overdue, which is what LTL_STOP_FALSE comes down to), else the
 * required nexts, if there are any. */
void ltl_why_unmet(const struct ltl_formula *formula, ltl_blame_hook *hook,
                   void *context);

#endif
