/* Pauses before choices. Order of this file: haste, time in the place of
 * choices. */
#include "run/shrink_internal.h"

enum {
    /* A run of more choices is not looked at: of each choice it takes one. */
    MOST_WAITED_FOR = 64,
    /* Nor is one of fewer, if nothing has given way to a pause so far: what
     * they take of the application's time is little, and each would cost a run.
     */
    FEWEST_WAITED_FOR = 6,
};

/* ---- haste -------------------------------------------------------------- */

/* The best with no pause before the choice at this place, or before any of them
 * (SIZE_MAX). */
static bool try_in_haste(struct shrinker *shrinker, size_t place)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        choice_list_push(&choices, place == SIZE_MAX || place == i
                                       ? choice_without_pause(best->items[i])
                                       : value_ref(best->items[i]));
    return shrinker_try(shrinker, &choices);
}

void shrinker_hurry(struct shrinker *shrinker)
{
    if (try_in_haste(shrinker, SIZE_MAX))
        return;
    for (size_t i = 0; i < shrinker->best->choices.count; i++)
        if (choice_pause_ms(shrinker->best->choices.items[i]) > 0)
            try_in_haste(shrinker, i);
}

/* ---- time in the place of choices --------------------------------------- */

bool shrinker_failed_in_pause(const struct choice_list *choices,
                              const struct shrink_run *run)
{
    const struct choice_course *course = &run->course;
    size_t at = 0;
    while (at < course->count && course->fates[at] != CHOICE_UNTRIED)
        at++;
    if (course->count == 0)
        at = run->choices.count;
    return at < choices->count && choice_pause_ms(choices->items[at]) > 0;
}

/* With a pause, if another choice stands before it. */
static void push_waiting(const struct shrinker *shrinker,
                         struct choice_list *choices,
                         const struct value *choice)
{
    int64_t pause_ms = choice_pause_ms(choice);
    if (pause_ms == 0 && choices->count > 0)
        pause_ms = shrinker->subject->pause_ms;
    choice_list_push(choices, choice_with_pause(choice, pause_ms));
}

static bool try_without(struct shrinker *shrinker, size_t left_out, bool waits)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t i = 0; i < best->count; i++)
        if (i != left_out && waits)
            push_waiting(shrinker, &choices, best->items[i]);
        else if (i != left_out)
            choice_list_push(&choices, value_ref(best->items[i]));
    return shrinker_try(shrinker, &choices);
}

bool shrinker_wait_early(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    return shrinker->subject->pause_ms > 0 && count >= SHRINK_PAIRS_BELOW &&
           (try_without(shrinker, count / 2, false) ||
            try_without(shrinker, count / 2, true));
}

static bool is_worth_it(const struct choice_list *choices)
{
    if (choices->count > MOST_WAITED_FOR)
        return false;
    for (size_t i = 0; i < choices->count; i++)
        if (choice_pause_ms(choices->items[i]) > 0)
            return true;
    return choices->count >= FEWEST_WAITED_FOR;
}

/* What waits anyway says so better than a pause does. Behind the last choice
 * there is none. */
bool shrinker_wait(struct shrinker *shrinker)
{
    const struct shrink_run *best = shrinker->best;
    if (shrinker->subject->pause_ms == 0 || !is_worth_it(&best->choices))
        return false;
    for (size_t i = 0; i + 1 < best->choices.count && best->choices.count > 2;
         i++)
        if (!shrinker->is_stopped &&
            !choice_only_waits(best->choices.items[i]) &&
            try_without(shrinker, i, true))
            return true;
    return false;
}
