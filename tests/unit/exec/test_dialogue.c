/* An executor at the other end of two pipes, played by the test. */
#include "exec/process/dialogue.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"

#define READY                                                                  \
    "{\"tag\":\"Events\",\"contents\":[[{\"id\":\"ready\",\"isEvent\":true,"   \
    "\"args\":[]}],{\"n\":1}]}\n"
#define PERFORMED "{\"tag\":\"Performed\",\"contents\":{\"n\":2}}\n"
#define TIMEOUT "{\"tag\":\"Timeout\",\"contents\":{\"n\":3}}\n"
#define STALE "{\"tag\":\"Stale\"}\n"

struct talk {
    struct loop *loop;
    struct executor *executor;
    int to_us, from_us;  /* the test's ends: write, read */
    int our_in, our_out; /* the dialogue's */
    struct deps deps;
};

static int64_t skipped_us; /* the clock runs ahead by so much */

static int64_t shifted_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 + skipped_us;
}

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

static struct talk open_talk(struct dialogue_options options)
{
    struct talk talk;
    int in[2], out[2];
    struct error error = ERROR_NONE;
    signal(SIGPIPE, SIG_IGN);
    assert_int_equal(pipe2(in, O_CLOEXEC), 0);
    assert_int_equal(pipe2(out, O_CLOEXEC), 0);
    talk.our_in = in[0];
    talk.to_us = in[1];
    talk.from_us = out[0];
    talk.our_out = out[1];
    talk.loop = loop_create(&error);
    assert_non_null(talk.loop);
    options.input = talk.our_in;
    options.output = talk.our_out;
    talk.executor = dialogue_create(talk.loop, &options, &error);
    assert_non_null(talk.executor);
    deps_init(&talk.deps);
    deps_child(&talk.deps.root, STR("n"));
    return talk;
}

