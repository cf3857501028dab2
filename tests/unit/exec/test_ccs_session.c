/* Whole sessions: a specification against a CCS process. The processes are
 * there to try the checker: its waits, events that it did not ask for, actions
 * with timeouts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/memory.h"
#include "check/spec/spec.h"
#include "exec/ccs/executor.h"
#include "lang/program.h"
#include "run/session.h"
#include "run/uniform.h"

struct play {
    struct lang_program *program;
    struct session_result result;
    struct error error;
    bool goes_on;
};

static struct lang_program *load(const char *text)
{
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program = lang_load_text("spec.strom", str_text(text),
                                                  &options, &diags, &sources);
    struct buf words;
    buf_init(&words);
    diag_list_print(&words, &sources, &diags);
    if (program == NULL)
        fail_msg("%s", buf_text(&words));
    buf_finish(&words);
    diag_list_finish(&diags);
    source_table_finish(&sources);
    return program;
}

static void run(struct play *play, struct executor *executor, uint64_t seed)
{
    struct check_spec *spec =
        check_spec_create(play->program, &play->program->properties[0]);
    struct strategy *strategy = uniform_create(seed);
    struct session_options options = {.strategy = strategy,
                                      .deadline_ms = clock_now_ms() + 60000,
                                      .max_actions = SESSION_NO_LIMIT};
    session_result_init(&play->result);
    play->error = ERROR_NONE;
    play->goes_on = session_run(executor, &spec->checker, &spec->actor,
                                &options, &play->result, &play->error);
    strategy->ops->destroy(strategy);
    spec->checker.ops->destroy(&spec->checker);
}

static void play_with(struct play *play, const char *text,
                      const char *model_text, const struct ccs_options *options,
                      uint64_t seed)
{
    struct error error = ERROR_NONE;
    struct ccs_model *model =
        ccs_model_read("model", str_text(model_text), &error);
    if (model == NULL)
        fail_msg("%s", error.message);
    struct executor *executor = ccs_executor_create(model, options, &error);
    if (executor == NULL)
        fail_msg("%s", error.message);
    play->program = load(text);
    run(play, executor, seed);
    executor->ops->destroy(executor);
    ccs_model_destroy(model);
}

static void play(struct play *play, const char *text, const char *model_text,
                 const char *process, bool tau_happens, uint64_t seed)
{
    play_with(
        play, text, model_text,
        &(struct ccs_options){.process = process, .tau_happens = tau_happens},
        seed);
}

/* With a tau that comes before any action. */
static void race(struct play *play, const char *text, const char *model_text)
{
    play_with(play, text, model_text,
              &(struct ccs_options){.process = "P", .tau_overtakes = true}, 1);
}

static void finish(struct play *play)
{
    session_result_finish(&play->result);
    lang_program_destroy(play->program);
}

static void assert_verdict(const struct play *play, enum verdict_kind kind,
                           bool value)
{
    if (play->result.verdict.kind == VERDICT_ERRORED)
        print_message("error: %s\n", play->result.error.message);
    assert_string_equal(
        verdict_text(play->result.verdict),
        verdict_text((struct verdict){.kind = kind, .value = value}));
}

/* The kinds of the steps: e(vent), a(cted), t(imeout). */
static void assert_steps(const struct play *play, const char *kinds)
{
    assert_int_equal(play->result.kept.count, strlen(kinds));
    for (size_t i = 0; kinds[i] != '\0'; i++)
        assert_int_equal(step_kind_text(play->result.kept.steps[i].kind)[0],
                         kinds[i]);
}

#define HEAD                                                                   \
    "import control; import list; import ltl;\n"                               \
    "let offers(name) = exists a in `available` { a.id == name };\n"           \
    "action ~ready? = {id: \"ready\", event: true, args: []};\n"               \
    "action ~tau? = {id: \"tau\", event: true, args: []};\n"                   \
    "action ~go! = {id: \"go\", event: false, args: []} when "                 \
    "offers(\"go\");\n"                                                        \
    "action ~slow! = {id: \"go\", event: false, args: [], timeout: 100} when " \
    "offers(\"go\");\n"

