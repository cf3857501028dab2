/* Order of this file: what stands as it is, escapes, the string. */
#include "base/json_string.h"

#include <string.h>

#include "base/utf8.h"

/* What stands in a string as it is, in ASCII. */
static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

/* What is meant by a character after a backslash; 0: none is, or it is 'u'. */
static const char meant_by[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

/* Copies what is plain and what is escaped by one letter (most of a text within
 * a text is quotes); gives its end. */
static char *copy_plain(struct json_cursor *cursor, char *out)
{
    const char *at = cursor->at;
    const char *end = cursor->end;
    for (;;) {
        size_t count = JSON_WORD_BYTES;
        while (count == JSON_WORD_BYTES && end - at >= JSON_WORD_BYTES) {
            uint64_t word;
            memcpy(&word, at, JSON_WORD_BYTES);
            memcpy(out, &word, JSON_WORD_BYTES);
            count = json_count_plain(word);
            at += count;
            out += count;
        }
        while (at < end && is_plain((unsigned char)*at))
            *out++ = *at++;
        if (end - at < 2 || at[0] != '\\')
            break;
        char meant = meant_by[(unsigned char)at[1]];
        if (meant == 0)
            break;
        *out++ = meant;
        at += 2;
    }
    cursor->at = at;
    return out;
}

static int hex_digit(char byte)
{
    if (str_is_digit(byte))
        return byte - '0';
    char lower = (char)(byte | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The four digits after "\u". False: they are none. */
static bool read_hex4(struct json_cursor *cursor, uint32_t *code)
{
    enum { DIGITS = 4 };
    *code = 0;
    if (cursor->end - cursor->at < DIGITS)
        return false;
    for (int i = 0; i < DIGITS; i++) {
        int digit = hex_digit(*cursor->at++);
        if (digit < 0)
            return false;
        *code = *code * 16 + (uint32_t)digit;
    }
    return true;
}

static bool is_high(uint32_t code)
{
    return code >= 0xd800 && code <= 0xdbff;
}

static bool is_low(uint32_t code)
{
    return code >= 0xdc00 && code <= 0xdfff;
}

/* What is escaped by its number: one code point, or a pair of surrogates that
 * make one. */
static bool read_code(struct json_cursor *cursor, uint32_t *code)
{
    uint32_t low;
    if (!read_hex4(cursor, code) || is_low(*code))
        return false;
    if (!is_high(*code))
        return true;
    if (!json_take_byte(cursor, '\\') || !json_take_byte(cursor, 'u') ||
        !read_hex4(cursor, &low) || !is_low(low))
        return false;
    *code = 0x10000 + ((*code - 0xd800) << 10) + (low - 0xdc00);
    return true;
}

static char *put_utf8(char *out, uint32_t code)
{
    if (code < 0x80) {
        *out++ = (char)code;
        return out;
    }
    if (code < 0x800) {
        *out++ = (char)(0xc0 | code >> 6);
    } else {
        if (code < 0x10000) {
            *out++ = (char)(0xe0 | code >> 12);
        } else {
            *out++ = (char)(0xf0 | code >> 18);
            *out++ = (char)(0x80 | (code >> 12 & 0x3f));
        }
        *out++ = (char)(0x80 | (code >> 6 & 0x3f));
    }
    *out++ = (char)(0x80 | (code & 0x3f));
    return out;
}

/* At a backslash with more than a letter after it. NULL: there is no such
 * escape. */
static char *read_escape(struct json_cursor *cursor, char *out)
{
    uint32_t code;
    cursor->at++;
    return json_take_byte(cursor, 'u') && read_code(cursor, &code)
               ? put_utf8(out, code)
               : NULL;
}

/* A character beyond ASCII. NULL: its bytes are no UTF-8. */
static char *read_character(struct json_cursor *cursor, char *out)
{
    size_t length;
    struct str rest = str_from(cursor->at, (size_t)(cursor->end - cursor->at));
    if (utf8_decode(rest, &length) == UTF8_INVALID)
        return NULL;
    memcpy(out, cursor->at, length);
    cursor->at += length;
    return out + length;
}

char *json_string_read(struct json_cursor *cursor, char *out)
{
    for (;;) {
        out = copy_plain(cursor, out);
        int byte = json_next_byte(cursor);
        if (byte == '"')
            break;
        if (byte < 0x20)
            return NULL;
        out = byte == '\\' ? read_escape(cursor, out)
                           : read_character(cursor, out);
        if (out == NULL)
            return NULL;
    }
    cursor->at++;
    *out = '\0';
    return out;
}
