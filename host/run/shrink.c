/* Order of this file: lists, what comes next, one trial, pauses and reloads,
 * the whole. */
#include "run/shrink.h"

#include <stdlib.h>

#include "base/buf.h"
#include "run/shrink_internal.h"

/* ---- lists -------------------------------------------------------------- */

void shrink_run_finish(struct shrink_run *run)
{
    choice_list_finish(&run->choices);
    for (size_t i = 0; i < run->other_count; i++) {
        choice_list_finish(&run->others[i]);
        if (run->larger != NULL)
            choice_list_finish(&run->larger[i]);
        if (run->offers != NULL)
            choice_list_finish(&run->offers[i]);
    }
    free(run->others);
    free(run->larger);
    free(run->offers);
    choice_list_finish(&run->templates);
    choice_course_finish(&run->course);
    *run = (struct shrink_run){.others = NULL};
}

size_t shrink_deeds(const struct value *choice)
{
    size_t arrivals = choice_arrivals(choice);
    return arrivals > 1 ? arrivals : choice_parts(choice);
}

size_t shrink_deeds_in(const struct choice_list *choices)
{
    size_t count = 0;
    for (size_t i = 0; i < choices->count; i++)
        count += shrink_deeds(choices->items[i]);
    return count;
}

bool shrink_is_simpler(const struct choice_list *a, const struct choice_list *b)
{
    size_t ours = shrink_deeds_in(a), theirs = shrink_deeds_in(b);
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

void shrinker_add_kin(struct buf *out, const struct value *choice)
{
    choice_add_kin_key(out, choice);
    buf_addf(out, ",%zu", choice_parts(choice));
}

bool shrinker_note(struct shrinker *shrinker, const struct buf *key)
{
    return map_set(&shrinker->tried, buf_str(key), shrinker) != NULL;
}

static void add_list_key(struct buf *key, const struct choice_list *choices)
{
    buf_init(key);
    for (size_t i = 0; i < choices->count; i++)
        choice_add_key(key, choices->items[i]);
}

/* Whether the list was tried before; from now on it was. */
static bool note(struct shrinker *shrinker, const struct choice_list *choices)
{
    struct buf key;
    add_list_key(&key, choices);
    bool is_known = shrinker_note(shrinker, &key);
    buf_finish(&key);
    return is_known;
}

/* ---- what comes next ---------------------------------------------------- */

bool shrinker_looks_ahead(const struct shrinker *shrinker)
{
    return shrinker->subject->ahead != NULL;
}

/* As is_known, but it stays untried. */
static bool is_done(const struct shrinker *shrinker,
                    const struct choice_list *choices)
{
    struct buf key;
    add_list_key(&key, choices);
    bool was_tried = map_find(&shrinker->tried, buf_str(&key)) != NULL;
    buf_finish(&key);
    return was_tried || (shrinker->subject->beginnings_hold &&
                         known_runs_cover(&shrinker->known, choices));
}

bool shrinker_foresee(struct shrinker *shrinker, struct choice_list *choices)
{
    choice_list_finish(&shrinker->foreseen);
    if (is_done(shrinker, choices)) {
        choice_list_finish(choices);
        return false;
    }
    shrinker->foreseen = *choices;
    return true;
}

static void tell_ahead(struct shrinker *shrinker,
                       const struct choice_list *choices)
{
    const struct shrink_subject *subject = shrinker->subject;
    if (shrinker->foreseen.count > 0)
        subject->ahead(subject->context, choices, &shrinker->foreseen);
}

/* ---- one trial ---------------------------------------------------------- */

/* A run that would do nothing new need not be made. Where beginnings may fail,
 * only as a whole. */
static bool is_known(struct shrinker *shrinker,
                     const struct choice_list *choices)
{
    bool was_tried = note(shrinker, choices);
    return was_tried || (shrinker->subject->beginnings_hold &&
                         known_runs_cover(&shrinker->known, choices));
}

static void learn(struct shrinker *shrinker, const struct choice_list *choices,
                  const struct choice_course *course)
{
    struct choice_list done = {0};
    known_runs_note(&shrinker->known, choices, course);
    if (choice_course_add_done(&done, choices, course))
        note(shrinker, &done);
    choice_list_finish(&done);
}

/* Fills *run, which is empty. True: it is better than the best. */
static bool run_once(struct shrinker *shrinker,
                     const struct choice_list *choices, struct shrink_run *run)
{
    const struct shrink_subject *subject = shrinker->subject;
    tell_ahead(shrinker, choices);
    enum shrink_outcome outcome = subject->run(subject->context, choices, run);
    shrinker->is_stopped = outcome == SHRINK_STOPPED;
    learn(shrinker, choices, &run->course);
    seen_states_note(&shrinker->seen, &run->course, outcome == SHRINK_FAILS);
    shrinker->walks += shrinker->is_walking;
    return outcome == SHRINK_FAILS &&
           !(subject->pause_ms > 0 && shrinker_failed_in_pause(choices, run)) &&
           shrink_is_simpler(&run->choices, &shrinker->best->choices);
}

/* What fails now and then would be found by trying often enough. */
static bool is_better_again(struct shrinker *shrinker,
                            const struct choice_list *choices,
                            struct shrink_run *run)
{
    shrink_run_finish(run);
    return run_once(shrinker, choices, run);
}

bool shrinker_try(struct shrinker *shrinker, struct choice_list *choices)
{
    const struct shrink_subject *subject = shrinker->subject;
    struct shrink_run run = {.others = NULL};
    bool is_better = !shrinker->is_stopped && !is_known(shrinker, choices) &&
                     run_once(shrinker, choices, &run);
    if (is_better && shrinker->is_walking)
        is_better = is_better_again(shrinker, choices, &run);
    choice_list_finish(choices);
    choice_list_finish(&shrinker->foreseen);
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

/* A run that came by chance went in circles. What takes many runs to leave out
 * piece by piece goes at once. */
static void take_shortcuts(struct shrinker *shrinker)
{
    while (shrinker_shortcut(shrinker))
        ;
}

/* Until it is 1-minimal, and nothing in it can be simpler. */
static void reduce_parts(struct shrinker *shrinker)
{
    do {
        shrinker_drop_all(shrinker);
        shrinker_hurry(shrinker);
    } while ((shrinker_part(shrinker) || shrinker_simplify(shrinker) ||
              shrinker_move(shrinker) || shrinker_grow(shrinker)) &&
             !shrinker->is_stopped);
}

bool shrink(const struct shrink_subject *subject, struct shrink_run *best)
{
    struct shrinker shrinker = {.subject = subject, .best = best};
    map_init(&shrinker.tried);
    known_runs_init(&shrinker.known);
    seen_states_init(&shrinker.seen);
    seen_states_note(&shrinker.seen, &best->course, true);
    note(&shrinker, &best->choices);
    shrinker_keep_short_end(&shrinker);
    shrinker_keep_last_of_kinds(&shrinker);
    drop_pauses(&shrinker);
    shrinker_drop_common_kinds(&shrinker);
    shrinker_drop_large_pieces(&shrinker);
    if (shrinker_wait_early(&shrinker))
        shrinker_drop_large_pieces(&shrinker);
    take_shortcuts(&shrinker);
    do
        reduce_parts(&shrinker);
    while (shrinker_shortcut(&shrinker) || shrinker_walk(&shrinker));
    map_finish(&shrinker.tried);
    known_runs_finish(&shrinker.known);
    seen_states_finish(&shrinker.seen);
    choice_list_finish(&shrinker.foreseen);
    return !shrinker.is_stopped;
}
