/* Messages over a descriptor: how they are cut, their limit, both ends. */
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/channel.h"
#include "base/clock.h"

enum { LIMIT = 1000 };

struct fixture {
    struct loop *loop;
    struct channel *channel;
    struct channel_ends peer;
    struct buf received; /* each message in brackets */
    size_t closed;       /* times */
    char reason[200];
};

static void received(void *data, struct str message)
{
    struct fixture *fixture = data;
    buf_addf(&fixture->received, "[%.*s]", STR_ARGS(message));
}

static void closed(void *data, const char *reason)
{
    struct fixture *fixture = data;
    fixture->closed++;
    snprintf(fixture->reason, sizeof fixture->reason, "%s", reason);
}

static int set_up(void **state)
{
    static const struct channel_handler handler = {.received = received,
                                                   .closed = closed};
    struct fixture *fixture = calloc(1, sizeof *fixture);
    struct channel_ends ours;
    assert_true(channel_ends_make(&ours, &fixture->peer, NULL));
    fcntl(fixture->peer.in, F_SETFL, O_NONBLOCK);
    fcntl(fixture->peer.out, F_SETFL, O_NONBLOCK);
    buf_init(&fixture->received);
    fixture->loop = loop_create(NULL);
    fixture->channel =
        channel_create(fixture->loop, ours, &handler, fixture, NULL);
    *state = fixture;
    return fixture->channel == NULL;
}

static int tear_down(void **state)
{
    struct fixture *fixture = *state;
    channel_destroy(fixture->channel);
    loop_destroy(fixture->loop);
    channel_ends_close(&fixture->peer);
    buf_finish(&fixture->received);
    free(fixture);
    return 0;
}

static void say(struct fixture *fixture, const char *bytes, size_t length)
{
    assert_int_equal(write(fixture->peer.out, bytes, length), length);
}

static void hang_up(struct fixture *fixture)
{
    channel_ends_close(&fixture->peer);
}

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

/* Runs the loop for a while: for what is not to come. */
static void serve(struct fixture *fixture)
{
    while (loop_run_once(fixture->loop, clock_now_ms() + 20) == LOOP_ACTIVE)
        continue;
}

static void await_bytes(struct fixture *fixture, size_t count)
{
    int64_t until = soon();
    while (fixture->received.length < count && clock_now_ms() < until)
        loop_run_once(fixture->loop, until);
}

static void await_end(struct fixture *fixture)
{
    int64_t until = soon();
    while (fixture->closed == 0 && clock_now_ms() < until)
        loop_run_once(fixture->loop, until);
}

static void expect(struct fixture *fixture, const char *messages)
{
    await_bytes(fixture, strlen(messages));
    serve(fixture);
    assert_string_equal(buf_text(&fixture->received), messages);
    assert_int_equal(fixture->closed, 0);
}

static void expect_end(struct fixture *fixture, const char *messages,
                       const char *reason)
{
    await_end(fixture);
    assert_string_equal(buf_text(&fixture->received), messages);
    assert_int_equal(fixture->closed, 1);
    assert_string_equal(fixture->reason, reason);
    /* And nothing more for ever. */
    channel_send(fixture->channel, STR("anybody?"));
    serve(fixture);
    assert_int_equal(fixture->closed, 1);
}

#define SAY(fixture, text) say(fixture, text, sizeof(text) - 1)

static void a_zero_byte_ends_a_message(void **state)
{
    struct fixture *fixture = *state;
    SAY(fixture, "one\0two\0\0three\0");
    expect(fixture, "[one][two][][three]");
}

static void a_message_may_come_in_pieces(void **state)
{
    struct fixture *fixture = *state;
    SAY(fixture, "one\0tw");
    expect(fixture, "[one]");
    SAY(fixture, "o");
    expect(fixture, "[one]");
    SAY(fixture, "\0th");
    expect(fixture, "[one][two]");
    SAY(fixture, "ree\0");
    expect(fixture, "[one][two][three]");
}

static void a_message_of_just_the_limit_is_taken(void **state)
{
    struct fixture *fixture = *state;
    static char text[LIMIT + 1];
    char expected[LIMIT + 3];
    memset(text, 'x', LIMIT);
    snprintf(expected, sizeof expected, "[%.*s]", LIMIT, text);
    channel_set_limit(fixture->channel, LIMIT);
    say(fixture, text, sizeof text);
    expect(fixture, expected);
}

static void a_larger_message_ends_it(void **state)
{
    struct fixture *fixture = *state;
    static char text[LIMIT + 1];
    memset(text, 'x', sizeof text);
    channel_set_limit(fixture->channel, LIMIT);
    SAY(fixture, "one\0");
    say(fixture, text, sizeof text);
    expect_end(fixture, "[one]", "it sent a message larger than is allowed");
}

static void what_was_said_before_the_end_is_heard(void **state)
{
    struct fixture *fixture = *state;
    SAY(fixture, "one\0two\0half of th");
    hang_up(fixture);
    expect_end(fixture, "[one][two]", "the other side closed the connection");
}

