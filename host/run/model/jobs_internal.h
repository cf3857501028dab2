/* What the two sides of a job share: jobs.c, which begins processes and listens
 * to them, and job_work.c, what such a process does. */
#ifndef WEIR_RUN_MODEL_JOBS_INTERNAL_H
#define WEIR_RUN_MODEL_JOBS_INTERNAL_H

#include "run/model/jobs.h"

#include "base/buf.h"
#include "base/vec.h"
#include "base/worker.h"
#include "base/worker_ear.h"
#include "run/model/trial.h"

struct job {
    struct pool *pool;
    struct worker worker;
    struct worker_ear ear; /* open while it is listened to */
    struct shard share;
    struct buf unread;       /* the beginning of a line */
    VEC(struct trial) ended; /* not told of yet, in order */
    struct trial failing;    /* as it was found */
    bool is_failing;         /* it makes a test smaller */
    struct error trouble;    /* with what it said */
    int64_t next;            /* the test that it tells of next */
    int64_t begun;           /* the last one that began; 0: none */
    char *doing;             /* or NULL */
};

struct pool {
    const struct model_campaign *campaign;
    const struct model_jobs *jobs;
    struct model_course *course;
    enum model_property property;
    int64_t deadline_ms;
    struct job *items;
    size_t count;
};

/* In the process of the job `context`: runs its tests and says on the socket
 * what came of them (trial_lines.h). */
void job_work(void *context, int socket);

#endif
