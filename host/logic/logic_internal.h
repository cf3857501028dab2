/* What the files of this room share: the shape of a node, the store, and the
 * steps by which nodes are made.
 *
 * A node is a constant, a *next* node (a guard: what to unroll in the next
 * state) or a set: the conjunction or disjunction of at least two others, none
 * of the same kind (flat), no constants, no two with one skeleton, sorted by
 * the number of the skeleton. Nodes are immutable but for their count, their
 * memo and their mark.
 *
 * The *skeleton* of a node is the node with every demand taken away: each
 * guard of a temporal operator with subscript 0 and its default strength. Two
 * nodes with one skeleton go through the states in lockstep, which is why a
 * set keeps only one of them (simplify.c has the argument). A node that has
 * nothing to take away, or is larger than LTL_JOIN_LIMIT, is its own skeleton.
 */
#ifndef WEIR_LOGIC_LOGIC_INTERNAL_H
#define WEIR_LOGIC_LOGIC_INTERNAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/vec.h"
#include "logic/formula.h"

enum ltl_kind {
    LTL_KIND_FALSE,
    LTL_KIND_TRUE,
    LTL_KIND_NEXT,
    LTL_KIND_AND,
    LTL_KIND_OR,
};

enum { LTL_OVERDUE = -1 };

/* What a next node guards. `op` is already the dual one where a negation was
 * pushed in; `negated` concerns the leaves. */
struct ltl_guard {
    enum ltl_strength strength;
    enum ltl_operator op;
    bool negated;
    int64_t count; /* subscript in the next state; 0 for LTL_JUST */
    int64_t least; /* the subscript of the one of the same skeleton, of all it
                      stands for, by which it is told whether the whole is
                      overdue (simplify.c); LTL_OVERDUE: that has used up its
                      states and is presumed false. As count where nobody asks:
                      see ltl_make_next */
    ltl_leaf first;
    ltl_leaf second; /* until and release, else NULL */
};

/* The two ways to rebuild a formula from below (transform.c). */
enum ltl_transform { LTL_STEP, LTL_NEGATE, LTL_TRANSFORM_COUNT };

struct ltl_formula {
    enum ltl_kind kind;
    bool required;  /* a required next somewhere */
    bool presumed;  /* the answer when there is no next state */
    bool overdue;   /* the answer is false, however the required nexts turn out:
                       what is presumed false decides it alone */
    bool marked;    /* by the walk under way (why.c) */
    int64_t demand; /* states that its required nexts ask for at least */
    uint8_t levels; /* of sets in sets; stays at UINT8_MAX when more */
    uint32_t size;  /* nodes, as a tree; stays at UINT32_MAX when larger */
    size_t references;
    uint64_t number; /* order of creation, never used again */
    uint64_t hash;
    struct ltl_formula *chain;    /* next in the same bucket */
    struct ltl_formula *skeleton; /* counted, unless it is the node itself */
    /* Results in the current state; counted; NULL: not known. */
    struct ltl_formula *memo[LTL_TRANSFORM_COUNT];
    union {
        struct ltl_guard guard;
        struct {
            struct ltl_formula **items; /* counted; in the same block */
            size_t count;
        } set;
    };
};

struct ltl_frame {
    const struct ltl_formula *node; /* a set */
    size_t next;                    /* item to visit */
    size_t base;                    /* where its results begin */
};

struct ltl_leaf_result {
    ltl_leaf leaf;             /* counted */
    struct ltl_formula *value; /* counted */
};

struct ltl_leaf_slot {
    uint32_t epoch; /* in use when it is the store's */
    uint32_t index;
};

struct ltl_store {
    const struct ltl_leaf_ops *ops;
    void *context;
    struct ltl_formula constants[2];

    struct ltl_formula **buckets; /* all nodes but the constants; not counted */
    size_t bucket_count;          /* a power of two */
    size_t node_count;
    uint64_t next_number;

    /* Nodes that nobody needs, still to be taken apart. */
    VEC(struct ltl_formula *) doomed;
    bool draining;

    /* Stacks. Evaluating a leaf may come back to this store, so each user
     * works above the height it found, and by index. */
    VEC(struct ltl_frame) frames;
    VEC(struct ltl_formula *) values; /* counted */
    VEC(struct ltl_formula *) parts;  /* counted */
    VEC(struct ltl_formula *) sorting;

    /* What is known in the current state (memo.c). */
    VEC(struct ltl_formula *) remembering; /* nodes with a memo; counted */
    VEC(struct ltl_leaf_result) leaves;
    struct ltl_leaf_slot *slots;
    size_t slot_count; /* a power of two */
    uint32_t epoch;
};

/* Sets that are larger are not compared by skeleton: joining two of them
 * recurses as deep as they are, and costs their size as trees. */
enum { LTL_JOIN_LIMIT = 256 };

/* store.c */

/* Whether what has this guard is presumed false once it has had its states. */
bool ltl_can_be_overdue(const struct ltl_guard *guard);

/* The one node with this guard. `least` counts for required nexts of eventually
 * and until only, and is set to `count` for all others. */
struct ltl_formula *ltl_make_next(struct ltl_store *store,
                                  const struct ltl_guard *guard);
/* The one set of the parts above `base`, which satisfy what is said above of
 * sets. Takes them and pops them. */
struct ltl_formula *ltl_make_set(struct ltl_store *store, enum ltl_kind kind,
                                 size_t base);

/* What to assume of the operator when there is no next state, subscript 0. */
enum ltl_strength ltl_default_strength(enum ltl_operator op);

/* simplify.c: the conjunction (LTL_KIND_AND) or disjunction of any parts. */
struct ltl_formula *ltl_combine(struct ltl_store *store, enum ltl_kind kind,
                                struct ltl_formula *const *parts, size_t count);

/* tower.c: takes a set; gives it back, or a shorter one that is equal to it. */
struct ltl_formula *ltl_shorten(struct ltl_store *store,
                                struct ltl_formula *top);

/* transform.c: false only for LTL_STEP, when a leaf failed. */
bool ltl_transform(struct ltl_store *store, struct ltl_formula *formula,
                   enum ltl_transform transform, struct ltl_formula **result);

/* progress.c: the guard's formula, started in the current state. */
bool ltl_unroll(struct ltl_store *store, const struct ltl_guard *guard,
                struct ltl_formula **result);

/* memo.c */
bool ltl_leaf_value(struct ltl_store *store, ltl_leaf leaf,
                    struct ltl_formula **value);
void ltl_remember(struct ltl_store *store, struct ltl_formula *formula,
                  enum ltl_transform transform, struct ltl_formula *result);

static inline bool ltl_is_set(const struct ltl_formula *formula)
{
    return formula->kind == LTL_KIND_AND || formula->kind == LTL_KIND_OR;
}

/* The order of the items of a set. */
static inline uint64_t ltl_rank(const struct ltl_formula *formula)
{
    return formula->skeleton->number;
}

static inline bool ltl_is_constant(const struct ltl_formula *formula)
{
    return formula->kind <= LTL_KIND_TRUE;
}

#endif