static void close_end(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_talk(struct talk *talk)
{
    talk->executor->ops->destroy(talk->executor);
    loop_destroy(talk->loop);
    close_end(&talk->to_us);
    close_end(&talk->from_us);
    close_end(&talk->our_in);
    close_end(&talk->our_out);
    deps_finish(&talk->deps);
}

static void say(struct talk *talk, const char *text)
{
    size_t length = strlen(text);
    assert_int_equal(write(talk->to_us, text, length), length);
}

/* What the dialogue has written: all of it is in the pipe already. */
static void must_have_said(struct talk *talk, const char *text)
{
    size_t length = strlen(text);
    char *got = memory_zeroed(length + 1, 1);
    for (size_t at = 0; at < length;) {
        ssize_t now = read(talk->from_us, got + at, length - at);
        assert_true(now > 0);
        at += (size_t)now;
    }
    assert_string_equal(got, text);
    free(got);
}

static void begin(struct talk *talk)
{
    struct error error = ERROR_NONE;
    if (!talk->executor->ops->start(talk->executor, &talk->deps, soon(),
                                    &error))
        fail_msg("%s", error.message);
}

static void end(struct talk *talk)
{
    talk->executor->ops->end(talk->executor);
}

/* Asks for an action with this timeout. */
static void act(struct talk *talk, int64_t timeout_ms, int64_t version)
{
    struct error error = ERROR_NONE;
    struct action action = action_make(value_string(STR("go")), false,
                                       value_list(NULL, 0), timeout_ms);
    assert_true(
        talk->executor->ops->act(talk->executor, &action, version, &error));
    action_finish(&action);
}

static enum executor_next pull(struct talk *talk, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    executor_message_init(message);
    *error = ERROR_NONE;
    return talk->executor->ops->next(talk->executor, deadline_ms, message,
                                     error);
}

static void must_come(struct talk *talk, enum executor_message_kind kind)
{
    struct executor_message message;
    struct error error;
    if (pull(talk, soon(), &message, &error) != EXECUTOR_MESSAGE)
        fail_msg("%s", error.message);
    assert_int_equal(message.kind, kind);
    executor_message_finish(&message);
}

static void nothing_comes(struct talk *talk)
{
    struct executor_message message;
    struct error error;
    assert_int_equal(pull(talk, clock_now_ms(), &message, &error),
                     EXECUTOR_DEADLINE);
}

static void must_fail(struct talk *talk, const char *words)
{
    struct executor_message message;
    struct error error;
    assert_int_equal(pull(talk, soon(), &message, &error), EXECUTOR_FAILED);
    if (strstr(error.message, words) == NULL)
        fail_msg("%s", error.message);
    assert_int_equal(error.code, ERROR_RUN);
    assert_true(dialogue_has_failed(talk->executor, &error));
    /* And ever after. */
    assert_int_equal(pull(talk, clock_now_ms(), &message, &error),
                     EXECUTOR_FAILED);
}

static void requests_go_out_and_answers_come_in(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    must_have_said(&talk, "{\"tag\":\"Start\",\"dependencies\":{\"n\":{}}}\n");
    nothing_comes(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    nothing_comes(&talk);
    act(&talk, 500, 1);
    must_have_said(&talk, "{\"tag\":\"RequestAction\",\"action\":{\"id\":"
                          "\"go\",\"isEvent\":false,\"args\":[],\"timeout\":"
                          "500},\"version\":1}\n");
    say(&talk, PERFORMED TIMEOUT);
    must_come(&talk, EXECUTOR_PERFORMED);
    must_come(&talk, EXECUTOR_TIMEOUT);
    struct error error = ERROR_NONE;
    assert_true(talk.executor->ops->wait(talk.executor, 1000, 3, &error));
    must_have_said(&talk, "{\"tag\":\"AwaitEvents\",\"awaitTimeout\":1000,"
                          "\"version\":3}\n");
    say(&talk, STALE);
    must_come(&talk, EXECUTOR_STALE);
    end(&talk);
    must_have_said(&talk, "{\"tag\":\"End\"}\n");
    assert_int_equal(dialogue_heard(talk.executor), 4);
    close_talk(&talk);
}

static void a_line_may_come_in_pieces(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    for (const char *at = READY TIMEOUT; *at != '\0'; at++) {
        nothing_comes(&talk);
        say(&talk, (char[]){*at, '\0'});
        if (*at == '\n')
            must_come(&talk,
                      at[1] == '\0' ? EXECUTOR_TIMEOUT : EXECUTOR_EVENTS);
    }
    close_talk(&talk);
}

static void the_last_line_needs_no_newline(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    say(&talk, "{\"tag\":\"Stale\"}");
    nothing_comes(&talk);
    close_end(&talk.to_us);
    must_come(&talk, EXECUTOR_STALE);
    nothing_comes(&talk); /* nobody waits: the end is no trouble yet */
    must_fail(&talk, "the executor ended in the middle of the dialogue");
    assert_true(dialogue_has_ended(talk.executor));
    close_talk(&talk);
}

static void a_line_may_be_as_long_as_the_limit(void **state)
{
    (void)state;
    enum { LIMIT = 1000 };
    struct talk talk =
        open_talk((struct dialogue_options){.line_limit = LIMIT});
    char line[LIMIT + 3];
    begin(&talk);
    memset(line, ' ', sizeof line);
    memcpy(line, STALE, strlen(STALE) - 1);
    strcpy(line + LIMIT, "\n");
    say(&talk, line);
    must_come(&talk, EXECUTOR_STALE);
    memcpy(line + LIMIT, " \n", 3);
    say(&talk, line);
    must_fail(&talk, "longer than 1000 bytes");
    close_talk(&talk);
}

static void a_line_without_end_is_not_kept_for_ever(void **state)
{
    (void)state;
    struct talk talk =
        open_talk((struct dialogue_options){.line_limit = 30000});
    char block[1001];
    begin(&talk);
    memset(block, 'x', 1000);
    block[1000] = '\0';
    for (int i = 0; i < 31; i++)
        say(&talk, block);
    must_fail(&talk, "longer than 30000 bytes");
    close_talk(&talk);
}

static void a_wrong_line_ends_the_dialogue(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    say(&talk, "hello\n" READY);
    must_fail(&talk, "broke the protocol with \"hello\", a line that cannot be "
                     "read: not JSON");
    assert_false(dialogue_has_ended(talk.executor));
    end(&talk);
    struct error error = ERROR_NONE;
    assert_false(
        talk.executor->ops->start(talk.executor, &talk.deps, soon(), &error));
    assert_int_equal(error.code, ERROR_RUN);
    close_talk(&talk);
}

static void a_state_must_have_every_selector_where_demanded(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.is_strict = true});
    begin(&talk);
    say(&talk, "{\"tag\":\"Events\",\"contents\":[[],{\"n\":1,\"m\":2}]}\n");
    must_come(&talk, EXECUTOR_EVENTS);
    say(&talk, "{\"tag\":\"Events\",\"contents\":[[],{\"m\":2}]}\n");
    must_fail(&talk, "without an entry for the selector `n`");
    close_talk(&talk);

    talk = open_talk((struct dialogue_options){.is_strict = false});
    begin(&talk);
    say(&talk, "{\"tag\":\"Events\",\"contents\":[[],{\"m\":2}]}\n");
    must_come(&talk, EXECUTOR_EVENTS);
    close_talk(&talk);
}

