/* What the records of a results file add up to.
 *
 * Records that may be compared form a group: one manifest, one profile, one
 * strategy, one set of further options. Within a group runs are selected and
 * counted. Borrows from the journal. */
#ifndef WEIR_TODOMVC_RUNNER_RESULTS_H
#define WEIR_TODOMVC_RUNNER_RESULTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "todomvc/runner/journal.h"

/* Stands in a list of faults for "none of the paper's table". */
enum { FAULT_NONE = -1 };

struct results_group {
    const char *manifest, *profile, *strategy, *options;
    char *label; /* the strategy, and what else tells it from other groups */
};

/* Which applications of a group are counted. */
enum population {
    POPULATION_ALL,
    POPULATION_HAS_TO_FAIL,
    POPULATION_PAPERS_FAULTS, /* of these, those with a fault of its table */
    POPULATION_PAPER_FAILS,   /* of these, those that fail in its table */
    POPULATION_WITH_DISPUTED, /* has to fail, and whatever is disputed */
    POPULATION_HAS_TO_PASS,
    POPULATION_COUNT,
};

/* Zero and NULL: any. */
struct selection {
    const struct results_group *group;
    enum population population;
    int64_t subscript;
    const char *application;
    int fault;
};

/* What has been selected. The lists are as long as their counts. */
struct tally {
    size_t runs, passed, failed, errors;
    size_t other_reasons; /* failed with a reason the manifest does not name */
    double *seconds;      /* of runs without an error */
    size_t seconds_count;
    double *actions; /* of the same runs; INFINITY when it passed */
};

struct results {
    const struct journal *journal;
    struct results_group *groups;
    size_t group_count;
    int64_t *subscripts; /* ascending */
    size_t subscript_count;
    const char **applications; /* by name */
    size_t application_count;
    int *faults; /* of what has to fail: ascending, then FAULT_NONE */
    size_t fault_count;
};

void results_init(struct results *results, const struct journal *journal);
void results_finish(struct results *results);

void results_tally(const struct results *results,
                   const struct selection *selection, struct tally *tally);
void tally_finish(struct tally *tally);

/* A record of the application in the group, or NULL. */
const struct record *results_example(const struct results *results,
                                     const struct results_group *group,
                                     const char *application);

/* "the applications that have to fail" and so on. */
const char *population_text(enum population population);

#endif
