/* The strategy that does again what was done before: it picks the choices of a
 * list, one after the other, each from what is proposed now (run/choice.h says
 * what counts as the same).
 *
 * A choice is done with when its action has been performed, so a request that
 * turns out stale is made again; one that is turned down twenty times in a row,
 * and where the application takes real time for half a second, counts as not on
 * offer. Where the application takes real time, an action before which
 * something happened in the recorded run (its "after") may not be on offer yet.
 * Before such an action, and after the last one, an event is awaited for up to
 * twice the time that it took there and a little more. Before another, for as
 * long as the patience says: a server may take longer than it did. */
#ifndef WEIR_RUN_SCRIPT_H
#define WEIR_RUN_SCRIPT_H

#include "port/actor.h"
#include "port/strategy.h"
#include "run/known_runs.h"

/* For a choice that is not on offer, in real time, in milliseconds; 0: none. */
struct script_patience {
    int64_t first_ms; /* before anything has been done: the page starts */
    int64_t later_ms;
    int64_t more_ms; /* what took so long before may take twice as long and
                        this */
    bool is_exact;   /* first_ms also where something merely alike is on offer,
                        and pauses that are not are awaited, too */
};

struct script_options {
    struct actor *actor; /* whose proposals they are; for their names */
    const struct choice_list *choices; /* borrowed; outlives the strategy */
    bool skips;     /* a choice that is not on offer is left out; else the test
                       ends there */
    bool real_time; /* else nothing is awaited */
    struct script_patience patience;
    int64_t linger_ms;  /* what happened after the last action, as "after" */
    bool pauses_behind; /* it is also a pause, after the last action */
    bool wants_others;  /* see struct script_course */
    bool wants_offers;  /* the same */
    bool by_place;      /* an element is rather the one at the same place than
                           the one with the same text, and where there is
                           none, one of another kind to which the action of
                           that name is done */
};

/* What a script has done. */
struct script_course {
    /* With wants_others, for each action performed: the proposals of the same
     * action that are simpler and, of several in order, those that do some of
     * them, the simplest first; after these whatever else does less. */
    struct choice_list *others;
    /* The same: a few proposals of the same action that do or say more, those
     * that are least so first. */
    struct choice_list *larger;
    /* With wants_offers, the same: the other proposals, those with generators
     * at their simplest. Else empty lists. */
    struct choice_list *offers;
    size_t performed;
    size_t other_capacity; /* lists in each of them */
    unsigned char *fates;  /* of each choice of the list: enum choice_fate */
    size_t fate_count;
    struct choice_list templates; /* for each action performed: as proposed,
                                     where its arguments were drawn, else
                                     null */
    size_t skipped;               /* choices that were not on offer */
    size_t first_skipped;         /* the first of them */
    int64_t waited_ms;            /* for a choice that came, the longest */
    bool forked;    /* by_place, or without it, another element would have been
                       taken somewhere */
    size_t inexact; /* choices for which something merely alike was done */
    size_t first_inexact; /* the first of them */
    bool is_stuck;   /* it ended because the next choice is not on offer... */
    bool is_refused; /* ...or was turned down */
    size_t at;       /* the choice it came to */
};

void script_course_init(struct script_course *course);
void script_course_finish(struct script_course *course); /* and empties it */

/* Writes to `course`, which is initialised and outlives the strategy. */
struct strategy *script_create(const struct script_options *options,
                               struct script_course *course);

#endif
