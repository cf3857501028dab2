/* A walk of several properties, in another process, tells of itself: the lines
 * of a report (run/job_report.h) for the walk as it goes, and then, after a
 * line of its own, what came of each property.
 *
 *     {"step":1,...}              of the walk, with all that any member reads
 *     {"member":0}                what follows is of the property with this
 * index
 *     {"step":1,...}              as it was shown to that property
 *     {"outcome":{...}}
 *     {"member":2} ...
 *     {"judged":true}             that were all of them; failures are made
 *                                 shorter now
 *     {"member":2} ...            one that has been: in the place of the first
 *     {"whole":true}              last
 *
 * A test of one property is a report alone, and whole with its outcome. */
#ifndef WEIR_RUN_BUNDLE_H
#define WEIR_RUN_BUNDLE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/buf.h"
#include "run/campaign_internal.h"
#include "run/job_report.h"

/* Each appends lines; the first all of an outcome. */
void bundle_add_member(struct buf *out, size_t property,
                       const struct campaign_outcome *outcome);
void bundle_add_judged(struct buf *out);
void bundle_add_whole(struct buf *out);

struct bundle {
    struct job_report walk; /* of the walk, or of the one test */
    size_t count;           /* of properties; 0: of one test */
    struct job_report
        *members;       /* by property; those that are none stay empty */
    bool *is_shortened; /* by property: it came for a second time */
    bool is_judged;
    bool is_whole;
    /* private */
    struct job_report again; /* one that has been made shorter, as it comes */
    bool is_again;
    size_t property;            /* that the next line belongs to */
    struct job_report *current; /* the same */
    struct buf unread;          /* the beginning of a line */
    bool keep_all;
};

/* `count` of properties; 0: the test of one. keep_all: as in struct
 * session_options. The bundle must stay where it is. */
void bundle_init(struct bundle *bundle, size_t count, bool keep_all);
void bundle_finish(struct bundle *bundle);

/* Takes in some more bytes. False: they are not what is written above. */
bool bundle_take(struct bundle *bundle, const char *bytes, size_t length,
                 struct error *error);

/* Of a walk that is judged, or of the one test; borrowed. */
struct campaign_outcome *bundle_outcome(struct bundle *bundle, size_t property);

/* The outcomes of a walk, by property; the bundle has none any more. */
struct campaign_outcome *bundle_release(struct bundle *bundle);

/* No more will come. The members in is_live (by property) that have no outcome
 * end with this error, the first of them with the steps so far; what was being
 * made shorter stays as it was found. */
void bundle_break_off(struct bundle *bundle, const bool *is_live,
                      const struct error *error, bool goes_on);

#endif
