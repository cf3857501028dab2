/* Evaluation: section 3 of the reference and items 24 to 32 of its
 * checklist. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "back_support.h"

#define STATE                                                                  \
    "{\"li\": [{\"k\": 1, \"t\": \"a\"}, {\"k\": 2, \"t\": \"b\"}],"           \
    " \"none\": [], \"n\": 2.0, \"f\": 2.5, \"s\": \"x\", \"b\": true,"        \
    " \"z\": null, \"o\": {\"k\": [1, 2]}}"

static void top_level_binding_cannot_read_the_state_item_24(void **state)
{
    (void)state;
    assert_rejected("let x = `li`;", DIAG_EVALUATION,
                    "Cannot access state in top-level binding");
    assert_rejected("let x = first(`li`);", DIAG_EVALUATION,
                    "Cannot access state in top-level binding");
    assert_rejected("let x = happened;", DIAG_EVALUATION,
                    "Cannot access state in top-level binding");
    assert_value_in(STATE, "let ~x = `s`;", "x", "\"x\"");
    assert_value_in(STATE, "action w! = noop! timeout 9;", "w!", "w!");
}

static void eager_binding_that_fails_is_found_at_load(void **state)
{
    (void)state;
    assert_rejected("let x = 1 / 0;", DIAG_EVALUATION, "divide by zero");
    assert_rejected("let [a, b] = [1];", DIAG_EVALUATION,
                    "pattern of this top-level let does not fit");
    assert_rejected("let _ = 1 + \"a\";", DIAG_EVALUATION,
                    "Addition expects numeric types");
    assert_value_in("{}", "let [a, {k: b}] = [1, {k: 2}];", "a + b", "3");
    assert_value_in("{}", "let ~x = 1 / 0;", "5", "5");
}

static void local_let_freezes_and_lazy_parameter_rereads_item_25(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~temp = parseInt(`#t`.textContent);"
                   "let rises(~v) = let old = v; nextT (v > old);"
                   "let ~ok = always {2} (rises(temp));"
                   "check ok with noop!;");
    assert_string_equal(run_state(&run, "{\"#t\":[{\"textContent\":\"1\"}]}"),
                        "more");
    assert_string_equal(run_state(&run, "{\"#t\":[{\"textContent\":\"2\"}]}"),
                        "more");
    assert_string_equal(run_state(&run, "{\"#t\":[{\"textContent\":\"2\"}]}"),
                        "Definitely false");
    run_finish(&run);
}

static void lazy_let_rereads(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = (let ~x = `n`; nextT (x == 2));"
                   "check p with noop!;");
    assert_string_equal(run_state(&run, "{\"n\": 1}"), "Probably true");
    assert_string_equal(run_state(&run, "{\"n\": 2}"), "Definitely true");
    run_finish(&run);
}

static void projection_of_lists_item_26(void **state)
{
    (void)state;
    assert_value_in(STATE, "", "`li`.k", "1");
    assert_value_in(STATE, "", "(`li`[1]).t", "\"b\"");
    assert_value_in(STATE, "", "first(`none`)", "null");
    assert_value_in(STATE, "", "last(`li`).k", "2");
    assert_failure_in(STATE, "", "`none`.k", "Cannot take projection");
    assert_failure_in(STATE, "", "`s`.length", "Cannot take projection");
    assert_failure_in(STATE, "", "`z`.k", "Cannot take projection");
    assert_failure_in(STATE, "", "`li`.nope",
                      "Field 'nope' is not present in object");
    assert_failure_in(STATE, "", "`missing`",
                      "Can't find 'missing' in the state (analysis failed?)");
    assert_value("{if: 1}.if", "1");
    assert_value("[{k: 3}].k", "3");
}

static void integers_and_floats_differ_item_27(void **state)
{
    (void)state;
    assert_value("1 == 1.0", "false");
    assert_value("1 != 1.0", "true");
    assert_value("1 <= 1.0", "true");
    assert_value_in(STATE, "", "`n` == 2", "true");
    assert_value_in(STATE, "", "`f` == 2.5", "true");
    assert_value("1 + 0.5", "1.5");
}

static void connectives_check_only_the_left_side_item_28(void **state)
{
    (void)state;
    assert_value("true && 3", "3");
    assert_value("false || null", "null");
    assert_value("true ==> 3", "3");
    assert_value("false && (1 / 0 == 1)", "false");
    assert_value("true || (1 / 0 == 1)", "true");
    assert_value("false ==> (1 / 0 == 1)", "true");
    assert_failure("3 && true", "got: 3");
    assert_failure("null || true", "got: null");
    assert_failure("if 1 {2}", "Expected boolean in if condition");
    assert_failure("if null {2} else {3}", "Expected boolean in if condition");
    assert_failure("1 when 2", "Expected boolean in");
    assert_failure("not 3", "Not expects boolean, got: 3");
    assert_failure("if (next true) {2}", "Expected boolean in if condition");
}

static void integer_division_floors_item_29(void **state)
{
    (void)state;
    assert_value("(0 - 7) / 2", "-4");
    assert_value("(0 - 7) % 2", "1");
    assert_value("7 % (0 - 2)", "-1");
    assert_value("7 / (0 - 2)", "-4");
    assert_value("6 / 2", "3");
    assert_value("7 / 2", "3");
    assert_value("(0 - 7.5) % 2", "0.5");
    assert_value("1 / 0.0", "Infinity");
    assert_failure("1 / 0", "divide by zero");
    assert_failure("1 % 0", "divide by zero");
    assert_value("9223372036854775807 + 1", "-9223372036854775808");
    assert_value("(0 - 9223372036854775807 - 1) / (0 - 1)",
                 "-9223372036854775808");
    assert_value("(0 - 9223372036854775807 - 1) % (0 - 1)", "0");
}

static void arithmetic_is_for_numbers_item_29(void **state)
{
    (void)state;
    assert_failure("\"a\" + \"b\"", "Addition expects numeric types, but got");
    assert_failure("\"a\" < \"b\"", "Comparison expects numeric types");
    assert_failure("null < 1", "Comparison expects numeric types");
    assert_failure("1 - [2]", "Subtraction expects numeric types");
    assert_failure("true * 2", "Multiplication expects numeric types");
}

static void partial_objects_cannot_be_compared_item_30(void **state)
{
    (void)state;
    assert_failure_in(STATE, "", "`o` == `o`",
                      "Cannot compare partial objects for equality");
    assert_failure_in(STATE, "", "`o` == {k: 1}",
                      "Cannot compare partial objects for equality");
    assert_failure_in(STATE, "", "`li` == `li`",
                      "Cannot compare partial objects for equality");
    /* no short cut after the first difference */
    assert_failure_in(STATE, "", "[1, `o`] == [2, `o`]",
                      "Cannot compare partial objects for equality");
    assert_value_in(STATE, "", "`li` == [first(`li`)]", "false");
    assert_value_in(STATE, "", "`li` == `none`", "false");
    assert_value_in(STATE, "", "`none` == []", "true");
    assert_value_in(STATE, "", "`o` == 1", "false");
    assert_value_in(STATE, "", "`o`.k == [1, 2]", "true");
}

