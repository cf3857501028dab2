/* The CCS executor through its port; the language itself has golden tests
 * (tests/golden/exec). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/memory.h"
#include "exec/ccs/executor.h"
#include "exec/ccs/moves.h"

struct trial {
    struct ccs_model *model;
    struct executor *executor;
    struct deps deps;
    struct executor_message message;
    struct error error;
};

static void set_up(struct trial *trial, const char *model, const char *process,
                   bool tau_happens)
{
    trial->error = ERROR_NONE;
    executor_message_init(&trial->message);
    deps_init(&trial->deps);
    deps_child(&trial->deps.root, STR("available"));
    trial->model = ccs_model_read("m.ccs", str_text(model), &trial->error);
    if (trial->model == NULL)
        fail_msg("%s", trial->error.message);
    trial->executor = ccs_executor_create(
        trial->model,
        &(struct ccs_options){.process = process, .tau_happens = tau_happens},
        &trial->error);
    if (trial->executor == NULL)
        fail_msg("%s", trial->error.message);
}

static void tear_down(struct trial *trial)
{
    executor_message_finish(&trial->message);
    trial->executor->ops->destroy(trial->executor);
    ccs_model_destroy(trial->model);
    deps_finish(&trial->deps);
}

static void start(struct trial *trial)
{
    if (!trial->executor->ops->start(trial->executor, &trial->deps, 0,
                                     &trial->error))
        fail_msg("%s", trial->error.message);
}

static void pull(struct trial *trial, enum executor_message_kind kind)
{
    executor_message_finish(&trial->message);
    assert_int_equal(trial->executor->ops->next(trial->executor,
                                                clock_now_ms() + 60000,
                                                &trial->message, &trial->error),
                     EXECUTOR_MESSAGE);
    if (trial->message.kind == EXECUTOR_ERROR && kind != EXECUTOR_ERROR)
        fail_msg("%s", trial->message.text);
    assert_int_equal(trial->message.kind, kind);
}

static void nothing_comes(struct trial *trial)
{
    executor_message_finish(&trial->message);
    assert_int_equal(trial->executor->ops->next(trial->executor, clock_now_ms(),
                                                &trial->message, &trial->error),
                     EXECUTOR_DEADLINE);
}

static void act(struct trial *trial, const char *id, const char *args,
                int64_t timeout_ms, int64_t version)
{
    struct action action =
        action_make(value_string(str_text(id)), false,
                    value_parse(str_text(args), NULL), timeout_ms);
    assert_true(trial->executor->ops->act(trial->executor, &action, version,
                                          &trial->error));
    action_finish(&action);
}

static void await(struct trial *trial, int64_t time_ms, int64_t version)
{
    assert_true(trial->executor->ops->wait(trial->executor, time_ms, version,
                                           &trial->error));
}

static void must_show(struct trial *trial, const char *state)
{
    struct buf text;
    buf_init(&text);
    value_add_json(&text, trial->message.state);
    assert_string_equal(buf_text(&text), state);
    buf_finish(&text);
}

static void the_first_event_is_ready(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a(1, \"x\").0 + 'b(y).0 + tau.0;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    assert_int_equal(trial.message.events.count, 1);
    struct buf text;
    buf_init(&text);
    action_add_json(&text, &trial.message.events.items[0]);
    assert_string_equal(buf_text(&text), "{\"id\":\"ready\",\"isEvent\":true,"
                                         "\"args\":[],\"timeout\":null}");
    buf_finish(&text);
    must_show(&trial, "{\"available\":[{\"id\":\"a\",\"args\":[1,\"x\"]},"
                      "{\"id\":\"'b\",\"args\":[]},{\"id\":\"tau\",\"args\":"
                      "[]}]}");
    nothing_comes(&trial);
    tear_down(&trial);
}

/* Bare values, not lists. */
static void any_other_selector_is_an_expression(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial,
           "var X = 1; var N = null; fun twice(x) = x * 2;"
           "P = {X := 5} a.0;",
           "P", false);
    deps_finish(&trial.deps);
    static const char *const selectors[] = {"X", "N", "twice(X) + 1", "X == 1",
                                            "\"a\" . \"b\""};
    for (size_t i = 0; i < 5; i++)
        deps_child(&trial.deps.root, str_text(selectors[i]));
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    must_show(&trial, "{\"\\\"a\\\" . \\\"b\\\"\":\"ab\",\"N\":null,\"X\":1,"
                      "\"X == 1\":true,\"twice(X) + 1\":3}");
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 1);
    pull(&trial, EXECUTOR_PERFORMED);
    must_show(&trial, "{\"\\\"a\\\" . \\\"b\\\"\":\"ab\",\"N\":null,\"X\":5,"
                      "\"X == 1\":false,\"twice(X) + 1\":11}");
    tear_down(&trial);
}

