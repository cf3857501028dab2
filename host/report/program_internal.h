/* What the files of the report of a program (program.h) share.
 *
 *     program_operations.c   each command on its line, forks with their bars
 *     program_fault.c        what is wrong, and what the model says instead
 *     program.c              the rest, and the whole
 *
 * `in_full`: nothing is cut off. */
#ifndef WEIR_REPORT_PROGRAM_INTERNAL_H
#define WEIR_REPORT_PROGRAM_INTERNAL_H

#include "base/buf.h"
#include "report/program.h"

enum { PROGRAM_INDENT = 4 }; /* columns, of what stands below a heading */

/* Of a long text so many bytes, and no half of a character; then "...". */
void program_add_beginning(struct buf *out, struct str text, size_t most);
/* "process 2 ", "user 2 " */
void program_add_lane(struct buf *margin, const struct program_run *run,
                      int64_t process);
/* A line of its own, between empty ones. */
void program_heading(struct ink *ink, const char *text);

void program_print_operations(struct ink *ink, const struct program_run *run,
                              bool in_full);

/* The sentence, and what the model and the requests say of it. */
void program_print_fault(struct ink *ink, const struct program_run *run,
                         bool in_full);
/* Of commands at the same time: the order that the model can explain up to the
 * culprit. */
void program_print_order(struct ink *ink, const struct program_run *run,
                         bool in_full);

#endif
