/* The dependency set: which selectors a property reads, and of each which
 * fields (reference, 7.1: DEPS, and 7.6).
 *
 * A schema is a tree of field names; a leaf has no fields. Selectors and
 * fields are kept sorted bytewise, so that equal sets print equally. A
 * dependency set owns all it holds.
 */
#ifndef WEIR_TRACE_DEPS_H
#define WEIR_TRACE_DEPS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/str.h"

struct deps_node {
    char *name; /* a selector at the top level, a field name below */
    size_t name_length;
    struct deps_node *children; /* sorted by name */
    size_t count;
    size_t capacity;
};

struct deps {
    struct deps_node root; /* name NULL; its children are the selectors */
};

void deps_init(struct deps *deps);
void deps_finish(struct deps *deps);

/* The child with this name, made when missing; borrowed until the next change
 * of the same node. */
struct deps_node *deps_child(struct deps_node *node, struct str name);

/* The child, or NULL. */
const struct deps_node *deps_find(const struct deps_node *node,
                                  struct str name);

/* How many names have no fields. */
size_t deps_leaf_count(const struct deps *deps);

/* Adds everything in `from` to `into`. */
void deps_merge(struct deps *into, const struct deps *from);

/* For people: "`li`.css.color, `p`". */
void deps_add_words(struct buf *buf, const struct deps *deps);

/* {"selector":{"field":{…}}, …} */
void deps_add_json(struct buf *buf, const struct deps *deps);
bool deps_from_json(struct deps *deps, const struct json *json,
                    struct error *error);

#endif
