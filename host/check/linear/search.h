/* The search through the orders of one part of a history: one that can be
 * interrupted, so that several parts take turns.
 *
 * A node is a point in it: a set of operations that are done, and the set of
 * states that this may have led to. From there each operation of its window may
 * be next: those that are called before the first return of what is left. What
 * returns first is due; it is tried first, and to take another one ahead of it
 * has a price (frontier.h). No point is looked at twice (seen.h).
 *
 * Wishes (wishes.h), where they were found, come before what is due: of the
 * window the first that nothing is to come before is tried first.
 *
 * What only looks. An operation whose command and answer were never seen to
 * change a state, and which fits and leaves the state as it is, is taken at
 * once, and nothing else is tried there: had it come later in an order that
 * explains the history, it could be moved to the front. That holds unless it
 * changes one of the states that it would have met later. So each point that a
 * change led to is asked about what was taken so and could still have waited;
 * once such an operation is seen to change a state, its likes are tried like
 * all others, also where that was left out. The verdict rests on no guess. */
#ifndef WEIR_CHECK_LINEAR_SEARCH_H
#define WEIR_CHECK_LINEAR_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "check/linear/frontier.h"
#include "check/linear/linear.h"
#include "check/linear/seen.h"
#include "check/linear/steps.h"
#include "check/linear/wishes.h"

struct search_node {
    size_t key; /* in `seen` */
    int32_t set;
    uint32_t parent;    /* the node before it; of the first: itself */
    uint32_t place;     /* of the operation that was taken to get here */
    uint8_t stage;      /* what was tried from here: search_internal.h */
    bool is_waiting;    /* for what the model says */
    uint32_t depth;     /* operations that are done */
    uint32_t completed; /* of them those with a return */
    uint32_t ahead;     /* of them those taken before what was due */
};

struct search {
    struct steps *steps;
    const size_t *members; /* places of the part's operations, by call time */
    size_t count;
    enum linear_order order;
    const struct wishes *wishes; /* borrowed; NULL: none */
    bool *is_pending;            /* by place */
    VEC(size_t) pending;
    size_t completed;  /* operations with a return */
    size_t *previous;  /* LINEAR_PROCESSES: the operation of the same process
                          before it, or SIZE_MAX; else NULL */
    VEC(size_t) lasts; /* LINEAR_PROCESSES: the last one of each process */

    struct seen seen;
    struct seen_done done; /* at the node that is looked at */
    VEC(struct search_node) nodes;
    struct frontier frontier;
    VEC(uint32_t) waiting; /* nodes, for what the model says of them */
    VEC(uint32_t) parked;  /* nodes where one was taken that only looks */
    size_t changes_seen;   /* steps->change_count when they were looked at */
    size_t batch;          /* how many may wait for one question */
    VEC(size_t) window;    /* places, what is due first */

    uint32_t best; /* node: the order that gets furthest so far */
    bool has_best;
    int64_t reached; /* when `culprit` is due */
    size_t culprit;  /* place in the part, of what is due next after the best
                        order and fits nowhere; SIZE_MAX: none */
    uint32_t far;    /* most operations with a return that were done */
    enum linear_verdict verdict; /* UNKNOWN: it goes on */
    uint64_t taken;              /* nodes that were looked at */
};

static inline size_t search_member(const struct search *search, size_t place)
{
    return search->members[place];
}

static inline const struct linear_operation *
search_operation(const struct search *search, size_t place)
{
    return &search->steps->operations[search_member(search, place)];
}

static inline bool search_is_done(const struct search *search, size_t place)
{
    return seen_is_done(&search->done, place);
}

/* `members` and `wishes` (or NULL) are borrowed. */
void search_init(struct search *search, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 enum linear_order order, const struct wishes *wishes);
void search_finish(struct search *search);

/* Goes on until it is decided, has looked at so many nodes, or cannot go on
 * without what the model says: then `waiting` is not empty, and `steps` wants
 * it. */
void search_advance(struct search *search, uint64_t tries);
/* Goes through what waits, once steps_ask has found out what was wanted. */
void search_heed(struct search *search);

/* The order that gets furthest, as places in the part; as many as `count` of
 * them. Gives their number and the set of states after it. */
size_t search_order(const struct search *search, size_t *places, int32_t *set);

/* When an operation has to be done: what returns first comes first, because it
 * is what most often has to be next. Without real time: what was called first.
 */
int64_t search_due(const struct search *search, size_t place);

/* Bytes of what is remembered. */
size_t search_memory(const struct search *search);

#endif
