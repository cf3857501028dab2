#include "cli/model_jobs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/worker.h"
#include "cli/interrupt.h"

static bool enter(void *context, size_t job, struct model_campaign *own,
                  struct error *error)
{
    struct model_opener *opener = context;
    char number[32];
    interrupt_ignore(); /* the loop is that of the process that we came from */
    struct loop *loop = loop_create(error);
    if (loop == NULL)
        return false;
    interrupt_catch(loop);
    worker_listen();
    snprintf(number, sizeof number, "%zu", job);
    setenv(MODEL_JOB_VARIABLE, number, 1);
    return opener->open(opener->context, loop, &own->model, &own->system,
                        error);
}

struct model_jobs model_jobs_of(size_t count, struct loop *loop,
                                struct model_opener *opener)
{
    return (struct model_jobs){
        .count = count,
        .loop = loop,
        .enter = enter,
        .context = opener,
    };
}
