/* Order of this file: the header, tests, the file. */
#include "run/shard_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "run/job_report.h"

struct shard_writer {
    FILE *file;
    char *path;
    struct buf line;
};

static void add_property(struct buf *out, const struct shard_property *property)
{
    buf_addf(out, "{\"line\":%d,\"column\":%d", property->line,
             property->column);
    json_add_text_field(out, "name", property->name);
    json_add_text_field(out, "file", property->file);
    buf_add_text(out, ",\"trace\":");
    trace_add_header(out, &property->header);
    out->length--; /* its newline */
    buf_add_char(out, '}');
}

static void add_leaders(struct buf *out, const struct shard_run *run)
{
    if (run->leaders == NULL)
        return;
    buf_add_text(out, ",\"leaders\":[");
    for (size_t i = 0; i < run->property_count; i++)
        buf_addf(out, "%s%zu", i > 0 ? "," : "", run->leaders[i]);
    buf_add_char(out, ']');
}

static void add_header(struct buf *out, const struct shard_run *run)
{
    buf_addf(out,
             "{\"weir\":\"shard\",\"format\":%d,\"shard\":%zu,\"of\":%zu"
             ",\"seed\":\"%" PRIu64 "\",\"subscript\":%" PRId64
             ",\"tests\":%" PRId64 ",\"maxActions\":%" PRId64
             ",\"deterministic\":%s,\"digest\":\"%016" PRIx64 "\"",
             run->leaders == NULL ? SHARD_FORMAT_FIRST : SHARD_FORMAT,
             run->shard.number, run->shard.of, run->seed, run->subscript,
             run->tests, run->max_actions,
             run->deterministic ? "true" : "false", run->digest);
    json_add_text_field(out, "spec", run->spec);
    json_add_text_field(out, "origin", run->origin);
    json_add_text_field(out, "time", run->time_mode);
    json_add_text_field(out, "strategy", run->strategy);
    json_add_text_field(out, "command", run->command);
    if (run->model != NULL) {
        buf_add_text(out, ",\"model\":");
        value_add_json(out, run->model);
    }
    add_leaders(out, run);
    buf_add_text(out, ",\"properties\":[");
    for (size_t i = 0; i < run->property_count; i++) {
        if (i > 0)
            buf_add_char(out, ',');
        add_property(out, &run->properties[i]);
    }
    buf_add_text(out, "]}\n");
}

static void add_place(struct buf *out, const struct campaign_place *place)
{
    buf_addf(out, "{\"test\":{\"property\":%zu,\"number\":%" PRId64 "}}\n",
             place->property, place->number);
}

static void add_test(struct buf *out, const struct campaign_place *place,
                     const struct campaign_outcome *outcome)
{
    add_place(out, place);
    job_report_add_test(out, outcome);
}

static bool write_out(struct shard_writer *writer, struct error *error)
{
    struct buf *line = &writer->line;
    bool fine =
        fwrite(buf_text(line), 1, line->length, writer->file) == line->length &&
        fflush(writer->file) == 0;
    buf_clear(line);
    return fine || error_set(error, ERROR_IO, "--shard: cannot write %s: %s",
                             writer->path, strerror(errno));
}

struct shard_writer *shard_writer_create(const char *path,
                                         const struct shard_run *run,
                                         struct error *error)
{
    FILE *file = fopen(path, "we");
    if (file == NULL) {
        error_set(error, ERROR_USAGE, "--shard: cannot write %s: %s", path,
                  strerror(errno));
        return NULL;
    }
    struct shard_writer *writer = MEMORY_NEW(struct shard_writer);
    writer->file = file;
    writer->path = memory_copy_string(path, strlen(path));
    buf_init(&writer->line);
    add_header(&writer->line, run);
    if (write_out(writer, error))
        return writer;
    error->code = ERROR_USAGE;
    shard_writer_destroy(writer);
    return NULL;
}

bool shard_writer_add(struct shard_writer *writer,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome,
                      struct error *error)
{
    add_test(&writer->line, place, outcome);
    return write_out(writer, error);
}

bool shard_writer_add_lines(struct shard_writer *writer,
                            const struct campaign_place *place,
                            struct str lines, struct error *error)
{
    add_place(&writer->line, place);
    buf_add_str(&writer->line, lines);
    return write_out(writer, error);
}

bool shard_writer_end(struct shard_writer *writer, const struct shard_end *end,
                      struct error *error)
{
    buf_addf(&writer->line,
             "{\"end\":{\"durationMs\":%" PRId64 ",\"signal\":%d}}\n",
             end->duration_ms, end->signal);
    return write_out(writer, error);
}

void shard_writer_destroy(struct shard_writer *writer)
{
    if (writer == NULL)
        return;
    fclose(writer->file);
    buf_finish(&writer->line);
    free(writer->path);
    free(writer);
}
