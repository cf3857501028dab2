/* Unrolling and stepping: the table of the reference, 6.2, row by row; which
 * operands are evaluated; what a mistake in a leaf leads to. */
#include "fixture.h"

static void always_is_the_operand_and_again(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "always{2} a", "false");
    assert_starts_as(world, A, "always{2} a", "next! always{1} a");
    assert_starts_as(world, A, "always{0} a", "nextT always{0} a");
    assert_starts_as(world, NONE, "always{2} nextF a",
                     "(nextF a) and (next! always{1} (nextF a))");
}

static void eventually_is_the_operand_or_again(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, A, "eventually{2} a", "true");
    assert_starts_as(world, NONE, "eventually{2} a", "next! eventually{1} a");
    assert_starts_as(world, NONE, "eventually{0} a", "nextF eventually{0} a");
    assert_starts_as(world, NONE, "eventually{2} nextT a",
                     "(nextT a) or (next! eventually{1} (nextT a))");
}

static void until_waits_for_the_second_operand(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, B, "a until{2} b", "true");
    assert_starts_as(world, NONE, "a until{2} b", "false");
    assert_starts_as(world, A, "a until{2} b", "next! a until{1} b");
    assert_starts_as(world, A, "a until{0} b", "nextF a until{0} b");
    assert_starts_as(world, NONE, "next a until{1} b",
                     "(next! a) and (next! (next a) until{0} b)");
    assert_starts_as(world, NONE, "a until{1} next b", "next! b");
    assert_starts_as(world, A, "a until{1} next b",
                     "(next! b) or (next! a until{0} (next b))");
    assert_starts_as(
        world, NONE, "next a until{1} next b",
        "(next! b) or ((next! a) and (next! (next a) until{0} (next b)))");
}

static void release_holds_the_second_operand(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, A, "a release{2} b", "false");
    assert_starts_as(world, A | B, "a release{2} b", "true");
    assert_starts_as(world, B, "a release{2} b", "next! a release{1} b");
    assert_starts_as(world, B, "a release{0} b", "nextT a release{0} b");
    assert_starts_as(world, B, "next a release{1} b",
                     "(next! a) or (next! (next a) release{0} b)");
    assert_starts_as(world, A, "a release{1} next b", "next! b");
    assert_starts_as(world, NONE, "a release{1} next b",
                     "(next! b) and (next! a release{0} (next b))");
    assert_starts_as(
        world, NONE, "next a release{1} next b",
        "(next! b) and ((next! a) or (next! (next a) release{0} (next b)))");
}

static void subscripts_below_zero_act_as_zero(void **state)
{
    struct world *world = *state;
    const struct term *a = term_parse(world, "a");
    struct ltl_formula *formula = NULL;
    assert_true(ltl_start(world->store, LTL_EVENTUALLY, -7, a, NULL, &formula));
    assert_text(world, formula, "nextF eventually{0} a");
    ltl_formula_unref(world->store, formula);
}

static void the_largest_subscript_counts_down(void **state)
{
    struct world *world = *state;
    const struct term *a = term_parse(world, "a");
    struct ltl_formula *formula = NULL;
    assert_true(
        ltl_start(world->store, LTL_EVENTUALLY, INT64_MAX, a, NULL, &formula));
    assert_text(world, formula, "next! eventually{9223372036854775806} a");
    formula = step_into(world, formula, NONE);
    assert_text(world, formula, "next! eventually{9223372036854775805} a");
    ltl_formula_unref(world->store, formula);
}

static void starting_just_a_leaf_is_its_value(void **state)
{
    struct world *world = *state;
    world_enter(world, A);
    struct ltl_formula *formula = NULL;
    assert_true(ltl_start(world->store, LTL_JUST, 0, term_parse(world, "a"),
                          NULL, &formula));
    assert_true(ltl_is_true(formula));
    ltl_formula_unref(world->store, formula);
}

static void a_next_is_its_leaf_one_state_later(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "next next a");
    formula = step_into(world, formula, NONE);
    assert_text(world, formula, "next! a");
    formula = step_into(world, formula, A);
    assert_true(ltl_is_true(formula));
    ltl_formula_unref(world->store, formula);
}

static void a_negated_next_negates_its_leaf_later(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "not next (a && nextT b)");
    formula = step_into(world, formula, A);
    assert_text(world, formula, "nextF not b");
    formula = step_into(world, formula, B);
    assert_true(ltl_is_false(formula));
    ltl_formula_unref(world->store, formula);
}

static void constants_step_to_themselves(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = ltl_constant(world->store, true);
    formula = step_into(world, formula, NONE);
    assert_true(ltl_is_true(formula));
    ltl_formula_unref(world->store, formula);
}

/* Reference, 6.2: q first; when it decides, p is not evaluated. */
static void a_deciding_second_operand_hides_the_first(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, B, "fail until{1} b", "true");
    assert_starts_as(world, NONE, "fail release{1} b", "false");
}

static void assert_fails(struct world *world, const char *text)
{
    struct ltl_formula *result = NULL;
    assert_false(term_evaluate(world, term_parse(world, text), &result));
    assert_null(result);
}

static void a_leaf_that_fails_fails_the_start(void **state)
{
    struct world *world = *state;
    assert_fails(world, "always{1} fail");
    assert_fails(world, "eventually{1} fail");
    assert_fails(world, "fail until{1} b");
    assert_fails(world, "a until{1} fail");
    world_enter(world, B);
    assert_fails(world, "fail release{1} b");
    assert_fails(world, "a release{1} fail");
}

static void assert_step_fails(struct world *world, const char *text)
{
    struct ltl_formula *formula = start(world, text);
    struct ltl_formula *result = NULL;
    world_enter(world, A);
    assert_false(ltl_step(world->store, formula, &result));
    assert_null(result);
    ltl_formula_unref(world->store, formula);
}

/* Reference, 6.4: stepping goes through both sides; in the state entered, a is
 * true and b false, so that either side could have decided. */
static void a_mistake_on_any_side_fails_the_step(void **state)
{
    struct world *world = *state;
    assert_step_fails(world, "next fail");
    assert_step_fails(world, "next b && next fail");
    assert_step_fails(world, "next fail && next b");
    assert_step_fails(world, "next a || next fail");
    assert_step_fails(world, "next fail || next a");
    assert_step_fails(world, "next b ==> next fail");
    assert_step_fails(world, "next c && (next b || (next d && next fail))");
}

static void a_formula_can_be_stepped_again_after_a_mistake(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula =
        start(world, "next d && next (a && (not b ==> fail))");
    struct ltl_formula *result = NULL;
    world_enter(world, A);
    assert_false(ltl_step(world->store, formula, &result));
    assert_false(ltl_step(world->store, formula, &result));
    ltl_formula_unref(world->store, formula);
    ltl_store_new_state(world->store);
    assert_int_equal(ltl_store_node_count(world->store), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(always_is_the_operand_and_again),
        TEST(eventually_is_the_operand_or_again),
        TEST(until_waits_for_the_second_operand),
        TEST(release_holds_the_second_operand),
        TEST(subscripts_below_zero_act_as_zero),
        TEST(the_largest_subscript_counts_down),
        TEST(starting_just_a_leaf_is_its_value),
        TEST(a_next_is_its_leaf_one_state_later),
        TEST(a_negated_next_negates_its_leaf_later),
        TEST(constants_step_to_themselves),
        TEST(a_deciding_second_operand_hides_the_first),
        TEST(a_leaf_that_fails_fails_the_start),
        TEST(a_mistake_on_any_side_fails_the_step),
        TEST(a_formula_can_be_stepped_again_after_a_mistake),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
