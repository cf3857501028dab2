/* What the runs of one failure have shown of an application: its states, as far
 * as the property reads them, and which choice leads from one to another.
 *
 * An application may remember more than its states show. So this says which run
 * is promising, and never what will come of one; run/known_runs.h does that. */
#ifndef WEIR_RUN_SEEN_STATES_H
#define WEIR_RUN_SEEN_STATES_H

#include "base/map.h"
#include "base/vec.h"
#include "run/known_runs.h"

/* A choice that was done in a state. Its numbers are places in struct
 * seen_states, + 1; 0: none. */
struct seen_step {
    struct value *choice; /* owned */
    size_t from, to;
    size_t next; /* of the steps from the same state */
    bool fails;  /* a run failed here */
};

struct seen_state {
    size_t first;    /* of the steps from here */
    size_t distance; /* steps from the start, the fewest; SIZE_MAX: no way */
    size_t last;     /* of the steps of that way */
};

struct seen_states {
    struct map places; /* of a state, by its hash */
    struct map ways;   /* of a step, by the place of its state and the choice */
    VEC(struct seen_state) states; /* the first is the start of the first run */
    VEC(struct seen_step) steps;
};

void seen_states_init(struct seen_states *seen);
void seen_states_finish(struct seen_states *seen);

/* A run went so; `fails`: with its last choice. Nothing where the course does
 * not tell the states. */
void seen_states_note(struct seen_states *seen,
                      const struct choice_course *course, bool fails);

/* Appends the fewest choices that lead to a state where this choice failed, and
 * the choice. False: no such way is known. */
bool seen_states_add_way(struct seen_states *seen, struct choice_list *list,
                         const struct value *choice);

/* What comes of these choices if there is nothing but what the states show. */
enum seen_outcome { SEEN_FAILS, SEEN_UNKNOWN, SEEN_HOLDS };
enum seen_outcome seen_states_expect(const struct seen_states *seen,
                                     const struct choice_list *choices);

#endif
