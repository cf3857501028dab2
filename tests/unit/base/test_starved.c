#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/process.h"
#include "base/starved.h"

static void spawn(struct process *process, const char *script)
{
    const char *const argv[] = {"/bin/sh", "-c", script, NULL};
    struct error error = ERROR_NONE;
    assert_true(process_spawn(process, &(struct process_options){.argv = argv},
                              &error));
}

/* It has started, and has nothing to do. */
static void spawn_sleeper(struct process *process)
{
    char path[40], name[20];
    struct process_glance glance = {.state = 'R'};
    bool sleeps = false;
    spawn(process, "exec sleep 100");
    snprintf(path, sizeof path, "/proc/%d/comm", (int)process->pid);
    while (!sleeps || glance.state != 'S') {
        usleep(20 * 1000);
        FILE *file = fopen(path, "r");
        assert_non_null(file);
        assert_non_null(fgets(name, sizeof name, file));
        fclose(file);
        sleeps = strcmp(name, "sleep\n") == 0;
        assert_true(process_glance(process->pid, &glance));
    }
}

static void look_for(struct starved *starved, pid_t group, int64_t for_us)
{
    /* For two seconds anybody is waited for; they are over. */
    starved_await(starved);
    starved->since_us -= 2 * 1000 * 1000;
    int64_t until_us = clock_real_us() + for_us;
    while (clock_real_us() < until_us) {
        usleep(10 * 1000);
        starved_look(starved, group);
    }
}

static int64_t behind_us(void);

static void the_clock_stands_while_a_process_is_stopped(void **state)
{
    (void)state;
    struct process process;
    struct starved starved = {.processes = VEC_EMPTY};
    spawn_sleeper(&process);
    int64_t behind = behind_us();
    assert_int_equal(kill(process.pid, SIGSTOP), 0);
    look_for(&starved, process.pid, 900 * 1000);
    assert_true(starved.stood_us > 500 * 1000);
    assert_true(behind_us() - behind > 500 * 1000);
    starved_heard(&starved);
    assert_true(starved.stood_us == 0);
    kill(process.pid, SIGCONT);
    starved_finish(&starved);
    process_finish(&process);
}

static void it_goes_on_while_one_waits(void **state)
{
    (void)state;
    struct process process;
    struct starved starved = {.processes = VEC_EMPTY};
    spawn_sleeper(&process);
    look_for(&starved, process.pid, 500 * 1000);
    assert_true(starved.stood_us == 0);
    starved_finish(&starved);
    process_finish(&process);
}

static void it_goes_on_where_nobody_is_left(void **state)
{
    (void)state;
    struct process process;
    struct starved starved = {.processes = VEC_EMPTY};
    spawn_sleeper(&process);
    pid_t group = process.pid;
    kill(group, SIGSTOP);
    look_for(&starved, group, 300 * 1000);
    process_finish(&process);
    starved_heard(&starved);
    look_for(&starved, group, 300 * 1000);
    assert_true(starved.stood_us == 0);
    starved_finish(&starved);
}

/* How far the clock is behind: the least of some looks, since the machine may
 * do something else in the middle of one. */
static int64_t behind_us(void)
{
    int64_t least_us = INT64_MAX;
    for (int i = 0; i < 10; i++) {
        int64_t now_us = clock_now_us();
        int64_t behind = clock_real_us() - now_us;
        if (behind < least_us)
            least_us = behind;
    }
    return least_us;
}

static void short_waits_are_as_long_as_ever(void **state)
{
    (void)state;
    struct process process;
    struct starved starved = {.processes = VEC_EMPTY};
    spawn_sleeper(&process);
    kill(process.pid, SIGSTOP);
    starved_await(&starved);
    for (int i = 0; i < 30; i++) {
        usleep(10 * 1000);
        starved_look(&starved, process.pid);
    }
    assert_true(starved.stood_us == 0);
    starved.since_us -= 2 * 1000 * 1000;
    starved_rest(&starved);
    starved_look(&starved, process.pid);
    assert_true(starved.processes.count == 0);
    starved_finish(&starved);
    process_finish(&process);
}

static void what_has_stood_once_does_not_do_so_again(void **state)
{
    (void)state;
    int64_t since_us = clock_real_us(), behind = behind_us();
    usleep(50 * 1000);
    int64_t before_us = clock_now_us();
    clock_stand(since_us, 50 * 1000);
    assert_true(clock_now_us() >= before_us); /* it never goes back */
    clock_stand(since_us, 50 * 1000);
    usleep(60 * 1000);
    assert_in_range(behind_us() - behind, 49 * 1000, 90 * 1000);
    clock_stand(clock_real_us() + 1000 * 1000, 1000);
    assert_in_range(behind_us() - behind, 49 * 1000, 90 * 1000);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_clock_stands_while_a_process_is_stopped),
        cmocka_unit_test(it_goes_on_while_one_waits),
        cmocka_unit_test(it_goes_on_where_nobody_is_left),
        cmocka_unit_test(short_waits_are_as_long_as_ever),
        cmocka_unit_test(what_has_stood_once_does_not_do_so_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
