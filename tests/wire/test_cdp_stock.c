/* The pages that are made before they are needed, against a server that writes
 * down what it was asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/wire/stock.h"
#include "devtools_server.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

/* Answers like a browser; where `ends_at` names a method it tells after that
 * answer that the target is gone, where `crashes_at` does the page S itself
 * tells so, where `refuses` does it answers an error. */
struct script {
    const char *ends_at, *crashes_at, *refuses;
    struct buf asked; /* the methods, each with a blank */
    int contexts;     /* made so far: the second has another name */
};

static const char *result_of(struct script *script, const struct json *request,
                             struct str method)
{
    const struct json *params = json_read_field(request, "params");
    struct str context =
        json_read_string(json_read_field(params, "browserContextId"));
    struct str target = json_read_string(json_read_field(params, "targetId"));
    if (str_is(method, "Target.createBrowserContext"))
        return script->contexts++ == 0 ? "{\"browserContextId\":\"C\"}"
                                       : "{\"browserContextId\":\"D\"}";
    if (str_is(method, "Target.createTarget"))
        return str_is(context, "C") ? "{\"targetId\":\"T\"}"
                                    : "{\"targetId\":\"U\"}";
    if (str_is(method, "Target.attachToTarget"))
        return str_is(target, "T") ? "{\"sessionId\":\"S\"}"
                                   : "{\"sessionId\":\"R\"}";
    return "{}";
}

static void follow(struct server *server)
{
    struct script *script = server->data;
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        struct str method =
            json_read_string(json_read_field(request, "method"));
        buf_add_str(&script->asked, method);
        buf_add_char(&script->asked, ' ');
        if (script->refuses != NULL && str_is(method, script->refuses))
            server_sendf(server, "{\"id\":%d,\"error\":{\"message\":\"no\"}}",
                         (int)json_read_int(json_read_field(request, "id")));
        else
            server_reply(server, request, result_of(script, request, method));
        if (script->ends_at != NULL && str_is(method, script->ends_at))
            server_send_text(server, "{\"method\":\"Target.targetCrashed\","
                                     "\"params\":{\"targetId\":\"T\"}}");
        if (script->crashes_at != NULL && str_is(method, script->crashes_at))
            server_send_text(server, "{\"method\":\"Inspector.targetCrashed\","
                                     "\"params\":{},\"sessionId\":\"S\"}");
        json_destroy(request);
    }
}

struct fixture {
    struct server server;
    struct script script;
    struct loop *loop;
    struct cdp_connection *connection;
    struct cdp_stock stock;
};

static const struct cdp_session_options plain = {.frame_control = true};

static void connect_to(struct fixture *fixture, struct script script)
{
    *fixture = (struct fixture){.script = script};
    buf_init(&fixture->script.asked);
    fixture->loop = loop_create(NULL);
    server_start(&fixture->server, follow, &fixture->script);
    fixture->connection =
        cdp_connection_open(fixture->loop, fixture->server.url, soon(), NULL);
    assert_non_null(fixture->connection);
}

static void open_with(struct fixture *fixture, struct script script)
{
    connect_to(fixture, script);
    cdp_stock_fill(&fixture->stock, fixture->connection, &plain, 1);
}

static void finish(struct fixture *fixture, const char *asked)
{
    cdp_stock_close(&fixture->stock);
    cdp_connection_call(fixture->connection, STR(""), "A.end", STR(""), soon(),
                        NULL, NULL);
    cdp_connection_destroy(fixture->connection);
    loop_destroy(fixture->loop);
    server_finish(&fixture->server);
    assert_string_equal(buf_text(&fixture->script.asked), asked);
    buf_finish(&fixture->script.asked);
}

/* What somebody does who is busy with another page: shows it each record until
 * the answer to a question of its own has come. */
static void be_busy(struct fixture *fixture)
{
    struct error error = ERROR_NONE;
    int64_t id =
        cdp_connection_send(fixture->connection, STR(""), "A.own", STR(""));
    for (bool is_answered = false; !is_answered;) {
        struct cdp_record record;
        cdp_record_init(&record);
        assert_int_equal(
            cdp_connection_next(fixture->connection, soon(), &record, &error),
            CDP_NEXT_RECORD);
        bool is_heard = cdp_stock_hear(&fixture->stock, &record);
        is_answered = record.kind == CDP_REPLY && record.id == id;
        if (record.kind == CDP_REPLY)
            assert_true(is_heard != is_answered);
        cdp_record_finish(&record);
    }
}

