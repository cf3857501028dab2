/* Makes a failing run shorter: which of its choices can go, and which can be
 * simpler, so that it still fails?
 *
 * Delta debugging on the list of choices: first its last choices alone are
 * tried, then all pauses and reloads, all choices of a kind and large pieces
 * are left out, then smaller ones, then single choices, and the pauses before
 * choices; then single choices are
 * replaced by simpler ones of the same action, or numbers that were drawn for
 * one move to another, or one is replaced by a larger one where that makes
 * another one needless, and everything is tried again until nothing more can be
 * done. The result is 1-minimal: without any one of
 * its choices the run does not fail (as far as runs can be repeated). While
 * there is time for more, runs that do less in another way are tried then:
 * shrink_walks.c.
 *
 * Knows nothing of executors and properties: whoever calls it runs a list of
 * choices and says what came of it. Nothing is run twice. One list of choices
 * gives one result, whatever the time: only `run` decides when to stop.
 */
#ifndef WEIR_RUN_SHRINK_H
#define WEIR_RUN_SHRINK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "run/known_runs.h"

enum shrink_outcome {
    SHRINK_HOLDS,   /* the run did not fail, or not in the way that counts */
    SHRINK_FAILS,   /* it did */
    SHRINK_STOPPED, /* there is no more time: shrinking ends */
};

/* A run that fails. Owns its lists. */
struct shrink_run {
    struct choice_list choices; /* what it did: not always what it was told to,
                                   and never more */
    struct choice_list *others; /* for each choice: simpler ones of the same
                                   action that could have been made there, the
                                   simplest first; NULL: none at all */
    struct choice_list *larger; /* the same: some of the same action that do or
                                   say more, the least of them first */
    struct choice_list *offers; /* the same: whatever could have been done
                                   there; NULL: not known */
    size_t other_count;         /* lists in each of these: as many as choices */
    struct choice_list templates; /* for each choice what its arguments were
                                     drawn from (run/generated.h), or null;
                                     empty: nothing was drawn */
    /* What became of the list that was run; empty: not known. Also of a run
     * that holds. */
    struct choice_course course;
};
void shrink_run_finish(struct shrink_run *run); /* and empties it */

struct shrink_subject {
    /* Runs these choices on a fresh application; fills *run, which is empty,
     * when it fails; its course in any case. */
    enum shrink_outcome (*run)(void *context, const struct choice_list *choices,
                               struct shrink_run *run);
    /* The run that `run` made last is the best so far. May be NULL. */
    void (*keep)(void *context);
    /* Whether there is time for a run of which not much is to be hoped. NULL:
     * there is none. */
    bool (*can_spare)(void *context);
    /* `now` is run next, and if that holds probably `next`, which may be run at
     * the same time. NULL: nobody wants to know. */
    void (*ahead)(void *context, const struct choice_list *now,
                  const struct choice_list *next);
    void *context;
    /* Choices that are needed only because time passes while they are made may
     * give way to a pause of so many milliseconds; 0: they may not. */
    int64_t pause_ms;
    /* A run that fails does so at the last of its choices, and not before: what
     * is left of it without its end holds and need not be run. Not where
     * something may come by itself, later than the run has lasted. */
    bool beginnings_hold;
};

/* Makes `best`, a run that fails, as simple as it can; replaces its parts.
 * True: it is 1-minimal; false: it was stopped before that was known. */
bool shrink(const struct shrink_subject *subject, struct shrink_run *best);

/* Whether a is simpler than b: less is done in it (of several actions in order
 * each counts, of values that arrive at the same time each; most choices are
 * one), or as much, but less of it at the same time, or it is simpler from the
 * first choice on in which they differ. */
bool shrink_is_simpler(const struct choice_list *a,
                       const struct choice_list *b);

#endif
