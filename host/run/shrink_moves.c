/* Order of this file: taking apart, choices with other numbers, one number to
 * another choice, a part of it, the whole, one grows and another goes. */
#include "run/shrink_internal.h"

#include "run/generated_numbers.h"

enum { MOST_NUMBERS = 4 }; /* of one choice */

/* ---- taking apart ------------------------------------------------------- */

/* The tick with one of its inputs. */
static struct value *with_one(const struct value *choice, size_t input)
{
    const struct value *all = value_field(choice, STR("args"))->items[0];
    struct value_field field = {value_ref(all->fields[input].key),
                                value_ref(all->fields[input].value)};
    struct value *one = value_object(&field, 1);
    return value_with_field(choice, STR("args"), value_list(&one, 1));
}

static bool try_parted(struct shrinker *shrinker, size_t at, bool is_backwards)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++) {
        size_t count = i == at ? choice_arrivals(best->items[i]) : 0;
        if (count == 0)
            choice_list_push(&choices, value_ref(best->items[i]));
        for (size_t k = 0; k < count; k++)
            choice_list_push(
                &choices,
                with_one(best->items[i], is_backwards ? count - 1 - k : k));
    }
    return shrinker_try(shrinker, &choices);
}

bool shrinker_part(struct shrinker *shrinker)
{
    bool any = false;
    for (size_t i = 0;
         i < shrinker->best->choices.count && !shrinker->is_stopped; i++)
        if (choice_arrivals(shrinker->best->choices.items[i]) > 1 &&
            (try_parted(shrinker, i, false) || try_parted(shrinker, i, true)))
            any = true;
    return any;
}

/* ---- choices with other numbers ----------------------------------------- */

static const struct value *template_of(const struct shrinker *shrinker,
                                       size_t at)
{
    const struct choice_list *templates = &shrinker->best->templates;
    return at < templates->count && templates->items[at]->kind != VALUE_NULL
               ? templates->items[at]
               : NULL;
}

static const struct value *args_of(const struct value *choice)
{
    return value_field(choice, STR("args"));
}

static size_t numbers_of(const struct shrinker *shrinker, size_t at,
                         struct generated_number *numbers)
{
    const struct value *template = template_of(shrinker, at);
    if (template == NULL)
        return 0;
    return generated_numbers(template,
                             args_of(shrinker->best->choices.items[at]),
                             numbers, MOST_NUMBERS);
}

/* The choice with another number; NULL: it cannot be drawn. */
static struct value *with_number(const struct shrinker *shrinker, size_t at,
                                 const struct value *choice, size_t index,
                                 int64_t number)
{
    struct value *args = generated_with_number(template_of(shrinker, at),
                                               args_of(choice), index, number);
    return args == NULL ? NULL : value_with_field(choice, STR("args"), args);
}

/* The sum, where it is a number of ours. */
static bool add(int64_t a, int64_t b, int64_t *sum)
{
    enum { BITS = 61 };
    const int64_t limit = (int64_t)1 << BITS;
    *sum = 0;
    if (a > limit || a < -limit || b > limit || b < -limit)
        return false;
    *sum = a + b;
    return true;
}

/* Runs the best with these in the places of two choices; NULL: without it. They
 * are taken. */
static bool try_both(struct shrinker *shrinker, size_t i, struct value *a,
                     size_t k, struct value *b)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t at = 0; at < best->count; at++) {
        struct value *choice = at == k   ? b
                               : at == i ? a
                                         : value_ref(best->items[at]);
        if (choice != NULL)
            choice_list_push(&choices, choice);
    }
    return shrinker_try(shrinker, &choices);
}

/* ---- one number to another choice --------------------------------------- */

/* Without the choice `from`, and with this number in the other one. */
static bool try_merged(struct shrinker *shrinker, size_t from, size_t to,
                       size_t index, int64_t number)
{
    struct value *other = with_number(
        shrinker, to, shrinker->best->choices.items[to], index, number);
    return other != NULL && try_both(shrinker, from, NULL, to, other);
}

