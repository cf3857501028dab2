/* The JSON report as a reader of the original's format sees it; whole reports
 * are golden tests. */
#include "report/report.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/memory.h"

static struct step make_step(int64_t version, const char *state)
{
    struct step step;
    step_init(&step);
    step.version = version;
    step.kind = version == 1 ? STEP_EVENT : STEP_ACTED;
    step.state = value_parse(str_text(state), NULL);
    assert_non_null(step.state);
    return step;
}

static void report_test(struct reporter *reporter, struct verdict verdict,
                        const char *error, struct step *steps, size_t count)
{
    struct test_info info = {.property = "p", .number = 1, .seed = UINT64_MAX};
    struct test_result result = {.info = &info,
                                 .verdict = verdict,
                                 .error = error,
                                 .steps = steps,
                                 .step_count = count};
    reporter->ops->test_end(reporter, &result);
}

/* The parsed report of the given tests, each with two steps. */
static struct json *report_of(const struct verdict *verdicts, size_t count)
{
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    struct report_options options = {.stream = stream};
    struct error error = ERROR_NONE;
    struct reporter *reporter = report_json_create(&options, &error);
    struct run_info run = {.spec = "s", .time_mode = "real", .command = "c"};
    struct run_summary summary = {.exit_status = 0};
    struct step steps[] = {
        make_step(1, "{\"a\":[{\"ref\":\"1\",\"x\":1},{\"ref\":\"2\"}]}"),
        make_step(2, "{\"a\":[{\"ref\":\"1\",\"x\":2},{\"ref\":\"3\"}]}"),
    };
    reporter->ops->begin(reporter, &run);
    for (size_t i = 0; i < count; i++)
        run_summary_count(&summary, verdicts[i]);
    for (size_t i = 0; i < count; i++)
        report_test(reporter, verdicts[i],
                    verdicts[i].kind == VERDICT_ERRORED ? "broke" : NULL, steps,
                    2);
    reporter->ops->end(reporter, &summary);
    reporter->ops->destroy(reporter);
    fclose(stream);
    struct json *json = json_parse(str_from(text, size), &error);
    if (json == NULL)
        fail_msg("%s", error.message);
    step_finish(&steps[0]);
    step_finish(&steps[1]);
    free(text);
    return json;
}

/* Walks down a path like "result/passedTests/0/validity". */
static const struct json *at(const struct json *json, const char *path)
{
    while (*path != '\0') {
        size_t length = strcspn(path, "/");
        char *name = memory_copy_string(path, length);
        json = json_kind(json) == JSON_KIND_LIST
                   ? json_read_at(json, (size_t)atol(name))
                   : json_read_field(json, name);
        free(name);
        path += length + (path[length] == '/');
    }
    return json;
}

static void is_text(const struct json *json, const char *path,
                    const char *expected)
{
    assert_string_equal(json_read_string(at(json, path)).data, expected);
}

#define TRUE_                                                                  \
    {                                                                          \
        VERDICT_PROBABLY, true                                                 \
    }
#define FALSE_                                                                 \
    {                                                                          \
        VERDICT_DEFINITELY, false                                              \
    }
#define ERROR_                                                                 \
    {                                                                          \
        VERDICT_ERRORED, false                                                 \
    }
#define OPEN_                                                                  \
    {                                                                          \
        VERDICT_INCONCLUSIVE, false                                            \
    }

