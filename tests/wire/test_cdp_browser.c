/* A real browser: one page, and nothing left of it however it ends. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/browser.h"
#include "cdp/executor/browser_internal.h"
#include "cdp/wire/connection.h"
#include "cdp/launch/launch.h"
#include "cdp/wire/params.h"
#include "cdp/wire/session.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

struct fixture {
    struct loop *loop;
    struct cdp_process *process;
    struct cdp_connection *connection;
    struct cdp_session session;
    pid_t pid;
    char profile[200];
};

static void begin(struct fixture *fixture,
                  const struct cdp_launch_options *options)
{
    struct error error = ERROR_NONE;
    fixture->loop = loop_create(&error);
    fixture->process = cdp_launch(fixture->loop, options, &error);
    if (fixture->process == NULL)
        fail_msg("%s", error.message);
    fixture->pid = (pid_t)cdp_process_pid(fixture->process);
    snprintf(fixture->profile, sizeof fixture->profile, "%s",
             cdp_process_profile(fixture->process));
    fixture->connection = cdp_process_connect(fixture->process, soon(), &error);
    if (fixture->connection == NULL)
        fail_msg("%s", error.message);
    if (!cdp_session_open(&fixture->session, fixture->connection,
                          &(struct cdp_session_options){.width = 0}, soon(),
                          &error))
        fail_msg("%s", error.message);
}

static void expect_nothing_left(const struct fixture *fixture)
{
    assert_int_equal(kill(-fixture->pid, 0), -1);
    assert_int_equal(errno, ESRCH);
    assert_int_equal(access(fixture->profile, F_OK), -1);
}

static void finish(struct fixture *fixture)
{
    cdp_session_close(&fixture->session);
    cdp_connection_destroy(fixture->connection);
    cdp_process_end(fixture->process);
    loop_destroy(fixture->loop);
    expect_nothing_left(fixture);
}

static int64_t evaluate(struct fixture *fixture, const char *expression)
{
    struct cdp_params params;
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    cdp_params_init(&params);
    cdp_params_text(&params, "expression", str_text(expression));
    if (!cdp_session_call(&fixture->session, "Runtime.evaluate",
                          cdp_params_end(&params), soon(), &reply, &error))
        fail_msg("%s", error.message);
    const struct json *result = json_read_field(reply.body, "result");
    int64_t value = json_read_int(json_read_field(result, "value"));
    cdp_record_finish(&reply);
    cdp_params_finish(&params);
    return value;
}

static void a_page_in_a_fresh_context_computes(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, &(struct cdp_launch_options){.program = NULL});
    assert_int_equal(evaluate(&fixture, "1+1"), 2);
    assert_int_equal(
        evaluate(&fixture, "Number(location.href === 'about:blank')"), 1);
    finish(&fixture);
}

static void a_full_browser_works_the_same(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, &(struct cdp_launch_options){.program = "chromium"});
    assert_false(cdp_process_is_shell(fixture.process));
    assert_false(cdp_process_has_frame_control(fixture.process));
    assert_int_equal(evaluate(&fixture, "1+1"), 2);
    finish(&fixture);
}

static void the_shell_is_started_without_its_wrapper(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture,
          &(struct cdp_launch_options){.program = "chromium-headless-shell",
                                       .frame_control = true});
    assert_true(cdp_process_is_shell(fixture.process));
    assert_true(cdp_process_has_frame_control(fixture.process));
    char link[60];
    char program[200] = "";
    snprintf(link, sizeof link, "/proc/%d/exe", (int)fixture.pid);
    assert_true(readlink(link, program, sizeof program - 1) > 0);
    assert_string_equal(program, cdp_process_program(fixture.process));
    finish(&fixture);
}

static void two_pages_share_nothing(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session other;
    begin(&fixture, &(struct cdp_launch_options){.program = NULL});
    assert_true(cdp_session_open(
        &other, fixture.connection,
        &(struct cdp_session_options){.width = 640, .height = 480}, soon(),
        NULL));
    assert_string_not_equal(other.context, fixture.session.context);
    evaluate(&fixture, "globalThis.mark = 1");
    struct cdp_session first = fixture.session;
    fixture.session = other;
    assert_int_equal(evaluate(&fixture, "Number('mark' in globalThis)"), 0);
    assert_int_equal(evaluate(&fixture, "innerWidth"), 640);
    assert_int_equal(evaluate(&fixture, "innerHeight"), 480);
    cdp_session_close(&other);
    fixture.session = first;
    assert_int_equal(evaluate(&fixture, "mark"), 1);
    finish(&fixture);
}

static void a_closed_page_fails_what_it_was_asked(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, &(struct cdp_launch_options){.program = NULL});
    int64_t id = cdp_session_send(&fixture.session, "Runtime.evaluate",
                                  STR("{\"awaitPromise\":true,\"expression\":"
                                      "\"new Promise(() => {})\"}"));
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "targetId", str_text(fixture.session.target));
    cdp_connection_post(fixture.connection, STR(""), "Target.closeTarget",
                        cdp_params_end(&params));
    cdp_params_finish(&params);
    struct error error = ERROR_NONE;
    assert_false(
        cdp_connection_await(fixture.connection, id, soon(), NULL, &error));
    assert_int_equal(error.code, ERROR_RUN);
    finish(&fixture);
}

static void a_killed_browser_ends_the_connection(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, &(struct cdp_launch_options){.program = NULL});
    kill(fixture.pid, SIGKILL);
    struct error error = ERROR_NONE;
    assert_false(cdp_session_call(&fixture.session, "Runtime.evaluate",
                                  STR("{\"expression\":\"1\"}"), soon(), NULL,
                                  &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_false(cdp_connection_is_open(fixture.connection));
    assert_true(cdp_process_wait(fixture.process, soon()));
    cdp_process_explain(fixture.process, &error);
    assert_non_null(strstr(error.message, "killed by signal 9"));
    finish(&fixture);
}

static void start_test(struct executor *executor)
{
    struct error error = ERROR_NONE;
    struct deps deps;
    deps_init(&deps);
    if (!executor->ops->start(executor, &deps, soon(), &error))
        fail_msg("%s", error.message);
    assert_int_equal(error.code, ERROR_OK);
    executor->ops->end(executor);
    deps_finish(&deps);
}

/* Nobody looks at the connection then. */
static void one_that_dies_between_two_tests_is_replaced(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct browser_options options = {.url = "about:blank"};
    struct executor *executor = browser_create(loop, &options);
    start_test(executor);
    const struct browser *browser = (const struct browser *)executor;
    pid_t pid = (pid_t)cdp_process_pid(browser->process);
    assert_int_equal(kill(-pid, SIGKILL), 0);
    start_test(executor);
    assert_int_not_equal(cdp_process_pid(browser->process), pid);
    executor->ops->destroy(executor);
    loop_destroy(loop);
}

