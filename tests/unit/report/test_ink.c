#include "report/ink.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static void contains_and_finishes(struct ink *ink, const char *expected)
{
    assert_string_equal(buf_text(&ink->out), expected);
    ink_finish(ink);
}

static void words_wrap_at_the_width_with_a_hanging_indent(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 12);
    ink_begin(&ink, 2, 4);
    ink_words(&ink, INK_PLAIN, "one two three four");
    ink_end(&ink);
    contains_and_finishes(&ink, "  one two\n    three\n    four\n");
}

static void a_word_that_ends_at_the_last_column_stays(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 8);
    ink_line(&ink, 1, INK_PLAIN, "abc def");
    ink_line(&ink, 1, INK_PLAIN, "abc defg");
    contains_and_finishes(&ink, " abc def\n abc\n defg\n");
}

static void a_piece_is_broken_only_when_wider_than_a_line(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 8);
    ink_begin(&ink, 0, 2);
    ink_piece(&ink, INK_PLAIN, "ab");
    ink_piece(&ink, INK_PLAIN, " cdefgh");
    ink_piece(&ink, INK_PLAIN, " 0123456789");
    ink_end(&ink);
    contains_and_finishes(&ink, "ab\n  cdefgh\n  012345\n  6789\n");
}

static void a_broken_piece_is_broken_at_a_space_when_there_is_one(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 10);
    ink_begin(&ink, 0, 0);
    ink_piece(&ink, INK_PLAIN, "let abc = defghijklmno;");
    ink_end(&ink);
    contains_and_finishes(&ink, "let abc =\ndefghijklm\nno;\n");
}

static void a_margin_is_part_of_the_indent(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 10);
    ink_begin(&ink, 0, 4);
    ink_margin(&ink, INK_PLAIN, "12 | ");
    ink_piece(&ink, INK_PLAIN, "0123456789");
    ink_end(&ink);
    contains_and_finishes(&ink, "12 | 01234\n    56789\n");
}

static void wide_letters_take_two_columns(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 4);
    ink_line(&ink, 0, INK_PLAIN, "\u6f22\u5b57\u6f22");
    contains_and_finishes(&ink, "\u6f22\u5b57\n\u6f22\n");
}

static void a_selector_is_one_word_when_short_enough(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 20);
    ink_line(&ink, 0, INK_PLAIN, "click on this `.a b`, first");
    ink_line(&ink, 0, INK_PLAIN, "click `.a .very .long .selector`");
    ink_line(&ink, 0, INK_PLAIN, "a `tick that never ends");
    contains_and_finishes(&ink, "click on this\n`.a b`, first\n"
                                "click `.a .very\n.long .selector`\n"
                                "a `tick that never\nends\n");
}

static void no_line_ends_with_a_space(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 10);
    ink_begin(&ink, 0, 2);
    ink_piece(&ink, INK_PLAIN, "abc  ");
    ink_piece(&ink, INK_PLAIN, " defghi");
    ink_piece(&ink, INK_PLAIN, "  ");
    ink_end(&ink);
    contains_and_finishes(&ink, "abc\n  defghi\n");
}

static void words_of_one_style_share_a_sequence(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, true, true, 80);
    ink_begin(&ink, 1, 1);
    ink_words(&ink, INK_BOLD, "a b");
    ink_words(&ink, INK_GREEN, "c");
    ink_words(&ink, INK_PLAIN, "d");
    ink_end(&ink);
    contains_and_finishes(&ink, " \x1b[1ma b\x1b[0m\x1b[32m c\x1b[0m d\n");
}

static void colour_ends_with_its_line_and_goes_on_in_the_next(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, true, true, 3);
    ink_line(&ink, 0, INK_RED, "abc de");
    contains_and_finishes(&ink, "\x1b[1;31mabc\x1b[0m\n\x1b[1;31mde\x1b[0m\n");
}

static void without_colour_there_is_no_escape(void **state)
{
    (void)state;
    struct ink ink;
    ink_init(&ink, false, true, 80);
    for (int style = 0; style < INK_STYLE_COUNT; style++)
        ink_line(&ink, 0, (enum ink_style)style, "x");
    ink_empty_line(&ink);
    contains_and_finishes(&ink, "x\nx\nx\nx\nx\nx\nx\n\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_wrap_at_the_width_with_a_hanging_indent),
        cmocka_unit_test(a_word_that_ends_at_the_last_column_stays),
        cmocka_unit_test(a_piece_is_broken_only_when_wider_than_a_line),
        cmocka_unit_test(a_broken_piece_is_broken_at_a_space_when_there_is_one),
        cmocka_unit_test(a_margin_is_part_of_the_indent),
        cmocka_unit_test(wide_letters_take_two_columns),
        cmocka_unit_test(a_selector_is_one_word_when_short_enough),
        cmocka_unit_test(no_line_ends_with_a_space),
        cmocka_unit_test(words_of_one_style_share_a_sequence),
        cmocka_unit_test(colour_ends_with_its_line_and_goes_on_in_the_next),
        cmocka_unit_test(without_colour_there_is_no_escape),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
