#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

static const struct {
    const char *bytes;
    size_t length;
    uint32_t code;
} valid[] = {
    {"a", 1, 'a'},
    {"\0", 1, 0},
    {"\x7f", 1, 0x7f},
    {"\xc2\x80", 2, 0x80},
    {"\xdf\xbf", 2, 0x7ff},
    {"\xe0\xa0\x80", 3, 0x800},
    {"\xed\x9f\xbf", 3, 0xd7ff},
    {"\xee\x80\x80", 3, 0xe000},
    {"\xef\xbf\xbf", 3, 0xffff},
    {"\xf0\x90\x80\x80", 4, 0x10000},
    {"\xf4\x8f\xbf\xbf", 4, 0x10ffff},
};

static void code_points_are_decoded_and_encoded(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof valid / sizeof *valid; i++) {
        size_t length = 0;
        struct str text = str_from(valid[i].bytes, valid[i].length);
        assert_int_equal(utf8_decode(text, &length), valid[i].code);
        assert_int_equal(length, valid[i].length);
        struct buf buf;
        buf_init(&buf);
        utf8_encode(&buf, valid[i].code);
        assert_true(str_equal(buf_str(&buf), text));
        buf_finish(&buf);
    }
}

static void only_the_first_code_point_is_decoded(void **state)
{
    (void)state;
    size_t length = 0;
    assert_int_equal(utf8_decode(STR("\xc3\xa9z"), &length), 0xe9);
    assert_int_equal(length, 2);
}

static void other_bytes_are_invalid_one_by_one(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "\x80",             /* continuation alone */
        "\xc3",             /* cut */
        "\xe2\x82",         /* cut */
        "\xf0\x9f\x98",     /* cut */
        "\xc0\xaf",         /* overlong */
        "\xe0\x80\xaf",     /* overlong */
        "\xf0\x80\x80\xaf", /* overlong */
        "\xed\xa0\x80",     /* surrogate */
        "\xf4\x90\x80\x80", /* above U+10FFFF */
        "\xff",
        "\xc3(",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        size_t length = 0;
        assert_int_equal(utf8_decode(str_text(texts[i]), &length),
                         UTF8_INVALID);
        assert_int_equal(length, 1);
        assert_int_equal(utf8_first_invalid(str_text(texts[i])), 0);
    }
    assert_int_equal(utf8_first_invalid(STR("ab\xff")), 2);
    assert_int_equal(utf8_first_invalid(STR("\xc3\xa9")), 2);
    assert_int_equal(utf8_first_invalid(STR("")), 0);
}

static void invalid_codes_are_encoded_as_replacement(void **state)
{
    (void)state;
    static const uint32_t codes[] = {0xd800, 0xdfff, 0x110000, UTF8_INVALID};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        struct buf buf;
        buf_init(&buf);
        utf8_encode(&buf, codes[i]);
        assert_string_equal(buf_text(&buf), "\xef\xbf\xbd");
        buf_finish(&buf);
    }
}

static void length_counts_code_points_and_width_columns(void **state)
{
    (void)state;
    assert_int_equal(utf8_length(STR("a\xc3\xa9\xf0\x9f\x98\x80")), 3);
    assert_int_equal(utf8_width(STR("a\xc3\xa9")), 2);
    assert_int_equal(utf8_width(STR("\xe6\xbc\xa2")), 2); /* a wide one */
    assert_int_equal(utf8_width(STR("e\xcc\x81")), 1);    /* a combining one */
}

static void characters_have_classes(void **state)
{
    (void)state;
    assert_true(utf8_is_space(' ') && utf8_is_space('\t'));
    assert_true(utf8_is_space(0xa0));
    assert_false(utf8_is_space('a'));
    assert_true(utf8_is_letter('a') && utf8_is_letter(0xe9));
    assert_true(utf8_is_letter(0x3b1) && utf8_is_letter(0x6f22));
    assert_false(utf8_is_letter('1') || utf8_is_letter('_'));
    assert_true(utf8_is_alphanumeric('1') && utf8_is_alphanumeric('a'));
    assert_true(utf8_is_alphanumeric(0x661)); /* ARABIC-INDIC DIGIT ONE */
    assert_true(utf8_is_alphanumeric(0xbd));  /* one half: class No */
    assert_false(utf8_is_alphanumeric('-'));
}

static void control_characters_are_hidden_and_no_others(void **state)
{
    (void)state;
    /* ESC, DEL, U+0080 and U+009F; newline, tab, U+00A0, e acute stay */
    char text[] = "\x1b[m\x7f\n\t\xc2\x80\xc2\x9f\xc2\xa0\xc3\xa9\x1f ";
    utf8_hide_controls(text, strlen(text));
    assert_string_equal(text, "?[m?\n\t????\xc2\xa0\xc3\xa9? ");
    char cut[] = "\xc2"; /* after its end nothing is looked at */
    utf8_hide_controls(cut, 1);
    assert_string_equal(cut, "\xc2");
}

static void a_cut_goes_through_no_character(void **state)
{
    (void)state;
    struct str text = str_from("a\xe2\x82\xac"
                               "b",
                               5); /* a, the euro, b */
    assert_int_equal(utf8_floor(text, 0), 0);
    assert_int_equal(utf8_floor(text, 1), 1);
    assert_int_equal(utf8_floor(text, 2), 1);
    assert_int_equal(utf8_floor(text, 3), 1);
    assert_int_equal(utf8_floor(text, 4), 4);
    assert_int_equal(utf8_floor(text, 5), 5);
    assert_int_equal(utf8_floor(str_from("\x82\x82", 2), 1), 0); /* invalid */
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(code_points_are_decoded_and_encoded),
        cmocka_unit_test(only_the_first_code_point_is_decoded),
        cmocka_unit_test(other_bytes_are_invalid_one_by_one),
        cmocka_unit_test(invalid_codes_are_encoded_as_replacement),
        cmocka_unit_test(length_counts_code_points_and_width_columns),
        cmocka_unit_test(characters_have_classes),
        cmocka_unit_test(control_characters_are_hidden_and_no_others),
        cmocka_unit_test(a_cut_goes_through_no_character),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
