/* A recorded run of the counter, repeated on a counter that is the same or is
 * not: whether it is said to have gone as recorded, and where it has not. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>

#include "base/vec.h"
#include "counter.h"
#include "run/replay.h"

static struct reduce_options options_for(struct counter *counter)
{
    return (struct reduce_options){
        .open = counter_open,
        .context = counter,
        .executor = &counter->base,
        .keep_all = true,
        .timeout_ms = 60000,
        .end_ms = INT64_MAX,
        .is_strict = true,
    };
}

static struct value *press(char button)
{
    char text[200];
    snprintf(text, sizeof text,
             "{\"names\":[\"press!\"],\"id\":\"click\",\"args\":[{\"element\":"
             "{\"text\":\"%c\",\"found\":[{\"by\":\"button\",\"at\":%d,"
             "\"of\":3}]}}]}",
             button, button - 'a');
    return value_parse(str_text(text), NULL);
}

/* A run of a counter with the limit 2, as a trace. */
static struct trace record(const char *presses)
{
    struct counter counter;
    struct choice_list choices = {0};
    struct script_course course;
    struct session_result result;
    struct trace trace;
    counter_init(&counter);
    counter.buttons = "abc";
    struct reduce_options options = options_for(&counter);
    session_result_init(&result);
    script_course_init(&course);
    trace_init(&trace);
    for (const char *at = presses; *at != '\0'; at++)
        choice_list_push(&choices, press(*at));
    assert_true(
        reduce_run(&options, &choices, CHOICE_AT_ONCE, &result, &course));
    for (size_t i = 0; i < result.kept.count; i++)
        vec_push(&trace, step_copy(&result.kept.steps[i]));
    trace.has_ending = true;
    trace.ending.verdict = result.verdict;
    choice_list_finish(&choices);
    script_course_finish(&course);
    session_result_finish(&result);
    return trace;
}

/* Replays what was recorded of these presses on a counter. */
static struct replay replay(struct counter *counter, const char *presses)
{
    struct trace trace = record(presses);
    struct reduce_options options = options_for(counter);
    struct replay replay;
    replay_init(&replay);
    assert_true(replay_run(&options, &trace, &replay));
    trace_finish(&trace);
    return replay;
}

static void assert_differs(struct counter *counter, const char *presses,
                           enum replay_difference difference, size_t at)
{
    struct replay done = replay(counter, presses);
    assert_int_equal(done.difference, difference);
    assert_int_equal(done.at, at);
    assert_int_equal(done.before != NULL, difference == REPLAY_OTHER_STATE);
    replay_finish(&done);
}

static void the_same_goes_as_recorded(void **state)
{
    (void)state;
    struct counter counter;
    counter_init(&counter);
    struct replay failing = replay(&counter, "bcaba");
    assert_int_equal(failing.difference, REPLAY_SAME);
    assert_int_equal(failing.stuck, SIZE_MAX);
    assert_true(verdict_is_failure(failing.result.verdict));
    replay_finish(&failing);
    struct replay holding = replay(&counter, "bcab");
    assert_int_equal(holding.difference, REPLAY_SAME);
    assert_int_equal(holding.result.verdict.kind, VERDICT_INCONCLUSIVE);
    replay_finish(&holding);
}

/* The first state has another button, the number is the same. */
static void another_state_is_told_with_both(void **state)
{
    (void)state;
    struct counter counter;
    counter_init(&counter);
    counter.buttons = "abcd";
    struct replay done = replay(&counter, "ab");
    assert_int_equal(done.difference, REPLAY_OTHER_STATE);
    assert_int_equal(done.at, 0);
    assert_int_equal(value_field(done.before, STR("button"))->count, 3);
    assert_int_equal(value_field(done.after, STR("button"))->count, 4);
    /* It does not end the run. */
    assert_int_equal(done.result.actions, 2);
    assert_int_equal(done.stuck, SIZE_MAX);
    replay_finish(&done);
}

static void an_action_that_is_not_on_offer_ends_it(void **state)
{
    (void)state;
    struct counter counter;
    struct trace trace = record("ab");
    counter_init(&counter);
    /* The second action was done to what is no button now. */
    value_unref(trace.items[2].what.items[0].id);
    trace.items[2].what.items[0].id = value_string(STR("hover"));
    struct reduce_options options = options_for(&counter);
    struct replay done;
    replay_init(&done);
    assert_true(replay_run(&options, &trace, &done));
    assert_int_equal(done.difference, REPLAY_NOT_OFFERED);
    assert_int_equal(done.stuck, 2);
    assert_int_equal(done.result.actions, 1);
    replay_finish(&done);
    trace_finish(&trace);
}

static void one_that_ends_sooner_is_told(void **state)
{
    (void)state;
    struct counter counter;
    counter_init(&counter);
    counter.limit = 1;
    assert_differs(&counter, "bab", REPLAY_SHORTER, 3);
}

static void another_verdict_of_the_same_steps_is_told(void **state)
{
    (void)state;
    struct counter counter;
    counter_init(&counter);
    counter.limit = 3;
    assert_differs(&counter, "aa", REPLAY_VERDICT, 3);
}

/* The recorded run presses "b" where the counter now has "a" first: the same
 * button is found by its text. */
static void places_do_not_matter_but_in_the_state(void **state)
{
    (void)state;
    struct counter counter;
    counter_init(&counter);
    counter.buttons = "bac";
    struct replay done = replay(&counter, "aa");
    assert_int_equal(done.difference, REPLAY_OTHER_STATE);
    assert_int_equal(done.result.actions, 2);
    assert_true(verdict_is_failure(done.result.verdict));
    replay_finish(&done);
}

static void states_are_compared_without_what_differs_in_every_run(void **state)
{
    (void)state;
    struct value *full = value_parse(
        STR("{\"a\":[{\"ref\":\"e1\",\"position\":{\"x\":1},\"text\":\"t\"},3],"
            "\"ref\":\"stays\",\"n\":null}"),
        NULL);
    struct value *wanted = value_parse(
        STR("{\"a\":[{\"text\":\"t\"},3],\"ref\":\"stays\",\"n\":null}"), NULL);
    struct value *comparable = replay_comparable(full);
    assert_true(value_equal(comparable, wanted));
    value_unref(comparable);
    value_unref(wanted);
    value_unref(full);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_goes_as_recorded),
        cmocka_unit_test(another_state_is_told_with_both),
        cmocka_unit_test(an_action_that_is_not_on_offer_ends_it),
        cmocka_unit_test(one_that_ends_sooner_is_told),
        cmocka_unit_test(another_verdict_of_the_same_steps_is_told),
        cmocka_unit_test(places_do_not_matter_but_in_the_state),
        cmocka_unit_test(states_are_compared_without_what_differs_in_every_run),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
