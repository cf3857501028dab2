#include "run/model/excerpt.h"

enum {
    SHOWN_BYTES = 300,
    ALIKE_BYTES = 60, /* before what differs */
};

/* The place at or before this one where a character begins. */
static size_t character_at(struct str text, size_t at)
{
    while (at > 0 && at < text.length && (text.data[at] & 0xc0) == 0x80)
        at--;
    return at;
}

size_t excerpt_begin(struct str a, struct str b)
{
    size_t alike = 0;
    while (alike < a.length && alike < b.length &&
           a.data[alike] == b.data[alike])
        alike++;
    return alike < SHOWN_BYTES - ALIKE_BYTES
               ? 0
               : character_at(a, alike - ALIKE_BYTES);
}

void excerpt_add(struct buf *out, struct str text, size_t from)
{
    size_t end = text.length - from > SHOWN_BYTES
                     ? character_at(text, from + SHOWN_BYTES)
                     : text.length;
    if (from > 0)
        buf_add_text(out, "...");
    buf_add(out, text.data + from, end - from);
    if (end < text.length)
        buf_add_text(out, "...");
}