/* Checklist 75. */
static void the_example_of_the_reference_can_be_checked(void **state)
{
    (void)state;
    static const char text[] =
        "import control; import list; import ltl;\n"
        "action ~ready? = {id: \"ready\", event: true, args: []};\n"
        "let ~canTick = exists a in `available` { a.id == \"tick\" };\n"
        "action ~tick! = {id: \"tick\", event: false, args: []} when canTick;\n"
        "let ~prop = always {30} canTick;\n"
        "check prop with * when ready?;\n";
    struct play good, bad;
    play(&good, text, "Clock = tick.Clock;", "Clock", false, 1);
    assert_verdict(&good, VERDICT_PROBABLY, true);
    assert_int_equal(good.result.kept.count, 31);
    finish(&good);
    play(&bad, text, "Clock(n) = [n > 0] tick.Clock(n - 1);", "Clock(7)", false,
         1);
    assert_verdict(&bad, VERDICT_DEFINITELY, false);
    assert_int_equal(bad.result.kept.count, 8);
    finish(&bad);
}

static void expressions_are_selectors_too(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = next (next (`X` == 2 && `double(X) + 1` == 5 && "
              "`Name` == \"n\" && isNull(`N`)));\n"
              "check p with go! when ready?;",
         "var X = 0; var N = null; var Name = \"n\"; fun double(x) = x * 2;"
         "P = {X := X + 1} go.P;",
         "P", false, 1);
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eaa");
    finish(&trial);
}

/* A cell that holds one value: what was put into it comes out. */
static void values_go_both_ways(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD
         "action ~put! = (for n in [1, 2, 3] { {id: \"put\", event: false, "
         "args: [n]} }) when offers(\"'put\");\n"
         "action ~store! = {id: \"store\", event: false, args: []} when "
         "offers(\"store\");\n"
         "action ~get! = for a in `available` { {id: a.id, event: false, "
         "args: a.args} when a.id == \"get\" };\n"
         "let ~out = for a in `available` { a.args when a.id == \"get\" "
         "};\n"
         "let ~p = always {40} (if isNull(`Held`) { out == [] } else { "
         "out == [[`Held`]] && contains(`Held`, [1, 2, 3]) });\n"
         "check p with put!, store!, get! when ready?;",
         "var Held = null;"
         "Cell = 'put(x).{Held := x} store.Full(x);"
         "Full(x) = {Held := null} get(x).Cell;",
         "Cell", false, 5);
    assert_verdict(&trial, VERDICT_PROBABLY, true);
    assert_int_equal(trial.result.actions, 40);
    finish(&trial);
}

/* An action with a timeout is followed by one more state (checklist 55). */
static void after_a_timeout_the_run_goes_on(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = always {3} offers(\"go\");\n"
              "check p with slow! when ready?;",
         "P = go.P;", "P", false, 1);
    assert_verdict(&trial, VERDICT_PROBABLY, true);
    assert_steps(&trial, "eatat");
    assert_true(trial.result.kept.steps[4].time_us == 200000);
    finish(&trial);
}

/* The model moves by itself while the checker waits: an event that nobody
 * declared is a state with nothing happened, and the wait is asked for again
 * (checklist 56). */
static void an_undeclared_event_prolongs_the_wait(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = next (contains(slow!, happened) && next (happened == "
              "[] && next (happened == [] && `X` == 2 && next (happened == [] "
              "&& not offers(\"tau\")))));\n"
              "check p with slow! when ready?;",
         "var X = 0; P = go.{X := 1} tau.{X := 2} tau.P;", "P", true, 1);
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eaeet");
    assert_int_equal(trial.result.kept.steps[2].what.count, 1);
    finish(&trial);
}

/* A declared one ends the wait: the next action follows at once. */
static void a_declared_event_ends_the_wait(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = next (next (contains(tau?, happened) && next "
              "(contains(slow!, happened))));\n"
              "check p with slow!, tau? when ready?;",
         "P = go.tau.P;", "P", true, 1);
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eaea");
    finish(&trial);
}

/* ... unless it has a timeout itself (checklist 57). */
static void a_declared_event_may_ask_for_a_wait(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "action ~long? = {id: \"tau\", event: true, args: [], timeout: "
              "30};\n"
              "let ~p = next (next (next (next true)));\n"
              "check p with slow!, long? when ready?;",
         "P = go.tau.tau.Q; Q = go.Q;", "P", true, 1);
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eaeet");
    assert_true(trial.result.kept.steps[4].time_us == 30000);
    finish(&trial);
}

/* The reference stops only after it has waited: what came meanwhile decides,
 * although nothing was demanded. */
static void a_wait_before_the_first_action(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         "import control; import list; import ltl;\n"
         "action ~ready? = {id: \"ready\", event: true, args: [], timeout: "
         "40};\n"
         "let ~p = nextF (happened == []);\n"
         "check p with ready?;",
         "P = tau.P;", "P", true, 1);
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "ee");
    finish(&trial);
}

