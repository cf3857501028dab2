/* A browser that delays, answers in another order, breaks off, refuses and
 * lies, at each point of a session. What a browser may do does no harm; the
 * rest is an error in words, by the deadline, and nothing worse.
 *
 * Each lie is told at some points of the session, other ones for each lie; with
 * the argument "all" at every one. */
#include <poll.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>

#include <cmocka.h>

#include "base/clock.h"
#include "empty_browser.h"

enum {
    LONG_MS = 60 * 1000, /* only a failing test waits for it */
    SHORT_MS = 60,       /* where a lie may cost all of the time */
    LATE_MS = 1000,
    DELAY_MS = 15,
    STRIDE = 8, /* of the points at which a lie is told */
};

static int stride = STRIDE;

/* What is done at one place of a session. */
struct plan {
    void (*misbehave)(struct server *server, struct plan *plan,
                      struct empty_browser_request *request);
    const char *text;  /* for it */
    int place;         /* the number of the request, from 0; -1: nowhere */
    int asked;         /* so many requests came */
    int64_t context;   /* of the document that is there */
    bool virtual_time; /* of the session */
};

static void answer(struct server *server,
                   const struct empty_browser_request *request)
{
    server_reply(server, request->root, empty_browser_result(request));
    empty_browser_follow(server, request);
}

/* What was asked of a document that is not there any more. */
static void refuse(struct server *server,
                   const struct empty_browser_request *request)
{
    server_sendf(
        server,
        "{\"id\":%lld,\"error\":{\"code\":-32000,\"message\":"
        "\"Cannot find context with specified id\"}}",
        (long long)json_read_int(json_read_field(request->root, "id")));
}

static void misbehave_once(struct server *server)
{
    struct plan *plan = server->data;
    struct empty_browser_request request;
    if (!server_upgrade(server))
        return;
    while (empty_browser_read(server, &request)) {
        if (plan->asked++ == plan->place)
            plan->misbehave(server, plan, &request);
        else if (request.context != 0 && request.context != plan->context)
            refuse(server, &request);
        else
            answer(server, &request);
        json_destroy(request.root);
    }
}

static struct empty_browser_ending session_with(struct plan *plan, int place,
                                                int64_t limit_ms)
{
    plan->place = place;
    plan->asked = 0;
    plan->context = EMPTY_BROWSER_CONTEXT;
    if (plan->virtual_time)
        return empty_browser_virtual_session(misbehave_once, plan, limit_ms);
    return empty_browser_session(misbehave_once, plan, limit_ms);
}

/* How many requests a session makes when all is well. */
static int count_requests(bool virtual_time)
{
    struct plan plan = {.virtual_time = virtual_time};
    struct empty_browser_ending ending = session_with(&plan, -1, LONG_MS);
    if (!ending.held)
        fail_msg("the server is not good enough: %s", ending.words);
    assert_in_range(plan.asked, 10, EMPTY_BROWSER_REQUESTS);
    return plan.asked;
}

/* ---- what a browser may do ----------------------------------------------- */

static bool is_next_there(struct server *server)
{
    struct pollfd peer = {.fd = server->peer, .events = POLLIN};
    return poll(&peer, 1, DELAY_MS) > 0;
}

/* After the answers to what comes meanwhile. */
static void answer_late(struct server *server, struct plan *plan,
                        struct empty_browser_request *request)
{
    struct empty_browser_request next;
    (void)plan;
    while (is_next_there(server) && empty_browser_read(server, &next)) {
        plan->asked++;
        answer(server, &next);
        json_destroy(next.root);
    }
    answer(server, request);
}

/* What happens comes before the word that it was asked for. */
static void answer_behind(struct server *server, struct plan *plan,
                          struct empty_browser_request *request)
{
    (void)plan;
    empty_browser_follow(server, request);
    server_reply(server, request->root, empty_browser_result(request));
}

static void expect_none(struct plan plan, int step)
{
    int count = count_requests(plan.virtual_time);
    for (int place = 0; place < count; place += step) {
        struct empty_browser_ending ending =
            session_with(&plan, place, LONG_MS);
        if (!ending.held)
            fail_msg("at request %d: %s", place, ending.words);
    }
}

/* Neither in real nor under virtual time. */
static void expect_no_harm(struct plan plan, int step)
{
    expect_none(plan, step);
    plan.virtual_time = true;
    expect_none(plan, step);
}

