/* Towers: what until and release leave behind when both operands are open.
 *
 * Write g(x) for "Q or (P and x)". The residual of "p until q" is g(U), U being
 * the until in the next state; where p and q take several states to be decided,
 * each state puts another storey on it: g(g(U)), g(g(g(U))) and so on. From the
 * third on, a storey changes nothing that an observer sees (simplify.c):
 *
 *     g(g(g(x))) is equal to g(g(x))
 *
 * As for truth, already g(g(x)) is g(x), by absorption. As for demands: when Q
 * is false both sides are "P and x"; when it is true, both are. When Q is open,
 * P false leaves Q on both sides, and P true "Q or x". When both are open, both
 * sides are open, and the parts that are still in them are Q, P and, if it is
 * open, x: on the left and on the right. That last step is what fails for g(x),
 * which has lost P when x is false: two storeys must stay. With "and" and "or"
 * exchanged it holds by duality.
 *
 * In nodes, with Q and P sets of items, and the same ones on each storey:
 *
 *     top    = Q or lower1       lower1 = P and storey2
 *     storey2 = Q or lower2      lower2 = P and storey3
 *     storey3 = Q or lower3      lower3 = P and anything
 *
 * and then `top` is replaced by `storey2`. */
#include "logic/logic_internal.h"

/* Sets on the way down from `top` to `lower3`. */
enum { LEVELS = 6 };

/* The items in which two sets differ, one each. */
struct difference {
    struct ltl_formula *a, *b;
};

/* False when they differ in more, or not at all. (Sets of one size have as many
 * items of their own, each.) */
static bool differ_in_one(const struct ltl_formula *a,
                          const struct ltl_formula *b,
                          struct difference *difference)
{
    size_t i = 0, j = 0;
    *difference = (struct difference){NULL, NULL};
    if (a->kind != b->kind || a->set.count != b->set.count)
        return false;
    while (i < a->set.count || j < b->set.count) {
        struct ltl_formula *x = i < a->set.count ? a->set.items[i] : NULL;
        struct ltl_formula *y = j < b->set.count ? b->set.items[j] : NULL;
        if (x == y) {
            i++;
            j++;
        } else if (y == NULL || (x != NULL && ltl_rank(x) <= ltl_rank(y))) {
            if (difference->a != NULL)
                return false;
            difference->a = x;
            i++;
        } else {
            if (difference->b != NULL)
                return false;
            difference->b = y;
            j++;
        }
    }
    return difference->a != NULL && difference->b != NULL;
}

/* Whether all items of `part` but one are items of `whole`. */
static bool holds_all_but(const struct ltl_formula *whole,
                          const struct ltl_formula *part,
                          const struct ltl_formula *one)
{
    size_t at = 0;
    for (size_t i = 0; i < part->set.count; i++) {
        const struct ltl_formula *item = part->set.items[i];
        if (item == one)
            continue;
        while (at < whole->set.count && whole->set.items[at] != item)
            at++;
        if (at == whole->set.count)
            return false;
    }
    return true;
}

static bool is_tower(const struct ltl_formula *top,
                     const struct ltl_formula *lower1,
                     const struct ltl_formula *storey2)
{
    struct difference lower, storey, last;
    if (!differ_in_one(top, storey2, &lower) || lower.a != lower1 ||
        lower.b->kind != lower1->kind)
        return false;
    if (!differ_in_one(lower1, lower.b, &storey) || storey.a != storey2 ||
        storey.b->kind != top->kind)
        return false;
    return differ_in_one(storey2, storey.b, &last) && last.a == lower.b &&
           last.b->kind == lower1->kind &&
           holds_all_but(last.b, lower.b, storey.b);
}

struct ltl_formula *ltl_shorten(struct ltl_store *store,
                                struct ltl_formula *top)
{
    if (top->levels < LEVELS)
        return top;
    for (size_t i = 0; i < top->set.count; i++) {
        const struct ltl_formula *lower1 = top->set.items[i];
        for (size_t j = 0; ltl_is_set(lower1) && j < lower1->set.count; j++) {
            struct ltl_formula *storey2 = lower1->set.items[j];
            if (!ltl_is_set(storey2) || !is_tower(top, lower1, storey2))
                continue;
            ltl_formula_ref(storey2);
            ltl_formula_unref(store, top);
            return storey2;
        }
    }
    return top;
}
