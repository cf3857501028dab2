/* Progression: unrolling a temporal operator in the current state (paper,
 * Figure 6) and stepping a residual to the next one (Figure 7). */
#include "logic/logic_internal.h"

/* The operator in the next state:
 *     op{n+1} ~> required next op{n}      op{0} ~> its default next op{0} */
static struct ltl_formula *again(struct ltl_store *store,
                                 const struct ltl_guard *guard)
{
    struct ltl_guard next = *guard;
    if (guard->count > 0) {
        next.strength = LTL_REQUIRED;
        next.count = guard->count - 1;
        next.least =
            guard->least > LTL_OVERDUE ? guard->least - 1 : LTL_OVERDUE;
    } else {
        next.strength = ltl_default_strength(guard->op);
        next.count = 0;
    }
    return ltl_make_next(store, &next);
}

static bool operand(struct ltl_store *store, const struct ltl_guard *guard,
                    ltl_leaf leaf, struct ltl_formula **value)
{
    struct ltl_formula *plain = NULL;
    if (!ltl_leaf_value(store, leaf, &plain))
        return false;
    *value = plain;
    if (guard->negated) {
        *value = ltl_not(store, plain);
        ltl_formula_unref(store, plain);
    }
    return true;
}

/* Combines `part`, which it takes, with the operator in the next state. A part
 * that decides alone is the result. */
static struct ltl_formula *with_again(struct ltl_store *store,
                                      enum ltl_kind kind,
                                      const struct ltl_guard *guard,
                                      struct ltl_formula *part)
{
    bool neutral =
        kind == LTL_KIND_AND ? ltl_is_true(part) : ltl_is_false(part);
    if (ltl_is_constant(part) && !neutral)
        return part;
    struct ltl_formula *next = again(store, guard);
    if (neutral) {
        ltl_formula_unref(store, part);
        return next;
    }
    struct ltl_formula *result =
        ltl_combine(store, kind, (struct ltl_formula *[]){part, next}, 2);
    ltl_formula_unref(store, part);
    ltl_formula_unref(store, next);
    return result;
}

/* always p     ~> p and again
 * eventually p ~> p or again */
static bool unroll_unary(struct ltl_store *store, const struct ltl_guard *guard,
                         struct ltl_formula **result)
{
    struct ltl_formula *p = NULL;
    if (!operand(store, guard, guard->first, &p))
        return false;
    enum ltl_kind kind = guard->op == LTL_ALWAYS ? LTL_KIND_AND : LTL_KIND_OR;
    *result = with_again(store, kind, guard, p);
    return true;
}

/* p until q   ~> q or (p and again)
 * p release q ~> q and (p or again)
 * q comes first, and when it decides, p is not evaluated (reference, 6.2). */
static bool unroll_binary(struct ltl_store *store,
                          const struct ltl_guard *guard,
                          struct ltl_formula **result)
{
    bool until = guard->op == LTL_UNTIL;
    struct ltl_formula *q = NULL, *p = NULL;
    if (!operand(store, guard, guard->second, &q))
        return false;
    if (until ? ltl_is_true(q) : ltl_is_false(q)) {
        *result = q;
        return true;
    }
    if (!operand(store, guard, guard->first, &p)) {
        ltl_formula_unref(store, q);
        return false;
    }
    struct ltl_formula *rest =
        with_again(store, until ? LTL_KIND_AND : LTL_KIND_OR, guard, p);
    *result = until ? ltl_or(store, q, rest) : ltl_and(store, q, rest);
    ltl_formula_unref(store, q);
    ltl_formula_unref(store, rest);
    return true;
}

bool ltl_unroll(struct ltl_store *store, const struct ltl_guard *guard,
                struct ltl_formula **result)
{
    switch (guard->op) {
    case LTL_JUST:
        return operand(store, guard, guard->first, result);
    case LTL_ALWAYS:
    case LTL_EVENTUALLY:
        return unroll_unary(store, guard, result);
    case LTL_UNTIL:
    case LTL_RELEASE:
        return unroll_binary(store, guard, result);
    }
    return false;
}

bool ltl_start(struct ltl_store *store, enum ltl_operator op, int64_t count,
               ltl_leaf first, ltl_leaf second, struct ltl_formula **result)
{
    struct ltl_guard guard = {
        .op = op,
        .count = count < 0 ? 0 : count,
        .least = count < 0 ? 0 : count,
        .first = first,
        .second = second,
    };
    return ltl_unroll(store, &guard, result);
}

bool ltl_step(struct ltl_store *store, struct ltl_formula *formula,
              struct ltl_formula **result)
{
    return ltl_transform(store, formula, LTL_STEP, result);
}
