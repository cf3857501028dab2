/* Rebuilding a formula from below: stepping it (paper, Figure 7) and negating
 * it (Figure 3, identities 1 to 5). Both replace the next nodes and keep the
 * connectives around them, as they are or as their duals; both remember the
 * result of each node for the current state. Formulas are as deep as input
 * makes them, so the walk has a stack of its own. */
#include "logic/logic_internal.h"

#include <assert.h>

static enum ltl_operator dual_operator(enum ltl_operator op)
{
    static const enum ltl_operator duals[] = {
        [LTL_JUST] = LTL_JUST,         [LTL_ALWAYS] = LTL_EVENTUALLY,
        [LTL_EVENTUALLY] = LTL_ALWAYS, [LTL_UNTIL] = LTL_RELEASE,
        [LTL_RELEASE] = LTL_UNTIL,
    };
    return duals[op];
}

/* Weak and strong next are each other's duals, required next is its own
 * (paper, 2.2). */
static enum ltl_strength dual_strength(enum ltl_strength strength)
{
    if (strength == LTL_REQUIRED)
        return LTL_REQUIRED;
    return strength == LTL_WEAK ? LTL_STRONG : LTL_WEAK;
}

static struct ltl_formula *negate_next(struct ltl_store *store,
                                       const struct ltl_formula *node)
{
    struct ltl_guard guard = node->guard;
    guard.strength = dual_strength(guard.strength);
    guard.op = dual_operator(guard.op);
    guard.negated = !guard.negated;
    guard.least = guard.count; /* of the dual nobody asks */
    return ltl_make_next(store, &guard);
}

static bool transform_next(struct ltl_store *store, struct ltl_formula *node,
                           enum ltl_transform transform,
                           struct ltl_formula **result)
{
    if (transform == LTL_STEP)
        return ltl_unroll(store, &node->guard, result);
    *result = negate_next(store, node);
    return true;
}

static enum ltl_kind transform_kind(enum ltl_kind kind,
                                    enum ltl_transform transform)
{
    if (transform == LTL_STEP)
        return kind;
    return kind == LTL_KIND_AND ? LTL_KIND_OR : LTL_KIND_AND;
}

/* Pushes the node's value, or a frame that will. */
static bool visit(struct ltl_store *store, struct ltl_formula *node,
                  enum ltl_transform transform)
{
    struct ltl_formula *value = node->memo[transform];
    if (ltl_is_constant(node)) {
        bool truth = node->kind == LTL_KIND_TRUE;
        value = ltl_constant(store, transform == LTL_NEGATE ? !truth : truth);
    } else if (value != NULL) {
        ltl_formula_ref(value);
    } else if (node->kind == LTL_KIND_NEXT) {
        if (!transform_next(store, node, transform, &value))
            return false;
        ltl_remember(store, node, transform, value);
    } else {
        struct ltl_frame frame = {.node = node, .base = store->values.count};
        vec_push(&store->frames, frame);
        return true;
    }
    vec_push(&store->values, value);
    return true;
}

static void pop_values(struct ltl_store *store, size_t base)
{
    while (store->values.count > base)
        ltl_formula_unref(store, vec_pop(&store->values));
}

/* All items of the topmost frame have their values: replaces them by one. */
static void combine_top(struct ltl_store *store, enum ltl_transform transform)
{
    struct ltl_frame frame = vec_pop(&store->frames);
    struct ltl_formula *result = ltl_combine(
        store, transform_kind(frame.node->kind, transform),
        store->values.items + frame.base, store->values.count - frame.base);
    pop_values(store, frame.base);
    ltl_remember(store, (struct ltl_formula *)frame.node, transform, result);
    vec_push(&store->values, result);
}

/* Every item is visited, whatever the others gave: a mistake in any part is a
 * mistake (reference, 6.4: "both sides"). */
bool ltl_transform(struct ltl_store *store, struct ltl_formula *formula,
                   enum ltl_transform transform, struct ltl_formula **result)
{
    size_t frames = store->frames.count;
    size_t values = store->values.count;
    bool going = visit(store, formula, transform);
    while (going && store->frames.count > frames) {
        struct ltl_frame *frame = &vec_last(&store->frames);
        if (frame->next == frame->node->set.count)
            combine_top(store, transform);
        else
            going =
                visit(store, frame->node->set.items[frame->next++], transform);
    }
    if (!going) {
        store->frames.count = frames;
        pop_values(store, values);
        return false;
    }
    assert(store->values.count == values + 1);
    *result = vec_pop(&store->values);
    return true;
}