static void equality_is_structural(void **state)
{
    (void)state;
    assert_value("{a: 1, b: [2]} == {b: [2], a: 1}", "true");
    assert_value("{a: 1} == {a: 1, b: 2}", "false");
    assert_value("{a: 1} == {b: 1}", "false");
    assert_value("'a' == \"a\"", "false");
    assert_value(":x(1) == :x(1)", "true");
    assert_value(":x(1) == :x(2)", "false");
    assert_value(":x == :y", "false");
    assert_value(":x == :x(1)", "false");
    assert_value("null == false", "false");
    assert_value("\"1\" == 1", "false");
    assert_failure("(next true) == (next true)", "Cannot compare");
}

static void actions_compare_with_their_timeouts(void **state)
{
    (void)state;
    assert_value("noop! == noop!", "true");
    assert_value("noop! == (noop! timeout 5)", "false");
    assert_value("(noop! timeout 5) == (noop! timeout 5)", "true");
    assert_value("keyPress!(\"a\") == keyPress!(\"a\")", "true");
    assert_value("keyPress!(\"a\") == keyPress!(\"b\")", "false");
    assert_value("keyPress!(\"a\") == enterText!(\"a\")", "false");
}

static void map_drops_null_and_applies_to_non_lists_item_31(void **state)
{
    (void)state;
    assert_value("for x in [1, null, 2] { x }", "[1, 2]");
    assert_value("for x in 5 { x + 1 }", "6");
    assert_value("map(fun x. x + 1, 5)", "6");
    assert_value("map(fun x. x when x > 1, [1, 2, 3])", "[2, 3]");
    assert_value("for x in [1, 2, 3] { x when x > 1 }", "[2, 3]");
    assert_value("for [a, 1] in [[5, 1], [6, 2]] { a }", "[5]");
    assert_value("length(null)", "1");
    assert_value("length(\"abc\")", "1");
    assert_value("length([1, null])", "2");
}

