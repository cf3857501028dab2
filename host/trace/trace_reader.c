/* Reading traces, from the small to the whole. Each function reads one object;
 * its error names no line: the caller puts that in front. */
#include "trace/trace_reader.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/json.h"
#include "base/memory.h"
#include "trace/trace_internal.h"

struct trace_reader {
    FILE *stream;
    char *name;
    struct buf text; /* the line */
    struct trace_mark at;
    struct trace_mark last;
    bool seekable;
    bool has_ended; /* after the line there is nothing, not even a newline */
};

void trace_record_init(struct trace_record *record)
{
    *record = (struct trace_record){.kind = TRACE_RECORD_NONE};
    step_init(&record->step);
}

void trace_record_finish(struct trace_record *record)
{
    trace_header_finish(&record->header);
    step_finish(&record->step);
    free(record->ending.error);
    trace_record_init(record);
}

static bool wrong(struct error *error, const char *message)
{
    return error_set(error, ERROR_IO, "%s", message);
}

/* A missing field leaves *number as it is. */
static bool read_int(const struct json *json, const char *name, int64_t least,
                     int64_t most, int64_t *number, struct error *error)
{
    const struct json *field = json_read_field(json, name);
    if (field == NULL)
        return true;
    if (json_kind(field) != JSON_KIND_INT)
        return error_set(error, ERROR_IO, "\"%s\" must be an integer", name);
    int64_t read = json_read_int(field);
    if (read < least || read > most)
        return error_set(error, ERROR_IO, "\"%s\" is out of range", name);
    *number = read;
    return true;
}

static bool read_seed(const struct json *json, uint64_t *seed,
                      struct error *error)
{
    const struct json *field = json_read_field(json, "seed");
    if (field == NULL)
        return true;
    struct str text = json_read_string(field);
    char *end = NULL;
    errno = 0;
    if (text.length > 0 && text.data[0] >= '0' && text.data[0] <= '9')
        *seed = strtoull(text.data, &end, 10);
    if (end == NULL || end != text.data + text.length || errno != 0)
        return wrong(error, "\"seed\" must be a decimal number in quotes");
    return true;
}

static bool is_list_of_texts(const struct json *json)
{
    bool is_list = json_kind(json) == JSON_KIND_LIST;
    for (size_t i = 0; is_list && i < json_read_count(json); i++)
        if (json_kind(json_read_at(json, i)) != JSON_KIND_STRING)
            return false;
    return is_list;
}

bool trace_read_header(struct trace_header *header, const struct json *json,
                       struct error *error)
{
    int64_t format = 0;
    if (!str_is(json_read_string(json_read_field(json, "weir")), "trace"))
        return wrong(error, "this is no weir trace (no \"weir\":\"trace\")");
    if (!read_int(json, "format", 1, INT32_MAX, &format, error))
        return false;
    if (format != TRACE_FORMAT)
        return error_set(error, ERROR_IO,
                         "trace format %" PRId64
                         " is not known; this weir reads format %d",
                         format, TRACE_FORMAT);
    if (!read_int(json, "propertyNumber", 1, INT64_MAX,
                  &header->property_number, error))
        return false;
    header->spec = json_copy_text(json, "spec");
    header->property = json_copy_text(json, "property");
    header->origin = json_copy_text(json, "origin");
    header->time_mode = json_copy_text(json, "time");
    header->run = json_copy_text(json, "run");
    const struct json *options = json_read_field(json, "options");
    if (options != NULL && !is_list_of_texts(options))
        return wrong(error, "\"options\" must be a list of texts");
    if (options != NULL)
        header->options = value_from_json(options);
    const struct json *deps = json_read_field(json, "dependencies");
    return read_seed(json, &header->seed, error) &&
           (deps == NULL || deps_from_json(&header->deps, deps, error));
}

static bool read_kind(const struct json *json, enum step_kind *kind,
                      struct error *error)
{
    struct str text = json_read_string(json_read_field(json, "kind"));
    for (int i = STEP_EVENT; i <= STEP_TIMEOUT; i++)
        if (str_is(text, step_kind_text((enum step_kind)i))) {
            *kind = (enum step_kind)i;
            return true;
        }
    return wrong(error, "\"kind\" must be \"event\", \"acted\" or \"timeout\"");
}

static bool read_what(const struct json *json, struct action_list *what,
                      struct error *error)
{
    const struct json *list = json_read_field(json, "what");
    if (json_kind(list) != JSON_KIND_LIST)
        return wrong(error, "\"what\" must be a list of actions");
    for (size_t i = 0; i < json_read_count(list); i++) {
        struct action action;
        if (!action_from_json(&action, json_read_at(list, i), error))
            return false;
        action_list_push(what, action);
    }
    return true;
}

