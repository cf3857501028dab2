/* A request's body in chunks. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "standin/chunks.h"

static void reads(const char *bytes, enum chunks_state wanted,
                  const char *expected, size_t left)
{
    struct chunks chunks = {0};
    enum chunks_state state = chunks_read(&chunks, str_text(bytes));
    assert_int_equal(state, wanted);
    if (wanted == CHUNKS_DONE) {
        assert_string_equal(buf_text(&chunks.body), expected);
        assert_int_equal(strlen(bytes) - chunks.used, left);
    }
    chunks_finish(&chunks);
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
        struct chunks chunks = {0};
        assert_int_equal(chunks_read(&chunks, str_from(whole, length)),
                         CHUNKS_MORE);
        chunks_finish(&chunks);
    }
}

/* Comes in pieces of so many bytes. What has been used is written over before
 * the next piece: whoever reads it again reads nonsense. */
static void comes_in_pieces(struct str whole, size_t piece, struct str expected)
{
    struct chunks chunks = {0};
    struct buf come = {0};
    enum chunks_state state = CHUNKS_MORE;
    for (size_t at = 0; at < whole.length; at += piece) {
        size_t left = whole.length - at;
        assert_int_equal(state, CHUNKS_MORE);
        buf_add(&come, whole.data + at, left < piece ? left : piece);
        state = chunks_read(&chunks, buf_str(&come));
        memset(come.data, '?', chunks.used);
    }
    assert_int_equal(state, CHUNKS_DONE);
    assert_int_equal(chunks.used, whole.length);
    assert_true(str_equal(buf_str(&chunks.body), expected));
    buf_finish(&come);
    chunks_finish(&chunks);
}

static void no_byte_is_read_twice(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 2, 7, 1000};
    struct buf small = {0}, body = {0}, large = {0};
    for (size_t i = 0; i < 200; i++) {
        buf_add_text(&small, "3;n=1\r\nabc\r\n");
        buf_add_text(&body, "abc");
    }
    buf_add_text(&small, "0\r\nOne: 1\r\nTwo: 2\r\n\r\n");
    buf_addf(&large, "%zx\r\n", body.length);
    buf_add_str(&large, buf_str(&body));
    buf_add_text(&large, "\r\n0\r\n\r\n");
    for (size_t i = 0; i < sizeof pieces / sizeof *pieces; i++) {
        comes_in_pieces(buf_str(&small), pieces[i], buf_str(&body));
        comes_in_pieces(buf_str(&large), pieces[i], buf_str(&body));
    }
    buf_finish(&small);
    buf_finish(&body);
    buf_finish(&large);
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
        cmocka_unit_test(no_byte_is_read_twice),
        cmocka_unit_test(what_is_no_chunk_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
