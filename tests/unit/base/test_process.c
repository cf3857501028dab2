#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/process.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

static struct process start_shell(const char *script,
                                  struct process_options options)
{
    const char *argv[] = {"sh", "-c", script, NULL};
    struct process process;
    struct error error = ERROR_NONE;
    options.argv = argv;
    if (!process_spawn(&process, &options, &error))
        fail_msg("%s", error.message);
    return process;
}

/* Everything up to the end of file. */
static char *read_all(int fd)
{
    struct buf text;
    buf_init(&text);
    char block[256];
    ssize_t got;
    while ((got = read(fd, block, sizeof block)) != 0) {
        if (got > 0) {
            buf_add(&text, block, (size_t)got);
            continue;
        }
        assert_int_equal(errno, EAGAIN);
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 60 * 1000), 1);
    }
    return buf_take(&text);
}

static pid_t read_pid(int fd)
{
    char text[32] = "";
    size_t length = 0;
    while (strchr(text, '\n') == NULL) {
        struct pollfd ready = {.fd = fd, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 60 * 1000), 1);
        ssize_t got = read(fd, text + length, sizeof text - 1 - length);
        assert_true(got > 0);
        length += (size_t)got;
    }
    return (pid_t)atoi(text);
}

static void expect_ending(const char *script, const char *ending)
{
    struct process process = start_shell(script, (struct process_options){0});
    char text[80];
    assert_true(process_wait(&process, soon()));
    process_ending(&process, text);
    assert_string_equal(text, ending);
    process_finish(&process);
}

static void the_ending_names_status_or_signal(void **state)
{
    (void)state;
    expect_ending("exit 0", "exit status 0");
    expect_ending("exit 3", "exit status 3");
    expect_ending("kill -KILL $$", "killed by signal 9 (Killed)");
}

