#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/loop.h"
#include "base/worker.h"
#include "base/worker_ear.h"

/* All that the worker says until its end. */
static void read_all(const struct worker *worker, char *text, size_t size)
{
    size_t length = 0;
    for (;;) {
        struct pollfd ready = {.fd = worker->socket, .events = POLLIN};
        assert_int_equal(poll(&ready, 1, 10000), 1);
        ssize_t got = read(worker->socket, text + length, size - 1 - length);
        assert_true(got >= 0);
        if (got == 0)
            break;
        length += (size_t)got;
    }
    text[length] = '\0';
}

static void tells_context(void *context, int socket)
{
    worker_tell(socket, context, strlen(context));
}

static void tells_what_it_is_given_and_ends(void **state)
{
    (void)state;
    struct worker worker;
    char said[100], ending[80], words[] = "some words";
    assert_true(worker_start(&worker, tells_context, words, NULL));
    read_all(&worker, said, sizeof said);
    assert_string_equal(said, "some words");
    worker_reap(&worker, ending);
    assert_string_equal(ending, "exit status 0");
    assert_int_equal(worker.socket, -1);
    worker_finish(&worker, NULL); /* twice is fine */
}

/* As many as the socket does not hold at once. */
static void tells_much(void *context, int socket)
{
    (void)context;
    char block[1000];
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 300; i++)
        worker_tell(socket, block, sizeof block);
}

static void a_slow_reader_loses_nothing(void **state)
{
    (void)state;
    struct worker worker;
    static char said[400000];
    assert_true(worker_start(&worker, tells_much, NULL, NULL));
    read_all(&worker, said, sizeof said);
    assert_int_equal(strlen(said), 300000);
    worker_reap(&worker, NULL);
}

static void adds_up(void *context, int socket)
{
    (void)context;
    int number, sum = 0;
    while (worker_hear(socket, &number, sizeof number)) {
        sum += number;
        worker_tell(socket, &sum, sizeof sum);
    }
    worker_tell(socket, "bye", 3);
}

static void takes_orders_until_it_is_dismissed(void **state)
{
    (void)state;
    struct worker worker;
    char said[10], ending[80];
    assert_true(worker_start(&worker, adds_up, NULL, NULL));
    for (int i = 1, sum = 0; i <= 3; i++) {
        assert_true(worker_order(&worker, &i, sizeof i));
        assert_true(worker_await(&worker, &sum, sizeof sum));
        assert_int_equal(sum, i * (i + 1) / 2);
    }
    worker_dismiss(&worker);
    read_all(&worker, said, sizeof said);
    assert_string_equal(said, "bye");
    assert_false(worker_await(&worker, said, 1));
    worker_reap(&worker, ending);
    assert_string_equal(ending, "exit status 0");
    assert_false(worker_order(&worker, "x", 1));
}

static void counts_descriptors(void *context, int socket)
{
    (void)context;
    char line[40];
    int open = 0;
    for (int fd = 3; fd < 100; fd++)
        open += fcntl(fd, F_GETFD) >= 0;
    snprintf(line, sizeof line, "%d", open);
    worker_tell(socket, line, strlen(line));
}

static void has_only_its_socket(void **state)
{
    (void)state;
    struct worker worker;
    char said[40];
    int ours = open("/dev/null", O_RDONLY); /* not close-on-exec */
    assert_true(worker_start(&worker, counts_descriptors, NULL, NULL));
    read_all(&worker, said, sizeof said);
    assert_string_equal(said, "1");
    worker_reap(&worker, NULL);
    close(ours);
}

static void listens_for_ever(void *context, int socket)
{
    (void)context;
    signal(SIGTERM, SIG_DFL);
    worker_listen();
    worker_tell(socket, "!", 1);
    for (;;)
        pause();
}

static void is_ready(const struct worker *worker)
{
    struct pollfd ready = {.fd = worker->socket, .events = POLLIN};
    char byte;
    assert_int_equal(poll(&ready, 1, 10000), 1);
    assert_int_equal(read(worker->socket, &byte, 1), 1);
}

static void sigint_is_not_for_it_but_sigterm_is(void **state)
{
    (void)state;
    struct worker worker;
    char said[10], ending[80];
    assert_true(worker_start(&worker, listens_for_ever, NULL, NULL));
    is_ready(&worker);
    worker_signal(&worker, SIGINT);
    worker_signal(&worker, SIGTERM);
    read_all(&worker, said, sizeof said);
    worker_reap(&worker, ending);
    assert_string_equal(ending, "killed by signal 15 (Terminated)");
}

