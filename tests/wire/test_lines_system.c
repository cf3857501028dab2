/* A system under test that is a program: what it may say, how it may break its
 * rules, and that nothing of it is left. */
#include <errno.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "exec/lines/lines.h"

static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

static struct system *started(const char *command)
{
    struct error error = ERROR_NONE;
    struct system *system =
        lines_create(&(struct lines_options){.command = command});
    bool is_fine = system->ops->reset(system, soon(), &error);
    assert_string_equal(error.message, "");
    assert_true(is_fine);
    return system;
}

static void reset(struct system *system)
{
    system->ops->end(system);
    assert_true(system->ops->reset(system, soon(), NULL));
}

static bool try_call(struct system *system, int64_t number, const char *name,
                     const char *arguments, struct error *error)
{
    struct value *list = value_parse(str_text(arguments), NULL);
    const struct system_call call = {.process = number % 3,
                                     .number = number,
                                     .name = name,
                                     .arguments = list};
    bool is_fine = system->ops->call(system, &call, error);
    value_unref(list);
    return is_fine;
}

static void call(struct system *system, int64_t number, const char *name)
{
    assert_true(try_call(system, number, name, "[1,\"a\"]", NULL));
}

static struct system_event next(struct system *system)
{
    struct system_event event;
    assert_int_equal(system->ops->next(system, soon(), &event, NULL),
                     SYSTEM_EVENT);
    return event;
}

static void nothing_more(struct system *system)
{
    struct system_event event;
    assert_int_equal(system->ops->next(system, clock_now_ms(), &event, NULL),
                     SYSTEM_DEADLINE);
}

static void assert_answer(struct system *system, int64_t number,
                          const char *json)
{
    struct system_event event = next(system);
    struct buf got = {0};
    assert_int_equal(event.kind, SYSTEM_OK);
    assert_int_equal(event.number, number);
    assert_int_equal(event.process, number % 3);
    assert_true(event.call_ns <= event.time_ns);
    value_add_json(&got, event.answer);
    assert_string_equal(buf_text(&got), json);
    buf_finish(&got);
    system_event_finish(&event);
}

static void assert_event(struct system *system, enum system_event_kind kind,
                         int64_t number, const char *text)
{
    struct system_event event = next(system);
    assert_int_equal(event.kind, kind);
    assert_int_equal(event.number, number);
    assert_string_equal(event.text, text);
    system_event_finish(&event);
}

/* ---- rules kept --------------------------------------------------------- */

static void commands_are_answered_in_any_order(void **state)
{
    (void)state;
    struct system *system = started(LINES_PROGRAM);
    call(system, 1, "Echo");
    assert_answer(system, 1, "[1,\"a\"]");
    call(system, 2, "Point");
    call(system, 3, "Count");
    assert_event(system, SYSTEM_YIELD, 2, "read");
    assert_answer(system, 3, "1");
    call(system, 4, "Fail");
    assert_event(system, SYSTEM_FAIL, 4, "it is full");
    nothing_more(system);
    assert_true(system->ops->go(system, 2, NULL));
    assert_answer(system, 2, "\"read\"");
    /* Nobody waits any more: nothing is said. */
    assert_true(system->ops->go(system, 2, NULL));
    call(system, 5, "Lock");
    assert_event(system, SYSTEM_BLOCKED, 5, "lock");
    assert_true(system->ops->go(system, 2, NULL));
    assert_answer(system, 5, "\"lock\"");
    nothing_more(system);
    system->ops->destroy(system);
}

static void a_run_begins_as_new_in_the_same_program(void **state)
{
    (void)state;
    struct system *system = started(LINES_PROGRAM);
    call(system, 1, "Leave");
    struct system_event event = next(system);
    pid_t left = (pid_t)event.answer->integer;
    system_event_finish(&event);
    call(system, 2, "Count");
    assert_answer(system, 2, "1");
    reset(system);
    call(system, 3, "Count");
    assert_answer(system, 3, "1");
    assert_int_equal(kill(left, 0), 0); /* it was not started anew */
    assert_int_equal(system->ops->notices(system)->count, 0);
    system->ops->destroy(system);
    /* The whole group has ended. */
    assert_int_equal(kill(left, 0), -1);
    assert_int_equal(errno, ESRCH);
}

