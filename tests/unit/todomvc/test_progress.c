#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "todomvc/runner/progress.h"

static int64_t now_us = 1000 * 1000;

static int64_t told_time(void)
{
    return now_us;
}

/* Two runs at each of the subscripts 10, 30 and 100. */
static struct planned runs[] = {
    {.id = {.subscript = 10}},  {.id = {.subscript = 10}},
    {.id = {.subscript = 30}},  {.id = {.subscript = 30}},
    {.id = {.subscript = 100}}, {.id = {.subscript = 100}}};
static const struct plan plan = {.items = runs, .count = 6};
static const struct plan same = {.items = runs, .count = 2};

static void end(struct progress *progress, int64_t subscript, int64_t wall_us)
{
    struct record record = {.id = {.subscript = subscript},
                            .wall_us = wall_us,
                            .outcome = OUTCOME_PASSED,
                            .expected = {.verdict = EXPECT_FAILS}};
    progress_add(progress, &record);
}

static void expect_left(const struct progress *progress, double seconds)
{
    if (fabs(progress_left_s(progress) - seconds) > 1e-6)
        fail_msg("%g s, not %g", progress_left_s(progress), seconds);
}

static void the_time_left_is_estimated_for_each_subscript(void **state)
{
    (void)state;
    struct progress progress;
    FILE *none = tmpfile();
    progress_init(&progress, none, &plan, 2);
    assert_true(progress_left_s(&progress) < 0);
    end(&progress, 10, 2000000);
    assert_true(progress_left_s(&progress) < 0);
    end(&progress, 10, 2000000);
    end(&progress, 30, 3000000);
    /* One of 3 s, and two after the line through 2 s at 10 and 3 s at 30, on
     * two places. */
    expect_left(&progress, (3 + 2 * 6.5) / 2.0);
    end(&progress, 100, 5000000);
    expect_left(&progress, (3 + 5) / 2.0);
    end(&progress, 30, 4000000);
    expect_left(&progress, 5 / 2.0);
    end(&progress, 100, 5000000);
    expect_left(&progress, 0);
    fclose(none);
}

static void a_larger_subscript_is_not_taken_to_cost_less(void **state)
{
    (void)state;
    struct progress progress;
    FILE *none = tmpfile();
    progress_init(&progress, none, &plan, 1);
    end(&progress, 10, 4000000);
    end(&progress, 30, 3000000);
    expect_left(&progress, 4 + 3 + 2 * 3);
    fclose(none);
}

static void elsewhere_than_on_a_terminal_a_line_comes_now_and_then(void **state)
{
    (void)state;
    struct progress progress;
    char text[500] = "";
    FILE *out = tmpfile();
    clock_replace(told_time);
    progress_init(&progress, out, &same, 1);
    end(&progress, 10, 90 * 1000000);
    progress_show(&progress);
    assert_int_equal(ftell(out), 0);
    now_us += 31 * 1000000;
    progress_show(&progress);
    progress_show(&progress);
    rewind(out);
    size_t length = fread(text, 1, sizeof text - 1, out);
    text[length] = '\0';
    assert_string_equal(text, "1 of 2 runs, about 2m left\n");
    fclose(out);
    clock_replace(NULL);
}

static void durations_are_short(void **state)
{
    (void)state;
    static const struct {
        double seconds;
        const char *text;
    } rows[] = {{0.2, "0s"},   {59, "59s"},     {60, "1m"},      {119, "2m"},
                {3599, "60m"}, {3600, "1h 0m"}, {8100, "2h 15m"}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct buf text;
        buf_init(&text);
        progress_add_duration(&text, rows[i].seconds);
        assert_string_equal(buf_text(&text), rows[i].text);
        buf_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_time_left_is_estimated_for_each_subscript),
        cmocka_unit_test(a_larger_subscript_is_not_taken_to_cost_less),
        cmocka_unit_test(
            elsewhere_than_on_a_terminal_a_line_comes_now_and_then),
        cmocka_unit_test(durations_are_short),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