static void null_arms_fall_through_item_32(void **state)
{
    (void)state;
    assert_value("match 3 { | case 3 { null } | case n { n } }", "3");
    assert_value("match 3 { | case 4 { 1 } | case 5 { 2 } }", "null");
    assert_value("match [1, 2] { | case [a] { a } | case [a, b] { a + b } }",
                 "3");
    assert_value("match {k: 1, l: 2} { | case {k: x} { x } }", "1");
    assert_value("match :p(1, 2) { | case :p(x) { x } | case :p(x, y) { y } }",
                 "2");
    assert_value("match :up { | case :down { 1 } | case :up { 2 } }", "2");
    assert_value("match 'c' { | case 'd' { 1 } | case 'c' { 2 } }", "2");
    assert_value("match 1.0 { | case 1 { 1 } | case 1.0 { 2 } }", "2");
    assert_value("match null { | case null { 1 } | case _ { 2 } }", "1");
    assert_value("null(1)", "null");
}

static void action_patterns_match_action_values(void **state)
{
    (void)state;
    assert_value("match keyPress!(\"q\") { | case noop! { 1 }"
                 " | case keyPress!(k) { k } }",
                 "\"q\"");
    assert_value("match noop! { | case keyPress!(k) { k } | case noop! { 1 } }",
                 "1");
}

static void failing_pattern_makes_a_local_let_null(void **state)
{
    (void)state;
    assert_value("let [a] = [1, 2]; a", "null");
    assert_value("freeze {k: a} = {l: 1}. a", "null");
    assert_value("(fun (1, x) { x })(2, 3)", "null");
    assert_value("(fun (1, x) { x })(1, 3)", "3");
}

static void failing_first_parameter_shows_in_a_partial_application(void **state)
{
    (void)state;
    assert_value_in("{}", "let f(1, x) = x;", "isNull(f(2))", "true");
    assert_value_in("{}", "let f(1, x) = x;", "isNull(f(1))", "false");
    assert_value_in("{}", "let f(1, x) = x; let g(a, x) = 10 + x;",
                    "(f | g)(2)(5)", "15");
    assert_value_in("{}", "let f(1, x) = x; let g(a, x) = 10 + x;",
                    "(f | g)(1)(5)", "5");
}

