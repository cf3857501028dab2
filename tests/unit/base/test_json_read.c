#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/json_same.h"

static json_t *load_slowly(struct str text)
{
    return json_loadb(text.data, text.length, JSON_DECODE_ANY | JSON_ALLOW_NUL,
                      NULL);
}

static void expect_same(struct str text)
{
    struct json *ours = json_parse(text, NULL);
    json_t *theirs = load_slowly(text);
    assert_non_null(theirs);
    if (ours == NULL || !json_same(ours, theirs))
        fail_msg("%.*s is not read as it should be", STR_ARGS(text));
    json_destroy(ours);
    json_decref(theirs);
}

static void what_is_read_is_what_jansson_reads(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        " [true, false ,null]\r\n\t",
        "12",
        " 1.5 ",
        "\"a\" ",
        "[0,-0,-7,123456789012345678,1.5,-0.0,1e3,1E-400,2.5e+10,0e0,-0E+1]",
        "[9223372036854775807,-9223372036854775808,1234567890123456789]",
        "[0.1,241.984375,49264359.837,1e22,1e23,4.9e-324,"
        "1.7976931348623157e308,123456789012345678901234567890.5e-40]",
        "\"a\\u0000b \\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9 \xc3\xa9\"",
        "\"\\\\ud800 is no surrogate\"",
        "\"\\ud83d\\ude00 \\uD83D\\uDE00 \\uFFFD \xf0\x9f\x98\x80 "
        "\xef\xbf\xbf \x7f\"",
        "[ ]",
        "{ }",
        " { \"a\" : [ 1 , { } ] , \"\" : \"\" } ",
        "{\"z\":1,\"a\":{\"b\":[{}]},\"\":[],\"z\":2}",
        "{\"\xc3\xa9\":1,\"a\":1,\"a\":2,\"b\":3,\"a\":4,\"b\":5,\"c\":6}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_same(str_text(texts[i]));
}

static void what_is_refused_jansson_refuses(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "  ",
        "[1,]",
        "[,1]",
        "[1] 2",
        "[1 2]",
        "[1",
        "[",
        "{",
        "{\"a\"",
        "{\"a\":",
        "{\"a\":1",
        "{\"a\" 1}",
        "{\"a\":1,}",
        "{a:1}",
        "{1:1}",
        "8000\"",
        "{} \"",
        "truex",
        "tru",
        "nul",
        "1x",
        "-",
        "+1",
        ".5",
        "1.",
        "1.e3",
        "1e",
        "1e+",
        "01",
        "-01",
        "0x10",
        "Infinity",
        "NaN",
        "\v1",
        "\f1",
        "1\v",
        "\357\273\2771", /* a byte order mark */
        "\"a\nb\"",
        "\"a\x01\"",
        "\"\\x\"",
        "\"\\",
        "\"\\u12",
        "\"\\u12g4\"",
        "\"\\ud800\"",
        "\"\\uD83Dx\"",
        "\"\\uD83D\\u0041\"",
        "\"\\uDE00\"",
        "\"\xed\xa0\x80\"",
        "\"\xc0\x80\"",
        "\"\xf4\x90\x80\x80\"",
        "\"\xe2\x82\"",
        "\"\xff\"",
        "1e400",
        "{\"a\\u0000b\":1}",
        "{\"\xff\":1}",
        "[\"begun",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        if (json_parse(str_text(texts[i]), NULL) != NULL)
            fail_msg("\"%s\" was read", texts[i]);
        assert_null(load_slowly(str_text(texts[i])));
    }
}

/* A NUL is a byte like others, and none of JSON's. */
static void what_lies_after_the_text_is_not_read(void **state)
{
    (void)state;
    assert_null(json_parse(STR("1\0"), NULL));
    assert_null(json_parse(STR("\"\\\0\""), NULL));
    assert_null(json_parse(str_from("[1]", 2), NULL));
    assert_null(json_parse(str_from("\"ab\"", 3), NULL));
    assert_null(json_parse(str_from("true", 3), NULL));
    struct json *json = json_parse(str_from("123", 2), NULL);
    assert_int_equal(json_read_int(json), 12);
    json_destroy(json);
}

/* Around the number from which on an object has an index; each `every`th field
 * has the name of an earlier one. */
static void expect_fields(size_t count, size_t every)
{
    struct buf text;
    buf_init(&text);
    for (size_t i = 0; i < count; i++)
        buf_addf(&text, "%s\"k%zu\":%zu", i == 0 ? "{" : ",",
                 every > 0 && i % every == 0 ? i / 2 : i, i);
    buf_add_text(&text, count == 0 ? "{}" : "}");
    expect_same(buf_str(&text));
    struct json *json = json_parse(buf_str(&text), NULL);
    assert_null(json_read_field(json, "k"));
    assert_null(json_read_field(json, ""));
    json_destroy(json);
    buf_finish(&text);
}

static void objects_may_have_any_number_of_fields(void **state)
{
    (void)state;
    for (size_t count = 0; count < 70; count++)
        for (size_t every = 0; every < 5; every++)
            expect_fields(count, every);
    expect_fields(3000, 0);
    expect_fields(3000, 3);
}

static void add_nested(struct buf *text, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        buf_add_text(text, i % 2 == 0 ? "[" : "{\"\":");
    buf_add_char(text, '1');
    for (size_t i = depth; i-- > 0;)
        buf_add_char(text, i % 2 == 0 ? ']' : '}');
}

static void as_deep_as_the_limit_and_no_deeper(void **state)
{
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct buf text;
        buf_init(&text);
        add_nested(&text, JSON_DEPTH_LIMIT + more);
        struct json *json = json_parse(buf_str(&text), NULL);
        assert_int_equal(json == NULL, more > 0);
        json_destroy(json);
        buf_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_jansson_reads),
        cmocka_unit_test(what_is_refused_jansson_refuses),
        cmocka_unit_test(what_lies_after_the_text_is_not_read),
        cmocka_unit_test(objects_may_have_any_number_of_fields),
        cmocka_unit_test(as_deep_as_the_limit_and_no_deeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
