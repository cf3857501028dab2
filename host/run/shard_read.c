/* Order of this file: lines, the header, what kind of line it is, tests. */
#include "run/shard_file.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "run/job_report.h"

struct shard_reader {
    FILE *file;
    char *path;
    struct buf text; /* the line */
    size_t line;     /* its number */
    struct shard_run run;
    bool has_next, has_end;
    struct campaign_place next;
    struct shard_end end;
};

/* ---- lines -------------------------------------------------------------- */

/* With its newline. False at the end, and for a last line that was cut off or
 * one that is longer than any we write. */
static bool next_line(struct shard_reader *reader, struct str *line)
{
    char block[16 * 1024];
    buf_clear(&reader->text);
    while (reader->text.length < TRACE_LINE_LIMIT_BYTES &&
           fgets(block, sizeof block, reader->file) != NULL) {
        buf_add_text(&reader->text, block);
        *line = buf_str(&reader->text);
        if (!str_ends_with(*line, "\n"))
            continue;
        reader->line++;
        return true;
    }
    return false;
}

/* Puts the place in front of the message. */
static bool at_line(const struct shard_reader *reader, struct error *error)
{
    if (error != NULL)
        error->code = ERROR_USAGE;
    error_prefix(error, "%s:%zu: ", reader->path, reader->line);
    return false;
}

/* ---- the header --------------------------------------------------------- */

/* A number in quotes. False: it is none. */
static bool read_number(const struct json *json, const char *name, int base,
                        uint64_t *number)
{
    struct str text = json_read_string(json_read_field(json, name));
    char *end;
    if (text.length == 0)
        return false;
    errno = 0;
    *number = strtoull(text.data, &end, base);
    return errno == 0 && *end == '\0';
}

static bool read_property(struct shard_property *property,
                          const struct json *json, struct error *error)
{
    property->name = json_copy_text(json, "name");
    property->file = json_copy_text(json, "file");
    property->line = (int)json_read_field_int(json, "line");
    property->column = (int)json_read_field_int(json, "column");
    if (property->name == NULL)
        return error_set(error, ERROR_IO, "a property has no name");
    return trace_read_header(&property->header, json_read_field(json, "trace"),
                             error);
}

static bool read_properties(struct shard_run *run, const struct json *list,
                            struct error *error)
{
    size_t count = json_read_count(list);
    run->properties = memory_zeroed(count + 1, sizeof *run->properties);
    for (run->property_count = 0; run->property_count < count;) {
        size_t at = run->property_count++; /* finished in any case */
        if (!read_property(&run->properties[at], json_read_at(list, at), error))
            return false;
    }
    return true;
}

/* That of each is the first one of its group. */
static bool read_leaders(struct shard_run *run, const struct json *list,
                         struct error *error)
{
    if (list == NULL)
        return true;
    bool fine = json_read_count(list) == run->property_count;
    run->leaders = memory_zeroed(run->property_count + 1, sizeof *run->leaders);
    for (size_t i = 0; fine && i < run->property_count; i++) {
        int64_t leader = json_read_int(json_read_at(list, i));
        fine = leader >= 0 && (uint64_t)leader <= i;
        run->leaders[i] = fine ? (size_t)leader : 0;
        fine = fine && run->leaders[run->leaders[i]] == run->leaders[i];
    }
    return fine || error_set(error, ERROR_USAGE,
                             "which properties share a walk is wrong");
}

static bool read_run(struct shard_run *run, const struct json *json,
                     struct error *error)
{
    int64_t number = json_read_field_int(json, "shard"),
            of = json_read_field_int(json, "of");
    int64_t format = json_read_field_int(json, "format");
    if (format < SHARD_FORMAT_FIRST || format > SHARD_FORMAT)
        return error_set(error, ERROR_USAGE,
                         "this weir does not know the format of this file: "
                         "merge with the weir that has written it");
    run->spec = json_copy_text(json, "spec");
    run->origin = json_copy_text(json, "origin");
    run->time_mode = json_copy_text(json, "time");
    run->strategy = json_copy_text(json, "strategy");
    run->command = json_copy_text(json, "command");
    run->subscript = json_read_field_int(json, "subscript");
    run->tests = json_read_field_int(json, "tests");
    run->max_actions = json_read_field_int(json, "maxActions");
    run->deterministic = json_read_bool(json_read_field(json, "deterministic"));
    if (number < 1 || of < number || of > SHARD_LIMIT || run->tests < 1 ||
        run->spec == NULL || run->time_mode == NULL || run->command == NULL ||
        !read_number(json, "seed", 10, &run->seed) ||
        !read_number(json, "digest", 16, &run->digest))
        return error_set(error, ERROR_USAGE,
                         "something in the header is wrong");
    const struct json *model = json_read_field(json, "model");
    if (json_kind(model) == JSON_KIND_OBJECT)
        run->model = value_from_json(model);
    run->shard = (struct shard){(size_t)number, (size_t)of};
    return read_properties(run, json_read_field(json, "properties"), error) &&
           read_leaders(run, json_read_field(json, "leaders"), error);
}

