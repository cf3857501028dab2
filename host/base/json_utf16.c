#include <string.h>

#include "base/json.h"

/* The four hexadecimal digits after "\u", or -1. */
static int hex4(struct str text, size_t at)
{
    int code = 0;
    if (at + 6 > text.length || text.data[at] != '\\' ||
        text.data[at + 1] != 'u')
        return -1;
    for (size_t i = at + 2; i < at + 6; i++) {
        char c = text.data[i];
        if (c >= '0' && c <= '9')
            code = code * 16 + (c - '0');
        else if ((c | 0x20) >= 'a' && (c | 0x20) <= 'f')
            code = code * 16 + ((c | 0x20) - 'a' + 10);
        else
            return -1;
    }
    return code;
}

static bool is_high(int code)
{
    return code >= 0xd800 && code <= 0xdbff;
}

static bool is_low(int code)
{
    return code >= 0xdc00 && code <= 0xdfff;
}

/* JavaScript strings are 16-bit units, so a page can cut a pair in two and
 * what JavaScript writes has the half as an escape. Our JSON has Unicode only.
 */
static void mend_surrogates(struct buf *out, struct str text)
{
    size_t at = 0;
    while (at < text.length) {
        const char *slash = memchr(text.data + at, '\\', text.length - at);
        size_t plain =
            slash == NULL ? text.length - at : (size_t)(slash - text.data) - at;
        buf_add(out, text.data + at, plain);
        at += plain;
        if (at == text.length)
            return;
        int code = hex4(text, at);
        size_t used = code < 0 ? 2 : 6;
        if (used > text.length - at)
            used = text.length - at;
        if (is_high(code) && is_low(hex4(text, at + 6)))
            used = 12;
        else if (is_high(code) || is_low(code))
            code = 0xfffd;
        if (code == 0xfffd)
            buf_add_text(out, "\\ufffd");
        else
            buf_add(out, text.data + at, used);
        at += used;
    }
}

struct json *json_parse_utf16(struct str text, struct error *error)
{
    struct error refusal = ERROR_NONE;
    struct json *json = json_parse(text, &refusal);
    if (json != NULL)
        return json;
    /* Rare, so only looked for when the text was refused. */
    struct buf mended;
    buf_init(&mended);
    mend_surrogates(&mended, text);
    if (!str_equal(buf_str(&mended), text))
        json = json_parse(buf_str(&mended), &refusal);
    buf_finish(&mended);
    if (json == NULL && error != NULL)
        *error = refusal;
    return json;
}
