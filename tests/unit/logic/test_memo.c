/* Nothing is worked out twice in one state, and nothing is kept longer. */
#include "fixture.h"

static void a_leaf_is_evaluated_once_per_state(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula =
        start(world, "always{3} a && eventually{2} not a && (b until{1} a)");
    assert_int_equal(world->evaluations, 3); /* a, not a, b */
    world->evaluations = 0;
    formula = step_into(world, formula, A);
    ltl_formula_unref(world->store, formula);
}

static void leaves_shared_by_operators_are_evaluated_once(void **state)
{
    struct world *world = *state;
    world_enter(world, A);
    struct ltl_formula *formula =
        start(world, "always{3} a && always{9} nextT a && next a");
    world->evaluations = 0;
    formula = step_into(world, formula, A);
    assert_int_equal(world->evaluations, 2); /* a, nextT a */
    ltl_formula_unref(world->store, formula);
}

static void stepping_twice_in_one_state_does_the_work_once(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula =
        start(world, "eventually{9} a || (next b && nextF c)");
    world_enter(world, NONE);
    struct ltl_formula *one = NULL, *two = NULL;
    assert_true(ltl_step(world->store, formula, &one));
    int64_t evaluations = world->evaluations;
    assert_true(ltl_step(world->store, formula, &two));
    assert_ptr_equal(one, two);
    assert_int_equal(world->evaluations, evaluations);
    ltl_formula_unref(world->store, one);
    ltl_formula_unref(world->store, two);
    ltl_formula_unref(world->store, formula);
}

static void a_new_state_evaluates_anew(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "next a");
    struct ltl_formula *result = NULL;
    world_enter(world, A);
    assert_true(ltl_step(world->store, formula, &result));
    assert_true(ltl_is_true(result));
    ltl_formula_unref(world->store, result);
    world_enter(world, NONE);
    assert_true(ltl_step(world->store, formula, &result));
    assert_true(ltl_is_false(result));
    ltl_formula_unref(world->store, result);
    ltl_formula_unref(world->store, formula);
}

static void a_new_state_frees_what_was_known(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula =
        start(world, "next always{5} eventually{5} a");
    struct ltl_formula *result = NULL;
    world_enter(world, NONE);
    assert_true(ltl_step(world->store, formula, &result));
    ltl_formula_unref(world->store, result);
    ltl_store_new_state(world->store);
    assert_int_equal(ltl_store_node_count(world->store), 1);
    ltl_formula_unref(world->store, formula);
}

/* More leaves than the table of leaf values has at first. */
static void many_leaves_in_one_state_are_all_remembered(void **state)
{
    struct world *world = *state;
    struct ltl_formula *all = ltl_constant(world->store, true);
    for (int i = 0; i < 500; i++) {
        struct term like = {
            .kind = TERM_ALWAYS, .count = i, .a = term_parse(world, "a || b")};
        struct ltl_formula *next =
            ltl_next(world->store, LTL_REQUIRED, term_make(world, &like));
        struct ltl_formula *more = ltl_and(world->store, all, next);
        ltl_formula_unref(world->store, all);
        ltl_formula_unref(world->store, next);
        all = more;
    }
    all = step_into(world, all, A);
    assert_text(world, all, "next! always{498} (a || b)");
    assert_int_equal(world->evaluations, 501);
    all = step_into(world, all, B);
    assert_int_equal(world->evaluations, 502);
    ltl_formula_unref(world->store, all);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_leaf_is_evaluated_once_per_state),
        TEST(leaves_shared_by_operators_are_evaluated_once),
        TEST(stepping_twice_in_one_state_does_the_work_once),
        TEST(a_new_state_evaluates_anew),
        TEST(a_new_state_frees_what_was_known),
        TEST(many_leaves_in_one_state_are_all_remembered),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
