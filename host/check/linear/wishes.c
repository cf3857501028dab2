/* In this file: questions, units, the orders of two units, the whole. */
#include "check/linear/wishes.h"

#include <stdlib.h>

#include "base/memory.h"

enum {
    /* Operations between a giver and its taker, at most. */
    DISTANCE = 400,
    /* Questions about givers and takers: of very many operations only the first
     * ones have wishes. */
    QUESTIONS_MOST = 500 * 1000,
    /* Units that are looked at two at a time. */
    PAIRS_MOST = 50 * 1000,
    /* Questions that are asked together. */
    TOGETHER = 4096,
    UNIT_MOST = 2,
    PAIR_MOST = 2 * UNIT_MOST,
};

struct unit {
    size_t places[UNIT_MOST];
    size_t count;
    int64_t end; /* the last return */
};

struct pair {
    const struct unit *units[2];
};

struct finding {
    struct wishes *wishes;
    struct steps *steps;
    const size_t *members;
    size_t count;
    int32_t first_set;
    int32_t *sets; /* after each operation from the first state */
    VEC(struct unit) units;
    VEC(struct pair) pairs;
    struct error *error;
};

static const struct linear_operation *operation_of(const struct finding *f,
                                                   size_t place)
{
    return &f->steps->operations[f->members[place]];
}

/* Whether it has returned before the other one is called. */
static bool is_before(const struct finding *f, size_t one, size_t other)
{
    const struct linear_operation *first = operation_of(f, one);
    return !first->is_pending &&
           first->return_time < operation_of(f, other)->call_time;
}

static bool overlap(const struct finding *f, size_t one, size_t other)
{
    return !is_before(f, one, other) && !is_before(f, other, one);
}

/* ---- questions ---------------------------------------------------------- */

static bool ask_many(struct finding *f)
{
    return f->steps->wanted.count < TOGETHER || steps_ask(f->steps, f->error);
}

/* STEPS_NONE where it does not fit, or is not known. */
static int32_t set_behind(const struct finding *f, int32_t from, size_t place,
                          bool *is_known)
{
    int32_t set;
    bool is_here = steps_find(f->steps, from, f->members[place], &set);
    *is_known &= is_here;
    return is_here ? set : STEPS_NONE;
}

static bool ask_first(struct finding *f)
{
    bool is_known = true;
    for (size_t i = 0; i < f->count; i++)
        steps_want(f->steps, f->first_set, f->members[i]);
    if (!steps_ask(f->steps, f->error))
        return false;
    for (size_t i = 0; i < f->count; i++)
        f->sets[i] = operation_of(f, i)->is_pending
                         ? f->first_set
                         : set_behind(f, f->first_set, i, &is_known);
    return true;
}

/* ---- units -------------------------------------------------------------- */

static bool is_giver(const struct finding *f, size_t place)
{
    return f->sets[place] != STEPS_NONE && f->sets[place] != f->first_set;
}

static bool may_give(const struct finding *f, size_t giver, size_t taker)
{
    return is_giver(f, giver) && f->sets[taker] == STEPS_NONE &&
           !is_before(f, taker, giver);
}

static size_t end_of(const struct finding *f, size_t place)
{
    return f->count - place > DISTANCE ? place + DISTANCE : f->count;
}

static size_t begin_of(size_t place)
{
    return place > DISTANCE ? place - DISTANCE : 0;
}

static bool ask_takers(struct finding *f)
{
    size_t left = QUESTIONS_MOST;
    for (size_t giver = 0; giver < f->count && left > 0; giver++)
        for (size_t taker = begin_of(giver);
             taker < end_of(f, giver) && left > 0; taker++) {
            if (!may_give(f, giver, taker))
                continue;
            left--;
            steps_want(f->steps, f->sets[giver], f->members[taker]);
            if (!ask_many(f))
                return false;
        }
    return steps_ask(f->steps, f->error);
}

/* The one operation without which it could not be answered so. */
static size_t giver_of(const struct finding *f, size_t taker)
{
    size_t found = SIZE_MAX;
    bool is_known = true;
    for (size_t giver = begin_of(taker); giver < end_of(f, taker); giver++) {
        if (!may_give(f, giver, taker) ||
            set_behind(f, f->sets[giver], taker, &is_known) == STEPS_NONE)
            continue;
        if (found != SIZE_MAX)
            return SIZE_MAX;
        found = giver;
    }
    return found;
}

static void add_unit(struct finding *f, size_t one, size_t other)
{
    struct unit unit = {{one, other}, other == SIZE_MAX ? 1 : 2, 0};
    for (size_t i = 0; i < unit.count; i++) {
        int64_t end = operation_of(f, unit.places[i])->return_time;
        if (end > unit.end)
            unit.end = end;
    }
    vec_push(&f->units, unit);
}

/* A giver with its first taker; and what fits in the first state. */
static void find_units(struct finding *f)
{
    size_t *takers = memory_zeroed(f->count + 1, sizeof *takers);
    for (size_t i = 0; i < f->count; i++)
        takers[i] = SIZE_MAX;
    for (size_t i = 0; i < f->count; i++) {
        size_t giver =
            f->sets[i] == STEPS_NONE ? giver_of(f, i) : (size_t)SIZE_MAX;
        if (giver != SIZE_MAX && takers[giver] == SIZE_MAX)
            takers[giver] = i;
    }
    for (size_t i = 0; i < f->count; i++) {
        if (takers[i] != SIZE_MAX)
            add_unit(f, i, takers[i]);
        else if (f->sets[i] == f->first_set && !operation_of(f, i)->is_pending)
            add_unit(f, i, SIZE_MAX);
    }
    free(takers);
}

