/* What reports may show of a request and its answer. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "exec/http/exchange.h"

static struct value *json(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

/* The detail of a command Take [4] with this `real`, answered so. */
static struct value *detail(const char *real, int status, const char *body)
{
    struct http_target target;
    struct http_request request;
    struct http_answer answer;
    struct value *own = real == NULL ? NULL : json(real);
    struct value *list = json("[4]");
    const struct system_call call = {
        .process = 3, .name = "Take", .arguments = list, .real = own};
    assert_true(http_target_read(&target, "http://localhost/api", NULL));
    assert_true(http_request_make(&request, &target, NULL, &call, NULL, NULL));
    http_answer_init(&answer, false);
    answer.status = status;
    buf_add_text(&answer.body, body);
    struct value *made = http_exchange_detail(&request, &answer, own);
    http_answer_finish(&answer);
    http_request_finish(&request);
    http_target_finish(&target);
    value_unref(own);
    value_unref(list);
    return made;
}

static void assert_row(const char *real, int status, const char *body,
                       const char *expected)
{
    struct value *made = detail(real, status, body);
    struct buf text = {0};
    value_add_json(&text, value_field_named(made, "requests")->items[0]);
    assert_string_equal(buf_text(&text), expected);
    buf_finish(&text);
    value_unref(made);
}

static void what_is_made_of_a_body_is_told_with_it(void **state)
{
    (void)state;
    assert_row("{\"method\":\"PUT\",\"path\":\"/items\",\"body\":{\"n\":"
               "\"${args[0]}\"},\"answer\":\"${body.id}\"}",
               200, "{\"id\": 7}",
               "{\"method\":\"PUT\",\"url\":\"/api/items\",\"status\":200,"
               "\"sent\":\"{\\\"n\\\":4}\",\"received\":\"{\\\"id\\\": 7}\"}");
    assert_row("{\"method\":\"GET\",\"answer\":\"${body.id}\"}", 200, "",
               "{\"method\":\"GET\",\"url\":\"/api/Take\",\"status\":200,"
               "\"received\":\"\"}");
}

static void what_the_command_says_itself_is_left_out(void **state)
{
    (void)state;
    assert_row(NULL, 200, "7",
               "{\"method\":\"POST\",\"url\":\"/api/Take\",\"status\":200}");
    assert_row("{\"path\":\"/items\"}", 404, "none",
               "{\"method\":\"POST\",\"url\":\"/api/items\",\"status\":404,"
               "\"received\":\"none\"}");
}

/* 500 letters of two bytes, after `before`. */
static void assert_cut(const char *before, size_t letters)
{
    struct buf body = {0}, expected = {0};
    buf_add_text(&body, before);
    buf_add_text(&expected, before);
    for (size_t i = 0; i < 500; i++)
        buf_add_text(&body, "é");
    for (size_t i = 0; i < letters; i++)
        buf_add_text(&expected, "é");
    buf_add_text(&expected, "...");
    struct value *made = detail(NULL, 500, buf_text(&body));
    struct str told = value_text(value_field_named(
        value_field_named(made, "requests")->items[0], "received"));
    assert_true(str_equal(told, buf_str(&expected)));
    value_unref(made);
    buf_finish(&body);
    buf_finish(&expected);
}

static void a_long_body_is_cut_off_between_characters(void **state)
{
    (void)state;
    assert_cut("", 200);
    assert_cut("a", 199);
}

static void what_is_no_text_is_told_all_the_same(void **state)
{
    (void)state;
    assert_row(NULL, 500, "\xff!",
               "{\"method\":\"POST\",\"url\":\"/api/Take\",\"status\":500,"
               "\"received\":\"\xef\xbf\xbd!\"}");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_made_of_a_body_is_told_with_it),
        cmocka_unit_test(what_the_command_says_itself_is_left_out),
        cmocka_unit_test(a_long_body_is_cut_off_between_characters),
        cmocka_unit_test(what_is_no_text_is_told_all_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
