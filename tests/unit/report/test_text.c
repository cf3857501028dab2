#include "report/text.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/json.h"
#include "base/utf8.h"

static const struct text_style wide = {.unicode = true, .columns = SIZE_MAX};
static const struct text_style ascii = {.unicode = false, .columns = SIZE_MAX};

static struct text_style cut_to(size_t columns)
{
    return (struct text_style){.unicode = true, .columns = columns};
}

static void text_is(struct str text, struct text_style style,
                    const char *expected)
{
    struct buf out;
    buf_init(&out);
    text_add(&out, text, style);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
}

static void quoted_is(struct str text, struct text_style style,
                      const char *expected)
{
    struct buf out;
    buf_init(&out);
    text_add_quoted(&out, text, '"', style);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
}

static void value_is(const char *json, struct text_style style,
                     const char *expected)
{
    struct value *value = value_parse(str_text(json), NULL);
    assert_non_null(value);
    struct buf out;
    buf_init(&out);
    text_add_value(&out, value, style);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    value_unref(value);
}

static void harmless_text_stays_as_it_is(void **state)
{
    (void)state;
    text_is(STR("a b~"), wide, "a b~");
    text_is(STR("h\u00e9llo \u6f22 \U0001F600"), wide,
            "h\u00e9llo \u6f22 \U0001F600");
}

static void control_characters_are_escaped(void **state)
{
    (void)state;
    text_is(STR("a\nb\rc\td"), wide, "a\\nb\\rc\\td");
    text_is(STR("\x1b[31m\x07\x7f\0."), wide, "\\x1b[31m\\x07\\x7f\\x00.");
    text_is(STR("\xc2\x85\xc2\x9b"), wide, "\\u{85}\\u{9b}");
    text_is(STR("a\xc2\xa0"
                "b\xe2\x80\x89"
                "c"),
            wide, "a\\u{a0}b\\u{2009}c");
}

/* What reorders or hides the text beside it. */
static void invisible_characters_are_escaped(void **state)
{
    (void)state;
    text_is(STR("\u202ea\u202c"), wide, "\\u{202e}a\\u{202c}");
    text_is(STR("\u2066a\u2069"), wide, "\\u{2066}a\\u{2069}");
    text_is(STR("\u200e\u200f\u061c"), wide, "\\u{200e}\\u{200f}\\u{61c}");
    text_is(STR("\u200b\u2060\ufeff\u00ad"), wide,
            "\\u{200b}\\u{2060}\\u{feff}\\u{ad}");
    text_is(STR("\ue007"), wide, "\\u{e007}");
    text_is(STR("\u2028\u2029"), wide, "\\u{2028}\\u{2029}");
    text_is(STR("\U000E0041"), wide, "\\u{e0041}");
}

static void bytes_that_are_no_utf8_are_escaped(void **state)
{
    (void)state;
    text_is(STR("a\xff\xc3("), wide, "a\\xff\\xc3(");
    text_is(STR("\xed\xa0\x80"), wide, "\\xed\\xa0\\x80");
}

static void ascii_shows_no_other_letters(void **state)
{
    (void)state;
    text_is(STR("\u00e9\u6f22"), ascii, "\\u{e9}\\u{6f22}");
    assert_string_equal(text_ellipsis(false), "...");
    assert_string_equal(text_arrow(false), "->");
}

static void quotes_and_backslashes_are_escaped_in_quotes(void **state)
{
    (void)state;
    quoted_is(STR("a\"b\\c'"), wide, "\"a\\\"b\\\\c'\"");
    quoted_is(STR(""), wide, "\"\"");
}

/* Specification, 1.5: a selector's text stays verbatim. */
static void a_selector_keeps_its_own_escapes(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    text_add_selector(&out, STR(".md\\:flex[a=\"b\"]\x1b"), wide);
    assert_string_equal(buf_text(&out), "`.md\\:flex[a=\"b\"]\\x1b`");
    buf_finish(&out);
}

static void text_is_cut_only_when_too_wide(void **state)
{
    (void)state;
    text_is(STR("12345"), cut_to(5), "12345");
    text_is(STR("123456"), cut_to(5), "1234\u2026");
    quoted_is(STR("123"), cut_to(5), "\"123\"");
    quoted_is(STR("1234"), cut_to(5), "\"12\u2026\"");
    text_is(STR("123456"), (struct text_style){false, 5}, "12...");
}

static void wide_letters_count_twice(void **state)
{
    (void)state;
    text_is(STR("\u6f22\u5b57"), cut_to(4), "\u6f22\u5b57");
    text_is(STR("\u6f22\u5b57x"), cut_to(4), "\u6f22\u2026");
}

