#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <libwebsockets.h>

#include "base/clock.h"
#include "base/loop.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

struct reader {
    int fd;
    char bytes[16];
    size_t length;
    size_t calls;
    bool ended;
    struct loop_watch *watch;
};

static void read_some(void *data)
{
    struct reader *reader = data;
    reader->calls++;
    ssize_t got = read(reader->fd, reader->bytes + reader->length,
                       sizeof reader->bytes - reader->length);
    if (got > 0) {
        reader->length += (size_t)got;
    } else {
        reader->ended = true;
        loop_watch_destroy(reader->watch);
        reader->watch = NULL;
    }
}

struct fixture {
    struct loop *loop;
    int pipe[2];
    struct reader reader;
};

static void begin(struct fixture *fixture)
{
    struct error error = ERROR_NONE;
    fixture->loop = loop_create(&error);
    assert_non_null(fixture->loop);
    assert_int_equal(pipe(fixture->pipe), 0);
    fixture->reader = (struct reader){.fd = fixture->pipe[0]};
    fixture->reader.watch = loop_watch_create(
        fixture->loop, fixture->pipe[0], read_some, &fixture->reader, &error);
    assert_non_null(fixture->reader.watch);
}

static void finish(struct fixture *fixture)
{
    loop_watch_destroy(fixture->reader.watch);
    loop_destroy(fixture->loop);
    for (int i = 0; i < 2; i++)
        if (fixture->pipe[i] >= 0)
            close(fixture->pipe[i]);
}

static void nothing_ready_is_a_deadline(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    assert_int_equal(fixture.reader.calls, 0);
    finish(&fixture);
}

/* As on a busy machine: the alarm is due before the wait has begun. */
static bool delays_alarms;
void __real_lws_sul_schedule(struct lws_context *context, int thread,
                             lws_sorted_usec_list_t *alarm, sul_cb_t call,
                             lws_usec_t wait_us);
void __wrap_lws_sul_schedule(struct lws_context *context, int thread,
                             lws_sorted_usec_list_t *alarm, sul_cb_t call,
                             lws_usec_t wait_us);

void __wrap_lws_sul_schedule(struct lws_context *context, int thread,
                             lws_sorted_usec_list_t *alarm, sul_cb_t call,
                             lws_usec_t wait_us)
{
    __real_lws_sul_schedule(context, thread, alarm, call, wait_us);
    if (delays_alarms)
        usleep((useconds_t)wait_us + 1000);
}

static void a_deadline_that_passes_before_the_wait_ends_it(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    /* The first wait of a loop is short in any case. */
    assert_int_equal(loop_run_once(fixture.loop, clock_now_ms() + 2),
                     LOOP_DEADLINE);
    delays_alarms = true;
    assert_int_equal(loop_run_once(fixture.loop, clock_now_ms() + 2),
                     LOOP_DEADLINE);
    delays_alarms = false;
    assert_int_equal(fixture.reader.calls, 0);
    finish(&fixture);
}

static void a_watch_is_called_when_there_is_something_to_read(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_int_equal(write(fixture.pipe[1], "hi", 2), 2);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    assert_int_equal(fixture.reader.length, 2);
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    assert_int_equal(fixture.reader.calls, 1);
    finish(&fixture);
}

static void a_deadline_in_the_past_still_serves_what_is_ready(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_int_equal(write(fixture.pipe[1], "hi", 2), 2);
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    assert_int_equal(fixture.reader.length, 2);
    finish(&fixture);
}

static void a_watch_sees_the_end_of_file_and_removes_itself(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    assert_int_equal(write(fixture.pipe[1], "bye", 3), 3);
    close(fixture.pipe[1]);
    fixture.pipe[1] = -1;
    while (!fixture.reader.ended)
        assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    assert_int_equal(fixture.reader.length, 3);
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    /* Its descriptor is still the caller's. */
    assert_int_equal(read(fixture.pipe[0], fixture.reader.bytes, 1), 0);
    finish(&fixture);
}

static void a_removed_watch_is_not_called(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_watch_destroy(fixture.reader.watch);
    fixture.reader.watch = NULL;
    assert_int_equal(write(fixture.pipe[1], "hi", 2), 2);
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    assert_int_equal(fixture.reader.calls, 0);
    finish(&fixture);
}

/* Longer than the test takes: it must not depend on how long that is. */
enum { LONG_MS = 60 * 1000, SHORT_MS = 20 };

