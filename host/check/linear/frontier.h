/* Points of a search that are still to be looked at, the most promising first.
 *
 * Nobody knows in advance how much it should cost a point to have taken an
 * operation ahead of one that had to come first. So there are several queues,
 * each with another price, and they have a point in turns; every point is in
 * each. (Planners call it alternation of open lists.) */
#ifndef WEIR_CHECK_LINEAR_FRONTIER_H
#define WEIR_CHECK_LINEAR_FRONTIER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

enum { FRONTIER_QUEUES = 2 };

struct frontier_entry {
    int64_t rank; /* the largest is the next one */
    uint32_t node;
    uint32_t stage; /* at which the node is to be looked at */
};

struct frontier {
    struct {
        VEC(struct frontier_entry) heap;
    } queues[FRONTIER_QUEUES];
    unsigned turn;
    uint32_t added; /* so far: of equal points the newest comes first */
};

void frontier_finish(struct frontier *frontier);
size_t frontier_memory(const struct frontier *frontier);

/* `done`: operations with a return that are done; `ahead`: how often one was
 * taken before another that returned first. */
void frontier_add(struct frontier *frontier, uint32_t node, uint32_t stage,
                  size_t done, size_t ahead);
/* The next one of the queue whose turn it is; a node comes from each queue, so
 * its stage tells whether it was looked at already. False: nothing is left. */
bool frontier_next(struct frontier *frontier, struct frontier_entry *entry);

#endif
