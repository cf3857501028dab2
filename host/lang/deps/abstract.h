/* Abstract values: what dependency analysis knows of a value without a state
 * (reference, 7.6).
 *
 * An abstract value is a pair: what has been *read* on the way to it, and what
 * it may *be* - any of its heads: a selector and fields taken from it, a list,
 * an object, a symbol, an action value, a function, a text (which may be the
 * name of a field). A value without heads is a constant (or unusable: it makes
 * no difference).
 *
 * In the words of the reference: Either(a, b) unites both parts of the pair,
 * Ind(a, b) adds all of b's reads to a's. Both are thereby idempotent,
 * commutative and flat; together with nodes that are made once (equal nodes are
 * the same pointer) this keeps values small where trees would double with each
 * use.
 *
 * Nodes live in the store's arena and are immutable. Structures nest at most
 * ABSTRACT_DEPTH_LIMIT deep; what is deeper becomes a constant that has read
 * all of its parts. So do selectors with more fields than that.
 */
#ifndef WEIR_LANG_DEPS_ABSTRACT_H
#define WEIR_LANG_DEPS_ABSTRACT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/intern.h"
#include "base/map.h"
#include "base/vec.h"

enum {
    ABSTRACT_DEPTH_LIMIT = 200,
    /* Heads of a value. A value that would have more of them loses its texts:
     * they are many only where they are data. */
    ABSTRACT_HEAD_LIMIT = 64,
    /* Elements that a list written out has each by itself. */
    ABSTRACT_TUPLE_LIMIT = 8,
};

/* In brackets: the words of the node. */
enum abstract_kind {
    ABSTRACT_SET,       /* [place…] by number: what was read */
    ABSTRACT_VALUE,     /* [set, head…] heads by number */
    ABSTRACT_SELECTOR,  /* [text (interned)]; a place and a head */
    ABSTRACT_FIELD,     /* [place, name]; a place and a head */
    ABSTRACT_ENTRY,     /* [place, name]; a place: a field of what is read as
                           a whole, unless other fields of it are named */
    ABSTRACT_LIST,      /* [value]: one that stands for all elements */
    ABSTRACT_TUPLE,     /* [value…]: a list of so many, each by itself; not in
                           the reference's */
    ABSTRACT_OBJECT,    /* [name, value, …] */
    ABSTRACT_SYMBOL,    /* [name, value…] */
    ABSTRACT_ACTED,     /* [ast_global, value…]: an action value */
    ABSTRACT_CLOSURE,   /* [ast_expr, arguments bound, captured value…] */
    ABSTRACT_PRIMITIVE, /* [primitive, argument…]: fewer than it takes */
    ABSTRACT_ACTION,    /* [ast_global, argument…]: fewer than it takes */
    ABSTRACT_TEXT,      /* [text (interned)]: a literal */
};

struct abstract {
    enum abstract_kind kind;
    uint32_t number; /* order of creation */
    uint32_t depth;  /* of structure below */
    uint32_t count;  /* of words */
    /* All that is read when the node is used up: a set. A function that is not
     * applied reads nothing. */
    const struct abstract *reads;
    /* What is read besides when all of the node is looked at, for instance
     * compared: the positions of the elements in it. A set. */
    const struct abstract *wholes;
    uintptr_t words[]; /* pointers, or small numbers */
};

struct abstract_store {
    struct arena arena;
    struct intern texts; /* of selectors and literals */
    struct map nodes;    /* by kind and words */
    struct buf key;      /* scratch */
    uint32_t next_number;
    const struct abstract *nothing;  /* the empty set */
    const struct abstract *constant; /* has read nothing, is nothing */
};

void abstract_store_init(struct abstract_store *store);
void abstract_store_finish(struct abstract_store *store);

/* The one node with this kind and these words. Not for sets and values, which
 * have an order: below. */
const struct abstract *abstract_node(struct abstract_store *store,
                                     enum abstract_kind kind,
                                     const uintptr_t *words, size_t count);

/* A value with one head that has read nothing. */
const struct abstract *abstract_of(struct abstract_store *store,
                                   enum abstract_kind kind,
                                   const uintptr_t *words, size_t count);
const struct abstract *abstract_selector(struct abstract_store *store,
                                         struct str text);
const struct abstract *abstract_text(struct abstract_store *store,
                                     struct str text);
const struct abstract *abstract_list(struct abstract_store *store,
                                     const struct abstract *element);

/* Whether the place is in a special: those are written like selectors, and have
 * no elements: `::page`. */
bool abstract_is_special(const struct abstract *place);

/* Each element by itself; more than ABSTRACT_TUPLE_LIMIT are one. */
const struct abstract *abstract_tuple(struct abstract_store *store,
                                      const struct abstract *const *elements,
                                      size_t count);

/* Whether the head is a list, and what stands for any of its elements. */
static inline bool abstract_is_list(const struct abstract *head)
{
    return head->kind == ABSTRACT_LIST || head->kind == ABSTRACT_TUPLE;
}

/* Sets. */
const struct abstract *abstract_union(struct abstract_store *store,
                                      const struct abstract *a,
                                      const struct abstract *b);

/* What the value itself has read, without its heads: a set. */
const struct abstract *abstract_own_reads(const struct abstract *value);

static inline size_t abstract_head_count(const struct abstract *value)
{
    return value->count - 1;
}

static inline const struct abstract *abstract_head(const struct abstract *value,
                                                   size_t index)
{
    return (const struct abstract *)value->words[1 + index];
}

/* Values: one of two; a value reached by reading a set too. */
const struct abstract *abstract_either(struct abstract_store *store,
                                       const struct abstract *a,
                                       const struct abstract *b);
const struct abstract *abstract_indirect(struct abstract_store *store,
                                         const struct abstract *value,
                                         const struct abstract *reads);

/* value.name: extends places, picks from objects, goes through lists. */
const struct abstract *abstract_project(struct abstract_store *store,
                                        const struct abstract *value,
                                        intern_t name);

/* What stands for the element at this place of lists of `count` elements. */
const struct abstract *abstract_element_at(struct abstract_store *store,
                                           const struct abstract *value,
                                           size_t index, size_t count);

/* What stands for any element of the value; a place for its own elements, and
 * what is no list for itself (`for` over a single thing). */
const struct abstract *abstract_element(struct abstract_store *store,
                                        const struct abstract *value);

/* The value with all its lists taken apart, those in lists too: what stands for
 * whatever is in them however deep. As an element, and as what fields are taken
 * of, it is what the lists are. */
const struct abstract *abstract_flat(struct abstract_store *store,
                                     const struct abstract *value);

/* value[index]: an element; or, where the index may be a name, a field that can
 * only be read by its name (abstract_index.c). */
const struct abstract *abstract_index(struct abstract_store *store,
                                      const struct abstract *value,
                                      const struct abstract *index);

#endif