static bool merge(struct shrinker *shrinker, size_t from, size_t to)
{
    struct generated_number ours[MOST_NUMBERS], theirs[MOST_NUMBERS];
    size_t our_count = numbers_of(shrinker, from, ours);
    size_t their_count = numbers_of(shrinker, to, theirs);
    for (size_t i = 0; i < our_count; i++)
        for (size_t k = 0; k < their_count; k++) {
            int64_t sum;
            if (add(ours[i].number, theirs[k].number, &sum) &&
                try_merged(shrinker, from, to, k, sum))
                return true;
            if (try_merged(shrinker, from, to, k, ours[i].number))
                return true;
        }
    return false;
}

/* ---- a part of it ------------------------------------------------------- */

/* `amount` of number i of one choice goes to number k of another, or of the
 * same one. */
static bool try_passed(struct shrinker *shrinker, size_t from, size_t i,
                       int64_t left, size_t to, size_t k, int64_t grown)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct value *a = with_number(shrinker, from, best->items[from], i, left);
    if (a == NULL)
        return false;
    struct value *b =
        with_number(shrinker, to, from == to ? a : best->items[to], k, grown);
    if (b == NULL || from == to) {
        value_unref(a);
        a = NULL;
    }
    return b != NULL && try_both(shrinker, from, a, to, b);
}

/* One number of a choice, and what it may be. */
struct place {
    size_t at; /* the choice */
    size_t index;
    struct generated_number has;
};

static bool pass(struct shrinker *shrinker, const struct place *from,
                 const struct place *to, int64_t amount)
{
    int64_t grown;
    return add(to->has.number, amount, &grown) &&
           try_passed(shrinker, from->at, from->index,
                      from->has.number - amount, to->at, to->index, grown);
}

static bool may_be(const struct shrinker *shrinker, const struct place *place,
                   int64_t number)
{
    struct value *other = with_number(shrinker, place->at,
                                      shrinker->best->choices.items[place->at],
                                      place->index, number);
    bool may = other != NULL;
    value_unref(other);
    return may;
}

/* The largest part of the amount by which the number may grow: no run is spent
 * on that. */
static int64_t room_for(const struct shrinker *shrinker, const struct place *to,
                        int64_t amount)
{
    int64_t fits = 0, grown;
    for (int64_t step = amount; step != 0; step /= 2)
        while (add(to->has.number, fits + step, &grown) &&
               (amount > 0 ? fits + step <= amount : fits + step >= amount) &&
               may_be(shrinker, to, grown))
            fits += step;
    return fits;
}

/* Reads the number anew. False: another one stands there now. */
static bool is_still(const struct shrinker *shrinker, struct place *place,
                     int64_t number)
{
    struct generated_number numbers[MOST_NUMBERS];
    if (place->at >= shrinker->best->choices.count ||
        place->index >= numbers_of(shrinker, place->at, numbers))
        return false;
    place->has = numbers[place->index];
    return place->has.number == number;
}

/* What has gone once goes again, twice as much each time: one by one a number
 * of thousands would take as many runs. */
static void pass_more(struct shrinker *shrinker, struct place from,
                      struct place to, int64_t amount)
{
    while (!shrinker->is_stopped &&
           is_still(shrinker, &from, from.has.number - amount) &&
           is_still(shrinker, &to, to.has.number + amount)) {
        int64_t left = from.has.number - from.has.zero;
        if (!add(amount, amount, &amount) ||
            (left > 0 ? amount > left : amount < left) ||
            !pass(shrinker, &from, &to, amount))
            return;
    }
}

/* As much of it as fits, half of it, one. */
static bool pass_amounts(struct shrinker *shrinker, const struct place *from,
                         const struct place *to)
{
    int64_t all;
    if (!add(from->has.number, -from->has.zero, &all) || all == 0)
        return false;
    int64_t most = from->at == to->at ? all : room_for(shrinker, to, all);
    int64_t amounts[] = {most, all / 2, all > 0 ? 1 : -1};
    for (size_t n = 0; n < sizeof amounts / sizeof *amounts; n++) {
        if (amounts[n] == 0 || !pass(shrinker, from, to, amounts[n]))
            continue;
        pass_more(shrinker, *from, *to, amounts[n]);
        return true;
    }
    return false;
}

