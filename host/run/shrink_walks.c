/* Runs that do less in another way. Order of this file: the shortest known way,
 * candidates, one of less, in another order, another action, taking turns, the
 * whole.
 *
 * Where no choice can go and none can be simpler there may still be a shorter
 * run: in another order, or with an action in it that the test did not do. Of
 * these runs there are many, and few fail. So they come last, while there is
 * time to spare, and of each way to make one in turn the most promising first.
 * Why these ways: decision 0093. */
#include "base/vec.h"
#include "run/shrink_internal.h"

/* Runs that are spent on them, in all. */
enum { MOST_WALKS = 40 };

/* ---- the shortest known way --------------------------------------------- */

bool shrinker_shortcut(struct shrinker *shrinker)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list way = {0};
    if (shrinker->is_stopped || best->count < 2 ||
        !seen_states_add_way(&shrinker->seen, &way,
                             best->items[best->count - 1]) ||
        shrink_deeds_in(&way) >= shrink_deeds_in(best)) {
        choice_list_finish(&way);
        return false;
    }
    return shrinker_try(shrinker, &way);
}

/* ---- candidates --------------------------------------------------------- */

/* The ways to make one, in the order of their turns. */
enum way { WAY_LESS, WAY_KIN, WAY_TO_END, WAY_SWAPPED, WAY_OTHER, WAYS };

/* How much is to be hoped of one, best first: its choices have been on offer
 * where they stand as far as is known; some have not; it leads only through
 * what was seen, and does not fail unless the application has a memory that
 * its states do not show. */
enum hope { HOPE_FULL, HOPE_SOME, HOPE_LITTLE, HOPES };

struct walks {
    struct shrinker *shrinker;
    size_t deeds; /* of the best */
    struct {
        VEC(struct choice_list) lists; /* owned */
        size_t next;                   /* of the lists */
    } of[WAYS][HOPES];
};

/* Takes the list. What is known not to be on offer is not in the candidate. */
static void propose(struct walks *walks, enum way way, struct choice_list *list)
{
    const struct shrinker *shrinker = walks->shrinker;
    struct choice_list likely = {0};
    bool leaves_out =
        known_runs_add_likely(&shrinker->known, &likely, list) > 0;
    enum seen_outcome expected = seen_states_expect(&shrinker->seen, &likely);
    enum hope hope = expected == SEEN_FAILS   ? HOPE_FULL
                     : expected == SEEN_HOLDS ? HOPE_LITTLE
                     : leaves_out             ? HOPE_SOME
                                              : HOPE_FULL;
    choice_list_finish(list);
    if (likely.count > 0 && shrink_deeds_in(&likely) < walks->deeds)
        vec_push(&walks->of[way][hope].lists, likely);
    else
        choice_list_finish(&likely);
}

static void push_range(struct choice_list *list, const struct choice_list *all,
                       size_t begin, size_t end)
{
    for (size_t i = begin; i < end; i++)
        choice_list_push(list, value_ref(all->items[i]));
}

/* The best with this choice in the place of one. */
static void propose_in_place(struct walks *walks, enum way way, size_t at,
                             struct value *choice)
{
    const struct choice_list *best = &walks->shrinker->best->choices;
    struct choice_list list = {0};
    push_range(&list, best, 0, at);
    choice_list_push(&list, value_ref(choice));
    push_range(&list, best, at + 1, best->count);
    propose(walks, way, &list);
}

/* ---- one of less -------------------------------------------------------- */

/* Several actions in one step give way to any action of fewer, the one that
 * does most first: that one is the most like it. */
static void add_less(struct walks *walks)
{
    const struct shrink_run *best = walks->shrinker->best;
    for (size_t at = 0; at < best->choices.count; at++) {
        const struct choice_list *offers = &best->offers[at];
        for (size_t deeds = shrink_deeds(best->choices.items[at]); --deeds > 0;)
            for (size_t i = 0; i < offers->count; i++)
                if (shrink_deeds(offers->items[i]) == deeds)
                    propose_in_place(walks, WAY_LESS, at, offers->items[i]);
    }
}

/* ---- in another order --------------------------------------------------- */

/* In the place of the last one, with which it failed, some neighbours that
 * stood before it: what has happened since may be what they need. */
static void add_to_end(struct walks *walks)
{
    enum { WIDEST = 3 };
    const struct choice_list *best = &walks->shrinker->best->choices;
    size_t last = best->count - 1;
    for (size_t size = 1; size <= WIDEST; size++)
        for (size_t at = last; at-- > 0;) {
            if (at + size >= last)
                continue; /* that is a part of it, or goes beyond it */
            struct choice_list list = {0};
            push_range(&list, best, 0, at);
            push_range(&list, best, at + size, last);
            push_range(&list, best, at, at + size);
            propose(walks, WAY_TO_END, &list);
        }
}