static void when_we_are_killed_nothing_is_left(void **state)
{
    (void)state;
    struct fixture fixture;
    int report[2];
    assert_int_equal(pipe(report), 0);
    prctl(PR_SET_CHILD_SUBREAPER, 1); /* orphans become ours */
    pid_t victim = fork();
    if (victim == 0) {
        begin(&fixture, &(struct cdp_launch_options){.program = NULL});
        ssize_t written = write(report[1], &fixture, sizeof fixture);
        while (written > 0)
            pause();
        _exit(1);
    }
    assert_int_equal(read(report[0], &fixture, sizeof fixture), sizeof fixture);
    assert_int_equal(access(fixture.profile, F_OK), 0);
    assert_int_equal(kill(victim, SIGKILL), 0);
    /* The browser's processes and the guardian end by themselves. */
    while (waitpid(-1, NULL, 0) > 0)
        continue;
    assert_int_equal(errno, ECHILD);
    expect_nothing_left(&fixture);
    close(report[0]);
    close(report[1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_in_a_fresh_context_computes),
        cmocka_unit_test(a_full_browser_works_the_same),
        cmocka_unit_test(one_that_dies_between_two_tests_is_replaced),
        cmocka_unit_test(the_shell_is_started_without_its_wrapper),
        cmocka_unit_test(two_pages_share_nothing),
        cmocka_unit_test(a_closed_page_fails_what_it_was_asked),
        cmocka_unit_test(a_killed_browser_ends_the_connection),
        cmocka_unit_test(when_we_are_killed_nothing_is_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
