/* The runs of a plan, several at a time, into a results file. */
#ifndef WEIR_TODOMVC_RUNNER_CAMPAIGN_H
#define WEIR_TODOMVC_RUNNER_CAMPAIGN_H

#include <stddef.h>

#include "base/loop.h"
#include "todomvc/runner/attempt.h"
#include "todomvc/runner/journal.h"
#include "todomvc/runner/plan.h"

enum { CAMPAIGN_JOBS_LIMIT = 256 };

struct campaign_sum {
    size_t passed, failed, errors;
    size_t false_positives; /* failed, but has to pass */
    size_t interrupted;     /* were under way when a signal came */
    /* The first runs all ended with status 2: no other would do better. */
    bool is_hopeless;
};

/* Until all runs have ended or the loop is cancelled. Lines about errors and
 * false positives go to standard output, progress to standard error. False:
 * ERROR_SETUP or ERROR_IO, and no further run was begun. */
bool campaign(const struct plan *plan, const struct launcher *launcher,
              struct journal *journal, struct loop *loop,
              struct campaign_sum *sum, struct error *error);

#endif
