/* What is a generator, what is none, and what may come of it. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "trace/generator.h"

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static bool admits(const char *template, const char *text)
{
    struct value *generator = parse(template), *value = parse(text);
    bool does = generator_admits(generator, value);
    value_unref(generator);
    value_unref(value);
    return does;
}

static const char *complaint(const char *text, struct error *error)
{
    struct value *value = parse(text);
    *error = ERROR_NONE;
    bool fine = generator_check(value, error);
    value_unref(value);
    return fine ? NULL : error->message;
}

#define INTEGER "{\"any'\":\"integer\",\"low\":-2,\"high\":9}"

static void numbers_are_admitted_up_to_their_ends(void **state)
{
    (void)state;
    assert_true(admits(INTEGER, "-2"));
    assert_true(admits(INTEGER, "9"));
    assert_false(admits(INTEGER, "-3"));
    assert_false(admits(INTEGER, "10"));
    assert_false(admits(INTEGER, "\"1\""));
    assert_false(admits(INTEGER, "1.5"));
}

static void what_is_plain_is_equal(void **state)
{
    (void)state;
    assert_true(admits("[\"a\", {\"k\": 1}]", "[\"a\", {\"k\": 1}]"));
    assert_false(admits("[\"a\", {\"k\": 1}]", "[\"a\", {\"k\": 2}]"));
    assert_true(admits("[\"a\", {\"k\": " INTEGER "}]", "[\"a\", {\"k\": 7}]"));
    assert_false(admits("[\"a\", " INTEGER "]", "[\"b\", 7]"));
    assert_false(admits("[" INTEGER "]", "[7, 7]"));
    assert_false(admits("{\"k\": " INTEGER "}", "{\"l\": 7}"));
}

static void texts_count_characters_not_bytes(void **state)
{
    (void)state;
    const char *text = "{\"any'\":\"text\",\"of\":\"aß😀\",\"min\":1,\"max\":2}";
    assert_true(admits(text, "\"ß😀\""));
    assert_false(admits(text, "\"\""));
    assert_false(admits(text, "\"aaa\""));
    assert_false(admits(text, "\"b\""));
}

static void a_choice_of_weight_zero_is_none(void **state)
{
    (void)state;
    const char *one =
        "{\"any'\":\"one\",\"of\":[1," INTEGER ",\"x\"],\"weights\":[0,1,1]}";
    assert_true(admits(one, "5"));
    assert_true(admits(one, "\"x\""));
    assert_false(admits(one, "\"y\""));
    assert_false(
        admits("{\"any'\":\"one\",\"of\":[1,2],\"weights\":[0,1]}", "1"));
}

static void some_are_one_or_more_of_the_fields(void **state)
{
    (void)state;
    const char *some =
        "{\"any'\":\"some\",\"of\":{\"a\":" INTEGER ",\"b\":true}}";
    assert_true(admits(some, "{\"a\":1}"));
    assert_true(admits(some, "{\"b\":true,\"a\":1}"));
    assert_false(admits(some, "{}"));
    assert_false(admits(some, "{\"c\":1}"));
    assert_false(admits(some, "{\"b\":false}"));
}

static void what_cannot_be_drawn_is_told(void **state)
{
    (void)state;
    static const struct {
        const char *text, *words;
    } cases[] = {
        {"[{\"any'\":\"integer\",\"low\":3,\"high\":2}]", "(3, 2) is empty"},
        {"{\"any'\":\"integer\",\"low\":3}", "two whole numbers"},
        {"{\"any'\":\"one\",\"of\":[]}", "something in it"},
        {"{\"any'\":\"one\",\"of\":[1,2],\"weights\":[1]}", "one for each"},
        {"{\"any'\":\"one\",\"of\":[1],\"weights\":[0]}", "above 0"},
        {"{\"any'\":\"one\",\"of\":[1],\"weights\":[-1]}", "from 0"},
        {"{\"any'\":\"text\",\"of\":\"\",\"min\":0,\"max\":2}", "characters"},
        {"{\"any'\":\"text\",\"of\":\"a\",\"min\":3,\"max\":2}", "lengths"},
        {"{\"any'\":\"list\",\"min\":0,\"max\":10001,\"of\":1}", "10000"},
        {"{\"any'\":\"list\",\"min\":0,\"max\":1}", "items"},
        {"{\"any'\":\"some\",\"of\":{}}", "field for each"},
        {"{\"any'\":\"some\",\"of\":{\"a\":1},\"several\":101}", "0 to 100"},
        {"{\"a\":{\"any'\":\"float\"}}", "no generator"},
        {"{\"any'\":\"list\",\"min\":0,\"max\":1,\"of\":{\"any'\":7}}",
         "no generator"},
    };
    struct error error;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *words = complaint(cases[i].text, &error);
        assert_non_null(words);
        assert_non_null(strstr(words, cases[i].words));
    }
    assert_null(complaint("[1, {\"any\": 2}, " INTEGER "]", &error));
    assert_null(complaint(
        "{\"any'\":\"list\",\"min\":0,\"max\":10000,\"of\":1}", &error));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_admitted_up_to_their_ends),
        cmocka_unit_test(what_is_plain_is_equal),
        cmocka_unit_test(texts_count_characters_not_bytes),
        cmocka_unit_test(a_choice_of_weight_zero_is_none),
        cmocka_unit_test(some_are_one_or_more_of_the_fields),
        cmocka_unit_test(what_cannot_be_drawn_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
