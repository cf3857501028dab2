/* Order of this file: the server's side, the executor's side. */
#include "empty_browser.h"

#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <setjmp.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/browser.h"
#include "trace/deps.h"

enum { ROUNDS = 3 }; /* of an action and a wait */

/* ---- the server's side --------------------------------------------------- */

bool empty_browser_read(struct server *server,
                        struct empty_browser_request *request)
{
    struct json *root = server_read_request(server);
    if (root == NULL)
        return false;
    const struct json *params = json_read_field(root, "params");
    *request = (struct empty_browser_request){
        .root = root,
        .method = json_read_string(json_read_field(root, "method")),
        .expression = json_read_string(json_read_field(params, "expression")),
        .context = json_read_int(json_read_field(params, "contextId")),
    };
    return true;
}

const char *empty_browser_result(const struct empty_browser_request *request)
{
    if (str_is(request->method, "Target.createBrowserContext"))
        return "{\"browserContextId\":\"C\"}";
    if (str_is(request->method, "Target.createTarget"))
        return "{\"targetId\":\"T\"}";
    if (str_is(request->method, "Target.attachToTarget"))
        return "{\"sessionId\":\"S\"}";
    if (str_is(request->method, "Browser.getVersion"))
        return "{\"product\":\"HeadlessChrome/156.0.0.0\"}";
    if (!str_is(request->method, "Runtime.evaluate") ||
        request->expression.length == 0)
        return "{}";
    return "{\"result\":{\"type\":\"string\",\"value\":"
           "\"{\\\"ok\\\":true,\\\"now\\\":1,\\\"generation\\\":1,"
           "\\\"busy\\\":false,\\\"status\\\":200,\\\"type\\\":\\\"text/"
           "html\\\",\\\"state\\\":{},\\\"loaded\\\":true}\"}}";
}

void empty_browser_begin(struct server *server, int64_t context)
{
    server_sendf(
        server,
        "{\"method\":\"Runtime.executionContextCreated\",\"sessionId\":"
        "\"S\",\"params\":{\"context\":{\"id\":%lld,\"name\":\"weir\","
        "\"auxData\":{\"frameId\":\"T\"}}}}",
        (long long)context);
    server_sendf(server, "{\"method\":\"Page.loadEventFired\",\"sessionId\":"
                         "\"S\",\"params\":{}}");
}

/* A push of the page script; `members` is JSON with its quotes escaped. */
static void push(struct server *server, int64_t context, const char *members)
{
    server_sendf(
        server,
        "{\"method\":\"Runtime.bindingCalled\",\"sessionId\":\"S\","
        "\"params\":{\"name\":\"weirPush\",\"executionContextId\":%lld,"
        "\"payload\":\"{%s,\\\"now\\\":1,\\\"generation\\\":1,"
        "\\\"state\\\":{},\\\"loaded\\\":true}\"}}",
        (long long)context, members);
}

static void push_settled(struct server *server,
                         const struct empty_browser_request *request)
{
    int turn;
    char members[120];
    if (sscanf(request->expression.data, "weir.settle(%d", &turn) != 1)
        return;
    snprintf(members, sizeof members,
             "\\\"kind\\\":\\\"settled\\\",\\\"turn\\\":%d,"
             "\\\"decision\\\":\\\"none\\\"",
             turn);
    push(server, request->context, members);
}

/* A budget is used up at once, unless it is meant for ever (page_clock.c). */
static void let_time_pass(struct server *server,
                          const struct empty_browser_request *request)
{
    enum { FOR_EVER_MS = 1000 * 1000 * 1000 };
    const struct json *params = json_read_field(request->root, "params");
    int64_t budget_ms = json_read_int(json_read_field(params, "budget"));
    if (budget_ms > 0 && budget_ms < FOR_EVER_MS)
        server_sendf(server, "{\"method\":\"Emulation."
                             "virtualTimeBudgetExpired\",\"sessionId\":"
                             "\"S\",\"params\":{}}");
}

void empty_browser_follow(struct server *server,
                          const struct empty_browser_request *request)
{
    struct str said = request->expression;
    if (str_is(request->method, "Page.navigate"))
        empty_browser_begin(server, EMPTY_BROWSER_CONTEXT);
    if (str_is(request->method, "Emulation.setVirtualTimePolicy"))
        let_time_pass(server, request);
    if (str_starts_with(said, "weir.settle("))
        push_settled(server, request);
    if (str_starts_with(said, "weir.sleep("))
        push(server, request->context, "\\\"kind\\\":\\\"slept\\\"");
    if (str_starts_with(said, "weir.wait("))
        push(server, request->context,
             "\\\"kind\\\":\\\"events\\\",\\\"events\\\":"
             "[{\\\"id\\\":\\\"loaded\\\",\\\"args\\\":[]}]");
}

