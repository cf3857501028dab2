/* The search through the orders of one part of a history: one that can be
 * interrupted, so that several parts take turns. */
#ifndef WEIR_CHECK_LINEAR_SEARCH_H
#define WEIR_CHECK_LINEAR_SEARCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/vec.h"
#include "check/linear/linear.h"
#include "check/linear/steps.h"

/* An entry of the history: a call, or the return of a call. Entries that are
 * not done yet are linked in the order of time. */
struct search_entry {
    size_t operation; /* its place in the part */
    bool is_return;
    uint32_t before, after; /* links; 0 is the head */
};

/* An operation that was taken. */
struct search_frame {
    uint32_t entry;
    int32_t set;                      /* before it */
    uint32_t first, last;             /* as they were before */
    size_t window_begin, window_next; /* likewise */
};

struct search {
    struct steps *steps;
    const size_t *members; /* places of the part's operations, by call time */
    size_t count;
    struct search_entry *entries; /* [0] is the head */
    uint32_t *returns;            /* entries of the returns; 0: none */
    size_t *previous;             /* LINEAR_PROCESSES: the operation of the same
                                     process before it, or SIZE_MAX; else NULL */
    VEC(size_t) pending;          /* operations without a return */
    size_t completed; /* operations with a return that are not done */

    /* Where it stands. */
    VEC(uint32_t) window; /* calls that may be next, of every frame */
    size_t window_begin;  /* those of the last one */
    size_t window_next;   /* of them the next to be tried */
    int32_t set;
    uint64_t *done; /* bits, by place in the part */
    uint32_t first; /* all before it that have a return are done */
    uint32_t last;  /* the last that is done, + 1 */
    struct search_frame *frames;
    size_t depth;

    /* What was seen: keys one behind the other, and a hash table of places. */
    struct buf keys;
    struct search_seen {
        uint64_t hash;
        size_t place; /* in keys, + 1; 0: free */
    } * seen;
    size_t seen_count, seen_capacity;

    /* The longest order so far. */
    size_t *best;
    size_t best_count;
    size_t culprit; /* place in the part; SIZE_MAX: none yet */
    int32_t best_set;

    enum linear_verdict verdict; /* UNKNOWN: it goes on */
    uint64_t taken;
};

void search_init(struct search *search, struct steps *steps,
                 const size_t *members, size_t count, int32_t first_set,
                 enum linear_order order);
void search_finish(struct search *search);

/* Goes on for so many tries. False: the model failed. */
bool search_run(struct search *search, uint64_t tries, struct error *error);

/* Bytes of what is remembered. */
size_t search_memory(const struct search *search);

#endif
