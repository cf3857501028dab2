#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "todomvc/runner/verdict.h"

static struct arena arena;

static struct record read(const char *report, int exit_status, const char *said,
                          const char *reason)
{
    const char *reasons[] = {reason};
    struct manifest_texts known = {reasons, reason == NULL ? 0 : 1};
    struct ending ending = {
        .exit_status = exit_status,
        .text = exit_status < 0 ? "killed by signal 9 (Killed)" : "exit status",
        .said = str_text(said)};
    struct record record = {.seed = 0};
    verdict_read(&record, str_text(report), &ending, &known, &arena);
    return record;
}

#define TEST(verdict, value, actions, more)                                    \
    "{\"verdict\":\"" verdict "\",\"validity\":" value ",\"actions\":" actions \
    ",\"durationMs\":12" more "}"
#define TRUE_ "{\"certainty\":\"Probably\",\"value\":true}"
#define FALSE_ "{\"certainty\":\"Definitely\",\"value\":false}"

static void a_pass_is_a_pass(void **state)
{
    (void)state;
    struct record record =
        read("{\"tests\":[" TEST("Probably true", TRUE_, "100", "") "]}", 0, "",
             NULL);
    assert_int_equal(record.outcome, OUTCOME_PASSED);
    assert_int_equal(record.actions, 100);
    assert_int_equal(record.test_ms, 12);
    assert_string_equal(record.verdict, "Probably true");
    assert_null(record.error);
}

/* Of several properties the first that fails decides; what came after it did
 * not help to find it. */
static void a_failure_counts_actions_up_to_it(void **state)
{
    (void)state;
    struct record record =
        read("{\"tests\":[" TEST("Probably true", TRUE_, "10", "") "," TEST(
                 "Definitely false", FALSE_, "7",
                 "") "," TEST("Probably true", TRUE_, "3", "") "]}",
             3, "", NULL);
    assert_int_equal(record.outcome, OUTCOME_FAILED);
    assert_int_equal(record.actions, 17);
    assert_true(record.is_known_reason);
}

static void a_reason_may_be_asked_for(void **state)
{
    (void)state;
    static const char report[] = "{\"tests\":[" TEST(
        "Definitely false", FALSE_, "7",
        ",\"reasons\":[{\"text\":\"a is false\",\"values\":\"b is 1\"}]") "]}";
    assert_true(read(report, 3, "", "a is false; b is 1").is_known_reason);
    assert_false(read(report, 3, "", "c is false").is_known_reason);
    struct record record = read(report, 3, "", NULL);
    assert_non_null(strstr(record.details, "\"text\":\"a is false\""));
}

static void report_and_ending_have_to_agree(void **state)
{
    (void)state;
    static const char passed[] =
        "{\"tests\":[" TEST("Probably true", TRUE_, "1", "") "]}";
    static const char failed[] =
        "{\"tests\":[" TEST("Definitely false", FALSE_, "1", "") "]}";
    assert_int_equal(read(passed, 3, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read(failed, 0, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read(failed, 1, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read(passed, -1, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read("", 0, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read("[]", 3, "", NULL).outcome, OUTCOME_ERROR);
    assert_int_equal(read("{\"tests\":[]}", 0, "", NULL).outcome,
                     OUTCOME_ERROR);
}

static void errors_say_why(void **state)
{
    (void)state;
    struct record record =
        read("{\"tests\":[" TEST("Errored", "null", "2",
                                 ",\"error\":\"the page is gone\"") "]}",
             1, "", NULL);
    assert_int_equal(record.outcome, OUTCOME_ERROR);
    assert_non_null(strstr(record.error, "the page is gone"));
    record = read("{\"tests\":[],\"summary\":{\"aborted\":\"no such page\"}}",
                  1, "weir: other\n", NULL);
    assert_non_null(strstr(record.error, "no such page"));
    record = read("", 2,
                  "weir: running as root: the sandbox is off\n"
                  "weir: there is no browser\n",
                  NULL);
    assert_string_equal(record.error,
                        "weir: there is no browser (exit status)");
    record = read("no report", -1, "", NULL);
    assert_non_null(strstr(record.error, "killed by signal 9"));
    record = read("{\"tests\":[" TEST("Inconclusive", "null", "2", "") "]}", 1,
                  "", NULL);
    assert_non_null(strstr(record.error, "Inconclusive"));
}

static int set_up(void **state)
{
    (void)state;
    arena_init(&arena);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    arena_finish(&arena);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_pass_is_a_pass),
        cmocka_unit_test(a_failure_counts_actions_up_to_it),
        cmocka_unit_test(a_reason_may_be_asked_for),
        cmocka_unit_test(report_and_ending_have_to_agree),
        cmocka_unit_test(errors_say_why),
    };
    return cmocka_run_group_tests(tests, set_up, tear_down);
}