static void timeout_has_to_be_asked_for_where_that_is_demanded(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.is_strict = true});
    begin(&talk);
    say(&talk, TIMEOUT); /* the answer to Start */
    must_come(&talk, EXECUTOR_TIMEOUT);
    say(&talk, TIMEOUT);
    must_fail(&talk, "said Timeout and nothing was awaited");
    close_talk(&talk);
}

static void messages_of_another_session_are_dropped(void **state)
{
    (void)state;
    struct talk talk =
        open_talk((struct dialogue_options){.numbers_sessions = true});
    begin(&talk);
    must_have_said(&talk, "{\"tag\":\"Start\",\"dependencies\":{\"n\":{}},"
                          "\"session\":1}\n");
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    end(&talk);
    begin(&talk);
    must_have_said(&talk, "{\"tag\":\"End\"}\n{\"tag\":\"Start\","
                          "\"dependencies\":{\"n\":{}},\"session\":2}\n");
    say(&talk, "{\"tag\":\"Events\",\"contents\":[[],{\"n\":1}],\"session\":1}"
               "\n{\"tag\":\"Timeout\",\"contents\":{\"n\":1},\"session\":2}\n"
               "{\"tag\":\"Stale\"}\n");
    must_come(&talk, EXECUTOR_TIMEOUT);
    must_come(&talk, EXECUTOR_STALE);
    nothing_comes(&talk);
    close_talk(&talk);
}

