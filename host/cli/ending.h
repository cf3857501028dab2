/* How a command that ran tests ends. */
#ifndef WEIR_CLI_ENDING_H
#define WEIR_CLI_ENDING_H

#include "base/error.h"
#include "port/reporter.h"

/* The exit status (design: "Exit status of check"): of a signal, of an error
 * that ended everything, or of the tests. */
int ending_status(const struct run_summary *summary, const struct error *error);

/* "weir: MESSAGE" on standard error; nothing when the message is empty, because
 * it has been told. */
void ending_print(const struct error *error);

#endif
