/* The report of a program that was run against a model: what each command
 * answered, which of them ran at the same time, what the model says. */
#ifndef WEIR_REPORT_PROGRAM_H
#define WEIR_REPORT_PROGRAM_H

#include "port/reporter.h"
#include "report/ink.h"
#include "trace/operation.h"
#include "trace/table.h"

/* Everything between the sentence of the verdict and how to see it again. */
void program_print(struct ink *ink, const struct program_run *run,
                   bool in_full);

/* "The system answers what the model does not." */
const char *program_sentence(const struct program_run *run);

/* "Failed" or "Passed" for a program, which has no temporal verdict; else the
 * words of the verdict. */
const char *program_verdict_text(const struct test_result *result);

/* The tables after the tests. */
void program_print_tables(struct ink *ink, const struct table_list *tables);

/* {"fault", "operations": [...], ...}: docs/REPORTS.md, "Programs". */
void program_add_json(struct buf *out, const struct program_run *run);
/* [{"title", "rows": [{"label", "count", "of"}, ...]}, ...] */
void program_add_tables_json(struct buf *out, const struct table_list *tables);

#endif
