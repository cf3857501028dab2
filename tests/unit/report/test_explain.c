#include "report/explain.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#define S(text) ((char *)(text))

static void explains(const struct reason *reasons, size_t count, size_t width,
                     const char *expected)
{
    struct ink ink;
    ink_init(&ink, false, true, width);
    explain_reasons(&ink, 2, reasons, count);
    assert_string_equal(buf_text(&ink.out), expected);
    ink_finish(&ink);
}

static void a_reason_has_text_place_source_and_values(void **state)
{
    (void)state;
    struct reason reason = {.text = S("`a` is false"),
                            .file = S("x.strom"),
                            .line = 12,
                            .column = 5,
                            .source = S("let a = b == 1;"),
                            .version = 3,
                            .values = S("b is 2")};
    explains(&reason, 1, 60,
             "  `a` is false\n"
             "    x.strom:12:5, in step 3\n"
             "      12 | let a = b == 1;\n"
             "         |     ^\n"
             "    b is 2\n");
}

static void what_a_reason_lacks_is_left_out(void **state)
{
    (void)state;
    struct reason reasons[] = {
        {.text = S("first")},
        {.text = S("second"), .version = 1},
    };
    explains(reasons, 2, 60, "  first\n\n  second\n    in step 1\n");
}

static void the_caret_stands_below_its_column(void **state)
{
    (void)state;
    struct reason reason = {
        .file = S("x"), .line = 1, .column = 4, .source = S("\t\u6f22=y")};
    explains(&reason, 1, 60,
             "    x:1:4\n"
             "       1 |     \u6f22=y\n"
             "         |        ^\n");
}

static void several_source_lines_have_one_caret(void **state)
{
    (void)state;
    struct reason reason = {
        .file = S("x"), .line = 9, .column = 1, .source = S("a\n\nb")};
    explains(&reason, 1, 60,
             "    x:9:1\n"
             "       9 | a\n"
             "         | ^\n"
             "      10 |\n"
             "      11 | b\n");
}

static void a_column_outside_the_line_does_no_harm(void **state)
{
    (void)state;
    struct reason reasons[] = {
        {.file = S("x"), .line = 1, .column = 99, .source = S("ab")},
        {.file = S("x"), .line = 1, .column = 0, .source = S("ab")},
        {.file = S("x"), .line = 1, .column = -5, .source = S("")},
    };
    explains(reasons, 3, 60,
             "    x:1:99\n       1 | ab\n         |   ^\n\n"
             "    x:1:0\n       1 | ab\n\n"
             "    x:1:-5\n");
}

/* 13 columns are left beside the margin. */
static void source_that_is_too_wide_is_cut_around_its_column(void **state)
{
    (void)state;
    struct reason reasons[] = {
        {.file = S("x"),
         .line = 1,
         .column = 3,
         .source = S("0123456789abcdefgh")},
        {.file = S("x"),
         .line = 1,
         .column = 11,
         .source = S("0123456789abcdefgh\n0123456789abcdefgh")},
        {.file = S("x"),
         .line = 1,
         .column = 18,
         .source = S("0123456789abcdefgh")},
    };
    explains(reasons, 3, 24,
             "    x:1:3\n"
             "       1 | 0123456789ab\u2026\n"
             "         |   ^\n\n"
             "    x:1:11\n"
             "       1 | \u2026456789abcde\u2026\n"
             "         |        ^\n"
             "       2 | 0123456789ab\u2026\n\n"
             "    x:1:18\n"
             "       1 | \u2026bcdefgh\n"
             "         |        ^\n");
}

static void text_keeps_its_shape_when_it_fits(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 20);
    explain_text(&ink, 2, INK_PLAIN, "a   b\n  c\x1b\nlong long long long x");
    assert_string_equal(buf_text(&ink.out), "  a   b\n"
                                            "    c\\x1b\n"
                                            "  long long long\n"
                                            "  long x\n");
    ink_finish(&ink);
}

static void tells(const char *text, size_t width, const char *expected)
{
    struct ink ink;
    ink_init(&ink, false, true, width);
    explain_text(&ink, 2, INK_PLAIN, text);
    assert_string_equal(buf_text(&ink.out), expected);
    ink_finish(&ink);
}

/* An error quotes its source with an underline: they are one picture, of which
 * the part around the caret is shown, and which is never wrapped. */
static void quoted_source_keeps_its_underline(void **state)
{
    (void)state;
    tells("wrong\n"
          "    let a = b + c;\n"
          "            ^~~~~\n"
          "  help: none",
          40,
          "  wrong\n"
          "      let a = b + c;\n"
          "              ^~~~~\n"
          "    help: none\n");
    /* Of 20 columns of room ten letters stand before z, after the mark. */
    tells("    abcdefghijklmnopqrstuvwxyzABCDEFGHIJKL\n"
          "                             ^~~~~~~~~~~~~\n",
          26,
          "      \u2026pqrstuvwxyzABCDEFG\u2026\n"
          "                 ^~~~~~~~~\n");
    tells("    \tx + 1\n"
          "    \t    ^\n",
          40,
          "          x + 1\n"
          "              ^\n");
    /* the line of a page that only looks a little like it */
    tells("    x\n    ^ y\n", 40, "      x\n      ^ y\n");
}

static void a_mistake_is_one_in_whatever_state_and_by_whatever_way(void **state)
{
    (void)state;
    const char *one = "parseInt could not parse a number, got: \"-1\" (in "
                      "state 6)\na.strom:9:14\n    let ~n = …\n  n @ "
                      "a.strom:28:41";
    assert_true(explain_is_same_error(one, one));
    assert_true(explain_is_same_error(
        one, "parseInt could not parse a number, got: \"-1\" (in state "
             "12)\na.strom:9:14\n    let ~n = …\n  n @ a.strom:30:2"));
    /* another value, another place, no place, another kind of error */
    assert_false(explain_is_same_error(
        one, "parseInt could not parse a number, got: \"-2\" (in state "
             "6)\na.strom:9:14"));
    assert_false(explain_is_same_error(
        one, "parseInt could not parse a number, got: \"-1\" (in state "
             "6)\na.strom:10:14"));
    assert_false(explain_is_same_error(
        one, "parseInt could not parse a number, got: \"-1\" (in state 6)"));
    assert_false(explain_is_same_error(one, "Ran out of actions to do!"));
    assert_true(explain_is_same_error("Ran out of actions to do!\n  a\n  b",
                                      "Ran out of actions to do!\n  a\n  b"));
    assert_false(explain_is_same_error("Ran out of actions to do!\n  a\n  b",
                                       "Ran out of actions to do!\n  a\n  c"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_reason_has_text_place_source_and_values),
        cmocka_unit_test(what_a_reason_lacks_is_left_out),
        cmocka_unit_test(the_caret_stands_below_its_column),
        cmocka_unit_test(several_source_lines_have_one_caret),
        cmocka_unit_test(a_column_outside_the_line_does_no_harm),
        cmocka_unit_test(source_that_is_too_wide_is_cut_around_its_column),
        cmocka_unit_test(text_keeps_its_shape_when_it_fits),
        cmocka_unit_test(quoted_source_keeps_its_underline),
        cmocka_unit_test(
            a_mistake_is_one_in_whatever_state_and_by_whatever_way),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
