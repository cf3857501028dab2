#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/suggestion.h"

static const char *nearest(const char *wanted, const char *a, const char *b)
{
    struct suggestion near = suggestion_begin(str_text(wanted));
    suggestion_consider(&near, a);
    suggestion_consider(&near, b);
    return near.text;
}

static void the_nearest_word_is_found(void **state)
{
    (void)state;
    assert_string_equal(nearest("chek", "replay", "check"), "check");
    assert_string_equal(nearest("chcek", "check", "checker"), "check");
    assert_string_equal(nearest("Lint", "list", "lint"), "lint");
    assert_string_equal(nearest("load", "loaded?", "changed?"), "loaded?");
}

static void what_is_far_is_not_offered(void **state)
{
    (void)state;
    assert_null(nearest("frobnicate", "check", "replay"));
    assert_null(nearest("ab", "cd", "xy"));
    assert_null(nearest("", "check", "a"));
}

static void a_word_is_not_near_to_itself(void **state)
{
    (void)state;
    assert_null(nearest("check", "check", "replay"));
}

static void long_words_are_not_compared(void **state)
{
    static const char LONG[] = "a-word-of-more-than-forty-letters-or-signs";
    (void)state;
    assert_null(
        nearest("a-word-of-more-than-forty-letters-or-sings", LONG, ""));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_nearest_word_is_found),
        cmocka_unit_test(what_is_far_is_not_offered),
        cmocka_unit_test(a_word_is_not_near_to_itself),
        cmocka_unit_test(long_words_are_not_compared),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
