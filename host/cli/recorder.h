/* --trace FILE: every test of the run as JSON lines (docs/TRACE.md).
 *
 * The file has all of a test as soon as it has ended. Of the one that goes on
 * it has the steps so far, if somebody tells of them (recorder_follow): so what
 * has been seen is not lost when weir itself is killed.
 */
#ifndef WEIR_CLI_RECORDER_H
#define WEIR_CLI_RECORDER_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/deps/deps.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "trace/trace_file.h"

/* What the headers of a run's tests are made from. All of it is borrowed. */
struct recorder_subject {
    const struct run_info *info;
    const struct value *options; /* those that are kept; a list or NULL */
    const struct lang_program *program;
    enum lang_deps_extent extent; /* what the executor was asked for */
};

/* What every trace of tests of the property begins with; borrows from the
 * subject, `deps` is for the caller to finish. */
struct trace_header recorder_header(const struct recorder_subject *subject,
                                    size_t property);

struct recorder;

/* NULL and ERROR_USAGE when the file cannot be written. */
struct recorder *recorder_create(const char *path, struct error *error);
void recorder_destroy(struct recorder *recorder); /* NULL is fine */

/* Adds the test; when it was run again, the run as it was found, then the other
 * one. The header is that of all tests of the property: the seed and which run
 * it is are filled in. is_deterministic: no times of the machine. False:
 * ERROR_IO; once, and nothing is written after what could not be. */
bool recorder_add(struct recorder *recorder, const struct trace_header *header,
                  bool is_deterministic, const struct test_result *result,
                  struct error *error);

/* Hears the steps of the test that goes on, and writes them; recorder_add then
 * adds its ending or, where the test looks otherwise by now (it was run again),
 * writes it anew in the same place. A file that cannot be rewound (a pipe) gets
 * each test when it has ended. Whoever gets the reporter destroys it, before
 * the recorder; the subject has to last as long. */
struct reporter *recorder_follow(struct recorder *recorder,
                                 const struct recorder_subject *subject);

#endif