static void a_watch_that_rests_is_left_alone(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_watch_rest(fixture.reader.watch, LONG_MS);
    assert_int_equal(write(fixture.pipe[1], "a", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    assert_int_equal(write(fixture.pipe[1], "b", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, clock_now_ms() + SHORT_MS),
                     LOOP_DEADLINE);
    assert_int_equal(fixture.reader.calls, 1);
    finish(&fixture);
}

/* Nothing else ends the wait. */
static void a_watch_has_rested_after_its_time(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_watch_rest(fixture.reader.watch, SHORT_MS);
    assert_int_equal(write(fixture.pipe[1], "a", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    int64_t since_ms = clock_now_ms();
    for (int i = 0; i < 3; i++) {
        assert_int_equal(write(fixture.pipe[1], "b", 1), 1);
        assert_int_equal(loop_run_once(fixture.loop, LOOP_FOREVER),
                         LOOP_ACTIVE);
    }
    assert_int_equal(fixture.reader.length, 4);
    /* Each of the three was waited for; the clock counts whole milliseconds. */
    assert_true(clock_now_ms() - since_ms >= 3 * (SHORT_MS - 1));
    finish(&fixture);
}

/* At first what is there, and then up to the end. */
static void read_to_the_end(void *data)
{
    struct reader *reader = data;
    bool is_first = reader->calls == 0;
    do {
        read_some(reader);
    } while (!is_first && !reader->ended);
}

static void a_watch_that_rests_hears_of_the_end_at_once(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_watch_destroy(fixture.reader.watch);
    fixture.reader.watch = loop_watch_create(
        fixture.loop, fixture.pipe[0], read_to_the_end, &fixture.reader, NULL);
    loop_watch_rest(fixture.reader.watch, LONG_MS);
    assert_int_equal(write(fixture.pipe[1], "a", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    assert_int_equal(write(fixture.pipe[1], "b", 1), 1);
    close(fixture.pipe[1]);
    fixture.pipe[1] = -1;
    int64_t until_ms = clock_now_ms() + LONG_MS / 2;
    while (!fixture.reader.ended && clock_now_ms() < until_ms)
        loop_run_once(fixture.loop, until_ms);
    assert_true(fixture.reader.ended);
    assert_int_equal(fixture.reader.length, 2);
    finish(&fixture);
}

static void a_watch_may_be_removed_while_it_rests(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_watch_rest(fixture.reader.watch, SHORT_MS);
    assert_int_equal(write(fixture.pipe[1], "a", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    loop_watch_destroy(fixture.reader.watch);
    fixture.reader.watch = NULL;
    assert_int_equal(write(fixture.pipe[1], "b", 1), 1);
    assert_int_equal(loop_run_once(fixture.loop, clock_now_ms() + 2 * SHORT_MS),
                     LOOP_DEADLINE);
    assert_int_equal(fixture.reader.calls, 1);
    finish(&fixture);
}

static void a_descriptor_that_is_not_open_cannot_be_watched(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct error error = ERROR_NONE;
    assert_null(loop_watch_create(loop, -1, read_some, NULL, &error));
    assert_int_equal(error.code, ERROR_IO);
    loop_destroy(loop);
}

static void *cancel(void *loop)
{
    loop_cancel(loop);
    return NULL;
}

static void another_thread_cancels_a_wait_without_deadline(void **state)
{
    (void)state;
    struct fixture fixture;
    pthread_t thread;
    begin(&fixture);
    assert_int_equal(pthread_create(&thread, NULL, cancel, fixture.loop), 0);
    assert_int_equal(loop_run_once(fixture.loop, LOOP_FOREVER), LOOP_CANCELLED);
    pthread_join(thread, NULL);
    finish(&fixture);
}

static struct loop *loop_of_signals;

static void cancel_on_signal(int number)
{
    (void)number;
    loop_cancel(loop_of_signals);
}

static void a_cancel_before_the_wait_is_not_lost(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_of_signals = fixture.loop;
    signal(SIGUSR1, cancel_on_signal);
    raise(SIGUSR1);
    assert_true(loop_is_cancelled(fixture.loop));
    for (int i = 0; i < 3; i++)
        assert_int_equal(loop_run_once(fixture.loop, LOOP_FOREVER),
                         LOOP_CANCELLED);
    signal(SIGUSR1, SIG_DFL);
    finish(&fixture);
}

static void a_resumed_loop_waits_again(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    loop_cancel(fixture.loop);
    loop_cancel(fixture.loop);
    loop_resume(fixture.loop);
    assert_false(loop_is_cancelled(fixture.loop));
    assert_int_equal(loop_run_once(fixture.loop, 0), LOOP_DEADLINE);
    assert_int_equal(write(fixture.pipe[1], "hi", 2), 2);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_ACTIVE);
    loop_cancel(fixture.loop);
    assert_int_equal(loop_run_once(fixture.loop, soon()), LOOP_CANCELLED);
    finish(&fixture);
}

static atomic_bool interrupted;
static pthread_t main_thread;

static void do_nothing(int number)
{
    (void)number;
}

static void *interrupt(void *data)
{
    (void)data;
    while (!atomic_load(&interrupted)) {
        pthread_kill(main_thread, SIGUSR1);
        sched_yield();
    }
    return NULL;
}

static void any_signal_ends_one_wait(void **state)
{
    (void)state;
    struct fixture fixture;
    pthread_t thread;
    begin(&fixture);
    atomic_store(&interrupted, false);
    main_thread = pthread_self();
    struct sigaction action = {.sa_handler = do_nothing};
    sigaction(SIGUSR1, &action, NULL);
    assert_int_equal(pthread_create(&thread, NULL, interrupt, NULL), 0);
    assert_int_equal(loop_run_once(fixture.loop, LOOP_FOREVER), LOOP_ACTIVE);
    atomic_store(&interrupted, true);
    pthread_join(thread, NULL);
    signal(SIGUSR1, SIG_DFL);
    finish(&fixture);
}

static void giving_up_tells_why(void **state)
{
    (void)state;
    struct loop *loop = loop_create(NULL);
    struct error error = ERROR_NONE;
    assert_false(loop_gave_up(loop, ERROR_RUN, "the load", &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message,
                        "the load took longer than the time allowed");
    loop_cancel(loop);
    assert_false(loop_gave_up(loop, ERROR_RUN, "the load", &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    loop_destroy(loop);
}

struct noted {
    struct loop_task task;
    struct loop *loop;
    char name;
    bool again;              /* schedules itself once more */
    struct loop_task *other; /* cancelled when this one runs, or NULL */
};

static char log_of_tasks[16];

static void note(void *data)
{
    struct noted *noted = data;
    size_t length = strlen(log_of_tasks);
    log_of_tasks[length] = noted->name;
    log_of_tasks[length + 1] = '\0';
    if (noted->other != NULL)
        loop_task_cancel(noted->other);
    if (noted->again)
        loop_task_schedule(noted->loop, &noted->task);
}

static void expect_tasks(struct loop *loop, const char *names)
{
    log_of_tasks[0] = '\0';
    loop_run_once(loop, 0);
    assert_string_equal(log_of_tasks, names);
}

/* "a", "b" and "c". */
static void schedule_three(struct loop *loop, struct noted *noted)
{
    for (int i = 0; i < 3; i++) {
        noted[i] = (struct noted){.loop = loop, .name = (char)('a' + i)};
        loop_task_init(&noted[i].task, note, &noted[i]);
        loop_task_schedule(loop, &noted[i].task);
    }
}

static void tasks_run_once_and_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    struct noted noted[3];
    begin(&fixture);
    schedule_three(fixture.loop, noted);
    loop_task_schedule(fixture.loop, &noted[0].task);
    expect_tasks(fixture.loop, "abc");
    expect_tasks(fixture.loop, "");
    for (int i = 0; i < 3; i++)
        loop_task_schedule(fixture.loop, &noted[i].task);
    loop_task_cancel(&noted[1].task);
    loop_task_cancel(&noted[1].task);
    expect_tasks(fixture.loop, "ac");
    finish(&fixture);
}

static void a_task_that_comes_again_waits_for_the_next_round(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture);
    struct noted noted = {.loop = fixture.loop, .name = 'a', .again = true};
    loop_task_init(&noted.task, note, &noted);
    loop_task_schedule(fixture.loop, &noted.task);
    expect_tasks(fixture.loop, "a");
    expect_tasks(fixture.loop, "a");
    noted.again = false;
    expect_tasks(fixture.loop, "a");
    expect_tasks(fixture.loop, "");
    finish(&fixture);
}

static void a_task_may_cancel_those_after_it(void **state)
{
    (void)state;
    struct fixture fixture;
    struct noted noted[3];
    begin(&fixture);
    schedule_three(fixture.loop, noted);
    noted[0].other = &noted[2].task;
    expect_tasks(fixture.loop, "ab");
    expect_tasks(fixture.loop, "");
    finish(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_ready_is_a_deadline),
        cmocka_unit_test(a_deadline_that_passes_before_the_wait_ends_it),
        cmocka_unit_test(a_watch_is_called_when_there_is_something_to_read),
        cmocka_unit_test(a_deadline_in_the_past_still_serves_what_is_ready),
        cmocka_unit_test(a_watch_sees_the_end_of_file_and_removes_itself),
        cmocka_unit_test(a_removed_watch_is_not_called),
        cmocka_unit_test(a_watch_that_rests_is_left_alone),
        cmocka_unit_test(a_watch_has_rested_after_its_time),
        cmocka_unit_test(a_watch_that_rests_hears_of_the_end_at_once),
        cmocka_unit_test(a_watch_may_be_removed_while_it_rests),
        cmocka_unit_test(a_descriptor_that_is_not_open_cannot_be_watched),
        cmocka_unit_test(another_thread_cancels_a_wait_without_deadline),
        cmocka_unit_test(a_cancel_before_the_wait_is_not_lost),
        cmocka_unit_test(a_resumed_loop_waits_again),
        cmocka_unit_test(any_signal_ends_one_wait),
        cmocka_unit_test(giving_up_tells_why),
        cmocka_unit_test(tasks_run_once_and_in_order),
        cmocka_unit_test(a_task_that_comes_again_waits_for_the_next_round),
        cmocka_unit_test(a_task_may_cancel_those_after_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
