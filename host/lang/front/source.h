/* Source files and places in them. A source lives as long as its table; a span
 * is three numbers and can be copied freely. */
#ifndef WEIR_LANG_FRONT_SOURCE_H
#define WEIR_LANG_FRONT_SOURCE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct source {
    char *path;          /* as shown to people; owned */
    char *module;        /* module name: "a/b"; owned */
    struct str text;     /* owned, NUL terminated */
    size_t *line_starts; /* byte offsets */
    size_t line_count;
    bool is_given; /* no file: the value of a --define */
};

struct source_table {
    struct source **items;
    size_t count;
    size_t capacity;
};

/* Bytes [start, end) of one source. */
struct span {
    uint32_t source; /* index in the table */
    uint32_t start;
    uint32_t end;
};

/* The place of what has none: source_of gives NULL for it. */
struct span span_nowhere(void);

void source_table_init(struct source_table *table);
void source_table_finish(struct source_table *table);

/* Adds a copy of the text; returns its index. */
uint32_t source_add(struct source_table *table, const char *path,
                    const char *module, struct str text);

const struct source *source_of(const struct source_table *table,
                               struct span span);
struct str source_text(const struct source_table *table, struct span span);

/* Line and column of a byte offset, both from 1; columns count code points. */
void source_position(const struct source *source, uint32_t offset, int *line,
                     int *column);
struct str source_line(const struct source *source, int line); /* no newline */

/* The text of a span on one line, runs of white space as one space; of a text
 * of more than `limit` bytes the beginning and "…". The caller frees it. */
char *source_brief(const struct source_table *table, struct span span,
                   size_t limit);

/* The span from the start of `a` to the end of `b` (same source). */
struct span span_join(struct span a, struct span b);

#endif