/* As much as the pipe holds, which takes more than one look. */
static void much_that_was_said_before_the_end_is_heard(void **state)
{
    struct fixture *fixture = *state;
    static char block[10 * 1000];
    size_t count = 0;
    memset(block, 'x', sizeof block - 1);
    while (write(fixture->peer.out, block, sizeof block) ==
           (ssize_t)sizeof block)
        count++;
    hang_up(fixture);
    await_end(fixture);
    assert_true(count * sizeof block > 128 * 1024);
    /* Brackets around each, in place of its zero byte; the last one may have
     * gone in part. */
    assert_int_equal(fixture->received.length, count * (sizeof block + 1));
    assert_int_equal(fixture->closed, 1);
}

static void it_is_heard_even_when_nobody_listens(void **state)
{
    struct fixture *fixture = *state;
    SAY(fixture, "one\0");
    hang_up(fixture);
    channel_send(fixture->channel, STR("lost"));
    expect_end(fixture, "[one]", "the other side closed the connection");
}

/* Its other end would say nothing of it, ever. */
static void a_side_that_only_stops_reading_has_gone_too(void **state)
{
    struct fixture *fixture = *state;
    SAY(fixture, "one\0");
    close(fixture->peer.in);
    fixture->peer.in = -1;
    expect(fixture, "[one]");
    SAY(fixture, "two\0");
    channel_send(fixture->channel, STR("lost"));
    assert_int_equal(loop_run_once(fixture->loop, soon()), LOOP_ACTIVE);
    expect_end(fixture, "[one][two]", "the other side closed the connection");
}

static void nothing_leaves_before_the_loop_runs(void **state)
{
    struct fixture *fixture = *state;
    char bytes[20];
    channel_send(fixture->channel, STR("one"));
    channel_send(fixture->channel, STR(""));
    channel_send(fixture->channel, STR("two"));
    assert_int_equal(read(fixture->peer.in, bytes, sizeof bytes), -1);
    loop_run_once(fixture->loop, clock_now_ms() - 1);
    assert_int_equal(read(fixture->peer.in, bytes, sizeof bytes), 9);
    assert_memory_equal(bytes, "one\0\0two\0", 9);
}

enum { COUNT = 3, SIZE = 1500 * 1000 }; /* together more than the pipe holds */

/* Takes what is there of COUNT messages, "aaa...", "bbb..." and so on; *got is
 * how much of them has been taken. */
static void take(struct fixture *fixture, size_t *got)
{
    char block[64 * 1024];
    ssize_t length;
    while ((length = read(fixture->peer.in, block, sizeof block)) > 0)
        for (ssize_t i = 0; i < length; i++, ++*got) {
            bool is_end = *got % (SIZE + 1) == SIZE;
            char wanted = is_end ? '\0' : (char)('a' + *got / (SIZE + 1));
            assert_int_equal(block[i], wanted);
        }
}

static void a_slow_reader_gets_everything_in_order(void **state)
{
    struct fixture *fixture = *state;
    static char text[SIZE];
    size_t got = 0;
    for (int i = 0; i < COUNT; i++) {
        memset(text, 'a' + i, SIZE);
        channel_send(fixture->channel, str_from(text, SIZE));
    }
    loop_run_once(fixture->loop, clock_now_ms() - 1);
    take(fixture, &got);
    assert_true(got > 0 && got < SIZE);
    /* There is room again, and that alone wakes the loop. */
    assert_int_equal(loop_run_once(fixture->loop, soon()), LOOP_ACTIVE);
    while (got < COUNT * (SIZE + 1)) {
        take(fixture, &got);
        loop_run_once(fixture->loop, clock_now_ms() - 1);
    }
    SAY(fixture, "thanks\0");
    expect(fixture, "[thanks]");
}

static void a_reader_that_goes_in_the_middle_ends_it(void **state)
{
    struct fixture *fixture = *state;
    static char text[SIZE];
    memset(text, 'a', SIZE);
    channel_send(fixture->channel, str_from(text, SIZE));
    loop_run_once(fixture->loop, clock_now_ms() - 1);
    SAY(fixture, "enough\0");
    hang_up(fixture);
    expect_end(fixture, "[enough]", "the other side closed the connection");
}

static void what_nobody_reads_does_not_hold_up_a_deadline(void **state)
{
    struct fixture *fixture = *state;
    char *text = calloc(1, 4 * 1000 * 1000);
    memset(text, 'x', 4 * 1000 * 1000 - 1);
    channel_send(fixture->channel, str_text(text));
    free(text);
    assert_int_equal(loop_run_once(fixture->loop, clock_now_ms() + 20),
                     LOOP_DEADLINE);
    SAY(fixture, "busy\0");
    expect(fixture, "[busy]");
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_zero_byte_ends_a_message),
        TEST(a_message_may_come_in_pieces),
        TEST(a_message_of_just_the_limit_is_taken),
        TEST(a_larger_message_ends_it),
        TEST(what_was_said_before_the_end_is_heard),
        TEST(much_that_was_said_before_the_end_is_heard),
        TEST(it_is_heard_even_when_nobody_listens),
        TEST(a_side_that_only_stops_reading_has_gone_too),
        TEST(nothing_leaves_before_the_loop_runs),
        TEST(a_slow_reader_gets_everything_in_order),
        TEST(a_reader_that_goes_in_the_middle_ends_it),
        TEST(what_nobody_reads_does_not_hold_up_a_deadline),
    };
    signal(SIGPIPE, SIG_IGN);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
