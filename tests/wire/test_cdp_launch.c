/* Starting browsers that are shell scripts: good ones and bad ones. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/folder.h"
#include "cdp/launch/launch.h"

/* It answers the first request, whatever that is. */
#define ANSWER "printf '{\"id\":1,\"result\":{}}\\0' >&4\n"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

/* Every test has a folder of its own for the script and for profiles. */
static char folder[40];
static char script_path[60];
static struct loop *loop;

static int set_up(void **state)
{
    (void)state;
    strcpy(folder, "/tmp/weir-test-XXXXXX");
    if (mkdtemp(folder) == NULL)
        return 1;
    snprintf(script_path, sizeof script_path, "%s/browser", folder);
    setenv("TMPDIR", folder, 1);
    loop = loop_create(NULL);
    return loop == NULL;
}

static int tear_down(void **state)
{
    (void)state;
    loop_destroy(loop);
    unsetenv("TMPDIR");
    unlink(script_path);
    /* No profile may be left: the folder is empty now. */
    if (rmdir(folder) == 0)
        return 0;
    folder_remove(folder);
    return 1;
}

static void write_script(const char *script)
{
    FILE *file = fopen(script_path, "w");
    assert_non_null(file);
    fprintf(file, "#!/bin/sh\n%s", script);
    fclose(file);
    assert_int_equal(chmod(script_path, 0700), 0);
}

static struct cdp_process *launch(const char *script)
{
    write_script(script);
    const char *flags[] = {"--my-flag"};
    struct error error = ERROR_NONE;
    struct cdp_process *process =
        cdp_launch(loop,
                   &(struct cdp_launch_options){
                       .program = script_path, .flags = flags, .flag_count = 1},
                   &error);
    if (process == NULL)
        fail_msg("%s", error.message);
    return process;
}

static void expect_connection(const char *script)
{
    struct error error = ERROR_NONE;
    struct cdp_process *process = launch(script);
    struct cdp_connection *connection =
        cdp_process_connect(process, soon(), &error);
    if (connection == NULL)
        fail_msg("%s", error.message);
    assert_true(cdp_connection_is_open(connection));
    assert_false(cdp_process_has_ended(process));
    cdp_connection_destroy(connection);
    cdp_process_end(process);
}

static void its_first_answer_is_waited_for(void **state)
{
    (void)state;
    expect_connection(ANSWER "sleep 1000\n");
    expect_connection("echo noise >&2\necho >&2\n" ANSWER "sleep 1000\n");
}

static void an_answer_that_is_an_error_is_an_answer(void **state)
{
    (void)state;
    expect_connection(
        "printf '{\"id\":1,\"error\":{\"message\":\"no\"}}\\0' >&4\n"
        "sleep 1000\n");
}

static void the_answer_may_come_in_pieces(void **state)
{
    (void)state;
    expect_connection("printf '{\"id\":1,\"re' >&4\nsleep 0.01\n"
                      "printf 'sult\":{}}' >&4\nprintf '\\0' >&4\n"
                      "sleep 1000\n");
}

static void the_request_comes_by_the_other_descriptor(void **state)
{
    (void)state;
    expect_connection("request=$(head -c 36 <&3 | tr -d '\\0')\n"
                      "case $request in *Browser.getVersion*)\n" ANSWER
                      ";; esac\nsleep 1000\n");
}

static void the_answer_is_found_beside_much_noise(void **state)
{
    (void)state;
    expect_connection("head -c 200000 /dev/zero | tr '\\0' x >&2\n" ANSWER
                      "sleep 1000\n");
}

static void the_users_flags_reach_the_browser(void **state)
{
    (void)state;
    expect_connection("case \" $* \" in *' --my-flag '*) " ANSWER
                      ";; esac\nsleep 1000\n");
}

static void temporary_files_of_the_browser_go_with_its_profile(void **state)
{
    (void)state;
    /* tear_down looks for what is left. */
    expect_connection("mktemp >/dev/null\n" ANSWER "sleep 1000\n");
}

static void expect_error(const char *script, int64_t deadline_ms,
                         const char *const *words)
{
    struct error error = ERROR_NONE;
    struct cdp_process *process = launch(script);
    assert_null(cdp_process_connect(process, deadline_ms, &error));
    cdp_process_end(process);
    assert_int_equal(error.code, ERROR_SETUP);
    for (; *words != NULL; words++)
        if (strstr(error.message, *words) == NULL)
            fail_msg("\"%s\" does not say \"%s\"", error.message, *words);
}

