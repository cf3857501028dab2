/* --trace FILE: every test of the run as JSON lines (docs/TRACE.md). */
#ifndef WEIR_CLI_RECORDER_H
#define WEIR_CLI_RECORDER_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/deps.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "trace/trace_file.h"

/* What every trace of tests of the property begins with; its texts and
 * `options` are borrowed, `deps` is for the caller to finish. `extent`: what
 * the executor was asked for. */
struct trace_header recorder_header(const struct run_info *info,
                                    const struct value *options,
                                    const struct lang_program *program,
                                    size_t property,
                                    enum lang_deps_extent extent);

struct recorder;

/* NULL and ERROR_USAGE when the file cannot be written. */
struct recorder *recorder_create(const char *path, struct error *error);
void recorder_destroy(struct recorder *recorder); /* NULL is fine */

/* Adds the test; when it was run again, the run as it was found, then the other
 * one. The header is that of all tests of the property: the seed and which run
 * it is are filled in. is_deterministic: no times of the machine. False:
 * ERROR_IO; once, and nothing is written behind what could not be. */
bool recorder_add(struct recorder *recorder, const struct trace_header *header,
                  bool is_deterministic, const struct test_result *result,
                  struct error *error);

#endif
