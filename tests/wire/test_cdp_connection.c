/* The DevTools connection against servers that behave, and that do not. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/loop.h"
#include "cdp/connection.h"
#include "devtools_server.h"

/* Far beyond what any answer takes; only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

/* Serves what is there and does not wait. */
static int64_t now(void)
{
    return clock_now_ms() - 1;
}

struct fixture {
    struct server server;
    struct loop *loop;
    struct cdp_connection *connection;
};

static void begin(struct fixture *fixture, server_script script)
{
    struct error error = ERROR_NONE;
    fixture->loop = loop_create(&error);
    assert_non_null(fixture->loop);
    server_start(&fixture->server, script, fixture->loop);
    fixture->connection =
        cdp_connection_open(fixture->loop, fixture->server.url, soon(), &error);
    assert_string_equal(error.message, "");
    assert_non_null(fixture->connection);
}

static void finish(struct fixture *fixture)
{
    cdp_connection_destroy(fixture->connection);
    loop_destroy(fixture->loop);
    server_finish(&fixture->server);
}

static struct cdp_record next(struct fixture *fixture)
{
    struct cdp_record record;
    struct error error = ERROR_NONE;
    assert_int_equal(
        cdp_connection_next(fixture->connection, soon(), &record, &error),
        CDP_NEXT_RECORD);
    return record;
}

static void assert_str(struct str text, const char *expected)
{
    if (!str_is(text, expected))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARGS(text), expected);
}

static int64_t number(const struct json *object, const char *field)
{
    return json_read_int(json_read_field(object, field));
}

static int64_t call_number(struct fixture *fixture, const char *method)
{
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    if (!cdp_connection_call(fixture->connection, STR(""), method, STR(""),
                             soon(), &reply, &error))
        fail_msg("%s", error.message);
    int64_t n = number(reply.body, "n");
    cdp_record_finish(&reply);
    return n;
}

/* --- replies ----------------------------------------------------------- */

static void echo_params(struct server *server)
{
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        struct buf result;
        buf_init(&result);
        buf_add_text(&result, "{\"method\":");
        json_add(&result, json_read_field(request, "method"));
        buf_add_text(&result, ",\"params\":");
        json_add(&result, json_read_field(request, "params"));
        buf_add_text(&result, ",\"session\":");
        json_add(&result, json_read_field(request, "sessionId"));
        buf_add_char(&result, '}');
        server_reply(server, request, buf_text(&result));
        buf_finish(&result);
        json_destroy(request);
    }
}

static void a_call_sends_its_parts_and_gets_its_reply(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, echo_params);
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    assert_true(cdp_connection_call(fixture.connection, STR("S1"),
                                    "Page.navigate", STR("{\"url\":\"x\"}"),
                                    soon(), &reply, &error));
    assert_int_equal(reply.kind, CDP_REPLY);
    assert_false(reply.failed);
    assert_str(reply.method, "Page.navigate");
    assert_str(json_read_string(json_read_field(reply.body, "method")),
               "Page.navigate");
    assert_str(json_read_string(json_read_field(reply.body, "session")), "S1");
    const struct json *params = json_read_field(reply.body, "params");
    assert_str(json_read_string(json_read_field(params, "url")), "x");
    cdp_record_finish(&reply);
    finish(&fixture);
}

static void without_session_and_params_the_fields_are_absent(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, echo_params);
    struct cdp_record reply;
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), &reply, NULL));
    /* The server writes null for a field it did not get. */
    assert_int_equal(json_kind(json_read_field(reply.body, "session")),
                     JSON_KIND_NULL);
    assert_int_equal(json_kind(json_read_field(reply.body, "params")),
                     JSON_KIND_NULL);
    cdp_record_finish(&reply);
    finish(&fixture);
}

/* Reads three requests, answers the last one first; each with its id. */
static void answer_backwards(struct server *server)
{
    struct json *requests[3] = {NULL};
    if (!server_upgrade(server))
        return;
    for (int i = 0; i < 3; i++)
        requests[i] = server_read_request(server);
    for (int i = 2; i >= 0; i--) {
        int64_t id = number(requests[i], "id");
        server_sendf(server, "{\"id\":%lld,\"result\":{\"n\":%lld}}",
                     (long long)id, (long long)id * 10);
        json_destroy(requests[i]);
    }
    server_drain(server);
}

