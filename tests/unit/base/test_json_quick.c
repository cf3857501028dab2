#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/json_quick.h"

static json_t *load_slowly(struct str text)
{
    return json_loadb(text.data, text.length, JSON_DECODE_ANY | JSON_ALLOW_NUL,
                      NULL);
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
        "[0,-0,-7,123456789012345678,1.5,-0.0,1e3,1E-400,2.5e+10]",
        "\"a\\u0000b \\\" \\\\ \\/ \\b\\f\\n\\r\\t \\u00e9 \xc3\xa9\"",
        "\"\\\\ud800 is no surrogate\"",
        "{\"z\":1,\"a\":{\"b\":[{}]},\"\":[],\"z\":2}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *quick = json_quick_load(str_text(texts[i]));
        json_t *slow = load_slowly(str_text(texts[i]));
        assert_non_null(slow);
        if (quick == NULL || !json_equal(quick, slow))
            fail_msg("%s is not read as it should be", texts[i]);
        json_decref(quick);
        json_decref(slow);
    }
}

static void what_yajl_reads_otherwise_is_left_to_jansson(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "[1,]",
        "[1] 2",
        "8000\"",
        "{} \"",
        "truex",
        "1x",
        "  ",
        "-",
        "\v1",
        "\f1",
        "\"\\ud83d\\ude00\"",
        "\"\\uD800\"",
        "\"\xed\xa0\x80\"",
        "\"\xc0\x80\"",
        "\"\xff\"",
        "1234567890123456789",
        "12345678901234567890",
        "1e400",
        "{\"a\\u0000b\":1}",
        "{\"\xc3\xa9\":1}",
        "[\"begun",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        json_t *quick = json_quick_load(str_text(texts[i]));
        if (quick != NULL)
            fail_msg("\"%s\" was read", texts[i]);
    }
}

static void add_nested(struct buf *text, size_t depth)
{
    for (size_t i = 0; i < depth; i++)
        buf_add_char(text, '[');
    for (size_t i = 0; i < depth; i++)
        buf_add_char(text, ']');
}

static void as_deep_as_the_limit_and_no_deeper(void **state)
{
    (void)state;
    for (size_t more = 0; more < 2; more++) {
        struct buf text;
        buf_init(&text);
        add_nested(&text, JSON_DEPTH_LIMIT + more);
        json_t *quick = json_quick_load(buf_str(&text));
        assert_int_equal(quick == NULL, more > 0);
        json_decref(quick);
        buf_finish(&text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_read_is_what_jansson_reads),
        cmocka_unit_test(what_yajl_reads_otherwise_is_left_to_jansson),
        cmocka_unit_test(as_deep_as_the_limit_and_no_deeper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