static void
a_selector_that_is_none_is_a_mistake_of_the_specification(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a.0;", "P", false);
    deps_child(&trial.deps.root, STR("#toggle"));
    assert_false(trial.executor->ops->start(trial.executor, &trial.deps, 0,
                                            &trial.error));
    assert_int_equal(trial.error.code, ERROR_SPEC);
    assert_non_null(strstr(trial.error.message,
                           "the selector `#toggle` is neither `available` nor "
                           "an expression of the model:\nselector:1:1: "));
    tear_down(&trial);
}

static void outputs_go_by_equality_and_inputs_by_arity(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = 'coin(x).cup(x).P + tau.broken.0;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    act(&trial, "coin", "[2.0]", ACTION_NO_TIMEOUT, 1); /* without its quote */
    pull(&trial, EXECUTOR_PERFORMED);
    must_show(&trial, "{\"available\":[{\"id\":\"cup\",\"args\":[2]}]}");
    act(&trial, "cup", "[2]", ACTION_NO_TIMEOUT, 2);
    pull(&trial, EXECUTOR_PERFORMED);
    act(&trial, "tau", "[]", ACTION_NO_TIMEOUT, 3);
    pull(&trial, EXECUTOR_PERFORMED);
    must_show(&trial, "{\"available\":[{\"id\":\"broken\",\"args\":[]}]}");
    act(&trial, "broken", "[]", ACTION_NO_TIMEOUT, 4);
    pull(&trial, EXECUTOR_PERFORMED);
    must_show(&trial, "{\"available\":[]}");
    tear_down(&trial);
}

static void what_is_not_offered_ends_the_run(void **state)
{
    (void)state;
    static const char *const refused[][2] = {
        {"cup", "[3]"},    {"cup", "[]"}, {"'coin", "[1]"},
        {"coin", "[1,2]"}, {"tau", "[]"}, {"other", "[]"},
    };
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct trial trial;
        set_up(&trial, "P = cup(2).0 + 'coin(x).0;", "P", false);
        start(&trial);
        pull(&trial, EXECUTOR_EVENTS);
        act(&trial, refused[i][0], refused[i][1], ACTION_NO_TIMEOUT, 1);
        pull(&trial, EXECUTOR_ERROR);
        char *words =
            memory_format("the process does not offer %s with the arguments "
                          "%s; it offers cup(2), 'coin(x)",
                          refused[i][0], refused[i][1]);
        assert_string_equal(trial.message.text, words);
        free(words);
        tear_down(&trial);
    }
}

static void only_values_of_ccs_are_received(void **state)
{
    (void)state;
    static const char *const args[] = {"[1]",   "[true]", "[\"a\"]", "[null]",
                                       "[0.5]", "[[1]]",  "[{}]"};
    for (size_t i = 0; i < sizeof args / sizeof *args; i++) {
        struct trial trial;
        set_up(&trial, "P = 'coin(x).0;", "P", false);
        start(&trial);
        pull(&trial, EXECUTOR_EVENTS);
        act(&trial, "coin", args[i], ACTION_NO_TIMEOUT, 1);
        pull(&trial, i < 4 ? EXECUTOR_PERFORMED : EXECUTOR_ERROR);
        if (i >= 4)
            assert_string_equal(
                trial.message.text,
                "`coin` cannot receive its argument 1: a value of CCS is an "
                "integer, a boolean, a string or null");
        tear_down(&trial);
    }
}

static void another_version_is_stale(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a.P;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 0);
    pull(&trial, EXECUTOR_STALE);
    await(&trial, 10, 2);
    pull(&trial, EXECUTOR_STALE);
    act(&trial, "a", "[]", 50, 1);
    pull(&trial, EXECUTOR_PERFORMED);
    pull(&trial, EXECUTOR_TIMEOUT);
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 2); /* Timeout was a state, too */
    pull(&trial, EXECUTOR_STALE);
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 3);
    pull(&trial, EXECUTOR_PERFORMED);
    nothing_comes(&trial);
    tear_down(&trial);
}

