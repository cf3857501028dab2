#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

static struct json *parse(const char *text)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse(str_text(text), &error);
    if (json == NULL)
        fail_msg("%s: %s", text, error.message);
    return json;
}

static void expect_round_trip(const char *text)
{
    struct json *json = parse(text);
    struct buf buf;
    buf_init(&buf);
    json_add(&buf, json);
    assert_string_equal(buf_text(&buf), text);
    buf_finish(&buf);
    json_destroy(json);
}

static void values_print_as_they_were_read(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        "true",
        "false",
        "0",
        "-9223372036854775808",
        "9223372036854775807",
        "1.5",
        "1.0",
        "\"\"",
        "[]",
        "{}",
        "[1,[2,{\"a\":null}],\"x\"]",
        "{\"b\":1,\"a\":2}",
        "\"\\\\ \\\" \\n\\r\\t\\u0001\"",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        expect_round_trip(texts[i]);
}

static void kinds_and_reads_agree(void **state)
{
    (void)state;
    struct json *json = parse("[null,true,7,1.5,\"s\",[1],{\"k\":2}]");
    static const enum json_kind kinds[] = {
        JSON_KIND_NULL,   JSON_KIND_BOOL, JSON_KIND_INT,   JSON_KIND_FLOAT,
        JSON_KIND_STRING, JSON_KIND_LIST, JSON_KIND_OBJECT};
    assert_int_equal(json_read_count(json), 7);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(json_kind(json_read_at(json, i)), kinds[i]);
    assert_true(json_read_bool(json_read_at(json, 1)));
    assert_int_equal(json_read_int(json_read_at(json, 2)), 7);
    assert_int_equal(json_read_int(json_read_at(json, 3)), 1);
    assert_true(json_read_float(json_read_at(json, 3)) == 1.5);
    assert_true(json_read_float(json_read_at(json, 2)) == 7.0);
    assert_true(str_is(json_read_string(json_read_at(json, 4)), "s"));
    assert_int_equal(json_read_int(json_read_field(json_read_at(json, 6), "k")),
                     2);
    json_destroy(json);
}

static void reads_of_another_kind_give_nothing(void **state)
{
    (void)state;
    struct json *json = parse("{\"a\":[1]}");
    const struct json *nothing[] = {NULL, json, json_read_field(json, "a"),
                                    json_read_field(json, "b")};
    for (size_t i = 0; i < 4; i++) {
        assert_false(json_read_bool(nothing[i]));
        assert_int_equal(json_read_int(nothing[i]), 0);
        assert_true(json_read_float(nothing[i]) == 0.0);
        assert_int_equal(json_read_string(nothing[i]).length, 0);
        assert_null(json_read_field(nothing[i], "zzz"));
        assert_null(json_read_at(nothing[i], 99));
    }
    assert_int_equal(json_read_count(NULL), 0);
    json_destroy(json);
    json_destroy(NULL);
}

static void fields_come_in_the_order_of_the_text(void **state)
{
    (void)state;
    struct json *json = parse("{\"z\":1,\"a\":2,\"m\":3}");
    static const char *const names[] = {"z", "a", "m"};
    size_t count = 0;
    for (void *at = json_first(json); at != NULL; at = json_next(json, at)) {
        struct str key;
        const struct json *value = json_entry(at, &key);
        assert_true(str_is(key, names[count]));
        assert_int_equal(json_read_int(value), ++count);
    }
    assert_int_equal(count, 3);
    json_destroy(json);
}

static void strings_may_hold_nul_and_any_character(void **state)
{
    (void)state;
    struct json *json = parse("\"a\\u0000b\\ud83d\\ude00\"");
    struct str text = json_read_string(json);
    assert_true(str_equal(text, STR("a\0b\xf0\x9f\x98\x80")));
    struct buf buf;
    buf_init(&buf);
    json_add_string(&buf, text);
    assert_string_equal(buf_text(&buf), "\"a\\u0000b\xf0\x9f\x98\x80\"");
    buf_finish(&buf);
    json_destroy(json);
}

static void bytes_that_are_not_utf8_become_replacements(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    json_add_string(&buf, STR("a\xff"
                              "b"));
    assert_string_equal(buf_text(&buf), "\"a\xef\xbf\xbd"
                                        "b\"");
    buf_finish(&buf);
}

static void what_is_not_one_value_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",    " ",           "{",        "[1,]", "{\"a\"}",    "1 2", "nul",
        "'a'", "\"\\ud800\"", "\"\xff\"", "[1",   "{\"a\":1,}", "\"a", "01",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error = ERROR_NONE;
        if (json_parse(str_text(texts[i]), &error) != NULL)
            fail_msg("\"%s\" was taken", texts[i]);
        assert_int_equal(error.code, ERROR_IO);
        assert_non_null(strstr(error.message, "line "));
    }
}

