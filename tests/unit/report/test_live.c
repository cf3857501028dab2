#include "report/live.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/clock.h"

static int64_t now_us;

static int64_t test_clock(void)
{
    return now_us;
}

struct page {
    char *text;
    size_t size;
    FILE *stream;
    struct live live;
};

static void begin(struct page *page, bool enabled)
{
    *page = (struct page){.text = NULL};
    page->stream = open_memstream(&page->text, &page->size);
    live_init(&page->live, page->stream, enabled);
}

static void contains_and_ends(struct page *page, const char *expected)
{
    fclose(page->stream);
    assert_string_equal(page->text, expected);
    free(page->text);
}

static void the_line_is_painted_over_and_wiped(void **state)
{
    (void)state;
    struct page page;
    begin(&page, true);
    live_paint(&page.live, "one");
    live_paint(&page.live, "two");
    live_wipe(&page.live);
    contains_and_ends(&page, "\rone\x1b[K\rtwo\x1b[K\r\x1b[K");
}

static void several_lines_are_painted_over_from_the_first(void **state)
{
    (void)state;
    struct page page;
    begin(&page, true);
    live_paint(&page.live, "one\ntwo\nthree");
    live_paint(&page.live, "1\n2\n3");
    live_paint(&page.live, "a\nb");
    live_wipe(&page.live);
    contains_and_ends(&page, "\rone\x1b[K\r\ntwo\x1b[K\r\nthree\x1b[K"
                             "\x1b[2A\r1\x1b[K\r\n2\x1b[K\r\n3\x1b[K"
                             "\x1b[2A\ra\x1b[K\r\nb\x1b[J"
                             "\x1b[1A\r\x1b[J");
}

static void wiping_what_is_not_shown_writes_nothing(void **state)
{
    (void)state;
    struct page page;
    begin(&page, true);
    live_wipe(&page.live);
    live_paint(&page.live, "x");
    live_wipe(&page.live);
    live_wipe(&page.live);
    contains_and_ends(&page, "\rx\x1b[K\r\x1b[K");
}

static void it_is_due_ten_times_a_second(void **state)
{
    (void)state;
    struct page page;
    begin(&page, true);
    clock_replace(test_clock);
    now_us = 5000000;
    assert_true(live_is_due(&page.live));
    live_paint(&page.live, "x");
    assert_false(live_is_due(&page.live));
    now_us += 99999;
    assert_false(live_is_due(&page.live));
    now_us += 1;
    assert_true(live_is_due(&page.live));
    clock_replace(NULL);
    contains_and_ends(&page, "\rx\x1b[K");
}

static void it_is_due_at_once_after_it_was_wiped(void **state)
{
    (void)state;
    struct page page;
    begin(&page, true);
    clock_replace(test_clock);
    live_paint(&page.live, "x");
    live_wipe(&page.live);
    assert_true(live_is_due(&page.live));
    clock_replace(NULL);
    contains_and_ends(&page, "\rx\x1b[K\r\x1b[K");
}

static void a_disabled_line_is_never_due(void **state)
{
    (void)state;
    struct page page;
    begin(&page, false);
    assert_false(live_is_due(&page.live));
    contains_and_ends(&page, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_line_is_painted_over_and_wiped),
        cmocka_unit_test(several_lines_are_painted_over_from_the_first),
        cmocka_unit_test(wiping_what_is_not_shown_writes_nothing),
        cmocka_unit_test(it_is_due_ten_times_a_second),
        cmocka_unit_test(it_is_due_at_once_after_it_was_wiped),
        cmocka_unit_test(a_disabled_line_is_never_due),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
