/* What the files of shrinking share: shrink.c, shrink_drop.c, shrink_kinds.c,
 * shrink_moves.c, shrink_simplify.c, shrink_walks.c. */
#ifndef WEIR_RUN_SHRINK_INTERNAL_H
#define WEIR_RUN_SHRINK_INTERNAL_H

#include "base/map.h"
#include "run/seen_states.h"
#include "run/shrink.h"

enum {
    /* Of a run with so many choices, any two are also left out together: they
     * may belong together without being neighbours. Numbers of any two are
     * looked at together, too. */
    SHRINK_PAIRS_BELOW = 10,
};

struct shrinker {
    const struct shrink_subject *subject;
    struct shrink_run *best;
    struct map tried; /* keys of lists that need not be run (again) */
    struct known_runs known;
    struct seen_states seen;
    struct choice_list foreseen; /* see shrinker_foresee; empty: nothing */
    bool is_stopped;
    bool is_walking; /* what fails has to fail twice */
    size_t walks;    /* runs that were made so */
};

/* Runs the choices unless it is known what comes of them. True: that is the
 * best run now. Takes the list. */
bool shrinker_try(struct shrinker *shrinker, struct choice_list *choices);

/* Whether to say which list comes next is worth the while. */
bool shrinker_looks_ahead(const struct shrinker *shrinker);

/* This list is likely to come after the next one that is tried, should that
 * hold. False: it need not be run. Takes the list. */
bool shrinker_foresee(struct shrinker *shrinker, struct choice_list *choices);

/* Whether that has been noted as tried; from now on it is. */
bool shrinker_note(struct shrinker *shrinker, const struct buf *key);

/* Appends which action of the specification it is, and of how many parts,
 * whatever its arguments are. */
void shrinker_add_kin(struct buf *out, const struct value *choice);

/* Leaves out halves, quarters and so on, down to pieces of two. */
void shrinker_drop_large_pieces(struct shrinker *shrinker);

/* Until no single choice can go, nor what may belong together. */
void shrinker_drop_all(struct shrinker *shrinker);

/* Many faults need only what was done last: that alone is tried first, then the
 * last two, four and so on. On an application that takes long to begin each run
 * counts. */
void shrinker_keep_short_end(struct shrinker *shrinker);

/* Leaves out, one kind after the other, all choices of which there are two or
 * more. Of what has to come in pairs, or counts to three, no piece can go; all
 * of it often can. True: there was such a kind. */
bool shrinker_drop_kinds(struct shrinker *shrinker);

/* The same, of the same choices only, which are a large part of the run. */
void shrinker_drop_common_kinds(struct shrinker *shrinker);

/* An item that is needed may be any, a filter that is chosen the last: the last
 * of each kind alone, then the last two and so on, without pauses. Such runs
 * are short, and what comes seldom is in all of them. */
void shrinker_keep_last_of_kinds(struct shrinker *shrinker);

/* Replaces single choices by simpler ones. True: there was one. */
bool shrinker_simplify(struct shrinker *shrinker);

/* Until no pause before a choice (choice_pause_ms) can go. A list that is as it
 * was counts as tried. */
void shrinker_hurry(struct shrinker *shrinker);

/* Leaves out a choice, with a pause before each of the others: what it has done
 * may have been to let time pass. True: that could be done. */
bool shrinker_wait(struct shrinker *shrinker);

/* The same of a choice in the middle of a long run, of which no large piece can
 * go and which does not go by itself: one trial, that many may follow. */
bool shrinker_wait_early(struct shrinker *shrinker);

/* Whether a run of these choices has failed during a pause: not of what it did,
 * since a list of choices ends with one. */
bool shrinker_failed_in_pause(const struct choice_list *choices,
                              const struct shrink_run *run);

/* Takes apart what arrives at the same time: one of it after the other. True:
 * that was done somewhere. */
bool shrinker_part(struct shrinker *shrinker);

/* Moves a number that was drawn for one choice to another one: all of it, so
 * that its choice can go, or some of it to a later one, so that the first is
 * smaller. What hangs on a sum, or comes on the wrong one of several inputs,
 * has no simpler number of its own. True: it has done one such step. */
bool shrinker_move(struct shrinker *shrinker);

/* What is done with the choice, and with all of them, as shrink_is_simpler
 * counts it. */
size_t shrink_deeds(const struct value *choice);
size_t shrink_deeds_in(const struct choice_list *choices);

/* Replaces a choice by a larger one of the same action where another one can go
 * then, or do less. True: it has done one such step. */
bool shrinker_grow(struct shrinker *shrinker);

/* Tries the shortest way that is known to a state in which the last choice of
 * the best has failed. True: it fails. */
bool shrinker_shortcut(struct shrinker *shrinker);

/* Tries runs that do less, but are no part of the best: in another order, or
 * with another action that was on offer. True: one of them fails. */
bool shrinker_walk(struct shrinker *shrinker);

#endif
