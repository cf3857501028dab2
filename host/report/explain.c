#include "report/explain.h"

#include <string.h>

#include "base/utf8.h"
#include "report/text.h"

enum {
    TAB_COLUMNS = 4,
    NEST = 2,
    SOURCE_MARGIN = 4, /* of source in a message */
};

static struct text_style full(const struct ink *ink)
{
    return (struct text_style){ink->unicode, SIZE_MAX};
}

/* A source line with its tabs spread out, the way the caret counts them. */
static void add_source(struct buf *out, struct str line, bool unicode)
{
    for (size_t at = 0, end; at < line.length; at = end + 1) {
        end = at;
        while (end < line.length && line.data[end] != '\t')
            end++;
        text_add(out, str_from(line.data + at, end - at),
                 (struct text_style){unicode, SIZE_MAX});
        if (end < line.length)
            buf_add_repeat(out, ' ', TAB_COLUMNS);
    }
}

/* The width of what stands before the column (in code points, from 1). */
static size_t width_before(struct str line, int column, bool unicode)
{
    size_t at = 0, used;
    for (int i = 1; i < column && at < line.length; i++) {
        utf8_decode(str_from(line.data + at, line.length - at), &used);
        at += used;
    }
    struct buf before;
    buf_init(&before);
    add_source(&before, str_from(line.data, at), unicode);
    size_t width = utf8_width(buf_str(&before));
    buf_finish(&before);
    return width;
}

/* "12 | " or, with number 0, "   | ". */
static void begin_source_line(struct ink *ink, size_t indent, int number)
{
    struct buf margin;
    buf_init(&margin);
    if (number > 0)
        buf_addf(&margin, "%4d | ", number);
    else
        buf_addf(&margin, "%4s | ", "");
    ink_begin(ink, indent, indent + margin.length);
    ink_margin(ink, INK_DIM, buf_text(&margin));
    buf_finish(&margin);
}

/* The part of a line after its first `columns` columns. */
static struct str skip_columns(struct str line, size_t columns)
{
    size_t at = 0, used;
    while (at < line.length && utf8_width(str_from(line.data, at)) < columns) {
        utf8_decode(str_from(line.data + at, line.length - at), &used);
        at += used;
    }
    return str_from(line.data + at, line.length - at);
}

/* The line, or when it is too wide the part around the column `middle`, with
 * an ellipsis where something is left out. Returns by how many columns what
 * stood at `middle` has moved to the left. */
static size_t add_fitting(struct buf *out, struct str line, size_t middle,
                          size_t room, bool unicode)
{
    const char *dots = text_ellipsis(unicode);
    size_t dots_width = utf8_width(str_text(dots));
    size_t start = 0;
    if (utf8_width(line) > room && middle > room / 2)
        start = middle - room / 2;
    struct str rest = skip_columns(line, start);
    size_t moved = utf8_width(line) - utf8_width(rest);
    if (start > 0) {
        buf_add_text(out, dots);
        room -= dots_width;
        moved -= dots_width;
    }
    text_add(out, rest, (struct text_style){unicode, room});
    return moved;
}

/* One line and, unless its column is 0, a caret below that column. */
static void add_source_line(struct ink *ink, size_t indent, struct str line,
                            int number, int column)
{
    struct buf text, shown;
    buf_init(&text);
    buf_init(&shown);
    size_t before = width_before(line, column, ink->unicode);
    add_source(&text, line, ink->unicode);
    begin_source_line(ink, indent, number);
    size_t room = ink->width > ink->column + 10 ? ink->width - ink->column : 10;
    before -= add_fitting(&shown, buf_str(&text), before, room, ink->unicode);
    ink_piece(ink, INK_PLAIN, buf_text(&shown));
    ink_end(ink);
    if (column > 0) {
        buf_clear(&shown);
        buf_add_repeat(&shown, ' ', before);
        buf_add_char(&shown, '^');
        begin_source_line(ink, indent, 0);
        ink_piece(ink, INK_RED, buf_text(&shown));
        ink_end(ink);
    }
    buf_finish(&text);
    buf_finish(&shown);
}

/* The next line of the text; false at its end. */
static bool next_line(struct str *rest, struct str *line)
{
    if (rest->length == 0)
        return false;
    const char *end = memchr(rest->data, '\n', rest->length);
    *line = *rest;
    if (end == NULL) {
        *rest = STR("");
        return true;
    }
    line->length = (size_t)(end - rest->data);
    *rest = str_from(end + 1, rest->length - line->length - 1);
    return true;
}

static void add_source_lines(struct ink *ink, size_t indent,
                             const struct reason *reason)
{
    struct str rest = str_text(reason->source), line;
    for (int number = reason->line; next_line(&rest, &line); number++) {
        add_source_line(ink, indent, line, number,
                        number == reason->line ? reason->column : 0);
    }
}

/* Whether the line is the underline of the one before, `    ^~~~`: where the
 * caret stands. */
