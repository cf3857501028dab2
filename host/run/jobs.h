/* The tests of one command, several at a time: what campaign_run does, with the
 * same results in the same order, sooner (docs/decisions/0007).
 *
 * Some copies of this program (base/worker.h), the processes, each with an
 * executor of its own, run one test after the other. A test that ends before
 * its turn waits to be reported. A test after one of the same property that
 * did not pass is not begun, or thrown away. */
#ifndef WEIR_RUN_JOBS_H
#define WEIR_RUN_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"
#include "run/campaign.h"

enum { JOBS_LIMIT = 64 };

struct jobs {
    size_t count; /* tests at a time, from 1 */
    struct loop *loop;

    /* In a process, before anything else: an executor, which tells the reporter
     * what it does (activity). In the first process of all is_first. SIGTERM
     * must make campaign.cancelled true; call worker_listen when it does. NULL:
     * *error. */
    struct executor *(*enter)(void *context, bool is_first,
                              struct reporter *reporter, struct error *error);
    void *context;
};

/* As campaign_run; campaign->executor is not used. */
bool jobs_run(const struct campaign *campaign, const struct jobs *jobs,
              struct run_summary *summary, struct error *error);

#endif
