#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "lang/front/diag.h"

struct page {
    struct source_table sources;
    struct diag_list diags;
    struct buf text;
};

static void begin(struct page *page, struct str text)
{
    source_table_init(&page->sources);
    diag_list_init(&page->diags);
    buf_init(&page->text);
    source_add(&page->sources, "t.strom", "t", text);
}

static void end(struct page *page)
{
    buf_finish(&page->text);
    diag_list_finish(&page->diags);
    source_table_finish(&page->sources);
}

static void report(struct page *page, uint32_t from, uint32_t to)
{
    diag_add(&page->diags, DIAG_ERROR, DIAG_PARSE, (struct span){0, from, to},
             "it is %s", "wrong");
}

static void assert_printed(struct page *page, const char *expected)
{
    diag_list_print(&page->text, &page->sources, &page->diags);
    assert_string_equal(buf_text(&page->text), expected);
}

static void a_diagnostic_shows_place_line_and_underline(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("let a = 1;\nlet b = c;\n"));
    report(&page, 19, 20);
    assert_printed(&page, "t.strom:2:9: error: it is wrong\n"
                          "    let b = c;\n"
                          "            ^\n");
    end(&page);
}

static void help_and_details_follow_indented(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("abc"));
    struct diag *diag = diag_add(&page.diags, DIAG_WARNING, DIAG_LEXICAL,
                                 (struct span){0, 0, 3}, "odd");
    diag_help(diag, "write %d", 3);
    diag->details = memory_format("%s", "first\nsecond");
    assert_printed(&page, "t.strom:1:1: warning: odd\n"
                          "    abc\n"
                          "    ^~~\n"
                          "  help: write 3\n"
                          "  first\n"
                          "  second\n");
    assert_int_equal(page.diags.error_count, 0);
    end(&page);
}

static void help_can_be_changed(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("a"));
    report(&page, 0, 1);
    diag_help(&page.diags.items[0], "one");
    diag_help(&page.diags.items[0], "two");
    assert_string_equal(page.diags.items[0].help, "two");
    end(&page);
}

static void a_span_over_several_lines_marks_its_first(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("ab\ncd"));
    report(&page, 1, 5);
    assert_printed(&page, "t.strom:1:2: error: it is wrong\n"
                          "    ab\n"
                          "     ^\n");
    end(&page);
}

static void an_empty_span_is_marked_once_also_at_the_end(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("ab"));
    report(&page, 2, 2);
    assert_printed(&page, "t.strom:1:3: error: it is wrong\n"
                          "    ab\n"
                          "      ^\n");
    end(&page);
}

static void wide_characters_take_two_marks_and_tabs_stay(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("日\t日x"));
    report(&page, 4, 8);
    assert_printed(&page, "t.strom:1:3: error: it is wrong\n"
                          "    日\t日x\n"
                          "      \t^~~\n");
    end(&page);
}

static void control_characters_and_broken_bytes_are_not_sent_on(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("a\x1b[31m\xff b"));
    report(&page, 8, 9);
    diag_list_print(&page.text, &page.sources, &page.diags);
    assert_null(strchr(buf_text(&page.text), '\x1b'));
    assert_null(strchr(buf_text(&page.text), '\xff'));
    assert_non_null(strstr(buf_text(&page.text), "\n            ^\n"));
    end(&page);
}

static void a_long_line_is_shown_around_the_place(void **state)
{
    (void)state;
    struct page page;
    struct buf text;
    buf_init(&text);
    buf_add_repeat(&text, 'x', 100000);
    buf_add_char(&text, 'Y');
    buf_add_repeat(&text, 'z', 100000);
    begin(&page, buf_str(&text));
    report(&page, 100000, 100001);
    diag_list_print(&page.text, &page.sources, &page.diags);
    assert_true(page.text.length < 1000);
    assert_non_null(strstr(buf_text(&page.text), "xYz"));
    end(&page);
    buf_finish(&text);
}

static void a_diagnostic_without_a_place_is_one_line(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("a"));
    diag_add(&page.diags, DIAG_ERROR, DIAG_PARSE,
             (struct span){UINT32_MAX, 0, 0}, "no file");
    assert_printed(&page, "error: no file\n");
    end(&page);
}

static void beyond_the_limit_errors_are_only_counted(void **state)
{
    (void)state;
    struct page page;
    begin(&page, STR("a"));
    for (int i = 0; i < DIAG_LIMIT + 7; i++) {
        struct diag *diag = diag_add(&page.diags, DIAG_ERROR, DIAG_PARSE,
                                     (struct span){0, 0, 1}, "number %d", i);
        diag_help(diag, "also this one may be written to");
    }
    assert_int_equal(page.diags.count, DIAG_LIMIT);
    assert_int_equal(page.diags.error_count, DIAG_LIMIT + 7);
    assert_string_equal(page.diags.items[DIAG_LIMIT - 1].message, "number 49");
    diag_list_print(&page.text, &page.sources, &page.diags);
    assert_non_null(strstr(buf_text(&page.text), "and 7 more errors\n"));
    end(&page);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_diagnostic_shows_place_line_and_underline),
        cmocka_unit_test(help_and_details_follow_indented),
        cmocka_unit_test(help_can_be_changed),
        cmocka_unit_test(a_span_over_several_lines_marks_its_first),
        cmocka_unit_test(an_empty_span_is_marked_once_also_at_the_end),
        cmocka_unit_test(wide_characters_take_two_marks_and_tabs_stay),
        cmocka_unit_test(control_characters_and_broken_bytes_are_not_sent_on),
        cmocka_unit_test(a_long_line_is_shown_around_the_place),
        cmocka_unit_test(a_diagnostic_without_a_place_is_one_line),
        cmocka_unit_test(beyond_the_limit_errors_are_only_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
