/* The store: a weak table of all nodes. First the store's own life, then
 * counting, then how the two sorts of nodes are found or made. */
#include "logic/logic_internal.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_BUCKETS = 64, FIRST_SLOTS = 16 };

static void init_constant(struct ltl_store *store, enum ltl_kind kind)
{
    struct ltl_formula *constant = &store->constants[kind];
    constant->kind = kind;
    constant->presumed = kind == LTL_KIND_TRUE;
    constant->overdue = kind == LTL_KIND_FALSE;
    constant->size = 1;
    constant->references = 1;
    constant->number = store->next_number++;
    constant->skeleton = constant;
}

struct ltl_store *ltl_store_create(const struct ltl_leaf_ops *ops,
                                   void *context)
{
    struct ltl_store *store = MEMORY_NEW(struct ltl_store);
    store->ops = ops;
    store->context = context;
    store->bucket_count = FIRST_BUCKETS;
    store->buckets = memory_zeroed(store->bucket_count, sizeof *store->buckets);
    store->slot_count = FIRST_SLOTS;
    store->slots = memory_zeroed(store->slot_count, sizeof *store->slots);
    store->epoch = 1;
    init_constant(store, LTL_KIND_FALSE);
    init_constant(store, LTL_KIND_TRUE);
    return store;
}

void ltl_store_destroy(struct ltl_store *store)
{
    if (store == NULL)
        return;
    ltl_store_new_state(store);
    assert(store->node_count == 0 && "a formula outlives its store");
    free(store->buckets);
    free(store->slots);
    vec_finish(&store->doomed);
    vec_finish(&store->frames);
    vec_finish(&store->values);
    vec_finish(&store->parts);
    vec_finish(&store->sorting);
    vec_finish(&store->remembering);
    vec_finish(&store->leaves);
    free(store);
}

size_t ltl_store_node_count(const struct ltl_store *store)
{
    return store->node_count;
}

struct ltl_formula *ltl_formula_ref(struct ltl_formula *formula)
{
    formula->references++;
    return formula;
}

static void unlink_node(struct ltl_store *store, struct ltl_formula *node)
{
    struct ltl_formula **link =
        &store->buckets[node->hash & (store->bucket_count - 1)];
    while (*link != node)
        link = &(*link)->chain;
    *link = node->chain;
    store->node_count--;
}

/* Drops one reference. A node that nobody needs leaves the table at once, so
 * that it cannot be found again, and is taken apart later: formulas are as deep
 * as input makes them, and this must not recurse. */
static void drop(struct ltl_store *store, struct ltl_formula *formula)
{
    assert(formula->references > 0);
    if (--formula->references > 0)
        return;
    assert(!ltl_is_constant(formula) && "a constant dropped too often");
    unlink_node(store, formula);
    vec_push(&store->doomed, formula);
}

static void take_apart(struct ltl_store *store, struct ltl_formula *node)
{
    if (node->skeleton != node)
        drop(store, node->skeleton);
    if (node->kind == LTL_KIND_NEXT) {
        store->ops->unref(store->context, node->guard.first);
        if (node->guard.second != NULL)
            store->ops->unref(store->context, node->guard.second);
    } else {
        for (size_t i = 0; i < node->set.count; i++)
            drop(store, node->set.items[i]);
    }
    free(node);
}

/* Releasing a leaf may release formulas that its owner kept, and so come back
 * here: the outermost call does all the work. */
void ltl_formula_unref(struct ltl_store *store, struct ltl_formula *formula)
{
    if (formula == NULL)
        return;
    drop(store, formula);
    if (store->draining)
        return;
    store->draining = true;
    while (store->doomed.count > 0) {
        struct ltl_formula *node = vec_pop(&store->doomed);
        take_apart(store, node);
    }
    store->draining = false;
}

static uint64_t mix(uint64_t hash, uint64_t more)
{
    hash = (hash ^ more) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ (hash >> 29);
}

static void grow_buckets(struct ltl_store *store)
{
    size_t count = store->bucket_count * 2;
    struct ltl_formula **buckets = memory_zeroed(count, sizeof *buckets);
    for (size_t i = 0; i < store->bucket_count; i++) {
        struct ltl_formula *node = store->buckets[i];
        while (node != NULL) {
            struct ltl_formula *chain = node->chain;
            struct ltl_formula **head = &buckets[node->hash & (count - 1)];
            node->chain = *head;
            *head = node;
            node = chain;
        }
    }
    free(store->buckets);
    store->buckets = buckets;
    store->bucket_count = count;
}

static void link_node(struct ltl_store *store, struct ltl_formula *node)
{
    if (store->node_count >= store->bucket_count)
        grow_buckets(store);
    struct ltl_formula **head =
        &store->buckets[node->hash & (store->bucket_count - 1)];
    node->chain = *head;
    *head = node;
    node->references = 1;
    node->number = store->next_number++;
    store->node_count++;
}

enum ltl_strength ltl_default_strength(enum ltl_operator op)
{
    return op == LTL_ALWAYS || op == LTL_RELEASE ? LTL_WEAK : LTL_STRONG;
}

static uint64_t guard_hash(const struct ltl_guard *guard)
{
    uint64_t small = (uint64_t)guard->strength << 8 | (uint64_t)guard->op << 4 |
                     (uint64_t)guard->negated;
    uint64_t hash = mix(small, (uint64_t)guard->count);
    hash = mix(hash, (uint64_t)guard->least);
    hash = mix(hash, (uint64_t)(uintptr_t)guard->first);
    return mix(hash, (uint64_t)(uintptr_t)guard->second);
}

static bool guards_equal(const struct ltl_guard *a, const struct ltl_guard *b)
{
    return a->strength == b->strength && a->op == b->op &&
           a->negated == b->negated && a->count == b->count &&
           a->least == b->least && a->first == b->first &&
           a->second == b->second;
}

