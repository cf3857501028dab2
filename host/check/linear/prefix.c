#include "check/linear/prefix.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

struct prefix {
    struct search *search;
    size_t *places;
    int32_t *sets; /* before each of them, and after the last */
    size_t count;
    struct error *error;
};

/* The set after the operation; STEPS_NONE: it does not fit. False: the model
 * failed. */
static bool step(const struct prefix *prefix, int32_t from, size_t place,
                 int32_t *set)
{
    struct steps *steps = prefix->search->steps;
    size_t operation = search_member(prefix->search, place);
    if (steps_find(steps, from, operation, set))
        return true;
    steps_want(steps, from, operation);
    return steps_ask(steps, prefix->error) &&
           steps_find(steps, from, operation, set);
}

static const struct linear_operation *operation_of(const struct prefix *prefix,
                                                   size_t place)
{
    return search_operation(prefix->search, place);
}

/* A process does what it does in order: nothing of it may come after what is
 * left out, and the culprit may not either. */
static bool is_last_of_process(const struct prefix *prefix, size_t at)
{
    int64_t process = operation_of(prefix, prefix->places[at])->process;
    if (operation_of(prefix, prefix->search->culprit)->process == process)
        return false;
    for (size_t i = at + 1; i < prefix->count; i++)
        if (operation_of(prefix, prefix->places[i])->process == process)
            return false;
    return true;
}

/* What has to be there is what is due before the culprit. */
static bool may_go(const struct prefix *prefix, size_t at)
{
    const struct search *search = prefix->search;
    size_t place = prefix->places[at];
    bool is_owed = !search->is_pending[place] &&
                   search_due(search, place) < search->reached;
    if (is_owed)
        return false;
    return search->order != LINEAR_PROCESSES || is_last_of_process(prefix, at);
}

static void remove_at(struct prefix *prefix, size_t at, const int32_t *behind)
{
    size_t left = prefix->count - at - 1;
    memmove(&prefix->places[at], &prefix->places[at + 1],
            left * sizeof *prefix->places);
    memcpy(&prefix->sets[at + 1], behind, left * sizeof *behind);
    prefix->count--;
}

/* *behind: the sets after what follows, when this one is left out. */
static bool try_without(const struct prefix *prefix, size_t at, int32_t *behind,
                        bool *fits)
{
    int32_t set = prefix->sets[at], ignored;
    *fits = true;
    for (size_t i = at + 1; *fits && i < prefix->count; i++) {
        if (!step(prefix, set, prefix->places[i], &set))
            return false;
        behind[i - at - 1] = set;
        *fits = set != STEPS_NONE;
    }
    if (!*fits)
        return true;
    if (!step(prefix, set, prefix->search->culprit, &ignored))
        return false;
    *fits = ignored == STEPS_NONE;
    return true;
}

static bool shorten(struct prefix *prefix, int32_t *behind)
{
    for (size_t at = prefix->count; at > 0; at--) {
        bool fits;
        if (!may_go(prefix, at - 1))
            continue;
        if (!try_without(prefix, at - 1, behind, &fits))
            return false;
        if (fits)
            remove_at(prefix, at - 1, behind);
    }
    return true;
}

static bool fill_sets(struct prefix *prefix)
{
    for (size_t i = 0; i < prefix->count; i++)
        if (!step(prefix, prefix->sets[i], prefix->places[i],
                  &prefix->sets[i + 1]))
            return false;
    return true;
}

bool prefix_shorten(struct search *search, size_t *places, size_t *count,
                    int32_t *set, struct error *error)
{
    struct prefix prefix = {
        .search = search,
        .places = places,
        .sets = memory_zeroed(*count + 1, sizeof(int32_t)),
        .count = *count,
        .error = error,
    };
    int32_t *behind = memory_zeroed(*count + 1, sizeof *behind);
    prefix.sets[0] = search->nodes.items[0].set;
    bool is_fine = fill_sets(&prefix);
    /* What only what was left out needed can go now, too. */
    for (size_t before = SIZE_MAX; is_fine && prefix.count < before;) {
        before = prefix.count;
        is_fine = shorten(&prefix, behind);
    }
    *count = prefix.count;
    *set = prefix.sets[prefix.count];
    free(prefix.sets);
    free(behind);
    return is_fine;
}
