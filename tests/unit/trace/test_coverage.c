#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/memory.h"
#include "trace/coverage.h"

static void add_part(struct coverage *coverage, enum coverage_kind kind,
                     int line, int64_t was_true)
{
    coverage_add_part(coverage,
                      (struct coverage_part){.kind = kind,
                                             .text = memory_format("p"),
                                             .file = memory_format("f.strom"),
                                             .line = line,
                                             .column = 1,
                                             .was_true = was_true,
                                             .was_false = 1});
}

/* A test in which so many actions were taken. */
static struct coverage make(int64_t taken, int64_t was_true, uint64_t kind)
{
    struct coverage coverage = {.tests = 1, .states = 10};
    struct coverage_action *action = coverage_action(&coverage, "press!");
    action->offered = 5;
    action->taken = taken;
    coverage_add_kind(action, kind);
    add_part(&coverage, COVERAGE_IMPLICATION, 1, was_true);
    return coverage;
}

static void what_two_tests_have_in_common_is_added_up(void **state)
{
    (void)state;
    struct coverage sum = {0};
    struct coverage one = make(2, 3, 77);
    struct coverage two = make(1, 4, 78);
    add_part(&two, COVERAGE_DISJUNCT, 1, 0);
    coverage_merge(&sum, &one);
    coverage_merge(&sum, &two);
    coverage_merge(&sum, &one);
    assert_int_equal(sum.tests, 3);
    assert_int_equal(sum.states, 30);
    assert_int_equal(sum.part_count, 2);
    assert_int_equal(sum.parts[0].was_true, 10);
    assert_int_equal(sum.parts[0].was_false, 3);
    assert_int_equal(sum.action_count, 1);
    assert_int_equal(sum.actions[0].taken, 5);
    assert_int_equal(sum.actions[0].offered, 15);
    assert_int_equal(sum.actions[0].kind_count, 2);
    coverage_finish(&sum);
    coverage_finish(&one);
    coverage_finish(&two);
}

static void kinds_are_kept_once_each_and_in_order(void **state)
{
    (void)state;
    struct coverage coverage = {0};
    struct coverage_action *action = coverage_action(&coverage, "a!");
    for (uint64_t i = 0; i < 200; i++)
        coverage_add_kind(action, i * 37 % 100);
    assert_int_equal(action->kind_count, 100);
    for (uint64_t i = 0; i < 100; i++)
        assert_int_equal(action->kinds[i], i);
    coverage_finish(&coverage);
}

static void it_is_vacuous_when_nothing_was_said_or_done(void **state)
{
    (void)state;
    struct coverage coverage = make(2, 1, 1);
    assert_null(coverage_vacuous(&coverage));
    coverage.parts[0].was_true = 0;
    assert_non_null(coverage_vacuous(&coverage));
    coverage.parts[0].was_open = 1; /* a formula on the left side */
    assert_null(coverage_vacuous(&coverage));
    coverage.actions[0].taken = 0;
    assert_non_null(coverage_vacuous(&coverage));
    coverage_finish(&coverage);
    assert_null(coverage_vacuous(&coverage));  /* nothing is known */
    add_part(&coverage, COVERAGE_GUARD, 1, 0); /* no implication */
    assert_null(coverage_vacuous(&coverage));
    coverage_finish(&coverage);
}

static void it_comes_back_from_json(void **state)
{
    (void)state;
    struct coverage coverage = make(2, 3, UINT64_MAX - 1);
    add_part(&coverage, COVERAGE_NEXT, 9, 0);
    struct buf text;
    buf_init(&text);
    coverage_add_json(&text, &coverage);
    struct json *json = json_parse(buf_str(&text), NULL);
    struct coverage back = {0};
    struct buf again;
    buf_init(&again);
    assert_true(coverage_from_json(&back, json, NULL));
    assert_int_equal(back.actions[0].kinds[0], UINT64_MAX - 1);
    coverage_add_json(&again, &back);
    assert_string_equal(buf_text(&text), buf_text(&again));
    json_destroy(json);
    buf_finish(&text);
    buf_finish(&again);
    coverage_finish(&coverage);
    coverage_finish(&back);
}

static void a_part_of_no_kind_is_refused(void **state)
{
    (void)state;
    struct json *json = json_parse(STR("{\"parts\":[{\"kind\":\"x\"}]}"), NULL);
    struct coverage coverage = {0};
    struct error error = ERROR_NONE;
    assert_false(coverage_from_json(&coverage, json, &error));
    assert_int_equal(error.code, ERROR_IO);
    json_destroy(json);
    coverage_finish(&coverage);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_two_tests_have_in_common_is_added_up),
        cmocka_unit_test(kinds_are_kept_once_each_and_in_order),
        cmocka_unit_test(it_is_vacuous_when_nothing_was_said_or_done),
        cmocka_unit_test(it_comes_back_from_json),
        cmocka_unit_test(a_part_of_no_kind_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
