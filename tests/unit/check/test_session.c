/* The checker loop against scripted dialogues: the state machine of the
 * reference (7.2), numbers as in its compatibility checklist (section 12). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "check/spec/spec.h"
#include "exec/scripted/scripted.h"
#include "lang/program.h"
#include "run/session.h"
#include "run/uniform.h"

/* One property against one dialogue. */
struct play {
    struct lang_program *program;
    struct session_result result;
    char *transcript;
    bool goes_on; /* what session_run returned */
    struct error error;
};

static struct lang_program *load(const char *text)
{
    char path[] = "/tmp/weir-test-XXXXXX.strom";
    int file = mkstemps(path, 6);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, strlen(text)), strlen(text));
    close(file);
    struct lang_options options = {.library = LIBRARY_FOLDER};
    struct diag_list diags;
    struct source_table sources;
    diag_list_init(&diags);
    source_table_init(&sources);
    struct lang_program *program = lang_load(path, &options, &diags, &sources);
    if (program == NULL) {
        struct buf words;
        buf_init(&words);
        diag_list_print(&words, &sources, &diags);
        print_message("%s\n", buf_text(&words));
        buf_finish(&words);
    }
    diag_list_finish(&diags);
    source_table_finish(&sources);
    unlink(path);
    assert_non_null(program);
    return program;
}

static void perform(struct play *play, size_t property,
                    const struct scripted_turn *turns, size_t count)
{
    struct executor *executor = scripted_create(turns, count);
    struct check_spec *spec =
        check_spec_create(play->program, &play->program->properties[property]);
    struct strategy *strategy = uniform_create(1);
    struct session_options options = {.strategy = strategy,
                                      .deadline_ms = clock_now_ms() + 60000,
                                      .max_actions = SESSION_NO_LIMIT};
    session_result_init(&play->result);
    play->error = ERROR_NONE;
    play->goes_on = session_run(executor, &spec->checker, &spec->actor,
                                &options, &play->result, &play->error);
    strategy->ops->destroy(strategy);
    play->transcript = strdup(scripted_transcript(executor));
    spec->checker.ops->destroy(&spec->checker);
    executor->ops->destroy(executor);
}

static void finish(struct play *play)
{
    session_result_finish(&play->result);
    free(play->transcript);
    lang_program_destroy(play->program);
}

#define PLAY(name, text, ...)                                                  \
    struct play name = {.program = load(text)};                                \
    const struct scripted_turn name##_turns[] = {__VA_ARGS__};                 \
    perform(&name, 0, name##_turns, sizeof name##_turns / sizeof *name##_turns)

static void assert_verdict(const struct play *play, enum verdict_kind kind,
                           bool value)
{
    if (play->result.verdict.kind == VERDICT_ERRORED)
        print_message("error: %s\n", play->result.error.message);
    assert_string_equal(
        verdict_text(play->result.verdict),
        verdict_text((struct verdict){.kind = kind, .value = value}));
}

#define LOADED                                                                 \
    "{\"id\":\"loaded\",\"isEvent\":true,\"args\":[],\"timeout\":null}"
#define CHANGED(ref)                                                           \
    "{\"id\":\"changed\",\"isEvent\":true,\"args\":[\"" ref                    \
    "\"],\"timeout\":null}"
#define N(number) "{\"n\":" #number "}"
#define EVENTS(events, state)                                                  \
    "{\"tag\":\"Events\",\"contents\":[[" events "]," state "]}\n"
#define PERFORMED(state) "{\"tag\":\"Performed\",\"contents\":" state "}\n"
#define TIMEOUT(state) "{\"tag\":\"Timeout\",\"contents\":" state "}\n"
#define STALE "{\"tag\":\"Stale\"}\n"

/* A spec over one number `n`; actions are primitives, so that no browser
 * fields are needed. */
#define HEAD                                                                   \
    "import control; import list; import ltl;\n"                               \
    "let ~n = `n`;\n"                                                          \
    "action ~loaded? = {id: \"loaded\", event: true, args: []};\n"             \
    "action ~go! = {id: \"go\", event: false, args: []};\n"                    \
    "action ~hit? = {id: \"changed\", event: true, args: [\"e1\"]};\n"

static void always_asks_for_exactly_n_further_states(void **state)
{
    (void)state; /* 42 */
    PLAY(play,
         HEAD "let ~p = always {2} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)), false},
         {"act go", PERFORMED(N(3)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] version 1\n"
                                         "act go [] version 2\n"
                                         "end\n");
    assert_int_equal(play.result.kept.count, 3);
    finish(&play);
}

static void a_definite_answer_ends_the_run_at_once(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {50} (n < 2);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)), false});
    assert_verdict(&play, VERDICT_DEFINITELY, false);
    assert_int_equal(play.result.actions, 1);
    finish(&play);
}