static struct json *parse_nested(size_t depth)
{
    struct buf buf;
    buf_init(&buf);
    buf_add_repeat(&buf, '[', depth);
    buf_add_repeat(&buf, ']', depth);
    struct json *json = json_parse(buf_str(&buf), NULL);
    buf_finish(&buf);
    return json;
}

static void nesting_has_a_limit(void **state)
{
    (void)state;
    struct json *json = parse_nested(JSON_DEPTH_LIMIT);
    assert_non_null(json);
    json_destroy(json);
    assert_null(parse_nested(JSON_DEPTH_LIMIT + 1));
    assert_null(parse_nested(1000 * 1000));
}

static void brackets_in_strings_do_not_nest(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_add_text(&buf, "\"\\\"");
    buf_add_repeat(&buf, '[', 2 * JSON_DEPTH_LIMIT);
    buf_add_char(&buf, '"');
    struct json *json = json_parse(buf_str(&buf), NULL);
    assert_non_null(json);
    json_destroy(json);
    buf_finish(&buf);
}

static void doubles_survive_a_round_trip(void **state)
{
    (void)state;
    static const double numbers[] = {0.1,           1.0 / 3, 5e-324,
                                     DBL_MAX,       -0.0,    1e21,
                                     123456789.125, DBL_MIN, 100.0};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        struct buf buf;
        buf_init(&buf);
        json_add_float(&buf, numbers[i]);
        struct json *json = parse(buf_text(&buf));
        assert_int_equal(json_kind(json), JSON_KIND_FLOAT);
        assert_true(json_read_float(json) == numbers[i]);
        json_destroy(json);
        buf_finish(&buf);
    }
}

/* The shortest decimal form by the C library that gives the same double. */
static void expect_shortest(double number)
{
    char text[40];
    for (int digits = 15; digits <= 17; digits++) {
        snprintf(text, sizeof text, "%.*g", digits, number);
        if (strtod(text, NULL) == number)
            break;
    }
    struct buf buf;
    buf_init(&buf);
    json_add_float(&buf, number);
    /* A fraction is always there, as the language asks for with an exponent. */
    const char *point = strchr(buf_text(&buf), '.');
    assert_non_null(point);
    assert_true(strtod(buf_text(&buf), NULL) == number);
    if (strchr(text, '.') == NULL) {
        char whole[40];
        snprintf(whole, sizeof whole, "%.*s%s", (int)(point - buf_text(&buf)),
                 buf_text(&buf), point + 2);
        assert_memory_equal(point, ".0", 2);
        assert_string_equal(whole, text);
    } else {
        assert_string_equal(buf_text(&buf), text);
    }
    buf_finish(&buf);
}

static void doubles_print_as_short_as_can_be(void **state)
{
    (void)state;
    static const double numbers[] = {0.0,
                                     -0.0,
                                     1.0,
                                     -1.5,
                                     20.0,
                                     18.5,
                                     1e-4,
                                     0.0001234,
                                     0.00009,
                                     1e-5,
                                     1e-6,
                                     -0.000001,
                                     0.1 + 0.2,
                                     1.0000005,
                                     123.456789,
                                     123.4567891,
                                     8999999999.5,
                                     8999999999.9,
                                     9000000000.,
                                     1e15,
                                     1e16,
                                     1795631096.504092,
                                     1795631096.5040922,
                                     -4294967296.25};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        expect_shortest(numbers[i]);
    uint64_t random = 1;
    for (int i = 0; i < 200000; i++) {
        static const double parts[] = {1, 2, 8, 10, 1000, 1e6, 1e7, 3};
        random = random * 6364136223846793005u + 1442695040888963407u;
        expect_shortest((double)(int64_t)(random >> (14 + i % 40)) /
                        parts[i % 8]);
    }
}

