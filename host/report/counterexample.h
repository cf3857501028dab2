/* The report of one test: verdict in words, what happened step by step, what
 * does not hold, how to see it again. */
#ifndef WEIR_REPORT_COUNTEREXAMPLE_H
#define WEIR_REPORT_COUNTEREXAMPLE_H

#include <stdbool.h>
#include <stdint.h>

#include "port/reporter.h"
#include "report/ink.h"

struct counterexample_options {
    bool verbose;          /* every step, every value in full */
    int64_t tests;         /* of each property in this run */
    uint64_t seed;         /* of the run */
    const char *command;   /* that repeats the run */
    bool recorded;         /* the run was judged, and not made */
    const char *breaks_as; /* the property whose run has told how the page
                              breaks that this one ran into, too; NULL: none */
    bool remarks; /* with what came of shrinking, and the note: where there is
                     no line of the verdict above that has them */
};

void counterexample_print(struct ink *ink,
                          const struct counterexample_options *options,
                          const struct test_result *result);

#endif
