/* A browser that tells what of the page's scripts has run, as it should and as
 * it never should. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/memory.h"
#include "cdp/page/page.h"
#include "cdp/page/profiler.h"
#include "devtools_server.h"

#define FINE                                                                   \
    "{\"result\":[{\"scriptId\":\"3\",\"url\":\"s.js\",\"functions\":["        \
    "{\"functionName\":\"f\",\"ranges\":[{\"startOffset\":0,\"endOffset\":9,"  \
    "\"count\":1}]}]}]}"

/* What the server answers when it is asked what has run; NULL: an error, empty:
 * nothing at all. */
struct plan {
    const char *answer;
    int starts; /* so often counting was to begin */
};

static void answer(struct server *server)
{
    struct plan *plan = server->data;
    struct json *request;
    if (!server_upgrade(server))
        return;
    while ((request = server_read_request(server)) != NULL) {
        struct str method =
            json_read_string(json_read_field(request, "method"));
        bool is_take = str_is(method, "Profiler.takePreciseCoverage");
        plan->starts += str_is(method, "Profiler.startPreciseCoverage");
        if (!is_take)
            server_reply(server, request, "{}");
        else if (plan->answer == NULL)
            server_sendf(
                server,
                "{\"id\":%lld,\"sessionId\":\"S\",\"error\":"
                "{\"message\":\"Precise coverage has not been "
                "started.\"}}",
                (long long)json_read_int(json_read_field(request, "id")));
        else if (plan->answer[0] != '\0')
            server_reply(server, request, plan->answer);
        json_destroy(request);
    }
}

struct fixture {
    struct server server;
    struct loop *loop;
    struct page page;
    struct reach reach;
    int64_t documents;
};

static void begin(struct fixture *fixture, struct plan *plan)
{
    *fixture = (struct fixture){.documents = 1};
    server_start(&fixture->server, answer, plan);
    fixture->loop = loop_create(NULL);
    fixture->page = (struct page){
        .session = {.connection =
                        cdp_connection_open(fixture->loop, fixture->server.url,
                                            clock_now_ms() + 60 * 1000, NULL),
                    .id = "S"},
        .documents = &fixture->documents,
        .context = 1,
        .loaded = true,
    };
    assert_non_null(fixture->page.session.connection);
    page_init(&fixture->page, &(struct page_options){.width = 0});
}

static void finish(struct fixture *fixture)
{
    struct cdp_connection *connection = fixture->page.session.connection;
    page_close(&fixture->page);
    cdp_connection_destroy(connection);
    loop_destroy(fixture->loop);
    server_finish(&fixture->server);
    reach_finish(&fixture->reach);
}

static bool take(struct fixture *fixture, int64_t limit_ms, struct error *error)
{
    bool anew = false;
    return profiler_take(&fixture->page, &anew, clock_now_ms() + limit_ms,
                         &fixture->reach, error);
}

static void what_has_run_is_told(void **state)
{
    (void)state;
    struct plan plan = {FINE, 0};
    struct fixture fixture;
    struct error error = ERROR_NONE;
    begin(&fixture, &plan);
    assert_true(take(&fixture, 60 * 1000, &error));
    assert_int_equal(fixture.reach.count, 1);
    assert_int_equal(fixture.reach.items[0].kind, REACH_RAN);
    assert_int_equal(plan.starts, 0);
    bool anew = true;
    assert_true(profiler_take(&fixture.page, &anew, clock_now_ms() + 60 * 1000,
                              &fixture.reach, &error));
    assert_false(anew);
    assert_int_equal(plan.starts, 1);
    finish(&fixture);
}

static void what_is_no_answer_is_an_error_of_the_run(void **state)
{
    (void)state;
    static const char *const answers[] = {
        NULL,
        "{}",
        "[]",
        "null",
        "{\"result\":\"much\"}",
        "{\"result\":[{\"url\":\"s.js\"}]}",
        "{\"result\":[{\"url\":\"s.js\",\"functions\":[{\"ranges\":[]}]}]}",
        "{\"result\":[{\"url\":\"s.js\",\"functions\":[{\"ranges\":"
        "[{\"startOffset\":\"a\"}]}]}]}",
    };
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct plan plan = {answers[i], 0};
        struct fixture fixture;
        struct error error = ERROR_NONE;
        begin(&fixture, &plan);
        assert_false(take(&fixture, 60 * 1000, &error));
        assert_int_equal(error.code, ERROR_RUN);
        assert_non_null(strstr(error.message, "Profiler.takePreciseCoverage"));
        finish(&fixture);
    }
}

/* The time of the test is over: that is no trouble, and nothing is known. */
static void silence_ends_at_the_deadline(void **state)
{
    (void)state;
    struct plan plan = {"", 0};
    struct fixture fixture;
    struct error error = ERROR_NONE;
    begin(&fixture, &plan);
    int64_t started = clock_now_ms();
    assert_true(take(&fixture, 200, &error));
    assert_int_equal(fixture.reach.count, 0);
    assert_true(fixture.page.out_of_time);
    assert_in_range(clock_now_ms() - started, 200, 5000);
    finish(&fixture);
}

static void a_page_that_cannot_answer_is_not_asked(void **state)
{
    (void)state;
    struct plan plan = {NULL, 0};
    struct fixture fixture;
    struct error error = ERROR_NONE;
    begin(&fixture, &plan);
    fixture.page.navigating = true;
    assert_true(take(&fixture, 60 * 1000, &error));
    fixture.page.navigating = false;
    fixture.page.context = 0;
    assert_true(take(&fixture, 60 * 1000, &error));
    fixture.page.context = 1;
    fixture.page.dialog = value_null();
    assert_true(take(&fixture, 60 * 1000, &error));
    page_forget_dialog(&fixture.page);
    fixture.page.unresponsive = true;
    assert_true(take(&fixture, 60 * 1000, &error));
    assert_int_equal(fixture.reach.count, 0);
    finish(&fixture);
}

static void a_page_that_crashes_is_lost(void **state)
{
    (void)state;
    struct plan plan = {"", 0};
    struct fixture fixture;
    struct error error = ERROR_NONE;
    begin(&fixture, &plan);
    fixture.page.crashed = true;
    assert_false(take(&fixture, 60 * 1000, &error));
    assert_int_equal(error.code, ERROR_LOST);
    finish(&fixture);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_has_run_is_told),
        cmocka_unit_test(what_is_no_answer_is_an_error_of_the_run),
        cmocka_unit_test(silence_ends_at_the_deadline),
        cmocka_unit_test(a_page_that_cannot_answer_is_not_asked),
        cmocka_unit_test(a_page_that_crashes_is_lost),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
