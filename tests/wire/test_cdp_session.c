/* Opening and closing a page, against a server that writes down what it was
 * asked for. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/wire/session.h"
#include "devtools_server.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

/* What the server answers to its first requests; NULL: an error. Everything
 * asked is noted as "METHOD PARAMS;". */
struct script {
    const char *results[3];
    size_t count;
    struct buf asked;
};

static void follow(struct server *server)
{
    struct script *script = server->data;
    struct json *request;
    if (!server_upgrade(server))
        return;
    for (size_t i = 0; (request = server_read_request(server)) != NULL; i++) {
        buf_add_str(&script->asked,
                    json_read_string(json_read_field(request, "method")));
        buf_add_char(&script->asked, ' ');
        json_add(&script->asked, json_read_field(request, "params"));
        buf_add_char(&script->asked, ';');
        if (i < script->count && script->results[i] != NULL)
            server_reply(server, request, script->results[i]);
        else
            server_sendf(server, "{\"id\":%zu,\"error\":{\"message\":\"no\"}}",
                         i + 1);
        json_destroy(request);
    }
}

struct fixture {
    struct server server;
    struct script script;
    struct loop *loop;
    struct cdp_connection *connection;
    struct cdp_session session;
};

static bool open_session(struct fixture *fixture, struct script script,
                         const struct cdp_session_options *options,
                         struct error *error)
{
    fixture->script = script;
    buf_init(&fixture->script.asked);
    fixture->loop = loop_create(NULL);
    server_start(&fixture->server, follow, &fixture->script);
    fixture->connection =
        cdp_connection_open(fixture->loop, fixture->server.url, soon(), NULL);
    assert_non_null(fixture->connection);
    return cdp_session_open(&fixture->session, fixture->connection, options,
                            soon(), error);
}

/* Everything the server was asked for, up to a last question of ours. */
static void finish(struct fixture *fixture, const char *asked)
{
    cdp_session_close(&fixture->session);
    cdp_session_close(&fixture->session);
    cdp_connection_call(fixture->connection, STR(""), "A.end", STR(""), soon(),
                        NULL, NULL);
    cdp_connection_destroy(fixture->connection);
    loop_destroy(fixture->loop);
    server_finish(&fixture->server);
    assert_string_equal(buf_text(&fixture->script.asked), asked);
    buf_finish(&fixture->script.asked);
}

#define CREATE_CONTEXT "Target.createBrowserContext {\"disposeOnDetach\":true};"
#define DISPOSE "Target.disposeBrowserContext {\"browserContextId\":\"C\"};"

static void a_page_gets_a_context_of_its_own(void **state)
{
    (void)state;
    struct fixture fixture;
    struct error error = ERROR_NONE;
    struct script script = {{"{\"browserContextId\":\"C\"}",
                             "{\"targetId\":\"T\"}", "{\"sessionId\":\"S\"}"},
                            3,
                            {0}};
    struct cdp_session_options options = {
        .width = 800, .height = 600, .frame_control = true};
    assert_true(open_session(&fixture, script, &options, &error));
    assert_string_equal(fixture.session.context, "C");
    assert_string_equal(fixture.session.target, "T");
    assert_string_equal(fixture.session.id, "S");
    struct cdp_record record = {.session = STR("S")};
    assert_true(cdp_session_owns(&fixture.session, &record));
    record.session = STR("S2");
    assert_false(cdp_session_owns(&fixture.session, &record));
    finish(
        &fixture, CREATE_CONTEXT
        "Target.createTarget {\"url\":\"about:blank\","
        "\"browserContextId\":\"C\",\"width\":800,\"height\":600,"
        "\"enableBeginFrameControl\":true};"
        "Target.attachToTarget {\"targetId\":\"T\",\"flatten\":true};" DISPOSE
        "A.end null;");
}

static void without_a_page_the_context_is_thrown_away(void **state)
{
    (void)state;
    struct fixture fixture;
    struct error error = ERROR_NONE;
    struct script script = {
        {"{\"browserContextId\":\"C\"}", NULL, NULL}, 3, {0}};
    assert_false(open_session(
        &fixture, script, &(struct cdp_session_options){.width = 0}, &error));
    assert_string_equal(error.message, "Target.createTarget: no");
    finish(&fixture,
           CREATE_CONTEXT "Target.createTarget {\"url\":\"about:blank\","
                          "\"browserContextId\":\"C\"};" DISPOSE "A.end null;");
}

static void without_a_context_there_is_nothing_to_throw_away(void **state)
{
    (void)state;
    struct fixture fixture;
    struct error error = ERROR_NONE;
    struct script script = {{NULL, NULL, NULL}, 3, {0}};
    assert_false(open_session(
        &fixture, script, &(struct cdp_session_options){.width = 0}, &error));
    assert_string_equal(error.message, "Target.createBrowserContext: no");
    finish(&fixture, CREATE_CONTEXT "A.end null;");
}

static bool takes_id(size_t length)
{
    struct fixture fixture;
    struct error error = ERROR_NONE;
    struct buf result;
    buf_init(&result);
    buf_add_text(&result, "{\"browserContextId\":\"");
    buf_add_repeat(&result, 'c', length);
    buf_add_text(&result, "\"}");
    struct script script = {{buf_text(&result), NULL, NULL}, 3, {0}};
    assert_false(open_session(
        &fixture, script, &(struct cdp_session_options){.width = 0}, &error));
    bool taken = strcmp(error.message, "Target.createTarget: no") == 0;
    if (!taken)
        assert_string_equal(error.message,
                            "Target.createBrowserContext: the browser gave no "
                            "browserContextId");
    cdp_connection_destroy(fixture.connection);
    loop_destroy(fixture.loop);
    server_finish(&fixture.server);
    buf_finish(&fixture.script.asked);
    buf_finish(&result);
    return taken;
}

static void ids_have_a_limit(void **state)
{
    (void)state;
    assert_false(takes_id(0));
    assert_true(takes_id(1));
    assert_true(takes_id(CDP_ID_LIMIT - 1));
    assert_false(takes_id(CDP_ID_LIMIT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_gets_a_context_of_its_own),
        cmocka_unit_test(without_a_page_the_context_is_thrown_away),
        cmocka_unit_test(without_a_context_there_is_nothing_to_throw_away),
        cmocka_unit_test(ids_have_a_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
