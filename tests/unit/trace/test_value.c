#include "trace/value.h"

#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static struct value *parse(const char *text)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(str_text(text), &error);
    if (value == NULL)
        fail_msg("%s: %s", text, error.message);
    return value;
}

static void prints(const char *text, const char *expected)
{
    struct value *value = parse(text);
    struct buf out;
    buf_init(&out);
    value_add_json(&out, value);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    value_unref(value);
}

static void equality_is(const char *a, const char *b, bool expected)
{
    struct value *left = parse(a), *right = parse(b);
    assert_int_equal(value_equal(left, right), expected);
    assert_int_equal(value_equal(right, left), expected);
    if (expected)
        assert_true(value_hash(left) == value_hash(right));
    value_unref(left);
    value_unref(right);
}

static void json_comes_back_as_it_was(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",   "true",
        "false",  "0",
        "-1",     "9223372036854775807",
        "0.5",    "\"\"",
        "\"a\"",  "[]",
        "[[]]",   "[1,null,\"x\",{\"k\":[]}]",
        "{}",     "{\"b\":1,\"a\":{\"c\":\"\\u0000\"}}",
        "-0.125", "1e-300",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct value *value = parse(texts[i]);
        struct buf out;
        buf_init(&out);
        value_add_json(&out, value);
        struct value *again = parse(buf_text(&out));
        assert_true(value_equal(value, again));
        buf_finish(&out);
        value_unref(value);
        value_unref(again);
    }
}

static void objects_keep_the_order_of_their_fields(void **state)
{
    (void)state;
    prints("{\"z\": 1, \"a\": 2, \"m\": {\"y\": 3, \"b\": 4}}",
           "{\"z\":1,\"a\":2,\"m\":{\"y\":3,\"b\":4}}");
}

static void an_integral_number_becomes_an_integer(void **state)
{
    (void)state;
    prints("2.0", "2");
    prints("-1e3", "-1000");
    prints("2.5", "2.5");
    struct value *value = parse("3.0");
    assert_int_equal(value->kind, VALUE_INT);
    value_unref(value);
}

static void a_number_too_large_for_an_integer_stays_a_float(void **state)
{
    (void)state;
    struct value *value = parse("1e30");
    assert_int_equal(value->kind, VALUE_FLOAT);
    assert_true(value->number == 1e30);
    value_unref(value);
}

static void equality_ignores_the_order_of_fields(void **state)
{
    (void)state;
    equality_is("{\"a\":1,\"b\":[2]}", "{\"b\":[2],\"a\":1}", true);
    equality_is("{\"a\":1}", "{\"a\":1,\"b\":2}", false);
    equality_is("{\"a\":1}", "{\"b\":1}", false);
}

static void equality_is_structural(void **state)
{
    (void)state;
    equality_is("[1,[2,\"x\"]]", "[1,[2,\"x\"]]", true);
    equality_is("[1,2]", "[2,1]", false);
    equality_is("[1]", "[1,1]", false);
    equality_is("\"a\"", "\"b\"", false);
    equality_is("null", "false", false);
    equality_is("0", "false", false);
    equality_is("\"\"", "null", false);
    equality_is("[]", "{}", false);
}

static void an_integer_never_equals_a_float(void **state)
{
    (void)state;
    struct value *integer = value_int(1), *number = value_float(1.0);
    assert_false(value_equal(integer, number));
    value_unref(integer);
    value_unref(number);
}

static void the_two_zeros_are_equal_and_hash_equally(void **state)
{
    (void)state;
    struct value *plus = value_float(0.0), *minus = value_float(-0.0);
    assert_true(value_equal(plus, minus));
    assert_true(value_hash(plus) == value_hash(minus));
    value_unref(plus);
    value_unref(minus);
}

/* Reports have them. Worked out from the rule (FNV-1a of texts, a
 * multiplication between two shifts) apart from this program. */
static void hashes_are_the_same_for_ever(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        uint64_t hash;
    } known[] = {
        {"null", 0xf7f449a02468f8f9u},
        {"-1", 0xeca10df9d7313c1cu},
        {"[true,\"\u00e9\",0.5]", 0xf927a9ee07f29f0au},
        {"{\"a\":[],\"b\":{\"a\":1}}", 0x791de72570960ad5u},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        struct value *value = parse(known[i].text);
        assert_true(value_hash(value) == known[i].hash);
        value_unref(value);
    }
}

