/* Primitives and the library modules: sections 5.1 to 5.3 of the reference,
 * items 33 to 38 of its checklist. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "back_support.h"

static void range_is_inclusive_item_33(void **state)
{
    (void)state;
    assert_value("range(1, 4)", "[1, 2, 3, 4]");
    assert_value("range(4, 1)", "[]");
    assert_value("range(3, 3)", "[3]");
}

static void contains_takes_the_needle_first_item_33(void **state)
{
    (void)state;
    assert_value("contains(2, [1, 2])", "true");
    assert_value("contains(3, [1, 2])", "false");
    assert_value("contains(null, [1, null])", "true");
    assert_value("contains(1, [])", "false");
    assert_failure_in("{\"li\": [{\"k\": 1}]}", "", "contains(`li`[0], `li`)",
                      "Cannot compare partial objects");
}

static void parse_int_takes_digits_only_item_34(void **state)
{
    (void)state;
    assert_value("parseInt(\"042\")", "42");
    assert_failure("parseInt(\"-1\")", "parseInt could not parse");
    assert_failure("parseInt(\" 1\")", "parseInt could not parse");
    assert_failure("parseInt(\"\")", "parseInt could not parse");
    assert_failure("parseInt(\"1px\")", "non-parsable suffix");
    assert_failure("parseInt(1)", "parseInt expects a string");
    assert_value("parseInt(\"18446744073709551617\")", "1");
}

static void parse_float_takes_the_whole_string_item_34(void **state)
{
    (void)state;
    assert_value("parseFloat(\"-1.5e3\")", "-1500.0");
    assert_value("parseFloat(\"2\") == 2.0", "true");
    assert_value("parseFloat(\"2e-1\")", "0.2");
    assert_failure("parseFloat(\"1.\")", "parseFloat could not parse");
    assert_failure("parseFloat(\".5\")", "parseFloat could not parse");
    assert_failure("parseFloat(\"1e\")", "parseFloat could not parse");
    assert_failure("parseFloat(\"1 \")", "parseFloat could not parse");
    assert_failure("parseFloat(\"nan\")", "parseFloat could not parse");
    assert_failure("parseFloat(\"0x10\")", "parseFloat could not parse");
    assert_failure("parseFloat(\"\")", "parseFloat could not parse");
}

static void split_keeps_empty_pieces_item_35(void **state)
{
    (void)state;
    assert_value("split(\",\", \"a,,b\")", "[\"a\", \"\", \"b\"]");
    assert_value("split(\",\", \"\")", "[\"\"]");
    assert_value("split(\"ab\", \"xababy\")", "[\"x\", \"\", \"y\"]");
    assert_value("split(\" \", \"a \")", "[\"a\", \"\"]");
    assert_failure("split(\"\", \"a\")", "separator that is not empty");
    assert_failure("split(1, \"a\")", "split expects a string");
}

static void trim_strips_unicode_space_item_35(void **state)
{
    (void)state;
    assert_value("trim(\"\\xA0\\&\\t a b\\n \\x2003\")", "\"a b\"");
    assert_value("trim(\"ab\")", "\"ab\"");
    assert_value("trim(\" \\n\")", "\"\"");
    assert_failure("trim(1)", "trim expects a string");
}

static void zips_truncate_item_36(void **state)
{
    (void)state;
    assert_value("zip([1, 2], [3])", "[[1, 3]]");
    assert_value("zip([], [3])", "[]");
    assert_failure("zip([1], 2)", "zip expects two lists");
    assert_value("zipAll([[1, 2, 3], [4, 5], [6, 7, 8]])",
                 "[[1, 4, 6], [2, 5, 7]]");
    assert_value("zipAll([[1, 2], []])", "[]");
    assert_value("zipAll([])", "[]");
    assert_failure("zipAll([1])", "zipAll expects a list of lists");
}

static void folds_item_37(void **state)
{
    (void)state;
    assert_value("foldr(_+_, 0, [1, 2])", "3");
    assert_value("foldr(fun x. fun acc. [x, acc], null, [1, 2])",
                 "[1, [2, null]]");
    assert_value("foldl(fun acc. fun x. [acc, x], null, [1, 2])",
                 "[[null, 1], 2]");
    assert_value("foldr(_-_, 1, 10)", "9");
    assert_value("foldl(_-_, 1, 10)", "-9");
    assert_value("filter(fun x. x > 1, [1, 2, 3])", "[2, 3]");
    assert_value("filter(fun x. x > 1)([1, 2, 3])", "[2, 3]");
    assert_value("filter(fun _ . true, [1, null])", "[1]");
}

static void lazily_mapped_lists_compare_by_content_item_38(void **state)
{
    (void)state;
    assert_value_in("{\"n\": 4}", "let id(~x) = x;",
                    "map(fun x. id(x + `n`), [1, 2]) == [5, 6]", "true");
    assert_value_in("{\"n\": 4}", "let id(~x) = x;",
                    "[5, 6] == for x in [1, 2] { let ~y = x + `n`; y }",
                    "true");
}

static void unfold(void **state)
{
    (void)state;
    assert_value("unfoldr(fun n. [n, n - 1] when n > 0, 3)", "[3, 2, 1]");
    assert_failure("unfoldr(fun n. [n], 3)",
                   "unfoldr expects [item, next seed] or null, got: [3]");
    assert_failure("unfoldr(fun n. 5, 3)", "unfoldr expects");
}

static void quantifiers(void **state)
{
    (void)state;
    assert_value("forall x in [1, 2] { x > 0 }", "true");
    assert_value("forall x in [1, 2] { x > 1 }", "false");
    assert_value("forall x in [] { 1 / 0 == 1 }", "true");
    assert_value("exists x in [1, 2]. x > 1", "true");
    assert_value("exists x in [] { true }", "false");
    /* null results do not count */
    assert_value("forall x in [1, 2] { (x > 1) when x > 1 }", "true");

    assert_failure("conjunction([3, true])", "got: 3");
    assert_value("disjunction([])", "false");
}

