/* Sessions: one run, state by state. Items 24, 65 and 66 of the checklist, and
 * that residuals stay finite (reference, 6.3 [F]). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/session_internal.h"

static void selector_values_may_be_any_json_item_66(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = `n` == 3 && `b` && `s` == \"x\" && isNull(`z`) && "
                   "`l`[1] == 2.5;"
                   "check p with noop!;");
    assert_string_equal(run_state(&run, "{\"n\": 3.0, \"b\": true,"
                                        " \"s\": \"x\", \"z\": null,"
                                        " \"l\": [1, 2.5]}"),
                        "Definitely true");
    run_finish(&run);
}

static void fields_may_move_between_states(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = always {2} (`a`.k == 1 && `b`.l == 2);"
                   "check p with noop!;");
    assert_string_equal(
        run_state(&run, "{\"a\": [{\"k\": 1, \"l\": 9}], \"b\": {\"l\": 2}}"),
        "more");
    assert_string_equal(
        run_state(
            &run,
            "{\"b\": {\"x\": 0, \"l\": 2}, \"a\": [{\"l\": 9, \"k\": 1}]}"),
        "more");
    assert_string_equal(
        run_state(&run, "{\"x\": 1, \"b\": {\"l\": 2}, \"a\": {\"k\": 1}}"),
        "Probably true");
    run_finish(&run);
}

static size_t nodes(const struct run *run)
{
    return ltl_store_node_count(world_store(run->session->machine.world));
}

static size_t leaves(const struct run *run)
{
    return world_leaf_count(run->session->machine.world);
}

/* Feeds `count` states in which n alternates between 0 and 1. */
static void alternate(struct run *run, int count)
{
    for (int i = 0; i < count; i++)
        run_state(run, i % 2 == 0 ? "{\"n\": 0}" : "{\"n\": 1}");
}

static void assert_residual_stays_finite(const char *property)
{
    struct run run;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "let ~n = `n`; let ~p = %s; check p with noop!;", property);
    run_text(&run, buf_text(&text));
    alternate(&run, 20);
    size_t before_nodes = nodes(&run);
    size_t before_leaves = leaves(&run);
    alternate(&run, 200);
    assert_int_equal(nodes(&run), before_nodes);
    assert_int_equal(leaves(&run), before_leaves);
    run_finish(&run);
    buf_finish(&text);
}

static void residuals_stay_finite(void **state)
{
    (void)state;
    assert_residual_stays_finite("always {2} (eventually {3} (n == 1))");
    /* frozen data that comes back is the same leaf */
    assert_residual_stays_finite(
        "always {2} (let old = n; eventually {5} (n != old))");
    assert_residual_stays_finite(
        "always {2} (let old = [n, {k: n}]; let f = fun x. x == old[0];"
        " eventually {5} (not f(n)))");
    /* a thunk over frozen data, and a partial application */
    assert_residual_stays_finite("(let later = fun x. eventually {5} (x != n); "
                                 "always {2} later(n))");
    assert_residual_stays_finite("always {2} (let old = n; let ~now = n + old; "
                                 "eventually {4} (now != old + old))");
}

static void frozen_state_of_the_page_is_released(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = always {2} (let old = `n`; nextT (`n` == old));"
                   "check p with noop!;");
    for (int i = 0; i < 50; i++)
        assert_string_not_equal(run_state(&run, "{\"n\": [1, [\"x\"]]}"),
                                "Definitely false");
    assert_true(leaves(&run) < 10);
    run_finish(&run);
}

static void value_that_depends_on_no_state_is_computed_once(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~big = length(range(1, 100));"
                   "let ~p = always {2} (big == 100);"
                   "check p with noop!;");
    run_state(&run, "{}");
    int64_t first = run.session->machine.steps;
    run_state(&run, "{}");
    int64_t second = run.session->machine.steps;
    assert_true(second - first > 100);
    run_finish(&run);
}

static void verdict_lasts(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = `n` == 1; check p with noop!;");
    assert_string_equal(run_state(&run, "{\"n\": 1}"), "Definitely true");
    assert_string_equal(run_state(&run, "{\"n\": 2}"), "Definitely true");
    run_finish(&run);
}

static void session_goes_on_after_an_error(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = always {1} (`n` / `n` == 1);"
                   "check p with noop!;");
    run_state(&run, "{\"n\": 1}");
    run_fails(&run, "{\"n\": 0}", ERROR_SPEC, "divide by zero (in state 2)");
    assert_string_equal(run_state(&run, "{\"n\": 3}"), "Probably true");
    run_finish(&run);
}

static void error_inside_a_formula_has_a_trace(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~n = parseInt(`t`);\n"
                   "let big(~x) = x > 3;\n"
                   "let ~p = always {1} (big(n));\n"
                   "check p with noop!;");
    run_fails(&run, "{\"t\": \"x\"}", ERROR_SPEC,
              "spec.strom:2:10\n    let ~n = parseInt(`t`);\n"
              "             ^~~~~~~~~~~~~\n"
              "  n @ spec.strom:4:26\n"
              "  big @ spec.strom:4:22\n"
              "  p @ spec.strom:4:10");
    run_finish(&run);
}

static void values_outlive_their_session(void **state)
{
    struct run run;
    (void)state;
    struct lang_program *program =
        load("action f!(x) = noop!; action ~go! = f!(always {3} `p`);"
             "let ~p = true; check p with go!;");
    run_init(&run, program, 0);
    run_state(&run, "{\"p\": true}");
    assert_string_equal(run_offers(&run, LANG_WITH),
                        "noop [] as f!(<formula>)");
    struct lang_value *name = lang_value_ref(run.primitives.items[0].name);
    run_finish(&run);
    struct buf text;
    buf_init(&text);
    lang_value_add_text(&text, name);
    assert_string_equal(buf_text(&text), "f!(<formula>)");
    buf_finish(&text);
    lang_value_unref(name);
    lang_program_destroy(program);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(selector_values_may_be_any_json_item_66),
        cmocka_unit_test(fields_may_move_between_states),
        cmocka_unit_test(residuals_stay_finite),
        cmocka_unit_test(frozen_state_of_the_page_is_released),
        cmocka_unit_test(value_that_depends_on_no_state_is_computed_once),
        cmocka_unit_test(verdict_lasts),
        cmocka_unit_test(session_goes_on_after_an_error),
        cmocka_unit_test(error_inside_a_formula_has_a_trace),
        cmocka_unit_test(values_outlive_their_session),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
