/* Where a command on a page stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "exec/page/stops.h"

#define HOLDS "\"::holding\":[{\"patterns\":[\"*\"]}]"

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static enum stops_step next(struct stops *stops, const char *state, size_t at,
                            size_t count)
{
    struct value *value = parse(state);
    enum stops_step step = stops_next(stops, value, at, count);
    value_unref(value);
    return step;
}

static void a_command_that_nobody_shares_never_stops(void **state)
{
    (void)state;
    struct stops stops = {.is_wanted = false};
    assert_int_equal(stops_next(&stops, NULL, 0, 2), STOPS_ACT);
    assert_int_equal(stops_next(&stops, NULL, 1, 2), STOPS_ACT);
    assert_int_equal(stops_next(&stops, NULL, 2, 2), STOPS_DONE);
}

static void answers_are_held_before_anything_is_done(void **state)
{
    (void)state;
    struct stops stops = {.is_wanted = true};
    struct value *pattern;
    const char *nothing = "{\"::holding\":[{\"patterns\":[]}],\"::held\":[]}";
    assert_int_equal(next(&stops, nothing, 0, 1), STOPS_HOLD);
    assert_string_equal(stops_action(&stops, STOPS_HOLD, &pattern),
                        "holdAnswers");
    assert_true(str_is(value_text(pattern), "*"));
    value_unref(pattern);
    stops_did(&stops, STOPS_HOLD);
    assert_int_equal(next(&stops, "{" HOLDS ",\"::held\":[]}", 0, 1),
                     STOPS_ACT);
    stops_finish(&stops);
}

static void it_stops_before_each_action_after_the_first(void **state)
{
    (void)state;
    struct stops stops = {.is_wanted = true};
    const char *held = "{" HOLDS ",\"::held\":[]}";
    assert_int_equal(next(&stops, held, 0, 3), STOPS_ACT);
    assert_int_equal(next(&stops, held, 1, 3), STOPS_YIELD);
    assert_string_equal(stops.label, "action 2");
    assert_int_equal(next(&stops, held, 1, 3), STOPS_ACT);
    assert_int_equal(next(&stops, held, 2, 3), STOPS_YIELD);
    assert_string_equal(stops.label, "action 3");
    assert_int_equal(next(&stops, held, 2, 3), STOPS_ACT);
    assert_int_equal(next(&stops, held, 3, 3), STOPS_END);
    assert_int_equal(next(&stops, "{}", 3, 3), STOPS_DONE);
    stops_finish(&stops);
}

static void it_stops_at_each_answer_that_has_come(void **state)
{
    (void)state;
    struct stops stops = {.is_wanted = true};
    struct value *ref;
    const char *held =
        "{" HOLDS ",\"::held\":["
        "{\"text\":\"GET /a\",\"ref\":\"held 1\",\"isComplete\":false},"
        "{\"text\":\"GET /b\",\"ref\":\"held 2\",\"isComplete\":true}]}";
    assert_int_equal(next(&stops, held, 1, 1), STOPS_YIELD);
    assert_string_equal(stops.label, "GET /b");
    assert_int_equal(next(&stops, held, 1, 1), STOPS_RELEASE);
    assert_string_equal(stops_action(&stops, STOPS_RELEASE, &ref), "release");
    assert_true(str_is(value_text(ref), "held 2"));
    value_unref(ref);
    stops_did(&stops, STOPS_RELEASE);
    assert_int_equal(next(&stops, "{" HOLDS ",\"::held\":[]}", 1, 1),
                     STOPS_END);
    stops_finish(&stops);
}

static void what_never_comes_is_let_go_with_the_end(void **state)
{
    (void)state;
    struct stops stops = {.is_wanted = true};
    int looks = 0;
    const char *held =
        "{" HOLDS ",\"::held\":["
        "{\"text\":\"GET /a\",\"ref\":\"held 1\",\"isComplete\":false}]}";
    enum stops_step step = next(&stops, held, 1, 1);
    for (; step == STOPS_LOOK && looks < 100; looks++) {
        stops_did(&stops, step);
        step = next(&stops, held, 1, 1);
    }
    assert_int_equal(step, STOPS_END);
    assert_in_range(looks, 1, 99);
    stops_finish(&stops);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_command_that_nobody_shares_never_stops),
        cmocka_unit_test(answers_are_held_before_anything_is_done),
        cmocka_unit_test(it_stops_before_each_action_after_the_first),
        cmocka_unit_test(it_stops_at_each_answer_that_has_come),
        cmocka_unit_test(what_never_comes_is_let_go_with_the_end),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
