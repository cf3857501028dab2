/* In this file: points, trees, what a claim makes of a point. */
#include "fake/footprints.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/hash.h"
#include "base/memory.h"

enum {
    FIRST_SLOTS = 256,
    WHOLE = 0, /* the field of a state that has none */
};

void footprints_init(struct footprints *prints)
{
    *prints = (struct footprints){.slot_count = FIRST_SLOTS,
                                  .child_capacity = FIRST_SLOTS};
    prints->slots = memory_zeroed(FIRST_SLOTS, sizeof *prints->slots);
    prints->children = memory_zeroed(FIRST_SLOTS, sizeof *prints->children);
}

void footprints_finish(struct footprints *prints)
{
    vec_finish(&prints->cells);
    vec_finish(&prints->points);
    free(prints->slots);
    vec_finish(&prints->nodes);
    free(prints->children);
    vec_finish(&prints->changes);
    vec_finish(&prints->scratch);
}

size_t footprints_memory(const struct footprints *prints)
{
    return prints->cells.capacity * sizeof *prints->cells.items +
           prints->points.capacity * sizeof *prints->points.items +
           prints->slot_count * sizeof *prints->slots +
           prints->nodes.capacity * sizeof *prints->nodes.items +
           prints->child_capacity * sizeof *prints->children +
           prints->changes.capacity * sizeof *prints->changes.items;
}

/* ---- points ------------------------------------------------------------- */

/* The hash of a point is the exclusive or of those of its cells. */
static uint64_t hash_of(struct footprint_cell cell)
{
    return cell.value == 0 ? 0 : hash_mix(hash_mix(cell.field, 5), cell.value);
}

static const struct footprint_cell *cells_of(const struct footprints *prints,
                                             uint32_t point)
{
    return &prints->cells.items[prints->points.items[point].begin];
}

static size_t slot_at(const struct footprints *prints, uint64_t hash)
{
    return (size_t)(hash ^ hash >> 29) & (prints->slot_count - 1);
}

static void grow_points(struct footprints *prints)
{
    free(prints->slots);
    prints->slot_count *= 2;
    prints->slots = memory_zeroed(prints->slot_count, sizeof *prints->slots);
    for (size_t i = 0; i < prints->points.count; i++) {
        size_t at = slot_at(prints, prints->points.items[i].hash);
        while (prints->slots[at] != 0)
            at = (at + 1) & (prints->slot_count - 1);
        prints->slots[at] = (uint32_t)i + 1;
    }
}

static bool is_point(const struct footprints *prints, uint32_t point,
                     uint64_t hash)
{
    const struct footprint_point *found = &prints->points.items[point];
    size_t count = prints->scratch.count;
    return found->hash == hash && found->count == count &&
           (count == 0 || memcmp(cells_of(prints, point), prints->scratch.items,
                                 count * sizeof *prints->scratch.items) == 0);
}

static void add_cells(struct footprints *prints)
{
    size_t count = prints->scratch.count;
    vec_reserve(&prints->cells, prints->cells.count + count + 1);
    if (count > 0)
        memcpy(&prints->cells.items[prints->cells.count], prints->scratch.items,
               count * sizeof *prints->scratch.items);
    prints->cells.count += count;
}

/* The point whose cells are in `scratch`. */
static uint32_t point_of_scratch(struct footprints *prints, uint64_t hash)
{
    size_t at = slot_at(prints, hash);
    for (; prints->slots[at] != 0; at = (at + 1) & (prints->slot_count - 1))
        if (is_point(prints, prints->slots[at] - 1, hash))
            return prints->slots[at] - 1;
    struct footprint_point point = {
        .hash = hash,
        .begin = prints->cells.count,
        .count = (uint32_t)prints->scratch.count,
    };
    add_cells(prints);
    vec_push(&prints->points, point);
    prints->slots[at] = (uint32_t)prints->points.count;
    if (prints->points.count * 2 > prints->slot_count)
        grow_points(prints);
    return (uint32_t)prints->points.count - 1;
}

static int compare_cells(const void *a, const void *b)
{
    const struct footprint_cell *x = a, *y = b;
    return (x->field > y->field) - (x->field < y->field);
}