/* ---- the orders of two units -------------------------------------------- */

struct orders {
    const struct finding *f;
    size_t places[PAIR_MOST];
    size_t count;
    unsigned done; /* bits */
    size_t order[PAIR_MOST];
    bool is_known;
    bool before[PAIR_MOST][PAIR_MOST]; /* in some order that explains all */
};

static void note_order(struct orders *o)
{
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = i + 1; k < o->count; k++)
            o->before[o->order[i]][o->order[k]] = true;
}

static bool may_be_next(const struct orders *o, size_t at)
{
    for (size_t i = 0; i < o->count; i++)
        if ((o->done >> i & 1) == 0 && i != at &&
            is_before(o->f, o->places[i], o->places[at]))
            return false;
    return (o->done >> at & 1) == 0;
}

/* As deep as two units have operations. */
static void look_at_orders(struct orders *o, size_t depth, int32_t set)
{
    if (depth == o->count)
        note_order(o);
    for (size_t i = 0; i < o->count; i++) {
        if (!may_be_next(o, i))
            continue;
        int32_t behind;
        if (!steps_find(o->f->steps, set, o->f->members[o->places[i]],
                        &behind)) {
            o->is_known = false;
            steps_want(o->f->steps, set, o->f->members[o->places[i]]);
            continue;
        }
        if (behind == STEPS_NONE)
            continue;
        o->done |= 1U << i;
        o->order[depth] = i;
        look_at_orders(o, depth + 1, behind);
        o->done &= ~(1U << i);
    }
}

static struct orders orders_of(const struct finding *f, const struct pair *pair)
{
    struct orders o = {.f = f, .is_known = true};
    for (size_t i = 0; i < 2; i++)
        for (size_t k = 0; k < pair->units[i]->count; k++)
            o.places[o.count++] = pair->units[i]->places[k];
    look_at_orders(&o, 0, f->first_set);
    return o;
}

static void add_wishes(struct finding *f, const struct orders *o)
{
    for (size_t i = 0; i < o->count; i++)
        for (size_t k = 0; k < o->count; k++) {
            struct wish wish = {(uint32_t)o->places[i], (uint32_t)o->places[k]};
            if (i != k && o->before[i][k] && !o->before[k][i] &&
                overlap(f, o->places[i], o->places[k]))
                vec_push(&f->wishes->items, wish);
        }
}

/* Each round knows one operation more. */
static bool look_at_pairs(struct finding *f)
{
    for (size_t round = 0; round < PAIR_MOST; round++) {
        for (size_t i = 0; i < f->pairs.count; i++) {
            orders_of(f, &f->pairs.items[i]);
            if (!ask_many(f))
                return false;
        }
        if (!steps_ask(f->steps, f->error))
            return false;
    }
    for (size_t i = 0; i < f->pairs.count; i++) {
        struct orders o = orders_of(f, &f->pairs.items[i]);
        if (o.is_known)
            add_wishes(f, &o);
    }
    return true;
}

static bool are_mixed(const struct finding *f, const struct unit *one,
                      const struct unit *other)
{
    for (size_t i = 0; i < one->count; i++)
        for (size_t k = 0; k < other->count; k++)
            if (overlap(f, one->places[i], other->places[k]))
                return true;
    return false;
}

static void find_pairs(struct finding *f)
{
    for (size_t i = 0; i < f->units.count; i++) {
        const struct unit *one = &f->units.items[i];
        for (size_t k = i + 1;
             k < f->units.count && f->pairs.count < PAIRS_MOST; k++) {
            const struct unit *other = &f->units.items[k];
            if (operation_of(f, other->places[0])->call_time > one->end)
                break;
            struct pair pair = {{one, other}};
            if (are_mixed(f, one, other))
                vec_push(&f->pairs, pair);
        }
    }
}

/* ---- the whole ---------------------------------------------------------- */

static int compare_wishes(const void *a, const void *b)
{
    const struct wish *x = a, *y = b;
    if (x->behind != y->behind)
        return x->behind < y->behind ? -1 : 1;
    return (x->before > y->before) - (x->before < y->before);
}

static void sort_wishes(struct wishes *wishes, size_t count)
{
    size_t at = 0;
    if (wishes->items.count > 1)
        qsort(wishes->items.items, wishes->items.count,
              sizeof *wishes->items.items, compare_wishes);
    wishes->begins = memory_zeroed(count + 1, sizeof *wishes->begins);
    for (size_t place = 0; place <= count; place++) {
        while (at < wishes->items.count &&
               wishes->items.items[at].behind < place)
            at++;
        wishes->begins[place] = at;
    }
}

void wishes_finish(struct wishes *wishes)
{
    vec_finish(&wishes->items);
    free(wishes->begins);
    wishes->begins = NULL;
}

bool wishes_find(struct wishes *wishes, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 struct error *error)
{
    struct finding f = {
        .wishes = wishes,
        .steps = steps,
        .members = members,
        .count = count,
        .first_set = first_set,
        .sets = memory_zeroed(count + 1, sizeof *f.sets),
        .error = error,
    };
    bool is_fine = ask_first(&f) && ask_takers(&f);
    if (is_fine) {
        find_units(&f);
        find_pairs(&f);
        is_fine = look_at_pairs(&f);
    }
    sort_wishes(wishes, count);
    vec_finish(&f.units);
    vec_finish(&f.pairs);
    free(f.sets);
    return is_fine;
}
