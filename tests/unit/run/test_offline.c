/* Recorded tests judged again. */
#include "run/offline.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "check/spec/spec.h"
#include "lang/program.h"

#define HEAD                                                                   \
    "import control; import list; import ltl;\n"                               \
    "let ~n = `n`;\n"                                                          \
    "action ~loaded? = {id: \"loaded\", event: true, args: []};\n"             \
    "action ~go! = {id: \"go\", event: false, args: []};\n"                    \
    "action ~slow! = {id: \"go\", event: false, args: [], timeout: 500};\n"    \
    "action ~tick? = {id: \"tick\", event: true, args: []};\n"

#define HEADER "{\"weir\":\"trace\",\"format\":1}\n"
#define STEP(number, kind, what, n)                                            \
    "{\"step\":" #number ",\"kind\":\"" kind "\",\"what\":[" what              \
    "],\"state\":{\"n\":" #n "}}\n"
#define LOADED "{\"id\":\"loaded\",\"isEvent\":true,\"args\":[]}"
#define TICK "{\"id\":\"tick\",\"isEvent\":true,\"args\":[]}"
#define GO "{\"id\":\"go\",\"isEvent\":false,\"args\":[]}"
#define SLOW "{\"id\":\"go\",\"isEvent\":false,\"args\":[],\"timeout\":500}"
#define ENDING "{\"verdict\":\"none\",\"actions\":9,\"stale\":4}\n"

struct trial {
    struct lang_program *program;
    struct trace_reader *reader;
    struct trace_record record;
    struct offline_result result;
    bool goes_on;
    struct error error;
    size_t told; /* steps that the reporter would see */
    size_t cancel_at;
    size_t asked;
};

static void on_step(void *context, const struct step *step)
{
    struct trial *trial = context;
    trial->told++;
    assert_non_null(step->state);
}

static bool is_cancelled(void *context)
{
    struct trial *trial = context;
    return ++trial->asked == trial->cancel_at;
}

static struct lang_program *load(const char *text)
{
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program = lang_load_text("spec.strom", str_text(text),
                                                  &options, &diags, &sources);
    assert_non_null(program);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return program;
}

static void open_trial(struct trial *trial, const char *spec, struct str trace)
{
    *trial = (struct trial){.error = ERROR_NONE};
    trial->program = load(spec);
    FILE *stream = fmemopen((char *)trace.data, trace.length, "r");
    assert_non_null(stream);
    trial->reader = trace_reader_create(stream, "t");
    trace_record_init(&trial->record);
    assert_true(
        trace_reader_next(trial->reader, &trial->record, &trial->error));
    assert_int_equal(trial->record.kind, TRACE_RECORD_HEADER);
}

/* Judges the test whose header was read last. */
static void judge(struct trial *trial)
{
    struct offline_options options = {
        .on_step = on_step, .cancelled = is_cancelled, .context = trial};
    struct check_spec *spec =
        check_spec_create(trial->program, &trial->program->properties[0]);
    offline_result_init(&trial->result);
    trial->goes_on =
        offline_judge(trial->reader, &trial->record, &spec->checker,
                      &spec->actor, &options, &trial->result, &trial->error);
    spec->checker.ops->destroy(&spec->checker);
}

static void close_trial(struct trial *trial)
{
    offline_result_finish(&trial->result);
    trace_record_finish(&trial->record);
    trace_reader_close(trial->reader);
    lang_program_destroy(trial->program);
}

static void run(struct trial *trial, const char *spec, const char *trace)
{
    open_trial(trial, spec, str_text(trace));
    judge(trial);
}

static void assert_verdict(const struct trial *trial, enum verdict_kind kind,
                           bool value)
{
    if (trial->result.verdict.kind == VERDICT_ERRORED)
        print_message("error: %s\n", trial->result.error.message);
    assert_string_equal(
        verdict_text(trial->result.verdict),
        verdict_text((struct verdict){.kind = kind, .value = value}));
}

