/* What a test in another process says comes out as it went in. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"
#include "run/job_report.h"

static struct step make_step(int64_t version)
{
    struct step step;
    step_init(&step);
    step.kind = version == 1 ? STEP_EVENT : STEP_ACTED;
    step.version = version;
    step.time_us = version * 1000;
    step.call_us = 5;
    step.return_us = 7;
    step.state =
        value_parse(STR("{\"#a\":[{\"text\":\"x\\u00e9\\n\"}]}"), NULL);
    action_list_push(&step.what,
                     action_make(value_string(STR("click")), false,
                                 value_list(NULL, 0), ACTION_NO_TIMEOUT));
    return step;
}

static void fill(struct campaign_outcome *outcome)
{
    struct session_result *result = &outcome->result;
    result->verdict = (struct verdict){VERDICT_DEFINITELY, false};
    result->actions = 3;
    result->stale = 2;
    result->note = memory_format("a \"note\"");
    result->signals =
        value_parse(STR("{\"columns\":[\"x\"],\"rows\":[{\"step\":1}]}"), NULL);
    outcome->duration_ms = 1234;
    result->coverage.states = 4;
    result->coverage.tests = 1;
    coverage_add_part(&result->coverage,
                      (struct coverage_part){.kind = COVERAGE_GUARD,
                                             .text = memory_format("a \"b\""),
                                             .file = memory_format("a.strom"),
                                             .line = 3,
                                             .column = 9,
                                             .was_false = 4});
    struct coverage_action *action =
        coverage_action(&result->coverage, "press!");
    action->offered = 3;
    action->taken = 2;
    coverage_add_kind(action, UINT64_C(0xfedcba9876543210));
    notice_list_add(&result->notices, "worker", "a \"worker\"");
    deps_child(deps_child(&result->learned.root, STR("#a")), STR("css"));
    reason_list_push(&result->reasons,
                     (struct reason){.text = memory_format("x is false"),
                                     .file = memory_format("a.strom"),
                                     .line = 3,
                                     .column = 7,
                                     .source = memory_format("  x\n  ^"),
                                     .version = 2});
}

/* In pieces of so many bytes. */
static bool take_in_pieces(struct job_report *job_report,
                           const struct buf *text, size_t piece)
{
    for (size_t at = 0; at < text->length; at += piece) {
        size_t rest = text->length - at;
        if (!job_report_take(job_report, text->data + at,
                             rest < piece ? rest : piece, NULL))
            return false;
    }
    return true;
}

static void add_test(struct buf *text)
{
    struct campaign_outcome outcome;
    campaign_outcome_init(&outcome);
    fill(&outcome);
    job_report_add_doing(text, "loading the page");
    for (int64_t version = 1; version <= 2; version++) {
        struct step step = make_step(version);
        job_report_add_step(text, &step);
        step_finish(&step);
    }
    job_report_add_outcome(text, &outcome);
    campaign_outcome_finish(&outcome);
}

static void check_steps(const struct session_result *result)
{
    assert_int_equal(result->kept.count, 2);
    struct step expected = make_step(2);
    const struct step *step = &result->kept.steps[1];
    assert_int_equal(step->kind, STEP_ACTED);
    assert_int_equal(step->version, 2);
    assert_int_equal(step->time_us, 2000);
    assert_int_equal(step->call_us, 5);
    assert_int_equal(step->return_us, 7);
    assert_true(value_equal(step->state, expected.state));
    assert_true(action_matches(&step->what.items[0], &expected.what.items[0]));
    step_finish(&expected);
}