static void replies_in_another_order_find_their_requests(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, answer_backwards);
    struct cdp_connection *c = fixture.connection;
    int64_t first = cdp_connection_send(c, STR(""), "A.first", STR(""));
    int64_t second = cdp_connection_send(c, STR(""), "A.second", STR(""));
    int64_t third = cdp_connection_send(c, STR(""), "A.third", STR(""));
    assert_true(first < second && second < third);
    struct cdp_record reply;
    assert_true(cdp_connection_await(c, first, soon(), &reply, NULL));
    assert_int_equal(number(reply.body, "n"), first * 10);
    cdp_record_finish(&reply);
    /* This one waits in the queue already. */
    assert_true(cdp_connection_await(c, third, soon(), &reply, NULL));
    assert_int_equal(number(reply.body, "n"), third * 10);
    cdp_record_finish(&reply);
    struct cdp_record record = next(&fixture);
    assert_int_equal(record.id, second);
    assert_str(record.method, "A.second");
    cdp_record_finish(&record);
    finish(&fixture);
}

static void answer_with_an_error(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    server_send_text(server, "{\"id\":1,\"error\":{\"code\":-32601,\"message\":"
                             "\"'A.b' wasn't found\"}}");
    server_drain(server);
}

static void an_error_reply_is_an_error_in_the_browsers_words(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, answer_with_an_error);
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.b",
                                     STR(""), soon(), &reply, &error));
    assert_null(reply.root);
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message, "A.b: 'A.b' wasn't found");
    assert_true(cdp_connection_is_open(fixture.connection));
    finish(&fixture);
}

static void an_error_reply_comes_out_of_next_as_failed(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, answer_with_an_error);
    int64_t id =
        cdp_connection_send(fixture.connection, STR(""), "A.b", STR(""));
    struct cdp_record record = next(&fixture);
    assert_int_equal(record.id, id);
    assert_true(record.failed);
    assert_str(record.message, "'A.b' wasn't found");
    assert_int_equal(number(record.body, "code"), -32601);
    cdp_record_finish(&record);
    finish(&fixture);
}

/* --- events and replies nobody wants ------------------------------------ */

/* An event before and behind each reply. */
static void chatter(struct server *server)
{
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        int64_t id = number(request, "id");
        server_sendf(server,
                     "{\"method\":\"E.before\",\"params\":{\"n\":%lld},"
                     "\"sessionId\":\"S7\"}",
                     (long long)id);
        server_sendf(server, "{\"id\":%lld,\"result\":{\"n\":%lld}}",
                     (long long)id, (long long)id);
        server_sendf(server,
                     "{\"method\":\"E.behind\",\"params\":{\"n\":%lld}}",
                     (long long)id);
        json_destroy(request);
    }
}

static void expect_event(struct fixture *fixture, const char *method, int64_t n,
                         const char *session)
{
    struct cdp_record record = next(fixture);
    assert_int_equal(record.kind, CDP_EVENT);
    assert_str(record.method, method);
    assert_str(record.session, session);
    assert_int_equal(number(record.body, "n"), n);
    cdp_record_finish(&record);
}

static void events_during_a_call_are_kept_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, chatter);
    assert_int_equal(call_number(&fixture, "A.a"), 1);
    assert_int_equal(call_number(&fixture, "A.b"), 2);
    expect_event(&fixture, "E.before", 1, "S7");
    expect_event(&fixture, "E.behind", 1, "");
    expect_event(&fixture, "E.before", 2, "S7");
    expect_event(&fixture, "E.behind", 2, "");
    finish(&fixture);
}

static void a_posted_request_never_comes_out_of_next(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, chatter);
    cdp_connection_post(fixture.connection, STR(""), "A.posted", STR(""));
    expect_event(&fixture, "E.before", 1, "S7");
    expect_event(&fixture, "E.behind", 1, "");
    finish(&fixture);
}

static void a_forgotten_request_never_comes_out_of_next(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, chatter);
    struct cdp_connection *c = fixture.connection;
    int64_t before = cdp_connection_send(c, STR(""), "A.before", STR(""));
    cdp_connection_forget(c, before);
    int64_t queued = cdp_connection_send(c, STR(""), "A.queued", STR(""));
    assert_int_equal(call_number(&fixture, "A.last"), 3);
    cdp_connection_forget(c, queued); /* its reply is here already */
    cdp_connection_forget(c, 12345);
    for (int64_t n = 1; n <= 3; n++) {
        expect_event(&fixture, "E.before", n, "S7");
        expect_event(&fixture, "E.behind", n, "");
    }
    finish(&fixture);
}

/* Answers the first request only when the second one is there. */
static void answer_late(struct server *server)
{
    if (!server_upgrade(server))
        return;
    struct json *first = server_read_request(server);
    struct json *second = server_read_request(server);
    server_reply(server, first, "{\"n\":1}");
    server_reply(server, second, "{\"n\":2}");
    json_destroy(first);
    json_destroy(second);
    server_send_text(server, "{\"method\":\"E.end\",\"params\":{\"n\":0}}");
    server_drain(server);
}

