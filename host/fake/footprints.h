/* States field by field, and what is known of a claim from the fields that it
 * looks at.
 *
 * A fake that looks at two fields of a state and changes one does so in every
 * state in which the two are the same. So what one run of it has shown answers
 * for all of these: a claim has a tree of the fields it looked at, in the order
 * in which it did, by what they held; at its leaves stands what it answered and
 * changed. A
 * search asks about hundreds of thousands of states that differ in what a
 * claim does not look at.
 *
 * A point is such a state by number: equal states have equal ones. Fields and
 * what they hold are numbers, too, which the engine gives (claims.js); 0 is a
 * field that is not there. A state that has no fields (a list, an object of a
 * class) is a point of its own, of which the trees say nothing. */
#ifndef WEIR_FAKE_FOOTPRINTS_H
#define WEIR_FAKE_FOOTPRINTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"

struct footprint_cell {
    uint32_t field, value;
};

struct footprint_point {
    uint64_t hash;
    size_t begin; /* of its cells, sorted by field, none with the value 0 */
    uint32_t count;
};

struct footprint_node {
    enum { FOOTPRINT_UNKNOWN, FOOTPRINT_LOOKS, FOOTPRINT_ENDS } kind;
    uint32_t field; /* LOOKS */
    size_t changes; /* ENDS: its place in `changes` */
};

struct footprints {
    VEC(struct footprint_cell) cells;
    VEC(struct footprint_point) points;
    uint32_t *slots; /* of points, by hash: + 1; 0: free */
    size_t slot_count;
    VEC(struct footprint_node) nodes;
    struct footprint_child {
        uint32_t node, value;
        uint32_t child; /* + 1; 0: free */
    } * children;
    size_t child_count, child_capacity;
    /* How many outcomes, and of each its answer (a number), how many cells it
     * sets, and which. */
    VEC(uint32_t) changes;
    VEC(struct footprint_cell) scratch;
};

void footprints_init(struct footprints *prints);
void footprints_finish(struct footprints *prints);
size_t footprints_memory(const struct footprints *prints);

/* The point of these cells, in any order; those with the value 0 count as not
 * there. */
uint32_t footprints_point(struct footprints *prints,
                          const struct footprint_cell *cells, size_t count);
/* The point of a state that has no fields, by the engine's number. */
uint32_t footprints_whole(struct footprints *prints, uint32_t state);
/* Whether it is one, and of which state. */
bool footprints_is_whole(const struct footprints *prints, uint32_t point,
                         uint32_t *state);
/* Borrowed until a point is added. */
const struct footprint_cell *footprints_cells(const struct footprints *prints,
                                              uint32_t point, size_t *count);

/* The root of a new tree. */
uint32_t footprints_tree(struct footprints *prints);

/* What a run of a claim has shown: it looked at these fields, in this order,
 * and found this in them; `changes` as above. */
void footprints_learn(struct footprints *prints, uint32_t tree,
                      const struct footprint_cell *looked, size_t count,
                      const uint32_t *changes);

/* Appends the points that the claim makes of this one with that answer (0: with
 * any): how many there are, and which. False: that is not known. */
struct footprint_found {
    VEC(uint32_t) items;
};
bool footprints_find(struct footprints *prints, uint32_t tree, uint32_t point,
                     uint32_t answer, struct footprint_found *found);

#endif