static void a_definite_answer_decides_at_its_step(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {50} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)
            STEP(3, "acted", GO, 3) STEP(4, "acted", GO, 1) ENDING);
    assert_true(trial.goes_on);
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    assert_int_equal(trial.result.kept.count, 3);
    assert_int_equal(trial.told, 3);
    assert_int_equal(trial.result.actions, 2);
    assert_int_equal(trial.result.stale, 4);
    assert_true(trial.result.reasons.count > 0);
    assert_int_equal(trial.result.reasons.items[0].version, 3);
    assert_int_equal(trial.record.kind, TRACE_RECORD_NONE);
    assert_null(trial.result.note);
    close_trial(&trial);
}

/* Where a live run would have stopped the trace goes on: it may know better. */
static void all_states_count(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {1} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)
            STEP(3, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_PROBABLY, true);
    assert_int_equal(trial.result.kept.count, 3);
    close_trial(&trial);
    run(&trial,
        HEAD "let ~p = always {1} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)
            STEP(3, "acted", GO, 2) STEP(4, "timeout", "", 7));
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    close_trial(&trial);
}

static void a_trace_that_ends_too_early_is_inconclusive(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {5} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_INCONCLUSIVE, false);
    assert_string_equal(trial.result.note,
                        "the trace ends while the property still demands "
                        "states");
    close_trial(&trial);
    run(&trial,
        HEAD "let ~p = always {5} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(
            1, "event", LOADED,
            1) "{\"verdict\":\"errored\",\"error\":\"the page is gone\"}\n");
    assert_verdict(&trial, VERDICT_INCONCLUSIVE, false);
    assert_string_equal(trial.result.note,
                        "the trace ends while the property still demands "
                        "states; the recorded run ended in an error: the page "
                        "is gone");
    close_trial(&trial);
}

/* The names come back by what the actor would have proposed: id, arguments and
 * timeout. */
