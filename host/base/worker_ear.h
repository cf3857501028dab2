/* Hears what a worker says while a loop runs.
 *
 * Lives: zeroed memory hears nothing; worker_ear_open, then worker_ear_close,
 * before the worker is finished. It may be closed and opened again: what is
 * said meanwhile waits in the socket, and at last makes the worker wait. */
#ifndef WEIR_BASE_WORKER_EAR_H
#define WEIR_BASE_WORKER_EAR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/loop.h"
#include "base/worker.h"

/* Some bytes, borrowed for the call; none (length 0) at the end. False: enough
 * for now, which closes the ear. */
typedef bool (*worker_heard)(void *data, const char *bytes, size_t length);

struct worker_ear {
    bool has_ended; /* the worker's socket is at its end; then it is closed */
    /* private */
    struct loop_watch *watch;
    int socket;
    worker_heard heard;
    void *data;
};

/* False: *error; it stays closed. */
bool worker_ear_open(struct worker_ear *ear, struct loop *loop,
                     const struct worker *worker, worker_heard heard,
                     void *data, struct error *error);

bool worker_ear_is_open(const struct worker_ear *ear);

/* Can be called twice. has_ended stays. */
void worker_ear_close(struct worker_ear *ear);

#endif
