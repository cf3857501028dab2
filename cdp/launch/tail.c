#include "cdp/launch/tail.h"

#include <string.h>

#include "base/str.h"

enum {
    TAIL_BYTES = 4096, /* are kept when there are more than the limit */
    TAIL_LIMIT_BYTES = 2 * TAIL_BYTES,
    LAST_LINES = 3,   /* quoted in errors, */
    LAST_BYTES = 480, /* but no more than this */
};

void cdp_tail_keep(struct buf *tail, const char *bytes, size_t length)
{
    buf_add(tail, bytes, length);
    for (size_t i = tail->length - length; i < tail->length; i++)
        if (tail->data[i] == '\0')
            tail->data[i] = ' '; /* it is printed as a string */
    if (tail->length <= TAIL_LIMIT_BYTES)
        return;
    memmove(tail->data, tail->data + tail->length - TAIL_BYTES, TAIL_BYTES + 1);
    tail->length = TAIL_BYTES;
}

/* What our own switches make it say again and again (cdp/launch/flags.c). */
static bool is_noise(struct str line)
{
    static const char words[] = "tile memory limits exceeded";
    return line.length == 0 ||
           memmem(line.data, line.length, words, sizeof words - 1) != NULL;
}

/* Takes the last line off the text, without its end. */
static struct str take_last_line(struct str *text)
{
    while (text->length > 0 && strchr("\r\n ", text->data[text->length - 1]))
        text->length--;
    size_t start = text->length;
    while (start > 0 && text->data[start - 1] != '\n')
        start--;
    struct str line = str_from(text->data + start, text->length - start);
    text->length = start;
    return line;
}

/* The end of a line that is longer than the room: from a word on, if there is
 * one. */
static struct str end_of(struct str line, size_t room)
{
    if (line.length <= room)
        return line;
    struct str end = str_from(line.data + line.length - room, room);
    const char *space = memchr(end.data, ' ', end.length);
    if (space == NULL)
        return end;
    return str_from(space + 1, end.length - (size_t)(space + 1 - end.data));
}

void cdp_tail_quote(struct buf *out, const struct buf *tail)
{
    struct str text = buf_str(tail), lines[LAST_LINES];
    size_t room = LAST_BYTES;
    int count = 0;
    while (count < LAST_LINES && text.length > 0 && room > 0) {
        struct str line = take_last_line(&text);
        if (is_noise(line))
            continue;
        lines[count] = end_of(line, room);
        room -= lines[count++].length;
    }
    if (count == 0)
        buf_add_text(out, "nothing");
    while (count-- > 0) {
        buf_add_str(out, lines[count]);
        if (count > 0)
            buf_add_char(out, '\n');
    }
}
