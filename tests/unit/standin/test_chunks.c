/* A request's body in chunks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "standin/chunks.h"

static void reads(const char *bytes, enum chunks_state wanted,
                  const char *expected, size_t left)
{
    struct buf body = {0};
    size_t used = 0;
    enum chunks_state state = chunks_read(str_text(bytes), &body, &used);
    assert_int_equal(state, wanted);
    if (wanted == CHUNKS_DONE) {
        assert_string_equal(buf_text(&body), expected);
        assert_int_equal(strlen(bytes) - used, left);
    }
    buf_finish(&body);
}

static void marks_are_left_out(void **state)
{
    (void)state;
    reads("5\r\nhello\r\n1\r\n!\r\n0\r\n\r\n", CHUNKS_DONE, "hello!", 0);
    reads("0\r\n\r\nGET /", CHUNKS_DONE, "", 5);
    reads("A;name=value\r\n0123456789\r\n00\r\nTrailer: x\r\n\r\nP",
          CHUNKS_DONE, "0123456789", 1);
    reads("2\n\r\n\n0\n\n", CHUNKS_DONE, "\r\n", 0);
}

static void what_is_not_whole_needs_more(void **state)
{
    (void)state;
    const char *whole = "5\r\nhello\r\n0\r\nX: y\r\n\r\n";
    for (size_t length = 0; length < strlen(whole); length++) {
        struct buf body = {0};
        size_t used;
        assert_int_equal(chunks_read(str_from(whole, length), &body, &used),
                         CHUNKS_MORE);
        buf_finish(&body);
    }
}

static void what_is_no_chunk_is_wrong(void **state)
{
    (void)state;
    reads("hello\r\n", CHUNKS_WRONG, NULL, 0);
    reads("\r\n", CHUNKS_WRONG, NULL, 0);
    reads("-1\r\n", CHUNKS_WRONG, NULL, 0);
    reads("123456789\r\n", CHUNKS_WRONG, NULL, 0);
    reads("1\r\nab\r\n", CHUNKS_WRONG, NULL, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_left_out),
        cmocka_unit_test(what_is_not_whole_needs_more),
        cmocka_unit_test(what_is_no_chunk_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