static void a_test_comes_out_as_it_went_in(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 7, 100000};
    for (size_t i = 0; i < 3; i++) {
        struct buf text;
        struct job_report job_report;
        buf_init(&text);
        job_report_init(&job_report, true);
        add_test(&text);
        assert_true(take_in_pieces(&job_report, &text, pieces[i]));
        const struct session_result *result = &job_report.outcome.result;
        assert_true(job_report.is_complete);
        assert_true(job_report.outcome.goes_on);
        assert_string_equal(job_report.doing, "loading the page");
        assert_int_equal(job_report.outcome.duration_ms, 1234);
        assert_int_equal(result->verdict.kind, VERDICT_DEFINITELY);
        assert_false(result->verdict.value);
        assert_int_equal(result->actions, 3);
        assert_int_equal(result->stale, 2);
        assert_string_equal(result->note, "a \"note\"");
        assert_int_equal(value_field(result->signals, STR("rows"))->count, 1);
        assert_int_equal(result->notices.count, 1);
        assert_string_equal(result->notices.items[0].kind, "worker");
        assert_string_equal(result->notices.items[0].text, "a \"worker\"");
        assert_int_equal(result->learned.root.count, 1);
        assert_string_equal(result->learned.root.children[0].children[0].name,
                            "css");
        assert_int_equal(result->reasons.count, 1);
        assert_string_equal(result->reasons.items[0].source, "  x\n  ^");
        assert_int_equal(result->reasons.items[0].column, 7);
        assert_null(result->reasons.items[0].values);
        const struct coverage *coverage = &result->coverage;
        assert_int_equal(coverage->states, 4);
        assert_int_equal(coverage->part_count, 1);
        assert_int_equal(coverage->parts[0].was_false, 4);
        assert_string_equal(coverage->parts[0].text, "a \"b\"");
        assert_int_equal(coverage->action_count, 1);
        assert_int_equal(coverage->actions[0].taken, 2);
        assert_int_equal(coverage->actions[0].kinds[0],
                         UINT64_C(0xfedcba9876543210));
        check_steps(result);
        job_report_finish(&job_report);
        buf_finish(&text);
    }
}

static void an_error_keeps_its_kind(void **state)
{
    (void)state;
    struct buf text;
    struct job_report job_report;
    struct campaign_outcome outcome;
    struct error error = ERROR_NONE;
    buf_init(&text);
    job_report_init(&job_report, true);
    campaign_outcome_init(&outcome);
    error_set(&error, ERROR_SPEC, "wrong");
    campaign_outcome_fail(&outcome, &error, false);
    job_report_add_outcome(&text, &outcome);
    assert_true(take_in_pieces(&job_report, &text, 10));
    assert_int_equal(job_report.outcome.result.verdict.kind, VERDICT_ERRORED);
    assert_int_equal(job_report.outcome.result.error.code, ERROR_SPEC);
    assert_string_equal(job_report.outcome.result.error.message, "wrong");
    assert_false(job_report.outcome.goes_on);
    campaign_outcome_finish(&outcome);
    job_report_finish(&job_report);
    buf_finish(&text);
}

/* What a process that was killed has said. */
static void what_was_said_before_the_end_counts(void **state)
{
    (void)state;
    struct buf text;
    struct job_report job_report;
    buf_init(&text);
    job_report_init(&job_report, true);
    add_test(&text);
    const char *outcome = strstr(buf_text(&text), "{\"outcome\"");
    text.length = (size_t)(outcome - text.data) + 20;
    assert_true(take_in_pieces(&job_report, &text, 10));
    assert_false(job_report.is_complete);
    assert_int_equal(job_report.outcome.result.kept.count, 2);
    assert_int_equal(job_report.outcome.result.actions, 1);
    job_report_finish(&job_report);
    buf_finish(&text);
}

static void nonsense_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "nonsense\n",
        "[]\n",
        "{}\n",
        "{\"step\":1}\n",
        ("{\"step\":2,\"kind\":\"event\",\"timeUs\":0,\"what\":[],"
         "\"state\":{}}\n"),
        "{\"outcome\":3}\n",
        "{\"outcome\":{\"verdict\":\"unknown\"}}\n",
        "{\"outcome\":{\"verdict\":\"errored\"}}\n",
        "{\"outcome\":{\"verdict\":\"inconclusive\"}}\n{\"doing\":\"x\"}\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct job_report job_report;
        struct error error = ERROR_NONE;
        job_report_init(&job_report, true);
        assert_false(
            job_report_take(&job_report, wrong[i], strlen(wrong[i]), &error));
        assert_int_not_equal(error.code, ERROR_OK);
        job_report_finish(&job_report);
    }
}

/* ---- runs of which not all steps are kept -------------------------------- */

static void keep_steps(struct kept_steps *kept, int64_t count)
{
    kept_steps_init(kept, false);
    for (int64_t version = 1; version <= count; version++) {
        struct step step = make_step(version);
        kept_steps_add(kept, &step);
    }
    kept_steps_straighten(kept);
}

