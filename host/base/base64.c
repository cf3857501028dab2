#include "base/base64.h"

#include <stdint.h>

static const char letters[] =
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/* Up to three bytes are four letters; what is missing is '='. */
static void add_group(struct buf *out, const unsigned char *bytes, size_t count)
{
    uint32_t group = (uint32_t)bytes[0] << 16;
    if (count > 1)
        group |= (uint32_t)bytes[1] << 8;
    if (count > 2)
        group |= bytes[2];
    for (size_t i = 0; i < 4; i++)
        buf_add_char(out,
                     i > count ? '=' : letters[(group >> (18 - 6 * i)) & 63]);
}

void base64_add(struct buf *out, struct str bytes)
{
    const unsigned char *data = (const unsigned char *)bytes.data;
    for (size_t at = 0; at < bytes.length; at += 3) {
        size_t left = bytes.length - at;
        add_group(out, data + at, left < 3 ? left : 3);
    }
}
