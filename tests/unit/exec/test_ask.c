/* Requests around tests: what is asked for, and what may be answered. */
#include "exec/prepared/ask.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

#include "exec/prepared/prepared.h"

static void a_request_has_an_address(void **state)
{
    (void)state;
    assert_true(ask_is_request("http://localhost/reset"));
    assert_true(ask_is_request("DELETE https://localhost/items"));
    assert_false(ask_is_request("curl http://localhost/reset"));
    assert_false(ask_is_request("./reset"));
    assert_false(ask_is_request(""));
}

static void assert_read(const char *text, const char *method,
                        const char *authority, const char *path)
{
    struct ask_target target;
    struct error error = ERROR_NONE;
    if (!ask_read(&target, text, "POST", &error))
        fail_msg("%s", error.message);
    assert_string_equal(target.method, method);
    assert_string_equal(target.authority, authority);
    assert_string_equal(target.path, path);
    ask_finish(&target);
}

static void what_is_asked_for_is_read(void **state)
{
    (void)state;
    assert_read("http://localhost:8080", "POST", "localhost:8080", "/");
    assert_read("http://localhost/a/", "POST", "localhost", "/a/");
    assert_read("http://h?a=b/c#d", "POST", "h", "/?a=b/c");
    assert_read("PUT https://[::1]:1/x?y", "PUT", "[::1]:1", "/x?y");
}

static void assert_refused(const char *text)
{
    struct ask_target target;
    struct error error = ERROR_NONE;
    assert_false(ask_read(&target, text, "POST", &error));
    assert_int_equal(error.code, ERROR_USAGE);
}

static void what_would_break_the_request_is_refused(void **state)
{
    (void)state;
    assert_refused("http://");
    assert_refused("http://h:99999/");
    assert_refused("http://h/a b");
    assert_refused("http://h/?a\r\nX: y");
    assert_refused("http://name:secret@h/");
    assert_refused("ftp://h/");
}

static void assert_wrong(struct preparation_options options, const char *words)
{
    struct error error = ERROR_NONE;
    assert_false(preparation_check(&options, &error));
    assert_int_equal(error.code, ERROR_USAGE);
    assert_non_null(strstr(error.message, words));
}

static void options_belong_together(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_true(preparation_check(
        &(struct preparation_options){.start = "a", .ready = "http://h"},
        &error));
    assert_true(
        preparation_check(&(struct preparation_options){.reset = "a"}, &error));
    assert_wrong((struct preparation_options){.start = "a"}, "--ready URL");
    assert_wrong((struct preparation_options){.ready = "http://h"}, "--start");
    assert_wrong((struct preparation_options){.start = "a", .ready = "h"},
                 "--ready: ");
    assert_wrong((struct preparation_options){.reset = "GET http://"},
                 "--reset: ");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_request_has_an_address),
        cmocka_unit_test(what_is_asked_for_is_read),
        cmocka_unit_test(what_would_break_the_request_is_refused),
        cmocka_unit_test(options_belong_together),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