/* The page leads elsewhere, and the other document is there at once. */
static void lead_elsewhere(struct server *server, struct plan *plan,
                           struct empty_browser_request *request)
{
    if (request->context == 0) {
        answer(server, request);
        return;
    }
    server_send_text(server, "{\"method\":\"Runtime.executionContextsCleared\","
                             "\"sessionId\":\"S\",\"params\":{}}");
    empty_browser_begin(server, ++plan->context);
    refuse(server, request);
}

static void late_answers_do_no_harm(void **state)
{
    (void)state;
    expect_no_harm((struct plan){.misbehave = answer_late}, (stride + 3) / 4);
}

static void events_before_their_answers_do_no_harm(void **state)
{
    (void)state;
    expect_no_harm((struct plan){.misbehave = answer_behind}, (stride + 3) / 4);
}

static void documents_that_lead_elsewhere_do_no_harm(void **state)
{
    (void)state;
    expect_no_harm((struct plan){.misbehave = lead_elsewhere}, 1);
}

/* ---- what ends a session ------------------------------------------------- */

static void break_off(struct server *server, struct plan *plan,
                      struct empty_browser_request *request)
{
    (void)plan;
    (void)request;
    shutdown(server->peer, SHUT_RDWR);
}

static void a_connection_that_breaks_off_ends_it_at_once(void **state)
{
    (void)state;
    struct plan plan = {.misbehave = break_off};
    /* The last ones come when it is over. */
    int count = count_requests(false) - 3;
    for (int place = 0; place < count; place++) {
        struct empty_browser_ending ending =
            session_with(&plan, place, LONG_MS);
        if (ending.held || ending.words[0] == '\0' ||
            ending.late_ms > LATE_MS - LONG_MS)
            fail_msg("at request %d: %s, after %lld ms: %s", place,
                     ending.held ? "held" : "ended",
                     (long long)(LONG_MS + ending.late_ms), ending.words);
    }
}

/* ---- lies ---------------------------------------------------------------- */

static void send_error(struct server *server, struct plan *plan,
                       struct empty_browser_request *request)
{
    server_sendf(server, "{\"id\":%lld,\"error\":%s}",
                 (long long)json_read_int(json_read_field(request->root, "id")),
                 plan->text);
}

static void send_result(struct server *server, struct plan *plan,
                        struct empty_browser_request *request)
{
    server_reply(server, request->root, plan->text);
}

/* Something that nobody has asked for, and then the answer. */
static void send_event(struct server *server, struct plan *plan,
                       struct empty_browser_request *request)
{
    server_send_text(server, plan->text);
    answer(server, request);
}

/* A push of the page script: JSON with its quotes escaped. */
static void send_push(struct server *server, struct plan *plan,
                      struct empty_browser_request *request)
{
    server_sendf(server,
                 "{\"method\":\"Runtime.bindingCalled\",\"sessionId\":\"S\","
                 "\"params\":{\"name\":\"weirPush\",\"executionContextId\":7,"
                 "\"payload\":\"%s\"}}",
                 plan->text);
    answer(server, request);
}

/* The session is held, or ends with words, by its deadline and a second. How
 * many ended so. */
static int expect_survived(struct plan plan, const char *const *texts,
                           size_t count)
{
    int requests = count_requests(plan.virtual_time);
    int ended = 0;
    for (size_t i = 0; i < count; i++) {
        plan.text = texts[i];
        for (int place = (int)i % stride; place < requests; place += stride) {
            struct empty_browser_ending ending =
                session_with(&plan, place, SHORT_MS);
            if (ending.late_ms > LATE_MS)
                fail_msg("%s at request %d: late by %lld ms", texts[i], place,
                         (long long)ending.late_ms);
            if (!ending.held && ending.words[0] == '\0')
                fail_msg("%s at request %d: no words", texts[i], place);
            ended += !ending.held;
        }
    }
    return ended;
}

#define COUNT(list) (sizeof(list) / sizeof *(list))

static void errors_are_survived(void **state)
{
    (void)state;
    static const char *const errors[] = {
        ("{\"code\":-32000,\"message\":\"Cannot find context with specified "
         "id\"}"),
        "{}", "\"no\""};
    assert_int_not_equal(expect_survived((struct plan){.misbehave = send_error},
                                         errors, COUNT(errors)),
                         0);
}