/* As JavaScript writes 1e20; its neighbours stay integers, texts stay texts. */
static void integers_that_are_too_large_are_floats(void **state)
{
    (void)state;
    struct json *json = parse(
        "[100000000000000000000, -9223372036854775808, 9223372036854775807, "
        "9223372036854775808, -9223372036854775809, 9007199254740993, "
        "\"\\\"100000000000000000000\", 1.10000000000000000000000, "
        "{\"100000000000000000000\": 1e0000000000000000000002}]");
    enum json_kind kinds[] = {
        JSON_KIND_FLOAT,  JSON_KIND_INT,   JSON_KIND_INT,
        JSON_KIND_FLOAT,  JSON_KIND_FLOAT, JSON_KIND_INT,
        JSON_KIND_STRING, JSON_KIND_FLOAT, JSON_KIND_OBJECT};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        assert_int_equal(json_kind(json_read_at(json, i)), kinds[i]);
    assert_true(json_read_float(json_read_at(json, 0)) == 1e20);
    assert_true(json_read_int(json_read_at(json, 1)) == INT64_MIN);
    assert_true(json_read_int(json_read_at(json, 5)) == 9007199254740993);
    assert_true(json_read_float(json_read_at(json, 7)) == 1.1);
    struct str text = json_read_string(json_read_at(json, 6));
    assert_int_equal(text.length, 22);
    const struct json *field =
        json_read_field(json_read_at(json, 8), "100000000000000000000");
    assert_true(json_read_float(field) == 100);
    json_destroy(json);
    /* Too large for a float as well. */
    assert_null(json_parse(STR("[100000000000000000000, 1e999]"), NULL));
}

static void numbers_without_json_become_null(void **state)
{
    (void)state;
    const double numbers[] = {(double)NAN, (double)INFINITY, -(double)INFINITY};
    for (size_t i = 0; i < 3; i++) {
        struct buf buf;
        buf_init(&buf);
        json_add_float(&buf, numbers[i]);
        assert_string_equal(buf_text(&buf), "null");
        buf_finish(&buf);
    }
}

/* Small and large, some with an integer that does not fit; wrong ones between
 * them. */
static struct json *parse_tree(size_t number)
{
    static const size_t counts[] = {0, 3, 5000};
    struct error error = ERROR_NONE;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "[%zu", number);
    for (size_t i = 0; i < counts[number % 3]; i++)
        buf_addf(&text, ",{\"key %zu\":\"%zu\"}", i, number);
    assert_null(json_parse(buf_str(&text), &error));
    buf_add_text(&text, number % 2 == 0 ? ",12345678901234567890]" : "]");
    struct json *tree = parse(buf_text(&text));
    buf_finish(&text);
    return tree;
}

static void expect_tree(const struct json *tree, size_t number)
{
    assert_int_equal(json_read_int(json_read_at(tree, 0)), number);
    if (number % 3 == 0)
        return;
    struct str text =
        json_read_string(json_read_field(json_read_at(tree, 3), "key 2"));
    assert_int_equal(text.length, 1 + (number > 9));
    assert_int_equal(text.data[text.length - 1], '0' + number % 10);
}

static void trees_end_one_by_one_in_any_order(void **state)
{
    (void)state;
    enum { TREES = 16, STEP = 5, ROUNDS = 3 * TREES };
    struct json *trees[TREES];
    for (size_t i = 0; i < TREES; i++)
        trees[i] = parse_tree(i);
    for (size_t i = 0; i < ROUNDS; i++) {
        size_t at = i * STEP % TREES;
        json_destroy(trees[at]);
        trees[at] = parse_tree(at);
        for (size_t j = 0; j < TREES; j++)
            expect_tree(trees[j], j);
    }
    for (size_t i = 0; i < TREES; i++)
        json_destroy(trees[i]);
}

static void words_alone_are_trees(void **state)
{
    (void)state;
    static const char *const texts[] = {"null", "true", "false"};
    for (size_t i = 0; i < 2 * sizeof texts / sizeof *texts; i++) {
        struct json *json = parse(texts[i % 3]);
        assert_int_equal(json_kind(json),
                         i % 3 == 0 ? JSON_KIND_NULL : JSON_KIND_BOOL);
        json_destroy(json);
    }
    json_destroy(NULL);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(trees_end_one_by_one_in_any_order),
        cmocka_unit_test(words_alone_are_trees),
        cmocka_unit_test(values_print_as_they_were_read),
        cmocka_unit_test(integers_that_are_too_large_are_floats),
        cmocka_unit_test(doubles_print_as_short_as_can_be),
        cmocka_unit_test(kinds_and_reads_agree),
        cmocka_unit_test(reads_of_another_kind_give_nothing),
        cmocka_unit_test(fields_come_in_the_order_of_the_text),
        cmocka_unit_test(strings_may_hold_nul_and_any_character),
        cmocka_unit_test(bytes_that_are_not_utf8_become_replacements),
        cmocka_unit_test(what_is_not_one_value_is_refused),
        cmocka_unit_test(nesting_has_a_limit),
        cmocka_unit_test(brackets_in_strings_do_not_nest),
        cmocka_unit_test(doubles_survive_a_round_trip),
        cmocka_unit_test(numbers_without_json_become_null),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