static bool is_underline(struct str line, size_t *caret)
{
    size_t at = 0;
    while (at < line.length && (line.data[at] == ' ' || line.data[at] == '\t'))
        at++;
    *caret = at;
    if (at < SOURCE_MARGIN || at == line.length || line.data[at] != '^')
        return false;
    for (at++; at < line.length; at++)
        if (line.data[at] != '~')
            return false;
    return true;
}

/* A line of source with its underline (lang/front/diag.h): of one that is too
 * wide, the part around the caret. */
static void add_underlined(struct ink *ink, size_t indent, enum ink_style style,
                           struct str line, struct str marks, size_t caret)
{
    struct buf source, before, shown;
    buf_init(&source);
    buf_init(&before);
    buf_init(&shown);
    add_source(&source, skip_columns(line, SOURCE_MARGIN), ink->unicode);
    add_source(&before,
               str_from(marks.data + SOURCE_MARGIN, caret - SOURCE_MARGIN),
               ink->unicode);
    size_t middle = before.length;
    size_t margin = indent + SOURCE_MARGIN;
    size_t room = ink->width > margin + 10 ? ink->width - margin : 10;
    size_t moved =
        add_fitting(&shown, buf_str(&source), middle, room, ink->unicode);
    ink_begin(ink, margin, margin);
    ink_piece(ink, style, buf_text(&shown));
    ink_end(ink);
    buf_clear(&shown);
    buf_add_repeat(&shown, ' ', middle - moved);
    size_t length = marks.length - caret;
    if (length > room - (middle - moved))
        length = room - (middle - moved);
    buf_add(&shown, marks.data + caret, length);
    ink_begin(ink, margin, margin);
    ink_piece(ink, style, buf_text(&shown));
    ink_end(ink);
    buf_finish(&source);
    buf_finish(&before);
    buf_finish(&shown);
}

static void add_text_line(struct ink *ink, size_t indent, enum ink_style style,
                          struct str line)
{
    struct buf clean;
    buf_init(&clean);
    text_add(&clean, line, full(ink));
    ink_begin(ink, indent, indent);
    if (indent + utf8_width(buf_str(&clean)) <= ink->width)
        ink_piece(ink, style, buf_text(&clean));
    else
        ink_words(ink, style, buf_text(&clean));
    ink_end(ink);
    buf_finish(&clean);
}

void explain_text(struct ink *ink, size_t indent, enum ink_style style,
                  const char *text)
{
    struct str rest = str_text(text), line, marks;
    while (next_line(&rest, &line)) {
        struct str behind = rest;
        size_t caret;
        if (str_starts_with(line, "    ") && next_line(&behind, &marks) &&
            is_underline(marks, &caret)) {
            add_underlined(ink, indent, style, line, marks, caret);
            rest = behind;
        } else {
            add_text_line(ink, indent, style, line);
        }
    }
}

static void add_place(struct ink *ink, size_t indent,
                      const struct reason *reason)
{
    struct buf place;
    buf_init(&place);
    if (reason->file != NULL) {
        text_add(&place, str_text(reason->file), full(ink));
        buf_addf(&place, ":%d:%d", reason->line, reason->column);
    }
    if (reason->version > 0)
        buf_addf(&place, "%sin step %lld", place.length > 0 ? ", " : "",
                 (long long)reason->version);
    if (reason->within != NULL) {
        buf_add_text(&place, place.length > 0 ? ", of " : "of ");
        text_add(&place, str_text(reason->within), full(ink));
    }
    if (place.length > 0)
        ink_line(ink, indent, INK_DIM, buf_text(&place));
    buf_finish(&place);
}

void explain_reasons(struct ink *ink, size_t indent,
                     const struct reason *reasons, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const struct reason *reason = &reasons[i];
        if (i > 0)
            ink_empty_line(ink);
        if (reason->text != NULL)
            explain_text(ink, indent, INK_BOLD, reason->text);
        add_place(ink, indent + NEST, reason);
        if (reason->source != NULL)
            add_source_lines(ink, indent + NEST, reason);
        if (reason->values != NULL)
            explain_text(ink, indent + NEST, INK_PLAIN, reason->values);
    }
}

/* Of a mistake in a state: how long its message is. 0: it is none. */
static size_t message_length(const char *error)
{
    const char *state = strstr(error, " (in state ");
    bool is_first = state != NULL && state < error + strcspn(error, "\n");
    return is_first ? (size_t)(state - error) : 0;
}

static struct str second_line(const char *text)
{
    text += strcspn(text, "\n");
    text += *text == '\n';
    return (struct str){text, strcspn(text, "\n")};
}

bool explain_is_same_error(const char *a, const char *b)
{
    size_t length = message_length(a);
    if (length == 0 || length != message_length(b))
        return strcmp(a, b) == 0;
    return strncmp(a, b, length) == 0 &&
           str_equal(second_line(a), second_line(b));
}
