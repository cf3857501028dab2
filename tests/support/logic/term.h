/* QuickLTL as syntax, for tests of the logic room: terms over the atoms a to h,
 * whose evaluation in a state plays the part of the language. A term is also a
 * leaf: the operand of a temporal operator.
 *
 * A world holds the terms (equal terms are one pointer), the current state and
 * the store, and counts what the logic does with leaves.
 */
#ifndef WEIR_TESTS_SUPPORT_LOGIC_TERM_H
#define WEIR_TESTS_SUPPORT_LOGIC_TERM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/map.h"
#include "logic/formula.h"

enum { TERM_ATOMS = 8 };

enum term_kind {
    TERM_TRUE,
    TERM_FALSE,
    TERM_FAIL, /* evaluating it is a mistake */
    TERM_ATOM,
    TERM_NOT,
    TERM_AND,
    TERM_OR,
    TERM_IMPLIES,
    TERM_NEXT,
    TERM_NEXT_WEAK,
    TERM_NEXT_STRONG,
    TERM_ALWAYS,
    TERM_EVENTUALLY,
    TERM_UNTIL,
    TERM_RELEASE,
};

struct term {
    enum term_kind kind;
    int atom;
    int64_t count; /* subscript */
    const struct term *a;
    const struct term *b;
};

/* One bit per atom. */
typedef uint8_t term_state;

struct world {
    struct arena arena;
    struct map terms; /* by their text */
    struct ltl_store *store;
    term_state state;
    int64_t leaf_references; /* taken and not given back */
    int64_t evaluations;     /* of leaves */
};

void world_init(struct world *world);
void world_finish(struct world *world); /* asserts that no leaf is held */

/* Makes `state` the current one. */
void world_enter(struct world *world, term_state state);

/* The one term like `*like`. */
const struct term *term_make(struct world *world, const struct term *like);

/* Parses the whole text; asserts that it is well formed.
 *   a b … h, true, false, fail, not, next, nextT, nextF, always{n},
 *   eventually{n}, until{n}, release{n} (right), &&, ||, ==> (right), ( ) */
const struct term *term_parse(struct world *world, const char *text);

void term_add_text(struct buf *buf, const struct term *term);

/* The term in the current state, both sides of every connective evaluated.
 * False when a part failed. */
bool term_evaluate(struct world *world, const struct term *term,
                   struct ltl_formula **result);

#endif
