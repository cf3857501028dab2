/* The DevTools connection: how it ends, by servers that do not behave and by
 * ourselves. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "connection_fixture.h"

static void close_after_two(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    json_destroy(server_read_request(server));
}

static void an_ending_fails_every_request_and_then_next(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, close_after_two);
    struct cdp_connection *c = fixture.connection;
    int64_t first = cdp_connection_send(c, STR("S"), "A.first", STR(""));
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(c, STR("S"), "A.second", STR(""), soon(),
                                     NULL, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    assert_string_equal(error.message,
                        "the connection to the browser ended: the other side "
                        "closed the connection");
    assert_false(cdp_connection_is_open(c));
    assert_string_equal(cdp_connection_ending(c),
                        "the other side closed the connection");
    int64_t later = cdp_connection_send(c, STR("S"), "A.later", STR(""));
    struct cdp_record record = fixture_next(&fixture);
    assert_int_equal(record.id, first);
    assert_true(record.failed);
    assert_null(record.body);
    cdp_record_finish(&record);
    record = fixture_next(&fixture);
    assert_int_equal(record.id, later);
    assert_true(record.failed);
    cdp_record_finish(&record);
    for (int i = 0; i < 2; i++) {
        error = ERROR_NONE;
        assert_int_equal(cdp_connection_next(c, soon(), &record, &error),
                         CDP_NEXT_FAILED);
        assert_int_equal(error.code, ERROR_SETUP);
    }
    fixture_finish(&fixture);
}

static void detach_one(struct server *server)
{
    if (!server_upgrade(server))
        return;
    struct json *first = server_read_request(server);
    struct json *second = server_read_request(server);
    server_send_text(server, "{\"method\":\"Target.detachedFromTarget\","
                             "\"params\":{\"sessionId\":\"S1\"}}");
    server_reply(server, second, "{\"n\":2}");
    json_destroy(first);
    json_destroy(second);
    server_drain(server);
}

static void a_detached_session_fails_its_requests_only(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, detach_one);
    struct cdp_connection *c = fixture.connection;
    int64_t first = cdp_connection_send(c, STR("S1"), "A.first", STR(""));
    int64_t second = cdp_connection_send(c, STR("S2"), "A.second", STR(""));
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_await(c, first, soon(), NULL, &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message, "A.first: the page is gone");
    assert_true(cdp_connection_await(c, second, soon(), NULL, &error));
    struct cdp_record record = fixture_next(&fixture);
    assert_text(record.method, "Target.detachedFromTarget");
    cdp_record_finish(&record);
    fixture_finish(&fixture);
}

/* What the server sends instead of a reply. */
static const char *nonsense;
static size_t nonsense_length;
static enum ws_opcode nonsense_opcode;

static void send_nonsense(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    server_send_frame(server, nonsense_opcode, true, nonsense, nonsense_length);
    server_drain(server);
}

static void expect_ending(enum ws_opcode opcode, const char *bytes,
                          size_t length, const char *words)
{
    struct fixture fixture;
    nonsense = bytes;
    nonsense_length = length;
    nonsense_opcode = opcode;
    fixture_begin(&fixture, send_nonsense);
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.b",
                                     STR(""), soon(), NULL, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    fixture_finish(&fixture);
}

static void expect_text_ending(const char *text, const char *words)
{
    expect_ending(OPCODE_TEXT, text, strlen(text), words);
}

static void nonsense_ends_the_connection(void **state)
{
    (void)state;
    expect_text_ending("{\"id\":1,", "not JSON");
    expect_text_ending("hello", "not JSON");
    expect_text_ending("{\"result\":{}}", "no DevTools message");
    expect_text_ending("{\"id\":1}", "no DevTools message");
    expect_text_ending("{\"id\":1,\"result\":7}", "no DevTools message");
    expect_text_ending("{\"id\":null,\"error\":{\"message\":\"m\"}}",
                       "no DevTools message");
    expect_text_ending("{\"id\":-1,\"result\":{}}", "no DevTools message");
    expect_text_ending("{\"method\":7}", "no DevTools message");
    expect_text_ending("[1,2]", "no DevTools message");
    expect_text_ending("\"text\"", "no DevTools message");
    expect_ending(OPCODE_TEXT, "\xff\xfe\x00", 3, "ended");
    expect_ending(OPCODE_BINARY, "\x00\x01", 2, "not JSON");
}