/* ---- the executor's side ------------------------------------------------- */

static void keep_words(struct empty_browser_ending *ending, const char *words)
{
    snprintf(ending->words, sizeof ending->words, "%s", words);
}

/* One message; false: there was none in time, or an error. */
static bool hear(struct executor *executor, int64_t deadline_ms,
                 struct empty_browser_ending *ending)
{
    struct executor_message message;
    struct error error = ERROR_NONE;
    executor_message_init(&message);
    enum executor_next next =
        executor->ops->next(executor, deadline_ms, &message, &error);
    bool fine = next == EXECUTOR_MESSAGE && message.kind != EXECUTOR_ERROR;
    if (next == EXECUTOR_MESSAGE && message.kind == EXECUTOR_ERROR)
        keep_words(ending, message.text);
    else if (next == EXECUTOR_DEADLINE)
        keep_words(ending, "the deadline passed");
    else if (!fine)
        keep_words(ending, error.message);
    executor_message_finish(&message);
    return fine;
}

static bool act(struct executor *executor, int64_t version, struct error *error)
{
    struct action noop = action_make(value_string(STR("noop")), false,
                                     value_list(NULL, 0), ACTION_NO_TIMEOUT);
    bool fine = executor->ops->act(executor, &noop, version, error);
    action_finish(&noop);
    return fine;
}

static bool start(struct executor *executor, int64_t deadline_ms,
                  struct error *error)
{
    struct deps deps;
    deps_init(&deps);
    bool fine = executor->ops->start(executor, &deps, deadline_ms, error);
    deps_finish(&deps);
    return fine;
}

static bool hold(struct executor *executor, int64_t deadline_ms,
                 struct empty_browser_ending *ending)
{
    struct error error = ERROR_NONE;
    bool fine = start(executor, deadline_ms, &error);
    if (fine && !hear(executor, deadline_ms, ending))
        return false;
    for (int round = 0; fine && round < ROUNDS; round++) {
        int64_t version = 2 * round + 1;
        fine = act(executor, version, &error);
        if (fine && !hear(executor, deadline_ms, ending))
            return false;
        fine = fine && executor->ops->wait(executor, 20, version + 1, &error);
        if (fine && !hear(executor, deadline_ms, ending))
            return false;
    }
    if (!fine)
        keep_words(ending, error.message);
    return fine;
}

/* How long a thread that only sleeps has overslept: on a busy machine nobody
 * runs when he wants to, and that is not the session's fault. */
struct lag {
    pthread_t thread;
    atomic_bool is_over;
    int64_t total_ms;
};

static void *sleep_on(void *data)
{
    enum { NAP_MS = 5 };
    struct lag *lag = data;
    while (!atomic_load(&lag->is_over)) {
        int64_t began_ms = clock_now_ms();
        nanosleep(&(struct timespec){.tv_nsec = NAP_MS * 1000 * 1000}, NULL);
        int64_t over_ms = clock_now_ms() - began_ms - NAP_MS;
        lag->total_ms += over_ms > 1 ? over_ms : 0;
    }
    return NULL;
}

static void lag_begin(struct lag *lag)
{
    *lag = (struct lag){.total_ms = 0};
    assert_int_equal(pthread_create(&lag->thread, NULL, sleep_on, lag), 0);
}

static int64_t lag_end(struct lag *lag)
{
    atomic_store(&lag->is_over, true);
    pthread_join(lag->thread, NULL);
    return lag->total_ms;
}

static struct empty_browser_ending session(server_script script, void *data,
                                           int64_t limit_ms, bool virtual_time)
{
    struct empty_browser_ending ending = {.held = false};
    struct lag lag;
    lag_begin(&lag);
    struct server server;
    server_start(&server, script, data);
    struct loop *loop = loop_create(NULL);
    struct executor *executor = browser_create(
        loop, &(struct browser_options){.connect = server.url,
                                        .url = "about:blank",
                                        .virtual_time = virtual_time});
    int64_t deadline_ms = clock_now_ms() + limit_ms;
    ending.held = hold(executor, deadline_ms, &ending);
    executor->ops->end(executor);
    executor->ops->destroy(executor);
    ending.late_ms = clock_now_ms() - deadline_ms - lag_end(&lag);
    loop_destroy(loop);
    server_finish(&server);
    return ending;
}

struct empty_browser_ending empty_browser_session(server_script script,
                                                  void *data, int64_t limit_ms)
{
    return session(script, data, limit_ms, false);
}

struct empty_browser_ending empty_browser_virtual_session(server_script script,
                                                          void *data,
                                                          int64_t limit_ms)
{
    return session(script, data, limit_ms, true);
}
