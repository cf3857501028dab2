/* Diagnostics: collecting first, then the printing. */
#include "lang/front/diag.h"

#include <stdarg.h>
#include <stdlib.h>

#include "base/memory.h"
#include "base/utf8.h"

/* Source lines longer than this many columns are shown in part only. */
enum { LINE_COLUMNS = 160, LINE_BEFORE = 60 };

void diag_list_init(struct diag_list *list)
{
    *list = (struct diag_list){NULL, 0, 0, 0};
}

static void diag_finish(struct diag *diag)
{
    free(diag->message);
    free(diag->help);
    free(diag->details);
    *diag = (struct diag){.message = NULL};
}

void diag_list_finish(struct diag_list *list)
{
    for (size_t i = 0; i < list->capacity; i++)
        diag_finish(&list->items[i]);
    free(list->items);
    diag_list_init(list);
}

/* One slot more than is kept: the throw-away of diag_add. All slots are made
 * at once, zeroed, so that finishing any of them is harmless. */
static struct diag *next_slot(struct diag_list *list)
{
    if (list->items == NULL) {
        list->capacity = DIAG_LIMIT + 1;
        list->items = memory_zeroed(list->capacity, sizeof *list->items);
    }
    struct diag *diag = &list->items[list->count];
    if (list->count < DIAG_LIMIT)
        list->count++;
    diag_finish(diag);
    return diag;
}

/* The text, cut between two characters where it is too long; to be freed. */
static char *take_text(struct buf *text)
{
    if (text->length > DIAG_TEXT_LIMIT) {
        text->length = utf8_floor(buf_str(text), DIAG_TEXT_LIMIT);
        buf_add_text(text, "\xe2\x80\xa6");
    }
    return buf_take(text);
}

struct diag *diag_add(struct diag_list *list, enum diag_severity severity,
                      enum diag_class kind, struct span span,
                      const char *format, ...)
{
    struct diag *diag = next_slot(list);
    struct buf message;
    va_list arguments;
    buf_init(&message);
    va_start(arguments, format);
    buf_addv(&message, format, arguments);
    va_end(arguments);
    diag->severity = severity;
    diag->kind = kind;
    diag->span = span;
    diag->message = take_text(&message);
    if (severity == DIAG_ERROR)
        list->error_count++;
    return diag;
}

void diag_help(struct diag *diag, const char *format, ...)
{
    struct buf help;
    va_list arguments;
    buf_init(&help);
    va_start(arguments, format);
    buf_addv(&help, format, arguments);
    va_end(arguments);
    free(diag->help);
    diag->help = take_text(&help);
}

/* One character of a source line as people may see it: no control characters
 * (they could steer the terminal), no broken bytes. */
static void add_shown(struct buf *buf, struct str bytes, uint32_t code)
{
    if (code == UTF8_INVALID || (code < 32 && code != '\t') || code == 127)
        utf8_encode(buf, 0xFFFD);
    else
        buf_add_str(buf, bytes);
}

static size_t columns_of(struct str bytes, uint32_t code)
{
    if (code == UTF8_INVALID || code < 32 || code == 127)
        return 1;
    return utf8_width(bytes);
}

/* Where a line that is too long goes on. */
#define DOTS "..."

/* The part of a line that is shown, in bytes. */
static struct str line_window(struct str line, size_t focus, size_t *start)
{
    *start = 0;
    if (line.length <= LINE_COLUMNS)
        return line;
    if (focus > LINE_BEFORE)
        *start = utf8_floor(line, focus - LINE_BEFORE);
    size_t end = *start + LINE_COLUMNS;
    if (end > line.length)
        end = line.length;
    while (end < line.length && ((unsigned char)line.data[end] & 0xC0) == 0x80)
        end++;
    return str_from(line.data + *start, end - *start);
}

/* The line and under it `^~~~` for its bytes [from, to). A tab stays a tab in
 * both lines and a wide character takes two marks, so that they agree. */