/* The node, counted, or NULL when the guard has no demand to take away. */
static struct ltl_formula *guard_skeleton(struct ltl_store *store,
                                          const struct ltl_guard *guard)
{
    if (guard->op == LTL_JUST || guard->strength != LTL_REQUIRED)
        return NULL;
    struct ltl_guard bare = *guard;
    bare.strength = ltl_default_strength(guard->op);
    bare.count = 0;
    return ltl_make_next(store, &bare);
}

bool ltl_can_be_overdue(const struct ltl_guard *guard)
{
    return guard->strength == LTL_REQUIRED &&
           (guard->op == LTL_EVENTUALLY || guard->op == LTL_UNTIL);
}

struct ltl_formula *ltl_make_next(struct ltl_store *store,
                                  const struct ltl_guard *wanted)
{
    struct ltl_guard made = *wanted;
    const struct ltl_guard *guard = &made;
    if (!ltl_can_be_overdue(guard))
        made.least = made.count;
    uint64_t hash = guard_hash(guard);
    struct ltl_formula *found =
        store->buckets[hash & (store->bucket_count - 1)];
    for (; found != NULL; found = found->chain)
        if (found->hash == hash && found->kind == LTL_KIND_NEXT &&
            guards_equal(&found->guard, guard))
            return ltl_formula_ref(found);

    struct ltl_formula *node = MEMORY_NEW(struct ltl_formula);
    node->kind = LTL_KIND_NEXT;
    node->required = guard->strength == LTL_REQUIRED;
    node->presumed = guard->strength == LTL_WEAK;
    node->overdue =
        guard->strength == LTL_STRONG || guard->least == LTL_OVERDUE;
    node->demand =
        node->required ? guard->count + (guard->count < INT64_MAX) : 0;
    node->size = 1;
    node->hash = hash;
    node->guard = *guard;
    store->ops->ref(store->context, guard->first);
    if (guard->second != NULL)
        store->ops->ref(store->context, guard->second);
    struct ltl_formula *skeleton = guard_skeleton(store, guard);
    node->skeleton = skeleton == NULL ? node : skeleton;
    link_node(store, node);
    return node;
}

static uint64_t set_hash(enum ltl_kind kind, struct ltl_formula *const *items,
                         size_t count)
{
    uint64_t hash = mix((uint64_t)kind, count);
    for (size_t i = 0; i < count; i++)
        hash = mix(hash, items[i]->number);
    return hash;
}

static struct ltl_formula *find_set(const struct ltl_store *store,
                                    enum ltl_kind kind, uint64_t hash,
                                    struct ltl_formula *const *items,
                                    size_t count)
{
    struct ltl_formula *found =
        store->buckets[hash & (store->bucket_count - 1)];
    for (; found != NULL; found = found->chain)
        if (found->hash == hash && found->kind == kind &&
            found->set.count == count &&
            memcmp(found->set.items, items, count * sizeof *items) == 0)
            return found;
    return NULL;
}

/* Size, levels, demand and presumed answer follow from the items. */
static void sum_up(struct ltl_formula *node)
{
    bool conjunction = node->kind == LTL_KIND_AND;
    node->size = 1;
    node->levels = 1;
    node->presumed = conjunction;
    node->overdue = !conjunction;
    for (size_t i = 0; i < node->set.count; i++) {
        const struct ltl_formula *item = node->set.items[i];
        node->required = node->required || item->required;
        if (item->demand > node->demand)
            node->demand = item->demand;
        if (item->presumed != conjunction)
            node->presumed = !conjunction;
        if (item->overdue == conjunction)
            node->overdue = conjunction;
        if (item->levels >= node->levels)
            node->levels = (uint8_t)(item->levels + (item->levels < UINT8_MAX));
        node->size = item->size > UINT32_MAX - node->size
                         ? UINT32_MAX
                         : node->size + item->size;
    }
}

/* The set of the items' skeletons; they are as sorted and as distinct as the
 * items are. */
static struct ltl_formula *set_skeleton(struct ltl_store *store,
                                        struct ltl_formula *node)
{
    bool bare = true;
    for (size_t i = 0; i < node->set.count && bare; i++)
        bare = node->set.items[i]->skeleton == node->set.items[i];
    if (bare || node->size > LTL_JOIN_LIMIT)
        return node;
    size_t base = store->parts.count;
    for (size_t i = 0; i < node->set.count; i++)
        vec_push(&store->parts, ltl_formula_ref(node->set.items[i]->skeleton));
    return ltl_make_set(store, node->kind, base);
}

static void pop_parts(struct ltl_store *store, size_t base)
{
    while (store->parts.count > base)
        ltl_formula_unref(store, vec_pop(&store->parts));
}

struct ltl_formula *ltl_make_set(struct ltl_store *store, enum ltl_kind kind,
                                 size_t base)
{
    struct ltl_formula **items = store->parts.items + base;
    size_t count = store->parts.count - base;
    uint64_t hash = set_hash(kind, items, count);
    struct ltl_formula *found = find_set(store, kind, hash, items, count);
    if (found != NULL) {
        ltl_formula_ref(found); /* before its items go */
        pop_parts(store, base);
        return found;
    }
    struct ltl_formula *node =
        memory_zeroed(1, sizeof *node + count * sizeof *items);
    node->kind = kind;
    node->hash = hash;
    node->set.items = (struct ltl_formula **)(node + 1);
    node->set.count = count;
    memcpy(node->set.items, items, count * sizeof *items);
    store->parts.count = base; /* taken */
    sum_up(node);
    node->skeleton = set_skeleton(store, node);
    link_node(store, node);
    return node;
}