/* The action was chosen in a state that is no longer: it is stale, what it
 * would have done is not done, and the choice is made again in the new state
 * (checklist 58). Here the event takes the action away for good. */
static void an_event_before_the_action_makes_it_stale(void **state)
{
    (void)state;
    struct play trial;
    race(&trial,
         HEAD "action ~off! = {id: \"off\", event: false, args: []} when "
              "offers(\"off\");\n"
              "let ~p = next (contains(tau?, happened) && `X` == 1 && next "
              "(contains(off!, happened) && `X` == 1));\n"
              "check p with go!, off!, tau? when ready?;",
         "var X = 0; P = go.{X := 9} go.0 + {X := 1} tau.off.0;");
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eea");
    assert_int_equal(trial.result.stale, 1);
    assert_int_equal(trial.result.actions, 1);
    finish(&trial);
}

/* An event that nobody declared is a state all the same, and the wait that it
 * brings (checklist 56) finds the next one; only then an action gets through.
 */
static void an_undeclared_event_before_the_action_is_a_state_too(void **state)
{
    (void)state;
    struct play trial;
    race(&trial,
         HEAD "let ~p = next (happened == [] && next (happened == [] && next "
              "(happened == [] && not offers(\"tau\") && next (contains(go!, "
              "happened)))));\n"
              "check p with go! when ready?;",
         "P = go.P + tau.(go.P + tau.go.0);");
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eeeta");
    finish(&trial);
}

/* Before, during and after: an event in front of the action, one in its wait,
 * and one in front of the next action. */
static void events_on_all_sides_of_an_action(void **state)
{
    (void)state;
    struct play trial;
    race(&trial,
         HEAD "let ~p = next (`X` == 1 && next (contains(slow!, happened) && "
              "next (`X` == 2 && next (`X` == 3 && next (contains(slow!, "
              "happened))))));\n"
              "check p with slow!, tau? when ready?;",
         "var X = 0; P = {X := 1} tau.go.{X := 2} tau.Q + go.0;"
         "Q = go.0 + {X := 3} tau.go.0;");
    assert_verdict(&trial, VERDICT_DEFINITELY, true);
    assert_steps(&trial, "eeaeea");
    assert_int_equal(trial.result.stale, 2);
    finish(&trial);
}

/* Whatever is overtaken and how often: each answer but Stale is one state, and
 * only an action that got through counts. */
static void races_keep_the_versions_in_step(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct play trial;
        play_with(&trial,
                  HEAD "action ~hop! = {id: \"hop\", event: false, args: []} "
                       "when offers(\"hop\");\n"
                       "let ~p = always {30} (`D` == `X` - `T`);\n"
                       "check p with go!, slow!, hop!, tau? when ready?;",
                  "var X = 0; var D = 0; var T = 0;"
                  "P = {X := X + 1} {D := D + 1} go.(P + Q)"
                  "  + {X := X + 1} {D := D + 1} hop.Q;"
                  "Q = {X := X + 1} {T := T + 1} tau.P + go.Q;",
                  &(struct ccs_options){.process = "P", .tau_overtakes = true},
                  seed);
        assert_verdict(&trial, VERDICT_PROBABLY, true);
        assert_true(trial.result.kept.count >= 31);
        assert_true(trial.result.stale > 0);
        finish(&trial);
    }
}

static void an_initial_event_that_never_comes(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "action ~loaded? = {id: \"loaded\", event: true, args: []};\n"
              "let ~p = true;\n"
              "check p with go! when loaded?;",
         "P = go.P;", "P", false, 1);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    assert_true(trial.goes_on);
    assert_non_null(strstr(trial.result.error.message,
                           "waits for an event that cannot come"));
    assert_int_equal(trial.result.kept.count, 0);
    finish(&trial);
}

/* Checklist 62. */
static void a_process_that_stops_runs_out_of_actions(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = always {9} (`X` < 5);\n"
              "check p with go! when ready?;",
         "var X = 0; P = {X := X + 1} go.{X := X + 1} go.0;", "P", false, 1);
    assert_verdict(&trial, VERDICT_ERRORED, false);
    assert_true(str_starts_with(str_text(trial.result.error.message),
                                "Ran out of actions to do!"));
    assert_steps(&trial, "eaa");
    finish(&trial);
}

