#include "report/html_sources.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"

void html_sources_add(struct html_sources *sources, const char *path)
{
    if (path == NULL || sources->count == HTML_SOURCES)
        return;
    for (size_t i = 0; i < sources->count; i++)
        if (strcmp(sources->paths[i], path) == 0)
            return;
    sources->paths[sources->count++] = memory_copy_string(path, strlen(path));
}

void html_sources_finish(struct html_sources *sources)
{
    while (sources->count > 0)
        free(sources->paths[--sources->count]);
}

static bool read_file(struct buf *text, const char *path)
{
    FILE *file = fopen(path, "re");
    if (file == NULL)
        return false;
    char *room = buf_reserve(text, HTML_SOURCE_LIMIT_BYTES + 1);
    text->length += fread(room, 1, HTML_SOURCE_LIMIT_BYTES + 1, file);
    bool fine = ferror(file) == 0 && text->length <= HTML_SOURCE_LIMIT_BYTES;
    fclose(file);
    return fine;
}

void html_sources_add_json(struct buf *out, const struct html_sources *sources)
{
    bool any = false;
    buf_add_char(out, '{');
    for (size_t i = 0; i < sources->count; i++) {
        struct buf text;
        buf_init(&text);
        if (read_file(&text, sources->paths[i])) {
            if (any)
                buf_add_char(out, ',');
            json_add_string(out, str_text(sources->paths[i]));
            buf_add_char(out, ':');
            json_add_string(out, buf_str(&text));
            any = true;
        }
        buf_finish(&text);
    }
    buf_add_char(out, '}');
}