/* What somebody has given instead. */
static const char *other_file(const struct json *json)
{
    if (str_is(json_read_string(json_read_field(json, "weir")), "trace"))
        return "this is a recorded trace";
    if (str_is(json_read_string(json_read_field(json, "tag")), "Report"))
        return "this is a report";
    return "this is something else";
}

static bool read_header(struct shard_reader *reader, struct error *error)
{
    struct str line;
    errno = 0;
    bool found = next_line(reader, &line);
    if (!found && ferror(reader->file))
        return error_set(error, ERROR_USAGE, "cannot read %s: %s", reader->path,
                         strerror(errno));
    if (!found)
        return error_set(error, ERROR_USAGE,
                         "%s is empty or cut off in its first line: it was not "
                         "written by weir check --shard, or that did not end",
                         reader->path);
    struct json *json = json_parse(line, error);
    bool is_shard =
        str_is(json_read_string(json_read_field(json, "weir")), "shard");
    bool fine = is_shard &&
                (read_run(&reader->run, json, error) || at_line(reader, error));
    if (!is_shard)
        error_set(error, ERROR_USAGE,
                  "%s: %s; merge wants the files that weir check --shard K/N "
                  "has written (--shard-file)",
                  reader->path, other_file(json));
    json_destroy(json);
    return fine;
}

/* ---- what kind of line it is -------------------------------------------- */

static bool starts(struct str line, const char *text)
{
    return str_starts_with(line, text);
}

static bool read_test(struct shard_reader *reader, const struct json *json,
                      struct error *error)
{
    const struct json *test = json_read_field(json, "test");
    int64_t property = json_read_field_int(test, "property");
    int64_t number = json_read_field_int(test, "number");
    if (property < 0 || (uint64_t)property >= reader->run.property_count ||
        number < 1 || number > reader->run.tests)
        return error_set(error, ERROR_USAGE, "there is no such test");
    reader->next = (struct campaign_place){(size_t)property, number, 0};
    reader->has_next = true;
    return true;
}

static void read_end(struct shard_reader *reader, const struct json *json)
{
    const struct json *end = json_read_field(json, "end");
    reader->has_end = true;
    reader->end = (struct shard_end){
        .duration_ms = json_read_field_int(end, "durationMs"),
        .signal = (int)json_read_field_int(end, "signal"),
    };
}

static bool read_mark(struct shard_reader *reader, struct str line,
                      struct error *error)
{
    struct json *json = json_parse(line, error);
    bool fine = json != NULL;
    if (fine && json_read_field(json, "test") != NULL)
        fine = read_test(reader, json, error);
    else if (fine)
        read_end(reader, json);
    json_destroy(json);
    return fine || at_line(reader, error);
}

/* ---- tests -------------------------------------------------------------- */

/* Who takes the lines of a test. */
typedef bool (*line_taker)(void *context, struct str line, struct error *error);

static bool pass_over(void *context, struct str line, struct error *error)
{
    (void)context;
    (void)line;
    (void)error;
    return true;
}

static bool take_for_report(void *context, struct str line, struct error *error)
{
    return job_report_take(context, line.data, line.length, error);
}

/* Reads to the next test or the end. */
static bool read_on(struct shard_reader *reader, line_taker take, void *context,
                    struct error *error)
{
    struct str line;
    reader->has_next = false;
    while (next_line(reader, &line)) {
        if (starts(line, "{\"test\":") || starts(line, "{\"end\":"))
            return read_mark(reader, line, error);
        if (!take(context, line, error))
            return at_line(reader, error);
    }
    return true;
}

bool shard_reader_take(struct shard_reader *reader,
                       struct job_report *job_report, struct error *error)
{
    return read_on(reader, job_report == NULL ? pass_over : take_for_report,
                   job_report, error);
}

bool shard_reader_take_lines(struct shard_reader *reader, line_taker take,
                             void *context, struct error *error)
{
    return read_on(reader, take, context, error);
}

const struct campaign_place *
shard_reader_next(const struct shard_reader *reader)
{
    return reader->has_next ? &reader->next : NULL;
}

const struct shard_end *shard_reader_end(const struct shard_reader *reader)
{
    return reader->has_end ? &reader->end : NULL;
}

const char *shard_reader_path(const struct shard_reader *reader)
{
    return reader->path;
}

const struct shard_run *shard_reader_run(const struct shard_reader *reader)
{
    return &reader->run;
}

struct shard_reader *shard_reader_open(const char *path, struct error *error)
{
    FILE *file = fopen(path, "re");
    if (file != NULL)
        return shard_reader_create(file, path, error);
    error_set(error, ERROR_USAGE, "cannot read %s: %s", path, strerror(errno));
    return NULL;
}

struct shard_reader *shard_reader_create(FILE *file, const char *path,
                                         struct error *error)
{
    struct shard_reader *reader = MEMORY_NEW(struct shard_reader);
    reader->file = file;
    reader->path = memory_copy_string(path, strlen(path));
    if (read_header(reader, error) && read_on(reader, pass_over, NULL, error))
        return reader;
    shard_reader_close(reader);
    return NULL;
}

void shard_reader_close(struct shard_reader *reader)
{
    if (reader == NULL)
        return;
    fclose(reader->file);
    shard_run_finish(&reader->run);
    buf_finish(&reader->text);
    free(reader->path);
    free(reader);
}
