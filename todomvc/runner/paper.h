/* The numbers that were published with the paper: its Figure 13 and the faults
 * of its Table 2. From the measurement files and the notebook in the repository
 * of the original; O'Connor and Wickström, "Quickstrom: Property-based
 * Acceptance Testing with LTL Specifications", PLDI 2022.
 *
 * Each application had ten runs at each subscript, each run a whole process of
 * the original checker with headless Firefox on an Apple M1. */
#ifndef WEIR_TODOMVC_RUNNER_PAPER_H
#define WEIR_TODOMVC_RUNNER_PAPER_H

#include <stddef.h>
#include <stdint.h>

struct paper_row {
    int64_t subscript;
    /* Runs that passed though they should have failed, of those published:
     * the 20 failing applications of Table 1, aurelia and emberjs. */
    size_t passed_of_220;
    size_t passed_of_200; /* the same without these two */
    /* Seconds of runs of the 21 applications that should pass. */
    double geometric_mean_s, mean_s;
};

enum { PAPER_FAILING_RUNS = 200, PAPER_PUBLISHED_RUNS = 220 };

/* Ascending. */
extern const struct paper_row paper_rows[];
extern const size_t paper_row_count;

/* NULL: the paper has no such subscript. */
const struct paper_row *paper_row(int64_t subscript);

/* What the fault with this number of Table 2 is; NULL when it has none. */
const char *paper_fault(int fault);

#endif
