/* An action's own rule for when the state after it is taken
 * (specs/library/weir/settle.strom, inject/settle/patience.js). */
#ifndef WEIR_CDP_EXECUTOR_PATIENCE_H
#define WEIR_CDP_EXECUTOR_PATIENCE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/action.h"

enum { PATIENCE_LIMIT_MS = 60 * 60 * 1000 };

struct patience {
    int64_t at_most_ms; /* 0: the usual rule */
    char call[200];     /* that tells the page script; empty: nothing to tell */
};

/* Reads the rule of an action. `activity`: of the page's network before it
 * (network.h); -1: not known. False: it is none that we understand. */
bool patience_of(struct patience *patience, const struct action *action,
                 int64_t activity, struct error *error);

/* The action was refused: no rule, and the page script is told so if it was
 * told of one. */
void patience_end(struct patience *patience);

#endif
