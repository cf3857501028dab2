/* The quick form of code (lang/eval/quicken.c). That it says what the written
 * form says is asserted by assert_value and assert_failure for each expression
 * of all tests; here are those in which the two differ most, and that it is
 * what a session runs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/eval/code.h"

/* -- what is left -- */

/* The kind of node to which `let ~subject = EXPRESSION` comes down. */
static enum node_kind quick_kind(const char *text)
{
    struct lang_program *program = load(text);
    const struct global_code *subject =
        &program->code->globals[program->global_count - 1];
    enum node_kind kind = subject->code->quick->kind;
    lang_program_destroy(program);
    return kind;
}

static void quantifiers_make_no_lists(void **state)
{
    (void)state;
    assert_int_equal(
        quick_kind("let ~subject = forall x in `a` { x.visible };"), NODE_ALL);
    assert_int_equal(
        quick_kind("let ~subject = exists x in `a` { x.visible };"), NODE_ANY);
    assert_int_equal(quick_kind("let ~subject = contains(1, `a`);"),
                     NODE_CONTAINS);
    assert_int_equal(quick_kind("let ~subject = length(`a`);"), NODE_LENGTH);
}

static void a_binding_used_once_for_certain_goes(void **state)
{
    (void)state;
    assert_int_equal(quick_kind("let f(x) = [x, 1]; let ~subject = f(`a`);"),
                     NODE_LIST);
    assert_int_equal(quick_kind("let f(x) = [x, x]; let ~subject = f(`a`.b);"),
                     NODE_LET);
    assert_int_equal(
        quick_kind("let f(x) = `b` && x; let ~subject = f(`a`.b);"), NODE_LET);
    assert_int_equal(quick_kind("let f(x) = map(fun (y) { [x, y] }, `b`);"
                                "let ~subject = f(`a`.b);"),
                     NODE_LET);
}

/* The thunk inside has to know in which call it was made. */
static void a_function_that_delays_something_keeps_its_frame(void **state)
{
    (void)state;
    struct lang_program *program =
        load("let f(x) = always (x == 1); let ~subject = f(`a`.b);");
    const struct global_code *subject =
        &program->code->globals[program->global_count - 1];
    assert_int_equal(subject->code->quick->kind, NODE_LET);
    assert_int_equal(subject->code->quick->body->kind, NODE_INLINE);
    lang_program_destroy(program);
}

/* -- the same values -- */

static void quantifiers_drop_nulls_and_take_what_is_no_list(void **state)
{
    (void)state;
    assert_value("forall x in [1, null, 2] { null }", "true");
    assert_value("exists x in [1, 2] { x == 2 when x == 1 }", "false");
    assert_value("forall x in 3 { x == 3 }", "true");
    assert_value("exists x in 3 { x == 4 }", "false");
    assert_value("contains(3, 3)", "true");
    assert_value("contains(null, [])", "false");
    assert_value("length(7)", "1");
    assert_value("length([])", "0");
    assert_value("forall x in [] { x.nothing }", "true");
}

/* `false || r` is r as it is, but the last result stands left of the constant,
 * where only booleans and formulas may (reference, 3.7). */
static void the_last_result_of_a_quantifier_is_checked(void **state)
{
    (void)state;
    assert_failure("exists x in [1, 2] { x }", "Or expects boolean");
    assert_failure("exists x in [true, 2] { x }", "Or expects boolean");
    assert_failure("forall x in [true, 2, false] { x }", "And expects boolean");
    assert_failure("exists x in [[true], 1] { x }", "Or expects boolean");
}

static void every_element_is_evaluated_whatever_the_others_say(void **state)
{
    (void)state;
    assert_failure("exists x in [1, 0] { 1 / x == 1 }", "divide by zero");
    assert_failure("forall x in [2, 0] { 1 / x == 1 }", "divide by zero");
    assert_failure_in("{\"li\": [{\"k\": 1}]}", "",
                      "contains(`li`[0], [`li`[0], 1])",
                      "Cannot compare partial objects");
}

static void what_is_sought_is_not_evaluated_for_an_empty_list(void **state)
{
    (void)state;
    assert_value("exists x in [] { x == 1 / 0 }", "false");
    assert_failure("exists x in [1] { x == 1 / 0 }", "divide by zero");
    assert_failure("contains(1 / 0, [])", "divide by zero");
}

static void a_strict_argument_fails_even_when_it_is_not_used(void **state)
{
    (void)state;
    assert_failure_in("{}", "let f(x, c) = if c { x } else { 0 };",
                      "f(1 / 0, false)", "divide by zero");
    assert_failure_in("{}", "let f(x) = 0;", "f(1 / 0)", "divide by zero");
    assert_failure_in("{}", "let f(x, y) = y && x == 1;", "f(1 / 0, false)",
                      "divide by zero");
}

static void quantifiers_over_formulas_are_formulas(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = forall x in [1, 2, 3] { "
                   "x == 2 || eventually{0} (`a` == x) };"
                   "check p with loaded?;");
    assert_string_equal(run_state(&run, "{\"a\": 0}"), "Probably false");
    assert_string_equal(run_state(&run, "{\"a\": 1}"), "Probably false");
    assert_string_equal(run_state(&run, "{\"a\": 3}"), "Definitely true");
    run_finish(&run);
}

/* -- what a session says -- */

/* `contains` is a function of the library, first one of the specification: both
 * calls are told, although the quick form has no frames for them. */
static void an_error_is_told_as_it_is_written(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let first(x) = contains(x, `a`);"
                   "let ~p = always{0} first(`b`);"
                   "check p with loaded?;");
    assert_string_equal(run_state(&run, "{\"a\": [1], \"b\": 1}"),
                        "Probably true");
    run_fails(&run, "{\"a\": [{\"k\": 1}], \"b\": {\"k\": 1}}", ERROR_SPEC,
              "contains(x, xs) @ ");
    assert_non_null(strstr(run.error.message, "first @ "));
    assert_non_null(
        strstr(run.error.message, "Cannot compare partial objects"));
    run_finish(&run);
}

/* The quick form had found one action already when the second one failed. */
static void an_error_in_a_guard_leaves_no_actions_behind(void **state)
{
    (void)state;
    struct run run;
    struct lang_primitive_list list = {0};
    run_text(&run, "action ~good! = noop!;"
                   "action ~bad! = noop! when contains(`a`, [`a`]);"
                   "let ~p = true; check p with good!, bad!;");
    run_state(&run, "{\"a\": {\"k\": 1}}");
    assert_false(
        lang_session_primitives(run.session, LANG_WITH, &list, &run.error));
    assert_true(list.count <= 1);
    lang_primitive_list_finish(&list);
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(quantifiers_make_no_lists),
        cmocka_unit_test(a_binding_used_once_for_certain_goes),
        cmocka_unit_test(a_function_that_delays_something_keeps_its_frame),
        cmocka_unit_test(quantifiers_drop_nulls_and_take_what_is_no_list),
        cmocka_unit_test(the_last_result_of_a_quantifier_is_checked),
        cmocka_unit_test(every_element_is_evaluated_whatever_the_others_say),
        cmocka_unit_test(what_is_sought_is_not_evaluated_for_an_empty_list),
        cmocka_unit_test(a_strict_argument_fails_even_when_it_is_not_used),
        cmocka_unit_test(quantifiers_over_formulas_are_formulas),
        cmocka_unit_test(an_error_is_told_as_it_is_written),
        cmocka_unit_test(an_error_in_a_guard_leaves_no_actions_behind),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
