#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/error.h"

static void setting_an_error_gives_false(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_false(error_set(&error, ERROR_IO, "%s: %d", "x", 7));
    assert_int_equal(error.code, ERROR_IO);
    assert_string_equal(error.message, "x: 7");
    assert_false(error_set(NULL, ERROR_IO, "nobody cares"));
}

static void a_prefix_stands_in_front(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    error_set(&error, ERROR_RUN, "gone");
    error_prefix(&error, "while %s: ", "waiting");
    assert_string_equal(error.message, "while waiting: gone");
    assert_int_equal(error.code, ERROR_RUN);
    error_prefix(NULL, "nobody cares");
}

static void messages_that_are_too_long_are_cut(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    error_set(&error, ERROR_RUN, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    error_prefix(&error, "y");
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
    assert_int_equal(error.message[0], 'y');
    error_prefix(&error, "%s", text);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(setting_an_error_gives_false),
        cmocka_unit_test(a_prefix_stands_in_front),
        cmocka_unit_test(messages_that_are_too_long_are_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
