#include "connection_fixture.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

#include "base/clock.h"

int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

int64_t at_once(void)
{
    return clock_now_ms() - 1;
}

void fixture_begin(struct fixture *fixture, server_script script)
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

void fixture_finish(struct fixture *fixture)
{
    cdp_connection_destroy(fixture->connection);
    loop_destroy(fixture->loop);
    server_finish(&fixture->server);
}

struct cdp_record fixture_next(struct fixture *fixture)
{
    struct cdp_record record;
    struct error error = ERROR_NONE;
    assert_int_equal(
        cdp_connection_next(fixture->connection, soon(), &record, &error),
        CDP_NEXT_RECORD);
    return record;
}

void assert_text(struct str text, const char *expected)
{
    if (!str_is(text, expected))
        fail_msg("\"%.*s\" is not \"%s\"", STR_ARGS(text), expected);
}

int64_t number_of(const struct json *object, const char *field)
{
    return json_read_int(json_read_field(object, field));
}

int64_t fixture_call(struct fixture *fixture, const char *method)
{
    struct cdp_record reply;
    struct error error = ERROR_NONE;
    if (!cdp_connection_call(fixture->connection, STR(""), method, STR(""),
                             soon(), &reply, &error))
        fail_msg("%s", error.message);
    int64_t n = number_of(reply.body, "n");
    cdp_record_finish(&reply);
    return n;
}

void fixture_event(struct fixture *fixture, const char *method, int64_t n,
                   const char *session)
{
    struct cdp_record record = fixture_next(fixture);
    assert_int_equal(record.kind, CDP_EVENT);
    assert_text(record.method, method);
    assert_text(record.session, session);
    assert_int_equal(number_of(record.body, "n"), n);
    cdp_record_finish(&record);
}

void fixture_echo(struct server *server)
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
