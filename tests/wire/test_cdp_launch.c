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
#include "cdp/launch.h"

#define LISTEN "echo DevTools listening on ws://127.0.0.1:7/x >&2\n"

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

static struct cdp_process *launch(const char *script, int64_t deadline_ms,
                                  struct error *error)
{
    write_script(script);
    const char *flags[] = {"--my-flag"};
    return cdp_launch(loop,
                      &(struct cdp_launch_options){.program = script_path,
                                                   .flags = flags,
                                                   .flag_count = 1},
                      deadline_ms, error);
}

static void expect_url(const char *script, const char *url)
{
    struct error error = ERROR_NONE;
    struct cdp_process *process = launch(script, soon(), &error);
    if (process == NULL)
        fail_msg("%s", error.message);
    assert_string_equal(cdp_process_url(process), url);
    assert_false(cdp_process_has_ended(process));
    cdp_process_end(process);
}

static void the_address_is_read_from_stderr(void **state)
{
    (void)state;
    expect_url(LISTEN "sleep 1000\n", "ws://127.0.0.1:7/x");
    expect_url("echo noise >&2\necho >&2\n" LISTEN "sleep 1000\n",
               "ws://127.0.0.1:7/x");
}

static void the_address_may_come_in_pieces(void **state)
{
    (void)state;
    expect_url("printf 'DevTools lis' >&2\nprintf 'tening on ws://h:' >&2\n"
               "printf '7/x' >&2\nprintf 'yz\\n' >&2\nsleep 1000\n",
               "ws://h:7/xyz");
}

static void the_address_is_found_behind_much_noise(void **state)
{
    (void)state;
    expect_url("head -c 200000 /dev/zero | tr '\\0' x >&2\n" LISTEN
               "sleep 1000\n",
               "ws://127.0.0.1:7/x");
}

static void the_users_flags_reach_the_browser(void **state)
{
    (void)state;
    expect_url("case \" $* \" in *' --my-flag '*) " LISTEN
               ";; esac\nsleep 1000\n",
               "ws://127.0.0.1:7/x");
}

static void temporary_files_of_the_browser_go_with_its_profile(void **state)
{
    (void)state;
    /* tear_down looks for what is left. */
    expect_url("mktemp >/dev/null\n" LISTEN "sleep 1000\n",
               "ws://127.0.0.1:7/x");
}

static void expect_error(const char *script, int64_t deadline_ms,
                         const char *const *words)
{
    struct error error = ERROR_NONE;
    assert_null(launch(script, deadline_ms, &error));
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
    const char *words[] = {"it still runs", NULL};
    expect_error("exec 2>/dev/null\nsleep 1000\n", clock_now_ms() + 200, words);
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
    loop_cancel(loop);
    assert_null(launch("sleep 1000\n", LOOP_FOREVER, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
}

static void what_it_writes_later_is_read_so_that_it_never_blocks(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct cdp_process *process =
        launch(LISTEN "head -c 1000000 /dev/zero | tr '\\0' x >&2\n"
                      "echo; echo last >&2\nexit 7\n",
               soon(), &error);
    assert_non_null(process);
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
    cdp_process_end(process);
}

static void a_program_that_is_not_there_leaves_nothing(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_null(cdp_launch(
        loop, &(struct cdp_launch_options){.program = "/no/such/browser"},
        soon(), &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(strstr(error.message, "does not exist"));
}

struct seen {
    int times;
    bool ran;
    bool had_url;
};

static void look(void *context, const struct cdp_process *process)
{
    struct seen *seen = context;
    seen->times++;
    seen->ran = cdp_process_pid(process) > 0;
    seen->had_url = cdp_process_url(process) != NULL;
}

static void something_else_is_done_while_it_starts(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    struct seen seen = {0};
    write_script(LISTEN "sleep 1000\n");
    struct cdp_process *process = cdp_launch(
        loop,
        &(struct cdp_launch_options){
            .program = script_path, .meanwhile = look, .context = &seen},
        soon(), &error);
    assert_non_null(process);
    assert_int_equal(seen.times, 1);
    assert_true(seen.ran);
    assert_false(seen.had_url);
    cdp_process_end(process);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_address_is_read_from_stderr),
        TEST(the_address_may_come_in_pieces),
        TEST(the_address_is_found_behind_much_noise),
        TEST(the_users_flags_reach_the_browser),
        TEST(temporary_files_of_the_browser_go_with_its_profile),
        TEST(a_browser_that_dies_is_quoted),
        TEST(a_browser_that_says_nothing_costs_the_deadline),
        TEST(a_browser_that_closes_its_stderr_costs_the_deadline),
        TEST(a_browser_that_chatters_for_ever_costs_the_deadline),
        TEST(cancelling_ends_the_wait),
        TEST(what_it_writes_later_is_read_so_that_it_never_blocks),
        TEST(a_program_that_is_not_there_leaves_nothing),
        TEST(something_else_is_done_while_it_starts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