static void nesting_beyond_the_limit_ends_the_connection(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "{\"id\":1,\"result\":");
    buf_add_repeat(&text, '[', JSON_DEPTH_LIMIT);
    buf_add_repeat(&text, ']', JSON_DEPTH_LIMIT);
    buf_add_char(&text, '}');
    expect_ending(OPCODE_TEXT, buf_text(&text), text.length, "nests deeper");
    buf_finish(&text);
}

static void answer_a_stranger_first(struct server *server)
{
    if (!server_upgrade(server))
        return;
    struct json *request = server_read_request(server);
    server_send_text(server, "{\"id\":99,\"result\":{\"n\":99}}");
    server_reply(server, request, "{\"n\":7}");
    json_destroy(request);
    server_send_text(server, "{\"method\":\"E.end\",\"params\":{\"n\":0}}");
    server_drain(server);
}

static void a_reply_to_nobody_is_skipped(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, answer_a_stranger_first);
    assert_int_equal(fixture_call(&fixture, "A.b"), 7);
    fixture_event(&fixture, "E.end", 0, "");
    fixture_finish(&fixture);
}

/* As many events as data says, then the reply. */
static void flood(struct server *server)
{
    if (!server_upgrade(server))
        return;
    struct json *request = server_read_request(server);
    int64_t count = number_of(json_read_field(request, "params"), "n");
    for (int64_t i = 0; i < count; i++)
        server_send_text(server, "{\"method\":\"E.e\"}");
    server_reply(server, request, "{\"n\":1}");
    json_destroy(request);
    server_drain(server);
}

static bool survives(int count)
{
    struct fixture fixture;
    fixture_begin(&fixture, flood);
    char params[40];
    snprintf(params, sizeof params, "{\"n\":%d}", count);
    struct error error = ERROR_NONE;
    bool good = cdp_connection_call(fixture.connection, STR(""), "A.b",
                                    str_text(params), soon(), NULL, &error);
    if (!good && strstr(error.message, "floods us") == NULL)
        fail_msg("%s", error.message);
    fixture_finish(&fixture);
    return good;
}

static void unread_records_have_a_limit(void **state)
{
    (void)state;
    assert_true(survives(CDP_QUEUE_LIMIT_RECORDS));
    assert_false(survives(CDP_QUEUE_LIMIT_RECORDS + 1));
}

/* --- cancelling ------------------------------------------------------------
 */

static void cancel_instead_of_a_reply(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    loop_cancel(server->data);
    server_drain(server);
}

static void cancelling_the_loop_ends_every_wait(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, cancel_instead_of_a_reply);
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.b",
                                     STR(""), LOOP_FOREVER, NULL, &error));
    assert_int_equal(error.code, ERROR_CANCELLED);
    error = ERROR_NONE;
    struct cdp_record record;
    assert_int_equal(
        cdp_connection_next(fixture.connection, LOOP_FOREVER, &record, &error),
        CDP_NEXT_FAILED);
    assert_int_equal(error.code, ERROR_CANCELLED);
    loop_resume(fixture.loop);
    assert_int_equal(
        cdp_connection_next(fixture.connection, at_once(), &record, &error),
        CDP_NEXT_DEADLINE);
    fixture_finish(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_ending_fails_every_request_and_then_next),
        cmocka_unit_test(a_detached_session_fails_its_requests_only),
        cmocka_unit_test(nonsense_ends_the_connection),
        cmocka_unit_test(nesting_beyond_the_limit_ends_the_connection),
        cmocka_unit_test(a_reply_to_nobody_is_skipped),
        cmocka_unit_test(unread_records_have_a_limit),
        cmocka_unit_test(cancelling_the_loop_ends_every_wait),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