/* No time passes but what is waited for. */
static void waits_are_over_at_once(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a.P + tau.0;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    assert_int_equal(trial.message.time_us, 0);
    act(&trial, "a", "[]", 3600000, 1);
    pull(&trial, EXECUTOR_PERFORMED);
    assert_int_equal(trial.message.time_us, 0);
    pull(&trial, EXECUTOR_TIMEOUT);
    assert_true(trial.message.time_us == INT64_C(3600000000));
    await(&trial, 250, 3);
    pull(&trial, EXECUTOR_TIMEOUT);
    assert_true(trial.message.time_us == INT64_C(3600250000));
    tear_down(&trial);
}

static void waiting_for_ever_is_an_error(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a.P;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    await(&trial, 1000, 1);
    pull(&trial, EXECUTOR_TIMEOUT);
    await(&trial, 1000, 2);
    pull(&trial, EXECUTOR_TIMEOUT);
    await(&trial, 1000, 3);
    pull(&trial, EXECUTOR_ERROR);
    assert_string_equal(trial.message.text,
                        "the specification waits for an event that cannot "
                        "come: the only event of a CCS process is `ready`, at "
                        "the start");
    tear_down(&trial);
}

static void tau_can_be_an_event_of_waits(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P = a.tau.b.0;", "P", true);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    act(&trial, "a", "[]", 100, 1);
    pull(&trial, EXECUTOR_PERFORMED);
    must_show(&trial, "{\"available\":[{\"id\":\"tau\",\"args\":[]}]}");
    pull(&trial, EXECUTOR_EVENTS);
    assert_int_equal(trial.message.events.count, 1);
    assert_true(trial.message.events.items[0].is_event);
    assert_true(str_is(value_text(trial.message.events.items[0].id), "tau"));
    must_show(&trial, "{\"available\":[{\"id\":\"b\",\"args\":[]}]}");
    await(&trial, 100, 3);
    pull(&trial, EXECUTOR_TIMEOUT); /* there is no tau any more */
    tear_down(&trial);
}

static void a_session_begins_anew(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "var X = 1; P = {X := X + 1} a.P;", "P", false);
    deps_child(&trial.deps.root, STR("X"));
    for (int session = 0; session < 3; session++) {
        start(&trial);
        pull(&trial, EXECUTOR_EVENTS);
        assert_non_null(value_field(trial.message.state, STR("X")));
        assert_int_equal(value_field(trial.message.state, STR("X"))->integer,
                         1);
        act(&trial, "a", "[]", 70, 1); /* and is ended with two unread */
        trial.executor->ops->end(trial.executor);
    }
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    nothing_comes(&trial);
    tear_down(&trial);
}

static void mistakes_of_the_model_end_the_run(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "var X = 0;\nP = a.[X] b.0;", "P", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 1);
    pull(&trial, EXECUTOR_ERROR);
    assert_non_null(strstr(trial.message.text, "m.ccs:2:8: a condition needs a "
                                               "boolean, not 0"));
    tear_down(&trial);

    set_up(&trial, "var X = 0;\nP = {X := 1} a.0;", "P", false);
    deps_child(&trial.deps.root, STR("1 / (1 - X)"));
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    act(&trial, "a", "[]", ACTION_NO_TIMEOUT, 1);
    pull(&trial, EXECUTOR_ERROR);
    assert_non_null(strstr(trial.message.text, "division by zero"));
    tear_down(&trial);
}

/* Each process is two of the next one, so that there are 2^34 of the last. */
static void processes_that_double_without_acting_are_refused(void **state)
{
    (void)state;
    struct trial trial;
    struct buf text;
    buf_init(&text);
    for (int i = 0; i < 34; i++)
        buf_addf(&text, "A%d = A%d + A%d;\n", i, i + 1, i + 1);
    buf_add_text(&text, "A34 = 0;");
    struct error error = ERROR_NONE;
    set_up(&trial, buf_text(&text), "A0", false);
    assert_false(trial.executor->ops->start(trial.executor, &trial.deps,
                                            INT64_MAX, &error));
    assert_non_null(strstr(error.message, "more than 1000000 processes"));
    tear_down(&trial);
    buf_finish(&text);
}

static bool starts_with_actions(size_t count, struct error *error)
{
    struct trial trial;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "P = a.0");
    for (size_t i = 1; i < count; i++)
        buf_add_text(&text, "+a.0");
    buf_add_text(&text, ";");
    set_up(&trial, buf_text(&text), "P", false);
    bool starts = trial.executor->ops->start(trial.executor, &trial.deps,
                                             INT64_MAX, error);
    tear_down(&trial);
    buf_finish(&text);
    return starts;
}

static void a_process_offers_so_many_actions_and_no_more(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_true(starts_with_actions(CCS_MOVES_LIMIT, &error));
    assert_false(starts_with_actions(CCS_MOVES_LIMIT + 1, &error));
    assert_non_null(strstr(error.message, "more than 100000 actions"));
}

