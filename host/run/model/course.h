/* The tests of a model as they are told of, one after the other in their order,
 * wherever they were run: here, in other processes (jobs.h), or on other
 * machines (merge.h). */
#ifndef WEIR_RUN_MODEL_COURSE_H
#define WEIR_RUN_MODEL_COURSE_H

#include <stdbool.h>
#include <stddef.h>

#include "port/reporter.h"
#include "run/model/campaign.h"
#include "run/model/statistics.h"
#include "run/model/trial.h"

struct model_course {
    const struct model_campaign *campaign; /* of it: whom to tell */
    const struct value *first;             /* state of the model */
    struct statistics statistics;
    struct run_summary *summary;
    struct error *error;
    size_t told;
    bool failed; /* a test has: no further property is begun */
};

/* `info` and `first` must outlive it. */
void model_course_begin(struct model_course *course,
                        const struct model_campaign *campaign,
                        const struct model_info *info,
                        const struct value *first, struct run_summary *summary,
                        struct error *error);

/* Tells that the test begins; only its place is there. */
void model_course_announce(const struct model_course *course,
                           const struct trial *trial);
/* Counts and tells of the test that was announced. False: the property ends
 * here (course->failed), or the whole (*course->error). */
bool model_course_conclude(struct model_course *course, struct trial *trial);

/* What the statistics say goes into the summary. */
void model_course_end(struct model_course *course, bool is_fine);

#endif
