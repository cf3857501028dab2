/* A test as the data of an HTML report (docs/REPORTS.md has the shape). */
#ifndef WEIR_REPORT_HTML_DATA_H
#define WEIR_REPORT_HTML_DATA_H

#include <stdbool.h>

#include "base/buf.h"
#include "port/reporter.h"
#include "report/html_pictures.h"
#include "report/run_copy.h"

/* Appends the test. Its steps take about `room` bytes at most, those in the
 * middle are left out for it; 0: only how it ended. */
void html_data_add_test(struct buf *out, const struct test_result *result,
                        const struct run_copy_property *property,
                        struct html_pictures *pictures, size_t room);

#endif
