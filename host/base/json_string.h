/* String literals of JSON, and the place that a reader has come to. For
 * json_read.c alone. */
#ifndef WEIR_BASE_JSON_STRING_H
#define WEIR_BASE_JSON_STRING_H

#include <stdbool.h>
#include <stddef.h>

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

/* Reads a string behind its first quote, and goes behind its last. Its bytes
 * and a NUL are written to `out`, which has to have as much room as is left of
 * the text; the result is where the NUL stands. NULL: that is no string. */
char *json_string_read(struct json_cursor *cursor, char *out);

#endif