uint32_t footprints_point(struct footprints *prints,
                          const struct footprint_cell *cells, size_t count)
{
    uint64_t hash = 0;
    vec_clear(&prints->scratch);
    for (size_t i = 0; i < count; i++) {
        if (cells[i].value == 0)
            continue;
        hash ^= hash_of(cells[i]);
        vec_push(&prints->scratch, cells[i]);
    }
    if (prints->scratch.count > 1)
        qsort(prints->scratch.items, prints->scratch.count,
              sizeof *prints->scratch.items, compare_cells);
    return point_of_scratch(prints, hash);
}

uint32_t footprints_whole(struct footprints *prints, uint32_t state)
{
    const struct footprint_cell cell = {WHOLE, state + 1};
    return footprints_point(prints, &cell, 1);
}

bool footprints_is_whole(const struct footprints *prints, uint32_t point,
                         uint32_t *state)
{
    const struct footprint_cell *cell = cells_of(prints, point);
    bool is = prints->points.items[point].count == 1 && cell->field == WHOLE;
    if (is)
        *state = cell->value - 1;
    return is;
}

const struct footprint_cell *footprints_cells(const struct footprints *prints,
                                              uint32_t point, size_t *count)
{
    *count = prints->points.items[point].count;
    return cells_of(prints, point);
}

static uint32_t value_in(const struct footprints *prints, uint32_t point,
                         uint32_t field)
{
    const struct footprint_cell *cells = cells_of(prints, point);
    size_t low = 0, high = prints->points.items[point].count;
    while (low < high) {
        size_t middle = (low + high) / 2;
        if (cells[middle].field < field)
            low = middle + 1;
        else
            high = middle;
    }
    bool is_there =
        low < prints->points.items[point].count && cells[low].field == field;
    return is_there ? cells[low].value : 0;
}

/* ---- trees -------------------------------------------------------------- */

static uint32_t add_node(struct footprints *prints)
{
    struct footprint_node node = {.kind = FOOTPRINT_UNKNOWN};
    vec_push(&prints->nodes, node);
    return (uint32_t)prints->nodes.count - 1;
}

uint32_t footprints_tree(struct footprints *prints)
{
    return add_node(prints);
}

static struct footprint_child *child_slot(struct footprint_child *children,
                                          size_t capacity, uint32_t node,
                                          uint32_t value)
{
    size_t at = (size_t)hash_mix(hash_mix(node, 3), value) & (capacity - 1);
    while (children[at].child != 0 &&
           (children[at].node != node || children[at].value != value))
        at = (at + 1) & (capacity - 1);
    return &children[at];
}

static void grow_children(struct footprints *prints)
{
    size_t capacity = prints->child_capacity * 2;
    struct footprint_child *children =
        memory_zeroed(capacity, sizeof *children);
    for (size_t i = 0; i < prints->child_capacity; i++) {
        const struct footprint_child *old = &prints->children[i];
        if (old->child != 0)
            *child_slot(children, capacity, old->node, old->value) = *old;
    }
    free(prints->children);
    prints->children = children;
    prints->child_capacity = capacity;
}

/* The node after this one where its field holds the value; a new one. */
static uint32_t child_of(struct footprints *prints, uint32_t node,
                         uint32_t value)
{
    struct footprint_child *slot =
        child_slot(prints->children, prints->child_capacity, node, value);
    if (slot->child != 0)
        return slot->child - 1;
    uint32_t child = add_node(prints);
    *slot = (struct footprint_child){node, value, child + 1};
    if (++prints->child_count * 2 > prints->child_capacity)
        grow_children(prints);
    return child;
}

static size_t length_of(const uint32_t *changes)
{
    size_t at = 1;
    for (uint32_t i = 0; i < changes[0]; i++)
        at += 2 + 2 * (size_t)changes[at + 1];
    return at;
}