static void a_wrong_selector_ends_the_command(void **state)
{
    (void)state;
    struct play trial;
    play(&trial,
         HEAD "let ~p = `#toggle` == 3;\n"
              "check p with go! when ready?;",
         "P = go.P;", "P", false, 1);
    assert_false(trial.goes_on);
    assert_int_equal(trial.error.code, ERROR_SPEC);
    finish(&trial);
}

/* A vending machine with a fault that needs a certain order of actions. Some
 * seed finds it, every seed is right about the machine without it. */
static void a_fault_that_needs_an_order_is_found(void **state)
{
    (void)state;
    static const char text[] =
        "import control; import list; import ltl;\n"
        "action ~ready? = {id: \"ready\", event: true, args: []};\n"
        "action ~all! = for a in `available` { {id: a.id, event: false, args: "
        "a.args} when a.id != \"tau\" };\n"
        "let ~p = always {60} (`Balance` >= 0);\n"
        "check p with all! when ready?;\n";
    static const char machine[] =
        "var Balance = 0;"
        "Idle = {Balance := Balance + 1} coin.Paid;"
        "Paid = {Balance := Balance - 1} coffee.Idle"
        "     + {Balance := Balance + 1} coin.Paid"
        "     + [Fault == false || Balance == 2] cancel.Refund;"
        "Refund = [Balance > 0] {Balance := Balance - 1} back.Refund"
        "       + [Balance == 0] done.Idle"
        "       + [Fault && Balance == 0] {Balance := -1} back.Idle;";
    int found = 0;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct play trial;
        char *model = memory_format("var Fault = false; %s", machine);
        play(&trial, text, model, "Idle", false, seed);
        assert_verdict(&trial, VERDICT_PROBABLY, true);
        finish(&trial);
        free(model);
        model = memory_format("var Fault = true; %s", machine);
        play(&trial, text, model, "Idle", false, seed);
        found += verdict_is_failure(trial.result.verdict);
        finish(&trial);
        free(model);
    }
    assert_true(found > 0);
}

/* weakly of weir/signals: q need not come, but until it does p holds. */
static void weak_until_does_not_demand_its_end(void **state)
{
    (void)state;
    static const struct {
        const char *property;
        enum verdict_kind verdict;
        bool success;
    } cases[] = {
        {"weakly(`N` < 2, `N` == 2)", VERDICT_DEFINITELY, true},
        {"weakly(`N` < 1, `N` == 2)", VERDICT_DEFINITELY, false},
        {"weakly(`N` < 9, `N` == 9)", VERDICT_PROBABLY, true},
        {"(`N` < 9) until (`N` == 9)", VERDICT_PROBABLY, false},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct play trial;
        char *text = memory_format(
            "import quickstrom; import weir/signals;\n"
            "action ~go! = {id: \"go\", event: false, args: []};\n"
            "action ~ready? = {id: \"ready\", event: true, args: []};\n"
            "let ~p = %s;\ncheck p with go! when ready?;\n",
            cases[i].property);
        play(&trial, text,
             "var N = 0; P = [N < 3] {N := N + 1} go.P + [N == 3] go.P;", "P",
             false, 1);
        assert_verdict(&trial, cases[i].verdict, cases[i].success);
        finish(&trial);
        free(text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_of_the_reference_can_be_checked),
        cmocka_unit_test(expressions_are_selectors_too),
        cmocka_unit_test(values_go_both_ways),
        cmocka_unit_test(after_a_timeout_the_run_goes_on),
        cmocka_unit_test(an_undeclared_event_prolongs_the_wait),
        cmocka_unit_test(a_declared_event_ends_the_wait),
        cmocka_unit_test(a_declared_event_may_ask_for_a_wait),
        cmocka_unit_test(a_wait_before_the_first_action),
        cmocka_unit_test(an_event_before_the_action_makes_it_stale),
        cmocka_unit_test(an_undeclared_event_before_the_action_is_a_state_too),
        cmocka_unit_test(events_on_all_sides_of_an_action),
        cmocka_unit_test(races_keep_the_versions_in_step),
        cmocka_unit_test(an_initial_event_that_never_comes),
        cmocka_unit_test(a_process_that_stops_runs_out_of_actions),
        cmocka_unit_test(a_wrong_selector_ends_the_command),
        cmocka_unit_test(weak_until_does_not_demand_its_end),
        cmocka_unit_test(a_fault_that_needs_an_order_is_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
