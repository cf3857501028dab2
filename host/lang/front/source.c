#include "lang/front/source.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/utf8.h"
#include "base/vec.h"

struct span span_nowhere(void)
{
    return (struct span){UINT32_MAX, 0, 0};
}

void source_table_init(struct source_table *table)
{
    *table = (struct source_table){NULL, 0, 0};
}

static void source_destroy(struct source *source)
{
    free(source->path);
    free(source->module);
    free((char *)source->text.data);
    free(source->line_starts);
    free(source);
}

void source_table_finish(struct source_table *table)
{
    for (size_t i = 0; i < table->count; i++)
        source_destroy(table->items[i]);
    vec_finish(table);
}

static void find_lines(struct source *source)
{
    VEC(size_t) starts = VEC_EMPTY;
    vec_push(&starts, 0);
    for (size_t i = 0; i < source->text.length; i++)
        if (source->text.data[i] == '\n')
            vec_push(&starts, i + 1);
    source->line_starts = starts.items;
    source->line_count = starts.count;
}

uint32_t source_add(struct source_table *table, const char *path,
                    const char *module, struct str text)
{
    struct source *source = MEMORY_NEW(struct source);
    source->path = memory_copy_string(path, strlen(path));
    source->module = memory_copy_string(module, strlen(module));
    source->text =
        str_from(memory_copy_string(text.data, text.length), text.length);
    find_lines(source);
    vec_push(table, source);
    return (uint32_t)(table->count - 1);
}

const struct source *source_of(const struct source_table *table,
                               struct span span)
{
    return span.source < table->count ? table->items[span.source] : NULL;
}

struct str source_text(const struct source_table *table, struct span span)
{
    const struct source *source = source_of(table, span);
    if (source == NULL || span.start > span.end ||
        span.end > source->text.length)
        return str_from("", 0);
    return str_from(source->text.data + span.start, span.end - span.start);
}

/* The index of the last line that starts at or before the offset. */
static size_t line_index(const struct source *source, size_t offset)
{
    size_t low = 0;
    size_t high = source->line_count;
    while (high - low > 1) {
        size_t middle = low + (high - low) / 2;
        if (source->line_starts[middle] <= offset)
            low = middle;
        else
            high = middle;
    }
    return low;
}

void source_position(const struct source *source, uint32_t offset, int *line,
                     int *column)
{
    size_t at = offset < source->text.length ? offset : source->text.length;
    size_t index = line_index(source, at);
    size_t start = source->line_starts[index];
    *line = (int)index + 1;
    *column =
        (int)utf8_length(str_from(source->text.data + start, at - start)) + 1;
}

struct str source_line(const struct source *source, int line)
{
    if (line < 1 || (size_t)line > source->line_count)
        return str_from("", 0);
    size_t start = source->line_starts[line - 1];
    size_t end = (size_t)line < source->line_count
                     ? source->line_starts[line] - 1
                     : source->text.length;
    if (end > start && source->text.data[end - 1] == '\r')
        end--;
    return str_from(source->text.data + start, end - start);
}

char *source_brief(const struct source_table *table, struct span span,
                   size_t limit)
{
    struct str text = source_text(table, span);
    struct buf line;
    bool space = false;
    buf_init(&line);
    for (size_t i = 0; i < text.length; i++) {
        char c = text.data[i];
        if (c == ' ' || c == '\n' || c == '\t' || c == '\r') {
            space = true;
            continue;
        }
        /* Only between characters: continuation bytes are never a place. */
        if (line.length >= limit && ((unsigned char)c & 0xc0) != 0x80) {
            buf_add_text(&line, "\xe2\x80\xa6");
            break;
        }
        if (space)
            buf_add_char(&line, ' ');
        space = false;
        buf_add_char(&line, c);
    }
    return buf_take(&line);
}

struct span span_join(struct span a, struct span b)
{
    return (struct span){a.source, a.start, b.end};
}
