/* Between UTF-8 and the CESU-8 of Duktape; smaller helpers first. */
#include "js/js_internal.h"

#include "base/utf8.h"

#include <stdbool.h>
#include <stdint.h>

enum {
    REPLACEMENT = 0xFFFD,
    FIRST_ABOVE_BMP = 0x10000,
    HIGH_SURROGATE = 0xD800,
    LOW_SURROGATE = 0xDC00,
    SURROGATE_COUNT = 0x400,
};

/* Three bytes: utf8_encode refuses surrogates, rightly. */
static void add_surrogate(struct buf *buf, uint32_t unit)
{
    buf_add_char(buf, (char)(0xE0 | (unit >> 12)));
    buf_add_char(buf, (char)(0x80 | ((unit >> 6) & 0x3F)));
    buf_add_char(buf, (char)(0x80 | (unit & 0x3F)));
}

/* How many bytes at `at` are ASCII, the same in both: scripts are hardly
 * anything else. */
static size_t ascii_length(struct str text, size_t at)
{
    size_t end = at;
    while (end < text.length && (unsigned char)text.data[end] < 0x80)
        end++;
    return end - at;
}

void js_text_in(struct buf *buf, struct str text)
{
    for (size_t at = 0, used; at < text.length; at += used) {
        struct str rest = str_from(text.data + at, text.length - at);
        used = ascii_length(text, at);
        if (used > 0) {
            buf_add(buf, rest.data, used);
            continue;
        }
        uint32_t code = utf8_decode(rest, &used);
        if (code == UTF8_INVALID) {
            utf8_encode(buf, REPLACEMENT);
        } else if (code < FIRST_ABOVE_BMP) {
            buf_add(buf, rest.data, used);
        } else {
            code -= FIRST_ABOVE_BMP;
            add_surrogate(buf, HIGH_SURROGATE + (code >> 10));
            add_surrogate(buf, LOW_SURROGATE + (code & 0x3FF));
        }
    }
}

/* The surrogate at the start of `text` when one stands there, counted from
 * `first`; SURROGATE_COUNT when none of that half does. */
static uint32_t surrogate_at(struct str text, uint32_t first)
{
    if (text.length < 3 || (unsigned char)text.data[0] != 0xED ||
        ((unsigned char)text.data[2] & 0xC0) != 0x80)
        return SURROGATE_COUNT;
    uint32_t unit = 0xD000u |
                    (((uint32_t)(unsigned char)text.data[1] & 0x3F) << 6) |
                    ((uint32_t)(unsigned char)text.data[2] & 0x3F);
    if (unit < first || unit >= first + SURROGATE_COUNT)
        return SURROGATE_COUNT;
    return unit - first;
}

/* What is not UTF-8 is a surrogate, alone or the first of a pair. Returns how
 * many bytes it took. */
static size_t add_pair(struct buf *buf, struct str text)
{
    uint32_t high = surrogate_at(text, HIGH_SURROGATE);
    if (high < SURROGATE_COUNT) {
        struct str rest = str_from(text.data + 3, text.length - 3);
        uint32_t low = surrogate_at(rest, LOW_SURROGATE);
        if (low < SURROGATE_COUNT) {
            utf8_encode(buf, FIRST_ABOVE_BMP + (high << 10) + low);
            return 6;
        }
    }
    utf8_encode(buf, REPLACEMENT);
    bool alone = high < SURROGATE_COUNT ||
                 surrogate_at(text, LOW_SURROGATE) < SURROGATE_COUNT;
    return alone ? 3 : 1;
}

void js_text_out(struct buf *buf, struct str text)
{
    for (size_t at = 0, used; at < text.length; at += used) {
        struct str rest = str_from(text.data + at, text.length - at);
        used = ascii_length(text, at);
        if (used == 0 && utf8_decode(rest, &used) == UTF8_INVALID)
            used = add_pair(buf, rest);
        else
            buf_add(buf, rest.data, used);
    }
}