static void a_gap_in_the_second_run_is_told(void **state)
{
    (void)state;
    enum { STEPS = KEPT_FIRST_STEPS + KEPT_LAST_STEPS + 500 };
    struct campaign_outcome outcome;
    struct job_report job_report;
    struct buf text;
    buf_init(&text);
    campaign_outcome_init(&outcome);
    fill(&outcome);
    outcome.reduction.kind = REDUCTION_FLAKY;
    outcome.reduction.runs = 1;
    outcome.reduction.has_other = true;
    outcome.reduction.other.verdict = (struct verdict){VERDICT_PROBABLY, true};
    keep_steps(&outcome.reduction.other.kept, STEPS);
    job_report_init(&job_report, false);
    job_report_add_outcome(&text, &outcome);
    assert_true(take_in_pieces(&job_report, &text, 100000));
    assert_true(job_report.is_complete);
    const struct kept_steps *kept = &job_report.outcome.reduction.other.kept;
    assert_int_equal(kept->left_out, 500);
    assert_int_equal(kept->count, STEPS - 500);
    assert_int_equal(kept->steps[KEPT_FIRST_STEPS - 1].version,
                     KEPT_FIRST_STEPS);
    assert_int_equal(kept->steps[KEPT_FIRST_STEPS].version,
                     KEPT_FIRST_STEPS + 501);
    assert_int_equal(kept->steps[kept->count - 1].version, STEPS);
    job_report_finish(&job_report);
    campaign_outcome_finish(&outcome);
    buf_finish(&text);
}

static void steps_of_a_run_that_begins_anew_do_not_count(void **state)
{
    (void)state;
    struct job_report job_report;
    struct buf text;
    struct step step = make_step(1);
    job_report_init(&job_report, true);
    buf_init(&text);
    job_report_add_step(&text, &step);
    job_report_add_anew(&text);
    job_report_add_step(&text, &step);
    assert_true(take_in_pieces(&job_report, &text, 7));
    assert_int_equal(job_report.outcome.result.kept.count, 1);
    step_finish(&step);
    buf_finish(&text);
    job_report_finish(&job_report);
}

static void steps_are_left_out_after_the_first_ones_only(void **state)
{
    (void)state;
    struct job_report job_report;
    static const char text[] = "{\"leftOut\":5}\n";
    job_report_init(&job_report, false);
    assert_false(job_report_take(&job_report, text, strlen(text), NULL));
    job_report_finish(&job_report);
}

/* ---- a process that dies ------------------------------------------------- */

static void a_failure_outlives_its_process(void **state)
{
    (void)state;
    struct campaign_outcome found;
    struct job_report job_report;
    struct buf text;
    struct error error = ERROR_NONE;
    buf_init(&text);
    campaign_outcome_init(&found);
    fill(&found);
    for (int64_t version = 1; version <= 2; version++) {
        struct step step = make_step(version);
        job_report_add_step(&text, &step);
        step_finish(&step);
    }
    job_report_add_failing(&text, &found);
    job_report_add_doing(&text, "shrinking");
    job_report_init(&job_report, false);
    assert_true(take_in_pieces(&job_report, &text, 11));
    error_set(&error, ERROR_RUN, "it died");
    job_report_break_off(&job_report, &error);
    const struct campaign_outcome *outcome = &job_report.outcome;
    assert_int_equal(outcome->result.verdict.kind, VERDICT_DEFINITELY);
    assert_false(outcome->result.verdict.value);
    assert_int_equal(outcome->result.reasons.count, 1);
    assert_int_equal(outcome->duration_ms, 1234);
    assert_true(outcome->goes_on);
    assert_int_equal(outcome->reduction.kind, REDUCTION_TROUBLE);
    assert_string_equal(outcome->reduction.trouble, "it died");
    check_steps(&outcome->result);
    job_report_finish(&job_report);
    campaign_outcome_finish(&found);
    buf_finish(&text);
}

static void what_had_not_failed_errs_with_its_process(void **state)
{
    (void)state;
    struct job_report job_report;
    struct error error = ERROR_NONE;
    job_report_init(&job_report, false);
    error_set(&error, ERROR_RUN, "it died");
    job_report_break_off(&job_report, &error);
    assert_int_equal(job_report.outcome.result.verdict.kind, VERDICT_ERRORED);
    assert_string_equal(job_report.outcome.result.error.message, "it died");
    job_report_finish(&job_report);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_test_comes_out_as_it_went_in),
        cmocka_unit_test(an_error_keeps_its_kind),
        cmocka_unit_test(what_was_said_before_the_end_counts),
        cmocka_unit_test(nonsense_is_refused),
        cmocka_unit_test(a_gap_in_the_second_run_is_told),
        cmocka_unit_test(steps_of_a_run_that_begins_anew_do_not_count),
        cmocka_unit_test(steps_are_left_out_after_the_first_ones_only),
        cmocka_unit_test(a_failure_outlives_its_process),
        cmocka_unit_test(what_had_not_failed_errs_with_its_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
