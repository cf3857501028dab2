/* Order of this file: one other, those of its kind, those that do less, the
 * whole; haste. */
#include "base/buf.h"
#include "run/shrink_internal.h"

enum {
    /* So many of the simplest choices are tried in the place of one, and so
     * many in that of several actions in order, and in that of one with drawn
     * values. Of those that are left the simplest that will do is sought by
     * halves, as if all that are less simple did, too. */
    MOST_OTHERS = 4,
    MOST_FOR_SEVERAL = 40,
    /* Of what does less than several actions in order, whatever it is. */
    MOST_LESSER = 4,
};

static struct choice_list with_other(const struct shrinker *shrinker, size_t at,
                                     struct value *other)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        choice_list_push(&choices, value_ref(i == at ? other : best->items[i]));
    return choices;
}

static bool try_other(struct shrinker *shrinker, size_t at, struct value *other)
{
    struct choice_list choices = with_other(shrinker, at, other);
    return shrinker_try(shrinker, &choices);
}

static void foresee_other(struct shrinker *shrinker, size_t at,
                          struct value *other)
{
    if (!shrinker_looks_ahead(shrinker))
        return;
    struct choice_list choices = with_other(shrinker, at, other);
    shrinker_foresee(shrinker, &choices);
}

/* The simplest of the others from `begin` on that will do. */
static bool try_halves(struct shrinker *shrinker, size_t at,
                       const struct choice_list *others, size_t begin)
{
    for (size_t end = others->count; begin < end;) {
        size_t middle = begin + (end - begin) / 2;
        if (try_other(shrinker, at, others->items[middle]))
            return true; /* its own others begin alike */
        begin = middle + 1;
    }
    return false;
}

/* How many of its kind stand after it: pieces go from the beginning on. */
static size_t kin_behind(const struct choice_list *choices, size_t at)
{
    size_t count = 0;
    for (size_t i = at + 1; i < choices->count; i++)
        count += choice_is_kin(choices->items[i], choices->items[at]);
    return count;
}

/* Whether it is another action and was tried in the place of one of that kind,
 * be it that more was done before and after it; from now on it was. Where it
 * did not do then, it rarely does with less. */
static bool is_alike_and_tried(struct shrinker *shrinker, size_t at,
                               const struct value *other)
{
    const struct choice_list *best = &shrinker->best->choices;
    if (choice_is_kin(other, best->items[at]))
        return false;
    struct buf key;
    buf_init(&key);
    buf_add_text(&key, "in the place of ");
    shrinker_add_kin(&key, best->items[at]);
    buf_addf(&key, ", %zu: ", kin_behind(best, at));
    choice_add_key(&key, other);
    bool was = shrinker_note(shrinker, &key);
    buf_finish(&key);
    return was;
}

/* Those that are of its kind, or a part of it. */
static bool try_near(struct shrinker *shrinker, size_t at,
                     const struct choice_list *near)
{
    bool has_many = choice_parts(shrinker->best->choices.items[at]) > 1 ||
                    (near->count > 0 && choice_is_drawn(near->items[0]));
    size_t most = has_many ? MOST_FOR_SEVERAL : MOST_OTHERS;
    size_t tried = 0;
    for (; tried < near->count && tried < most; tried++) {
        if (tried + 1 < near->count && tried + 1 < most)
            foresee_other(shrinker, at, near->items[tried + 1]);
        if (!is_alike_and_tried(shrinker, at, near->items[tried]) &&
            try_other(shrinker, at, near->items[tried]))
            return true;
    }
    return try_halves(shrinker, at, near, tried);
}

/* Others, which do less than several actions in order. */
static bool try_lesser(struct shrinker *shrinker, size_t at,
                       const struct choice_list *lesser)
{
    for (size_t i = 0; i < lesser->count && i < MOST_LESSER; i++)
        if (!is_alike_and_tried(shrinker, at, lesser->items[i]) &&
            try_other(shrinker, at, lesser->items[i]))
            return true;
    return false;
}

static bool simplify(struct shrinker *shrinker, size_t at)
{
    const struct shrink_run *best = shrinker->best;
    if (at >= best->other_count)
        return false;
    const struct value *choice = best->choices.items[at];
    struct choice_list near = {0}, lesser = {0};
    for (size_t i = 0; i < best->others[at].count; i++) {
        struct value *other = best->others[at].items[i];
        bool is_near =
            choice_is_kin(other, choice) || choice_is_within(other, choice);
        choice_list_push(is_near ? &near : &lesser, value_ref(other));
    }
    bool any =
        try_near(shrinker, at, &near) || try_lesser(shrinker, at, &lesser);
    choice_list_finish(&near);
    choice_list_finish(&lesser);
    return any;
}

bool shrinker_simplify(struct shrinker *shrinker)
{
    bool any = false;
    for (size_t i = 0; i < shrinker->best->choices.count; i++)
        while (simplify(shrinker, i))
            any = true;
    return any;
}