static void the_process_may_be_any(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "P(n) = a(n).0;", "P(1) | b.0", false);
    start(&trial);
    pull(&trial, EXECUTOR_EVENTS);
    must_show(&trial, "{\"available\":[{\"id\":\"a\",\"args\":[1]},{\"id\":"
                      "\"b\",\"args\":[]}]}");
    struct error error = ERROR_NONE;
    assert_null(ccs_executor_create(
        trial.model, &(struct ccs_options){.process = "Q"}, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    assert_non_null(
        strstr(error.message, "process:1:1: there is no process `Q`"));
    tear_down(&trial);
}

static void models_come_from_files(void **state)
{
    (void)state;
    char path[] = "/tmp/weir-ccs-XXXXXX";
    int file = mkstemp(path);
    struct error error = ERROR_NONE;
    assert_int_equal(write(file, "P = a.0;", 8), 8);
    struct ccs_model *model = ccs_model_load(path, &error);
    assert_non_null(model);
    ccs_model_destroy(model);
    assert_int_equal(write(file, " Q", 2), 2);
    assert_null(ccs_model_load(path, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    char *place = memory_format("%s:1:11: ", path);
    assert_true(str_starts_with(str_text(error.message), place));
    free(place);
    assert_int_equal(ftruncate(file, CCS_MODEL_LIMIT_BYTES + 1), 0);
    assert_null(ccs_model_load(path, &error));
    assert_non_null(strstr(error.message, "is larger than"));
    close(file);
    unlink(path);
    assert_null(ccs_model_load("/nowhere/x.ccs", &error));
    assert_string_equal(error.message, "cannot read /nowhere/x.ccs: No such "
                                       "file or directory");
    assert_null(ccs_model_load("/", &error));
}

/* Parentheses, to both sides of the limit; chains have none. */
static void deep_models_are_refused(void **state)
{
    (void)state;
    static const size_t depths[] = {255, 256, 50000};
    for (size_t i = 0; i < 3; i++) {
        size_t depth = depths[i];
        struct buf text;
        struct error error = ERROR_NONE;
        buf_init(&text);
        buf_add_text(&text, "P = ");
        buf_add_repeat(&text, '(', depth);
        buf_add_text(&text, "0");
        buf_add_repeat(&text, ')', depth);
        buf_add_text(&text, ";");
        struct ccs_model *model = ccs_model_read("m", buf_str(&text), &error);
        assert_int_equal(model != NULL, depth == 255);
        if (model == NULL)
            assert_non_null(
                strstr(error.message, "nests more than 256 levels deep"));
        ccs_model_destroy(model);
        buf_finish(&text);
    }
}

static void long_chains_are_fine(void **state)
{
    (void)state;
    struct buf text;
    struct error error = ERROR_NONE;
    buf_init(&text);
    buf_add_text(&text, "P = ");
    for (int i = 0; i < 50000; i++)
        buf_add_text(&text, "a.");
    buf_add_text(&text, "0; Q = 0");
    for (int i = 0; i < 50000; i++)
        buf_add_text(&text, "+a.0");
    buf_add_text(&text, ";");
    struct ccs_model *model = ccs_model_read("m", buf_str(&text), &error);
    assert_non_null(model);
    ccs_model_destroy(model);
    buf_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_first_event_is_ready),
        cmocka_unit_test(any_other_selector_is_an_expression),
        cmocka_unit_test(
            a_selector_that_is_none_is_a_mistake_of_the_specification),
        cmocka_unit_test(outputs_go_by_equality_and_inputs_by_arity),
        cmocka_unit_test(what_is_not_offered_ends_the_run),
        cmocka_unit_test(only_values_of_ccs_are_received),
        cmocka_unit_test(another_version_is_stale),
        cmocka_unit_test(waits_are_over_at_once),
        cmocka_unit_test(waiting_for_ever_is_an_error),
        cmocka_unit_test(tau_can_be_an_event_of_waits),
        cmocka_unit_test(a_session_begins_anew),
        cmocka_unit_test(mistakes_of_the_model_end_the_run),
        cmocka_unit_test(processes_that_double_without_acting_are_refused),
        cmocka_unit_test(a_process_offers_so_many_actions_and_no_more),
        cmocka_unit_test(the_process_may_be_any),
        cmocka_unit_test(models_come_from_files),
        cmocka_unit_test(deep_models_are_refused),
        cmocka_unit_test(long_chains_are_fine),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
