/* What of the application's program a test reaches: asks the executor before
 * each pick, where the strategy looks at it, tells the strategy, and keeps
 * account of the functions. Nothing is asked, and the executor told so, where
 * the strategy does not. */
#ifndef WEIR_RUN_REACHED_H
#define WEIR_RUN_REACHED_H

#include <stdbool.h>

#include "port/executor.h"
#include "port/strategy.h"
#include "trace/coverage.h"
#include "trace/notice.h"

/* Before the executor starts. An executor that cannot tell what a strategy
 * wants to see is worth a notice. */
void reached_prepare(struct executor *executor, const struct strategy *strategy,
                     struct notice_list *notices);

/* What was reached since it was last asked, to the strategy and into the
 * coverage. False: *error. */
bool reached_take(struct executor *executor, struct strategy *strategy,
                  struct coverage *coverage, struct error *error);

#endif
