/* What the model makes of an operation in a set of states, remembered. Sets are
 * numbers: equal sets have equal ones. Operations that say the same (command,
 * arguments, answer) are one class, so each is asked about once in a set.
 *
 * Questions are collected (steps_want) and asked together (steps_ask), because
 * a model answers many at once much quicker than one after the other. */
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
    uint32_t *states; /* points (port/model.h), sorted */
    size_t count;
};

struct steps_class {
    size_t operation; /* one of them */
    uint32_t group;
    uint32_t claim; /* the model's number for it (port/model.h) */
    bool is_claimed;
};

struct steps_entry {
    uint64_t key; /* set and class, + 1; 0: free */
    int32_t set;  /* afterwards, STEPS_NONE, or below that: not asked yet */
};

struct steps_wanted {
    int32_t set;
    uint32_t class;
};

struct steps {
    struct model *model;
    const struct linear_operation *operations;
    size_t count;
    uint32_t *classes; /* of each operation */
    VEC(struct steps_class) all_classes;
    /* Of each group, the classes with the same command and answer: whether one
     * of them was seen to change a state, or may without being seen. */
    VEC(bool) changes;
    size_t change_count; /* how many groups do */
    VEC(struct steps_set) sets;
    struct map set_numbers; /* of the states' bytes: the set's number + 1 */
    struct steps_entry *entries;
    size_t entry_count, capacity; /* a power of two */
    VEC(struct steps_wanted) wanted;
    size_t memory_before; /* bytes of the model when it was asked first */
};

void steps_init(struct steps *steps, struct model *model,
                const struct linear_operation *operations, size_t count);
void steps_finish(struct steps *steps);

/* The number of the set with the model's first state alone. False: the model
 * failed. */
bool steps_first(struct steps *steps, int32_t *set, struct error *error);

/* What a point of a set is to the model. False: the model failed. */
bool steps_state(const struct steps *steps, uint32_t point, uint32_t *state,
                 struct error *error);

/* The set after the operation; *set is STEPS_NONE where nothing agrees. False:
 * it is not known yet. */
bool steps_find(const struct steps *steps, int32_t from, size_t operation,
                int32_t *set);
/* Unless it is known. */
void steps_want(struct steps *steps, int32_t from, size_t operation);
/* Asks for what is wanted. False: the model failed. */
bool steps_ask(struct steps *steps, struct error *error);

/* Whether an operation with its command and answer is known to change a state,
 * or its answer is unknown. */
bool steps_changes(const struct steps *steps, size_t operation);

/* Bytes of what is remembered, here and by the model since then. */
size_t steps_memory(const struct steps *steps);

#endif
