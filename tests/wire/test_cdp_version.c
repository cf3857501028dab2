/* Which browsers weir takes, and a server that lies about what it is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "cdp/browser.h"
#include "cdp/wire/version.h"
#include "devtools_server.h"
#include "trace/deps.h"

/* Only a failing test waits for it. */
static int64_t soon(void)
{
    return clock_now_ms() + 60 * 1000;
}

static void expect_refused(const char *product, const char *words)
{
    struct error error = ERROR_NONE;
    assert_false(cdp_version_is_fine(str_text(product), &error));
    assert_int_equal(error.code, ERROR_SETUP);
    if (strstr(error.message, words) == NULL)
        fail_msg("%s: %s", product, error.message);
}

static void browsers_that_can_do_it_are_taken(void **state)
{
    (void)state;
    static const char *const products[] = {
        "Chrome/94.0.4606.54",     "HeadlessChrome/156.0.8078.79",
        "Edg/120.0.2210.61",       "Chromium/130.0",
        "Chrome/1000000000000000", "Chrome/95",
    };
    for (size_t i = 0; i < sizeof products / sizeof *products; i++)
        assert_true(cdp_version_is_fine(str_text(products[i]), NULL));
}

static void others_are_refused_by_name(void **state)
{
    (void)state;
    expect_refused("Chrome/93.0.4577.63", "this browser (Chrome/93.0.4577.63) "
                                          "is too old: weir needs at least "
                                          "version 94");
    expect_refused("HeadlessChrome/9", "too old");
    expect_refused("Firefox/142.0", "calls itself \"Firefox/142.0\"");
    expect_refused("", "calls itself \"\"");
    expect_refused("Chrome", "calls itself \"Chrome\"");
    expect_refused("Chrome/", "calls itself");
    expect_refused("Chrome/x", "calls itself");
    expect_refused("Chrome/0", "calls itself");
    expect_refused("94", "calls itself");
}

/* Answers the first request with its data (NULL: with an error), whatever was
 * asked, and no other. */
static void lie(struct server *server)
{
    struct json *request;
    if (!server_upgrade(server))
        return;
    for (int i = 0; (request = server_read_request(server)) != NULL; i++) {
        if (i == 0 && server->data != NULL)
            server_reply(server, request, server->data);
        else if (i == 0)
            server_sendf(server,
                         "{\"id\":1,\"error\":{\"message\":\"what?\"}}");
        json_destroy(request);
    }
}

/* What a run says to a server that answers so. */
static struct error start_against(const char *answer, int64_t deadline_ms)
{
    struct server server;
    struct error error = ERROR_NONE;
    server_start(&server, lie, (void *)answer);
    struct loop *loop = loop_create(NULL);
    struct executor *executor =
        browser_create(loop, &(struct browser_options){.connect = server.url,
                                                       .url = "about:blank"});
    struct deps deps;
    deps_init(&deps);
    assert_false(executor->ops->start(executor, &deps, deadline_ms, &error));
    deps_finish(&deps);
    executor->ops->destroy(executor);
    loop_destroy(loop);
    server_finish(&server);
    return error;
}

static void an_old_browser_is_told_before_anything_is_asked(void **state)
{
    (void)state;
    struct error error =
        start_against("{\"product\":\"Chrome/90.0.4430.93\"}", soon());
    assert_int_equal(error.code, ERROR_SETUP);
    assert_string_equal(error.message,
                        "this browser (Chrome/90.0.4430.93) is too old: weir "
                        "needs at least version 94");
}

static void what_is_no_browser_is_told_so(void **state)
{
    (void)state;
    static const char *const answers[] = {"{}", "{\"product\":3}",
                                          "{\"product\":\"node.js/v20.1.0\"}",
                                          "{\"product\":null}"};
    for (size_t i = 0; i < sizeof answers / sizeof *answers; i++) {
        struct error error = start_against(answers[i], soon());
        assert_int_equal(error.code, ERROR_SETUP);
        assert_non_null(strstr(error.message, "weir needs Chromium"));
    }
    struct error error = start_against(NULL, soon());
    assert_int_equal(error.code, ERROR_SETUP);
    assert_non_null(strstr(error.message, "does not say which it is"));
    assert_non_null(strstr(error.message, "what?"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(browsers_that_can_do_it_are_taken),
        cmocka_unit_test(others_are_refused_by_name),
        cmocka_unit_test(an_old_browser_is_told_before_anything_is_asked),
        cmocka_unit_test(what_is_no_browser_is_told_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