static void a_call_given_up_leaves_nothing_behind(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, answer_late);
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.slow",
                                     STR(""), now(), NULL, &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message,
                        "A.slow took longer than the time allowed");
    assert_int_equal(call_number(&fixture, "A.quick"), 2);
    expect_event(&fixture, "E.end", 0, "");
    finish(&fixture);
}

static void next_says_deadline_when_nothing_comes(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, echo_params);
    struct cdp_record record;
    struct error error = ERROR_NONE;
    assert_int_equal(
        cdp_connection_next(fixture.connection, now(), &record, &error),
        CDP_NEXT_DEADLINE);
    finish(&fixture);
}

static void send_much(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    struct buf all;
    buf_init(&all);
    for (int i = 0; i < 1000; i++) {
        char text[80];
        int length = snprintf(text, sizeof text,
                              "{\"method\":\"E.e\",\"params\":{\"n\":%d}}", i);
        buf_add_char(&all, (char)0x81);
        buf_add_char(&all, (char)length);
        buf_add(&all, text, (size_t)length);
    }
    server_send_bytes(server, buf_text(&all), all.length);
    buf_finish(&all);
    server_drain(server);
}

static void a_thousand_messages_at_once_come_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, send_much);
    cdp_connection_post(fixture.connection, STR(""), "A.go", STR(""));
    for (int i = 0; i < 1000; i++)
        expect_event(&fixture, "E.e", i, "");
    finish(&fixture);
}

/* --- sizes ---------------------------------------------------------------- */

static void tell_lengths(struct server *server)
{
    struct buf message;
    buf_init(&message);
    if (server_upgrade(server)) {
        for (int id = 1; server_read_message(server, &message); id++)
            server_sendf(server,
                         "{\"id\":%d,\"result\":{\"n\":%zu,\"pad\":\"%s\"}}",
                         id, message.length, buf_text(&message) + 1000);
    }
    buf_finish(&message);
}

static void large_messages_pass_whole_both_ways(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, tell_lengths);
    static const size_t sizes[] = {2000, 65535, 65536, 131072, 3000000};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct buf params;
        buf_init(&params);
        buf_add_repeat(&params, ' ', sizes[i]);
        memset(params.data + 1000, '7', sizes[i] - 1000);
        int64_t id = cdp_connection_send(fixture.connection, STR(""), "A.b",
                                         buf_str(&params));
        struct cdp_record reply;
        assert_true(
            cdp_connection_await(fixture.connection, id, soon(), &reply, NULL));
        size_t length = strlen("{\"id\":1,\"method\":\"A.b\",\"params\":}");
        assert_int_equal(number(reply.body, "n"), sizes[i] + length);
        struct str pad = json_read_string(json_read_field(reply.body, "pad"));
        assert_int_equal(pad.length, sizes[i] + length - 1000);
        cdp_record_finish(&reply);
        buf_finish(&params);
    }
    finish(&fixture);
}

static void send_in_pieces(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    server_send_frame(server, OPCODE_TEXT, false, "{\"id\":1,", 8);
    server_send_frame(server, OPCODE_PING, true, "hello", 5);
    server_send_frame(server, OPCODE_MORE, false, "\"result\":", 9);
    server_send_frame(server, OPCODE_MORE, true, "{\"n\":42}}", 9);
    server_drain(server);
}

static void fragments_are_put_together(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, send_in_pieces);
    assert_int_equal(call_number(&fixture, "A.b"), 42);
    finish(&fixture);
}

/* --- text from pages ------------------------------------------------------ */

static void send_half_surrogates(struct server *server)
{
    if (!server_upgrade(server))
        return;
    json_destroy(server_read_request(server));
    server_send_text(server, "{\"id\":1,\"result\":{\"a\":\"x\\ud83dy\","
                             "\"b\":\"\\ude00\",\"c\":\"\\ud83d\\ude00\","
                             "\"d\":\"\\\\ud83d\"}}");
    server_drain(server);
}

static void half_surrogates_become_replacement_characters(void **state)
{
    (void)state;
    struct fixture fixture;
    begin(&fixture, send_half_surrogates);
    struct cdp_record reply;
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), &reply, NULL));
    static const char *const expected[][2] = {{"a", "x\xef\xbf\xbdy"},
                                              {"b", "\xef\xbf\xbd"},
                                              {"c", "\xf0\x9f\x98\x80"},
                                              {"d", "\\ud83d"}};
    for (size_t i = 0; i < 4; i++)
        assert_str(
            json_read_string(json_read_field(reply.body, expected[i][0])),
            expected[i][1]);
    cdp_record_finish(&reply);
    finish(&fixture);
}