static bool read_times(struct step *step, const struct json *json,
                       struct error *error)
{
    int64_t client = 0;
    if (!read_int(json, "timeUs", 0, INT64_MAX, &step->time_us, error) ||
        !read_int(json, "callUs", 0, INT64_MAX, &step->call_us, error) ||
        !read_int(json, "returnUs", 0, INT64_MAX, &step->return_us, error) ||
        !read_int(json, "client", 0, INT32_MAX, &client, error))
        return false;
    step->client = (int32_t)client;
    return true;
}

static bool read_values(struct step *step, const struct json *json,
                        struct error *error)
{
    const struct json *ticked = json_read_field(json, "ticked");
    const struct json *names = json_read_field(json, "names");
    const struct json *target = json_read_field(json, "target");
    const struct json *evidence = json_read_field(json, "evidence");
    const struct json *broken = json_read_field(json, "broken");
    const struct json *state = json_read_field(json, "state");
    if (json_kind(state) != JSON_KIND_OBJECT)
        return wrong(error, "\"state\" must be an object");
    if (ticked != NULL && json_kind(ticked) != JSON_KIND_LIST)
        return wrong(error, "\"ticked\" must be a list");
    if (names != NULL && json_kind(names) != JSON_KIND_LIST)
        return wrong(error, "\"names\" must be a list");
    if (broken != NULL && json_kind(broken) != JSON_KIND_STRING)
        return wrong(error, "\"broken\" must be a text");
    step->state = value_from_json(state);
    if (broken != NULL)
        step->broken = value_from_json(broken);
    step->died = json_read_bool(json_read_field(json, "died"));
    if (names != NULL)
        step->names = value_from_json(names);
    if (ticked != NULL)
        step->ticked = value_from_json(ticked);
    if (json_kind(evidence) == JSON_KIND_OBJECT)
        step->evidence = value_from_json(evidence);
    if (target != NULL && json_kind(target) != JSON_KIND_NULL)
        step->target = value_from_json(target);
    return true;
}

static bool read_number(struct step *step, const struct json *json,
                        int64_t number, struct error *error)
{
    if (!read_int(json, "step", INT64_MIN, INT64_MAX, &step->version, error))
        return false;
    return step->version == number ||
           error_set(error, ERROR_IO,
                     "step %" PRId64 " stands where step %" PRId64 " must be",
                     step->version, number);
}

bool trace_read_step(struct step *step, const struct json *json, int64_t number,
                     struct error *error)
{
    return read_number(step, json, number, error) &&
           read_kind(json, &step->kind, error) &&
           read_times(step, json, error) &&
           read_what(json, &step->what, error) &&
           read_values(step, json, error);
}

bool trace_read_verdict(struct verdict *verdict, const struct json *json,
                        struct error *error)
{
    struct str name = json_read_string(json_read_field(json, "verdict"));
    const struct json *value = json_read_field(json, "value");
    int kind = VERDICT_NONE;
    while (kind <= VERDICT_ERRORED &&
           !str_is(name, trace_verdict_name((enum verdict_kind)kind)))
        kind++;
    if (kind > VERDICT_ERRORED)
        return wrong(error, "\"verdict\" is none that is known");
    verdict->kind = (enum verdict_kind)kind;
    bool judged = kind == VERDICT_DEFINITELY || kind == VERDICT_PROBABLY;
    if (judged && json_kind(value) != JSON_KIND_BOOL)
        return wrong(error, "\"value\" must be true or false");
    verdict->value = judged && json_read_bool(value);
    return true;
}

static bool read_ending(struct trace_ending *ending, const struct json *json,
                        struct error *error)
{
    if (!trace_read_verdict(&ending->verdict, json, error) ||
        !read_int(json, "actions", 0, INT64_MAX, &ending->actions, error) ||
        !read_int(json, "stale", 0, INT64_MAX, &ending->stale, error) ||
        !read_int(json, "durationMs", 0, INT64_MAX, &ending->duration_ms,
                  error))
        return false;
    ending->error = json_copy_text(json, "error");
    return true;
}

/* `at` is the place of the line: what may stand there. */
static bool read_object(struct trace_record *record, const struct json *json,
                        const struct trace_mark *at, struct error *error)
{
    if (json_kind(json) != JSON_KIND_OBJECT)
        return wrong(error, "each line must be a JSON object");
    if (at->line == 0 || json_read_field(json, "weir") != NULL) {
        record->kind = TRACE_RECORD_HEADER;
        return trace_read_header(&record->header, json, error);
    }
    if (!at->in_test)
        return wrong(error, "nothing may follow the verdict");
    if (json_read_field(json, "verdict") != NULL) {
        record->kind = TRACE_RECORD_ENDING;
        return read_ending(&record->ending, json, error);
    }
    if (json_read_field(json, "step") != NULL) {
        record->kind = TRACE_RECORD_STEP;
        return trace_read_step(&record->step, json, at->steps + 1, error);
    }
    return wrong(error, "a line must have \"step\" or \"verdict\"");
}

