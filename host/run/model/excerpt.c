#include "run/model/excerpt.h"

#include "base/utf8.h"

enum {
    SHOWN_BYTES = 300,
    ALIKE_BYTES = 60, /* before what differs */
};

size_t excerpt_begin(struct str a, struct str b)
{
    size_t alike = 0;
    while (alike < a.length && alike < b.length &&
           a.data[alike] == b.data[alike])
        alike++;
    return alike < SHOWN_BYTES - ALIKE_BYTES
               ? 0
               : utf8_floor(a, alike - ALIKE_BYTES);
}

void excerpt_add(struct buf *out, struct str text, size_t from)
{
    size_t end = text.length - from > SHOWN_BYTES
                     ? utf8_floor(text, from + SHOWN_BYTES)
                     : text.length;
    if (from > 0)
        buf_add_text(out, "...");
    buf_add(out, text.data + from, end - from);
    if (end < text.length)
        buf_add_text(out, "...");
}
