/* Where a run may stop, and with which answer (reference, 6.4). */
#include "fixture.h"

static void assert_stop(struct world *world, term_state state, const char *text,
                        enum ltl_stop expected)
{
    world_enter(world, state);
    struct ltl_formula *formula = start(world, text);
    assert_int_equal(ltl_stop(formula), expected);
    ltl_formula_unref(world->store, formula);
}

static void constants_stop_with_themselves(void **state)
{
    struct world *world = *state;
    assert_stop(world, NONE, "true", LTL_STOP_TRUE);
    assert_stop(world, NONE, "false", LTL_STOP_FALSE);
}

static void weak_next_presumes_true_and_strong_next_false(void **state)
{
    struct world *world = *state;
    assert_stop(world, NONE, "nextT false", LTL_STOP_TRUE);
    assert_stop(world, NONE, "nextF true", LTL_STOP_FALSE);
    assert_stop(world, NONE, "next true", LTL_GO_ON);
}

static void presumed_answers_combine(void **state)
{
    struct world *world = *state;
    assert_stop(world, NONE, "nextT a && nextF b", LTL_STOP_FALSE);
    assert_stop(world, NONE, "nextT a || nextF b", LTL_STOP_TRUE);
    assert_stop(world, NONE, "nextT a && (nextF b || nextT c)", LTL_STOP_TRUE);
    assert_stop(world, NONE, "nextF a || (nextT b && nextF c)", LTL_STOP_FALSE);
}

static void one_demand_anywhere_forbids_stopping(void **state)
{
    struct world *world = *state;
    assert_stop(world, NONE, "nextT a || next b", LTL_GO_ON);
    assert_stop(world, NONE, "nextF a && next b", LTL_GO_ON);
    assert_stop(world, NONE, "nextT a || (nextF b && next c)", LTL_GO_ON);
}

static void operators_without_subscript_stop_with_their_default(void **state)
{
    struct world *world = *state;
    assert_stop(world, A, "always{0} a", LTL_STOP_TRUE);
    assert_stop(world, NONE, "eventually{0} a", LTL_STOP_FALSE);
    assert_stop(world, A, "a until{0} b", LTL_STOP_FALSE);
    assert_stop(world, B, "a release{0} b", LTL_STOP_TRUE);
}

/* Reference, 6.4: "always {n} p ends after exactly n + 1 states". */
static void subscripts_demand_that_many_states(void **state)
{
    struct world *world = *state;
    world_enter(world, A);
    struct ltl_formula *formula = start(world, "always{3} a");
    for (int i = 0; i < 3; i++) {
        assert_int_equal(ltl_stop(formula), LTL_GO_ON);
        formula = step_into(world, formula, A);
    }
    assert_int_equal(ltl_stop(formula), LTL_STOP_TRUE);
    ltl_formula_unref(world->store, formula);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(constants_stop_with_themselves),
        TEST(weak_next_presumes_true_and_strong_next_false),
        TEST(presumed_answers_combine),
        TEST(one_demand_anywhere_forbids_stopping),
        TEST(operators_without_subscript_stop_with_their_default),
        TEST(subscripts_demand_that_many_states),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
