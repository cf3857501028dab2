/* Conjunction and disjunction of residuals: constants folded, nested sets of
 * one kind made flat, members that move in lockstep joined into one.
 *
 * Why this changes no verdict and no stopping point. Of a residual an observer
 * sees, in each state of each future: whether it is true, false or open; when
 * open, whether it demands a state (an open required next is in it); and when
 * it demands none, the presumed answer. Call residuals that nobody can tell
 * apart equal.
 *
 * (1) Equality is kept by "and" and "or": what is seen of "F and G" is a
 *     function of what is seen of F and of G (false when one is false; what is
 *     seen of the other when one is true; otherwise the demands together and
 *     the presumed answers together). So parts may be replaced by equal parts.
 * (2) Regrouping ("flat") and folding constants change nothing in (1).
 * (3) Let F and G have one skeleton: the same tree over the same leaves, only
 *     the subscripts and demands of temporal nodes differ. In the next state
 *     the same leaves have the same values, so F and G step to one tree again,
 *     with each "again" node one subscript lower, at least 0; the parts that
 *     leaf values brought in are the same in both; and constants stand in the
 *     same places, so folding cuts both trees alike. Hence they become true or
 *     false together, for ever. Let H be the same tree with, at each node, the
 *     longer demand of the two. Since max(m, n) - 1 = max(m - 1, n - 1), H
 *     keeps that property: it demands a state exactly when F or G does. When
 *     none of them demands, all three are their skeleton. So "F and G", "F or
 *     G" and H are equal.
 *
 * (4) Repeated storeys of until and release go: tower.c.
 *
 * What is *not* done: absorption ("a or (a and b)" to "a") would lose the
 * demands of b, and the mistakes its leaves may make.
 */
#include "logic/logic_internal.h"

#include <assert.h>
#include <string.h>

/* Which of two guards with one skeleton demands longer. */
static bool demands_longer(const struct ltl_formula *a,
                           const struct ltl_formula *b)
{
    if (a->guard.strength != LTL_REQUIRED)
        return false;
    return b->guard.strength != LTL_REQUIRED || a->guard.count > b->guard.count;
}

static int64_t least_of(const struct ltl_formula *node)
{
    return node->overdue ? LTL_OVERDUE : node->guard.least;
}

/* After how many states the node will be overdue if nothing of it comes; 0: it
 * is now. Recurses as deep as `join`. */
static int64_t states_left(const struct ltl_formula *node)
{
    if (node->overdue)
        return 0;
    if (ltl_is_constant(node))
        return INT64_MAX;
    if (node->kind == LTL_KIND_NEXT)
        return ltl_can_be_overdue(&node->guard) && node->guard.least < INT64_MAX
                   ? node->guard.least + 1
                   : INT64_MAX;
    bool soonest = node->kind == LTL_KIND_AND;
    int64_t left = states_left(node->set.items[0]);
    for (size_t i = 1; i < node->set.count; i++) {
        int64_t item = states_left(node->set.items[i]);
        if ((item < left) == soonest)
            left = item;
    }
    return left;
}

/* Of two nodes with one skeleton: for which of them the joined one is overdue.
 *
 * "F and G" is when one of the two is: that is told by the one that will be the
 * sooner, whole (a mixture of both might be overdue when neither is). Where
 * another would have overtaken it later, less is known, and nothing wrong. "F
 * or G" is when both are: each part only when it is in both. */
enum overdue { OVERDUE_BY_FIRST, OVERDUE_BY_SECOND, OVERDUE_BY_BOTH };

static enum overdue overdue_by(const struct ltl_formula *a,
                               const struct ltl_formula *b, enum ltl_kind kind)
{
    if (kind != LTL_KIND_AND)
        return OVERDUE_BY_BOTH;
    return states_left(a) <= states_left(b) ? OVERDUE_BY_FIRST
                                            : OVERDUE_BY_SECOND;
}

/* The one that demands longer, with what is known of when it is overdue. */
static struct ltl_formula *join_next(struct ltl_store *store,
                                     const struct ltl_formula *a,
                                     const struct ltl_formula *b,
                                     enum overdue by)
{
    struct ltl_guard guard = demands_longer(a, b) ? a->guard : b->guard;
    int64_t first = least_of(a), second = least_of(b);
    if (by == OVERDUE_BY_BOTH)
        by = first > second ? OVERDUE_BY_FIRST : OVERDUE_BY_SECOND;
    guard.least = by == OVERDUE_BY_FIRST ? first : second;
    return ltl_make_next(store, &guard);
}