static void results_of_another_form_are_survived(void **state)
{
    (void)state;
    static const char *const results[] = {
        "null",
        "[]",
        ("{\"browserContextId\":[],\"targetId\":{},\"sessionId\":7,"
         "\"product\":null,\"result\":\"x\",\"errorText\":\"net::ERR_"
         "FAILED\"}"),
        "{\"result\":{\"value\":\"{\"}}",
        "{\"result\":{\"value\":\"[1,[2]]\"}}",
        ("{\"result\":{\"value\":\"{\\\"ok\\\":1,\\\"now\\\":1e300,"
         "\\\"generation\\\":[],\\\"status\\\":{},\\\"state\\\":[[]]}\"}}"),
        "{\"result\":{\"type\":\"object\"},\"exceptionDetails\":{}}"};
    assert_int_not_equal(
        expect_survived((struct plan){.misbehave = send_result}, results,
                        COUNT(results)),
        0);
}

static void events_that_nobody_expects_are_survived(void **state)
{
    (void)state;
    static const char *const events[] = {
        "{\"method\":\"Runtime.executionContextsCleared\",\"sessionId\":\"S\"}",
        ("{\"method\":\"Runtime.executionContextDestroyed\",\"sessionId\":"
         "\"S\",\"params\":{\"executionContextId\":7}}"),
        ("{\"method\":\"Runtime.executionContextCreated\",\"sessionId\":\"S\","
         "\"params\":{\"context\":{\"id\":-1,\"name\":\"weir\",\"auxData\":{"
         "\"frameId\":\"T\"}}}}"),
        "{\"method\":\"Page.loadEventFired\",\"sessionId\":\"S\"}",
        ("{\"method\":\"Page.javascriptDialogOpening\",\"sessionId\":\"S\","
         "\"params\":{\"type\":[]}}"),
        ("{\"method\":\"Page.frameRequestedNavigation\",\"sessionId\":\"S\","
         "\"params\":{\"frameId\":\"T\",\"disposition\":\"currentTab\"}}"),
        ("{\"method\":\"Emulation.virtualTimeBudgetExpired\",\"sessionId\":"
         "\"S\"}"),
        "{\"method\":\"Inspector.targetCrashed\",\"sessionId\":\"S\"}",
        ("{\"method\":\"Target.targetDestroyed\",\"params\":{\"targetId\":"
         "\"T\"}}"),
        "{\"id\":1000000,\"result\":{}}"};
    assert_int_not_equal(expect_survived((struct plan){.misbehave = send_event},
                                         events, COUNT(events)),
                         0);
}

static void pushes_of_another_form_are_survived(void **state)
{
    (void)state;
    static const char *const pushes[] = {
        "",
        "{",
        "null",
        "[]",
        "{}",
        "{\\\"kind\\\":7}",
        "{\\\"kind\\\":\\\"due\\\"}",
        "{\\\"kind\\\":\\\"foreign\\\"}",
        "{\\\"kind\\\":\\\"unseen\\\",\\\"what\\\":{}}",
        "{\\\"kind\\\":\\\"settled\\\",\\\"turn\\\":1}",
        ("{\\\"kind\\\":\\\"settled\\\",\\\"turn\\\":1,\\\"events\\\":7,"
         "\\\"state\\\":5,\\\"now\\\":-1e300}"),
        ("{\\\"kind\\\":\\\"events\\\",\\\"events\\\":[7,{\\\"id\\\":7},"
         "{\\\"id\\\":\\\"changed\\\",\\\"args\\\":{}}],\\\"state\\\":"
         "{\\\"a\\\":[{\\\"ref\\\":7},5],\\\"b\\\":{}}}"),
        ("{\\\"kind\\\":\\\"timeout\\\",\\\"error\\\":{\\\"kind\\\":"
         "\\\"selector\\\"}}")};
    expect_survived((struct plan){.misbehave = send_push}, pushes,
                    COUNT(pushes));
}

int main(int argc, char **argv)
{
    if (argc > 1 && strcmp(argv[1], "all") == 0)
        stride = 1;
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(late_answers_do_no_harm),
        cmocka_unit_test(events_before_their_answers_do_no_harm),
        cmocka_unit_test(documents_that_lead_elsewhere_do_no_harm),
        cmocka_unit_test(a_connection_that_breaks_off_ends_it_at_once),
        cmocka_unit_test(errors_are_survived),
        cmocka_unit_test(results_of_another_form_are_survived),
        cmocka_unit_test(events_that_nobody_expects_are_survived),
        cmocka_unit_test(pushes_of_another_form_are_survived),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
