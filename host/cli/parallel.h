/* weir check --jobs N: several tests at a time, each in a browser of its own
 * (docs/decisions/0007). */
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

#endif