/* --- endings -------------------------------------------------------------- */

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
    begin(&fixture, close_after_two);
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
    struct cdp_record record = next(&fixture);
    assert_int_equal(record.id, first);
    assert_true(record.failed);
    assert_null(record.body);
    cdp_record_finish(&record);
    record = next(&fixture);
    assert_int_equal(record.id, later);
    assert_true(record.failed);
    cdp_record_finish(&record);
    for (int i = 0; i < 2; i++) {
        error = ERROR_NONE;
        assert_int_equal(cdp_connection_next(c, soon(), &record, &error),
                         CDP_NEXT_FAILED);
        assert_int_equal(error.code, ERROR_SETUP);
    }
    finish(&fixture);
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
    begin(&fixture, detach_one);
    struct cdp_connection *c = fixture.connection;
    int64_t first = cdp_connection_send(c, STR("S1"), "A.first", STR(""));
    int64_t second = cdp_connection_send(c, STR("S2"), "A.second", STR(""));
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_await(c, first, soon(), NULL, &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message, "A.first: the page is gone");
    assert_true(cdp_connection_await(c, second, soon(), NULL, &error));
    struct cdp_record record = next(&fixture);
    assert_str(record.method, "Target.detachedFromTarget");
    cdp_record_finish(&record);
    finish(&fixture);
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
    begin(&fixture, send_nonsense);
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.b",
                                     STR(""), soon(), NULL, &error));
    assert_int_equal(error.code, ERROR_SETUP);
    if (strstr(error.message, words) == NULL)
        fail_msg("\"%s\" does not say \"%s\"", error.message, words);
    finish(&fixture);
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
    begin(&fixture, answer_a_stranger_first);
    assert_int_equal(call_number(&fixture, "A.b"), 7);
    expect_event(&fixture, "E.end", 0, "");
    finish(&fixture);
}

/* As many events as data says, then the reply. */
static void flood(struct server *server)
{
    if (!server_upgrade(server))
        return;
    struct json *request = server_read_request(server);
    int64_t count = number(json_read_field(request, "params"), "n");
    for (int64_t i = 0; i < count; i++)
        server_send_text(server, "{\"method\":\"E.e\"}");
    server_reply(server, request, "{\"n\":1}");
    json_destroy(request);
    server_drain(server);
}

static bool survives(int count)
{
    struct fixture fixture;
    begin(&fixture, flood);
    char params[40];
    snprintf(params, sizeof params, "{\"n\":%d}", count);
    struct error error = ERROR_NONE;
    bool good = cdp_connection_call(fixture.connection, STR(""), "A.b",
                                    str_text(params), soon(), NULL, &error);
    if (!good && strstr(error.message, "floods us") == NULL)
        fail_msg("%s", error.message);
    finish(&fixture);
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
    begin(&fixture, cancel_instead_of_a_reply);
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
        cdp_connection_next(fixture.connection, now(), &record, &error),
        CDP_NEXT_DEADLINE);
    finish(&fixture);
}

/* --- opening ----------------------------------------------------------------
 */

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
    assert_null(cdp_connection_open(loop, server.url, now(), &error));
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
    assert_int_equal(call_number(&fixture, "A.b"), 5);
    finish(&fixture);
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
    begin(&fixture, echo_params);
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), NULL, NULL));
    finish(&fixture);
    unsetenv("http_proxy");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_call_sends_its_parts_and_gets_its_reply),
        cmocka_unit_test(without_session_and_params_the_fields_are_absent),
        cmocka_unit_test(replies_in_another_order_find_their_requests),
        cmocka_unit_test(an_error_reply_is_an_error_in_the_browsers_words),
        cmocka_unit_test(an_error_reply_comes_out_of_next_as_failed),
        cmocka_unit_test(events_during_a_call_are_kept_in_order),
        cmocka_unit_test(a_posted_request_never_comes_out_of_next),
        cmocka_unit_test(a_forgotten_request_never_comes_out_of_next),
        cmocka_unit_test(a_call_given_up_leaves_nothing_behind),
        cmocka_unit_test(next_says_deadline_when_nothing_comes),
        cmocka_unit_test(a_thousand_messages_at_once_come_in_order),
        cmocka_unit_test(large_messages_pass_whole_both_ways),
        cmocka_unit_test(fragments_are_put_together),
        cmocka_unit_test(half_surrogates_become_replacement_characters),
        cmocka_unit_test(an_ending_fails_every_request_and_then_next),
        cmocka_unit_test(a_detached_session_fails_its_requests_only),
        cmocka_unit_test(nonsense_ends_the_connection),
        cmocka_unit_test(nesting_beyond_the_limit_ends_the_connection),
        cmocka_unit_test(a_reply_to_nobody_is_skipped),
        cmocka_unit_test(unread_records_have_a_limit),
        cmocka_unit_test(cancelling_the_loop_ends_every_wait),
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
