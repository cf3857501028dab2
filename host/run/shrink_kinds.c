/* Order of this file: kinds, leaving one out, the last of each. */
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "run/shrink_internal.h"

enum {
    /* A kind that is this part of a run, or more, is left out first. */
    PART_OF_KIND = 8,
};

/* ---- kinds -------------------------------------------------------------- */
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

/* ---- leaving one out ---------------------------------------------------- */

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

/* Leaves out every choice of a kind of which there are so many. */
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

bool shrinker_drop_kinds(struct shrinker *shrinker)
{
    return drop_kinds(shrinker, 2, choice_add_key) ||
           drop_kinds(shrinker, 2, choice_add_kin_key);
}

void shrinker_drop_common_kinds(struct shrinker *shrinker)
{
    size_t least = shrinker->best->choices.count / PART_OF_KIND;
    drop_kinds(shrinker, least > 2 ? least : 2, choice_add_key);
}

/* ---- the last of each --------------------------------------------------- */

/* How many choices there are then; when these are more than half of the run, or
 * as many as `before`, they are not tried. */
static size_t try_last_of_kinds(struct shrinker *shrinker, size_t kept,
                                size_t before)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct kinds kinds;
    struct choice_list choices = {0};
    find_kinds(&kinds, best, choice_add_kin_key);
    for (size_t i = 0; i < best->count; i++)
        if (kinds.counts[kinds.of[i]]-- <= kept &&
            !choice_only_waits(best->items[i]))
            choice_list_push(&choices, value_ref(best->items[i]));
    forget_kinds(&kinds);
    size_t count = choices.count;
    if (count > best->count / 2 || count == before)
        choice_list_finish(&choices);
    else
        shrinker_try(shrinker, &choices);
    return count;
}

void shrinker_keep_last_of_kinds(struct shrinker *shrinker)
{
    size_t all = shrinker->best->choices.count, before = 0;
    for (size_t kept = 1; !shrinker->is_stopped; kept *= 2) {
        size_t count = try_last_of_kinds(shrinker, kept, before);
        if (count > all / 2 || count == before ||
            shrinker->best->choices.count < all)
            return;
        before = count;
    }
}
