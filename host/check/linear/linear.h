/* Was this history linearisable? Does some order of its operations, each taking
 * effect between its call and its return, explain all answers?
 *
 * The search of Wing and Gong (1993) with the memory of Lowe (2017): depth
 * first for the next operation that can take effect, and no set of operations
 * that are done is looked at twice with the same state. What is added:
 *
 * - States may be sets: a model that may do one of several things.
 * - What is not decided soon begins again, with wishes about the order.
 * - Operations on different objects (the model's partition) are searched apart,
 *   all of them in turns, and the first that is not linearisable ends it
 *   (locality; Herlihy and Wing 1990).
 *
 * No input or output but the clock of `deadline_ms`. */
#ifndef WEIR_CHECK_LINEAR_LINEAR_H
#define WEIR_CHECK_LINEAR_LINEAR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "port/model.h"
#include "trace/value.h"

struct linear_operation {
    int64_t process;
    struct model_call call; /* what it points to is borrowed */
    int64_t call_time;
    int64_t return_time; /* from call_time on; not of one that is pending */
    bool is_pending;     /* nobody knows whether it took effect: it may,
                            any time after its call */
    const struct value *answer; /* NULL: not known, any agrees; borrowed */
};

enum linear_order {
    LINEAR_REAL_TIME, /* what has returned comes before what is called later */
    LINEAR_PROCESSES, /* sequential consistency: only the order of each process
                         counts (Lamport 1979); nothing is partitioned */
};

struct linear_options {
    enum linear_order order;
    uint64_t step_limit; /* operations tried; 0: no limit */
    size_t memory_limit; /* bytes of what is remembered; 0: no limit */
    uint64_t hard_after; /* operations tried in a part, before it begins again
                            with wishes (wishes.h); 0: a good number */
    int64_t deadline_ms; /* clock_now_ms(); 0: none */
    bool (*cancelled)(void *context); /* or NULL; looked at now and then */
    void *context;
};

enum linear_verdict {
    LINEAR_YES,
    LINEAR_NO,
    LINEAR_UNKNOWN, /* a limit ended the search */
};

struct linear_result {
    enum linear_verdict verdict;
    /* YES: an order that the model explains, as places in the operations. NO:
     * of the part that is not linearisable, one of the longest prefix that is:
     * what returned before the culprit, and of what overlaps with it as little
     * as that needs. */
    size_t *order;
    size_t order_count;
    size_t culprit;   /* NO: the operation whose return no order gets past; it
                         fits nowhere after `order`; else SIZE_MAX */
    uint32_t *states; /* that are possible after that order */
    size_t state_count;
    struct value *key; /* NO, of a partitioned model: the part; else NULL */
    size_t parts;      /* that were searched apart */
    size_t part_count; /* NO: operations of the part */
    uint64_t steps;    /* operations tried */
};
void linear_result_finish(struct linear_result *result); /* and empties it */

/* The operations in any order. False: the model failed, or ERROR_CANCELLED. */
bool linear_check(struct model *model,
                  const struct linear_operation *operations, size_t count,
                  const struct linear_options *options,
                  struct linear_result *result, struct error *error);

#endif
