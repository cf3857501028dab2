/* What the files of the abstraction (abstraction.h) share.
 *
 *     abstraction_sort.c   what a value counts as
 *     abstraction.c        the state made of them, and actions in it
 */
#ifndef WEIR_RUN_ABSTRACTION_INTERNAL_H
#define WEIR_RUN_ABSTRACTION_INTERNAL_H

#include "run/abstraction.h"

#include <stdbool.h>

#include "base/vec.h"
#include "run/counts.h"

enum {
    ABSTRACTION_ELEMENTS = 200, /* of a list so many are looked at */
    ABSTRACTION_DEPTH = 6,      /* values inside of values */
};

/* An element of a state. */
struct spot {
    struct str ref; /* borrowed from the state */
    uint64_t name;  /* its hash */
    uint64_t sort;
    uint64_t place; /* its selector, and where it stands there */
};

/* What a field of a state gives. */
struct part {
    const struct value *value; /* borrowed from the state */
    uint64_t name;             /* the hash of its key */
    uint64_t sort;
    int64_t richness;
    size_t spot_count;    /* so many of the spots are its own, */
    size_t feature_count; /* and of the features */
};

/* What a state gives, in the order of its fields. */
struct view {
    VEC(struct part) parts;
    VEC(struct spot) spots;
    VEC(uint64_t) features;
};

struct abstraction {
    enum abstraction_kind kind;
    struct value *state;   /* the current one, or NULL */
    struct counts texts;   /* of a field */
    struct counts variety; /* how many of them, by field */
    struct view now;       /* of the current state */
    struct view before;    /* of the one before it */
    struct counts named;   /* by the hash of its ref: which spot, from 1 */
    VEC(uint64_t) sorts;   /* of the selector under way */
    int64_t richness;
};

/* A number for all values that count as the same. `field`: the hash of the
 * selector and the names of fields that lead to the value. `alone`: one element
 * alone has the field, so that its texts are told apart, and its fields are
 * features of the state. */
uint64_t abstraction_sort(struct abstraction *at, uint64_t field,
                          const struct value *value, bool alone, int depth);

/* How much there is in the value. */
int64_t abstraction_richness_of(const struct value *value, int depth);

#endif