static void a_program_that_does_not_exist_is_named(void **state)
{
    (void)state;
    const char *argv[] = {"/no/such/program", NULL};
    struct process process;
    struct error error = ERROR_NONE;
    assert_false(process_spawn(
        &process, &(struct process_options){.argv = argv}, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_string_equal(
        error.message,
        "cannot start /no/such/program: No such file or directory");
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1); /* no child is left */
    process_finish(&process);
}

static void output_and_errors_arrive_on_their_pipes(void **state)
{
    (void)state;
    struct process process =
        start_shell("echo out; echo err >&2",
                    (struct process_options){.output = PROCESS_STREAM_PIPE,
                                             .errors = PROCESS_STREAM_PIPE});
    char *output = read_all(process.output);
    char *errors = read_all(process.errors);
    assert_string_equal(output, "out\n");
    assert_string_equal(errors, "err\n");
    free(output);
    free(errors);
    process_finish(&process);
    assert_int_equal(process.output, -1);
}

static void input_reaches_the_child(void **state)
{
    (void)state;
    struct process process = start_shell(
        "cat", (struct process_options){.input = PROCESS_STREAM_PIPE,
                                        .output = PROCESS_STREAM_PIPE});
    assert_int_equal(write(process.input, "hello", 5), 5);
    close(process.input);
    process.input = -1;
    char *output = read_all(process.output);
    assert_string_equal(output, "hello");
    free(output);
    process_finish(&process);
}

static void streams_are_empty_unless_asked_for(void **state)
{
    (void)state;
    struct process process =
        start_shell("cat; readlink /proc/$$/fd/0 /proc/$$/fd/2",
                    (struct process_options){.output = PROCESS_STREAM_PIPE});
    char *output = read_all(process.output);
    assert_string_equal(output, "/dev/null\n/dev/null\n");
    free(output);
    process_finish(&process);
}

static void the_environment_is_set_in_the_child_alone(void **state)
{
    (void)state;
    const char *environment[] = {"WEIR_TEST_A", "one", "WEIR_TEST_B", "two",
                                 NULL};
    struct process process =
        start_shell("echo $WEIR_TEST_A $WEIR_TEST_B",
                    (struct process_options){.environment = environment,
                                             .output = PROCESS_STREAM_PIPE});
    char *output = read_all(process.output);
    assert_string_equal(output, "one two\n");
    assert_null(getenv("WEIR_TEST_A"));
    free(output);
    process_finish(&process);
}

static void the_child_leads_a_group_of_its_own(void **state)
{
    (void)state;
    struct process process =
        start_shell("sleep 1000", (struct process_options){0});
    assert_int_equal(getpgid(process.pid), process.pid);
    assert_false(process_has_ended(&process));
    process_finish(&process);
    assert_true(process_has_ended(&process));
}

static bool exists(pid_t pid)
{
    return kill(pid, 0) == 0 || errno != ESRCH;
}

static void finish_leaves_nothing_of_the_group(void **state)
{
    (void)state;
    struct process process =
        start_shell("sleep 1000 & sh -c 'sleep 1000 & echo $!; wait'",
                    (struct process_options){.output = PROCESS_STREAM_PIPE});
    pid_t grandchild = read_pid(process.output);
    assert_true(exists(grandchild));
    assert_int_equal(getpgid(grandchild), process.pid);
    process_finish(&process);
    assert_false(exists(grandchild));
    assert_false(exists(-process.pid));
    process_finish(&process);
}

static void what_an_ended_child_leaves_behind_is_killed(void **state)
{
    (void)state;
    struct process process =
        start_shell("sleep 1000 & echo $!",
                    (struct process_options){.output = PROCESS_STREAM_PIPE});
    pid_t grandchild = read_pid(process.output);
    assert_true(process_wait(&process, soon()));
    assert_false(exists(grandchild));
    process_finish(&process);
}

static void a_wait_ends_at_its_deadline(void **state)
{
    (void)state;
    struct process process =
        start_shell("sleep 1000", (struct process_options){0});
    assert_false(process_wait(&process, clock_now_ms() - 1));
    assert_false(process_wait(&process, clock_now_ms() + 1));
    process_kill(&process);
    assert_true(process_wait(&process, soon()));
    char text[80];
    process_ending(&process, text);
    assert_string_equal(text, "killed by signal 9 (Killed)");
    process_finish(&process);
}

/* A child of the child works, too; its parent only waits. */
static void who_works_is_busy_and_who_waits_is_not(void **state)
{
    (void)state;
    struct process working =
        start_shell("(while :; do :; done); true",
                    (struct process_options){.output = PROCESS_STREAM_PIPE});
    int64_t until = soon();
    while (!process_is_busy(&working))
        assert_true(clock_now_ms() < until);
    process_finish(&working);
    assert_false(process_is_busy(&working));
    struct process waiting = start_shell(
        "read line", (struct process_options){.input = PROCESS_STREAM_PIPE});
    while (process_is_busy(&waiting))
        assert_true(clock_now_ms() < until);
    assert_false(process_has_ended(&waiting));
    process_finish(&waiting);
}

static void signals_are_as_new_in_the_child(void **state)
{
    (void)state;
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    signal(SIGPIPE, SIG_IGN);
    sigprocmask(SIG_BLOCK, &set, NULL);
    expect_ending("kill -PIPE $$; echo alive",
                  "killed by signal 13 (Broken pipe)");
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    signal(SIGPIPE, SIG_DFL);
}

static void descriptors_are_not_inherited(void **state)
{
    (void)state;
    struct process first = start_shell(
        "cat", (struct process_options){.input = PROCESS_STREAM_PIPE});
    /* Were the write end of the first one's input open in the second one, the
     * first would never see the end of its input. */
    struct process second =
        start_shell("sleep 1000", (struct process_options){0});
    close(first.input);
    first.input = -1;
    assert_true(process_wait(&first, soon()));
    process_finish(&first);
    process_finish(&second);
}

static void closed_standard_descriptors_do_no_harm(void **state)
{
    (void)state;
    int report[2];
    assert_int_equal(pipe(report), 0);
    pid_t middle = fork();
    if (middle == 0) {
        close(0);
        close(1);
        struct process process = start_shell(
            "cat; echo out; echo err >&2",
            (struct process_options){.input = PROCESS_STREAM_PIPE,
                                     .output = PROCESS_STREAM_PIPE});
        close(process.input);
        process.input = -1;
        char *output = read_all(process.output);
        bool good = strcmp(output, "out\n") == 0;
        free(output);
        process_finish(&process);
        _exit(good ? 0 : 1);
    }
    int status;
    assert_int_equal(waitpid(middle, &status, 0), middle);
    assert_int_equal(status, 0);
    close(report[0]);
    close(report[1]);
}

/* Also when they bear the very numbers that the child is to have. */
static void more_descriptors_arrive_from_3_on(void **state)
{
    (void)state;
    int first[2], second[2];
    assert_int_equal(pipe(first), 0);
    assert_int_equal(pipe(second), 0);
    const int more[] = {second[1], first[0], second[1]};
    struct process process = start_shell(
        "read word <&4; echo $word; echo three >&3; echo five >&5",
        (struct process_options){
            .output = PROCESS_STREAM_PIPE, .more = more, .more_count = 3});
    close(second[1]);
    assert_int_equal(write(first[1], "four\n", 5), 5);
    char *output = read_all(process.output);
    char *said = read_all(second[0]);
    assert_string_equal(output, "four\n");
    assert_string_equal(said, "three\nfive\n");
    free(output);
    free(said);
    process_finish(&process);
    close(first[0]);
    close(first[1]);
    close(second[0]);
}

static void a_child_can_die_with_its_parent(void **state)
{
    (void)state;
    int report[2];
    assert_int_equal(pipe(report), 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans become ours */
    pid_t middle = fork();
    if (middle == 0) {
        struct process process = start_shell(
            "sleep 1000", (struct process_options){.die_with_parent = true});
        dprintf(report[1], "%d\n", (int)process.pid);
        for (;;)
            pause();
    }
    pid_t orphan = read_pid(report[0]);
    assert_int_equal(kill(middle, SIGKILL), 0);
    assert_int_equal(waitpid(middle, NULL, 0), middle);
    int status;
    assert_int_equal(waitpid(orphan, &status, 0), orphan);
    assert_true(WIFSIGNALED(status));
    close(report[0]);
    close(report[1]);
    while (waitpid(-1, NULL, WNOHANG) > 0)
        continue;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_program_that_does_not_exist_is_named),
        cmocka_unit_test(the_ending_names_status_or_signal),
        cmocka_unit_test(output_and_errors_arrive_on_their_pipes),
        cmocka_unit_test(input_reaches_the_child),
        cmocka_unit_test(streams_are_empty_unless_asked_for),
        cmocka_unit_test(the_environment_is_set_in_the_child_alone),
        cmocka_unit_test(the_child_leads_a_group_of_its_own),
        cmocka_unit_test(finish_leaves_nothing_of_the_group),
        cmocka_unit_test(what_an_ended_child_leaves_behind_is_killed),
        cmocka_unit_test(a_wait_ends_at_its_deadline),
        cmocka_unit_test(who_works_is_busy_and_who_waits_is_not),
        cmocka_unit_test(signals_are_as_new_in_the_child),
        cmocka_unit_test(descriptors_are_not_inherited),
        cmocka_unit_test(closed_standard_descriptors_do_no_harm),
        cmocka_unit_test(more_descriptors_arrive_from_3_on),
        cmocka_unit_test(a_child_can_die_with_its_parent),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
