/* Order of this file: lists, what comes next, one trial, leaving out, short
 * ends, pauses and reloads, the whole. */
#include "run/shrink.h"

#include <stdlib.h>

#include "base/buf.h"
#include "run/shrink_internal.h"

enum {
    /* Choices that stand one behind the other and can only go together (open,
     * close) are left out together up to this many. */
    WIDEST_GAP = 4,
};

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

/* ---- leaving out -------------------------------------------------------- */

static bool try_without(struct shrinker *shrinker, size_t begin, size_t end)
{
    struct choice_list choices = {0};
    choice_list_add_without(&choices, &shrinker->best->choices, begin, end);
    return shrinker_try(shrinker, &choices);
}

static void foresee_piece(struct shrinker *shrinker, size_t at, size_t size,
                          size_t stride)
{
    const struct choice_list *best = &shrinker->best->choices;
    bool beginnings_hold = shrinker->subject->beginnings_hold;
    for (; at + size + beginnings_hold <= best->count; at += stride) {
        struct choice_list choices = {0};
        choice_list_add_without(&choices, best, at, at + size);
        if (shrinker_foresee(shrinker, &choices))
            return;
    }
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
        if (shrinker_looks_ahead(shrinker))
            foresee_piece(shrinker, at + stride, size, stride);
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

static struct choice_list without_both(const struct shrinker *shrinker,
                                       size_t i, size_t k)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    for (size_t at = 0; at < best->count; at++)
        if (at != i && at != k)
            choice_list_push(&choices, value_ref(best->items[at]));
    return choices;
}

static bool try_without_both(struct shrinker *shrinker, size_t i, size_t k)
{
    struct choice_list choices = without_both(shrinker, i, k), next;
    if (shrinker_looks_ahead(shrinker) &&
        k + 1 < shrinker->best->choices.count) {
        next = without_both(shrinker, i, k + 1);
        shrinker_foresee(shrinker, &next);
    }
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

/* Of which actions the list is, whatever their arguments are. */
static void add_shape(struct buf *out, const struct choice_list *choices)
{
    buf_add_text(out, "together ");
    for (size_t i = 0; i < choices->count; i++) {
        shrinker_add_kin(out, choices->items[i]);
        buf_add_char(out, '\n');
    }
}

/* A few neighbours, a kind, a pair. Of a list of the same actions that is done
 * once: another text or row rarely makes a difference to what belongs together.
 */
static bool drop_together(struct shrinker *shrinker)
{
    bool any = false;
    struct buf shape;
    buf_init(&shape);
    add_shape(&shape, &shrinker->best->choices);
    if (!shrinker_note(shrinker, &shape)) {
        for (size_t size = 2; size <= WIDEST_GAP && !any; size++)
            any = drop_pieces(shrinker, size, 1);
        any = any || shrinker_drop_kinds(shrinker) || drop_pair(shrinker);
    }
    buf_finish(&shape);
    return any;
}

/* Until no single choice can go, nor what may belong together. */
static void drop_all(struct shrinker *shrinker)
{
    while (!shrinker->is_stopped &&
           (drop_pieces(shrinker, 1, 1) || drop_together(shrinker)))
        ;
}

/* ---- short ends --------------------------------------------------------- */

static void foresee_end(struct shrinker *shrinker, size_t kept)
{
    const struct choice_list *best = &shrinker->best->choices;
    struct choice_list choices = {0};
    if (kept > best->count / 4)
        return;
    choice_list_add_without(&choices, best, 0, best->count - kept);
    shrinker_foresee(shrinker, &choices);
}

/* Many faults need only what was done last: that alone is tried first, then the
 * last two, four and so on. On an application that takes long to begin each run
 * counts. */
static void keep_short_end(struct shrinker *shrinker)
{
    size_t count = shrinker->best->choices.count;
    for (size_t kept = 1;
         (kept == 1 ? count > 1 : kept <= count / 4) && !shrinker->is_stopped;
         kept *= 2) {
        if (shrinker_looks_ahead(shrinker))
            foresee_end(shrinker, kept * 2);
        if (try_without(shrinker, 0, count - kept))
            return;
    }
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
        drop_all(shrinker);
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
    keep_short_end(&shrinker);
    shrinker_keep_last_of_kinds(&shrinker);
    drop_pauses(&shrinker);
    shrinker_drop_common_kinds(&shrinker);
    drop_large_pieces(&shrinker);
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
