/* The primitives that go along lists: folds, what grows from a seed, zips. */
#include "lang/deps/analysis.h"

static bool has_head(const struct abstract *value, const struct abstract *head)
{
    for (size_t i = 0; i < abstract_head_count(value); i++)
        if (abstract_head(value, i) == head)
            return true;
    return false;
}

/* Whether `a` may be something that `b` is not. */
static bool may_differ(const struct abstract *a, const struct abstract *b)
{
    for (size_t i = 0; i < abstract_head_count(a); i++)
        if (!has_head(b, abstract_head(a, i)))
            return true;
    return false;
}

/* One step of a fold: what comes of the value so far. */
static const struct abstract *fold_once(struct analysis *analysis,
                                        bool is_right,
                                        const struct abstract *function,
                                        const struct abstract *so_far,
                                        const struct abstract *element)
{
    const struct abstract *half =
        analysis_apply(analysis, function, is_right ? element : so_far);
    return analysis_apply(analysis, half, is_right ? so_far : element);
}

/* In the reference one step is all there is; but what a step gives is what the
 * next one takes, and has fields read of it then. So where that is asked for,
 * steps follow until they give nothing else. Values may grow: lists in lists
 * are taken apart after some steps, and that ends most of it; what grows on
 * (objects in objects) is given up after some more. */
enum { STEPS_WHOLE = 4, STEPS_LIMIT = 8 };

/* What the step after the first `steps` takes: what it took before, or what
 * came of that. */
static const struct abstract *next_so_far(struct analysis *analysis, int steps,
                                          const struct abstract *so_far,
                                          const struct abstract *result)
{
    struct abstract_store *store = &analysis->store;
    so_far = abstract_either(store, so_far, result);
    return steps < STEPS_WHOLE ? so_far : abstract_flat(store, so_far);
}

const struct abstract *analysis_fold(struct analysis *analysis, bool is_right,
                                     const struct abstract *function,
                                     const struct abstract *so_far,
                                     const struct abstract *element)
{
    const struct abstract *result =
        fold_once(analysis, is_right, function, so_far, element);
    const struct abstract *all = result;
    if (!analysis->evaluated)
        return result;
    for (int i = 1; i < STEPS_LIMIT && may_differ(result, so_far); i++) {
        so_far = next_so_far(analysis, i, so_far, result);
        result = fold_once(analysis, is_right, function, so_far, element);
        all = abstract_either(&analysis->store, all, result);
    }
    /* A list without elements gives what the fold begins with. */
    return abstract_either(&analysis->store, all, so_far);
}

/* The items of a list that grows from a seed: a step gives [item, next seed].
 * In the reference one step is all there is, and the two are one. */
const struct abstract *analysis_unfold(struct analysis *analysis,
                                       const struct abstract *step,
                                       const struct abstract *seed)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *items = store->constant;
    for (int i = 0; i < STEPS_LIMIT; i++) {
        const struct abstract *pair = analysis_apply(analysis, step, seed);
        const struct abstract *next = abstract_element_at(store, pair, 1, 2);
        items = abstract_either(store, items,
                                abstract_element_at(store, pair, 0, 2));
        if (!analysis->evaluated || !may_differ(next, seed))
            break;
        seed = next_so_far(analysis, i, seed, next);
    }
    return abstract_list(store, items);
}

/* Lists of as many elements as there are lists. */
static const struct abstract *zip_list(struct analysis *analysis,
                                       const struct abstract *lists)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *elements[ABSTRACT_TUPLE_LIMIT] = {NULL};
    if (!abstract_is_list(lists) || lists->count == 0)
        return abstract_list(store, store->constant);
    for (uint32_t i = 0; i < lists->count; i++)
        elements[i] =
            abstract_element(store, (const struct abstract *)lists->words[i]);
    return abstract_list(store,
                         lists->kind == ABSTRACT_TUPLE
                             ? abstract_tuple(store, elements, lists->count)
                             : abstract_list(store, elements[0]));
}

const struct abstract *analysis_zip_all(struct analysis *analysis,
                                        const struct abstract *lists)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *result =
        abstract_indirect(store, store->constant, abstract_own_reads(lists));
    for (size_t i = 0; i < abstract_head_count(lists); i++)
        result = abstract_either(store, result,
                                 zip_list(analysis, abstract_head(lists, i)));
    return result;
}

const struct abstract *analysis_zip(struct analysis *analysis,
                                    const struct abstract *a,
                                    const struct abstract *b)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *elements[] = {abstract_element(store, a),
                                         abstract_element(store, b)};
    return abstract_list(store, abstract_tuple(store, elements, 2));
}
