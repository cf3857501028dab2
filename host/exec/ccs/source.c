#include "exec/ccs/source.h"

#include <stdarg.h>

#include "base/buf.h"
#include "base/utf8.h"

enum { SHOWN_BYTES = 100 }; /* of a long line, around the place */

/* What is in front of `offset` in its line, and after it. */
struct surroundings {
    size_t line; /* from 1 */
    struct str before, after;
};

static struct surroundings look_around(struct ccs_place place)
{
    struct str text = place.source->text;
    size_t offset = place.offset < text.length ? place.offset : text.length;
    size_t begin = offset, end = offset;
    struct surroundings around = {.line = 1};
    for (size_t i = 0; i < offset; i++)
        around.line += text.data[i] == '\n';
    while (begin > 0 && text.data[begin - 1] != '\n')
        begin--;
    while (end < text.length && text.data[end] != '\n')
        end++;
    around.before = str_from(text.data + begin, offset - begin);
    around.after = str_from(text.data + offset, end - offset);
    return around;
}

static bool is_inside_character(const char *byte)
{
    return ((unsigned char)*byte & 0xC0) == 0x80;
}

static struct str last_bytes(struct str text)
{
    while (text.length > SHOWN_BYTES ||
           (text.length > 0 && text.length < SHOWN_BYTES &&
            is_inside_character(text.data))) {
        text.data++;
        text.length--;
    }
    return text;
}

static struct str first_bytes(struct str text)
{
    if (text.length <= SHOWN_BYTES)
        return text;
    text.length = SHOWN_BYTES;
    while (text.length > 0 && is_inside_character(text.data + text.length))
        text.length--;
    return text;
}

/* Control characters could steer a terminal. */
static void add_plain(struct buf *out, struct str text)
{
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte < ' ' || byte == 127)
            buf_add_char(out, ' ');
        else
            buf_add_char(out, text.data[i]);
    }
}

static void add_quote(struct buf *out, const struct surroundings *around)
{
    struct str before = last_bytes(around->before);
    if (before.length + around->after.length == 0)
        return;
    buf_add_text(out, "\n    ");
    add_plain(out, before);
    add_plain(out, first_bytes(around->after));
    buf_add_text(out, "\n    ");
    buf_add_repeat(out, ' ', utf8_width(before));
    buf_add_char(out, '^');
}

bool ccs_wrong(struct error *error, enum error_code code,
               struct ccs_place place, const char *format, ...)
{
    struct surroundings around = look_around(place);
    struct buf words;
    va_list arguments;
    buf_init(&words);
    buf_addf(&words, "%s:%zu:%zu: ", place.source->name, around.line,
             utf8_length(around.before) + 1);
    va_start(arguments, format);
    buf_addv(&words, format, arguments);
    va_end(arguments);
    add_quote(&words, &around);
    error_set(error, code, "%s", buf_text(&words));
    buf_finish(&words);
    return false;
}
