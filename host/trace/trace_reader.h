/* A trace file read line by line (docs/TRACE.md), so that a run of any length
 * takes the memory of one step.
 *
 * A file may hold several tests, one after the other: each begins with its
 * header.
 *
 *     struct trace_record record;
 *     trace_record_init(&record);
 *     while ((fine = trace_reader_next(reader, &record, &error)) &&
 *            record.kind != TRACE_RECORD_NONE)
 *         ... record.kind says which part is filled ...
 *     trace_record_finish(&record);
 *     trace_reader_close(reader);
 */
#ifndef WEIR_TRACE_TRACE_READER_H
#define WEIR_TRACE_TRACE_READER_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

#include "base/error.h"
#include "trace/trace_file.h"

enum trace_record_kind {
    TRACE_RECORD_NONE,   /* the end of the file */
    TRACE_RECORD_HEADER, /* a test begins */
    TRACE_RECORD_STEP,   /* its next step: 1, 2, 3 in order */
    TRACE_RECORD_ENDING, /* its verdict; a header or the end follows */
};

/* One line; only the part that `kind` names is filled. Owns it. */
struct trace_record {
    enum trace_record_kind kind;
    struct trace_header header;
    struct step step;
    struct trace_ending ending;
};

void trace_record_init(struct trace_record *record);
void trace_record_finish(struct trace_record *record); /* and empties it */

struct trace_reader; /* opaque */

/* "-" is standard input. NULL and ERROR_IO when it cannot be read. */
struct trace_reader *trace_reader_open(const char *path, struct error *error);

/* The same for a stream that is open; takes it. `name` stands in messages. */
struct trace_reader *trace_reader_create(FILE *stream, const char *name);

void trace_reader_close(struct trace_reader *reader); /* NULL is fine */

/* Replaces what `record` holds by the next line. False: ERROR_IO, the message
 * begins with the name and the line; `record` is empty. The first line must be
 * a header. Half a line at the end, without its newline, is passed over. */
bool trace_reader_next(struct trace_reader *reader, struct trace_record *record,
                       struct error *error);

/* A place between two lines, to come back to. */
struct trace_mark {
    off_t offset;
    size_t line;
    int64_t steps; /* of this test, before the mark */
    bool in_test;  /* not after a verdict */
};

/* Where the next line begins, and the one that was read last. */
struct trace_mark trace_reader_mark(const struct trace_reader *reader);
struct trace_mark trace_reader_last(const struct trace_reader *reader);

/* Goes on from the mark. False and ERROR_IO for what cannot be read twice (a
 * pipe). */
bool trace_reader_return(struct trace_reader *reader,
                         const struct trace_mark *mark, struct error *error);

#endif
