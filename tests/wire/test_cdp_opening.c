/* The DevTools connection: finding the browser, or what is there instead. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "connection_fixture.h"

static void expect_no_connection(const char *url, enum error_code code,
                                 const char *words)
{
    struct error error = ERROR_NONE;
    struct loop *loop = loop_create(&error);
    assert_null(cdp_connection_open(loop, url, soon(), &error));
    assert_int_equal(error.code, code);
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    loop_destroy(loop);
}

static const char *http_answer;

static void answer_http(struct server *server)
{
    struct buf head;
    buf_init(&head);
    if (server_read_head(server, &head))
        server_send_bytes(server, http_answer, strlen(http_answer));
    buf_finish(&head);
}

static void what_does_not_upgrade_is_no_browser(void **state)
{
    (void)state;
    static const char *const answers[][2] = {
        {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n",
         ": it answered without WebSocket (HTTP status 404)"},
        {"HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi",
         ": it answered without WebSocket (HTTP status 200)"},
        {"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\n"
         "Connection: Upgrade\r\nSec-WebSocket-Accept: wrong\r\n\r\n",
         ": it does not speak WebSocket"},
        {"220 mail.example.org ESMTP\r\n\r\n", "cannot reach the browser"},
        {"", ": it broke the connection off"},
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct server server;
        http_answer = answers[i][0];
        server_start(&server, answer_http, NULL);
        expect_no_connection(server.url, ERROR_SETUP, answers[i][1]);
        server_finish(&server);
    }
}

static void nobody_at_the_address_is_said_so(void **state)
{
    (void)state;
    struct server server;
    server_start(&server, answer_http, NULL);
    server_finish(&server); /* the port is free again */
    expect_no_connection(server.url, ERROR_SETUP,
                         ": nobody is listening there");
}

static void addresses_of_another_form_are_refused(void **state)
{
    (void)state;
    expect_no_connection("localhost:9222", ERROR_USAGE, "ws://HOST:PORT/PATH");
    expect_no_connection("wss://h/", ERROR_USAGE, "ws://HOST:PORT/PATH");
    expect_no_connection("ws://", ERROR_USAGE, "no valid host");
    expect_no_connection("ws://h:0/", ERROR_USAGE, "no valid host");
    expect_no_connection("ws://h:65536/", ERROR_USAGE, "no valid host");
    expect_no_connection("ws://u@h:1/", ERROR_USAGE, "no valid host");
    expect_no_connection("", ERROR_USAGE, "ws://HOST:PORT/PATH");
}

static void stay_silent(struct server *server)
{
    struct buf head;
    buf_init(&head);
    server_read_head(server, &head);
    buf_finish(&head);
    server_drain(server);
}

static void a_silent_server_costs_no_more_than_the_deadline(void **state)
{
    (void)state;
    struct server server;
    server_start(&server, stay_silent, NULL);
    struct error error = ERROR_NONE;
    struct loop *loop = loop_create(&error);
    assert_null(cdp_connection_open(loop, server.url, at_once(), &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(strstr(error.message, "took longer"));
    loop_destroy(loop);
    server_finish(&server);
}

/* Answers /json/version, and on the next connection speaks WebSocket. */
static void discover(struct server *server)
{
    struct buf head;
    int *connections = server->data;
    if ((*connections)++ > 0) {
        if (server_upgrade(server)) {
            struct json *request = server_read_request(server);
            server_reply(server, request, "{\"n\":5}");
            json_destroy(request);
            server_drain(server);
        }
        return;
    }
    buf_init(&head);
    if (server_read_head(server, &head) &&
        strncmp(buf_text(&head), "GET /json/version ", 18) == 0) {
        struct buf answer;
        char body[200];
        buf_init(&answer);
        int length = snprintf(body, sizeof body,
                              "{\"webSocketDebuggerUrl\":\"%s\"}", server->url);
        buf_addf(&answer, "HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n%s",
                 length, body);
        server_send_bytes(server, buf_text(&answer), answer.length);
        buf_finish(&answer);
    }
    buf_finish(&head);
}

static void an_http_address_is_asked_for_the_real_one(void **state)
{
    (void)state;
    struct fixture fixture;
    int connections = 0;
    struct error error = ERROR_NONE;
    server_start(&fixture.server, discover, &connections);
    fixture.loop = loop_create(&error);
    char url[60];
    snprintf(url, sizeof url, "http://127.0.0.1:%d", fixture.server.port);
    fixture.connection = cdp_connection_open(fixture.loop, url, soon(), &error);
    assert_string_equal(error.message, "");
    assert_int_equal(fixture_call(&fixture, "A.b"), 5);
    fixture_finish(&fixture);
}

static void an_http_address_without_devtools_is_refused(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
        "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}",
        "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello",
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct server server;
        http_answer = answers[i];
        server_start(&server, answer_http, NULL);
        char url[60];
        snprintf(url, sizeof url, "http://127.0.0.1:%d/", server.port);
        expect_no_connection(url, ERROR_SETUP, "is not a DevTools address");
        server_finish(&server);
    }
}

static void an_http_address_that_breaks_off_is_refused(void **state)
{
    (void)state;
    static const char *const answers[] = {
        "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n{", ""};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct server server;
        http_answer = answers[i];
        server_start(&server, answer_http, NULL);
        char url[60];
        snprintf(url, sizeof url, "http://127.0.0.1:%d/", server.port);
        expect_no_connection(url, ERROR_SETUP, "no browser answers at");
        server_finish(&server);
    }
}

static void a_proxy_in_the_environment_is_not_used(void **state)
{
    (void)state;
    struct fixture fixture;
    setenv("http_proxy", "http://127.0.0.1:1", 1);
    fixture_begin(&fixture, fixture_echo);
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), NULL, NULL));
    fixture_finish(&fixture);
    unsetenv("http_proxy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_upgrade_is_no_browser),
        cmocka_unit_test(nobody_at_the_address_is_said_so),
        cmocka_unit_test(addresses_of_another_form_are_refused),
        cmocka_unit_test(a_silent_server_costs_no_more_than_the_deadline),
        cmocka_unit_test(an_http_address_is_asked_for_the_real_one),
        cmocka_unit_test(an_http_address_without_devtools_is_refused),
        cmocka_unit_test(an_http_address_that_breaks_off_is_refused),
        cmocka_unit_test(a_proxy_in_the_environment_is_not_used),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
