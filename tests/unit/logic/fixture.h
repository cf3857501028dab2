/* What the unit tests of this room share: a world per test, formulas started
 * in it, and their text. Included once per test program. */
#ifndef WEIR_TESTS_UNIT_LOGIC_FIXTURE_H
#define WEIR_TESTS_UNIT_LOGIC_FIXTURE_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/memory.h"
#include "support/logic/term.h"

/* States: the atoms that hold. */
enum { NONE = 0, A = 1, B = 2, C = 4, D = 8 };

static inline int set_up(void **state)
{
    struct world *world = MEMORY_NEW(struct world);
    world_init(world);
    *state = world;
    return 0;
}

/* Also checks that the test gave back what it took. */
static inline int tear_down(void **state)
{
    struct world *world = *state;
    ltl_store_new_state(world->store);
    assert_int_equal(ltl_store_node_count(world->store), 0);
    assert_int_equal(world->leaf_references, 0);
    world_finish(world);
    free(world);
    return 0;
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

/* The term of this text, evaluated in the current state; owned. */
static inline struct ltl_formula *start(struct world *world, const char *text)
{
    struct ltl_formula *result = NULL;
    assert_true(term_evaluate(world, term_parse(world, text), &result));
    return result;
}

/* Takes `formula`, enters the state, and returns what it steps to; owned. */
static inline struct ltl_formula *
step_into(struct world *world, struct ltl_formula *formula, term_state state)
{
    world_enter(world, state);
    struct ltl_formula *result = NULL;
    assert_true(ltl_step(world->store, formula, &result));
    ltl_formula_unref(world->store, formula);
    return result;
}

static inline void assert_text(struct world *world,
                               const struct ltl_formula *formula,
                               const char *expected)
{
    struct buf buf;
    buf_init(&buf);
    ltl_print(world->store, formula, &buf);
    assert_string_equal(buf_text(&buf), expected);
    buf_finish(&buf);
}

/* What the term evaluates to in the state, as text. */
static inline void assert_starts_as(struct world *world, term_state state,
                                    const char *text, const char *expected)
{
    world_enter(world, state);
    struct ltl_formula *formula = start(world, text);
    assert_text(world, formula, expected);
    ltl_formula_unref(world->store, formula);
}

#endif
