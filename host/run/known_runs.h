/* What is known of lists of choices from runs of other lists.
 *
 * A run does each of its choices or leaves it out, because it is not on offer.
 * As long as the application repeats itself, another list of which the same
 * becomes is the same run: without a choice that was left out, for one, or with
 * one that was left out at that place before. So is, up to where it ends, a
 * list that is the beginning of it.
 *
 * A tree of what has been done: from each of its places a choice leads to
 * another one, when it was done there, or back to the same, when it was left
 * out. */
#ifndef WEIR_RUN_KNOWN_RUNS_H
#define WEIR_RUN_KNOWN_RUNS_H

#include <stdint.h>

#include "base/map.h"
#include "run/choice.h"

/* What became of a choice. */
enum choice_fate {
    CHOICE_UNTRIED,  /* the run ended before it */
    CHOICE_DONE,     /* it, or what was most like it */
    CHOICE_LEFT_OUT, /* it was not on offer */
    /* Either; with its elements found the other way it would have been another
     * (run/script.h: by_place). Nothing after it is known. */
    CHOICE_FORKED,
};

/* What became of a list. Owns its parts. */
struct choice_course {
    unsigned char *fates;   /* of each of its choices: enum choice_fate */
    size_t count;           /* 0: not known */
    struct choice_list did; /* those that were done, as they were done */
    uint64_t *states;       /* hashes of the states in which each of these was
                               chosen, and of the last one; NULL: not known */
    size_t state_count;
};
void choice_course_finish(struct choice_course *course); /* and empties it */

struct known_runs {
    struct map ways; /* from a place, by a choice: to which, + 1 */
    size_t places;
};
void known_runs_init(struct known_runs *known);
void known_runs_finish(struct known_runs *known);

/* The run of these choices went so. */
void known_runs_note(struct known_runs *known,
                     const struct choice_list *choices,
                     const struct choice_course *course);

/* Whether a run of these choices would do no more than runs have done. */
bool known_runs_cover(const struct known_runs *known,
                      const struct choice_list *choices);

/* Appends those of the choices that are not known to be left out where they
 * stand: all after what no run has done. How many are known to be. */
size_t known_runs_add_likely(const struct known_runs *known,
                             struct choice_list *list,
                             const struct choice_list *choices);

/* Appends those that were not left out. False: what would have become of them
 * alone is not known. */
bool choice_course_add_done(struct choice_list *list,
                            const struct choice_list *choices,
                            const struct choice_course *course);

#endif
