/* A browser that falls silent, at each point of a session: every call of the
 * executor comes back by its deadline and a second.
 *
 * The server answers what it is asked as a browser with an empty page would, as
 * many requests as it is told, and from then on nothing. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/browser.h"
#include "devtools_server.h"
#include "trace/deps.h"

enum {
    LIMIT_MS = 300, /* of a session, as --timeout */
    LATE_MS = 1000,
    ANSWERS = 200, /* more than a session needs */
    ROUNDS = 3,    /* of an action and a wait */
};

struct silence {
    int answers; /* so many are given */
    int asked;   /* so many were */
};

static const char *value_of(struct str method, struct str expression)
{
    if (str_is(method, "Target.createBrowserContext"))
        return "{\"browserContextId\":\"C\"}";
    if (str_is(method, "Target.createTarget"))
        return "{\"targetId\":\"T\"}";
    if (str_is(method, "Target.attachToTarget"))
        return "{\"sessionId\":\"S\"}";
    if (str_is(method, "Browser.getVersion"))
        return "{\"product\":\"HeadlessChrome/156.0.0.0\"}";
    if (!str_is(method, "Runtime.evaluate") || expression.length == 0)
        return "{}";
    return "{\"result\":{\"type\":\"string\",\"value\":"
           "\"{\\\"ok\\\":true,\\\"now\\\":1,\\\"generation\\\":1,"
           "\\\"busy\\\":false,\\\"status\\\":200,\\\"type\\\":\\\"text/"
           "html\\\",\\\"state\\\":{},\\\"loaded\\\":true}\"}}";
}

static void begin_document(struct server *server)
{
    server_sendf(
        server, "{\"method\":\"Runtime.executionContextCreated\",\"sessionId\":"
                "\"S\",\"params\":{\"context\":{\"id\":7,\"name\":\"weir\","
                "\"auxData\":{\"frameId\":\"T\"}}}}");
    server_sendf(server, "{\"method\":\"Page.loadEventFired\",\"sessionId\":"
                         "\"S\",\"params\":{}}");
}

static void push(struct server *server, const char *members)
{
    server_sendf(server,
                 "{\"method\":\"Runtime.bindingCalled\",\"sessionId\":\"S\","
                 "\"params\":{\"name\":\"weirPush\",\"executionContextId\":7,"
                 "\"payload\":\"{%s,\\\"now\\\":1,\\\"generation\\\":1,"
                 "\\\"state\\\":{},\\\"loaded\\\":true}\"}}",
                 members);
}

/* What comes behind the answer. */
static void follow(struct server *server, struct str method, struct str said)
{
    int turn;
    char members[120];
    if (str_is(method, "Page.navigate"))
        begin_document(server);
    if (str_starts_with(said, "weir.settle(") &&
        sscanf(said.data, "weir.settle(%d", &turn) == 1) {
        snprintf(members, sizeof members,
                 "\\\"kind\\\":\\\"settled\\\",\\\"turn\\\":%d,"
                 "\\\"decision\\\":\\\"none\\\"",
                 turn);
        push(server, members);
    }
    if (str_starts_with(said, "weir.wait("))
        push(server, "\\\"kind\\\":\\\"events\\\",\\\"events\\\":[{\\\"id\\\":"
                     "\\\"loaded\\\",\\\"args\\\":[]}]");
}

static void fall_silent(struct server *server)
{
    struct silence *silence = server->data;
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        struct str method =
            json_read_string(json_read_field(request, "method"));
        const struct json *params = json_read_field(request, "params");
        struct str said =
            json_read_string(json_read_field(params, "expression"));
        if (silence->asked++ < silence->answers) {
            server_reply(server, request, value_of(method, said));
            follow(server, method, said);
        }
        json_destroy(request);
    }
}

/* One message, if there is one in time. */
static enum executor_next next_of(struct executor *executor,
                                  int64_t deadline_ms, bool *is_error)
{
    struct executor_message message;
    struct error error = ERROR_NONE;
    executor_message_init(&message);
    enum executor_next next =
        executor->ops->next(executor, deadline_ms, &message, &error);
    *is_error = next != EXECUTOR_MESSAGE || message.kind == EXECUTOR_ERROR;
    executor_message_finish(&message);
    return next;
}

/* A session as a run would hold it; true: to its end. */
static bool hold_session(struct executor *executor, int64_t deadline_ms)
{
    struct error error = ERROR_NONE;
    struct deps deps;
    bool is_error;
    deps_init(&deps);
    bool fine = executor->ops->start(executor, &deps, deadline_ms, &error);
    deps_finish(&deps);
    if (!fine)
        return false;
    next_of(executor, deadline_ms, &is_error);
    for (int round = 0; round < ROUNDS && !is_error; round++) {
        struct action noop =
            action_make(value_string(STR("noop")), false, value_list(NULL, 0),
                        ACTION_NO_TIMEOUT);
        int64_t version = 2 * round + 1;
        fine = executor->ops->act(executor, &noop, version, &error);
        action_finish(&noop);
        if (!fine)
            return false;
        next_of(executor, deadline_ms, &is_error);
        if (is_error || !executor->ops->wait(executor, 20, version + 1, &error))
            return false;
        next_of(executor, deadline_ms, &is_error);
    }
    return !is_error;
}

/* A session with a browser that gives so many answers. */
static bool is_held(struct silence *silence, int64_t limit_ms)
{
    struct server server;
    server_start(&server, fall_silent, silence);
    struct loop *loop = loop_create(NULL);
    struct executor *executor =
        browser_create(loop, &(struct browser_options){.connect = server.url,
                                                       .url = "about:blank"});
    int64_t deadline_ms = clock_now_ms() + limit_ms;
    bool held = hold_session(executor, deadline_ms);
    executor->ops->end(executor);
    executor->ops->destroy(executor);
    int64_t late_ms = clock_now_ms() - deadline_ms;
    loop_destroy(loop);
    server_finish(&server);
    if (late_ms > LATE_MS)
        fail_msg("after %d answers it took %lld ms longer", silence->answers,
                 (long long)late_ms);
    return held;
}

static void no_silence_makes_a_session_late(void **state)
{
    (void)state;
    struct silence all = {.answers = ANSWERS};
    /* The server is good enough for a whole session. */
    assert_true(is_held(&all, 60 * 1000));
    assert_in_range(all.asked, 10, ANSWERS);
    for (int answers = 0; answers < all.asked; answers++) {
        struct silence silence = {.answers = answers};
        is_held(&silence, LIMIT_MS);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_silence_makes_a_session_late),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
