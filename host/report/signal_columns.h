/* The table of a run's signals (port/checker.h) as a report shows it: a column
 * for each signal, a row for each step, a mark where it ticked, blank where it
 * has not. */
#ifndef WEIR_REPORT_SIGNAL_COLUMNS_H
#define WEIR_REPORT_SIGNAL_COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "port/reporter.h"
#include "report/ink.h"

/* Whether there is a table at all, with a column and a row. */
bool signal_columns_any(const struct test_result *result);

/* Prints the rows of the result's steps: of a long run the `first` and the
 * `last`, or all of them. What is too wide for a line goes below. */
void signal_columns_print(struct ink *ink, size_t indent,
                          const struct test_result *result, size_t first,
                          size_t last, bool all);

/* ,"signals":{…} as it is in docs/REPORTS.md; nothing where there is none. */
void signal_columns_add_json(struct buf *out, const struct test_result *result);

#endif
