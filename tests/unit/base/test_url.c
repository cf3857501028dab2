#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/url.h"
#include "base/ws.h"

static void expect(const char *url, bool is_http, const char *host, int port,
                   const char *path)
{
    struct ws_url parts;
    struct error error = ERROR_NONE;
    if (!ws_url_read(&parts, url, &error))
        fail_msg("%s", error.message);
    assert_int_equal(parts.is_http, is_http);
    assert_string_equal(parts.host, host);
    assert_int_equal(parts.port, port);
    assert_string_equal(parts.path, path);
    ws_url_finish(&parts);
}

static void a_url_has_host_port_and_path(void **state)
{
    (void)state;
    expect("ws://h:9222/devtools/browser/1", false, "h", 9222,
           "/devtools/browser/1");
    expect("ws://h", false, "h", 80, "/");
    expect("ws://h/", false, "h", 80, "/");
    expect("ws://h:65535/p?q=1:2#f", false, "h", 65535, "/p?q=1:2");
    expect("http://127.0.0.1:1", true, "127.0.0.1", 1, "/");
    expect("ws://[::1]:5/p", false, "::1", 5, "/p");
    expect("ws://[::1]", false, "::1", 80, "/");
}

static void another_text_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",          "h:1",          "wss://h",     "https://h",
        "ws:/h",     "ws://",        "ws:///p",     "ws://:1",
        "ws://h:",   "ws://h:x",     "ws://h:0",    "ws://h:65536",
        "ws://[::1", "ws://[::1]x",  "ws://u:p@h",  "ws://h:000001",
        "ws://[]:1", "ws://h:1:2/p", "ws://h:-1/p",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct ws_url parts;
        struct error error = ERROR_NONE;
        if (ws_url_read(&parts, texts[i], &error))
            fail_msg("\"%s\" was taken", texts[i]);
        assert_int_equal(error.code, ERROR_USAGE);
    }
}

static void a_password_is_hidden(void **state)
{
    (void)state;
    static const struct {
        const char *text, *shown;
    } cases[] = {
        {"http://me:pw@h:1/a", "http://me:…@h:1/a"},
        {"http://:p:w@x@h/a@b", "http://:…@h/a@b"},
        {"--origin=https://me:pw@h", "--origin=https://me:…@h"},
        {"http://me@h:1/", "http://me@h:1/"},
        {"http://h:1/a:b@c", "http://h:1/a:b@c"},
        {"http://h?a:b@c", "http://h?a:b@c"},
        {"me:pw@h", "me:pw@h"},
        {"", ""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char *shown = url_hide_password(cases[i].text);
        assert_string_equal(shown, cases[i].shown);
        free(shown);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_url_has_host_port_and_path),
        cmocka_unit_test(another_text_is_refused),
        cmocka_unit_test(a_password_is_hidden),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