static void an_unmatched_first_event_is_answered_by_a_wait(void **state)
{
    (void)state; /* 53 */
    PLAY(play,
         HEAD "let ~p = nextT (n == 3);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(CHANGED("e9"), N(1)), false},
         {"wait", EVENTS(LOADED, N(2)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "wait 1000 version 1\n"
                                         "end\n");
    assert_int_equal(play.result.kept.count, 1);
    assert_int_equal(play.result.kept.steps[0].version, 1);
    finish(&play);
}

/* An executor's clock may be set. */
static void no_time_goes_back(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {2} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start",
          "{\"tag\":\"Events\",\"contents\":[[" LOADED
          "]," N(1) "],"
                    "\"timeUs\":5000000}\n",
          false},
         {"act go",
          "{\"tag\":\"Performed\",\"contents\":" N(2) ",\"timeUs\":7}\n",
          false},
         {"act go",
          "{\"tag\":\"Performed\",\"contents\":" N(3) ","
                                                      "\"timeUs\":6000000}\n",
          false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_int_equal(play.result.kept.steps[1].time_us, 5000000);
    assert_int_equal(play.result.kept.steps[2].time_us, 6000000);
    assert_true(play.result.choice_log.linger_ms >= 0);
    finish(&play);
}

/* What only looks like several actions as one is an action like any other. */
static void an_action_may_have_the_name_of_ours(void **state)
{
    (void)state;
    static const char *const args[] = {"[]", "[\"abcdefgh\"]", "[[]]", "[7]"};
    for (size_t i = 0; i < sizeof args / sizeof *args; i++) {
        char text[1000];
        snprintf(text, sizeof text,
                 HEAD "action ~odd! = {inOrder: [{id: \"inOrder\", event: "
                      "false, args: %s}]};\n"
                      "let ~p = always {1} (n < 9);\n"
                      "check p with odd! when loaded?;",
                 args[i]);
        PLAY(play, text, {"start", EVENTS(LOADED, N(1)), false},
             {"act inOrder", PERFORMED(N(2)), false});
        assert_verdict(&play, VERDICT_PROBABLY, true);
        assert_int_equal(play.result.actions, 1);
        finish(&play);
    }
}

static void add_nested(struct buf *text, int depth)
{
    for (int i = 0; i < depth; i++)
        buf_add_char(text, '[');
    buf_add_char(text, '1');
    for (int i = 0; i < depth; i++)
        buf_add_char(text, ']');
}

/* Deeper than what is read again. */
static void arguments_nest_as_deep_as_messages_may(void **state)
{
    (void)state;
    for (int depth = ACTION_DEPTH_LIMIT; depth <= ACTION_DEPTH_LIMIT + 1;
         depth++) {
        struct buf text;
        buf_init(&text);
        buf_add_text(&text, HEAD "action ~deep! = {id: \"go\", event: false, "
                                 "args: ");
        add_nested(&text, depth);
        buf_add_text(&text, "};\n"
                            "let ~p = always {1} (n < 9);\n"
                            "check p with deep! when loaded?;");
        PLAY(play, buf_text(&text), {"start", EVENTS(LOADED, N(1)), false},
             {"act go", PERFORMED(N(2)), false});
        if (depth == ACTION_DEPTH_LIMIT)
            assert_verdict(&play, VERDICT_PROBABLY, true);
        else
            assert_non_null(
                strstr(play.result.error.message, "at most 500 levels deep"));
        finish(&play);
        buf_finish(&text);
    }
}

static void an_initial_timeout_keeps_the_checker_waiting(void **state)
{
    (void)state; /* 67 */
    PLAY(play,
         HEAD "let ~p = n == 3;\n"
              "check p with go! when loaded?;",
         {"start", TIMEOUT(N(1)), false}, {"wait", TIMEOUT(N(2)), false},
         {"wait", EVENTS(LOADED, N(3)), false});
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    finish(&play);
}

static void
after_an_action_with_timeout_one_more_message_is_awaited(void **state)
{
    (void)state; /* 55 */
    PLAY(play,
         HEAD "action ~slow! = go! timeout 70;\n"
              "let ~p = always {1} (n < 9);\n"
              "check p with slow! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)) TIMEOUT(N(3)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] timeout 70 version 1\n"
                                         "end\n");
    assert_int_equal(play.result.kept.count, 3);
    assert_int_equal(play.result.kept.steps[2].kind, STEP_TIMEOUT);
    finish(&play);
}

static void an_unmatched_event_is_a_step_with_nothing_happened(void **state)
{
    (void)state; /* 56 */
    PLAY(play,
         HEAD "action ~slow! = go! timeout 70;\n"
              "let ~p = nextF (nextF (happened == [] && n == 7));\n"
              "check p with slow! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false});
    assert_verdict(&play, VERDICT_PROBABLY, false);
    finish(&play);
    PLAY(again,
         HEAD "action ~slow! = go! timeout 70;\n"
              "let ~p = next (next (happened == [] && n == 7));\n"
              "check p with slow! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)) EVENTS(CHANGED("e9"), N(7)), false});
    assert_verdict(&again, VERDICT_DEFINITELY, true);
    finish(&again);
}

/* At a moment of the application's time. */
#define AT(us, event, number)                                                  \
    "{\"tag\":\"Events\",\"timeUs\":" #us ",\"contents\":[[" event             \
    "]," N(number) "]}\n"

static void events_without_end_do_not_keep_actions_away(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {6} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start", AT(0, LOADED, 1) AT(100000, CHANGED("e9"), 2), false},
         {"wait", AT(700000, CHANGED("e9"), 3), false},
         {"wait", AT(1050000, CHANGED("e9"), 4), false},
         {"wait", AT(1100000, CHANGED("e9"), 5), false},
         {"act go", PERFORMED(N(6)), false},
         {"act go", PERFORMED(N(7)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "wait 1000 version 2\n"
                                         "wait 400 version 3\n"
                                         "wait 50 version 4\n"
                                         "act go [] version 5\n"
                                         "act go [] version 6\n"
                                         "end\n");
    finish(&play);
}

static void a_long_wait_ends_in_time_among_events_without_end(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "action ~slow! = go! timeout 2500;\n"
              "let ~p = always {5} (n < 9);\n"
              "check p with slow! when loaded?;",
         {"start", AT(0, LOADED, 1), false},
         {"act go", PERFORMED(N(2)) AT(900000, CHANGED("e9"), 3), false},
         {"wait", AT(1800000, CHANGED("e9"), 4), false},
         {"wait", AT(2500000, CHANGED("e9"), 5), false},
         {"act go", PERFORMED(N(6)) TIMEOUT(N(7)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] timeout 2500 version 1\n"
                                         "wait 1000 version 3\n"
                                         "wait 700 version 4\n"
                                         "act go [] timeout 2500 version 5\n"
                                         "end\n");
    finish(&play);
}

static void a_newer_state_without_event_is_acted_on_at_once(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {2} (n < 9);\n"
              "check p with go!, hit? when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", STALE EVENTS("", N(2)), false},
         {"act go", PERFORMED(N(3)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] version 1\n"
                                         "act go [] version 2\n"
                                         "end\n");
    finish(&play);
}

static void a_matched_event_with_timeout_makes_the_checker_wait(void **state)
{
    (void)state; /* 57 */
    PLAY(play,
         HEAD "action ~slow! = go! timeout 70;\n"
              "action ~one? = {id: \"changed\", event: true, args: [\"e1\"], "
              "timeout: 20};\n"
              "action ~two? = {id: \"changed\", event: true, args: [\"e1\"], "
              "timeout: 30};\n"
              "let ~p = always {3} (n < 9);\n"
              "check p with slow!, one?, two? when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)) EVENTS(CHANGED("e1"), N(3)), false},
         {"wait", TIMEOUT(N(4)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] timeout 70 version 1\n"
                                         "wait 30 version 3\n"
                                         "end\n");
    finish(&play);
}

static void
stale_is_ignored_and_a_new_request_carries_the_new_version(void **state)
{
    (void)state; /* 54, 58 */
    PLAY(play,
         HEAD "let ~p = always {2} (n < 9);\n"
              "check p with go!, hit? when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", STALE EVENTS(CHANGED("e1"), N(2)), false},
         {"act go", PERFORMED(N(3)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_string_equal(play.transcript, "start {\"n\":{}}\n"
                                         "act go [] version 1\n"
                                         "act go [] version 2\n"
                                         "end\n");
    assert_int_equal(play.result.stale, 1);
    assert_int_equal(play.result.actions, 1);
    finish(&play);
}

static void a_refused_action_is_followed_by_another_choice(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {1} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", "{\"tag\":\"Stale\",\"chooseAgain\":true}\n", false},
         {"act go", PERFORMED(N(2)), false});
    assert_verdict(&play, VERDICT_PROBABLY, true);
    assert_int_equal(play.result.kept.count, 2);
    finish(&play);
}

static void happened_holds_the_action_one_level_inside(void **state)
{
    (void)state; /* 59, 60 */
    PLAY(play,
         HEAD "action ~outer! = go!;\n"
              "let ~p = happened == [loaded?] && next (happened == [go!]);\n"
              "check p with outer! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)), false});
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    finish(&play);
}

static void an_outer_timeout_overrides_an_inner_one(void **state)
{
    (void)state; /* 61 */
    PLAY(play,
         HEAD "action ~a! = go! timeout 10;\n"
              "action ~b! = a! timeout 20;\n"
              "let ~p = always {1} (n < 9);\n"
              "check p with b! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N(2)) TIMEOUT(N(3)), false});
    assert_non_null(strstr(play.transcript, "act go [] timeout 20 version 1"));
    finish(&play);
}

static void
without_an_enabled_action_the_run_errs_and_the_next_goes_on(void **state)
{
    (void)state; /* 62 */
    const char *text = HEAD "action ~never! = go! when n == 5;\n"
                            "let ~p = always {1} (n < 9);\n"
                            "let ~q = n == 1;\n"
                            "check p, q with never! when loaded?;";
    PLAY(play, text, {"start", EVENTS(LOADED, N(1)), false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_non_null(
        strstr(play.result.error.message, "Ran out of actions to do!"));
    assert_true(play.goes_on);
    session_result_finish(&play.result);
    free(play.transcript);
    perform(&play, 1, play_turns, 1);
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    finish(&play);
}

/* 63 ends the command: an issue says otherwise (decision 0055). */
static void an_evaluation_error_ends_only_this_run(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = n + \"one\" == 2;\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_true(play.goes_on);
    assert_int_equal(play.result.error.code, ERROR_UNJUDGED);
    finish(&play);
}

/* The specification was right in the state before. */
static void one_in_a_later_state_is_the_run_s_own(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {5} (n + 1 < 9);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", PERFORMED(N("x")), false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_true(play.goes_on);
    assert_int_equal(play.result.error.code, ERROR_UNJUDGED_LATER);
    finish(&play);
}

static void an_executor_error_ends_only_this_run(void **state)
{
    (void)state; /* 63 */
    PLAY(play,
         HEAD "let ~p = always {5} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false},
         {"act go", "{\"tag\":\"Error\",\"errorMessage\":\"boom\"}\n", false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_string_equal(play.result.error.message, "boom");
    assert_true(play.goes_on);
    finish(&play);
}

static void a_property_that_is_no_formula_is_an_error_of_this_run(void **state)
{
    (void)state; /* 51 */
    PLAY(play,
         HEAD "let ~p = n;\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)), false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_true(play.goes_on);
    finish(&play);
}

static void values_of_one_property_are_never_seen_in_another(void **state)
{
    (void)state; /* 65 */
    const char *text = HEAD "let ~twice = n * 2;\n"
                            "let ~p = twice == 2;\n"
                            "let ~q = twice == 10;\n"
                            "check p, q with go! when loaded?;";
    PLAY(play, text, {"start", EVENTS(LOADED, N(1)), false});
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    session_result_finish(&play.result);
    free(play.transcript);
    const struct scripted_turn other[] = {
        {"start", EVENTS(LOADED, N(5)), false}};
    perform(&play, 1, other, 1);
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    finish(&play);
}

static void selectors_of_the_initial_event_are_dependencies(void **state)
{
    (void)state; /* 68 */
    PLAY(play,
         HEAD "let ~p = true;\n"
              "check p with go! when (loaded? when `extra` == 4);",
         {"start", EVENTS(LOADED, "{\"extra\":4}"), false});
    assert_verdict(&play, VERDICT_DEFINITELY, true);
    assert_string_equal(play.transcript, "start {\"extra\":{}}\nend\n");
    finish(&play);
}

static void messages_nobody_asked_for_are_run_errors(void **state)
{
    (void)state;
    PLAY(play,
         HEAD "let ~p = always {5} (n < 9);\n"
              "check p with go! when loaded?;",
         {"start", EVENTS(LOADED, N(1)) PERFORMED(N(2)), false});
    assert_verdict(&play, VERDICT_ERRORED, false);
    assert_true(play.goes_on);
    finish(&play);
}

/* A property that is never true, against a page that always answers, cut off
 * after some actions. */
static void cut_off_after(struct play *play, const char *text,
                          int64_t max_actions, int64_t max_overdue)
{
    static const struct scripted_turn turns[] = {
        {"start", EVENTS(LOADED, N(1)), false},
        {"act go", PERFORMED(N(2)), true}};
    *play = (struct play){.program = load(text)};
    struct executor *executor = scripted_create(turns, 2);
    struct check_spec *spec =
        check_spec_create(play->program, &play->program->properties[0]);
    struct strategy *strategy = uniform_create(1);
    struct session_options options = {.strategy = strategy,
                                      .deadline_ms = clock_now_ms() + 60000,
                                      .max_actions = max_actions,
                                      .max_overdue = max_overdue};
    session_result_init(&play->result);
    assert_true(session_run(executor, &spec->checker, &spec->actor, &options,
                            &play->result, &play->error));
    strategy->ops->destroy(strategy);
    spec->checker.ops->destroy(&spec->checker);
    executor->ops->destroy(executor);
}

static void a_limit_on_actions_leaves_a_demanding_run_inconclusive(void **state)
{
    (void)state;
    struct play play;
    cut_off_after(&play,
                  HEAD "let ~p = always {50} (n < 9);\n"
                       "check p with go! when loaded?;",
                  3, 0);
    assert_verdict(&play, VERDICT_INCONCLUSIVE, false);
    assert_int_equal(play.result.actions, 3);
    assert_int_equal(play.result.reasons.count, 1);
    assert_string_equal(play.result.reasons.items[0].text,
                        "n < 9 must still be judged in 47 more states");
    finish(&play);
}

#define NEVER                                                                  \
    HEAD "let ~p = always {100} (eventually {5} (n == 9));\n"                  \
         "check p with go! when loaded?;"

/* The first obligation has had its five further states. */
static void what_is_overdue_decides_a_run_that_is_cut_off(void **state)
{
    (void)state;
    struct play play;
    cut_off_after(&play, NEVER, 5, 0);
    assert_verdict(&play, VERDICT_PROBABLY, false);
    assert_int_equal(play.result.reasons.count, 1);
    assert_string_equal(play.result.reasons.items[0].text,
                        "n == 9 should have become true by now and has not");
    finish(&play);
}

/* It is so from the fifth action on. */
static void what_is_overdue_is_not_awaited_for_ever(void **state)
{
    (void)state;
    struct play play;
    cut_off_after(&play, NEVER, SESSION_NO_LIMIT, 20);
    assert_verdict(&play, VERDICT_PROBABLY, false);
    assert_int_equal(play.result.actions, 5 + 20);
    finish(&play);
}

static void what_is_not_yet_overdue_decides_nothing(void **state)
{
    (void)state;
    struct play play;
    cut_off_after(&play, NEVER, 4, 0);
    assert_verdict(&play, VERDICT_INCONCLUSIVE, false);
    assert_true(play.result.reasons.count > 0);
    for (size_t i = 0; i < play.result.reasons.count; i++)
        assert_non_null(
            strstr(play.result.reasons.items[i].text, "must still be judged"));
    finish(&play);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_asks_for_exactly_n_further_states),
        cmocka_unit_test(a_definite_answer_ends_the_run_at_once),
        cmocka_unit_test(an_unmatched_first_event_is_answered_by_a_wait),
        cmocka_unit_test(an_initial_timeout_keeps_the_checker_waiting),
        cmocka_unit_test(
            after_an_action_with_timeout_one_more_message_is_awaited),
        cmocka_unit_test(an_unmatched_event_is_a_step_with_nothing_happened),
        cmocka_unit_test(events_without_end_do_not_keep_actions_away),
        cmocka_unit_test(a_long_wait_ends_in_time_among_events_without_end),
        cmocka_unit_test(a_newer_state_without_event_is_acted_on_at_once),
        cmocka_unit_test(a_matched_event_with_timeout_makes_the_checker_wait),
        cmocka_unit_test(
            stale_is_ignored_and_a_new_request_carries_the_new_version),
        cmocka_unit_test(a_refused_action_is_followed_by_another_choice),
        cmocka_unit_test(happened_holds_the_action_one_level_inside),
        cmocka_unit_test(an_outer_timeout_overrides_an_inner_one),
        cmocka_unit_test(
            without_an_enabled_action_the_run_errs_and_the_next_goes_on),
        cmocka_unit_test(an_evaluation_error_ends_only_this_run),
        cmocka_unit_test(one_in_a_later_state_is_the_run_s_own),
        cmocka_unit_test(an_executor_error_ends_only_this_run),
        cmocka_unit_test(a_property_that_is_no_formula_is_an_error_of_this_run),
        cmocka_unit_test(values_of_one_property_are_never_seen_in_another),
        cmocka_unit_test(selectors_of_the_initial_event_are_dependencies),
        cmocka_unit_test(messages_nobody_asked_for_are_run_errors),
        cmocka_unit_test(
            a_limit_on_actions_leaves_a_demanding_run_inconclusive),
        cmocka_unit_test(what_is_overdue_decides_a_run_that_is_cut_off),
        cmocka_unit_test(what_is_overdue_is_not_awaited_for_ever),
        cmocka_unit_test(what_is_not_yet_overdue_decides_nothing),
        cmocka_unit_test(no_time_goes_back),
        cmocka_unit_test(an_action_may_have_the_name_of_ours),
        cmocka_unit_test(arguments_nest_as_deep_as_messages_may),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
