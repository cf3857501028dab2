/* Order of this file: what stands as it is, escapes, the string. */
#include "base/json_string.h"

#include <string.h>

#include "base/utf8.h"

/* What stands in a string as it is, in ASCII. */
static bool is_plain(unsigned char byte)
{
    return byte >= 0x20 && byte < 0x80 && byte != '"' && byte != '\\';
}

enum { WORD_BYTES = 8 };

/* How many of the first bytes of a word are plain; 0 where the order of bytes
 * is another one. Each byte that is not is marked by its highest bit: a
 * subtraction sets it in what is too small (quotes and backslashes have been
 * made zero), and what it borrows from stands behind. */
static size_t count_plain(uint64_t word)
{
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    const uint64_t ones = UINT64_C(0x0101010101010101);
    uint64_t quotes = word ^ ones * '"';
    uint64_t slashes = word ^ ones * '\\';
    uint64_t marks =
        ((word - ones * ' ') | (quotes - ones) | (slashes - ones) | word) &
        ones * 0x80;
    return marks == 0 ? WORD_BYTES : (size_t)__builtin_ctzll(marks) / 8;
#else
    (void)word;
    return 0;
#endif
}

/* Copies what is plain; gives its end. */
static char *copy_plain(struct json_cursor *cursor, char *out)
{
    const char *at = cursor->at;
    const char *end = cursor->end;
    size_t count = WORD_BYTES;
    while (count == WORD_BYTES && end - at >= WORD_BYTES) {
        uint64_t word;
        memcpy(&word, at, WORD_BYTES);
        memcpy(out, &word, WORD_BYTES);
        count = count_plain(word);
        at += count;
        out += count;
    }
    while (at < end && is_plain((unsigned char)*at))
        *out++ = *at++;
    cursor->at = at;
    return out;
}

/* What is meant by a character behind a backslash; 0: none is, or it is 'u'. */
static const char meant_by[256] = {
    ['"'] = '"',  ['\\'] = '\\', ['/'] = '/',  ['b'] = '\b',
    ['f'] = '\f', ['n'] = '\n',  ['r'] = '\r', ['t'] = '\t',
};

static int hex_digit(char byte)
{
    if (str_is_digit(byte))
        return byte - '0';
    char lower = (char)(byte | 0x20);
    return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
}

/* The four digits behind "\u". False: they are none. */
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

/* Behind the backslash. NULL: there is no such escape. */
static char *read_escape(struct json_cursor *cursor, char *out)
{
    int name = json_next_byte(cursor);
    if (name < 0)
        return NULL;
    cursor->at++;
    if (meant_by[name] != 0) {
        *out = meant_by[name];
        return out + 1;
    }
    uint32_t code;
    return name == 'u' && read_code(cursor, &code) ? put_utf8(out, code) : NULL;
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
        if (byte == '\\') {
            cursor->at++;
            out = read_escape(cursor, out);
        } else {
            out = read_character(cursor, out);
        }
        if (out == NULL)
            return NULL;
    }
    cursor->at++;
    *out = '\0';
    return out;
}