static void not_a_number_prints_as_null(void **state)
{
    (void)state;
    struct value *value = value_float(NAN);
    struct buf out;
    buf_init(&out);
    value_add_json(&out, value);
    assert_string_equal(buf_text(&out), "null");
    buf_finish(&out);
    value_unref(value);
}

static void a_string_may_hold_nul(void **state)
{
    (void)state;
    struct value *value = value_string(STR("a\0b"));
    assert_int_equal(value->count, 3);
    assert_true(str_equal(value_text(value), STR("a\0b")));
    struct value *shorter = value_string(STR("a"));
    assert_false(value_equal(value, shorter));
    value_unref(value);
    value_unref(shorter);
}

static void a_field_is_found_by_name_and_borrowed(void **state)
{
    (void)state;
    struct value *object = parse("{\"a\":1,\"bc\":\"x\"}");
    assert_true(str_is(value_text(value_field(object, STR("bc"))), "x"));
    assert_null(value_field(object, STR("b")));
    assert_null(value_field(NULL, STR("b")));
    assert_null(value_field(value_null(), STR("b")));
    value_unref(object);
}

static void text_of_what_is_no_string_is_empty(void **state)
{
    (void)state;
    struct value *number = value_int(3);
    assert_int_equal(value_text(number).length, 0);
    assert_int_equal(value_text(NULL).length, 0);
    value_unref(number);
}

static void a_value_lives_as_long_as_somebody_holds_it(void **state)
{
    (void)state;
    struct value *item = value_string(STR("shared"));
    struct value *list = value_list(&item, 1);
    struct value *kept = value_ref(list->items[0]);
    value_unref(list);
    assert_true(str_is(value_text(kept), "shared"));
    value_unref(kept);
    value_unref(NULL);
}

static void the_constants_survive_any_number_of_unrefs(void **state)
{
    (void)state;
    for (int i = 0; i < 1000; i++) {
        value_unref(value_null());
        value_unref(value_bool(true));
    }
    assert_int_equal(value_null()->kind, VALUE_NULL);
    assert_true(value_bool(true)->boolean);
    assert_false(value_bool(false)->boolean);
}

static void text_that_is_no_json_is_an_error(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "", "{", "[1,]", "nul", "{\"a\" 1}", "\"a", "1 2",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct error error = ERROR_NONE;
        assert_null(value_parse(str_text(texts[i]), &error));
        assert_int_equal(error.code, ERROR_IO);
    }
}

static void nesting_is_limited(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text);
    buf_add_repeat(&text, '[', JSON_DEPTH_LIMIT);
    buf_add_repeat(&text, ']', JSON_DEPTH_LIMIT);
    value_unref(parse(buf_text(&text)));
    buf_clear(&text);
    buf_add_repeat(&text, '[', JSON_DEPTH_LIMIT + 1);
    buf_add_repeat(&text, ']', JSON_DEPTH_LIMIT + 1);
    struct error error = ERROR_NONE;
    assert_null(value_parse(buf_str(&text), &error));
    buf_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(json_comes_back_as_it_was),
        cmocka_unit_test(objects_keep_the_order_of_their_fields),
        cmocka_unit_test(an_integral_number_becomes_an_integer),
        cmocka_unit_test(a_number_too_large_for_an_integer_stays_a_float),
        cmocka_unit_test(equality_ignores_the_order_of_fields),
        cmocka_unit_test(equality_is_structural),
        cmocka_unit_test(an_integer_never_equals_a_float),
        cmocka_unit_test(the_two_zeros_are_equal_and_hash_equally),
        cmocka_unit_test(hashes_are_the_same_for_ever),
        cmocka_unit_test(not_a_number_prints_as_null),
        cmocka_unit_test(a_string_may_hold_nul),
        cmocka_unit_test(a_field_is_found_by_name_and_borrowed),
        cmocka_unit_test(text_of_what_is_no_string_is_empty),
        cmocka_unit_test(a_value_lives_as_long_as_somebody_holds_it),
        cmocka_unit_test(the_constants_survive_any_number_of_unrefs),
        cmocka_unit_test(text_that_is_no_json_is_an_error),
        cmocka_unit_test(nesting_is_limited),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
