/* Constructors: one node per formula, negation pushed inwards. The parts of a
 * set are shown in the order in which they were first made. */
#include "fixture.h"

static void equal_formulas_are_the_same_pointer(void **state)
{
    struct world *world = *state;
    struct ltl_formula *one = start(world, "next a && nextF b");
    struct ltl_formula *two = start(world, "nextF b && next a");
    struct ltl_formula *other = start(world, "next a || nextF b");
    assert_ptr_equal(one, two);
    assert_ptr_not_equal(one, other);
    ltl_formula_unref(world->store, one);
    ltl_formula_unref(world->store, two);
    ltl_formula_unref(world->store, other);
}

static void a_formula_that_nobody_holds_is_gone(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "next a && (nextF b || next c)");
    ltl_store_new_state(world->store);
    assert_int_equal(ltl_store_node_count(world->store), 5);
    ltl_formula_unref(world->store, formula);
    assert_int_equal(ltl_store_node_count(world->store), 0);
    assert_int_equal(world->leaf_references, 0);
}

static void a_reference_keeps_a_formula(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "next a");
    assert_ptr_equal(ltl_formula_ref(formula), formula);
    ltl_formula_unref(world->store, formula);
    assert_int_equal(ltl_store_node_count(world->store), 1);
    ltl_formula_unref(world->store, formula);
    assert_int_equal(ltl_store_node_count(world->store), 0);
}

static void releasing_nothing_is_fine(void **state)
{
    struct world *world = *state;
    ltl_formula_unref(world->store, NULL);
}

static void a_destroyed_store_may_be_null(void **state)
{
    (void)state;
    ltl_store_destroy(NULL);
}

static void constants_are_true_and_false(void **state)
{
    struct world *world = *state;
    struct ltl_formula *yes = ltl_constant(world->store, true);
    struct ltl_formula *no = ltl_constant(world->store, false);
    assert_true(ltl_is_true(yes));
    assert_false(ltl_is_false(yes));
    assert_true(ltl_is_false(no));
    assert_false(ltl_is_true(no));
    ltl_formula_unref(world->store, yes);
    ltl_formula_unref(world->store, no);
}

/* Reference, 6.3: false dominates "and", true is neutral, "or" dually. */
static void constants_fold_in_connectives(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "true && true", "true");
    assert_starts_as(world, NONE, "true && false", "false");
    assert_starts_as(world, NONE, "true && next a", "next! a");
    assert_starts_as(world, NONE, "next a && false", "false");
    assert_starts_as(world, NONE, "false || false", "false");
    assert_starts_as(world, NONE, "false || next a", "next! a");
    assert_starts_as(world, NONE, "next a || true", "true");
}

static void an_implication_is_not_left_or_right(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "false ==> next a", "true");
    assert_starts_as(world, NONE, "true ==> next a", "next! a");
    assert_starts_as(world, NONE, "nextT a ==> true", "true");
    assert_starts_as(world, NONE, "nextT a ==> false", "nextF not a");
    assert_starts_as(world, NONE, "nextT a ==> next b",
                     "(next! b) or (nextF not a)");
}

/* Paper, Figure 3, identities 1 to 5; weak and strong next are duals of each
 * other and required next is its own (2.2). */
static void negation_flips_operators_and_strengths(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "not true", "false");
    assert_starts_as(world, NONE, "not next a", "next! not a");
    assert_starts_as(world, NONE, "not nextT a", "nextF not a");
    assert_starts_as(world, NONE, "not nextF a", "nextT not a");
    assert_starts_as(world, A, "not always{0} a", "nextF eventually{0} not a");
    assert_starts_as(world, A, "not always{2} a", "next! eventually{1} not a");
    assert_starts_as(world, NONE, "not eventually{0} a",
                     "nextT always{0} not a");
    assert_starts_as(world, A, "not (a until{0} b)",
                     "nextT not a release{0} not b");
    assert_starts_as(world, B, "not (a release{1} b)",
                     "next! not a until{0} not b");
}

static void negation_follows_de_morgan(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "not (next a && nextT b)",
                     "(next! not a) or (nextF not b)");
    assert_starts_as(world, NONE, "not (next a || (nextT b && next c))",
                     "(next! not a) and ((nextF not b) or (next! not c))");
}

static void double_negation_is_the_formula_itself(void **state)
{
    struct world *world = *state;
    struct ltl_formula *one =
        start(world, "next a && (nextF b || always{3} true)");
    struct ltl_formula *two =
        start(world, "not not (next a && (nextF b || always{3} true))");
    assert_ptr_equal(one, two);
    ltl_formula_unref(world->store, one);
    ltl_formula_unref(world->store, two);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(equal_formulas_are_the_same_pointer),
        TEST(a_formula_that_nobody_holds_is_gone),
        TEST(a_reference_keeps_a_formula),
        TEST(releasing_nothing_is_fine),
        TEST(a_destroyed_store_may_be_null),
        TEST(constants_are_true_and_false),
        TEST(constants_fold_in_connectives),
        TEST(an_implication_is_not_left_or_right),
        TEST(negation_flips_operators_and_strengths),
        TEST(negation_follows_de_morgan),
        TEST(double_negation_is_the_formula_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
