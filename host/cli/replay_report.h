/* What `weir replay` says of one test. */
#ifndef WEIR_CLI_REPLAY_REPORT_H
#define WEIR_CLI_REPLAY_REPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "report/ink.h"
#include "run/replay.h"
#include "trace/trace_file.h"

/* "same PROPERTY passed, as recorded (...)", or where the run left the recorded
 * one, with both sides. `in_full`: differences of states are not cut. */
void replay_report_add(struct ink *ink, const struct trace *trace,
                       const struct replay *replay, int64_t duration_ms,
                       bool in_full);

#endif
