/* What the live line of the console says: which test runs, how far it is, and
 * what it is doing.
 *
 *     safety 3/100: 212 actions, 163/s, 1.3 s, click `#toggle`
 *
 * Where several tests run at a time, one line for all of them and one for each.
 * Nothing is painted where the stream is no terminal. */
#ifndef WEIR_REPORT_DOING_H
#define WEIR_REPORT_DOING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/buf.h"
#include "port/reporter.h"
#include "report/ink.h"
#include "report/live.h"
#include "report/report.h"
#include "trace/step.h"

struct doing {
    struct live live; /* wiped by whoever writes something else */
    struct ink *ink;  /* borrowed; only for its width and its characters */
    struct report_options options;
    int64_t tests; /* of each property */
    /* The test begun last. */
    char *property;
    int64_t number;
    int64_t actions;
    int64_t started_us; /* of the test, or of the run with several at a time */
    struct buf activity;
    bool is_shrinking;    /* what else is done is part of it */
    bool shows_step;      /* `steps` is newer than `activity` */
    struct step steps[2]; /* the last and the one before; put into words only
                             when the line is painted */
    size_t step_count;
};

void doing_init(struct doing *doing, struct ink *ink,
                const struct report_options *options, FILE *stream);
void doing_finish(struct doing *doing);

/* The hooks of a reporter (port/reporter.h): each takes in what is told, and
 * paints where it is time to. */
void doing_begin(struct doing *doing, int64_t tests);
void doing_test(struct doing *doing, const struct test_info *info);
void doing_activity(struct doing *doing, const char *what);
void doing_step(struct doing *doing, const struct step *step);
void doing_shrinking(struct doing *doing,
                     const struct shrink_progress *progress);
void doing_paint_jobs(struct doing *doing, const struct run_progress *progress);

#endif
