/* What the model makes of an operation in a set of states, remembered. Sets are
 * numbers: equal sets have equal ones. */
#ifndef WEIR_CHECK_LINEAR_STEPS_H
#define WEIR_CHECK_LINEAR_STEPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/map.h"
#include "base/vec.h"
#include "check/linear/linear.h"

enum { STEPS_NONE = -1 }; /* no outcome agrees */

struct steps_set {
    uint32_t *states; /* sorted */
    size_t count;
};

struct steps_entry {
    uint64_t key; /* set and operation, + 1; 0: free */
    int32_t set;  /* afterwards, or STEPS_NONE */
    bool is_idle; /* every state stays as it is */
};

struct steps {
    struct model *model;
    const struct linear_operation *operations;
    VEC(struct steps_set) sets;
    struct map set_numbers; /* of the states' bytes: the set's number + 1 */
    struct steps_entry *entries;
    size_t entry_count, capacity; /* a power of two */
};

void steps_init(struct steps *steps, struct model *model,
                const struct linear_operation *operations);
void steps_finish(struct steps *steps);

/* The number of the set with the model's first state alone. False: the model
 * failed. */
bool steps_first(struct steps *steps, int32_t *set, struct error *error);

/* The set behind the operation; *set is STEPS_NONE where nothing agrees. */
bool steps_take(struct steps *steps, int32_t from, size_t operation,
                int32_t *set, bool *is_idle, struct error *error);

#endif