/* reference, 8.6 */
static void the_worst_ending_names_the_result(void **state)
{
    (void)state;
    static const struct {
        struct verdict verdicts[3];
        size_t count;
        const char *tag;
        size_t passed;
    } cases[] = {
        {{TRUE_, TRUE_}, 2, "Passed", 2},
        {{TRUE_, FALSE_}, 2, "Failed", 1},
        {{FALSE_, TRUE_, ERROR_}, 3, "Errored", 1},
        {{OPEN_, FALSE_}, 2, "Failed", 0}, /* as the exit status */
        {{OPEN_, TRUE_}, 2, "Errored", 1},
        {{OPEN_, FALSE_, ERROR_}, 3, "Errored", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct json *json = report_of(cases[i].verdicts, cases[i].count);
        is_text(json, "tag", "Report");
        is_text(json, "result/tag", cases[i].tag);
        assert_int_equal(json_read_count(at(json, "result/passedTests")),
                         cases[i].passed);
        assert_int_equal(json_read_count(at(json, "tests")), cases[i].count);
        json_destroy(json);
    }
}

static void a_failed_test_has_validity_and_transitions(void **state)
{
    (void)state;
    const struct verdict verdicts[] = {FALSE_};
    struct json *json = report_of(verdicts, 1);
    const struct json *test = at(json, "result/failedTest");
    is_text(test, "validity/certainty", "Definitely");
    assert_false(json_read_bool(at(test, "validity/value")));
    assert_int_equal(json_read_count(at(test, "transitions")), 2);
    is_text(test, "transitions/0/tag", "StateTransition");
    assert_int_equal(json_kind(at(test, "transitions/0/fromState")),
                     JSON_KIND_NULL);
    json_destroy(json);
}

static void elements_say_what_became_of_them(void **state)
{
    (void)state;
    const struct verdict verdicts[] = {FALSE_};
    struct json *json = report_of(verdicts, 1);
    const struct json *first =
        at(json, "result/failedTest/transitions/0/toState/queries/a");
    const struct json *from =
        at(json, "result/failedTest/transitions/1/fromState/queries/a");
    const struct json *to =
        at(json, "result/failedTest/transitions/1/toState/queries/a");
    is_text(first, "0/diff", "Added");
    is_text(from, "0/diff", "Modified");
    is_text(from, "1/diff", "Removed");
    is_text(to, "0/diff", "Modified");
    is_text(to, "1/diff", "Added");
    assert_int_equal(json_read_int(at(from, "0/x")), 1);
    assert_int_equal(json_read_int(at(to, "0/x")), 2);
    json_destroy(json);
}

static void equal_states_have_equal_hashes(void **state)
{
    (void)state;
    const struct verdict verdicts[] = {FALSE_};
    struct json *json = report_of(verdicts, 1);
    const struct json *steps = at(json, "result/failedTest/transitions");
    assert_string_equal(json_read_string(at(steps, "0/toState/hash")).data,
                        json_read_string(at(steps, "1/fromState/hash")).data);
    assert_string_not_equal(
        json_read_string(at(steps, "1/fromState/hash")).data,
        json_read_string(at(steps, "1/toState/hash")).data);
    json_destroy(json);
}

static void an_error_is_the_last_transition(void **state)
{
    (void)state;
    const struct verdict verdicts[] = {ERROR_};
    struct json *json = report_of(verdicts, 1);
    const struct json *test = at(json, "result/erroredTest");
    assert_int_equal(json_kind(at(test, "validity")), JSON_KIND_NULL);
    is_text(test, "transitions/2/tag", "ErrorTransition");
    is_text(test, "transitions/2/error", "broke");
    json_destroy(json);
}

static void seeds_keep_their_64_bits(void **state)
{
    (void)state;
    const struct verdict verdicts[] = {TRUE_};
    struct json *json = report_of(verdicts, 1);
    is_text(json, "tests/0/seed", "18446744073709551615");
    json_destroy(json);
}

static void notices_stand_beside_the_tests(void **state)
{
    (void)state;
    char *text;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    struct report_options options = {.stream = stream};
    struct reporter *reporter = report_json_create(&options, NULL);
    struct run_info run = {.spec = "s", .time_mode = "real", .command = "c"};
    struct run_summary summary = {.exit_status = 0};
    struct notice first = {.kind = "worker", .text = "a \"worker\""};
    struct notice second = {.kind = "webrtc", .text = "b"};
    reporter->ops->begin(reporter, &run);
    reporter->ops->notice(reporter, &first);
    reporter->ops->notice(reporter, &second);
    reporter->ops->end(reporter, &summary);
    reporter->ops->destroy(reporter);
    fclose(stream);
    struct json *json = json_parse(str_from(text, size), NULL);
    is_text(json, "notices/0/kind", "worker");
    is_text(json, "notices/0/text", "a \"worker\"");
    is_text(json, "notices/1/kind", "webrtc");
    json_destroy(json);
    free(text);
}

static void the_report_goes_to_its_file(void **state)
{
    (void)state;
    char *path = memory_format("/tmp/weir-report-%ld", (long)getpid());
    struct report_options options = {.path = path};
    struct error error = ERROR_NONE;
    struct reporter *reporter = report_json_create(&options, &error);
    assert_non_null(reporter);
    struct run_info run = {.spec = "s", .time_mode = "real", .command = "c"};
    struct run_summary summary = {.exit_status = 0};
    reporter->ops->begin(reporter, &run);
    reporter->ops->end(reporter, &summary);
    reporter->ops->destroy(reporter);
    FILE *file = fopen(path, "r");
    char text[4096];
    size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    struct json *json = json_parse(str_from(text, length), &error);
    is_text(json, "result/tag", "Passed");
    json_destroy(json);
    unlink(path);
    free(path);
}

static void a_path_that_cannot_be_written_is_an_error_at_once(void **state)
{
    (void)state;
    struct report_options options = {.path = "/nowhere/report.json"};
    struct error error = ERROR_NONE;
    assert_null(report_json_create(&options, &error));
    assert_int_equal(error.code, ERROR_IO);
    assert_string_equal(error.message,
                        "cannot write the report /nowhere/report.json: No "
                        "such file or directory");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_worst_ending_names_the_result),
        cmocka_unit_test(a_failed_test_has_validity_and_transitions),
        cmocka_unit_test(elements_say_what_became_of_them),
        cmocka_unit_test(equal_states_have_equal_hashes),
        cmocka_unit_test(an_error_is_the_last_transition),
        cmocka_unit_test(seeds_keep_their_64_bits),
        cmocka_unit_test(notices_stand_beside_the_tests),
        cmocka_unit_test(the_report_goes_to_its_file),
        cmocka_unit_test(a_path_that_cannot_be_written_is_an_error_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
