/* weir check MODEL.js --trace FILE: what each program did, as histories that
 * `weir check --from` judges (run/model/history.h). */
#ifndef WEIR_CLI_MODEL_TRACE_H
#define WEIR_CLI_MODEL_TRACE_H

#include <stdbool.h>

#include "base/error.h"
#include "port/reporter.h"

struct model_trace; /* opaque */

/* NULL: ERROR_USAGE, it cannot be written. */
struct model_trace *model_trace_create(const char *path, struct error *error);
/* A file that could not be written is told of. NULL is fine. True: it is whole.
 */
bool model_trace_destroy(struct model_trace *trace);

/* Appends the test; NULL is fine. */
void model_trace_add(struct model_trace *trace,
                     const struct test_result *result);

#endif
