#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"

static void an_empty_buffer_has_empty_text(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    assert_string_equal(buf_text(&buf), "");
    assert_int_equal(buf_str(&buf).length, 0);
    buf_finish(&buf);
}

static void everything_added_stands_in_order(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_add(&buf, "ab", 2);
    buf_add_str(&buf, STR("cd"));
    buf_add_text(&buf, "ef");
    buf_add_char(&buf, 'g');
    buf_add_repeat(&buf, 'h', 3);
    buf_addf(&buf, "%d%s", 12, "i");
    assert_string_equal(buf_text(&buf), "abcdefghhh12i");
    assert_int_equal(buf.length, 13);
    buf_finish(&buf);
}

static void integers_are_decimal(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    static const int64_t numbers[] = {0, 7, -1, 10, -90, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++) {
        buf_add_int(&buf, numbers[i]);
        buf_add_char(&buf, ' ');
    }
    assert_string_equal(
        buf_text(&buf),
        "0 7 -1 10 -90 9223372036854775807 -9223372036854775808 ");
    buf_finish(&buf);
}

static void nul_is_an_ordinary_character(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_add(&buf, "a\0b", 3);
    assert_int_equal(buf.length, 3);
    assert_memory_equal(buf_text(&buf), "a\0b\0", 4);
    buf_finish(&buf);
}

static void long_texts_grow_it(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    for (int i = 0; i < 10000; i++)
        buf_addf(&buf, "%04d", i);
    assert_int_equal(buf.length, 40000);
    assert_memory_equal(buf_text(&buf) + 4 * 1234, "1234", 4);
    assert_int_equal(strlen(buf_text(&buf)), 40000);
    buf_finish(&buf);
}

static void reserved_bytes_count_once_length_says_so(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_add_text(&buf, "x");
    char *room = buf_reserve(&buf, 100);
    memset(room, 'y', 100);
    assert_int_equal(buf.length, 1);
    buf.length += 100;
    buf_add_char(&buf, 'z');
    assert_int_equal(buf.length, 102);
    assert_int_equal(buf_text(&buf)[101], 'z');
    buf_finish(&buf);
}

static void clearing_and_taking_leave_it_empty(void **state)
{
    (void)state;
    struct buf buf;
    buf_init(&buf);
    buf_add_text(&buf, "old");
    buf_clear(&buf);
    assert_string_equal(buf_text(&buf), "");
    buf_add_text(&buf, "new");
    char *text = buf_take(&buf);
    assert_string_equal(text, "new");
    assert_string_equal(buf_text(&buf), "");
    free(text);
    text = buf_take(&buf); /* also of an empty one */
    assert_string_equal(text, "");
    free(text);
    buf_finish(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_buffer_has_empty_text),
        cmocka_unit_test(everything_added_stands_in_order),
        cmocka_unit_test(integers_are_decimal),
        cmocka_unit_test(nul_is_an_ordinary_character),
        cmocka_unit_test(long_texts_grow_it),
        cmocka_unit_test(reserved_bytes_count_once_length_says_so),
        cmocka_unit_test(clearing_and_taking_leave_it_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
