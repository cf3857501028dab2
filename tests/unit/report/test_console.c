/* What the console does while a run lasts; whole reports are golden tests. */
#include "report/report.h"

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
    struct reporter *console;
};

static void begin(struct page *page, enum report_when live, int64_t tests)
{
    *page = (struct page){.text = NULL};
    page->stream = open_memstream(&page->text, &page->size);
    struct report_options options = {.stream = page->stream,
                                     .colour = REPORT_NEVER,
                                     .live = live,
                                     .unicode = REPORT_ALWAYS,
                                     .width = 60};
    page->console = report_console_create(&options);
    struct run_info info = {.spec = "a.strom",
                            .seed = 1,
                            .subscript = 100,
                            .time_mode = "real",
                            .property_count = 1,
                            .tests = tests,
                            .command = "weir check a.strom"};
    page->console->ops->begin(page->console, &info);
}

/* What was written since the last time; borrowed. */
static const char *written(struct page *page)
{
    static size_t seen;
    static char *last_page;
    fflush(page->stream);
    if (last_page != page->text)
        seen = 0;
    last_page = page->text;
    const char *text = page->text + seen;
    seen = page->size;
    return text;
}

static void end(struct page *page)
{
    page->console->ops->destroy(page->console);
    fclose(page->stream);
    free(page->text);
}

static int use_test_clock(void **state)
{
    (void)state;
    now_us = 1000000;
    clock_replace(test_clock);
    return 0;
}

static int use_real_clock(void **state)
{
    (void)state;
    clock_replace(NULL);
    return 0;
}

static struct step make_action(const char *json_args)
{
    struct step step;
    step_init(&step);
    step.kind = STEP_ACTED;
    step.version = 1;
    step.state = value_object(NULL, 0);
    action_list_push(&step.what,
                     action_make(value_string(STR("enterText")), false,
                                 value_parse(str_text(json_args), NULL),
                                 ACTION_NO_TIMEOUT));
    return step;
}

static void end_test(struct page *page, const struct test_info *info)
{
    struct test_result result = {.info = info,
                                 .verdict = {VERDICT_PROBABLY, true},
                                 .actions = 2,
                                 .duration_ms = 300};
    page->console->ops->test_end(page->console, &result);
}

static void the_live_line_tells_what_is_done_and_is_wiped(void **state)
{
    (void)state;
    struct page page;
    struct test_info info = {.property = "safety", .number = 1};
    begin(&page, REPORT_ALWAYS, 1);
    written(&page);
    page.console->ops->test_begin(page.console, &info);
    assert_string_equal(written(&page), "\rsafety: 0 actions, 0 ms\x1b[K");
    now_us += 200000;
    page.console->ops->activity(page.console, "starting the browser");
    assert_string_equal(
        written(&page),
        "\rsafety: 0 actions, 200 ms, starting the browser\x1b[K");
    struct step step = make_action("[\"a\"]");
    page.console->ops->step(page.console, &step);
    assert_string_equal(written(&page), "");
    now_us += 1100000;
    page.console->ops->step(page.console, &step);
    assert_string_equal(
        written(&page),
        "\rsafety: 2 actions, 1/s, 1.3 s, enter text \"a\"\x1b[K");
    end_test(&page, &info);
    assert_string_equal(
        written(&page),
        "\r\x1b[K"
        "ok   safety  Probably true  (0 states, 2 actions, 300 ms)\n");
    step_finish(&step);
    end(&page);
}

static void the_last_step_stays_while_the_activity_is_the_same(void **state)
{
    (void)state;
    struct page page;
    struct test_info info = {.property = "p", .number = 1};
    begin(&page, REPORT_ALWAYS, 1);
    page.console->ops->test_begin(page.console, &info);
    page.console->ops->activity(page.console, "testing");
    struct step step = make_action("[\"a\"]");
    page.console->ops->step(page.console, &step);
    written(&page);
    now_us += 100000;
    page.console->ops->activity(page.console, "testing");
    assert_string_equal(written(&page),
                        "\rp: 1 action, 100 ms, enter text \"a\"\x1b[K");
    now_us += 100000;
    page.console->ops->activity(page.console, "closing");
    assert_string_equal(written(&page), "\rp: 1 action, 200 ms, closing\x1b[K");
    step_finish(&step);
    end(&page);
}

static void the_live_line_counts_tests_when_there_are_several(void **state)
{
    (void)state;
    struct page page;
    struct test_info info = {.property = "p", .number = 7};
    begin(&page, REPORT_ALWAYS, 30);
    written(&page);
    page.console->ops->test_begin(page.console, &info);
    assert_string_equal(written(&page), "\rp 7/30: 0 actions, 0 ms\x1b[K");
    end(&page);
}

/* Several at a time: the line is that of all of them, and a test that is told
 * of does not take it over. */
