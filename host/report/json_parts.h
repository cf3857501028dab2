/* Parts that the reports in JSON have in common. Each appends to `out`. */
#ifndef WEIR_REPORT_JSON_PARTS_H
#define WEIR_REPORT_JSON_PARTS_H

#include "base/buf.h"
#include "port/reporter.h"

/* "name":"text", or null. */
void json_parts_text_field(struct buf *out, const char *name, const char *text);

/* "seed":"4711" */
void json_parts_seed(struct buf *out, uint64_t seed);

/* [{"id", "isEvent", "args", "timeout"}, ...] */
void json_parts_actions(struct buf *out, const struct action_list *what);

/* "validity":{"certainty", "value"}, or null. */
void json_parts_validity(struct buf *out, struct verdict verdict);

/* "reasons":[{"text", "file", "line", "column", "endLine", "endColumn",
 * "source", "version", "values"}, ...] */
void json_parts_reasons(struct buf *out, const struct test_result *result);

/* {"passed", "failed", "errored", "inconclusive", "notRun", "aborted",
 * "durationMs", "exitStatus"} */
void json_parts_summary(struct buf *out, const struct run_summary *summary);

#endif