static void what_happened_is_found_again(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = next (happened == [go!] && next (happened == [] && next "
             "(happened == [slow!] && next (happened == [tick?] && next "
             "(happened == [])))));\n"
             "check p with go!, slow!, tick? when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)
            STEP(3, "timeout", "", 2) STEP(4, "acted", SLOW, 2)
                STEP(5, "event", TICK, 2)
                    STEP(6, "event",
                         "{\"id\":\"other\",\"isEvent\":true,\"args\":[]}", 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_null(trial.result.note);
    close_trial(&trial);
}

/* It is proposed in the state before, not in the one it led to. */
static void guards_are_those_of_the_state_before(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "action ~once! = {id: \"go\", event: false, args: []} when n == "
             "1;\n"
             "let ~p = next (happened == [once!]);\n"
             "check p with once! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    close_trial(&trial);
    run(&trial,
        HEAD "let ~at = {id: \"go\", event: false, args: []};\n"
             "action ~inner! = at;\n"
             "action ~once! = inner! when n == 1;\n"
             "let ~p = next (happened == [inner!]);\n"
             "check p with once! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    close_trial(&trial);
    run(&trial,
        HEAD "let ~at = {id: \"go\", event: false, args: []};\n"
             "action ~inner! = at;\n"
             "action ~once! = inner! when n == 2;\n"
             "let ~p = next (happened == []);\n"
             "check p with once! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)
            STEP(3, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_string_equal(trial.result.note,
                        "the action of step 2 is none that the specification "
                        "proposes there, so nothing counts as happened");
    close_trial(&trial);
}

static void the_first_proposal_that_fits_is_taken(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "action ~outer! = go!;\n"
             "action ~same! = {id: \"go\", event: false, args: []};\n"
             "let ~p = next (happened == [go!]);\n"
             "check p with outer!, same! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    close_trial(&trial);
    run(&trial,
        HEAD "action ~outer! = go!;\n"
             "action ~same! = {id: \"go\", event: false, args: []};\n"
             "let ~p = next (happened == [same!]);\n"
             "check p with same!, outer! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    close_trial(&trial);
}

static void what_comes_before_the_initial_event_is_passed_over(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = n == 3 && happened == [loaded?];\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", TICK, 1) STEP(2, "acted", GO, 2)
            STEP(3, "event", LOADED, 3));
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_int_equal(trial.result.kept.count, 1);
    assert_int_equal(trial.told, 1);
    close_trial(&trial);
    run(&trial,
        HEAD "let ~p = n == 3;\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", TICK, 1) ENDING);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    assert_string_equal(trial.result.error.message,
                        "the initial event (`when`) does not occur in the "
                        "trace");
    assert_int_equal(trial.result.error.code, ERROR_RUN);
    assert_true(trial.goes_on);
    close_trial(&trial);
}

#define BROKEN(number, more, n)                                                \
    "{\"step\":" #number ",\"kind\":\"acted\",\"what\":[" GO                   \
    "],\"broken\":\"it broke\"" more ",\"state\":{\"n\":" #n "}}\n"

static void assert_reasons(const struct trial *trial, const char *second)
{
    const struct reason_list *reasons = &trial->result.reasons;
    assert_int_equal(reasons->count, 2);
    assert_string_equal(reasons->items[0].text, "it broke");
    assert_int_equal(reasons->items[0].version, 2);
    assert_non_null(strstr(reasons->items[1].text, second));
    assert_int_equal(reasons->items[1].version, 2);
}

static void what_cannot_be_judged_of_a_broken_page_is_false(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {5} (n + 1 < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) BROKEN(2, "", "x"));
    assert_true(trial.goes_on);
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    assert_reasons(&trial, "this cannot be judged after it: ");
    assert_int_equal(trial.result.reasons.items[1].line, 7);
    close_trial(&trial);
}

static void nor_can_its_actions(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD
        "let ~p = always {5} (length([n]) == 1);\n"
        "action ~more! = {id: \"go\", event: false, args: []} when n < 3;\n"
        "check p with more! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) BROKEN(2, "", "x"));
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    assert_reasons(&trial, "this cannot be judged after it: ");
    assert_int_equal(trial.result.reasons.items[1].line, 8);
    close_trial(&trial);
}

static void what_can_be_judged_of_a_broken_page_is(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {1} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) BROKEN(2, "", 2));
    assert_verdict(&trial, VERDICT_PROBABLY, true);
    close_trial(&trial);
}

static void nothing_is_judged_of_a_page_that_died(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {1} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) BROKEN(2, ",\"died\":true", 1));
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    assert_reasons(&trial, "no state after it can be judged");
    close_trial(&trial);
}

static void an_evaluation_error_ends_the_test(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {5} (n + 1 < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, "x"));
    assert_true(trial.goes_on);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    assert_int_equal(trial.result.error.code, ERROR_UNJUDGED_LATER);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    assert_int_equal(trial.result.kept.count, 2); /* where it happened */
    close_trial(&trial);
}

static void a_property_that_is_none_errors_the_test(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = n;\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1));
    assert_true(trial.goes_on);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    close_trial(&trial);
}

static void a_wrong_line_ends_the_command(void **state)
{
    (void)state;
    struct trial trial;
    run(&trial,
        HEAD "let ~p = always {5} (n < 3);\n"
             "check p with go! when loaded?;",
        HEADER STEP(1, "event", LOADED, 1) STEP(3, "acted", GO, 2));
    assert_false(trial.goes_on);
    assert_int_equal(trial.error.code, ERROR_IO);
    assert_string_equal(trial.error.message,
                        "t:3: step 3 stands where step 2 must be");
    close_trial(&trial);
}

static void it_can_be_interrupted(void **state)
{
    (void)state;
    struct trial trial;
    open_trial(
        &trial,
        HEAD "let ~p = always {5} (n < 3);\n"
             "check p with go! when loaded?;",
        str_text(HEADER STEP(1, "event", LOADED, 1) STEP(2, "acted", GO, 2)));
    trial.cancel_at = 2;
    judge(&trial);
    assert_false(trial.goes_on);
    assert_int_equal(trial.error.code, ERROR_CANCELLED);
    assert_int_equal(trial.result.kept.count, 1);
    close_trial(&trial);
}

