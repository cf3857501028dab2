/* What a `real` makes of a command, and what it may not say. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/http/request.h"

static struct value *json(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static bool make(struct http_request *request, const char *url,
                 const char *common, const char *real, const char *arguments,
                 struct error *error)
{
    struct http_target target;
    struct value *module = common == NULL ? NULL : json(common);
    struct value *own = real == NULL ? NULL : json(real);
    struct value *list = json(arguments);
    const struct system_call call = {
        .process = 3, .name = "Take", .arguments = list, .real = own};
    assert_true(http_target_read(&target, url, NULL));
    bool is_fine =
        http_request_make(request, &target, module, &call, NULL, error);
    http_target_finish(&target);
    value_unref(module);
    value_unref(own);
    value_unref(list);
    return is_fine;
}

static void assert_bytes(const char *url, const char *common, const char *real,
                         const char *arguments, const char *bytes)
{
    struct http_request request;
    struct error error = ERROR_NONE;
    bool is_fine = make(&request, url, common, real, arguments, &error);
    assert_string_equal(error.message, "");
    assert_true(is_fine);
    assert_string_equal(buf_text(&request.bytes), bytes);
    http_request_finish(&request);
}

static void without_a_real_it_is_a_post(void **state)
{
    (void)state;
    assert_bytes("http://localhost:8080", NULL, NULL, "[1]",
                 "POST /Take HTTP/1.1\r\n"
                 "Host: localhost:8080\r\n"
                 "User-Agent: weir\r\n"
                 "Accept: application/json\r\n"
                 "Content-Type: application/json\r\n"
                 "Content-Length: 3\r\n\r\n[1]");
}

static void places_are_filled_in(void **state)
{
    (void)state;
    assert_bytes(
        "https://[::1]:8443/api/", "{\"headers\":{\"X-All\":\"p${process}\"}}",
        "{\"method\":\"PUT\","
        "\"path\":\"/a b/${args[0].id}?q=${args[1]}\","
        "\"headers\":{\"X-Own\":\"${args[0].id}!\"},"
        "\"body\":{\"all\":\"${args}\",\"n\":\"${args[2]}\","
        "\"text\":\"<${args[2]}>\",\"plain\":\"$${args}\",\"none\":\"${args[9]}"
        "\","
        "\"list\":[\"${args[0][\\\"id\\\"]}\"]}}",
        "[{\"id\":\"x/ü\"},\"a&b=c\",7]",
        "PUT /api/a%20b/x%2F%C3%BC?q=a%26b%3Dc HTTP/1.1\r\n"
        "Host: [::1]:8443\r\n"
        "User-Agent: weir\r\n"
        "Accept: application/json\r\n"
        "X-All: p3\r\n"
        "X-Own: x/ü!\r\n"
        "Content-Type: application/json\r\n"
        "Content-Length: 98\r\n\r\n"
        "{\"all\":[{\"id\":\"x/ü\"},\"a&b=c\",7],\"n\":7,\"text\":\"<7>\","
        "\"plain\":\"${args}\",\"none\":null,\"list\":[\"x/ü\"]}");
}

static void a_get_has_no_body_and_own_headers_come_first(void **state)
{
    (void)state;
    assert_bytes("http://h",
                 "{\"headers\":{\"accept\":\"a/b\",\"Host\":\"other\"}}",
                 "{\"method\":\"GET\",\"headers\":{\"Accept\":\"c/d\"}}", "[]",
                 "GET /Take HTTP/1.1\r\n"
                 "User-Agent: weir\r\n"
                 "Host: other\r\n"
                 "Accept: c/d\r\n\r\n");
    assert_bytes("http://h", NULL, "{\"body\":null}", "[1]",
                 "POST /Take HTTP/1.1\r\n"
                 "Host: h\r\n"
                 "User-Agent: weir\r\n"
                 "Accept: application/json\r\n"
                 "Content-Length: 0\r\n\r\n");
}

static void a_body_of_another_type_is_the_text_itself(void **state)
{
    (void)state;
    assert_bytes("http://h", NULL,
                 "{\"headers\":{\"Content-Type\":\"text/csv\"},"
                 "\"body\":\"${args[0]},2\"}",
                 "[1]",
                 "POST /Take HTTP/1.1\r\n"
                 "Host: h\r\n"
                 "User-Agent: weir\r\n"
                 "Accept: application/json\r\n"
                 "Content-Type: text/csv\r\n"
                 "Content-Length: 3\r\n\r\n1,2");
}

/* Whatever the arguments are, it stays one request. */
static void nothing_can_be_put_after_a_line(void **state)
{
    (void)state;
    struct http_request request;
    struct error error = ERROR_NONE;
    assert_true(make(&request, "http://h", NULL,
                     "{\"path\":\"/${args[0]}\",\"method\":\"GET\"}",
                     "[\"a HTTP/1.1\\r\\nX: y\\r\\n\\r\\n\"]", &error));
    assert_true(str_starts_with(
        buf_str(&request.bytes),
        "GET /a%20HTTP%2F1.1%0D%0AX%3A%20y%0D%0A%0D%0A HTTP/1.1\r\n"));
    http_request_finish(&request);
    assert_false(make(&request, "http://h", NULL,
                      "{\"headers\":{\"X\":\"${args[0]}\"}}",
                      "[\"a\\r\\nY: z\"]", &error));
    assert_int_equal(error.code, ERROR_SPEC);
    assert_string_equal(error.message,
                        "Take: real: the header X would have a line end or "
                        "another control character in it");
}

