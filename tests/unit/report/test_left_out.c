/* Reports of a run so long that not all of its steps were kept. */
#include "report/report.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

enum { KEPT = 40, AT = 10, LOST = 5000 };

static void make_steps(struct step *steps)
{
    for (int i = 0; i < KEPT; i++) {
        struct value_field field = {value_string(STR("n")), value_int(i)};
        step_init(&steps[i]);
        steps[i].kind = STEP_TIMEOUT;
        steps[i].version = i < AT ? i + 1 : i + 1 + LOST;
        steps[i].state = value_object(&field, 1);
    }
}

/* The whole report; owned by the caller. */
static char *report(bool json, bool verbose)
{
    char *text;
    size_t size;
    struct step steps[KEPT];
    struct error error = ERROR_NONE;
    struct report_options options = {.colour = REPORT_NEVER,
                                     .live = REPORT_NEVER,
                                     .unicode = REPORT_NEVER,
                                     .verbose = verbose,
                                     .width = 80};
    struct test_info test = {.property = "p", .number = 1};
    struct run_info run = {.spec = "a.strom",
                           .time_mode = "real",
                           .property_count = 1,
                           .tests = 1,
                           .command = "weir check a.strom"};
    struct run_summary summary = {.failed = 1, .exit_status = 3};
    struct test_result result = {.info = &test,
                                 .verdict = {VERDICT_DEFINITELY, false},
                                 .steps = steps,
                                 .step_count = KEPT,
                                 .left_out = LOST,
                                 .left_out_at = AT};
    options.stream = open_memstream(&text, &size);
    make_steps(steps);
    struct reporter *reporter = json ? report_json_create(&options, &error)
                                     : report_console_create(&options);
    reporter->ops->begin(reporter, &run);
    if (reporter->ops->test_begin != NULL)
        reporter->ops->test_begin(reporter, &test);
    reporter->ops->test_end(reporter, &result);
    reporter->ops->end(reporter, &summary);
    reporter->ops->destroy(reporter);
    fclose(options.stream);
    for (int i = 0; i < KEPT; i++)
        step_finish(&steps[i]);
    return text;
}

static size_t count(const char *text, const char *part)
{
    size_t found = 0;
    for (const char *at = text; (at = strstr(at, part)) != NULL; at++)
        found++;
    return found;
}

/* Steps that are shown. The first, and the one after a gap, are told without a
 * state before them. */
static size_t count_steps(const char *text)
{
    return count(text, "nothing happened") + count(text, "time passed");
}

static void the_console_counts_what_is_not_shown(void **state)
{
    (void)state;
    char *text = report(false, false);
    assert_non_null(strstr(text, "(5040 states, "));
    /* Of the 5040 the first five and the last twenty are shown. */
    assert_int_equal(count(text, "steps left out"), 1);
    assert_non_null(strstr(text, " 5015 steps left out "));
    assert_null(strstr(text, "-v shows all")); /* it cannot */
    assert_int_equal(count_steps(text), 25);
    free(text);
}

static void even_in_full_there_is_a_gap(void **state)
{
    (void)state;
    char *text = report(false, true);
    assert_non_null(strstr(text, " 5000 steps left out "));
    assert_int_equal(count(text, "steps left out"), 1);
    assert_int_equal(count_steps(text), KEPT);
    assert_non_null(strstr(text, " 10. time passed"));
    assert_null(strstr(text, " 11. "));
    assert_non_null(strstr(text, "5011. nothing happened"));
    free(text);
}

static void json_tells_how_many_states_there_were(void **state)
{
    (void)state;
    char *text = report(true, false);
    struct json *json = json_parse(str_text(text), NULL);
    assert_non_null(json);
    const struct json *test = json_read_at(json_read_field(json, "tests"), 0);
    assert_int_equal(json_read_int(json_read_field(test, "states")), 5040);
    const struct json *transitions = json_read_field(test, "transitions");
    assert_int_equal(json_read_count(transitions), KEPT);
    for (size_t i = 0; i < KEPT; i++) {
        const struct json *from =
            json_read_field(json_read_at(transitions, i), "fromState");
        /* After the gap nobody knows what was before. */
        assert_int_equal(json_kind(from) == JSON_KIND_NULL, i == 0 || i == AT);
    }
    json_destroy(json);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_console_counts_what_is_not_shown),
        cmocka_unit_test(even_in_full_there_is_a_gap),
        cmocka_unit_test(json_tells_how_many_states_there_were),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
