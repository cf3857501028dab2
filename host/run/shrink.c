/* Order of this file: lists, one trial, leaving out pieces, leaving out kinds,
 * simplifying, short ends, pauses and reloads, the whole. */
#include "run/shrink.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "run/shrink_internal.h"

enum {
    /* Choices that stand one behind the other and can only go together (open,
     * close) are left out together up to this many. */
    WIDEST_GAP = 4,
    /* So many of the simplest choices are tried in the place of one, and so
     * many in that of several actions in order, nearly whatever does less, and
     * in that of one with drawn values. Of
     * those that are left the simplest that will do is sought by halves, as if
     * all that are less simple did, too. */
    MOST_OTHERS = 4,
    MOST_FOR_SEVERAL = 40,
    /* A kind that is this part of a run, or more, is left out first. */
    PART_OF_KIND = 8,
};

/* ---- lists -------------------------------------------------------------- */

void shrink_run_finish(struct shrink_run *run)
{
    choice_list_finish(&run->choices);
    for (size_t i = 0; i < run->other_count; i++) {
        choice_list_finish(&run->others[i]);
        if (run->larger != NULL)
            choice_list_finish(&run->larger[i]);
    }
    free(run->others);
    free(run->larger);
    choice_list_finish(&run->templates);
    *run = (struct shrink_run){.others = NULL};
}

size_t shrink_deeds(const struct value *choice)
{
    size_t arrivals = choice_arrivals(choice);
    return arrivals > 1 ? arrivals : choice_parts(choice);
}

static size_t deeds_in(const struct choice_list *choices)
{
    size_t count = 0;
    for (size_t i = 0; i < choices->count; i++)
        count += shrink_deeds(choices->items[i]);
    return count;
}

bool shrink_is_simpler(const struct choice_list *a, const struct choice_list *b)
{
    size_t ours = deeds_in(a), theirs = deeds_in(b);
    if (ours != theirs)
        return ours < theirs;
    /* As much, and less of it at the same time. */
    if (a->count != b->count)
        return a->count > b->count;
    for (size_t i = 0; i < a->count; i++) {
        int by = choice_order(a->items[i], b->items[i]);
        if (by != 0)
            return by < 0;
    }
    return false;
}

/* Whether the list was tried before; from now on it was. */
static bool note(struct shrinker *shrinker, const struct choice_list *choices)
{
    struct buf key;
    buf_init(&key);
    for (size_t i = 0; i < choices->count; i++)
        choice_add_key(&key, choices->items[i]);
    bool is_known = map_has(&shrinker->tried, buf_str(&key));
    if (!is_known)
        map_set(&shrinker->tried, buf_str(&key), shrinker);
    buf_finish(&key);
    return is_known;
}

/* ---- one trial ---------------------------------------------------------- */

bool shrinker_try(struct shrinker *shrinker, struct choice_list *choices)
{
    const struct shrink_subject *subject = shrinker->subject;
    struct shrink_run run = {.others = NULL};
    bool is_better = false;
    if (!shrinker->is_stopped && !note(shrinker, choices)) {
        enum shrink_outcome outcome =
            subject->run(subject->context, choices, &run);
        shrinker->is_stopped = outcome == SHRINK_STOPPED;
        is_better = outcome == SHRINK_FAILS &&
                    shrink_is_simpler(&run.choices, &shrinker->best->choices);
    }
    choice_list_finish(choices);
    if (!is_better) {
        shrink_run_finish(&run);
        return false;
    }
    note(shrinker, &run.choices);
    shrink_run_finish(shrinker->best);
    *shrinker->best = run;
    if (subject->keep != NULL)
        subject->keep(subject->context);
    return true;
}

/* ---- leaving out -------------------------------------------------------- */

static bool try_without(struct shrinker *shrinker, size_t begin, size_t end)
{
    struct choice_list choices = {0};
    choice_list_add_without(&choices, &shrinker->best->choices, begin, end);
    return shrinker_try(shrinker, &choices);
}