static void closures_keep_the_bindings_they_saw(void **state)
{
    (void)state;
    assert_value_in("{}", "let a = 1; let f(x) = x + a; let a = 100;",
                    "[f(1), a]", "[2, 100]");
    assert_value("let x = 1; let f = fun y. x + y; let x = 10; f(x)", "11");
    assert_value("let add = fun x. fun y. x + y; add(1)(2) + add(1, 2)", "6");
    assert_value("let k = fun x. fun y. fun z. [x, y, z]; k(1)(2)(3)",
                 "[1, 2, 3]");
    assert_value("(if true {fun x. x + 1} else {fun x. x})(1)", "2");
    assert_value_in("{}", "let f(x) = x;", "f(f)(3)", "3");
}

static void lazy_arguments_are_evaluated_when_used(void **state)
{
    (void)state;
    assert_value_in("{}", "let k(~x, y) = y;", "k(1 / 0, 2)", "2");
    assert_failure_in("{}", "let k(x, y) = y;", "k(1 / 0, 2)",
                      "divide by zero");
    assert_value_in("{}", "let k(~x, y) = y; let two(f) = f(1 / 0, 3);",
                    "two(k)", "3");
    assert_failure("(fun ([x], y) { x })([], 1 / 0)", "divide by zero");
    assert_value("(fun ([x], y) { x })([3], 4)", "3");
    assert_value("5 ?? (1 / 0)", "5");
    assert_value("null ?? 6", "6");
    assert_value("(1 / 0) when false", "null");
    assert_failure("let x = 1 / 0; 5", "divide by zero");
    assert_value("let ~x = 1 / 0; 5", "5");
}

/* Small functions are compiled in line; nothing may get mixed up by that. */
static void functions_in_line_keep_their_variables_apart(void **state)
{
    (void)state;
    assert_value("first([first([1]), 2]) + first([last([3, 4])])", "5");
    assert_value("(1 when true) when (true when true)", "1");
    assert_value("for x in [1, 2] { first([x, 9]) + last([8, x]) }", "[2, 4]");
    assert_value_in("{}", "let inc(x) = x + 1;", "inc(inc(inc(1)))", "4");
    assert_value_in("{}", "let pair(a, b) = fun x. [a, b, x];",
                    "[pair(1, 2)(3), pair(4, pair(5, 6)(7))(8)]",
                    "[[1, 2, 3], [4, [5, 6, 7], 8]]");
    assert_value_in("{}", "let app(f, x) = f(x);",
                    "app(fun x. app(fun y. x + y, 10), 5)", "15");
    assert_value_in("{}",
                    "let app(f, x) = f(x);"
                    "let both(g, x) = app(fun y. g(y) + x, x + 1);",
                    "both(fun z. both(fun w. w * 100, z), 1)", "303");
    assert_value("let xs = [1]; let ys = [2];"
                 "let f = fun q. [first(xs), first(ys), q]; f(3)",
                 "[1, 2, 3]");
    assert_value("let f = fun y. first([y]); [f(1), f(f(2))]", "[1, 2]");
    assert_value_in("{}", "let k(~x, y) = if y { x } else { 0 };",
                    "let a = 1; let b = 2;"
                    "[k(a + b, true), k(k(b, true), true), k(1 / 0, false)]",
                    "[3, 2, 0]");
    /* one lazy argument, used in two ways */
    assert_value_in("{\"n\": 1}",
                    "let twice(~x) = [x, (fun f. f(0))(fun _ . x)];",
                    "twice(`n` + 1)", "[2, 2]");
    assert_value("exists x in [1, 2] { forall y in [x, 2] { y == 2 } }",
                 "true");
    assert_value("contains([1], [[2], [contains(3, [3]), 1], [1]])", "true");
}

static void errors_in_line_still_have_their_traces(void **state)
{
    (void)state;
    assert_failure_in("{}",
                      "let half(x) = x / 0;\n"
                      "let quarter(x) = half(half(x));\n",
                      "quarter(8)",
                      "spec.strom:2:15\n    let half(x) = x / 0;\n"
                      "                  ^~~~~\n"
                      "  half @ spec.strom:3:23\n"
                      "  quarter @ spec.strom:5:16");
}

