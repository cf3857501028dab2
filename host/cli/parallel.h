/* weir check --jobs N: several tests at a time, each in a browser of its own
 * (docs/decisions/0007); --shrink-jobs 2: two runs at a time while a failure is
 * made shorter (docs/decisions/0097). */
#ifndef WEIR_CLI_PARALLEL_H
#define WEIR_CLI_PARALLEL_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"
#include "cdp/browser.h"
#include "run/campaign.h"

/* Runs the campaign with `jobs` tests at a time; its executor is not used.
 * Otherwise as campaign_run. */
bool parallel_run(const struct campaign *campaign, size_t jobs,
                  struct loop *loop, const struct browser_options *browser,
                  struct run_summary *summary, struct error *error);

/* What a process has of its own. */
struct parallel {
    struct browser_options browser;
    struct reporter *relay;
};

/* For campaign.ahead; the parallel is filled, and outlives it. */
struct ahead *parallel_ahead(struct parallel *parallel, struct loop *loop,
                             const struct browser_options *browser);

/* Whether there are processors for two browsers that are busy. */
bool parallel_has_room(void);

#endif
