/* The file in which a shard (run/shard.h) leaves what came of its tests.
 *
 * JSON lines: a header with what all shards of the run have in common; for each
 * test, in the order in which they were told of,
 * `{"test":{"property":0,"number":3}}` and then what a job_report
 * (run/job_report.h) says of it, or in a run of a model a line of
 * run/model/trial_lines.h;
 * `{"end":{...}}`. Without the last line the shard was cut off. */
#ifndef WEIR_RUN_SHARD_FILE_H
#define WEIR_RUN_SHARD_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "run/campaign.h"
#include "run/shard.h"
#include "trace/trace_file.h"

/* The second one has walks of several properties (`leaders`); a run without any
 * is written in the first. */
enum { SHARD_FORMAT_FIRST = 1, SHARD_FORMAT = 2 };

/* A property as the reports and traces are told of it; owns all of it. */
struct shard_property {
    char *name;
    char *file; /* or NULL */
    int line, column;
    struct trace_header header; /* of a trace, but for the seed */
};

/* The run of which the file holds a shard; owns all of it. */
struct shard_run {
    struct shard shard;
    char *spec;
    char *origin; /* or NULL */
    char *time_mode;
    char *strategy; /* or NULL */
    char *command;  /* that repeats the whole run */
    uint64_t seed;
    int64_t subscript;
    int64_t tests;
    int64_t max_actions;
    bool deterministic;
    uint64_t digest;     /* of the specification's text */
    struct value *model; /* of a run of a model: what it says of itself that a
                            report needs; NULL: of a page */
    struct shard_property *properties;
    size_t property_count;
    size_t *leaders; /* as in struct campaign, or NULL */
};

void shard_run_finish(struct shard_run *run); /* and empties it */

/* Whether both are shards of one run. False: *error says in what they differ.
 */
bool shard_run_agrees(const struct shard_run *a, const struct shard_run *b,
                      struct error *error);

/* How a shard ended. */
struct shard_end {
    int64_t duration_ms;
    int signal; /* that interrupted it; 0: none */
};

struct shard_writer;

/* Makes the file with its header. NULL: ERROR_USAGE. */
struct shard_writer *shard_writer_create(const char *path,
                                         const struct shard_run *run,
                                         struct error *error);
/* Each writes to the end of a line. False: ERROR_IO. */
bool shard_writer_add(struct shard_writer *writer,
                      const struct campaign_place *place,
                      const struct campaign_outcome *outcome,
                      struct error *error);
/* A test whose lines somebody else has made. */
bool shard_writer_add_lines(struct shard_writer *writer,
                            const struct campaign_place *place,
                            struct str lines, struct error *error);
bool shard_writer_end(struct shard_writer *writer, const struct shard_end *end,
                      struct error *error);
void shard_writer_destroy(struct shard_writer *writer); /* NULL is fine */

struct shard_reader;
struct job_report;

/* Reads as far as the first test. NULL: *error names the path. `create` takes
 * the stream, in any case. */
struct shard_reader *shard_reader_open(const char *path, struct error *error);
struct shard_reader *shard_reader_create(FILE *file, const char *path,
                                         struct error *error);
void shard_reader_close(struct shard_reader *reader); /* NULL is fine */

const char *shard_reader_path(const struct shard_reader *reader);
const struct shard_run *shard_reader_run(const struct shard_reader *reader);

/* The test that comes next; NULL: no more come. */
const struct campaign_place *
shard_reader_next(const struct shard_reader *reader);

/* After the last test: how the shard ended; NULL: it was cut off. */
const struct shard_end *shard_reader_end(const struct shard_reader *reader);

/* Reads the test that comes next into the report (NULL: passes over it). False:
 * *error begins with the path and the line. A test that is cut off is none. */
bool shard_reader_take(struct shard_reader *reader,
                       struct job_report *job_report, struct error *error);
/* The same for somebody else who takes each line, and says what is wrong. */
bool shard_reader_take_lines(struct shard_reader *reader,
                             bool (*take)(void *context, struct str line,
                                          struct error *error),
                             void *context, struct error *error);

#endif