/* Leaves out pieces of this size, from the beginning on: what made the run fail
 * stands at its end. The pieces begin `stride` apart. True: there was one that
 * could go. */
static bool drop_pieces(struct shrinker *shrinker, size_t size, size_t stride)
{
    bool any = false;
    for (size_t at = 0;
         at + size <= shrinker->best->choices.count && !shrinker->is_stopped;) {
        bool is_end = at + size == shrinker->best->choices.count;
        if (!(is_end && shrinker->subject->beginnings_hold) &&
            try_without(shrinker, at, at + size))
            any = true; /* what stands here now is another */
        else
            at += stride;
    }
    return any;
}

static void drop_large_pieces(struct shrinker *shrinker)
{
    for (size_t size = shrinker->best->choices.count / 2; size > 1; size /= 2)
        drop_pieces(shrinker, size, size);
}

static bool try_without_both(struct shrinker *shrinker, size_t i, size_t k)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t at = 0; at < best->count; at++)
        if (at != i && at != k)
            choice_list_push(&choices, value_ref(best->items[at]));
    return shrinker_try(shrinker, &choices);
}

static bool drop_pair(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    for (size_t i = 0; count < SHRINK_PAIRS_BELOW && i < count; i++)
        for (size_t k = i + 2; k < count; k++)
            if (try_without_both(shrinker, i, k))
                return true;
    return false;
}

/* ---- leaving out kinds -------------------------------------------------- */

/* What does the same wherever it stands: the same choice (choice_add_key), or
 * the same action of the specification on whichever element
 * (choice_add_kin_key). */
typedef void add_kind_key(struct buf *out, const struct value *choice);

struct kinds {
    size_t *of;     /* of each choice: its kind, numbered as they come first */
    size_t *counts; /* of each kind: its choices */
    size_t count;
};

static void find_kinds(struct kinds *kinds, const struct choice_list *choices,
                       add_kind_key *add_key)
{
    struct map known; /* number + 1 */
    struct buf key;
    map_init(&known);
    buf_init(&key);
    *kinds = (struct kinds){
        .of = memory_zeroed(choices->count + 1, sizeof *kinds->of),
        .counts = memory_zeroed(choices->count + 1, sizeof *kinds->counts)};
    for (size_t i = 0; i < choices->count; i++) {
        buf_clear(&key);
        add_key(&key, choices->items[i]);
        uintptr_t number = (uintptr_t)map_find(&known, buf_str(&key));
        if (number == 0) {
            number = ++kinds->count;
            map_set(&known, buf_str(&key), (void *)number);
        }
        kinds->of[i] = number - 1;
        kinds->counts[number - 1]++;
    }
    buf_finish(&key);
    map_finish(&known);
}

static void forget_kinds(struct kinds *kinds)
{
    free(kinds->of);
    free(kinds->counts);
}

static bool try_without_kind(struct shrinker *shrinker,
                             const struct kinds *kinds, size_t kind)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        if (kinds->of[i] != kind)
            choice_list_push(&choices, value_ref(best->items[i]));
    return shrinker_try(shrinker, &choices);
}

/* Leaves out every choice of a kind of which there are so many. Of what has to
 * come in pairs, or counts to three, no piece can go; all of it often can.
 * True: there was such a kind. */
static bool drop_kinds(struct shrinker *shrinker, size_t least,
                       add_kind_key *add_key)
{
    bool any = false;
    struct kinds kinds;
    find_kinds(&kinds, &shrinker->best->choices, add_key);
    for (size_t kind = 0; kind < kinds.count && !shrinker->is_stopped;) {
        if (kinds.counts[kind] < least ||
            !try_without_kind(shrinker, &kinds, kind)) {
            kind++;
            continue;
        }
        any = true; /* what has this number now is another */
        forget_kinds(&kinds);
        find_kinds(&kinds, &shrinker->best->choices, add_key);
    }
    forget_kinds(&kinds);
    return any;
}

