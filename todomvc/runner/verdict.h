/* What a report of weir says of a run. */
#ifndef WEIR_TODOMVC_RUNNER_VERDICT_H
#define WEIR_TODOMVC_RUNNER_VERDICT_H

#include "base/arena.h"
#include "base/str.h"
#include "todomvc/runner/manifest.h"
#include "todomvc/runner/record.h"

/* How the process ended. */
struct ending {
    int exit_status;  /* -1: by a signal */
    const char *text; /* the same in words */
    struct str said;  /* on standard error */
};

/* Fills what the record says of the outcome from the JSON report `report`
 * (empty when there is none) and the ending. Texts live in the arena. The
 * outcome is passed or failed only when report and ending agree. */
void verdict_read(struct record *record, struct str report,
                  const struct ending *ending,
                  const struct manifest_texts *reasons, struct arena *arena);

#endif
