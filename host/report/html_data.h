/* A test as the data of an HTML report (docs/REPORTS.md has the shape). */
#ifndef WEIR_REPORT_HTML_DATA_H
#define WEIR_REPORT_HTML_DATA_H

#include <stdbool.h>

#include "base/buf.h"
#include "port/reporter.h"
#include "report/html_pictures.h"
#include "report/run_copy.h"

/* Appends the whole test. `with_steps`: else only how it ended. */
void html_data_add_test(struct buf *out, const struct test_result *result,
                        const struct run_copy_property *property,
                        struct html_pictures *pictures, bool with_steps);

#endif
