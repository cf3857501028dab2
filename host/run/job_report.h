/* A test that runs in another process tells of itself: JSON lines through a
 * pipe. The other process writes them, ours reads them as they come.
 *
 *     {"doing":"loading the page"}
 *     {"step":1,...}              as in a trace file, numbered as in the run
 *     {"leftOut":500}             so many steps are not kept
 * (run/kept_steps.h); there is no other gap in the numbers
 *     {"anew":true}               the steps so far do not count
 *     {"failing":{...}}           how it failed; it is being made shorter
 *     {"first":{...}}             the steps so far were of one run, those that
 *                                 follow are of another (run/reduce.h)
 *     {"outcome":{...}}           last
 *
 * Whatever is missing or cut off at the end was not said. */
#ifndef WEIR_RUN_JOB_REPORT_H
#define WEIR_RUN_JOB_REPORT_H

#include <stdbool.h>

#include "base/buf.h"
#include "run/campaign_internal.h"

/* Each appends one line. */
void job_report_add_doing(struct buf *out, const char *what);
void job_report_add_step(struct buf *out, const struct step *step);
/* The steps so far do not count. */
void job_report_add_anew(struct buf *out);
void job_report_add_left_out(struct buf *out, size_t count);
/* The steps are those written so far. */
void job_report_add_failing(struct buf *out,
                            const struct campaign_outcome *outcome);
/* Without the steps of the first run, which were written as they came. */
void job_report_add_outcome(struct buf *out,
                            const struct campaign_outcome *outcome);

/* All of a test that has ended: its steps, and the outcome. */
void job_report_add_test(struct buf *out,
                         const struct campaign_outcome *outcome);

struct job_report {
    struct buf unread; /* the beginning of a line */
    struct campaign_outcome outcome;
    bool is_complete; /* the outcome has come */
    bool is_failing;
    struct session_result failing; /* without steps: how, when is_failing */
    size_t left_out;               /* steps of the run that is being read */
    bool keep_all;
    char *doing;      /* or NULL */
    bool is_stepping; /* a step came after `doing` */
};

/* keep_all: as in struct session_options. */
void job_report_init(struct job_report *job_report, bool keep_all);
void job_report_finish(struct job_report *job_report); /* and empties it */

/* No more will come, the outcome has not: the test ends with this error, or, if
 * it had failed, as the failure that could not be made shorter for that reason.
 */
void job_report_break_off(struct job_report *job_report,
                          const struct error *error);

/* Takes in some more bytes, or one line without its end. False: they are not
 * what job_report_add writes. */
bool job_report_take_line(struct job_report *job_report, struct str line,
                          struct error *error);
bool job_report_take(struct job_report *job_report, const char *bytes,
                     size_t length, struct error *error);

#endif
