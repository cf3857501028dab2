#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "cdp/page/login.h"

static const double now_s = 1800000000;

static void a_cookie_has_a_name_a_value_and_attributes(void **state)
{
    (void)state;
    struct login login = {0};
    struct error error = ERROR_NONE;
    assert_true(login_add_cookie(&login, " a = b=c ", &error));
    assert_true(login_add_cookie(&login,
                                 "session=;domain=.example.org; "
                                 "PATH=/app;SameSite=lax;Secure ;httponly;",
                                 &error));
    const struct login_cookie *plain = &login.cookies.items[0];
    assert_string_equal(plain->name, "a");
    assert_string_equal(plain->value, "b=c");
    assert_null(plain->domain);
    assert_null(plain->path);
    assert_false(plain->secure);
    const struct login_cookie *full = &login.cookies.items[1];
    assert_string_equal(full->name, "session");
    assert_string_equal(full->value, "");
    assert_string_equal(full->domain, ".example.org");
    assert_string_equal(full->path, "/app");
    assert_string_equal(full->same_site, "Lax");
    assert_true(full->secure);
    assert_true(full->http_only);
    login_finish(&login);
}

static void what_is_no_cookie_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {"",
                                        "a",
                                        "=b",
                                        "; Path=/",
                                        "a=b; Path",
                                        "a=b; Paths=/",
                                        "a=b; Domain=",
                                        "a=b; secure=yes",
                                        "a=b; SameSite=some"};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct login login = {0};
        struct error error = ERROR_NONE;
        if (login_add_cookie(&login, texts[i], &error))
            fail_msg("%s", texts[i]);
        assert_int_equal(error.code, ERROR_USAGE);
        login_finish(&login);
    }
}

/* The value may be a secret, and messages end in logs. */
static void a_message_tells_no_value(void **state)
{
    (void)state;
    struct login login = {0};
    struct error error = ERROR_NONE;
    assert_false(login_add_cookie(&login, "a=geheim; what", &error));
    assert_null(strstr(error.message, "geheim"));
    login_finish(&login);
}

static bool read_state(struct login *login, const char *text,
                       struct error *error)
{
    *login = (struct login){0};
    *error = ERROR_NONE;
    return login_add_state(login, str_text(text), error);
}

static void a_state_file_has_cookies_and_storage(void **state)
{
    (void)state;
    struct login login;
    struct error error;
    assert_true(read_state(
        &login,
        "{\"cookies\":[{\"name\":\"a\",\"value\":\"b\",\"domain\":\"h\","
        "\"path\":"
        "\"/\",\"expires\":1900000000.5,\"httpOnly\":true,\"secure\":false,"
        "\"sameSite\":\"None\"}],\"origins\":[{\"origin\":\"http://h:1\","
        "\"localStorage\":[{\"name\":\"k\",\"value\":\"v\"}],"
        "\"indexedDB\":[{}]}]}",
        &error));
    assert_int_equal(login.cookies.count, 1);
    const struct login_cookie *cookie = &login.cookies.items[0];
    assert_string_equal(cookie->domain, "h");
    assert_true(cookie->expires_s == 1900000000.5);
    assert_true(cookie->http_only);
    assert_string_equal(cookie->same_site, "None");
    assert_int_equal(login.items.count, 1);
    assert_string_equal(login.items.items[0].origin, "http://h:1");
    assert_string_equal(login.items.items[0].key, "k");
    assert_string_equal(login.items.items[0].value, "v");
    assert_true(login.has_databases);
    login_finish(&login);
}

static void another_file_is_refused(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"", "not JSON"},
        {"[]", "no list of \"cookies\""},
        {"{\"cookies\":{}}", "no list of \"cookies\""},
        {"{\"cookies\":[{\"name\":\"a\",\"domain\":\"h\"}]}",
         "its cookie number 1 has no text \"value\""},
        {"{\"cookies\":[7]}", "its cookie number 1 has no text \"name\""},
        {"{\"cookies\":[{\"name\":\"a\",\"value\":\"b\"}]}",
         "its cookie number 1 has no text \"domain\""},
        {"{\"origins\":[{\"localStorage\":[]}]}",
         "its origin number 1 has no text \"origin\""},
        {"{\"origins\":[{\"origin\":\"o\",\"localStorage\":[{\"name\":\"k\","
         "\"value\":\"v\"},{\"name\":\"k\"}]}]}",
         "its stored item number 2 has no text \"value\""},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct login login;
        struct error error;
        if (read_state(&login, cases[i].text, &error))
            fail_msg("%s", cases[i].text);
        assert_int_equal(error.code, ERROR_USAGE);
        if (strstr(error.message, cases[i].words) == NULL)
            fail_msg("%s: %s", cases[i].text, error.message);
        login_finish(&login);
    }
}

static bool concerns(const char *domain, double expires_s, const char *origin,
                     const char *url)
{
    struct login login = {0};
    struct login_cookie cookie = {.domain = (char *)domain,
                                  .expires_s = expires_s};
    struct login_item item = {.origin = (char *)origin};
    if (domain != NULL)
        vec_push(&login.cookies, cookie);
    if (origin != NULL)
        vec_push(&login.items, item);
    bool does = login_concerns(&login, url, now_s);
    vec_finish(&login.cookies);
    vec_finish(&login.items);
    return does;
}

static void a_state_is_for_hosts_and_for_a_while(void **state)
{
    (void)state;
    const char *url = "https://me:pw@app.example.org:8443/a@b:1?c";
    assert_true(concerns("app.example.org", 0, NULL, url));
    assert_true(concerns(".Example.org", -1, NULL, url));
    assert_true(concerns("example.org", now_s + 1, NULL, url));
    assert_false(concerns("example.org", now_s - 1, NULL, url));
    assert_false(concerns("ample.org", 0, NULL, url));
    assert_false(concerns("www.app.example.org", 0, NULL, url));
    assert_true(concerns(NULL, 0, "https://app.example.org:8443", url));
    assert_false(concerns(NULL, 0, "https://app.example.org", url));
    assert_false(concerns(NULL, 0, "http://app.example.org:8443", url));
    assert_false(concerns(NULL, 0, NULL, url));
    assert_true(concerns("localhost", 0, NULL, "http://localhost"));
    assert_true(concerns(NULL, 0, "http://localhost", "http://localhost"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_cookie_has_a_name_a_value_and_attributes),
        cmocka_unit_test(what_is_no_cookie_is_refused),
        cmocka_unit_test(a_message_tells_no_value),
        cmocka_unit_test(a_state_file_has_cookies_and_storage),
        cmocka_unit_test(another_file_is_refused),
        cmocka_unit_test(a_state_is_for_hosts_and_for_a_while),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
