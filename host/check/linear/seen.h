/* Where a search has been: which operations were done, with which set of
 * states. Each such point has a number, and its operations can be had again.
 *
 * A key is the set, `first`, and the bits of what is done from there on:
 * operations before `first` are done, but for those without a return, of which
 * the done ones are written down. */
#ifndef WEIR_CHECK_LINEAR_SEEN_H
#define WEIR_CHECK_LINEAR_SEEN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/vec.h"

/* The operations that are done, of one part of a history. */
struct seen_done {
    const bool *is_pending; /* by place; borrowed */
    const size_t *pending;  /* their places; borrowed */
    size_t pending_count, count;
    uint64_t *bits; /* by place; of those before `first`, of the pending only */
    uint32_t first; /* all before it that have a return are done */
    uint32_t last;  /* the last that is done, + 1 */
    size_t word;    /* bits before it are clear, but for the pending ones */
};
bool seen_is_done(const struct seen_done *done, size_t place);
void seen_add_done(struct seen_done *done, size_t place);
/* The place was added last, to what had this `first` and `last`. */
void seen_undo(struct seen_done *done, size_t place, uint32_t first,
               uint32_t last);

struct seen {
    struct buf keys; /* one after the other */
    struct seen_slot {
        uint64_t hash;
        size_t key; /* its place in keys, + 1; 0: free */
    } * slots;
    size_t count, capacity; /* a power of two */
};
void seen_init(struct seen *seen);
void seen_finish(struct seen *seen);
size_t seen_memory(const struct seen *seen);

/* Notes the point, and gives the place of its key. False: it is there. */
bool seen_note(struct seen *seen, const struct seen_done *done, int32_t set,
               size_t *key);
/* Makes `done` what it was at that point. */
void seen_load(const struct seen *seen, size_t key, struct seen_done *done);

#endif
