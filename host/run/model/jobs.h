/* The tests of a model, several at a time: with the same results in the same
 * order as one after the other, sooner (docs/decisions/0049).
 *
 * Some copies of this program (base/worker.h), each with a model and a system
 * of its own, share the tests out as machines do (run/shard.h): of J jobs the
 * j-th has the tests j, j + J, ... What became of them is told in order. A
 * property ends at its first failure, so what ran after that is thrown away.
 */
#ifndef WEIR_RUN_MODEL_JOBS_H
#define WEIR_RUN_MODEL_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"
#include "run/model/course.h"

struct model_jobs {
    size_t count; /* from 2 */
    struct loop *loop;

    /* In a copy, before anything else: fills model and system of *own, the
     * copy's campaign. SIGTERM must make own->cancelled true; call
     * worker_listen when it does. `job` counts from 1. False: *error. */
    bool (*enter)(void *context, size_t job, struct model_campaign *own,
                  struct error *error);
    void *context;
};

/* Runs the tests of the property and tells of them. False: as
 * model_course_conclude; or the deadline came. */
bool model_jobs_run(const struct model_campaign *campaign,
                    struct model_course *course, enum model_property property,
                    int64_t deadline_ms);

#endif
