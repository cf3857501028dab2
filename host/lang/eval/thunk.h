/* Thunks: expressions that are evaluated when needed, at most once per state;
 * and the world they share, in which equal thunks can be made one.
 *
 * A thunk that stands under a temporal operator is a leaf of the logic. Leaves
 * are interned: equal code with equal captures is the same pointer, whatever
 * state it was made in, so that residual formulas stay finite (reference,
 * 6.3 [F]).
 */
#ifndef WEIR_LANG_EVAL_THUNK_H
#define WEIR_LANG_EVAL_THUNK_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "lang/eval/value.h"
#include "logic/formula.h"

struct machine;

/* A counted cache: one value and what it was computed from. */
struct thunk {
    uint32_t references;
    uint32_t depth;
    bool interned;
    const struct code *code; /* arity 0; NULL: items[0] is the value itself */
    const struct node *site; /* for explanations: the call during which it was
                                made, or NULL */
    struct world *world;     /* counted while interned */
    struct thunk *next;      /* in its bucket of the world, while interned */
    uint64_t hash;           /* while interned */
    /* The cache. `state` 0: empty. `moment` 0: does not depend on what
     * happened; else the moment (machine.h) it belongs to. */
    uint64_t state;
    uint64_t moment;
    struct val cached;
    uint32_t count;
    struct val items[]; /* captures */
};

/* In `state`: holds in every state. */
#define THUNK_FOREVER UINT64_MAX

/* One reference each, and NULL when the captures nest too deeply. Takes the
 * captures. */
struct thunk *thunk_create(const struct code *code, const struct val *captures,
                           size_t count);

/* A thunk that has its value already. Takes it. */
struct thunk *thunk_of_value(struct val val);

struct thunk *thunk_ref(struct thunk *thunk);
void thunk_unref(struct thunk *thunk);
uint32_t thunk_depth(const struct thunk *thunk);

/* For val_identical, and hashes that agree with it. */
bool thunk_identical(const struct thunk *a, const struct thunk *b,
                     int64_t *steps);
uint64_t thunk_hash(const struct thunk *thunk, int depth);

/* The store of formulas and the table of leaves of one session. Counted,
 * because a formula inside a value may outlive the session. */
struct world *world_create(struct machine *machine,
                           const struct ltl_leaf_ops *ops);
struct world *world_ref(struct world *world);
void world_unref(struct world *world);
struct ltl_store *world_store(const struct world *world);
/* NULL once the session is gone. */
struct machine *world_machine(const struct world *world);
void world_leave(struct world *world);

/* The one thunk that stands for all thunks identical to this one; takes the
 * argument, gives one reference. */
struct thunk *world_intern(struct world *world, struct thunk *thunk);

/* The same for a thunk that need not exist yet: borrows the captures. NULL when
 * they nest too deeply. `site` is noted when it is new. */
struct thunk *world_intern_code(struct world *world, const struct code *code,
                                const struct val *captures, size_t count,
                                const struct node *site);

/* Number of interned thunks, for tests. */
size_t world_leaf_count(const struct world *world);

#endif
