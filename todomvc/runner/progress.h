/* How far a campaign has come: a line that moves on a terminal, a line now and
 * then elsewhere, and how long the rest will take. */
#ifndef WEIR_TODOMVC_RUNNER_PROGRESS_H
#define WEIR_TODOMVC_RUNNER_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "report/live.h"
#include "todomvc/runner/plan.h"
#include "todomvc/runner/record.h"

enum { PROGRESS_SERIES_LIMIT = 64 };

/* What a run with this subscript takes. */
struct progress_series {
    int64_t subscript;
    size_t left; /* runs that have not ended */
    size_t ended;
    double sum_s; /* of those that have */
};

struct progress {
    FILE *stream;
    struct live live;
    size_t width;
    size_t total, ended, errors, wrong; /* wrong: failed but has to pass */
    size_t jobs;
    struct progress_series series[PROGRESS_SERIES_LIMIT];
    size_t series_count;
    int64_t next_us; /* no plain line before */
};

void progress_init(struct progress *progress, FILE *stream,
                   const struct plan *plan, size_t jobs);

/* A run has ended. */
void progress_add(struct progress *progress, const struct record *record);

/* Shows where we are, unless that was shown a moment ago. */
void progress_show(struct progress *progress);

/* Before something else is written to the terminal, and at the end. */
void progress_wipe(struct progress *progress);

/* Seconds until all is done, from what has ended; negative when nothing is
 * known. What a subscript costs of which nothing has ended is taken from the
 * line through the two nearest of which something has; with fewer than two of
 * those nothing is known. */
double progress_left_s(const struct progress *progress);

/* "40s", "12m", "3h 20m"; appended. */
void progress_add_duration(struct buf *out, double seconds);

#endif