static void is_killed_when_it_is_finished(void **state)
{
    (void)state;
    struct worker worker;
    char ending[80];
    assert_true(worker_start(&worker, listens_for_ever, NULL, NULL));
    is_ready(&worker);
    worker_finish(&worker, ending);
    assert_string_equal(ending, "killed by signal 9 (Killed)");
}

/* A program between us and the worker, which is then killed. */
static pid_t start_between(int *output)
{
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    pid_t pid = fork();
    if (pid == 0) {
        struct worker worker;
        if (!worker_start(&worker, listens_for_ever, NULL, NULL))
            _exit(1);
        is_ready(&worker);
        if (write(ends[1], &worker.pid, sizeof worker.pid) < 0)
            _exit(1);
        for (;;)
            pause();
    }
    close(ends[1]);
    *output = ends[0];
    return pid;
}

static void dies_with_who_started_it(void **state)
{
    (void)state;
    int output;
    pid_t between = start_between(&output), worker;
    assert_int_equal(read(output, &worker, sizeof worker), sizeof worker);
    kill(between, SIGKILL);
    assert_int_equal(waitpid(between, NULL, 0), between);
    int status; /* it has become our child: see set_up */
    assert_int_equal(waitpid(worker, &status, 0), worker);
    assert_int_equal(WTERMSIG(status), SIGKILL);
    close(output);
}

static int set_up(void **state)
{
    (void)state;
    return prctl(PR_SET_CHILD_SUBREAPER, 1);
}

/* What an ear has heard; it closes when there is as much as is wanted. */
struct heard {
    size_t wanted, length;
    int ends;
};

static bool hear(void *data, const char *bytes, size_t length)
{
    struct heard *heard = data;
    (void)bytes;
    heard->length += length;
    heard->ends += length == 0;
    return heard->length < heard->wanted;
}

static void run_until_closed(struct loop *loop, const struct worker_ear *ear)
{
    int64_t until = clock_now_ms() + 10000;
    while (worker_ear_is_open(ear))
        assert_int_equal(loop_run_once(loop, until), LOOP_ACTIVE);
}

static void an_ear_hears_all_and_the_end_once(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct worker worker;
    struct worker_ear ear = {0};
    struct heard heard = {.wanted = 1000000};
    assert_true(worker_start(&worker, tells_much, NULL, NULL));
    assert_true(worker_ear_open(&ear, loop, &worker, hear, &heard, NULL));
    run_until_closed(loop, &ear);
    assert_true(ear.has_ended);
    assert_int_equal(heard.length, 300000);
    assert_int_equal(heard.ends, 1);
    worker_ear_close(&ear); /* twice is fine */
    worker_reap(&worker, NULL);
    loop_destroy(loop);
}

static void an_ear_that_has_enough_goes_on_where_it_was(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct worker worker;
    struct worker_ear ear = {0};
    struct heard heard = {.wanted = 1};
    assert_true(worker_start(&worker, tells_much, NULL, NULL));
    assert_true(worker_ear_open(&ear, loop, &worker, hear, &heard, NULL));
    run_until_closed(loop, &ear);
    assert_false(ear.has_ended);
    assert_true(heard.length > 0 && heard.length < 300000);
    heard.wanted = 1000000;
    assert_true(worker_ear_open(&ear, loop, &worker, hear, &heard, NULL));
    run_until_closed(loop, &ear);
    assert_true(ear.has_ended);
    assert_int_equal(heard.length, 300000);
    worker_reap(&worker, NULL);
    loop_destroy(loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_what_it_is_given_and_ends),
        cmocka_unit_test(a_slow_reader_loses_nothing),
        cmocka_unit_test(takes_orders_until_it_is_dismissed),
        cmocka_unit_test(has_only_its_socket),
        cmocka_unit_test(sigint_is_not_for_it_but_sigterm_is),
        cmocka_unit_test(is_killed_when_it_is_finished),
        cmocka_unit_test(dies_with_who_started_it),
        cmocka_unit_test(an_ear_hears_all_and_the_end_once),
        cmocka_unit_test(an_ear_that_has_enough_goes_on_where_it_was),
    };
    return cmocka_run_group_tests(tests, set_up, NULL);
}