static void add_underlined(struct buf *buf, struct str line, size_t from,
                           size_t to)
{
    size_t start;
    struct str window = line_window(line, from, &start);
    struct buf marks;
    bool marked = false;
    buf_init(&marks);
    buf_add_text(buf, "    ");
    if (start > 0) {
        buf_add_text(buf, DOTS);
        buf_add_repeat(&marks, ' ', strlen(DOTS));
    }
    for (size_t at = 0, used; at < window.length; at += used) {
        struct str rest = {window.data + at, window.length - at};
        uint32_t code = utf8_decode(rest, &used);
        struct str bytes = {rest.data, used};
        add_shown(buf, bytes, code);
        size_t place = start + at;
        if (place < from) {
            if (code == '\t')
                buf_add_char(&marks, '\t');
            else
                buf_add_repeat(&marks, ' ', columns_of(bytes, code));
        } else if (place < to || !marked) {
            size_t columns = columns_of(bytes, code);
            buf_add_repeat(&marks, '~', columns > 0 ? columns : 1);
            if (!marked)
                marks.data[marks.length - (columns > 0 ? columns : 1)] = '^';
            marked = true;
        }
    }
    if (!marked)
        buf_add_char(&marks, '^');
    if (start + window.length < line.length)
        buf_add_text(buf, DOTS);
    buf_addf(buf, "\n    %s\n", buf_text(&marks));
    buf_finish(&marks);
}

static void add_place(struct buf *buf, const struct source *source,
                      struct span span)
{
    int line;
    int column;
    source_position(source, span.start, &line, &column);
    struct str text = source_line(source, line);
    size_t line_start = source->line_starts[line - 1];
    size_t from = span.start - line_start;
    size_t to = span.end > span.start ? span.end - line_start : from + 1;
    if (from > text.length)
        from = text.length;
    add_underlined(buf, text, from, to < text.length ? to : text.length);
}

void diag_add_source(struct buf *buf, const struct source_table *sources,
                     struct span span)
{
    const struct source *source = source_of(sources, span);
    if (source != NULL)
        add_place(buf, source, span);
}

/* Every line of the text, two columns in. */
static void add_indented(struct buf *buf, const char *text)
{
    while (*text != '\0') {
        size_t length = strcspn(text, "\n");
        buf_add_text(buf, "  ");
        buf_add(buf, text, length);
        buf_add_char(buf, '\n');
        text += length + (text[length] == '\n');
    }
}

static void add_headline(struct buf *buf, const struct source *source,
                         const struct diag *diag)
{
    if (source != NULL) {
        int line;
        int column;
        source_position(source, diag->span.start, &line, &column);
        buf_addf(buf, "%s:%d:%d: ", source->path, line, column);
    }
    static const char *const severities[] = {"error", "warning", "note"};
    buf_addf(buf, "%s: %s", severities[diag->severity], diag->message);
    if (diag->name != NULL)
        buf_addf(buf, " [%s]", diag->name);
    buf_add_char(buf, '\n');
}

void diag_print(struct buf *buf, const struct source_table *sources,
                const struct diag *diag)
{
    const struct source *source = source_of(sources, diag->span);
    add_headline(buf, source, diag);
    if (source != NULL)
        add_place(buf, source, diag->span);
    if (diag->help != NULL)
        buf_addf(buf, "  help: %s\n", diag->help);
    if (diag->details != NULL)
        add_indented(buf, diag->details);
}

/* A note whose help was given with an earlier one of its name. */
static bool is_repeated(const struct diag_list *list, size_t index)
{
    const struct diag *diag = &list->items[index];
    if (diag->severity != DIAG_NOTE || diag->name == NULL || diag->help == NULL)
        return false;
    for (size_t i = index; i-- > 0;) {
        const struct diag *earlier = &list->items[i];
        if (earlier->name == diag->name && earlier->help != NULL)
            return strcmp(earlier->help, diag->help) == 0;
    }
    return false;
}

void diag_list_print(struct buf *buf, const struct source_table *sources,
                     const struct diag_list *list)
{
    size_t errors = 0;
    for (size_t i = 0; i < list->count; i++) {
        const struct diag *diag = &list->items[i];
        if (is_repeated(list, i))
            add_headline(buf, source_of(sources, diag->span), diag);
        else
            diag_print(buf, sources, diag);
        errors += diag->severity == DIAG_ERROR;
    }
    if (list->error_count > errors)
        buf_addf(buf, "and %zu more errors\n", list->error_count - errors);
}
