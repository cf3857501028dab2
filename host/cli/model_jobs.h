/* weir check MODEL.js --jobs N: several programs at a time, each job with a
 * model and a system of its own (docs/decisions/0049). */
#ifndef WEIR_CLI_MODEL_JOBS_H
#define WEIR_CLI_MODEL_JOBS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"
#include "run/model/jobs.h"

/* How a job opens its model and its system. */
struct model_opener {
    bool (*open)(void *context, struct loop *loop, struct model **model,
                 struct system **system, struct error *error);
    void *context;
};

/* Which number a job has, from 1, in the environment of its system. */
#define MODEL_JOB_VARIABLE "WEIR_JOB"

/* `opener` and `loop`, of the command, must outlive it. */
struct model_jobs model_jobs_of(size_t count, struct loop *loop,
                                struct model_opener *opener);

#endif
