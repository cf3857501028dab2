/* What is known in the current state: values of leaves, and for each node what
 * it steps to and its negation. All of it is dropped at the next state. */
#include "logic/logic_internal.h"

#include <stdlib.h>
#include <string.h>

static void forget_leaves(struct ltl_store *store)
{
    while (store->leaves.count > 0) {
        struct ltl_leaf_result result = vec_pop(&store->leaves);
        ltl_formula_unref(store, result.value);
        store->ops->unref(store->context, result.leaf);
    }
    store->epoch++;
    if (store->epoch != 0)
        return;
    store->epoch = 1; /* slots of 2^32 states ago must not look fresh */
    memset(store->slots, 0, store->slot_count * sizeof *store->slots);
}

void ltl_store_new_state(struct ltl_store *store)
{
    while (store->remembering.count > 0) {
        struct ltl_formula *node = vec_pop(&store->remembering);
        for (size_t i = 0; i < LTL_TRANSFORM_COUNT; i++) {
            struct ltl_formula *result = node->memo[i];
            node->memo[i] = NULL;
            ltl_formula_unref(store, result);
        }
        ltl_formula_unref(store, node);
    }
    forget_leaves(store);
}

void ltl_remember(struct ltl_store *store, struct ltl_formula *formula,
                  enum ltl_transform transform, struct ltl_formula *result)
{
    if (ltl_is_constant(formula) || formula->memo[transform] != NULL)
        return;
    bool first = true;
    for (size_t i = 0; i < LTL_TRANSFORM_COUNT; i++)
        first = first && formula->memo[i] == NULL;
    if (first)
        vec_push(&store->remembering, ltl_formula_ref(formula));
    formula->memo[transform] = ltl_formula_ref(result);
}

/* The slot that holds the leaf, or the free one where it would go. */
static size_t find_slot(const struct ltl_store *store, ltl_leaf leaf)
{
    size_t mask = store->slot_count - 1;
    uint64_t hash = (uint64_t)(uintptr_t)leaf * UINT64_C(0x9E3779B97F4A7C15);
    size_t slot = (size_t)(hash >> 32) & mask;
    while (store->slots[slot].epoch == store->epoch &&
           store->leaves.items[store->slots[slot].index].leaf != leaf)
        slot = (slot + 1) & mask;
    return slot;
}

static void use_slot(struct ltl_store *store, size_t index)
{
    size_t slot = find_slot(store, store->leaves.items[index].leaf);
    store->slots[slot] = (struct ltl_leaf_slot){
        .epoch = store->epoch,
        .index = (uint32_t)index,
    };
}

static void grow_slots(struct ltl_store *store)
{
    free(store->slots);
    store->slot_count *= 2;
    store->slots = memory_zeroed(store->slot_count, sizeof *store->slots);
    for (size_t i = 0; i < store->leaves.count; i++)
        use_slot(store, i);
}

static void remember_leaf(struct ltl_store *store, ltl_leaf leaf,
                          struct ltl_formula *value)
{
    store->ops->ref(store->context, leaf);
    struct ltl_leaf_result result = {leaf, ltl_formula_ref(value)};
    if ((store->leaves.count + 1) * 2 > store->slot_count)
        grow_slots(store);
    vec_push(&store->leaves, result);
    use_slot(store, store->leaves.count - 1);
}

bool ltl_leaf_value(struct ltl_store *store, ltl_leaf leaf,
                    struct ltl_formula **value)
{
    const struct ltl_leaf_slot *slot = &store->slots[find_slot(store, leaf)];
    if (slot->epoch == store->epoch) {
        *value = ltl_formula_ref(store->leaves.items[slot->index].value);
        return true;
    }
    struct ltl_formula *result = NULL;
    if (!store->ops->evaluate(store->context, leaf, &result))
        return false;
    remember_leaf(store, leaf, result);
    *value = result;
    return true;
}
