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
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/folder.h"
#include "base/guardian.h"
#include "base/process.h"

/* Here orphans become ours, so that their ends can be waited for. */
static int set_up(void **state)
{
    (void)state;
    return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

static pid_t start_sleeper(void)
{
    pid_t pid = fork();
    if (pid == 0) {
        setpgid(0, 0);
        execlp("sleep", "sleep", "1000", (char *)NULL);
        _exit(127);
    }
    setpgid(pid, pid);
    return pid;
}

static void make_folder(char path[40])
{
    strcpy(path, "/tmp/weir-test-XXXXXX");
    assert_non_null(mkdtemp(path));
    char inner[80];
    snprintf(inner, sizeof inner, "%s/inner", path);
    assert_int_equal(mkdir(inner, 0700), 0);
}

static bool folder_exists(const char *path)
{
    return access(path, F_OK) == 0;
}

static int end_of(pid_t pid)
{
    int status;
    assert_int_equal(waitpid(pid, &status, 0), pid);
    return status;
}

static void expect_killed(pid_t pid)
{
    int status = end_of(pid);
    assert_true(WIFSIGNALED(status));
    assert_int_equal(WTERMSIG(status), SIGKILL);
}

static void expect_no_children(void)
{
    assert_int_equal(waitpid(-1, NULL, WNOHANG), -1);
    assert_int_equal(errno, ECHILD);
}

static void destroying_it_cleans_up_and_leaves_no_process(void **state)
{
    (void)state;
    char folder[40];
    make_folder(folder);
    struct guardian *guardian = guardian_create(NULL);
    pid_t sleeper = start_sleeper();
    guardian_add(guardian, sleeper, folder);
    guardian_destroy(guardian);
    expect_killed(sleeper);
    assert_false(folder_exists(folder));
    expect_no_children();
}

static void a_group_counts_whatever_the_name_of_its_folder(void **state)
{
    (void)state;
    static char folder[2 * GUARDIAN_PATH_LIMIT];
    memset(folder, 'a', sizeof folder - 1);
    struct guardian *guardian = guardian_create(NULL);
    pid_t sleeper = start_sleeper();
    guardian_add(guardian, sleeper, folder);
    guardian_destroy(guardian);
    expect_killed(sleeper);
}

static void what_was_removed_is_left_alone(void **state)
{
    (void)state;
    char folder[40];
    char other[40];
    make_folder(folder);
    make_folder(other);
    struct guardian *guardian = guardian_create(NULL);
    pid_t sleeper = start_sleeper();
    guardian_add(guardian, sleeper, folder);
    guardian_add(guardian, 0, other);
    guardian_remove(guardian, sleeper, folder);
    guardian_destroy(guardian);
    assert_true(folder_exists(folder));
    assert_false(folder_exists(other));
    assert_int_equal(waitpid(sleeper, NULL, WNOHANG), 0); /* it still runs */
    kill(sleeper, SIGKILL);
    expect_killed(sleeper);
    assert_true(folder_remove(folder));
}

/* What a program is that will be killed: it has a guardian, a child and a
 * folder, and tells the child's number. */
_Noreturn static void live_dangerously(int report, const char *folder)
{
    struct guardian *guardian = guardian_create(NULL);
    const char *argv[] = {"sleep", "1000", NULL};
    struct process process;
    struct process_options options = {
        .argv = argv, .guardian = guardian, .folder = folder};
    if (!process_spawn(&process, &options, NULL))
        _exit(1);
    dprintf(report, "%d\n", (int)process.pid);
    for (;;)
        pause();
}

static void when_its_parent_is_killed_it_cleans_up_and_ends(void **state)
{
    (void)state;
    char folder[40];
    char text[32] = "";
    int report[2];
    make_folder(folder);
    assert_int_equal(pipe(report), 0);
    pid_t parent = fork();
    if (parent == 0)
        live_dangerously(report[1], folder);
    assert_true(read(report[0], text, sizeof text - 1) > 0);
    assert_true(folder_exists(folder));
    kill(parent, SIGKILL);
    expect_killed(parent);
    /* Now child and guardian are ours. */
    expect_killed((pid_t)atoi(text));
    int status;
    assert_true(waitpid(-1, &status, 0) > 0);
    assert_int_equal(status, 0);
    expect_no_children();
    assert_false(folder_exists(folder));
    close(report[0]);
    close(report[1]);
}

/* The only child of this program. */
static pid_t only_child(void)
{
    char path[80];
    snprintf(path, sizeof path, "/proc/self/task/%d/children", (int)getpid());
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    int pid = 0;
    assert_int_equal(fscanf(file, "%d", &pid), 1);
    fclose(file);
    return (pid_t)pid;
}

static void signals_of_the_terminal_do_not_end_it(void **state)
{
    (void)state;
    char folder[40];
    make_folder(folder);
    struct guardian *guardian = guardian_create(NULL);
    pid_t pid = only_child();
    guardian_add(guardian, 0, folder);
    /* It answers nothing, so wait until it has left our session: from then on
     * the signals are ignored or about to be. */
    while (getsid(pid) != pid)
        usleep(100);
    char name[40] = "";
    while (strncmp(name, "weir-guardian", 13) != 0) {
        char path[80];
        snprintf(path, sizeof path, "/proc/%d/comm", (int)pid);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_non_null(fgets(name, sizeof name, file));
        fclose(file);
    }
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        assert_int_equal(kill(pid, numbers[i]), 0);
    guardian_destroy(guardian);
    assert_false(folder_exists(folder));
}

static void it_holds_none_of_our_descriptors(void **state)
{
    (void)state;
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    struct guardian *guardian = guardian_create(NULL);
    close(ends[1]);
    struct pollfd ready = {.fd = ends[0], .events = POLLIN};
    assert_int_equal(poll(&ready, 1, 60 * 1000), 1);
    char byte;
    assert_int_equal(read(ends[0], &byte, 1), 0);
    guardian_destroy(guardian);
    close(ends[0]);
}

static void a_killed_guardian_does_no_harm(void **state)
{
    (void)state;
    struct guardian *guardian = guardian_create(NULL);
    pid_t pid = only_child();
    kill(pid, SIGKILL);
    siginfo_t info;
    assert_int_equal(waitid(P_PID, (id_t)pid, &info, WEXITED | WNOWAIT), 0);
    guardian_add(guardian, 0, "/tmp/weir-test-of-nobody");
    guardian_remove(guardian, 0, "/tmp/weir-test-of-nobody");
    guardian_destroy(guardian);
    expect_no_children();
}

static void sixty_four_folders_fit(void **state)
{
    (void)state;
    enum { COUNT = 65 };
    char folders[COUNT][40];
    struct guardian *guardian = guardian_create(NULL);
    for (size_t i = 0; i < COUNT; i++) {
        make_folder(folders[i]);
        guardian_add(guardian, 0, folders[i]);
    }
    guardian_destroy(guardian);
    for (size_t i = 0; i < COUNT - 1; i++)
        assert_false(folder_exists(folders[i]));
    assert_true(folder_exists(folders[COUNT - 1]));
    folder_remove(folders[COUNT - 1]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(destroying_it_cleans_up_and_leaves_no_process),
        cmocka_unit_test(a_group_counts_whatever_the_name_of_its_folder),
        cmocka_unit_test(what_was_removed_is_left_alone),
        cmocka_unit_test(when_its_parent_is_killed_it_cleans_up_and_ends),
        cmocka_unit_test(signals_of_the_terminal_do_not_end_it),
        cmocka_unit_test(it_holds_none_of_our_descriptors),
        cmocka_unit_test(a_killed_guardian_does_no_harm),
        cmocka_unit_test(sixty_four_folders_fit),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
