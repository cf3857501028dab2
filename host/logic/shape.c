#include "logic/shape.h"

#include "base/hash.h"
#include "logic/logic_internal.h"

enum {
    ITEMS_LIMIT = 500, /* of all sets together */
    DEPTH_LIMIT = 20,
};

struct walk {
    uint64_t (*of_leaf)(ltl_leaf leaf);
    size_t left;
    int depth;
};

static uint64_t shape_of_guard(const struct walk *walk,
                               const struct ltl_guard *guard)
{
    uint64_t shape = hash_mix((uint64_t)guard->op + 1, guard->negated);
    shape = hash_mix(shape, walk->of_leaf(guard->first));
    return guard->second == NULL
               ? shape
               : hash_mix(shape, walk->of_leaf(guard->second));
}

static uint64_t shape_of(struct walk *walk, const struct ltl_formula *formula);

/* Which kinds of formulas, not how many of each: obligations that differ in
 * kept values only count once. Two small sets of bits tell them apart. */
static uint64_t shape_of_set(struct walk *walk,
                             const struct ltl_formula *formula)
{
    uint64_t low = 0;
    uint64_t high = 0;
    for (size_t i = 0; i < formula->set.count && walk->left > 0; i++) {
        uint64_t shape = shape_of(walk, formula->set.items[i]);
        low |= UINT64_C(1) << (shape & 63);
        high |= UINT64_C(1) << (shape >> 6 & 63);
        walk->left--;
    }
    return hash_mix(hash_mix(low, high), (uint64_t)formula->kind + 1);
}

static uint64_t shape_of(struct walk *walk, const struct ltl_formula *formula)
{
    if (ltl_is_constant(formula) || walk->depth == DEPTH_LIMIT)
        return (uint64_t)formula->kind + 1;
    if (!ltl_is_set(formula))
        return shape_of_guard(walk, &formula->guard);
    walk->depth++;
    uint64_t shape = shape_of_set(walk, formula);
    walk->depth--;
    return shape;
}

uint64_t ltl_shape(const struct ltl_formula *formula,
                   uint64_t (*of_leaf)(ltl_leaf leaf))
{
    struct walk walk = {.of_leaf = of_leaf, .left = ITEMS_LIMIT};
    return shape_of(&walk, formula);
}
