/* String literals of JSON, and the place that a reader has come to. For json.c
 * and json_read.c alone. */
#ifndef WEIR_BASE_JSON_STRING_H
#define WEIR_BASE_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct json_cursor {
    const char *at;
    const char *end;
};

/* -1 at the end of the text. */
static inline int json_next_byte(const struct json_cursor *cursor)
{
    return cursor->at < cursor->end ? (unsigned char)*cursor->at : -1;
}

static inline bool json_take_byte(struct json_cursor *cursor, char byte)
{
    if (json_next_byte(cursor) != byte)
        return false;
    cursor->at++;
    return true;
}

/* Reads a string after its first quote, and goes after its last. Its bytes
 * and a NUL are written to `out`, which has to have as much room as is left of
 * the text; the result is where the NUL stands. NULL: that is no string. */
char *json_string_read(struct json_cursor *cursor, char *out);

enum { JSON_WORD_BYTES = 8 };

/* How many of the first bytes of a word are such as stand in a string as they
 * are: ASCII that is printed, but quotes and backslashes. 0 where the order of
 * bytes is another one. Each byte that is not is marked by its highest bit: a
 * subtraction sets it in what is too small (three bytes have been made zero),
 * and what it borrows from stands after. */
static inline size_t json_count_plain(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quotes = word ^ ones * '"';
    uint64_t slashes = word ^ ones * '\\';
    uint64_t deletes = word ^ ones * 0x7f;
    uint64_t marks = ((word - ones * ' ') | (quotes - ones) | (slashes - ones) |
                      (deletes - ones) | word) &
                     ones * 0x80;
    return marks == 0 ? JSON_WORD_BYTES : (size_t)__builtin_ctzll(marks) / 8;
#else
    (void)word;
    return 0;
#endif
}

#endif
