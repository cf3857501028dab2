/* Which words of the hook and which requests are worth a notice. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cdp/page/notices.h"

static bool tells_of_request(const char *page, const char *url)
{
    struct notice_list list = {0};
    char text[400];
    snprintf(text, sizeof text, "{\"request\":{\"url\":\"%s\"}}", url);
    struct json *params = json_parse(str_text(text), NULL);
    notices_hear_request(&list, page, params);
    bool told = list.count == 1;
    if (told)
        assert_string_equal(list.items[0].kind, "other-origin");
    json_destroy(params);
    notice_list_finish(&list);
    return told;
}

static void requests_to_other_servers_are_told(void **state)
{
    (void)state;
    static const char page[] = "http://127.0.0.1:8000/a/b.html?c#d";
    assert_true(tells_of_request(page, "http://127.0.0.1:8001/"));
    assert_true(tells_of_request(page, "http://127.0.0.1:80001/"));
    assert_true(tells_of_request(page, "http://127.0.0.1:800"));
    assert_true(tells_of_request(page, "https://127.0.0.1:8000/"));
    assert_true(tells_of_request(page, "http://localhost:8000/"));
    assert_true(tells_of_request("file:///a/b.html", "https://a.example/x"));
}

static void other_requests_are_not(void **state)
{
    (void)state;
    static const char page[] = "http://127.0.0.1:8000/a/b.html?c#d";
    assert_false(tells_of_request(page, "http://127.0.0.1:8000/x"));
    assert_false(tells_of_request(page, "http://127.0.0.1:8000"));
    assert_false(tells_of_request(page, "http://127.0.0.1:8000?x"));
    assert_false(tells_of_request(page, "data:text/plain,http://a.example/"));
    assert_false(tells_of_request(page, "blob:http://127.0.0.1:8000/1"));
    assert_false(tells_of_request(page, ""));
    assert_false(tells_of_request(page, "http"));
    assert_false(tells_of_request("file:///a/b.html", "file:///a/c.png"));
}

static void words_of_the_hook_are_told_once(void **state)
{
    (void)state;
    struct notice_list list = {0};
    notices_hear(&list, STR("worker"));
    notices_hear(&list, STR("worker"));
    notices_hear(&list, STR("media"));
    notices_hear(&list, STR("nonsense"));
    notices_hear(&list, STR(""));
    assert_int_equal(list.count, 2);
    assert_string_equal(list.items[0].kind, "worker");
    assert_non_null(strstr(list.items[0].text, "in spite of --deterministic"));
    assert_string_equal(list.items[1].kind, "media");
    notice_list_finish(&list);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(requests_to_other_servers_are_told),
        cmocka_unit_test(other_requests_are_not),
        cmocka_unit_test(words_of_the_hook_are_told_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
