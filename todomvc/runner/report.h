/* What a results file says, for people and for other programs. */
#ifndef WEIR_TODOMVC_RUNNER_REPORT_H
#define WEIR_TODOMVC_RUNNER_REPORT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "todomvc/runner/results.h"

/* Writes into the folder, which is made if need be: results.md,
 * applications.csv, rates.csv, faults.csv, and the figure (figure.h). Names of
 * files that could not be made for want of gnuplot are told in `notice`
 * (cleared otherwise). False and ERROR_IO: a file cannot be written. */
bool report_write(const struct results *results, const char *folder,
                  struct buf *notice, struct error *error);

/* The texts of the files; appended. */
void report_add_markdown(const struct results *results, struct buf *out);
void report_add_applications(const struct results *results, struct buf *out);
void report_add_rates(const struct results *results, struct buf *out);
void report_add_faults(const struct results *results, struct buf *out);

#endif
