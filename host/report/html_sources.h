/* The specification's files as an HTML report shows them: read from the disk
 * when the report is written. One that cannot be read, or is too long, is left
 * out; the report then has the lines that the reasons bring. */
#ifndef WEIR_REPORT_HTML_SOURCES_H
#define WEIR_REPORT_HTML_SOURCES_H

#include <stddef.h>

#include "base/buf.h"

enum {
    HTML_SOURCES = 16,
    HTML_SOURCE_LIMIT_BYTES = 512 * 1024, /* of each */
};

struct html_sources {
    char *paths[HTML_SOURCES]; /* owned */
    size_t count;
};

/* NULL: no file. */
void html_sources_add(struct html_sources *sources, const char *path);
void html_sources_finish(struct html_sources *sources);

/* Appends {"path": text, ...}. */
void html_sources_add_json(struct buf *out, const struct html_sources *sources);

#endif