/* H of (3) above. Recurses at most LTL_JOIN_LIMIT deep: larger nodes are their
 * own skeletons. */
static struct ltl_formula *join(struct ltl_store *store, struct ltl_formula *a,
                                struct ltl_formula *b, enum overdue by)
{
    assert(a->skeleton == b->skeleton);
    if (a == b)
        return ltl_formula_ref(a);
    if (a->kind == LTL_KIND_NEXT)
        return join_next(store, a, b, by);
    size_t base = store->parts.count;
    for (size_t i = 0; i < a->set.count; i++) {
        struct ltl_formula *item =
            join(store, a->set.items[i], b->set.items[i], by);
        vec_push(&store->parts, item);
    }
    return ltl_make_set(store, a->kind, base);
}

/* The end of the ascending run at `from`, which is below `count`. */
static size_t run_end(struct ltl_formula *const *items, size_t from,
                      size_t count)
{
    while (from + 1 < count &&
           ltl_rank(items[from]) <= ltl_rank(items[from + 1]))
        from++;
    return from + 1;
}

static void merge_runs(struct ltl_formula **to, struct ltl_formula *const *from,
                       size_t middle, size_t end)
{
    size_t left = 0, right = middle;
    for (size_t i = 0; i < end; i++) {
        bool take_left =
            right == end ||
            (left < middle && ltl_rank(from[left]) <= ltl_rank(from[right]));
        to[i] = from[take_left ? left++ : right++];
    }
}

/* Natural merge sort: the parts are mostly a few sorted runs, the items of
 * sets, and merging two of them is one pass. */
static void sort(struct ltl_store *store, size_t base)
{
    struct ltl_formula **items = store->parts.items + base;
    size_t count = store->parts.count - base;
    size_t first = count == 0 ? 0 : run_end(items, 0, count);
    while (first < count) {
        vec_reserve(&store->sorting, count);
        struct ltl_formula **sorted = store->sorting.items;
        for (size_t at = 0; at < count;) {
            size_t middle = run_end(items + at, 0, count - at);
            size_t end = at + middle == count
                             ? middle
                             : run_end(items + at, middle, count - at);
            merge_runs(sorted + at, items + at, middle, end);
            at += end;
        }
        memcpy(items, sorted, count * sizeof *items);
        first = run_end(items, 0, count);
    }
}

/* Leaves one of each skeleton. */
static void join_neighbours(struct ltl_store *store, enum ltl_kind kind,
                            size_t base)
{
    size_t kept = base;
    for (size_t i = base + 1; i < store->parts.count; i++) {
        struct ltl_formula *item = store->parts.items[i];
        struct ltl_formula *last = store->parts.items[kept];
        if (item->skeleton != last->skeleton) {
            store->parts.items[++kept] = item;
            continue;
        }
        struct ltl_formula *joined =
            join(store, last, item, overdue_by(last, item, kind));
        store->parts.items[kept] = joined;
        ltl_formula_unref(store, last);
        ltl_formula_unref(store, item);
    }
    store->parts.count = kept + 1;
}

static void add_part(struct ltl_store *store, enum ltl_kind kind,
                     struct ltl_formula *part)
{
    if (part->kind != kind) {
        vec_push(&store->parts, ltl_formula_ref(part));
        return;
    }
    for (size_t i = 0; i < part->set.count; i++)
        vec_push(&store->parts, ltl_formula_ref(part->set.items[i]));
}

struct ltl_formula *ltl_combine(struct ltl_store *store, enum ltl_kind kind,
                                struct ltl_formula *const *parts, size_t count)
{
    enum ltl_kind neutral =
        kind == LTL_KIND_AND ? LTL_KIND_TRUE : LTL_KIND_FALSE;
    for (size_t i = 0; i < count; i++)
        if (ltl_is_constant(parts[i]) && parts[i]->kind != neutral)
            return ltl_formula_ref(parts[i]);
    struct ltl_formula *only = NULL;
    size_t open = 0;
    for (size_t i = 0; i < count; i++)
        if (parts[i]->kind != neutral && open++ == 0)
            only = parts[i];
    if (open <= 1)
        return ltl_formula_ref(open == 0 ? &store->constants[neutral] : only);
    size_t base = store->parts.count;
    for (size_t i = 0; i < count; i++)
        if (parts[i]->kind != neutral)
            add_part(store, kind, parts[i]);
    sort(store, base);
    join_neighbours(store, kind, base);
    if (store->parts.count == base + 1)
        return vec_pop(&store->parts);
    return ltl_shorten(store, ltl_make_set(store, kind, base));
}
