/* A whole trace in memory, put together from what the reader gives. */
#include "trace/trace_file.h"

#include <stdlib.h>

#include "base/vec.h"
#include "trace/trace_internal.h"
#include "trace/trace_reader.h"

/* Moves what the record holds into the trace. */
static void take(struct trace *trace, struct trace_record *record)
{
    switch (record->kind) {
    case TRACE_RECORD_HEADER:
        trace->header = record->header;
        record->header = (struct trace_header){.spec = NULL};
        break;
    case TRACE_RECORD_STEP:
        vec_push(trace, record->step);
        step_init(&record->step);
        break;
    case TRACE_RECORD_ENDING:
        trace->ending = record->ending;
        trace->has_ending = true;
        record->ending = (struct trace_ending){.error = NULL};
        break;
    case TRACE_RECORD_NONE:
        break;
    }
}

static bool read_all(struct trace *trace, struct trace_reader *reader,
                     const char *name, struct error *error)
{
    struct trace_record record;
    trace_record_init(&record);
    bool fine;
    while ((fine = trace_reader_next(reader, &record, error)) &&
           record.kind != TRACE_RECORD_NONE) {
        size_t line = trace_reader_mark(reader).line;
        if (record.kind == TRACE_RECORD_HEADER && line > 1) {
            fine = error_set(error, ERROR_IO, "%s:%zu: a second test begins",
                             name, line);
            break;
        }
        take(trace, &record);
    }
    trace_record_finish(&record);
    trace_reader_close(reader);
    if (!fine)
        trace_finish(trace);
    return fine;
}

bool trace_read(struct trace *trace, const char *name, struct str text,
                struct error *error)
{
    trace_init(trace);
    /* A stream over no bytes cannot be made: one over an empty file, then. */
    FILE *stream = text.length == 0
                       ? fopen("/dev/null", "re")
                       : fmemopen((char *)text.data, text.length, "r");
    if (stream == NULL)
        return error_set(error, ERROR_IO, "%s: cannot be read", name);
    return read_all(trace, trace_reader_create(stream, name), name, error);
}

bool trace_read_file(struct trace *trace, const char *path, struct error *error)
{
    trace_init(trace);
    struct trace_reader *reader = trace_reader_open(path, error);
    return reader != NULL && read_all(trace, reader, path, error);
}