#define CONTEXT "Target.createBrowserContext "
#define TARGET "Target.createTarget "
#define ATTACH "Target.attachToTarget "
#define OWN "A.own "
#define END "A.end "
#define DISPOSE "Target.disposeBrowserContext "

static void it_is_made_beside_other_work(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.ends_at = NULL});
    be_busy(&fixture);
    be_busy(&fixture);
    be_busy(&fixture);
    assert_int_equal(fixture.stock.spares[0].stage, CDP_SPARE_READY);
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &session));
    assert_string_equal(session.context, "C");
    assert_string_equal(session.target, "T");
    assert_string_equal(session.id, "S");
    /* It is somebody else's now: there is none to be had twice, or closed. */
    assert_false(cdp_stock_has(&fixture.stock));
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                                soon(), &session));
    finish(&fixture, CONTEXT OWN TARGET OWN ATTACH OWN END);
}

static void what_is_still_to_come_is_awaited(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.ends_at = NULL});
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &session));
    assert_string_equal(session.id, "S");
    finish(&fixture, CONTEXT TARGET ATTACH END);
}

static void expect(const struct cdp_session *session, const char *context,
                   const char *target, const char *id)
{
    assert_string_equal(session->context, context);
    assert_string_equal(session->target, target);
    assert_string_equal(session->id, id);
}

static void two_are_handed_over_in_the_order_they_were_begun_in(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session first, second, third;
    open_with(&fixture, (struct script){.ends_at = NULL});
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 2);
    /* The answers that the second waits for come while the first is awaited. */
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &first));
    expect(&first, "C", "T", "S");
    be_busy(&fixture);
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 1); /* full */
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &second));
    expect(&second, "D", "U", "R");
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                                soon(), &third));
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 1);
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &third));
    finish(&fixture, CONTEXT CONTEXT TARGET TARGET ATTACH ATTACH OWN CONTEXT
                         TARGET ATTACH END);
}

static void where_the_first_has_crashed_the_second_is_taken(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.ends_at = "A.own"});
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 2);
    for (int i = 0; i < 4; i++)
        be_busy(&fixture); /* T crashes */
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &session));
    expect(&session, "D", "U", "R");
    assert_false(cdp_stock_has(&fixture.stock));
    cdp_connection_destroy(fixture.connection);
    loop_destroy(fixture.loop);
    server_finish(&fixture.server);
    buf_finish(&fixture.script.asked);
}

static void one_of_another_kind_is_thrown_away(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options other = {.frame_control = false};
    open_with(&fixture, (struct script){.ends_at = NULL});
    be_busy(&fixture);
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &other,
                                soon(), &session));
    finish(&fixture, CONTEXT OWN TARGET DISPOSE END);
}

static void one_that_was_refused_is_none(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.refuses = "Target.createTarget"});
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                                soon(), &session));
    finish(&fixture, CONTEXT TARGET DISPOSE END);
}

static void one_that_has_crashed_is_none(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.ends_at = "A.own"});
    be_busy(&fixture); /* the context */
    be_busy(&fixture); /* and here it is told of its target's end */
    be_busy(&fixture);
    be_busy(&fixture);
    assert_false(cdp_stock_has(&fixture.stock));
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                                soon(), &session));
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 1);
    cdp_stock_fill(&fixture.stock, fixture.connection, &plain, 1); /* once */
    fixture.script.ends_at = NULL;
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                               soon(), &session));
    cdp_stock_close(&fixture.stock);
    cdp_connection_destroy(fixture.connection);
    loop_destroy(fixture.loop);
    server_finish(&fixture.server);
    buf_finish(&fixture.script.asked);
}

static void it_waits_no_longer_than_it_may(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    open_with(&fixture, (struct script){.ends_at = NULL});
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &plain,
                                clock_now_ms() - 1, &session));
    cdp_connection_destroy(fixture.connection);
    loop_destroy(fixture.loop);
    server_finish(&fixture.server);
    buf_finish(&fixture.script.asked);
}

/* ---- those that are told something beforehand ------------------------------
 */