/* What a command that was given up would still do is not in the next run. */
static void what_is_pending_ends_with_the_run(void **state)
{
    (void)state;
    static const char *const names[] = {"Hang", "Point", "Info", "StopReading",
                                        "Endless"};
    struct system *system = started(LINES_PROGRAM);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        call(system, 1, "Count");
        assert_answer(system, 1, "1");
        call(system, 2, names[i]);
        reset(system);
        call(system, 1, "Count");
        assert_answer(system, 1, "1");
        reset(system);
    }
    nothing_more(system);
    system->ops->destroy(system);
}

/* What it takes to start is not taken from the first command of a run. */
static void a_program_that_starts_slowly_is_waited_for(void **state)
{
    (void)state;
    struct system *system = started("sleep 3; exec " LINES_PROGRAM);
    struct system_event event;
    call(system, 1, "Point");
    assert_event(system, SYSTEM_YIELD, 1, "read");
    reset(system); /* which ends it, and starts it anew */
    call(system, 2, "Echo");
    assert_int_equal(
        system->ops->next(system, clock_now_ms() + 2500, &event, NULL),
        SYSTEM_EVENT);
    assert_int_equal(event.kind, SYSTEM_OK);
    system_event_finish(&event);
    system->ops->destroy(system);
}

static void much_passes_both_ways(void **state)
{
    (void)state;
    enum { LENGTH = 1 << 20 };
    struct system *system = started(LINES_PROGRAM);
    struct buf arguments = {0};
    buf_add_text(&arguments, "[\"");
    buf_add_repeat(&arguments, 'y', LENGTH);
    buf_add_text(&arguments, "\"]");
    for (int64_t i = 0; i < 4; i++) {
        call(system, 2 * i, "Much");
        assert_true(
            try_call(system, 2 * i + 1, "Echo", buf_text(&arguments), NULL));
    }
    for (int64_t i = 0; i < 8; i++) {
        struct system_event event = next(system);
        assert_int_equal(event.kind, SYSTEM_OK);
        assert_int_equal(event.number, i);
        assert_int_equal(event.answer->count, i % 2 == 0 ? LENGTH : 1);
        system_event_finish(&event);
    }
    buf_finish(&arguments);
    system->ops->destroy(system);
}

/* ---- without reset ------------------------------------------------------ */

static void a_program_without_reset_is_started_for_each_run(void **state)
{
    (void)state;
    static const char *const options[] = {" --refuse-reset", " --end-at-reset",
                                          " --no-reset"};
    for (size_t i = 0; i < 3; i++) {
        struct buf command = {0};
        buf_addf(&command, "%s%s", LINES_PROGRAM, options[i]);
        struct system *system = lines_create(&(struct lines_options){
            .command = buf_text(&command), .learn_ms = 300});
        assert_true(system->ops->reset(system, soon(), NULL));
        for (int j = 0; j < 3; j++) {
            call(system, 1, "Count");
            assert_answer(system, 1, "1");
            reset(system);
        }
        const struct notice_list *notices = system->ops->notices(system);
        assert_int_equal(notices->count, 1);
        assert_string_equal(notices->items[0].kind, "reset");
        system->ops->destroy(system);
        buf_finish(&command);
    }
}