static void indexing(void **state)
{
    (void)state;
    assert_value("[1, 2, 3][0]", "1");
    assert_value("[1, 2, 3][-1]", "3");
    assert_value("[1, 2, 3][3]", "null");
    assert_value("[1, 2, 3][-4]", "null");
    assert_value("{a: 1}[\"a\"]", "1");
    assert_value("{a: 1}[:a]", "1");
    assert_value("{a: 1}[:b]", "null");
    assert_value_in(STATE, "", "`o`[\"k\"]", "[1, 2]");
    assert_failure("null[0]", "Indexing expects a list or an object");
    assert_failure("\"abc\"[0]", "Indexing expects a list or an object");
    assert_failure("[1][0.0]", "Indexing a list expects an integer");
    assert_failure("{a: 1}[:a(1)]", "Indexing an object expects");
}

static void timeout_needs_an_action_item_61(void **state)
{
    (void)state;
    assert_value("noop! timeout 5", "noop! timeout 5");
    assert_value("(noop! timeout 5) timeout 6", "noop! timeout 6");
    assert_failure("[noop!] timeout 5", "Timeout expects an action");
    assert_failure("null timeout 5", "Timeout expects an action");
    assert_failure("noop! timeout 5.0", "Timeout expects an integer");
}

static void error_has_place_source_line_call_trace_and_state(void **state)
{
    (void)state;
    assert_failure_in("{\"#t\": []}",
                      "let ~time = parseInt(`#t`.textContent);\n"
                      "let late(limit) = time > limit;\n",
                      "late(3)", "(in state 7)");
    assert_failure_in("{\"#t\": []}",
                      "let ~time = parseInt(`#t`.textContent);\n"
                      "let late(limit) = time > limit;\n",
                      "late(3)",
                      "\nspec.strom:2:22\n"
                      "    let ~time = parseInt(`#t`.textContent);\n"
                      "                         ^~~~~~~~~~~~~~~~\n"
                      "  help: where it may be missing: let e = first(`#t`); "
                      "e.textContent when e != null\n"
                      "  time @ spec.strom:3:19\n"
                      "  late @ spec.strom:5:16");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(top_level_binding_cannot_read_the_state_item_24),
        cmocka_unit_test(eager_binding_that_fails_is_found_at_load),
        cmocka_unit_test(local_let_freezes_and_lazy_parameter_rereads_item_25),
        cmocka_unit_test(lazy_let_rereads),
        cmocka_unit_test(projection_of_lists_item_26),
        cmocka_unit_test(integers_and_floats_differ_item_27),
        cmocka_unit_test(connectives_check_only_the_left_side_item_28),
        cmocka_unit_test(integer_division_floors_item_29),
        cmocka_unit_test(arithmetic_is_for_numbers_item_29),
        cmocka_unit_test(partial_objects_cannot_be_compared_item_30),
        cmocka_unit_test(equality_is_structural),
        cmocka_unit_test(actions_compare_with_their_timeouts),
        cmocka_unit_test(map_drops_null_and_applies_to_non_lists_item_31),
        cmocka_unit_test(null_arms_fall_through_item_32),
        cmocka_unit_test(action_patterns_match_action_values),
        cmocka_unit_test(failing_pattern_makes_a_local_let_null),
        cmocka_unit_test(
            failing_first_parameter_shows_in_a_partial_application),
        cmocka_unit_test(closures_keep_the_bindings_they_saw),
        cmocka_unit_test(lazy_arguments_are_evaluated_when_used),
        cmocka_unit_test(functions_in_line_keep_their_variables_apart),
        cmocka_unit_test(errors_in_line_still_have_their_traces),
        cmocka_unit_test(indexing),
        cmocka_unit_test(timeout_needs_an_action_item_61),
        cmocka_unit_test(error_has_place_source_line_call_trace_and_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
