#include "trace/step.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static void a_new_step_has_no_times_and_nothing_to_free(void **state)
{
    (void)state;
    struct step step;
    step_init(&step);
    assert_int_equal(step.call_us, -1);
    assert_int_equal(step.return_us, -1);
    assert_null(step.state);
    step_finish(&step);
}

static void a_copy_outlives_the_original(void **state)
{
    (void)state;
    struct step step;
    step_init(&step);
    step.kind = STEP_ACTED;
    step.version = 7;
    step.client = 2;
    step.state = value_parse(STR("{\"a\":[1]}"), NULL);
    step.target = value_parse(STR("{\"tag\":\"a\"}"), NULL);
    step.ticked = value_parse(STR("[\"clock\"]"), NULL);
    action_list_push(&step.what,
                     action_make(value_string(STR("click")), false,
                                 value_list(NULL, 0), ACTION_NO_TIMEOUT));
    struct step copy = step_copy(&step);
    step_finish(&step);
    assert_int_equal(copy.version, 7);
    assert_int_equal(copy.client, 2);
    assert_int_equal(copy.what.count, 1);
    assert_true(str_is(value_text(copy.what.items[0].id), "click"));
    assert_non_null(value_field(copy.state, STR("a")));
    assert_true(str_is(value_text(copy.ticked->items[0]), "clock"));
    step_finish(&copy);
}

static void kinds_have_the_words_of_the_paper(void **state)
{
    (void)state;
    assert_string_equal(step_kind_text(STEP_EVENT), "event");
    assert_string_equal(step_kind_text(STEP_ACTED), "acted");
    assert_string_equal(step_kind_text(STEP_TIMEOUT), "timeout");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_step_has_no_times_and_nothing_to_free),
        cmocka_unit_test(a_copy_outlives_the_original),
        cmocka_unit_test(kinds_have_the_words_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
