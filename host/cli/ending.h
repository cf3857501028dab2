/* How a command that ran tests ends. */
#ifndef WEIR_CLI_ENDING_H
#define WEIR_CLI_ENDING_H

#include <stdbool.h>

#include "base/error.h"
#include "port/reporter.h"

/* The exit status (docs/REPORTS.md): of a signal, of an error
 * that ended everything, or of the tests. */
int ending_status(const struct run_summary *summary, const struct error *error);

/* The same, where a file that was asked for could not be written: that makes no
 * success, and nothing else better or worse. */
int ending_with_files(int status, bool unwritten);

/* "weir: MESSAGE" on standard error; nothing when the message is empty, because
 * it has been told. */
void ending_print(const struct error *error);

#endif
