/* What came of running a failing test again, in words and in JSON. */
#ifndef WEIR_REPORT_SHRUNK_H
#define WEIR_REPORT_SHRUNK_H

#include "base/buf.h"
#include "port/reporter.h"

/* The test as it was found: with REDUCTION_SHORTER another than the result. */
const struct test_result *shrunk_original(const struct test_result *result);

/* "Shrunk from 57 actions to 6 in 40 runs (3.2 s)." and what else has to be
 * said; nothing when the test was not run again. Several sentences. */
void shrunk_add_words(struct buf *out, const struct test_result *result);

/* "shrinking: 57 actions, now 6, 40 runs" */
void shrunk_add_progress(struct buf *out,
                         const struct shrink_progress *progress);

/* {"outcome": …, …} without the other run: README.md. */
void shrunk_add_json(struct buf *out, const struct test_result *result);

#endif