static void a_browser_that_dies_is_quoted(void **state)
{
    (void)state;
    const char *words[] = {"did not start", "exit status 3",
                           "its last words: three\nfour\nfive)", NULL};
    expect_error("for i in one two three four five; do echo $i >&2; done\n"
                 "exit 3\n",
                 soon(), words);
    const char *silent[] = {"exit status 0", "its last words: nothing", NULL};
    expect_error("exit 0\n", soon(), silent);
    const char *killed[] = {"killed by signal 11", NULL};
    expect_error("kill -SEGV $$\n", soon(), killed);
}

static void a_browser_that_says_nothing_costs_the_deadline(void **state)
{
    (void)state;
    const char *words[] = {"the start of the browser took longer", NULL};
    expect_error("sleep 1000\n", clock_now_ms() - 1, words);
}

static void a_browser_that_closes_its_stderr_costs_the_deadline(void **state)
{
    (void)state;
    const char *words[] = {"the start of the browser took longer",
                           "it still runs", NULL};
    expect_error("exec 2>/dev/null\nsleep 1000\n", clock_now_ms() + 200, words);
}

static void a_browser_that_closes_its_pipe_costs_nothing(void **state)
{
    (void)state;
    const char *words[] = {"does not speak DevTools over its pipe (the other "
                           "side closed the connection)",
                           "it still runs", NULL};
    expect_error("exec 3<&- 4>&-\nsleep 1000\n", soon(), words);
}

static void a_browser_that_talks_nonsense_is_none(void **state)
{
    (void)state;
    const char *words[] = {"does not speak DevTools over its pipe", NULL};
    expect_error("printf 'hello\\0' >&4\nsleep 1000\n", soon(), words);
}

static void a_browser_that_chatters_for_ever_costs_the_deadline(void **state)
{
    (void)state;
    const char *words[] = {"the start of the browser took longer", NULL};
    expect_error("while :; do echo chatter >&2; done\n", clock_now_ms() + 100,
                 words);
}

static void cancelling_ends_the_wait(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct cdp_process *process = launch("sleep 1000\n");
    loop_cancel(loop);
    assert_null(cdp_process_connect(process, LOOP_FOREVER, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    cdp_process_end(process);
}

static void what_it_writes_later_is_read_so_that_it_never_blocks(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct cdp_process *process =
        launch(ANSWER "head -c 1000000 /dev/zero | tr '\\0' x >&2\n"
                      "echo; echo last >&2\nexit 7\n");
    struct cdp_connection *connection =
        cdp_process_connect(process, soon(), &error);
    assert_non_null(connection);
    /* Its last word can only come when all the others were read. */
    int64_t deadline_ms = soon();
    while (!cdp_process_wait(process, clock_now_ms() - 1) &&
           clock_now_ms() < deadline_ms)
        loop_run_once(loop, clock_now_ms() + 5);
    assert_true(cdp_process_has_ended(process));
    error_set(&error, ERROR_RUN, "it is gone");
    cdp_process_explain(process, &error);
    assert_non_null(strstr(error.message, "it is gone (exit status 7; "));
    assert_non_null(strstr(error.message, "last)"));
    cdp_connection_destroy(connection);
    cdp_process_end(process);
}

static void a_program_that_is_not_there_leaves_nothing(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_null(cdp_launch(
        loop, &(struct cdp_launch_options){.program = "/no/such/browser"},
        &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(strstr(error.message, "does not exist"));
}

static void it_can_be_ended_before_it_is_connected(void **state)
{
    (void)state;
    cdp_process_end(launch("sleep 1000\n"));
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(its_first_answer_is_waited_for),
        TEST(an_answer_that_is_an_error_is_an_answer),
        TEST(the_answer_may_come_in_pieces),
        TEST(the_request_comes_by_the_other_descriptor),
        TEST(the_answer_is_found_beside_much_noise),
        TEST(the_users_flags_reach_the_browser),
        TEST(temporary_files_of_the_browser_go_with_its_profile),
        TEST(a_browser_that_dies_is_quoted),
        TEST(a_browser_that_says_nothing_costs_the_deadline),
        TEST(a_browser_that_closes_its_stderr_costs_the_deadline),
        TEST(a_browser_that_closes_its_pipe_costs_nothing),
        TEST(a_browser_that_talks_nonsense_is_none),
        TEST(a_browser_that_chatters_for_ever_costs_the_deadline),
        TEST(cancelling_ends_the_wait),
        TEST(what_it_writes_later_is_read_so_that_it_never_blocks),
        TEST(a_program_that_is_not_there_leaves_nothing),
        TEST(it_can_be_ended_before_it_is_connected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
