/* Nothing that a specification says takes the evaluator down or keeps it
 * forever; each limit is tested on both sides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/eval/machine.h"

static void endless_unfold_ends_with_a_message(void **state)
{
    (void)state;
    assert_failure("length(unfoldr(fun x. [x, x + 1], 0))",
                   "unfoldr does not end");
    assert_failure("length(unfoldr(fun x. [[x, x], [x, x]], 0))", "nest");
}

static void long_lists_are_fine(void **state)
{
    (void)state;
    assert_value("length(range(1, 100000))", "100000");
    assert_value("foldr(_+_, 0, range(1, 100000))", "5000050000");
}

/* twice(twice(…(f))): 2^n calls. */
static void exponential_evaluation_ends_with_a_message(void **state)
{
    (void)state;
    static const char *const before =
        "let twice(f, x) = f(f(x)); let inc(x) = x + 1;";
    assert_value_in("{}", before, "twice(twice(twice(inc)))(0)", "8");
    assert_value_in("{}", before, "twice(twice)(twice)(inc)(0)", "16");
    assert_failure_in(
        "{}", before,
        "twice(fun x. foldl(fun a. fun y. a + length(range(1, 1000)), 0, "
        "range(1, 10000)))(0)",
        "This evaluation takes too long");
}

static void deep_data_is_refused(void **state)
{
    struct buf expected;
    (void)state;
    assert_failure("foldl(fun a. fun x. [a], null, range(1, 1001))",
                   "Values nest too deeply");
    buf_init(&expected);
    assert_value("length(foldl(fun a. fun x. [a], null, range(1, 999)))", "1");
    assert_failure("foldl(fun a. fun x. {k: a}, null, range(1, 1001))",
                   "Values nest too deeply");
    assert_failure("foldl(fun a. fun x. :k(a), null, range(1, 1001))",
                   "Values nest too deeply");
    assert_failure("foldl(fun a. fun x. keyPress!(a), null, range(1, 1001))",
                   "Values nest too deeply");
    buf_finish(&expected);
}

/* Sharing makes them small in memory but 2^60 elements to look at. */
static void comparing_widely_shared_data_ends(void **state)
{
    (void)state;
    assert_failure("let a = foldl(fun a. fun x. [a, a], 1, range(1, 60)); "
                   "a == a",
                   "This evaluation takes too long");
    assert_value("let a = foldl(fun a. fun x. [a, a], 1, range(1, 10)); "
                 "a == a",
                 "true");
}

static void shared_data_cannot_flood_an_action(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let big = foldl(fun a. fun x. [a, a], 1, range(1, 60));"
                   "action go! = {id: \"x\", event: false, args: [big]};"
                   "let ~p = true; check p with go!;");
    run_state(&run, "{}");
    assert_false(lang_session_primitives(run.session, LANG_WITH,
                                         &run.primitives, &run.error));
    assert_non_null(strstr(run.error.message, "takes too long"));
    run_finish(&run);
}

/* Church numerals: calls nest as deep as the number. */
static void deep_calls_end_with_a_message(void **state)
{
    (void)state;
    static const char *const before =
        "let add(m, n) = fun f. fun x. m(f)(n(f)(x));"
        "let one(f, x) = f(x); let two = add(one, one);"
        "let four = add(two, two); let n16 = add(four, add(four, add(four, "
        "four))); let n64 = add(n16, add(n16, add(n16, n16)));"
        "let n256 = add(n64, add(n64, add(n64, n64)));"
        "let n1024 = add(n256, add(n256, add(n256, n256)));"
        "let compose(f, g, x) = f(g(x)); let id(x) = x;"
        "let inc(x) = x + 1;";
    assert_value_in("{}", before, "n1024(inc)(0)", "1024");
    assert_value_in("{}", before, "n64(compose(inc))(id)(0)", "64");
    assert_failure_in("{}", before, "n1024(compose(inc))(id)(0)", "too deep");
}

static void append_nested(struct buf *text, const char *open, const char *close,
                          int depth)
{
    for (int i = 0; i < depth; i++)
        buf_add_text(text, open);
    buf_add_text(text, "true");
    for (int i = 0; i < depth; i++)
        buf_add_text(text, close);
}

/* Whatever nesting the front lets through, the passes after it survive. */
static void deeply_nested_sources_do_not_crash(void **state)
{
    static const char *const forms[][2] = {
        {"[", "]"},       {"not (", ")"},
        {"{k: ", "}"},    {"(fun (x) { ", " })(1)"},
        {"next (", ")"},  {"if true { ", " } else { 1 }"},
        {"length(", ")"}, {"(true && ", ")"},
        {":s(", ")"},
    };
    static const int depths[] = {200, 1000, 2900};
    (void)state;
    for (size_t i = 0; i < sizeof forms / sizeof forms[0]; i++) {
        for (size_t j = 0; j < 3; j++) {
            struct buf text;
            struct diag_list diags;
            struct source_table sources;
            const char *folders[] = {WEIR_TEST_LIBRARY};
            struct lang_options options = {.include = folders,
                                           .include_count = 1};
            buf_init(&text);
            diag_list_init(&diags);
            buf_add_text(&text, "import quickstrom; let ~p = ");
            append_nested(&text, forms[i][0], forms[i][1], depths[j]);
            buf_add_text(&text, "; check p with noop!;");
            struct lang_program *program = lang_load_text(
                "x.strom", buf_str(&text), &options, &diags, &sources);
            if (program == NULL) {
                assert_true(diags.error_count > 0);
            } else {
                struct run run;
                struct verdict verdict, stop;
                struct error error;
                struct value *empty = value_parse(STR("{}"), NULL);
                run_init(&run, program, 0);
                lang_session_enter(run.session, empty, 1);
                value_unref(empty);
                if (lang_session_observe(run.session, NULL, 0, &verdict, &stop,
                                         &error))
                    run_reason(&run, 0);
                else
                    assert_true(error.code != ERROR_OK);
                run_finish(&run);
            }
            lang_program_destroy(program);
            source_table_finish(&sources);
            diag_list_finish(&diags);
            buf_finish(&text);
        }
    }
}

static void long_traces_are_cut_in_the_middle(void **state)
{
    struct buf before;
    (void)state;
    buf_init(&before);
    buf_add_text(&before, "let f0(x) = 1 / x;");
    for (int i = 1; i < 40; i++)
        buf_addf(&before, "let f%d(x) = f%d(x);", i, i - 1);
    assert_failure_in("{}", buf_text(&before), "f39(0)",
                      "  (25 more)\n  f37 @");
    buf_finish(&before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(endless_unfold_ends_with_a_message),
        cmocka_unit_test(long_lists_are_fine),
        cmocka_unit_test(exponential_evaluation_ends_with_a_message),
        cmocka_unit_test(deep_data_is_refused),
        cmocka_unit_test(comparing_widely_shared_data_ends),
        cmocka_unit_test(shared_data_cannot_flood_an_action),
        cmocka_unit_test(deep_calls_end_with_a_message),
        cmocka_unit_test(deeply_nested_sources_do_not_crash),
        cmocka_unit_test(long_traces_are_cut_in_the_middle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