static void a_program_that_does_not_start_is_an_error(void **state)
{
    (void)state;
    static const struct {
        const char *command, *words;
    } cases[] = {
        {"echo 'no licence' >&2; exit 4",
         "cannot start the system \"echo 'no licence' >&2; exit 4\": the "
         "system ended (exit status 4): no licence"},
        {"true", "cannot start the system \"true\": the system ended (exit "
                 "status 0)"},
        {"kill -9 $$", "cannot start the system \"kill -9 $$\": the system "
                       "ended (killed by signal 9 (Killed))"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = ERROR_NONE;
        struct system *system =
            lines_create(&(struct lines_options){.command = cases[i].command});
        assert_false(system->ops->reset(system, soon(), &error));
        assert_int_equal(error.code, ERROR_SETUP);
        assert_string_equal(error.message, cases[i].words);
        system->ops->destroy(system);
    }
}

/* ---- rules broken ------------------------------------------------------- */

/* Whether the text is the pattern, in which # stands for a number. */
static bool is_like(const char *text, const char *pattern)
{
    for (; *pattern != '\0'; pattern++) {
        if (*pattern != '#') {
            if (*text++ != *pattern)
                return false;
            continue;
        }
        size_t digits = strspn(text, "0123456789");
        if (digits == 0)
            return false;
        text += digits;
    }
    return *text == '\0';
}

/* After each the next run is a right one again. */
static void what_it_may_not_say_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *name;
        bool is_answered;
        int64_t number;
        const char *words;
    } cases[] = {
        {"Twice", true, 7, "it answered id # twice"},
        {"Unasked", false, -1, "it answered id #, which was not asked"},
        {"NoJson", false, -1,
         "it wrote a line that is no JSON object: Listening on port 80"},
        {"NoMeaning", false, -1,
         "it wrote a line that has none of ok, fail, info, yield, blocked: "
         "{\"id\":#,\"result\":1}"},
        {"Two", false, -1,
         "it wrote a line that has two of ok, fail, info, yield, blocked: "
         "{\"id\":#,\"ok\":1,\"fail\":\"x\"}"},
        {"Endless", false, -1, "it wrote a line of more than 64 MB"},
    };
    struct system *system = started(LINES_PROGRAM);
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        call(system, 7, cases[i].name);
        if (cases[i].is_answered)
            assert_answer(system, 7, "[1,\"a\"]");
        struct system_event event = next(system);
        assert_int_equal(event.kind, SYSTEM_ERROR);
        assert_int_equal(event.number, cases[i].number);
        if (!is_like(event.text, cases[i].words))
            assert_string_equal(event.text, cases[i].words);
        system_event_finish(&event);
        reset(system);
        call(system, 1, "Count");
        assert_answer(system, 1, "1");
    }
    system->ops->destroy(system);
}

static void a_program_that_ends_is_lost(void **state)
{
    (void)state;
    /* A shell that stays would keep the output open. */
    struct system *system = started("exec " LINES_PROGRAM);
    call(system, 1, "End");
    assert_event(system, SYSTEM_LOST, 0,
                 "the system ended (exit status 3): no room left");
    nothing_more(system);
    /* What is said to nobody is no trouble. */
    call(system, 2, "Echo");
    nothing_more(system);
    reset(system);
    call(system, 1, "Count");
    assert_answer(system, 1, "1");
    call(system, 2, "Close");
    assert_event(system, SYSTEM_LOST, 0,
                 "the system closed its standard output");
    reset(system);
    call(system, 1, "Count");
    assert_answer(system, 1, "1");
    system->ops->destroy(system);
}

static void a_wait_can_be_cancelled(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct error error = ERROR_NONE;
    struct system_event event;
    struct system *system = lines_create(
        &(struct lines_options){.command = LINES_PROGRAM, .loop = loop});
    assert_true(system->ops->reset(system, soon(), NULL));
    call(system, 1, "Hang");
    loop_cancel(loop);
    assert_int_equal(system->ops->next(system, soon(), &event, &error),
                     SYSTEM_FAILED);
    assert_int_equal(error.code, ERROR_CANCELLED);
    system->ops->destroy(system);
    loop_destroy(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(commands_are_answered_in_any_order),
        cmocka_unit_test(a_run_begins_as_new_in_the_same_program),
        cmocka_unit_test(what_is_pending_ends_with_the_run),
        cmocka_unit_test(a_program_that_starts_slowly_is_waited_for),
        cmocka_unit_test(much_passes_both_ways),
        cmocka_unit_test(a_program_without_reset_is_started_for_each_run),
        cmocka_unit_test(a_program_that_does_not_start_is_an_error),
        cmocka_unit_test(what_it_may_not_say_is_told),
        cmocka_unit_test(a_program_that_ends_is_lost),
        cmocka_unit_test(a_wait_can_be_cancelled),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