static void small_functions(void **state)
{
    (void)state;
    assert_value("min(2, 1) + min(1, 3)", "2");
    assert_value("first([7]) + last([1, 2])", "9");
    assert_value("first([])", "null");
    assert_value("isNull(null)", "true");
    assert_value("isNull(isNull)", "false");
    assert_value("if false { 1 }", "null");
    assert_value("1 when true", "1");
    assert_value("foldr(_&&_, true, [true, false])", "false");
}

static void key_codes_are_those_of_webdriver(void **state)
{
    (void)state;
    assert_value("keys.enter == \"\\xE007\"", "true");
    assert_value("keys.null == \"\\xE000\"", "true");
    assert_value("keys.escape == \"\\xE00C\"", "true");
    assert_value("keys.leftAlt == keys.alt", "true");
    assert_value("keys.numpad9 == \"\\xE023\"", "true");
    assert_value("keys.divide == \"\\xE029\"", "true");
    assert_value("keys.f1 == \"\\xE031\" && keys.f12 == \"\\xE03C\"", "true");
    assert_value("keys.command == keys.meta && keys.meta == \"\\xE03D\"",
                 "true");
    assert_value("keys.arrowDown == \"\\xE015\"", "true");
}

static void user_code_may_redefine_primitives(void **state)
{
    (void)state;
    assert_value_in("{}", "let ~p until ~q = :mine;", "true until false",
                    ":mine");
    assert_value_in("{}", "let trim(x) = 5;", "trim(\" a\")", "5");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(range_is_inclusive_item_33),
        cmocka_unit_test(contains_takes_the_needle_first_item_33),
        cmocka_unit_test(parse_int_takes_digits_only_item_34),
        cmocka_unit_test(parse_float_takes_the_whole_string_item_34),
        cmocka_unit_test(split_keeps_empty_pieces_item_35),
        cmocka_unit_test(trim_strips_unicode_space_item_35),
        cmocka_unit_test(zips_truncate_item_36),
        cmocka_unit_test(folds_item_37),
        cmocka_unit_test(lazily_mapped_lists_compare_by_content_item_38),
        cmocka_unit_test(unfold),
        cmocka_unit_test(quantifiers),
        cmocka_unit_test(small_functions),
        cmocka_unit_test(key_codes_are_those_of_webdriver),
        cmocka_unit_test(user_code_may_redefine_primitives),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
