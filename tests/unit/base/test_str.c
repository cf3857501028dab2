#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/str.h"

static void texts_are_equal_by_bytes_and_length(void **state)
{
    (void)state;
    assert_true(str_equal(STR("ab"), str_text("ab")));
    assert_false(str_equal(STR("ab"), STR("abc")));
    assert_false(str_equal(STR("a\0b"), STR("a\0c")));
    assert_true(str_equal(str_from(NULL, 0), STR("")));
    assert_true(str_equal(str_text(NULL), STR("")));
    assert_true(str_is(STR("ab"), "ab"));
    assert_false(str_is(STR("ab\0"), "ab"));
}

static void beginnings_and_ends_are_found(void **state)
{
    (void)state;
    assert_true(str_starts_with(STR("abc"), "ab"));
    assert_true(str_starts_with(STR("abc"), ""));
    assert_false(str_starts_with(STR("a"), "ab"));
    assert_true(str_ends_with(STR("abc"), "bc"));
    assert_false(str_ends_with(STR("c"), "bc"));
    assert_false(str_ends_with(STR("abd"), "bc"));
}

static int sign(int number)
{
    return (number > 0) - (number < 0);
}

static void letters_of_either_case_may_count_as_the_same(void **state)
{
    (void)state;
    assert_true(str_is_in_any_case(STR("Content-TYPE"), "content-type"));
    assert_true(str_equal_in_any_case(STR("aZ[`"), STR("Az[`")));
    assert_true(str_equal_in_any_case(STR(""), str_text(NULL)));
    assert_false(str_is_in_any_case(STR("ab"), "abc"));
    /* What differs from a letter in the bit alone that makes it a capital. */
    assert_false(str_is_in_any_case(STR("@["), "`{"));
    assert_false(str_is_in_any_case(STR("\xc3\x84"), "\xc3\xa4"));
    assert_false(str_equal_in_any_case(STR("a\0b"), STR("a\0c")));
}

static void blanks_around_a_text_go(void **state)
{
    (void)state;
    assert_true(str_is(str_trimmed(STR(" \ta b\t ")), "a b"));
    assert_true(str_is(str_trimmed(STR(" \t ")), ""));
    assert_true(str_is(str_trimmed(STR("")), ""));
    assert_true(str_is(str_trimmed(STR("\na\r")), "\na\r"));
}

static void order_is_bytewise_and_shorter_first(void **state)
{
    (void)state;
    static const struct str sorted[] = {
        {"", 0},  {"\0", 1},   {"a", 1},    {"a\0", 2},  {"ab", 2},
        {"b", 1}, {"\x7f", 1}, {"\x80", 1}, {"\xff", 1},
    };
    int count = (int)(sizeof sorted / sizeof *sorted);
    for (int i = 0; i < count; i++)
        for (int j = 0; j < count; j++)
            assert_int_equal(sign(str_compare(sorted[i], sorted[j])),
                             sign(i - j));
}

static void the_fingerprint_is_fnv_1a(void **state)
{
    (void)state;
    /* The published test vectors, 64 bits. */
    assert_true(str_fingerprint(STR("")) == 0xcbf29ce484222325u);
    assert_true(str_fingerprint(STR("a")) == 0xaf63dc4c8601ec8cu);
    assert_true(str_fingerprint(STR("foobar")) == 0x85944171f73967e8u);
}

/* Every byte counts, and so does the length; where a text stands does not. */
static void a_hash_tells_texts_apart(void **state)
{
    (void)state;
    enum { LONGEST = 40 };
    char text[LONGEST + 2] = {0};
    char moved[LONGEST + 2] = {0};
    for (size_t length = 0; length <= LONGEST; length++) {
        uint64_t hash = str_hash(str_from(text, length));
        memcpy(moved + 1, text, length);
        assert_true(hash == str_hash(str_from(moved + 1, length)));
        assert_true(hash != str_hash(str_from(text, length + 1)));
        for (size_t i = 0; i < length; i++) {
            text[i] = 'x';
            assert_true(hash != str_hash(str_from(text, length)));
            text[i] = 0;
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts_are_equal_by_bytes_and_length),
        cmocka_unit_test(beginnings_and_ends_are_found),
        cmocka_unit_test(letters_of_either_case_may_count_as_the_same),
        cmocka_unit_test(blanks_around_a_text_go),
        cmocka_unit_test(order_is_bytewise_and_shorter_first),
        cmocka_unit_test(the_fingerprint_is_fnv_1a),
        cmocka_unit_test(a_hash_tells_texts_apart),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
