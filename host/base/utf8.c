#include "base/utf8.h"

#include <utf8proc.h>

/* Most texts are ASCII: no tables are needed for that. */
enum { ASCII_END = 0x80 };

uint32_t utf8_decode(struct str text, size_t *length)
{
    unsigned char first = (unsigned char)text.data[0];
    if (first < ASCII_END) {
        *length = 1;
        return first;
    }
    utf8proc_int32_t code;
    utf8proc_ssize_t used =
        utf8proc_iterate((const utf8proc_uint8_t *)text.data,
                         (utf8proc_ssize_t)text.length, &code);
    if (used <= 0 || code < 0) {
        *length = 1;
        return UTF8_INVALID;
    }
    *length = (size_t)used;
    return (uint32_t)code;
}

void utf8_encode(struct buf *buf, uint32_t code)
{
    if (!utf8proc_codepoint_valid((utf8proc_int32_t)code))
        code = 0xFFFD;
    utf8proc_uint8_t bytes[4];
    utf8proc_ssize_t used = utf8proc_encode_char((utf8proc_int32_t)code, bytes);
    buf_add(buf, (const char *)bytes, (size_t)used);
}

size_t utf8_first_invalid(struct str text)
{
    size_t at = 0;
    while (at < text.length) {
        size_t used;
        struct str rest = {text.data + at, text.length - at};
        if (utf8_decode(rest, &used) == UTF8_INVALID)
            return at;
        at += used;
    }
    return at;
}

size_t utf8_floor(struct str text, size_t at)
{
    while (at > 0 && at < text.length &&
           ((unsigned char)text.data[at] & 0xC0) == 0x80)
        at--;
    return at;
}

size_t utf8_length(struct str text)
{
    size_t count = 0;
    for (size_t at = 0, used; at < text.length; at += used, count++)
        utf8_decode(str_from(text.data + at, text.length - at), &used);
    return count;
}

size_t utf8_width(struct str text)
{
    size_t width = 0;
    for (size_t at = 0, used; at < text.length; at += used) {
        uint32_t code =
            utf8_decode(str_from(text.data + at, text.length - at), &used);
        if (code == UTF8_INVALID) {
            width++;
            continue;
        }
        int columns = utf8proc_charwidth((utf8proc_int32_t)code);
        width += columns > 0 ? (size_t)columns : 0;
    }
    return width;
}

bool utf8_is_space(uint32_t code)
{
    if (code < ASCII_END)
        return code == ' ' || (code >= '\t' && code <= '\r');
    return code != UTF8_INVALID &&
           utf8proc_category((utf8proc_int32_t)code) == UTF8PROC_CATEGORY_ZS;
}

bool utf8_is_letter(uint32_t code)
{
    if (code == UTF8_INVALID)
        return false;
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return category >= UTF8PROC_CATEGORY_LU && category <= UTF8PROC_CATEGORY_LO;
}

bool utf8_is_alphanumeric(uint32_t code)
{
    if (code == UTF8_INVALID)
        return false;
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return utf8_is_letter(code) || (category >= UTF8PROC_CATEGORY_ND &&
                                    category <= UTF8PROC_CATEGORY_NO);
}

bool utf8_is_upper(uint32_t code)
{
    if (code == UTF8_INVALID)
        return false;
    utf8proc_category_t category = utf8proc_category((utf8proc_int32_t)code);
    return category == UTF8PROC_CATEGORY_LU || category == UTF8PROC_CATEGORY_LT;
}

void utf8_hide_controls(char *text, size_t length)
{
    for (size_t i = 0; i < length; i++) {
        unsigned char byte = (unsigned char)text[i];
        bool is_control =
            (byte < ' ' && byte != '\n' && byte != '\t') || byte == 0x7f;
        if (is_control)
            text[i] = '?';
        /* C1, U+0080 to U+009F, is two bytes */
        if (byte == 0xc2 && i + 1 < length &&
            ((unsigned char)text[i + 1] & 0xe0) == 0x80) {
            text[i] = '?';
            text[i + 1] = '?';
        }
    }
}
