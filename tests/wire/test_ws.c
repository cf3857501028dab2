/* WebSocket messages at their size limit, and HTTP answers at theirs. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/http.h"
#include "base/ws.h"
#include "devtools_server.h"

static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

struct client {
    size_t received; /* messages */
    size_t length;   /* of the last one */
    size_t closed;   /* times */
    char reason[200];
};

static void received(void *data, struct str message)
{
    struct client *client = data;
    client->received++;
    client->length = message.length;
}

static void closed(void *data, const char *reason)
{
    struct client *client = data;
    client->closed++;
    snprintf(client->reason, sizeof client->reason, "%s", reason);
}

static const struct ws_handler handler = {.received = received,
                                          .closed = closed};

enum { LIMIT = 1000 };

struct message {
    size_t first, second; /* sizes of its fragments; 0: a single frame */
    bool is_huge;         /* 2 GB are announced, a part is sent */
};

static void send_message(struct server *server)
{
    const struct message *message = server->data;
    static const char text[LIMIT + 1] = "";
    if (!server_upgrade(server))
        return;
    if (message->is_huge) {
        server_send_bytes(server, "\x81\x7f\0\0\0\0\x80\0\0\0", 10);
        for (int i = 0; i < 1000; i++)
            server_send_bytes(server, text, LIMIT);
    } else {
        bool single = message->second == 0;
        server_send_frame(server, OPCODE_TEXT, single, text, message->first);
        if (!single)
            server_send_frame(server, OPCODE_MORE, true, text, message->second);
    }
    server_drain(server);
}

static struct client exchange(struct message message)
{
    struct server server;
    struct client client = {.received = 0};
    struct loop *loop = loop_create(NULL);
    server_start(&server, send_message, &message);
    struct ws_address address = {
        .host = "127.0.0.1", .port = server.port, .path = "/"};
    struct ws *ws = ws_connect(loop, &address, &handler, &client);
    ws_set_limit(ws, LIMIT);
    int64_t deadline_ms = soon();
    while (client.received == 0 && client.closed == 0)
        assert_int_equal(loop_run_once(loop, deadline_ms), LOOP_ACTIVE);
    assert_int_equal(ws_is_closed(ws), client.closed > 0);
    ws_destroy(ws);
    loop_destroy(loop);
    server_finish(&server);
    return client;
}

static void a_message_of_just_the_limit_is_taken(void **state)
{
    (void)state;
    assert_int_equal(exchange((struct message){.first = LIMIT}).length, LIMIT);
    assert_int_equal(
        exchange((struct message){.first = 600, .second = LIMIT - 600}).length,
        LIMIT);
}

static void expect_refusal(struct message message)
{
    struct client client = exchange(message);
    assert_int_equal(client.received, 0);
    assert_int_equal(client.closed, 1);
    assert_string_equal(client.reason, "a message is larger than 1000 bytes");
}

static void one_byte_more_closes_the_connection(void **state)
{
    (void)state;
    expect_refusal((struct message){.first = LIMIT + 1});
    expect_refusal((struct message){.first = 600, .second = LIMIT - 600 + 1});
}

static void a_huge_message_is_refused_long_before_its_end(void **state)
{
    (void)state;
    expect_refusal((struct message){.is_huge = true});
}

static void refuse(struct server *server)
{
    (void)server;
}

static void closed_is_called_once_also_without_a_connection(void **state)
{
    (void)state;
    struct server server;
    struct client client = {.received = 0};
    struct loop *loop = loop_create(NULL);
    server_start(&server, refuse, NULL);
    server_finish(&server); /* nobody listens there now */
    struct ws_address address = {
        .host = "127.0.0.1", .port = server.port, .path = "/"};
    struct ws *ws = ws_connect(loop, &address, &handler, &client);
    while (client.closed == 0)
        assert_int_equal(loop_run_once(loop, soon()), LOOP_ACTIVE);
    loop_run_once(loop, 0);
    assert_int_equal(client.closed, 1);
    ws_send(ws, STR("into the void"));
    assert_false(ws_is_open(ws));
    ws_destroy(ws);
    loop_destroy(loop);
}

static void answer_with_ten_bytes(struct server *server)
{
    static const char answer[] =
        "HTTP/1.1 203 OK\r\nContent-Length: 10\r\n\r\n0123456789";
    struct buf head;
    buf_init(&head);
    if (server_read_head(server, &head))
        server_send_bytes(server, answer, sizeof answer - 1);
    buf_finish(&head);
}

static bool get(size_t limit_bytes, int *status, struct buf *body,
                struct error *error)
{
    struct server server;
    struct loop *loop = loop_create(NULL);
    server_start(&server, answer_with_ten_bytes, NULL);
    struct ws_address address = {
        .host = "127.0.0.1", .port = server.port, .path = "/x"};
    bool good =
        http_get(loop, &address, limit_bytes, soon(), status, body, error);
    loop_destroy(loop);
    server_finish(&server);
    return good;
}

static void an_http_answer_of_just_the_limit_is_taken(void **state)
{
    (void)state;
    struct buf body;
    struct error error = ERROR_NONE;
    int status = 0;
    buf_init(&body);
    assert_true(get(10, &status, &body, &error));
    assert_int_equal(status, 203);
    assert_string_equal(buf_text(&body), "0123456789");
    buf_clear(&body);
    assert_false(get(9, &status, &body, &error));
    assert_int_equal(error.code, ERROR_IO);
    assert_string_equal(error.message, "the answer is larger than 9 bytes");
    buf_finish(&body);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_message_of_just_the_limit_is_taken),
        cmocka_unit_test(one_byte_more_closes_the_connection),
        cmocka_unit_test(a_huge_message_is_refused_long_before_its_end),
        cmocka_unit_test(closed_is_called_once_also_without_a_connection),
        cmocka_unit_test(an_http_answer_of_just_the_limit_is_taken),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