static void the_live_line_tells_of_all_that_run(void **state)
{
    (void)state;
    struct page page;
    struct test_info info = {.property = "p", .number = 7};
    struct run_info run = {.spec = "a.strom",
                           .time_mode = "real",
                           .tests = 30,
                           .jobs = 3,
                           .command = "weir check a.strom"};
    begin(&page, REPORT_ALWAYS, 30);
    page.console->ops->begin(page.console, &run);
    written(&page);
    page.console->ops->test_begin(page.console, &info);
    assert_string_equal(written(&page), "");
    page.console->ops->progress(page.console,
                                &(struct run_progress){.running = 3,
                                                       .told = 6,
                                                       .property = "p",
                                                       .number = 7,
                                                       .actions = 41,
                                                       .doing = "testing"});
    assert_string_equal(
        written(&page),
        "\r3 at a time, p 7/30: 41 actions, 0 ms, testing\x1b[K");
    end(&page);
}

/* A line for each, which stays where it is when one has nothing to do. */
static void each_of_several_tests_has_a_live_line(void **state)
{
    (void)state;
    struct page page;
    struct run_info run = {.spec = "a.strom",
                           .time_mode = "real",
                           .tests = 30,
                           .jobs = 3,
                           .command = "weir check a.strom"};
    struct step step = make_action("[\"a\"]");
    const struct run_job jobs[] = {
        {.property = "p", .number = 7, .actions = 40, .step = &step},
        {.property = NULL},
        {.property = "q", .number = 1, .actions = 1, .doing = "loading"},
    };
    begin(&page, REPORT_ALWAYS, 30);
    page.console->ops->begin(page.console, &run);
    written(&page);
    page.console->ops->progress(page.console,
                                &(struct run_progress){.running = 2,
                                                       .told = 6,
                                                       .property = "p",
                                                       .number = 7,
                                                       .actions = 41,
                                                       .jobs = jobs,
                                                       .job_count = 3});
    assert_string_equal(written(&page),
                        "\r2 at a time, p 7/30: 41 actions, 0 ms\x1b[K\r\n"
                        "  1  p 7/30: 40 actions, enter text \"a\"\x1b[K\r\n"
                        "  2  waits for the others\x1b[K\r\n"
                        "  3  q 1/30: 1 action, loading\x1b[K");
    step_finish(&step);
    end(&page);
}

static void a_notice_is_a_line_of_its_own(void **state)
{
    (void)state;
    struct page page;
    begin(&page, REPORT_ALWAYS, 1);
    written(&page);
    struct notice notice = {.kind = "k", .text = "so it is"};
    page.console->ops->activity(page.console, "testing");
    written(&page);
    page.console->ops->notice(page.console, &notice);
    assert_string_equal(written(&page), "\r\x1b[K     note: so it is\n");
    end(&page);
}

static void the_live_line_is_escaped_and_fits(void **state)
{
    (void)state;
    struct page page;
    begin(&page, REPORT_ALWAYS, 1);
    written(&page);
    page.console->ops->activity(
        page.console, "a\nb 0123456789 0123456789 0123456789 0123456789 "
                      "0123456789 0123456789");
    assert_string_equal(written(&page),
                        "\ra\\nb 0123456789 0123456789 0123456789 0123456789 "
                        "012345678\u2026\x1b[K");
    end(&page);
}

static void without_a_live_line_nothing_is_written_meanwhile(void **state)
{
    (void)state;
    struct page page;
    struct test_info info = {.property = "safety", .number = 1};
    begin(&page, REPORT_NEVER, 1);
    assert_string_equal(written(&page),
                        "checking a.strom  (seed 1, real time, subscript "
                        "100)\n");
    page.console->ops->test_begin(page.console, &info);
    page.console->ops->activity(page.console, "starting the browser");
    struct step step = make_action("[\"a\"]");
    for (int i = 0; i < 100; i++) {
        now_us += 50000;
        page.console->ops->step(page.console, &step);
    }
    assert_string_equal(written(&page), "");
    step_finish(&step);
    end(&page);
}

static void destroying_in_the_middle_wipes_the_line(void **state)
{
    (void)state;
    struct page page;
    begin(&page, REPORT_ALWAYS, 1);
    page.console->ops->activity(page.console, "x");
    fflush(page.stream);
    page.console->ops->destroy(page.console);
    fclose(page.stream);
    assert_true(
        str_ends_with(str_from(page.text, page.size), "\rx\x1b[K\r\x1b[K"));
    free(page.text);
}

#define TEST(name)                                                             \
    cmocka_unit_test_setup_teardown(name, use_test_clock, use_real_clock)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_live_line_tells_what_is_done_and_is_wiped),
        TEST(the_last_step_stays_while_the_activity_is_the_same),
        TEST(the_live_line_counts_tests_when_there_are_several),
        TEST(the_live_line_tells_of_all_that_run),
        TEST(each_of_several_tests_has_a_live_line),
        TEST(a_notice_is_a_line_of_its_own),
        TEST(the_live_line_is_escaped_and_fits),
        TEST(without_a_live_line_nothing_is_written_meanwhile),
        TEST(destroying_in_the_middle_wipes_the_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