/* The verdict was there before the answer: it is awaited, then dropped. */
static void an_answer_under_way_does_not_reach_the_next_session(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    act(&talk, 500, 1);
    say(&talk, PERFORMED);
    must_come(&talk, EXECUTOR_PERFORMED);
    end(&talk); /* a Timeout is owed */
    pid_t child = fork();
    if (child == 0) {
        must_have_said(&talk,
                       "{\"tag\":\"Start\",\"dependencies\":{\"n\":{}}}\n"
                       "{\"tag\":\"RequestAction\",\"action\":{\"id\":\"go\","
                       "\"isEvent\":false,\"args\":[],\"timeout\":500},"
                       "\"version\":1}\n{\"tag\":\"End\"}\n");
        say(&talk, TIMEOUT);
        _exit(0);
    }
    begin(&talk);
    assert_int_equal(waitpid(child, NULL, 0), child);
    nothing_comes(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    close_talk(&talk);
}

/* Each way in which a request can be answered leaves nothing owed: the next
 * session starts without a wait, although the clock stands still. */
static int64_t frozen_clock(void)
{
    return 1000000;
}

static void starts_at_once(const char *answers, size_t count)
{
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    act(&talk, 500, 1);
    say(&talk, answers);
    for (size_t i = 0; i < count; i++) {
        struct executor_message message;
        struct error error;
        assert_int_equal(pull(&talk, soon(), &message, &error),
                         EXECUTOR_MESSAGE);
        executor_message_finish(&message);
    }
    end(&talk);
    begin(&talk);
    close_talk(&talk);
}

static void an_answered_request_owes_nothing(void **state)
{
    (void)state;
    clock_replace(frozen_clock);
    starts_at_once(PERFORMED TIMEOUT, 2);
    starts_at_once(PERFORMED READY, 2);
    starts_at_once(STALE, 1);
    starts_at_once(READY STALE, 2); /* overtaken by an event */
    starts_at_once("{\"tag\":\"Error\",\"errorMessage\":\"x\"}\n", 1);
    clock_replace(NULL);
}

/* An executor that drops what it owes at End: no longer than the time it could
 * take. */
static void an_answer_that_never_comes_is_given_up(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    clock_replace(shifted_clock);
    begin(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    act(&talk, 3000, 1);
    end(&talk);
    skipped_us += 4100 * 1000; /* its own time and a second */
    begin(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    clock_replace(NULL);
    close_talk(&talk);
}

static void an_end_can_be_deferred(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.defers_end = true});
    begin(&talk);
    say(&talk, READY);
    must_come(&talk, EXECUTOR_EVENTS);
    end(&talk);
    dialogue_say(talk.executor, STR("{\"tag\":\"Aborted\"}\n"));
    must_have_said(&talk, "{\"tag\":\"Start\",\"dependencies\":{\"n\":{}}}\n"
                          "{\"tag\":\"Aborted\"}\n");
    begin(&talk);
    end(&talk);
    dialogue_say_end(talk.executor);
    dialogue_say_end(talk.executor); /* once is enough */
    dialogue_say(talk.executor, STR("{\"tag\":\"Done\"}\n"));
    must_have_said(&talk, "{\"tag\":\"End\"}\n"
                          "{\"tag\":\"Start\",\"dependencies\":{\"n\":{}}}\n"
                          "{\"tag\":\"End\"}\n{\"tag\":\"Done\"}\n");
    close_talk(&talk);
}

/* Larger than a pipe: what does not fit is written when there is room. */
static void a_side_that_does_not_read_holds_nobody_up(void **state)
{
    (void)state;
    enum { SIZE = 300 * 1000 };
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    char *name = memory_zeroed(SIZE + 1, 1);
    memset(name, 'n', SIZE);
    deps_child(&talk.deps.root, str_from(name, SIZE));
    begin(&talk);
    struct executor_message message;
    struct error error;
    assert_int_equal(pull(&talk, clock_now_ms() + 20, &message, &error),
                     EXECUTOR_DEADLINE);
    assert_false(dialogue_flush(talk.executor, clock_now_ms()));
    pid_t child = fork();
    if (child == 0) {
        char *wanted = memory_format("{\"tag\":\"Start\",\"dependencies\":{"
                                     "\"n\":{},\"%s\":{}}}\n",
                                     name);
        must_have_said(&talk, wanted);
        say(&talk, STALE);
        _exit(0);
    }
    must_come(&talk, EXECUTOR_STALE);
    assert_true(dialogue_flush(talk.executor, soon()));
    assert_int_equal(waitpid(child, NULL, 0), child);
    free(name);
    close_talk(&talk);
}

static void last_words_are_heard_from_who_does_not_read(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    say(&talk, READY "{\"tag\":\"Error\",\"errorMessage\":\"bye\"}\n");
    must_come(&talk, EXECUTOR_EVENTS);
    close_end(&talk.from_us);
    close_end(&talk.to_us);
    act(&talk, ACTION_NO_TIMEOUT, 1);
    must_come(&talk, EXECUTOR_ERROR);
    assert_false(dialogue_flush(talk.executor, soon()));
    must_fail(&talk, "ended in the middle");
    close_talk(&talk);
}

static void a_cancelled_loop_ends_the_wait(void **state)
{
    (void)state;
    struct talk talk = open_talk((struct dialogue_options){.line_limit = 0});
    begin(&talk);
    loop_cancel(talk.loop);
    struct executor_message message;
    struct error error;
    assert_int_equal(pull(&talk, soon(), &message, &error), EXECUTOR_FAILED);
    assert_int_equal(error.code, ERROR_CANCELLED);
    assert_false(dialogue_has_failed(talk.executor, NULL));
    close_talk(&talk);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_go_out_and_answers_come_in),
        cmocka_unit_test(a_line_may_come_in_pieces),
        cmocka_unit_test(the_last_line_needs_no_newline),
        cmocka_unit_test(a_line_may_be_as_long_as_the_limit),
        cmocka_unit_test(a_line_without_end_is_not_kept_for_ever),
        cmocka_unit_test(a_wrong_line_ends_the_dialogue),
        cmocka_unit_test(a_state_must_have_every_selector_where_demanded),
        cmocka_unit_test(timeout_has_to_be_asked_for_where_that_is_demanded),
        cmocka_unit_test(messages_of_another_session_are_dropped),
        cmocka_unit_test(an_answer_under_way_does_not_reach_the_next_session),
        cmocka_unit_test(an_answered_request_owes_nothing),
        cmocka_unit_test(an_answer_that_never_comes_is_given_up),
        cmocka_unit_test(an_end_can_be_deferred),
        cmocka_unit_test(a_side_that_does_not_read_holds_nobody_up),
        cmocka_unit_test(last_words_are_heard_from_who_does_not_read),
        cmocka_unit_test(a_cancelled_loop_ends_the_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