static void add_swapped(struct walks *walks)
{
    const struct choice_list *best = &walks->shrinker->best->choices;
    for (size_t gone = 0; gone < best->count; gone++)
        for (size_t at = 0; at + 2 < best->count; at++) {
            struct choice_list list = {0};
            choice_list_add_without(&list, best, gone, gone + 1);
            struct value *first = list.items[at];
            list.items[at] = list.items[at + 1];
            list.items[at + 1] = first;
            propose(walks, WAY_SWAPPED, &list);
        }
}

/* ---- another action ----------------------------------------------------- */

/* The best without `gone`, and with another choice in a place. */
static void propose_other(struct walks *walks, enum way way, size_t gone,
                          size_t at, struct value *choice)
{
    const struct choice_list *best = &walks->shrinker->best->choices;
    struct choice_list list = {0};
    for (size_t i = 0; i < best->count; i++)
        if (i != gone)
            choice_list_push(&list,
                             value_ref(i == at ? choice : best->items[i]));
    propose(walks, way, &list);
}

/* The same action on another element, or with another text, where any one can
 * go then; any other action for two neighbours. */
static void add_others(struct walks *walks)
{
    const struct shrink_run *best = walks->shrinker->best;
    size_t count = best->choices.count;
    for (size_t gone = count; gone-- > 0;)
        for (size_t at = 0; at < count; at++) {
            bool is_near = gone == at + 1 || at == gone + 1;
            for (size_t i = 0; gone != at && i < best->offers[at].count; i++) {
                struct value *offer = best->offers[at].items[i];
                bool is_kin = choice_is_kin(offer, best->choices.items[at]);
                if (is_kin || is_near)
                    propose_other(walks, is_kin ? WAY_KIN : WAY_OTHER, gone, at,
                                  offer);
            }
        }
}

/* ---- taking turns ------------------------------------------------------- */

/* The next of the lists that has to be run. True: it fails. */
static bool try_next(struct walks *walks, enum way way, enum hope hope)
{
    struct shrinker *shrinker = walks->shrinker;
    size_t before = shrinker->walks;
    bool fails = false;
    while (walks->of[way][hope].next < walks->of[way][hope].lists.count &&
           !fails && shrinker->walks == before && !shrinker->is_stopped)
        fails = shrinker_try(
            shrinker,
            &walks->of[way][hope].lists.items[walks->of[way][hope].next++]);
    return fails;
}

/* The turn of this way is next; which list comes after it? */
static void foresee(struct walks *walks, enum way way, enum hope hope)
{
    struct shrinker *shrinker = walks->shrinker;
    if (!shrinker_looks_ahead(shrinker))
        return;
    for (size_t turn = 1; turn <= WAYS; turn++) {
        enum way later = (way + turn) % WAYS;
        size_t at = walks->of[later][hope].next + (turn == WAYS);
        for (; at < walks->of[later][hope].lists.count; at++) {
            struct choice_list choices = {0};
            choice_list_add_without(
                &choices, &walks->of[later][hope].lists.items[at], 0, 0);
            if (shrinker_foresee(shrinker, &choices))
                return;
        }
    }
}

static bool may_go_on(const struct shrinker *shrinker)
{
    const struct shrink_subject *subject = shrinker->subject;
    return !shrinker->is_stopped && shrinker->walks < MOST_WALKS &&
           subject->can_spare != NULL && subject->can_spare(subject->context);
}

static bool try_all(struct walks *walks)
{
    struct shrinker *shrinker = walks->shrinker;
    for (enum hope hope = 0; hope < HOPES; hope++)
        for (size_t before = SIZE_MAX; before != shrinker->walks;) {
            before = shrinker->walks;
            for (enum way way = 0; way < WAYS; way++) {
                if (!may_go_on(shrinker))
                    return false;
                foresee(walks, way, hope);
                if (try_next(walks, way, hope))
                    return true;
            }
        }
    return false;
}

/* ---- the whole ---------------------------------------------------------- */

static void forget(struct walks *walks)
{
    for (enum way way = 0; way < WAYS; way++)
        for (enum hope hope = 0; hope < HOPES; hope++) {
            for (size_t i = 0; i < walks->of[way][hope].lists.count; i++)
                choice_list_finish(&walks->of[way][hope].lists.items[i]);
            vec_finish(&walks->of[way][hope].lists);
        }
}

bool shrinker_walk(struct shrinker *shrinker)
{
    const struct shrink_run *best = shrinker->best;
    if (best->offers == NULL || best->other_count != best->choices.count ||
        best->choices.count == 0 || best->choices.count >= SHRINK_PAIRS_BELOW ||
        !may_go_on(shrinker))
        return false;
    struct walks walks = {.shrinker = shrinker,
                          .deeds = shrink_deeds_in(&best->choices)};
    add_less(&walks);
    add_others(&walks);
    add_to_end(&walks);
    add_swapped(&walks);
    shrinker->is_walking = true;
    bool fails = try_all(&walks);
    shrinker->is_walking = false;
    forget(&walks);
    return fails;
}