static void drop_common_kinds(struct shrinker *shrinker)
{
    size_t least = shrinker->best->choices.count / PART_OF_KIND;
    drop_kinds(shrinker, least > 2 ? least : 2, choice_add_key);
}

/* Until no single choice can go, nor a few neighbours, nor a kind, nor a pair.
 */
static void drop_all(struct shrinker *shrinker)
{
    bool any = true;
    while (any && !shrinker->is_stopped) {
        any = false;
        for (size_t size = 1; size <= WIDEST_GAP && !any; size++)
            any = drop_pieces(shrinker, size, 1);
        any = any || drop_kinds(shrinker, 2, choice_add_key) ||
              drop_kinds(shrinker, 2, choice_add_kin_key) ||
              drop_pair(shrinker);
    }
}

/* ---- simplifying -------------------------------------------------------- */

static bool try_other(struct shrinker *shrinker, size_t at, struct value *other)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        choice_list_push(&choices, value_ref(i == at ? other : best->items[i]));
    return shrinker_try(shrinker, &choices);
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

static bool simplify(struct shrinker *shrinker, size_t at)
{
    const struct shrink_run *best = shrinker->best;
    if (at >= best->other_count)
        return false;
    struct choice_list others = {0};
    choice_list_add_without(&others, &best->others[at], 0, 0);
    bool has_many = choice_parts(best->choices.items[at]) > 1 ||
                    (others.count > 0 && choice_is_drawn(others.items[0]));
    size_t most = has_many ? MOST_FOR_SEVERAL : MOST_OTHERS;
    size_t tried = 0;
    bool any = false;
    for (; tried < others.count && tried < most && !any; tried++)
        any = try_other(shrinker, at, others.items[tried]);
    any = any || try_halves(shrinker, at, &others, tried);
    choice_list_finish(&others);
    return any;
}

static bool simplify_all(struct shrinker *shrinker)
{
    bool any = false;
    for (size_t i = 0; i < shrinker->best->choices.count; i++)
        while (simplify(shrinker, i))
            any = true;
    return any;
}

/* ---- short ends --------------------------------------------------------- */

/* Many faults need only what was done last: that alone is tried first, then the
 * last two, four and so on. On an application that takes long to begin each run
 * counts. */
static void keep_short_end(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    for (size_t kept = 1;
         (kept == 1 ? count > 1 : kept <= count / 4) && !shrinker->is_stopped;
         kept *= 2)
        if (try_without(shrinker, 0, count - kept))
            return;
}

/* ---- pauses and reloads ------------------------------------------------- */

static bool is_pause(const struct value *choice)
{
    return choice_only_waits(choice) || choice_reloads(choice);
}

static void try_without_all(struct shrinker *shrinker,
                            bool (*is_one)(const struct value *choice))
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        if (!is_one(best->items[i]))
            choice_list_push(&choices, value_ref(best->items[i]));
    shrinker_try(shrinker, &choices);
}

/* Most faults need none of them, and in real time each costs more than another
 * action. Where all cannot go, those of one sort may. (A list that is as it was
 * counts as tried.) */
static void drop_pauses(struct shrinker *shrinker)
{
    try_without_all(shrinker, is_pause);
    try_without_all(shrinker, choice_only_waits);
    try_without_all(shrinker, choice_reloads);
}

/* ---- the whole ---------------------------------------------------------- */

bool shrink(const struct shrink_subject *subject, struct shrink_run *best)
{
    struct shrinker shrinker = {.subject = subject, .best = best};
    map_init(&shrinker.tried);
    note(&shrinker, &best->choices);
    keep_short_end(&shrinker);
    drop_pauses(&shrinker);
    drop_common_kinds(&shrinker);
    drop_large_pieces(&shrinker);
    do
        drop_all(&shrinker);
    while ((shrinker_part(&shrinker) || simplify_all(&shrinker) ||
            shrinker_move(&shrinker) || shrinker_grow(&shrinker)) &&
           !shrinker.is_stopped);
    map_finish(&shrinker.tried);
    return !shrinker.is_stopped;
}
