/* --trace FILE: every test of the run as JSON lines (docs/TRACE.md). */
#ifndef WEIR_CLI_RECORDER_H
#define WEIR_CLI_RECORDER_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/program.h"
#include "port/reporter.h"

struct recorder;

/* NULL and ERROR_USAGE when the file cannot be written. */
struct recorder *recorder_create(const char *path, struct error *error);
void recorder_destroy(struct recorder *recorder); /* NULL is fine */

/* Adds the test; when it was run again, the run as it was found, then the other
 * one. `options` stand in the header; may be NULL. */
bool recorder_add(struct recorder *recorder, const struct run_info *info,
                  const struct value *options,
                  const struct lang_program *program,
                  const struct lang_property *property,
                  const struct test_result *result, struct error *error);

#endif
