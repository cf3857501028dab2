/* Timers of the specification: how many, how long, and since when. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "cdp/time/timers.h"

static void want(struct action_list *list, const char *id, int64_t ms)
{
    char text[40];
    snprintf(text, sizeof text, "[%lld]", (long long)ms);
    action_list_push(list, action_make(value_string(str_text(id)), true,
                                       value_parse(str_text(text), NULL),
                                       ACTION_NO_TIMEOUT));
}

static void must_be_told(const struct timers *timers, const char *call)
{
    struct buf buf;
    buf_init(&buf);
    timers_add_call(&buf, timers);
    assert_string_equal(buf_text(&buf), call);
    buf_finish(&buf);
}

static void a_timer_runs_for_as_long_as_it_is_wanted(void **state)
{
    (void)state;
    struct timers timers = {.document = 0};
    struct action_list events = {.count = 0};
    bool changed;
    want(&events, "after", 20);
    want(&events, "every", 20);
    want(&events, "changed", 20);
    assert_true(timers_want(&timers, &events, 5, &changed, NULL));
    assert_true(changed);
    must_be_told(&timers, "weir.timers([[\"after\",20,5],[\"every\",20,5]])");
    timers_note(&timers, &events.items[0]);
    timers_note(&timers, &events.items[1]);
    assert_true(timers_want(&timers, &events, 30, &changed, NULL));
    assert_false(changed);
    must_be_told(&timers, "weir.timers([[\"every\",20,5]])");
    action_list_clear(&events);
    assert_true(timers_want(&timers, &events, 40, &changed, NULL));
    assert_true(changed);
    must_be_told(&timers, "weir.timers([])");
    timers_finish(&timers);
    action_list_finish(&events);
}

/* The rest is told of by its own name, beside an after? of the same time, and
 * comes once. */
static void a_rest_is_a_timer_of_its_own(void **state)
{
    (void)state;
    struct timers timers = {.document = 0};
    struct action_list events = {.count = 0};
    bool changed;
    want(&events, "rested", 20);
    want(&events, "after", 20);
    assert_true(timers_want(&timers, &events, 5, &changed, NULL));
    must_be_told(&timers, "weir.timers([[\"rested\",20,5],[\"after\",20,5]])");
    timers_note(&timers, &events.items[0]);
    must_be_told(&timers, "weir.timers([[\"after\",20,5]])");
    timers_finish(&timers);
    action_list_finish(&events);
}

static bool is_wanted(const char *id, int64_t ms)
{
    struct timers timers = {.document = 0};
    struct action_list events = {.count = 0};
    struct error error = ERROR_NONE;
    bool changed;
    want(&events, id, ms);
    bool fine = timers_want(&timers, &events, 0, &changed, &error);
    if (!fine)
        assert_non_null(strstr(error.message, "needs a number of millisecond"));
    timers_finish(&timers);
    action_list_finish(&events);
    return fine;
}

static void times_have_limits(void **state)
{
    (void)state;
    assert_false(is_wanted("after", 0));
    assert_true(is_wanted("after", 1));
    assert_true(is_wanted("every", TIMER_LONGEST_MS));
    assert_false(is_wanted("every", (int64_t)TIMER_LONGEST_MS + 1));
}

static void so_many_and_no_more(void **state)
{
    (void)state;
    struct timers timers = {.document = 0};
    struct action_list events = {.count = 0};
    struct error error = ERROR_NONE;
    bool changed;
    for (int i = 0; i < TIMER_LIMIT; i++)
        want(&events, "after", 1 + i);
    want(&events, "after", 1); /* the same is not one more */
    assert_true(timers_want(&timers, &events, 0, &changed, &error));
    assert_int_equal(timers.count, TIMER_LIMIT);
    want(&events, "every", 1);
    assert_false(timers_want(&timers, &events, 0, &changed, &error));
    assert_non_null(strstr(error.message, "every? needs"));
    assert_non_null(strstr(error.message, "at most 100 such events"));
    timers_finish(&timers);
    action_list_finish(&events);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_timer_runs_for_as_long_as_it_is_wanted),
        cmocka_unit_test(a_rest_is_a_timer_of_its_own),
        cmocka_unit_test(times_have_limits),
        cmocka_unit_test(so_many_and_no_more),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
