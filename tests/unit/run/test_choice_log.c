/* Notes of runs that were recorded: all of their actions, and how long after
 * the one before each came. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"
#include "run/choice_log.h"

static struct step make_step(enum step_kind kind, int64_t time_us)
{
    struct step step;
    step_init(&step);
    step.kind = kind;
    step.time_us = time_us;
    step.state = value_object(NULL, 0);
    action_list_push(&step.what,
                     action_make(value_string(STR("click")), kind == STEP_EVENT,
                                 value_list(NULL, 0), ACTION_NO_TIMEOUT));
    return step;
}

static void a_recorded_run_has_no_limit(void **state)
{
    (void)state;
    size_t count = CHOICE_LOG_LIMIT + 2;
    struct step *steps = memory_zeroed(count, sizeof *steps);
    for (size_t i = 0; i < count; i++)
        steps[i] =
            make_step(i == 0 ? STEP_EVENT : STEP_ACTED, (int64_t)i * 1000);
    struct choice_log choice_log;
    choice_log_of_steps(&choice_log, steps, count);
    assert_false(choice_log.is_cut);
    assert_int_equal(choice_log.choices.count, CHOICE_LOG_LIMIT + 1);
    choice_log_finish(&choice_log);
    for (size_t i = 0; i < count; i++)
        step_finish(&steps[i]);
    free(steps);
}

/* A trace may come from anybody. */
static void times_that_go_back_are_no_times(void **state)
{
    (void)state;
    struct step steps[] = {
        make_step(STEP_EVENT, 0),
        make_step(STEP_ACTED, INT64_MAX),
        make_step(STEP_EVENT, 0),
        make_step(STEP_ACTED, 0),
        make_step(STEP_EVENT, 2000 * 1000 + 1),
    };
    enum { COUNT = sizeof steps / sizeof *steps };
    struct choice_log choice_log;
    choice_log_of_steps(&choice_log, steps, COUNT);
    assert_int_equal(choice_log.choices.count, 2);
    assert_int_equal(choice_after_ms(choice_log.choices.items[1]),
                     CHOICE_AT_ONCE);
    assert_int_equal(choice_log.linger_ms, 2001);
    choice_log_finish(&choice_log);
    for (size_t i = 0; i < COUNT; i++)
        step_finish(&steps[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_recorded_run_has_no_limit),
        cmocka_unit_test(times_that_go_back_are_no_times),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
