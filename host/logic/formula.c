/* The constructors that others use. */
#include "logic/formula.h"

#include <assert.h>

#include "logic/logic_internal.h"

struct ltl_formula *ltl_constant(struct ltl_store *store, bool value)
{
    return ltl_formula_ref(
        &store->constants[value ? LTL_KIND_TRUE : LTL_KIND_FALSE]);
}

bool ltl_is_true(const struct ltl_formula *formula)
{
    return formula->kind == LTL_KIND_TRUE;
}

bool ltl_is_false(const struct ltl_formula *formula)
{
    return formula->kind == LTL_KIND_FALSE;
}

struct ltl_formula *ltl_and(struct ltl_store *store, struct ltl_formula *a,
                            struct ltl_formula *b)
{
    return ltl_combine(store, LTL_KIND_AND, (struct ltl_formula *[]){a, b}, 2);
}

struct ltl_formula *ltl_or(struct ltl_store *store, struct ltl_formula *a,
                           struct ltl_formula *b)
{
    return ltl_combine(store, LTL_KIND_OR, (struct ltl_formula *[]){a, b}, 2);
}

struct ltl_formula *ltl_not(struct ltl_store *store, struct ltl_formula *a)
{
    struct ltl_formula *result = NULL;
    bool done = ltl_transform(store, a, LTL_NEGATE, &result);
    assert(done && "negation evaluates nothing");
    (void)done;
    return result;
}

struct ltl_formula *ltl_implies(struct ltl_store *store, struct ltl_formula *a,
                                struct ltl_formula *b)
{
    struct ltl_formula *not_a = ltl_not(store, a);
    struct ltl_formula *result = ltl_or(store, not_a, b);
    ltl_formula_unref(store, not_a);
    return result;
}

struct ltl_formula *ltl_next(struct ltl_store *store,
                             enum ltl_strength strength, ltl_leaf leaf)
{
    struct ltl_guard guard = {
        .strength = strength,
        .op = LTL_JUST,
        .first = leaf,
    };
    return ltl_make_next(store, &guard);
}