static void what_a_real_may_not_say_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *real, *words;
    } cases[] = {
        {"[]", "X: real: it is an object: {method, path, headers, body, "
               "answer, error}"},
        {"{\"method\":\"P T\"}", "X: real: method is a word such as \"PUT\""},
        {"{\"path\":\"a\"}", "X: real: path is a text that begins with \"/\""},
        {"{\"verb\":1}", "X: real has method, path, headers, body, answer and "
                         "error, but no verb"},
        {"{\"headers\":{\"A b\":\"c\"}}",
         "X: real: headers has names of headers and texts"},
        {"{\"headers\":{\"content-Length\":\"1\"}}",
         "X: real: the header content-length is set by weir"},
        {"{\"path\":\"/${arg[0]}\"}",
         "X: real.path: ${arg[0]}: it begins with one of: args, process"},
        {"{\"answer\":{\"a\":[\"${body.}\"]}}",
         "X: real.answer: ${body.}: a name is missing after the dot"},
        {"{\"body\":\"${args[x]}\"}",
         "X: real.body: ${args[x]}: between [ and ] stands a whole number or "
         "a \"name\""},
        {"{\"body\":\"${args[\\\"x]}\"}",
         "X: real.body: ${args[\"x]}: \"] is missing after a name"},
        {"{\"body\":\"${args x}\"}",
         "X: real.body: ${args x}: only .name, [2] and [\"name\"] lead into a "
         "value"},
        {"{\"body\":\"a${args\"}", "X: real.body: a } is missing: a${args"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct error error = ERROR_NONE;
        struct value *real = json(cases[i].real);
        assert_false(http_real_check(real, "X", &error));
        assert_int_equal(error.code, ERROR_SPEC);
        assert_string_equal(error.message, cases[i].words);
        value_unref(real);
    }
    struct value *common = json("{\"restet\":{}}");
    struct error error = ERROR_NONE;
    assert_false(http_common_check(common, &error));
    assert_string_equal(error.message,
                        "the model: real has headers and reset, but no restet");
    value_unref(common);
    assert_true(http_real_check(NULL, "X", NULL));
    assert_true(http_common_check(NULL, NULL));
}

static void an_address_is_taken_apart(void **state)
{
    (void)state;
    struct http_target target;
    assert_true(http_target_read(&target, "https://[::1]/", NULL));
    assert_true(target.is_tls);
    assert_string_equal(target.host, "::1");
    assert_string_equal(target.port, "443");
    assert_string_equal(target.path, "");
    http_target_finish(&target);
    assert_true(http_target_read(&target, "http://a.b:81/c/d", NULL));
    assert_string_equal(target.host, "a.b");
    assert_string_equal(target.port, "81");
    assert_string_equal(target.path, "/c/d");
    assert_string_equal(target.authority, "a.b:81");
    http_target_finish(&target);
    static const char *const wrong[] = {
        "ftp://a",    "http://",       "http://a:0",   "http://a:65536",
        "http://a:x", "http://a?b",    "http://[::1",  "http://[::1]80",
        "http://a b", "http://:80",    "http://a#b",   "localhost:8080",
        "http://a:",  "http://n:p@a/", "http://a/b\n",
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = ERROR_NONE;
        assert_false(http_target_read(&target, wrong[i], &error));
        assert_int_equal(error.code, ERROR_USAGE);
        assert_null(strstr(error.message, ":p@"));
    }
}

static void an_answer_is_what_the_real_makes_of_it(void **state)
{
    (void)state;
    struct http_request request = {.words = (char *)"GET /"};
    struct http_answer answer;
    struct system_event event = {0};
    struct value *real =
        json("{\"answer\":{\"v\":\"${body.kvs[0].value}\",\"a\":\"${args[0]}"
             "\"},\"error\":\"${status}: ${body.code}\"}");
    struct value *arguments = json("[4]");
    http_answer_init(&answer, false);
    answer.status = 200;
    buf_add_text(&answer.body, "{\"kvs\":[{\"value\":\"x\"}]}");
    assert_true(http_request_read(&request, &answer, real, arguments, NULL,
                                  &event, NULL));
    struct value *expected = json("{\"v\":\"x\",\"a\":4}");
    assert_true(value_equal(event.answer, expected));
    value_unref(expected);
    system_event_finish(&event);
    answer.status = 404;
    buf_clear(&answer.body);
    buf_add_text(&answer.body, "{\"code\":5}");
    assert_true(http_request_read(&request, &answer, real, arguments, NULL,
                                  &event, NULL));
    assert_string_equal(value_text(event.answer).data, "404: 5");
    assert_null(event.text);
    system_event_finish(&event);
    http_answer_finish(&answer);
    value_unref(real);
    value_unref(arguments);
}

