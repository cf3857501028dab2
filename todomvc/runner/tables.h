/* The tables of results.md (report.h) that have a row for each subscript or
 * fault, and what all its tables are made of. Each appends. */
#ifndef WEIR_TODOMVC_RUNNER_TABLES_H
#define WEIR_TODOMVC_RUNNER_TABLES_H

#include <stddef.h>

#include "base/buf.h"
#include "todomvc/runner/results.h"

/* A heading for the group, where there are several. */
void tables_add_group(struct buf *out, const struct results *results,
                      const struct results_group *group);
/* A column head for each subscript. */
void tables_add_subscripts(struct buf *out, const struct results *results);
/* The line under the heads of so many columns. */
void tables_add_rules(struct buf *out, size_t count);

/* False negatives; running times; which faults were found. */
void tables_add_rates(struct buf *out, const struct results *results);
void tables_add_times(struct buf *out, const struct results *results);
void tables_add_faults(struct buf *out, const struct results *results);

#endif
