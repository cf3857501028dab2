/* Order of this file: values, the lines of a selector, the parts of a state. */
#include "report/show_internal.h"

#include <string.h>

#include "base/utf8.h"
#include "report/show.h"

enum {
    /* Of a state or a difference on 80 columns, and more on fewer. */
    MOST_LINES = 12,
    USUAL_WIDTH = 80,
    NEST = 2,      /* columns */
    CONTINUED = 4, /* further lines stand deeper than what is nested */
};

struct text_style show_style(const struct show *show, size_t most)
{
    return (struct text_style){show->ink->unicode,
                               show->in_full ? SIZE_MAX : most};
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\n' || byte == '\t' || byte == '\r';
}

struct value *show_squeezed(const struct show *show, const struct value *value)
{
    struct str text = value_text(value);
    if (show->in_full || value->kind != VALUE_STRING || text.length == 0 ||
        memchr(text.data, '\n', text.length) == NULL)
        return value_ref(value);
    struct buf out;
    buf_init(&out);
    for (size_t at = 0, end; at < text.length; at = end) {
        bool has_line_end = false;
        for (end = at; end < text.length && is_blank(text.data[end]); end++)
            has_line_end = has_line_end || text.data[end] == '\n';
        if (has_line_end)
            buf_add_char(&out, '\n');
        else
            buf_add(&out, text.data + at, end - at);
        if (end < text.length)
            buf_add_char(&out, text.data[end++]);
    }
    struct value *result = value_string(buf_str(&out));
    buf_finish(&out);
    return result;
}

void show_begin_line(const struct show *show, size_t depth)
{
    size_t indent = show->indent + depth * NEST;
    ink_begin(show->ink, indent, indent + CONTINUED);
}

void show_mark(const struct show *show, enum ink_style style, const char *mark,
               struct places places)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, mark);
    if (places.numbered)
        buf_addf(&text, "%s[%zu]", *mark == '\0' ? "" : " ", places.first + 1);
    if (places.numbered && places.count > 1)
        buf_addf(&text, " to [%zu]", places.first + places.count);
    ink_piece(show->ink, style, buf_text(&text));
    buf_finish(&text);
}

void show_selector(const struct show *show, struct str selector)
{
    struct buf name;
    buf_init(&name);
    text_add_selector(&name, selector,
                      show_style(show, show->ink->width - show->indent));
    show_begin_line(show, 0);
    ink_piece(show->ink, INK_PLAIN, buf_text(&name));
    buf_finish(&name);
}

void show_rest(const struct show *show, size_t count)
{
    if (count == 0)
        return;
    struct buf rest;
    buf_init(&rest);
    buf_addf(&rest, "and %zu more", count);
    ink_line(show->ink, show->indent + NEST, INK_DIM, buf_text(&rest));
    buf_finish(&rest);
}

struct ink show_part_of(const struct ink *ink)
{
    struct ink part;
    ink_init(&part, ink->colour, ink->unicode, ink->width);
    return part;
}

void show_print_parts(const struct show *show, struct fold *fold,
                      const char *verb)
{
    struct buf rest;
    size_t width = show->ink->width, lines = MOST_LINES;
    if (width < USUAL_WIDTH)
        lines = lines * USUAL_WIDTH / width;
    size_t left_out =
        fold_print(fold, show->ink, show->in_full ? SIZE_MAX : lines);
    if (left_out == 0)
        return;
    buf_init(&rest);
    buf_addf(&rest, "and %zu more selector%s%s, -v shows all", left_out,
             left_out == 1 ? "" : "s", verb);
    ink_line(show->ink, show->indent, INK_DIM, buf_text(&rest));
    buf_finish(&rest);
}