/* Function 0 gives "/" and the arguments as JSON, 1 gives what it was given, 2
 * fails. */
static bool call_function(void *context, int64_t function,
                          const struct value *given, struct value **made,
                          struct error *error)
{
    struct buf text = {0};
    (void)context;
    if (function == 2)
        return error_set(error, ERROR_SPEC, "it throws");
    buf_add_char(&text, '/');
    value_add_json(&text, value_field_named(given, "args"));
    *made = function == 0 ? value_string(buf_str(&text))
                          : value_ref((struct value *)given);
    buf_finish(&text);
    return true;
}

static const struct template_functions functions = {call_function, NULL};

static void assert_made(const char *real, const char *bytes,
                        const char *trouble)
{
    struct http_target target;
    struct http_request request;
    struct error error = ERROR_NONE;
    struct value *own = json(real), *arguments = json("[7]");
    const struct system_call call = {
        .process = 3, .name = "Take", .arguments = arguments, .real = own};
    assert_true(http_target_read(&target, "http://h/base", NULL));
    assert_true(http_real_check(own, "Take", NULL));
    bool is_fine =
        http_request_make(&request, &target, NULL, &call, &functions, &error);
    assert_string_equal(error.message, trouble);
    if (is_fine)
        assert_string_equal(buf_text(&request.bytes), bytes);
    if (is_fine)
        http_request_finish(&request);
    http_target_finish(&target);
    value_unref(own);
    value_unref(arguments);
}

static void functions_make_parts_of_a_request(void **state)
{
    (void)state;
    assert_made("{\"method\":\"PUT\",\"path\":{\"$function\":0},"
                "\"headers\":{\"X\":{\"$function\":0},\"Accept\":\"*/*\"},"
                "\"body\":{\"a\":[{\"$function\":1}],\"b\":\"${args[0]}\"}}",
                "PUT /base/[7] HTTP/1.1\r\n"
                "Host: h\r\n"
                "User-Agent: weir\r\n"
                "X: /[7]\r\n"
                "Accept: */*\r\n"
                "Content-Type: application/json\r\n"
                "Content-Length: 38\r\n\r\n"
                "{\"a\":[{\"args\":[7],\"process\":3}],\"b\":7}",
                "");
    assert_made("{\"path\":{\"$function\":1}}", NULL,
                "Take: real: its function has to give a text");
    assert_made("{\"body\":[{\"$function\":2}]}", NULL,
                "Take: real: it throws");
}

static void functions_make_answers(void **state)
{
    (void)state;
    struct http_request request = {.words = (char *)"GET /"};
    struct http_answer answer;
    struct system_event event = {0};
    struct error error = ERROR_NONE;
    struct value *real = json("{\"answer\":{\"$function\":1},"
                              "\"error\":[{\"$function\":2}]}");
    struct value *arguments = json("[4]");
    http_answer_init(&answer, false);
    answer.status = 201;
    buf_add_text(&answer.body, "{\"v\":[]}");
    assert_true(http_request_read(&request, &answer, real, arguments,
                                  &functions, &event, &error));
    struct value *expected =
        json("{\"body\":{\"v\":[]},\"status\":201,\"args\":[4]}");
    assert_true(value_equal(event.answer, expected));
    value_unref(expected);
    system_event_finish(&event);
    answer.status = 404;
    event = (struct system_event){0};
    assert_false(http_request_read(&request, &answer, real, arguments,
                                   &functions, &event, &error));
    assert_string_equal(error.message, "it throws");
    system_event_finish(&event);
    http_answer_finish(&answer);
    value_unref(real);
    value_unref(arguments);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(without_a_real_it_is_a_post),
        cmocka_unit_test(places_are_filled_in),
        cmocka_unit_test(functions_make_parts_of_a_request),
        cmocka_unit_test(functions_make_answers),
        cmocka_unit_test(a_get_has_no_body_and_own_headers_come_first),
        cmocka_unit_test(a_body_of_another_type_is_the_text_itself),
        cmocka_unit_test(nothing_can_be_put_after_a_line),
        cmocka_unit_test(what_a_real_may_not_say_is_told),
        cmocka_unit_test(an_address_is_taken_apart),
        cmocka_unit_test(an_answer_is_what_the_real_makes_of_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
