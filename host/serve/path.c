#include "serve/path.h"

#include <string.h>

static int hex_digit(char digit)
{
    if (digit >= '0' && digit <= '9')
        return digit - '0';
    if (digit >= 'a' && digit <= 'f')
        return digit - 'a' + 10;
    if (digit >= 'A' && digit <= 'F')
        return digit - 'A' + 10;
    return -1;
}

/* Cuts `out` back to `length` bytes. */
static void truncate_to(struct buf *out, size_t length)
{
    out->length = length;
    if (out->data != NULL)
        out->data[length] = '\0';
}

bool serve_path_decode(struct buf *out, struct str encoded)
{
    size_t start = out->length;
    for (size_t i = 0; i < encoded.length; i++) {
        if (encoded.data[i] != '%') {
            buf_add_char(out, encoded.data[i]);
            continue;
        }
        bool has_digits = encoded.length - i > 2;
        int high = has_digits ? hex_digit(encoded.data[i + 1]) : -1;
        int low = has_digits ? hex_digit(encoded.data[i + 2]) : -1;
        if (high < 0 || low < 0) {
            truncate_to(out, start);
            return false;
        }
        buf_add_char(out, (char)(high * 16 + low));
        i += 2;
    }
    return true;
}

/* Cuts the last segment off `out`, which begins at `start`. */
static void drop_segment(struct buf *out, size_t start)
{
    size_t length = out->length;
    while (length > start && out->data[length - 1] != '/')
        length--;
    if (length > start)
        length--; /* the slash in front of it */
    truncate_to(out, length);
}

static void add_segment(struct buf *out, size_t start, struct str segment)
{
    if (segment.length == 0 || str_equal(segment, STR(".")))
        return;
    if (str_equal(segment, STR(".."))) {
        drop_segment(out, start);
        return;
    }
    if (out->length > start)
        buf_add_char(out, '/');
    buf_add_str(out, segment);
}

bool serve_path_normalise(struct buf *out, struct str decoded)
{
    if (decoded.length == 0 || decoded.data[0] != '/' ||
        memchr(decoded.data, '\0', decoded.length) != NULL)
        return false;
    size_t start = out->length;
    size_t at = 1;
    while (at <= decoded.length) {
        size_t end = at;
        while (end < decoded.length && decoded.data[end] != '/')
            end++;
        add_segment(out, start, str_from(decoded.data + at, end - at));
        at = end + 1;
    }
    return true;
}

bool serve_path_is_folder(struct str decoded)
{
    return str_ends_with(decoded, "/") || str_ends_with(decoded, "/.") ||
           str_ends_with(decoded, "/..");
}

/* RFC 3986: unreserved, and of the sub-delims those that need no thought. */
static bool stays_as_it_is(unsigned char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           (byte >= '0' && byte <= '9') ||
           (byte != '\0' && strchr("-._~/!$'()*+,;=:@&", byte) != NULL);
}

void serve_path_encode(struct buf *out, struct str decoded)
{
    for (size_t i = 0; i < decoded.length; i++) {
        unsigned char byte = (unsigned char)decoded.data[i];
        if (stays_as_it_is(byte))
            buf_add_char(out, (char)byte);
        else
            buf_addf(out, "%%%02X", byte);
    }
}

void serve_path_encode_query(struct buf *out, struct str encoded)
{
    for (size_t i = 0; i < encoded.length; i++) {
        unsigned char byte = (unsigned char)encoded.data[i];
        if (byte > ' ' && byte < 0x7f)
            buf_add_char(out, (char)byte);
        else
            buf_addf(out, "%%%02X", byte);
    }
}

void serve_path_add_html(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        switch (text.data[i]) {
        case '&':
            buf_add_text(out, "&amp;");
            break;
        case '<':
            buf_add_text(out, "&lt;");
            break;
        case '>':
            buf_add_text(out, "&gt;");
            break;
        default:
            buf_add_char(out, text.data[i]);
            break;
        }
    }
}