/* The first line of a file that is no trace. */
static bool no_trace(struct str line, struct error *error)
{
    bool is_saved = str_starts_with(line, "# A counterexample") ||
                    str_starts_with(line, "counterexample ");
    return error_set(error, ERROR_IO,
                     is_saved ? "this is a saved counterexample and no trace: "
                                "`weir check --save` with its folder runs it"
                              : "this is no trace: the lines of one are JSON "
                                "objects, as `--trace FILE` writes them");
}

/* Half a line at the end was being written when the writer died: the run is one
 * that was cut off before it. */
static bool read_line(struct trace_reader *reader, struct trace_record *record,
                      struct error *error)
{
    if (reader->text.length > TRACE_LINE_LIMIT_BYTES)
        return wrong(error, "the line is too long");
    struct error trouble = ERROR_NONE;
    struct json *json = json_parse_utf16(buf_str(&reader->text), &trouble);
    bool is_torn = json == NULL && reader->has_ended && reader->at.line > 0;
    if (json == NULL && reader->at.line == 0 &&
        !str_starts_with(buf_str(&reader->text), "{"))
        no_trace(buf_str(&reader->text), &trouble);
    bool fine = is_torn || (json != NULL &&
                            read_object(record, json, &reader->at, &trouble));
    if (!fine && error != NULL)
        *error = trouble;
    json_destroy(json);
    return fine;
}

/* Takes one line without its newline; false at the end of the file. */
static bool next_line(struct trace_reader *reader)
{
    struct buf *line = &reader->text;
    buf_clear(line);
    int byte = getc_unlocked(reader->stream);
    if (byte == EOF)
        return false;
    for (; byte != EOF && byte != '\n'; byte = getc_unlocked(reader->stream)) {
        buf_add_char(line, (char)byte);
        if (line->length > TRACE_LINE_LIMIT_BYTES)
            break;
    }
    reader->has_ended = byte == EOF;
    return !ferror(reader->stream);
}

static void advance(struct trace_reader *reader,
                    const struct trace_record *record)
{
    struct trace_mark *at = &reader->at;
    reader->last = *at;
    at->line++;
    if (reader->seekable)
        at->offset = ftello(reader->stream);
    if (record->kind == TRACE_RECORD_STEP)
        at->steps++;
    else
        at->steps = 0;
    at->in_test = record->kind != TRACE_RECORD_ENDING;
}

static bool at_end(const struct trace_reader *reader, struct error *error)
{
    if (ferror(reader->stream))
        return error_set(error, ERROR_IO, "cannot read %s: %s", reader->name,
                         strerror(errno));
    if (reader->at.line == 0)
        return error_set(error, ERROR_IO, "%s: the trace is empty",
                         reader->name);
    return true;
}

bool trace_reader_next(struct trace_reader *reader, struct trace_record *record,
                       struct error *error)
{
    trace_record_finish(record);
    if (!next_line(reader))
        return at_end(reader, error);
    if (read_line(reader, record, error)) {
        if (record->kind != TRACE_RECORD_NONE)
            advance(reader, record);
        return true;
    }
    trace_record_finish(record);
    if (error != NULL)
        error->code = ERROR_IO; /* whatever the parts make of it */
    error_prefix(error, "%s:%zu: ", reader->name, reader->at.line + 1);
    return false;
}

struct trace_reader *trace_reader_create(FILE *stream, const char *name)
{
    struct trace_reader *reader = MEMORY_NEW(struct trace_reader);
    reader->stream = stream;
    reader->name = memory_copy_string(name, strlen(name));
    reader->at.offset = ftello(stream);
    reader->seekable = reader->at.offset >= 0;
    return reader;
}

struct trace_reader *trace_reader_open(const char *path, struct error *error)
{
    if (strcmp(path, "-") == 0)
        return trace_reader_create(stdin, "standard input");
    FILE *stream = fopen(path, "re");
    if (stream != NULL)
        return trace_reader_create(stream, path);
    error_set(error, ERROR_IO, "cannot read %s: %s", path, strerror(errno));
    return NULL;
}

void trace_reader_close(struct trace_reader *reader)
{
    if (reader == NULL)
        return;
    if (reader->stream != stdin)
        fclose(reader->stream);
    buf_finish(&reader->text);
    free(reader->name);
    free(reader);
}

struct trace_mark trace_reader_mark(const struct trace_reader *reader)
{
    return reader->at;
}

struct trace_mark trace_reader_last(const struct trace_reader *reader)
{
    return reader->last;
}

bool trace_reader_return(struct trace_reader *reader,
                         const struct trace_mark *mark, struct error *error)
{
    if (!reader->seekable ||
        fseeko(reader->stream, mark->offset, SEEK_SET) != 0)
        return error_set(error, ERROR_IO,
                         "%s cannot be read twice: give a file", reader->name);
    reader->at = *mark;
    return true;
}
