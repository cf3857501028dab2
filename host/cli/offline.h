/* weir check --from TRACE: recorded tests instead of new ones. */
#ifndef WEIR_CLI_OFFLINE_H
#define WEIR_CLI_OFFLINE_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "trace/trace_file.h"

struct recording; /* opaque */

/* Reads the first header. NULL: ERROR_USAGE when there is no such file,
 * ERROR_SETUP when it is no trace. */
struct recording *recording_open(const char *path, struct error *error);
void recording_close(struct recording *recording); /* NULL is fine */

/* Of the first test; borrowed until recording_check. */
const struct trace_header *recording_header(const struct recording *recording);

/* Judges every test of the file: the property it was recorded for when the
 * specification checks that one, else every property. The reporter is told of
 * each, not of begin and end. False: the command has to end, *error
 * (ERROR_SPEC, ERROR_CANCELLED, ERROR_SETUP for a wrong trace). */
bool recording_check(struct recording *recording,
                     const struct lang_program *program,
                     struct reporter *reporter, bool (*cancelled)(void *),
                     struct run_summary *summary, struct error *error);

#endif