/* One after the other in one file, also when a test was cut off or decided
 * early. */
static void each_test_is_judged_by_itself(void **state)
{
    (void)state;
    struct trial trial;
    open_trial(&trial,
               HEAD "let ~p = always {1} (n < 3);\n"
                    "check p with go! when loaded?;",
               str_text(HEADER STEP(1, "event", LOADED, 9) STEP(
                   2, "acted", GO, 9) ENDING HEADER STEP(1, "event", LOADED, 1)
                            HEADER STEP(1, "event", LOADED, 1)
                                STEP(2, "acted", GO, 2) ENDING));
    judge(&trial);
    assert_verdict(&trial, VERDICT_DEFINITELY, false);
    assert_int_equal(trial.record.kind, TRACE_RECORD_HEADER);
    offline_result_finish(&trial.result);
    judge(&trial);
    assert_verdict(&trial, VERDICT_INCONCLUSIVE, false);
    assert_int_equal(trial.record.kind, TRACE_RECORD_HEADER);
    offline_result_finish(&trial.result);
    judge(&trial);
    assert_verdict(&trial, VERDICT_PROBABLY, true);
    assert_int_equal(trial.record.kind, TRACE_RECORD_NONE);
    close_trial(&trial);
}

/* To both sides of what is kept: all of it; the first and the last. */
static void of_a_long_trace_the_ends_are_kept(void **state)
{
    (void)state;
    static const size_t lengths[] = {1000, 1001, 2345};
    for (size_t i = 0; i < 3; i++) {
        struct trial trial;
        struct buf text;
        buf_init(&text);
        buf_add_text(&text, HEADER STEP(1, "event", LOADED, 1));
        for (size_t step = 2; step <= lengths[i]; step++)
            buf_addf(&text,
                     "{\"step\":%zu,\"kind\":\"timeout\",\"what\":[],\"state\":"
                     "{\"n\":%zu}}\n",
                     step, step);
        open_trial(&trial,
                   HEAD "let ~p = always {5} (n > 0);\n"
                        "check p with go! when loaded?;",
                   buf_str(&text));
        judge(&trial);
        assert_verdict(&trial, VERDICT_PROBABLY, true);
        const struct offline_result *result = &trial.result;
        assert_int_equal(result->kept.count, 1000);
        assert_int_equal(result->kept.left_out, lengths[i] - 1000);
        assert_int_equal(trial.told, lengths[i]);
        for (size_t at = 0; at < 1000; at++) {
            bool late = result->kept.left_out > 0 && at >= KEPT_FIRST_STEPS;
            assert_int_equal(result->kept.steps[at].version,
                             at + 1 + (late ? result->kept.left_out : 0));
        }
        assert_int_equal(KEPT_FIRST_STEPS + KEPT_LAST_STEPS, 1000);
        close_trial(&trial);
        buf_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_definite_answer_decides_at_its_step),
        cmocka_unit_test(all_states_count),
        cmocka_unit_test(a_trace_that_ends_too_early_is_inconclusive),
        cmocka_unit_test(what_happened_is_found_again),
        cmocka_unit_test(guards_are_those_of_the_state_before),
        cmocka_unit_test(the_first_proposal_that_fits_is_taken),
        cmocka_unit_test(what_comes_before_the_initial_event_is_passed_over),
        cmocka_unit_test(an_evaluation_error_ends_the_test),
        cmocka_unit_test(what_cannot_be_judged_of_a_broken_page_is_false),
        cmocka_unit_test(nor_can_its_actions),
        cmocka_unit_test(what_can_be_judged_of_a_broken_page_is),
        cmocka_unit_test(nothing_is_judged_of_a_page_that_died),
        cmocka_unit_test(a_property_that_is_none_errors_the_test),
        cmocka_unit_test(a_wrong_line_ends_the_command),
        cmocka_unit_test(it_can_be_interrupted),
        cmocka_unit_test(each_test_is_judged_by_itself),
        cmocka_unit_test(of_a_long_trace_the_ends_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
