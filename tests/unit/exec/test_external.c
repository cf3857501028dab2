/* Executors that are small shell scripts, well behaved and not. */
#include "exec/process/external.h"

#include <errno.h>
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

#include "base/clock.h"
#include "base/memory.h"

#define READY "echo '{\"tag\":\"Events\",\"contents\":[[],{\"n\":1}]}';"

struct trial {
    struct loop *loop;
    struct executor *executor;
    struct deps deps;
    struct executor_message message;
    struct error error;
};

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

static void set_up(struct trial *trial, const char *script)
{
    trial->error = ERROR_NONE;
    trial->loop = loop_create(&trial->error);
    assert_non_null(trial->loop);
    trial->executor = external_create(trial->loop, script);
    deps_init(&trial->deps);
    deps_child(&trial->deps.root, STR("n"));
    executor_message_init(&trial->message);
}

static void tear_down(struct trial *trial)
{
    executor_message_finish(&trial->message);
    trial->executor->ops->destroy(trial->executor);
    loop_destroy(trial->loop);
    deps_finish(&trial->deps);
}

static void start(struct trial *trial)
{
    if (!trial->executor->ops->start(trial->executor, &trial->deps, soon(),
                                     &trial->error))
        fail_msg("%s", trial->error.message);
}

static enum executor_next pull(struct trial *trial, int64_t deadline_ms)
{
    executor_message_finish(&trial->message);
    trial->error = ERROR_NONE;
    return trial->executor->ops->next(trial->executor, deadline_ms,
                                      &trial->message, &trial->error);
}

static void must_come(struct trial *trial, enum executor_message_kind kind)
{
    if (pull(trial, soon()) != EXECUTOR_MESSAGE)
        fail_msg("%s", trial->error.message);
    assert_int_equal(trial->message.kind, kind);
}

static void must_fail(struct trial *trial, enum error_code code,
                      const char *words)
{
    assert_int_equal(pull(trial, soon()), EXECUTOR_FAILED);
    assert_string_equal(trial->error.message, words);
    assert_int_equal(trial->error.code, code);
}

static void end(struct trial *trial)
{
    trial->executor->ops->end(trial->executor);
}

/* Waits until the process is gone; a zombie counts as gone, its parent is
 * another. */
static void must_vanish(pid_t pid)
{
    char path[40], line[200];
    int64_t until = soon();
    snprintf(path, sizeof path, "/proc/%ld/stat", (long)pid);
    for (;;) {
        FILE *file = fopen(path, "r");
        if (file == NULL)
            return;
        bool read = fgets(line, sizeof line, file) != NULL;
        fclose(file);
        if (!read || strstr(line, ") Z ") != NULL)
            return;
        if (clock_now_ms() > until)
            fail_msg("process %ld is still there: %s", (long)pid, line);
        usleep(1000);
    }
}

static void one_process_serves_every_session(void **state)
{
    (void)state;
    struct trial trial;
    /* Tells its own number with every session. */
    set_up(&trial, "while read -r line; do case $line in *Start*) "
                   "echo '{\"tag\":\"Error\",\"errorMessage\":\"'$$'\"}';; "
                   "esac; done");
    start(&trial);
    must_come(&trial, EXECUTOR_ERROR);
    long first = strtol(trial.message.text, NULL, 10);
    end(&trial);
    start(&trial);
    must_come(&trial, EXECUTOR_ERROR);
    assert_int_equal(strtol(trial.message.text, NULL, 10), first);
    end(&trial);
    tear_down(&trial);
    must_vanish((pid_t)first);
}

static void a_command_that_is_none_is_a_wrong_set_up(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "exec 2>/dev/null; weir-there-is-no-such-command");
    start(&trial);
    must_fail(&trial, ERROR_SETUP,
              "the executor ended before it said anything (exit status 127)");
    end(&trial);
    tear_down(&trial);
}

static void who_ends_in_a_test_is_started_anew(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "read -r line; " READY "exit 4");
    for (int session = 0; session < 2; session++) {
        start(&trial);
        must_come(&trial, EXECUTOR_EVENTS);
        must_fail(&trial, ERROR_RUN,
                  "the executor ended in the middle of a test (exit status 4)");
        end(&trial);
    }
    tear_down(&trial);
}

static void who_ends_between_tests_is_started_anew(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "read -r line; " READY "read -r line");
    for (int session = 0; session < 3; session++) {
        start(&trial);
        must_come(&trial, EXECUTOR_EVENTS);
        end(&trial); /* the line it waits for */
    }
    tear_down(&trial);
}

static void a_signal_is_named(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, READY "kill -KILL $$");
    start(&trial);
    must_come(&trial, EXECUTOR_EVENTS);
    must_fail(&trial, ERROR_RUN,
              "the executor ended in the middle of a test (killed by signal 9 "
              "(Killed))");
    end(&trial);
    tear_down(&trial);
}

static void a_closed_output_is_the_end(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, READY "exec >&-; while read -r line; do :; done; "
                         "exec sleep 1000");
    start(&trial);
    must_come(&trial, EXECUTOR_EVENTS);
    must_fail(&trial, ERROR_RUN,
              "the executor closed its standard output in "
              "the middle of a test");
    end(&trial);
    tear_down(&trial);
}

