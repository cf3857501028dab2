/* What came of one run: one line of a results file.
 *
 * todomvc/MANIFEST.md describes the lines. The texts of a record are borrowed;
 * whoever makes one says from what. */
#ifndef WEIR_TODOMVC_RUNNER_RECORD_H
#define WEIR_TODOMVC_RUNNER_RECORD_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "todomvc/runner/expected.h"

enum outcome {
    OUTCOME_PASSED,
    OUTCOME_FAILED,
    OUTCOME_ERROR, /* no verdict: the tool, the page or the time allowed */
};

/* Which run of which application. */
struct run_id {
    const char *manifest, *profile;
    const char *spec; /* the file without its folder */
    const char *application;
    const char *strategy; /* "default": weir was not told */
    const char *options;  /* further ones for weir check; may be empty */
    int64_t subscript;
    int64_t repetition; /* from 1 */
    uint64_t base_seed; /* --seed: the seed of the run is made from all this */
};

struct record {
    struct run_id id;
    struct expected expected;
    enum outcome outcome;
    /* A failure showed one of the reasons that the manifest names, or it names
     * none. */
    bool is_known_reason;
    const char *verdict; /* in weir's words; NULL: none was reached */
    const char *error;   /* NULL unless OUTCOME_ERROR */
    uint64_t seed;
    int64_t actions;
    int64_t wall_us; /* around the whole process */
    int64_t test_ms; /* of the test alone */
    int64_t jobs;    /* how many runs there were at a time */
    int exit_status; /* -1: it was killed */
    /* Further fields, as JSON without braces; NULL: none. Not read back. */
    const char *details;
};

/* The words that tell this run from all others; the text is appended. */
void run_id_add_key(const struct run_id *id, struct buf *out);

/* The seed of a run, the same for the same id. */
uint64_t run_id_seed(const struct run_id *id);

/* Appends the record as one line. */
void record_add(const struct record *record, struct buf *out);

/* Fills the record from an object; texts are copied into the arena. False and
 * ERROR_IO: a field is missing or makes no sense. */
bool record_read(struct record *record, struct arena *arena,
                 const struct json *object, struct error *error);

#endif
