#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/lines.h"

/* Each line in brackets; "no" is refused. */
static bool write_down(void *data, struct str line, struct error *error)
{
    struct buf *out = data;
    if (str_is(line, "no"))
        return error_set(error, ERROR_IO, "it says no");
    buf_add_char(out, '[');
    buf_add_str(out, line);
    buf_add_char(out, ']');
    return true;
}

static void lines_are_the_same_in_pieces_of_any_size(void **state)
{
    (void)state;
    static const char text[] = "a\n\nlonger\nthe rest";
    for (size_t size = 1; size <= strlen(text); size++) {
        struct buf unread = {0}, out = {0};
        for (size_t at = 0; at < strlen(text); at += size) {
            size_t left = strlen(text) - at;
            assert_true(lines_feed(&unread, text + at,
                                   left < size ? left : size, write_down, &out,
                                   NULL));
        }
        assert_string_equal(buf_text(&out), "[a][][longer]");
        assert_string_equal(buf_text(&unread), "the rest");
        buf_finish(&unread);
        buf_finish(&out);
    }
}

static void nothing_after_a_refused_line_is_taken(void **state)
{
    (void)state;
    struct buf unread = {0}, out = {0};
    struct error error = ERROR_NONE;
    assert_false(
        lines_feed(&unread, "a\nno\nb\n", 7, write_down, &out, &error));
    assert_string_equal(error.message, "it says no");
    assert_string_equal(buf_text(&out), "[a]");
    assert_int_equal(unread.length, 0);
    buf_finish(&unread);
    buf_finish(&out);
}

static void no_bytes_are_no_line(void **state)
{
    (void)state;
    struct buf unread = {0}, out = {0};
    assert_true(lines_feed(&unread, "", 0, write_down, &out, NULL));
    assert_int_equal(out.length, 0);
    buf_finish(&unread);
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_are_the_same_in_pieces_of_any_size),
        cmocka_unit_test(nothing_after_a_refused_line_is_taken),
        cmocka_unit_test(no_bytes_are_no_line),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
