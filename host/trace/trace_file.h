/* A recorded run as a file: JSON lines (docs/TRACE.md). For traces that need
 * not be in memory as a whole, see trace_reader.h.
 *
 * First a header, then one line per step with everything in it, then a line
 * with the verdict. A file without a verdict is a run that was cut off: still a
 * trace. Fields that are not known are ignored, so that a later weir may add
 * some without a new format number.
 *
 * What is written and read again is equal, except that an integral float comes
 * back as an integer (there is one kind of integral number in JSON) and bytes
 * that are not UTF-8 come back as U+FFFD.
 */
#ifndef WEIR_TRACE_TRACE_FILE_H
#define WEIR_TRACE_TRACE_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "trace/deps.h"
#include "trace/step.h"
#include "trace/verdict.h"

enum {
    TRACE_FORMAT = 1,
    /* A step of this size is a mistake, and without a limit a file that is no
     * trace could fill the memory. */
    TRACE_LINE_LIMIT_BYTES = 256 * 1024 * 1024,
};

/* Strings are owned by whoever fills the struct; any may be NULL. */
struct trace_header {
    char *spec;
    char *property;
    int64_t property_number; /* its place among all the properties of the
                                checks, from 1; 0: not known */
    char *origin;
    char *time_mode;       /* "virtual" or "real" */
    char *run;             /* of several of the same test: "original" (as it was
                              found), "shrunk", or "repeated" (the same actions again,
                              without a failure); else NULL */
    struct value *options; /* of weir check, as on a command line: what says how
                              the application is run; a list of texts or NULL */
    uint64_t seed;         /* of this test */
    struct deps deps;
};

void trace_header_finish(struct trace_header *header); /* and empties it */

struct trace_ending {
    struct verdict verdict;
    char *error; /* VERDICT_ERRORED: what went wrong; may be NULL */
    int64_t actions;
    int64_t stale;
    int64_t duration_ms;
};

/* A whole trace in memory; owns all of it. */
struct trace {
    struct trace_header header;
    struct step *items; /* the steps */
    size_t count;
    size_t capacity;
    bool has_ending; /* else the run was cut off */
    struct trace_ending ending;
};

void trace_init(struct trace *trace);
void trace_finish(struct trace *trace);

/* Appends one line with its newline. */
void trace_add_header(struct buf *out, const struct trace_header *header);
void trace_add_step(struct buf *out, const struct step *step);
void trace_add_ending(struct buf *out, const struct trace_ending *ending);
void trace_add(struct buf *out, const struct trace *trace); /* all lines */

/* Appends "verdict":NAME and, where there is one, ,"value":BOOL. */
void trace_add_verdict(struct buf *out, struct verdict verdict);

/* What such a line or field says. The header (zeroed) and the step
 * (initialised) are finished by the caller in any case; the step must have
 * the number.
 * False: ERROR_IO that names no line. */
bool trace_read_header(struct trace_header *header, const struct json *json,
                       struct error *error);
bool trace_read_step(struct step *step, const struct json *json, int64_t number,
                     struct error *error);
bool trace_read_verdict(struct verdict *verdict, const struct json *json,
                        struct error *error);

/* Reads a whole trace; `trace` need not be initialised. False: nothing to
 * finish, and ERROR_IO whose message begins with `name` and the line. Steps
 * must be numbered 1, 2, 3 in order. */
bool trace_read(struct trace *trace, const char *name, struct str text,
                struct error *error);
bool trace_read_file(struct trace *trace, const char *path,
                     struct error *error);

#endif
