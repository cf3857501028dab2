/* The DevTools connection: requests, replies and events of servers that behave,
 * however late and in whatever pieces. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "connection_fixture.h"

/* --- replies ----------------------------------------------------------- */

static void a_call_sends_its_parts_and_gets_its_reply(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, fixture_echo);
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    assert_true(cdp_connection_call(fixture.connection, STR("S1"),
                                    "Page.navigate", STR("{\"url\":\"x\"}"),
                                    soon(), &reply, &error));
    assert_int_equal(reply.kind, CDP_REPLY);
    assert_false(reply.failed);
    assert_text(reply.method, "Page.navigate");
    assert_text(json_read_string(json_read_field(reply.body, "method")),
                "Page.navigate");
    assert_text(json_read_string(json_read_field(reply.body, "session")), "S1");
    const struct json *params = json_read_field(reply.body, "params");
    assert_text(json_read_string(json_read_field(params, "url")), "x");
    cdp_record_finish(&reply);
    fixture_finish(&fixture);
}

static void without_session_and_params_the_fields_are_absent(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, fixture_echo);
    struct cdp_record reply;
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), &reply, NULL));
    /* The server writes null for a field it did not get. */
    assert_int_equal(json_kind(json_read_field(reply.body, "session")),
                     JSON_KIND_NULL);
    assert_int_equal(json_kind(json_read_field(reply.body, "params")),
                     JSON_KIND_NULL);
    cdp_record_finish(&reply);
    fixture_finish(&fixture);
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
        int64_t id = number_of(requests[i], "id");
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
    fixture_begin(&fixture, answer_backwards);
    struct cdp_connection *c = fixture.connection;
    int64_t first = cdp_connection_send(c, STR(""), "A.first", STR(""));
    int64_t second = cdp_connection_send(c, STR(""), "A.second", STR(""));
    int64_t third = cdp_connection_send(c, STR(""), "A.third", STR(""));
    assert_true(first < second && second < third);
    struct cdp_record reply;
    assert_true(cdp_connection_await(c, first, soon(), &reply, NULL));
    assert_int_equal(number_of(reply.body, "n"), first * 10);
    cdp_record_finish(&reply);
    /* This one waits in the queue already. */
    assert_true(cdp_connection_await(c, third, soon(), &reply, NULL));
    assert_int_equal(number_of(reply.body, "n"), third * 10);
    cdp_record_finish(&reply);
    struct cdp_record record = fixture_next(&fixture);
    assert_int_equal(record.id, second);
    assert_text(record.method, "A.second");
    cdp_record_finish(&record);
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, answer_with_an_error);
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.b",
                                     STR(""), soon(), &reply, &error));
    assert_null(reply.root);
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message, "A.b: 'A.b' wasn't found");
    assert_true(cdp_connection_is_open(fixture.connection));
    fixture_finish(&fixture);
}

static void an_error_reply_comes_out_of_next_as_failed(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, answer_with_an_error);
    int64_t id =
        cdp_connection_send(fixture.connection, STR(""), "A.b", STR(""));
    struct cdp_record record = fixture_next(&fixture);
    assert_int_equal(record.id, id);
    assert_true(record.failed);
    assert_text(record.message, "'A.b' wasn't found");
    assert_int_equal(number_of(record.body, "code"), -32601);
    cdp_record_finish(&record);
    fixture_finish(&fixture);
}

/* --- events and replies nobody wants ------------------------------------ */

/* An event before and after each reply. */
static void chatter(struct server *server)
{
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        int64_t id = number_of(request, "id");
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

static void events_during_a_call_are_kept_in_order(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, chatter);
    assert_int_equal(fixture_call(&fixture, "A.a"), 1);
    assert_int_equal(fixture_call(&fixture, "A.b"), 2);
    fixture_event(&fixture, "E.before", 1, "S7");
    fixture_event(&fixture, "E.behind", 1, "");
    fixture_event(&fixture, "E.before", 2, "S7");
    fixture_event(&fixture, "E.behind", 2, "");
    fixture_finish(&fixture);
}

static void a_posted_request_never_comes_out_of_next(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, chatter);
    cdp_connection_post(fixture.connection, STR(""), "A.posted", STR(""));
    fixture_event(&fixture, "E.before", 1, "S7");
    fixture_event(&fixture, "E.behind", 1, "");
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, answer_late);
    struct error error = ERROR_NONE;
    assert_false(cdp_connection_call(fixture.connection, STR(""), "A.slow",
                                     STR(""), at_once(), NULL, &error));
    assert_int_equal(error.code, ERROR_RUN);
    assert_string_equal(error.message,
                        "A.slow took longer than the time allowed");
    assert_int_equal(fixture_call(&fixture, "A.quick"), 2);
    fixture_event(&fixture, "E.end", 0, "");
    fixture_finish(&fixture);
}

static void next_says_deadline_when_nothing_comes(void **state)
{
    (void)state;
    struct fixture fixture;
    fixture_begin(&fixture, fixture_echo);
    struct cdp_record record;
    struct error error = ERROR_NONE;
    assert_int_equal(
        cdp_connection_next(fixture.connection, at_once(), &record, &error),
        CDP_NEXT_DEADLINE);
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, send_much);
    cdp_connection_post(fixture.connection, STR(""), "A.go", STR(""));
    for (int i = 0; i < 1000; i++)
        fixture_event(&fixture, "E.e", i, "");
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, tell_lengths);
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
        assert_int_equal(number_of(reply.body, "n"), sizes[i] + length);
        struct str pad = json_read_string(json_read_field(reply.body, "pad"));
        assert_int_equal(pad.length, sizes[i] + length - 1000);
        cdp_record_finish(&reply);
        buf_finish(&params);
    }
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, send_in_pieces);
    assert_int_equal(fixture_call(&fixture, "A.b"), 42);
    fixture_finish(&fixture);
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
    fixture_begin(&fixture, send_half_surrogates);
    struct cdp_record reply;
    assert_true(cdp_connection_call(fixture.connection, STR(""), "A.b", STR(""),
                                    soon(), &reply, NULL));
    static const char *const expected[][2] = {{"a", "x\xef\xbf\xbdy"},
                                              {"b", "\xef\xbf\xbd"},
                                              {"c", "\xf0\x9f\x98\x80"},
                                              {"d", "\\ud83d"}};
    for (size_t i = 0; i < 4; i++)
        assert_text(
            json_read_string(json_read_field(reply.body, expected[i][0])),
            expected[i][1]);
    cdp_record_finish(&reply);
    fixture_finish(&fixture);
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
        cmocka_unit_test(a_call_given_up_leaves_nothing_behind),
        cmocka_unit_test(next_says_deadline_when_nothing_comes),
        cmocka_unit_test(a_thousand_messages_at_once_come_in_order),
        cmocka_unit_test(large_messages_pass_whole_both_ways),
        cmocka_unit_test(fragments_are_put_together),
        cmocka_unit_test(half_surrogates_become_replacement_characters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