static struct cdp_session_options kind_of(uint64_t kind)
{
    return (struct cdp_session_options){.frame_control = true, .kind = kind};
}

/* Can do so for the kind 7 alone. */
static bool set_up(void *context, const struct cdp_session *session,
                   uint64_t kind)
{
    int *count = context;
    assert_string_equal(session->id, "S");
    if (kind != 7)
        return false;
    cdp_connection_post(session->connection, str_text(session->id), "A.setUp",
                        STR(""));
    ++*count;
    return true;
}

#define SET_UP "A.setUp "

static void open_kind(struct fixture *fixture, struct script script,
                      uint64_t kind, int *count)
{
    struct cdp_session_options options = kind_of(kind);
    connect_to(fixture, script);
    fixture->stock.set_up = set_up;
    fixture->stock.context = count;
    cdp_stock_fill(&fixture->stock, fixture->connection, &options, 1);
}

static void it_is_told_as_soon_as_it_is_there(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options options = kind_of(7);
    int count = 0;
    open_kind(&fixture, (struct script){.ends_at = NULL}, 7, &count);
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &options,
                               soon(), &session));
    assert_int_equal(count, 1);
    assert_int_equal(session.kind, 7);
    finish(&fixture, CONTEXT TARGET ATTACH SET_UP END);
}

static void one_that_was_told_nothing_does_for_all(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options options = kind_of(7);
    open_with(&fixture, (struct script){.ends_at = NULL});
    assert_true(cdp_stock_take(&fixture.stock, fixture.connection, &options,
                               soon(), &session));
    assert_int_equal(session.kind, 0);
    finish(&fixture, CONTEXT TARGET ATTACH END);
}

static void one_that_was_told_something_else_is_thrown_away(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options options = kind_of(8);
    int count = 0;
    open_kind(&fixture, (struct script){.ends_at = NULL}, 7, &count);
    for (int i = 0; i < 3; i++)
        be_busy(&fixture);
    assert_int_equal(count, 1);
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &options,
                                soon(), &session));
    assert_false(cdp_stock_has(&fixture.stock));
    finish(&fixture, CONTEXT OWN TARGET OWN ATTACH OWN SET_UP DISPOSE END);
}

static void one_that_cannot_be_told_is_none(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options options = kind_of(8);
    int count = 0;
    open_kind(&fixture, (struct script){.ends_at = NULL}, 8, &count);
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &options,
                                soon(), &session));
    assert_int_equal(count, 0);
    finish(&fixture, CONTEXT TARGET ATTACH DISPOSE END);
}

/* What is told tells of its crash by itself. */
static void one_that_tells_of_its_crash_is_none(void **state)
{
    (void)state;
    struct fixture fixture;
    struct cdp_session session;
    struct cdp_session_options options = kind_of(7);
    int count = 0;
    open_kind(&fixture, (struct script){.crashes_at = "A.setUp"}, 7, &count);
    for (int i = 0; i < 4; i++)
        be_busy(&fixture);
    assert_int_equal(count, 1);
    assert_false(cdp_stock_has(&fixture.stock));
    assert_false(cdp_stock_take(&fixture.stock, fixture.connection, &options,
                                soon(), &session));
    finish(&fixture, CONTEXT OWN TARGET OWN ATTACH OWN SET_UP OWN DISPOSE END);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_made_beside_other_work),
        cmocka_unit_test(what_is_still_to_come_is_awaited),
        cmocka_unit_test(two_are_handed_over_in_the_order_they_were_begun_in),
        cmocka_unit_test(where_the_first_has_crashed_the_second_is_taken),
        cmocka_unit_test(one_of_another_kind_is_thrown_away),
        cmocka_unit_test(one_that_was_refused_is_none),
        cmocka_unit_test(one_that_has_crashed_is_none),
        cmocka_unit_test(it_waits_no_longer_than_it_may),
        cmocka_unit_test(it_is_told_as_soon_as_it_is_there),
        cmocka_unit_test(one_that_was_told_nothing_does_for_all),
        cmocka_unit_test(one_that_was_told_something_else_is_thrown_away),
        cmocka_unit_test(one_that_cannot_be_told_is_none),
        cmocka_unit_test(one_that_tells_of_its_crash_is_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
