/* Chords: keys pressed together. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cdp/input/chord.h"
#include "cdp/input/input.h"

static struct chord parsed(const char *text)
{
    struct chord chord;
    struct error error = ERROR_NONE;
    assert_true(chord_parse(&chord, str_text(text), &error));
    return chord;
}

static void expect_rejected(const char *text, const char *words)
{
    struct chord chord;
    struct error error = ERROR_NONE;
    assert_false(chord_parse(&chord, str_text(text), &error));
    assert_non_null(strstr(error.message, words));
}

static void a_letter_with_control_is_a_command(void **state)
{
    (void)state;
    struct chord chord = parsed("Control+a");
    assert_int_equal(chord.modifiers, KEY_CONTROL);
    assert_string_equal(chord.key.code, "KeyA");
    assert_string_equal(chord.command, "selectAll");
    assert_int_equal(input_chord_releases(&chord), 2);
    assert_string_equal(parsed("Ctrl+Shift+z").command, "redo");
    assert_string_equal(parsed("Control+V").key.code, "KeyV");
    assert_null(parsed("Alt+a").command);
    assert_null(parsed("Control+Alt+c").command);
}

static void keys_have_names(void **state)
{
    (void)state;
    assert_string_equal(parsed("Shift+ArrowLeft").key.key, "ArrowLeft");
    assert_string_equal(parsed("Esc").key.key, "Escape");
    assert_string_equal(parsed("F12").key.code, "F12");
    assert_string_equal(parsed("Space").key.code, "Space");
    assert_string_equal(parsed("\xEE\x80\x86").key.key, "Enter");
}

static void a_plus_is_a_key_too(void **state)
{
    (void)state;
    assert_string_equal(parsed("+").key.code, "Equal");
    struct chord chord = parsed("Control++");
    assert_int_equal(chord.modifiers, KEY_CONTROL);
    assert_string_equal(chord.key.code, "Equal");
}

static void modifiers_alone_are_a_chord(void **state)
{
    (void)state;
    struct chord chord = parsed("Shift+Meta");
    assert_false(chord.has_key);
    assert_int_equal(chord.modifiers, KEY_SHIFT | KEY_META);
    assert_int_equal(input_chord_releases(&chord), 2);
}

static void what_is_no_chord_is_rejected(void **state)
{
    (void)state;
    expect_rejected("", "at least one key");
    expect_rejected("Control+", "does not end");
    expect_rejected("Hyper+a", "no key \"Hyper\"");
    expect_rejected("a+b", "only the last key");
    expect_rejected("\xff", "no key");
    expect_rejected("Control+Entr", "no key \"Entr\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_letter_with_control_is_a_command),
        cmocka_unit_test(keys_have_names),
        cmocka_unit_test(a_plus_is_a_key_too),
        cmocka_unit_test(modifiers_alone_are_a_chord),
        cmocka_unit_test(what_is_no_chord_is_rejected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