static bool pass_on(struct shrinker *shrinker, size_t from, size_t to)
{
    struct generated_number ours[MOST_NUMBERS], theirs[MOST_NUMBERS];
    size_t our_count = numbers_of(shrinker, from, ours);
    size_t their_count = numbers_of(shrinker, to, theirs);
    for (size_t i = 0; i < our_count; i++)
        for (size_t k = from == to ? i + 1 : 0; k < their_count; k++)
            if (pass_amounts(shrinker, &(struct place){from, i, ours[i]},
                             &(struct place){to, k, theirs[k]}))
                return true;
    return false;
}

/* ---- the whole ---------------------------------------------------------- */

/* With an earlier one that has gone, what stands at a place is another choice:
 * each step is the last of its call. */
bool shrinker_move(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    if (count >= SHRINK_PAIRS_BELOW)
        return false;
    for (size_t i = 0; i < count && !shrinker->is_stopped; i++)
        for (size_t k = i + 1; k < count; k++)
            if (merge(shrinker, i, k) || merge(shrinker, k, i))
                return true;
    for (size_t i = 0; i < count && !shrinker->is_stopped; i++)
        for (size_t k = i; k < count; k++)
            if (pass_on(shrinker, i, k))
                return true;
    return false;
}

/* ---- one grows, another goes -------------------------------------------- */

/* One of them that is larger than it would have to be makes another one
 * needless: two items at once, or a longer text. When the larger one was made
 * simpler, the other was still needed. */
struct growth {
    struct shrinker *shrinker;
    size_t at; /* what grows... */
    const struct value *larger;
    size_t by;    /* ...by so many deeds */
    size_t *left; /* runs that may be spent */
};

/* With `other` in the place of choice k; NULL: without it. */
static bool try_grown(const struct growth *growth, size_t k,
                      const struct value *other)
{
    const struct choice_list *best = &growth->shrinker->best->choices;
    size_t freed = shrink_deeds(best->items[k]);
    size_t kept = other == NULL ? 0 : shrink_deeds(other);
    if (*growth->left == 0 || kept + growth->by >= freed)
        return false;
    --*growth->left;
    return try_both(growth->shrinker, k,
                    other == NULL ? NULL : value_ref(other), growth->at,
                    value_ref(growth->larger));
}

/* With a larger one that does as much as before only a whole one is left out:
 * others in its place have been tried with the smaller one. */
static bool try_growth(const struct growth *growth, bool whole)
{
    const struct shrink_run *best = growth->shrinker->best;
    size_t count = whole || growth->by > 0 ? best->choices.count : 0;
    for (size_t k = 0; k < count && !growth->shrinker->is_stopped; k++) {
        if (k == growth->at)
            continue;
        if (whole) {
            if (try_grown(growth, k, NULL))
                return true;
            continue;
        }
        for (size_t i = 0; i < best->others[k].count; i++)
            if (try_grown(growth, k, best->others[k].items[i]))
                return true;
    }
    return false;
}

static bool grow(struct shrinker *shrinker, bool whole, size_t runs)
{
    const struct shrink_run *best = shrinker->best;
    for (size_t at = 0; at < best->other_count; at++) {
        size_t count = best->larger[at].count;
        size_t before = shrink_deeds(best->choices.items[at]);
        for (size_t i = 0; i < count; i++) {
            const struct value *larger =
                best->larger[at].items[whole ? i : count - 1 - i];
            size_t after = shrink_deeds(larger);
            struct growth growth = {.shrinker = shrinker,
                                    .at = at,
                                    .larger = larger,
                                    .by = after > before ? after - before : 0,
                                    .left = &runs};
            if (try_growth(&growth, whole))
                return true;
        }
    }
    return false;
}

/* First another one goes as a whole, then only some of it. For that what grows
 * most is tried first: what it does more may be what is left out. */
bool shrinker_grow(struct shrinker *shrinker)
{
    enum { MOST_RUNS = 16, MOST_RUNS_OF_PARTS = 40 };
    const struct shrink_run *best = shrinker->best;
    if (best->larger == NULL || best->other_count != best->choices.count ||
        best->choices.count >= SHRINK_PAIRS_BELOW)
        return false;
    return grow(shrinker, true, MOST_RUNS) ||
           grow(shrinker, false, MOST_RUNS_OF_PARTS);
}