static void broken_lines_are_the_executor_s(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "echo 'Listening on port 80'; read -r line");
    start(&trial);
    assert_int_equal(pull(&trial, soon()), EXECUTOR_FAILED);
    assert_int_equal(trial.error.code, ERROR_RUN);
    assert_non_null(strstr(trial.error.message, "Listening on port 80"));
    end(&trial);
    tear_down(&trial);
}

static void silence_does_not_break_the_deadline(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, "exec sleep 1000");
    start(&trial);
    assert_int_equal(pull(&trial, clock_now_ms() + 30), EXECUTOR_DEADLINE);
    end(&trial);
    tear_down(&trial);
}

static int64_t skipped_us; /* the clock runs ahead by so much */

static int64_t shifted_clock(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000 + skipped_us;
}

/* One that hears nothing any more would spoil every later test, too. */
static void who_said_nothing_is_started_anew(void **state)
{
    (void)state;
    struct trial trial;
    char path[] = "/tmp/weir-external-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    char *script = memory_format("test -s %s || { echo x >%s; exec sleep 1000; "
                                 "}; read -r line; " READY "read -r line",
                                 path, path);
    set_up(&trial, script);
    start(&trial);
    int64_t until = soon();
    while (lseek(file, 0, SEEK_END) == 0 && clock_now_ms() < until)
        assert_int_equal(pull(&trial, clock_now_ms() + 5), EXECUTOR_DEADLINE);
    clock_replace(shifted_clock);
    end(&trial);
    skipped_us = INT64_C(20) * 1000 * 1000; /* its time is over */
    start(&trial);
    clock_replace(NULL);
    must_come(&trial, EXECUTOR_EVENTS);
    end(&trial);
    tear_down(&trial);
    close(file);
    unlink(path);
    free(script);
}

static void a_child_that_holds_the_output_does_not_hide_the_end(void **state)
{
    (void)state;
    struct trial trial;
    set_up(&trial, READY "sleep 1000 & exit 4");
    start(&trial);
    must_come(&trial, EXECUTOR_EVENTS);
    must_fail(&trial, ERROR_RUN,
              "the executor ended in the middle of a test (exit status 4)");
    end(&trial);
    tear_down(&trial);
}

static void nothing_of_it_survives(void **state)
{
    (void)state;
    struct trial trial;
    /* Neither the shell nor its child ends by itself. */
    set_up(&trial, "trap '' HUP TERM INT; sleep 1000 & "
                   "echo '{\"tag\":\"Error\",\"errorMessage\":\"'$! $$'\"}'; "
                   "while :; do sleep 1000; done");
    start(&trial);
    must_come(&trial, EXECUTOR_ERROR);
    long child, shell;
    assert_int_equal(sscanf(trial.message.text, "%ld %ld", &child, &shell), 2);
    assert_int_equal(kill((pid_t)child, 0), 0);
    tear_down(&trial);
    must_vanish((pid_t)child);
    must_vanish((pid_t)shell);
}

/* weir itself is killed: the guardian ends the executor. */
static void nothing_survives_weir(void **state)
{
    (void)state;
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t weir = fork();
    if (weir == 0) {
        struct trial trial;
        set_up(&trial, "sleep 1000 & echo '{\"tag\":\"Error\","
                       "\"errorMessage\":\"'$!'\"}'; exec sleep 1000");
        start(&trial);
        must_come(&trial, EXECUTOR_ERROR);
        dprintf(report[1], "%s\n", trial.message.text);
        kill(getpid(), SIGKILL);
    }
    close(report[1]);
    char text[40] = "";
    assert_true(read(report[0], text, sizeof text - 1) > 0);
    close(report[0]);
    assert_int_equal(waitpid(weir, NULL, 0), weir);
    must_vanish((pid_t)strtol(text, NULL, 10));
}

/* The end of its input lets it end by itself. */
static void it_may_say_farewell(void **state)
{
    (void)state;
    struct trial trial;
    char path[] = "/tmp/weir-external-XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    char *script = memory_format(READY "while read -r line; do :; done; "
                                       "echo \"$line bye\" >%s",
                                 path);
    set_up(&trial, script);
    start(&trial);
    must_come(&trial, EXECUTOR_EVENTS);
    end(&trial);
    tear_down(&trial);
    char text[20] = "";
    assert_int_equal(read(file, text, sizeof text - 1), 5);
    assert_string_equal(text, " bye\n");
    close(file);
    unlink(path);
    free(script);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_process_serves_every_session),
        cmocka_unit_test(a_command_that_is_none_is_a_wrong_set_up),
        cmocka_unit_test(who_ends_in_a_test_is_started_anew),
        cmocka_unit_test(who_ends_between_tests_is_started_anew),
        cmocka_unit_test(a_signal_is_named),
        cmocka_unit_test(a_closed_output_is_the_end),
        cmocka_unit_test(broken_lines_are_the_executor_s),
        cmocka_unit_test(silence_does_not_break_the_deadline),
        cmocka_unit_test(who_said_nothing_is_started_anew),
        cmocka_unit_test(a_child_that_holds_the_output_does_not_hide_the_end),
        cmocka_unit_test(nothing_of_it_survives),
        cmocka_unit_test(nothing_survives_weir),
        cmocka_unit_test(it_may_say_farewell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