static void an_escape_is_never_cut_in_two(void **state)
{
    (void)state;
    text_is(STR("ab\x1bxyz"), cut_to(6), "ab\u2026");
    text_is(STR("ab\x1bxyz"), cut_to(7), "ab\\x1b\u2026");
}

static void nothing_is_wider_than_it_may_be(void **state)
{
    (void)state;
    const char *json = "{\"a\":[1,2,{\"b\":\"\u6f22\\u0007\"}],\"c\":null}";
    struct value *value = value_parse(str_text(json), NULL);
    for (size_t columns = 3; columns < 50; columns++) {
        struct buf out;
        buf_init(&out);
        text_add_value(&out, value, cut_to(columns));
        assert_true(utf8_width(buf_str(&out)) <= columns);
        buf_finish(&out);
    }
    value_unref(value);
}

static void values_look_like_literals(void **state)
{
    (void)state;
    value_is("null", wide, "null");
    value_is("true", wide, "true");
    value_is("-12", wide, "-12");
    value_is("0.5", wide, "0.5");
    value_is("\"a\\\"\"", wide, "\"a\\\"\"");
    value_is("[1,[],\"x\"]", wide, "[1, [], \"x\"]");
    value_is("{\"a\":{\"b\":1},\"c\":[]}", wide, "{a: {b: 1}, c: []}");
}

static void values_are_cut_with_an_ellipsis(void **state)
{
    (void)state;
    value_is("[1, 2, 3]", cut_to(9), "[1, 2, 3]");
    value_is("[1, 2, 3]", cut_to(8), "[1, 2, \u2026");
    value_is("\"abcdef\"", cut_to(6), "\"abc\u2026\"");
}

static void beside_is(const char *value, const char *other, size_t columns,
                      const char *expected)
{
    struct value *a = value_parse(str_text(value), NULL);
    struct value *b = value_parse(str_text(other), NULL);
    struct buf out;
    buf_init(&out);
    text_add_value_beside(&out, a, b, cut_to(columns));
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
    value_unref(a);
    value_unref(b);
}

static void a_long_text_shows_where_it_begins_to_differ(void **state)
{
    (void)state;
    beside_is("\"0123456789abcdef-x\"", "\"0123456789abcdef-y\"", 14,
              "\u2026\"9abcdef-x\"");
    beside_is("\"0123456789\"", "\"0123456780\"", 12, "\"0123456789\"");
    beside_is("\"a23456789012\"", "\"b23456789012\"", 10, "\"a234567\u2026\"");
    beside_is("[1,2]", "\"0123456789abcdef\"", 10, "[1, 2]");
}

static void durations_have_fitting_units(void **state)
{
    (void)state;
    static const struct {
        int64_t ms;
        const char *expected;
    } cases[] = {
        {0, "0 ms"},           {999, "999 ms"},   {1000, "1 s"},
        {1299, "1.2 s"},       {59999, "59.9 s"}, {60000, "1 min"},
        {125000, "2 min 5 s"}, {3600000, "1 h"},  {5400000, "1 h 30 min"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct buf out;
        buf_init(&out);
        text_add_duration_ms(&out, cases[i].ms);
        assert_string_equal(buf_text(&out), cases[i].expected);
        buf_finish(&out);
    }
}

static void nouns_are_plural_except_for_one(void **state)
{
    (void)state;
    struct buf out;
    buf_init(&out);
    text_add_count(&out, 0, "state");
    buf_add_char(&out, ' ');
    text_add_count(&out, 1, "state");
    buf_add_char(&out, ' ');
    text_add_count(&out, 2, "state");
    assert_string_equal(buf_text(&out), "0 states 1 state 2 states");
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(harmless_text_stays_as_it_is),
        cmocka_unit_test(control_characters_are_escaped),
        cmocka_unit_test(invisible_characters_are_escaped),
        cmocka_unit_test(bytes_that_are_no_utf8_are_escaped),
        cmocka_unit_test(ascii_shows_no_other_letters),
        cmocka_unit_test(quotes_and_backslashes_are_escaped_in_quotes),
        cmocka_unit_test(a_selector_keeps_its_own_escapes),
        cmocka_unit_test(text_is_cut_only_when_too_wide),
        cmocka_unit_test(wide_letters_count_twice),
        cmocka_unit_test(an_escape_is_never_cut_in_two),
        cmocka_unit_test(nothing_is_wider_than_it_may_be),
        cmocka_unit_test(values_look_like_literals),
        cmocka_unit_test(values_are_cut_with_an_ellipsis),
        cmocka_unit_test(a_long_text_shows_where_it_begins_to_differ),
        cmocka_unit_test(durations_have_fitting_units),
        cmocka_unit_test(nouns_are_plural_except_for_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