void footprints_learn(struct footprints *prints, uint32_t tree,
                      const struct footprint_cell *looked, size_t count,
                      const uint32_t *changes)
{
    uint32_t node = tree;
    for (size_t i = 0; i < count; i++) {
        struct footprint_node *at = &prints->nodes.items[node];
        /* One that is deterministic looks at the same field every time. */
        if (at->kind == FOOTPRINT_ENDS ||
            (at->kind == FOOTPRINT_LOOKS && at->field != looked[i].field))
            return;
        at->kind = FOOTPRINT_LOOKS;
        at->field = looked[i].field;
        node = child_of(prints, node, looked[i].value);
    }
    if (prints->nodes.items[node].kind != FOOTPRINT_UNKNOWN)
        return;
    prints->nodes.items[node].kind = FOOTPRINT_ENDS;
    prints->nodes.items[node].changes = prints->changes.count;
    for (size_t i = 0, length = length_of(changes); i < length; i++)
        vec_push(&prints->changes, changes[i]);
}

/* ---- what a claim makes of a point -------------------------------------- */

/* NULL: it is not known. */
static const struct footprint_node *end_of(const struct footprints *prints,
                                           uint32_t tree, uint32_t point)
{
    const struct footprint_node *node = &prints->nodes.items[tree];
    while (node->kind == FOOTPRINT_LOOKS) {
        uint32_t value = value_in(prints, point, node->field);
        uint32_t at = (uint32_t)(node - prints->nodes.items);
        uint32_t child =
            child_slot(prints->children, prints->child_capacity, at, value)
                ->child;
        if (child == 0)
            return NULL;
        node = &prints->nodes.items[child - 1];
    }
    return node->kind == FOOTPRINT_ENDS ? node : NULL;
}

/* Puts a cell in its place in `scratch`, and gives how that changes the hash.
 */
static uint64_t set_cell(struct footprints *prints, struct footprint_cell cell)
{
    size_t at = 0;
    while (at < prints->scratch.count &&
           prints->scratch.items[at].field < cell.field)
        at++;
    bool is_there = at < prints->scratch.count &&
                    prints->scratch.items[at].field == cell.field;
    uint64_t before = is_there ? hash_of(prints->scratch.items[at]) : 0;
    if (!is_there && cell.value == 0)
        return 0;
    if (!is_there)
        vec_push(&prints->scratch, cell);
    struct footprint_cell *place = &prints->scratch.items[at];
    size_t behind = prints->scratch.count - at - 1;
    if (!is_there)
        memmove(place + 1, place, behind * sizeof *place);
    if (cell.value == 0)
        memmove(place, place + 1, behind * sizeof *place);
    else
        *place = cell;
    prints->scratch.count -= cell.value == 0;
    return before ^ hash_of(cell);
}

/* `at`: how many cells are set, and which. */
static uint32_t changed(struct footprints *prints, uint32_t point, size_t at)
{
    const struct footprint_point *before = &prints->points.items[point];
    uint64_t hash = before->hash;
    uint32_t count = prints->changes.items[at++];
    if (count == 0)
        return point;
    vec_clear(&prints->scratch);
    vec_reserve(&prints->scratch, before->count + (size_t)count);
    if (before->count > 0)
        memcpy(prints->scratch.items, cells_of(prints, point),
               before->count * sizeof *prints->scratch.items);
    prints->scratch.count = before->count;
    for (uint32_t i = 0; i < count; i++, at += 2) {
        const uint32_t *cell = &prints->changes.items[at];
        hash ^= set_cell(prints, (struct footprint_cell){cell[0], cell[1]});
    }
    return point_of_scratch(prints, hash);
}

bool footprints_find(struct footprints *prints, uint32_t tree, uint32_t point,
                     uint32_t answer, struct footprint_found *found)
{
    uint32_t state;
    const struct footprint_node *end =
        footprints_is_whole(prints, point, &state)
            ? NULL
            : end_of(prints, tree, point);
    if (end == NULL)
        return false;
    size_t at = end->changes, place = found->items.count;
    uint32_t count = prints->changes.items[at++];
    vec_push(&found->items, 0);
    for (uint32_t i = 0; i < count; i++) {
        const uint32_t *change = &prints->changes.items[at];
        if (answer == 0 || change[0] == answer) {
            uint32_t next = changed(prints, point, at + 1);
            vec_push(&found->items, next);
            found->items.items[place]++;
        }
        at += 2 + 2 * (size_t)prints->changes.items[at + 1];
    }
    return true;
}
