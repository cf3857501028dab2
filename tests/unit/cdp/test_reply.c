/* Answers in a server's place: what may be said, and what the browser is told.
 */
#include "cdp/network/reply.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/json.h"

static struct value *described(const char *text)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse(str_text(text), &error);
    assert_non_null(json);
    struct value *value = value_from_json(json);
    json_destroy(json);
    return value;
}

static struct reply made(const char *text)
{
    struct reply reply;
    struct error error = ERROR_NONE;
    struct value *value = described(text);
    if (!reply_make(&reply, value, &error))
        fail_msg("%s: %s", text, error.message);
    value_unref(value);
    return reply;
}

static void assert_made(const char *text, int status, const char *type,
                        const char *body)
{
    struct reply reply = made(text);
    assert_int_equal(reply.status, status);
    assert_non_null(strstr(reply.headers, type));
    if (body == NULL)
        assert_null(reply.body);
    else
        assert_string_equal(reply.body, body);
    reply_finish(&reply);
}

static void a_body_has_its_type(void **state)
{
    (void)state;
    assert_made("{}", 200, "text/plain", NULL);
    assert_made("{\"status\": 503}", 503, "text/plain", NULL);
    assert_made("{\"text\": \"foo\"}", 200, "text/plain", "Zm9v");
    assert_made("{\"status\": 201, \"json\": [1]}", 201, "application/json",
                "WzFd");
    assert_made("{\"json\": null}", 200, "application/json", "bnVsbA==");
}

static void a_file_is_read_now(void **state)
{
    (void)state;
    char folder[] = "/tmp/weir-reply-XXXXXX";
    char path[60], text[100];
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/a.HTML", folder);
    FILE *file = fopen(path, "we");
    assert_non_null(file);
    fputs("foo", file);
    fclose(file);
    snprintf(text, sizeof text, "{\"file\": \"%s\"}", path);
    assert_made(text, 200, "text/html", "Zm9v");
    unlink(path);
    rmdir(folder);
}

static void headers_that_are_given_count(void **state)
{
    (void)state;
    struct reply reply = made("{\"headers\": [\"content-type: a/b\", "
                              "\"ETag:  \\\"7\\\"\"]}");
    assert_string_equal(
        reply.headers,
        "[{\"name\":\"content-type\",\"value\":\"a/b\"},"
        "{\"name\":\"ETag\",\"value\":\"\\\"7\\\"\"},"
        "{\"name\":\"Access-Control-Allow-Origin\",\"value\":\"*\"}]");
    struct reply copy = reply_copy(&reply);
    reply_finish(&reply);
    assert_non_null(strstr(copy.headers, "a/b"));
    reply_finish(&copy);
}

static void assert_refused(const char *text, const char *words)
{
    struct reply reply;
    struct error error = ERROR_NONE;
    struct value *value = described(text);
    assert_false(reply_make(&reply, value, &error));
    assert_int_equal(error.code, ERROR_RUN);
    if (strstr(error.message, words) == NULL)
        fail_msg("%s: %s", text, error.message);
    value_unref(value);
}

static void what_is_no_answer_is_refused(void **state)
{
    (void)state;
    assert_refused("{\"status\": 99}", "200 to 599");
    assert_refused("{\"status\": \"200\"}", "200 to 599");
    assert_refused("{\"header\": []}", "no header");
    assert_refused("{\"headers\": \"A: b\"}", "list of texts");
    assert_refused("{\"headers\": [\"A\"]}", "Name: value");
    assert_refused("{\"headers\": [\": b\"]}", "Name: value");
    assert_refused("{\"headers\": [\"A b: c\"]}", "Name: value");
    assert_refused("{\"headers\": [\"A: b\\r\\nC: d\"]}", "Name: value");
    assert_refused("{\"text\": \"a\", \"json\": 1}", "one body");
    assert_refused("{\"text\": 1}", "are texts");
    assert_refused("{\"file\": \"/nowhere/at/all\"}", "cannot read /nowhere");
    assert_refused("{\"file\": \"/tmp\"}", "cannot read /tmp");
    assert_refused("{\"file\": \"/dev/zero\"}", "at most 8 MiB");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_has_its_type),
        cmocka_unit_test(a_file_is_read_now),
        cmocka_unit_test(headers_that_are_given_count),
        cmocka_unit_test(what_is_no_answer_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
