#include "base/worker_ear.h"

#include <errno.h>
#include <unistd.h>

static void on_readable(void *data)
{
    struct worker_ear *ear = data;
    char block[16 * 1024];
    ssize_t got;
    while ((got = read(ear->socket, block, sizeof block)) > 0)
        if (!ear->heard(ear->data, block, (size_t)got)) {
            worker_ear_close(ear);
            return;
        }
    if (got < 0 && (errno == EAGAIN || errno == EINTR))
        return;
    ear->has_ended = true;
    worker_ear_close(ear);
    ear->heard(ear->data, block, 0);
}

bool worker_ear_open(struct worker_ear *ear, struct loop *loop,
                     const struct worker *worker, worker_heard heard,
                     void *data, struct error *error)
{
    ear->socket = worker->socket;
    ear->heard = heard;
    ear->data = data;
    ear->watch =
        loop_watch_create(loop, worker->socket, on_readable, ear, error);
    return ear->watch != NULL;
}

bool worker_ear_is_open(const struct worker_ear *ear)
{
    return ear->watch != NULL;
}

void worker_ear_close(struct worker_ear *ear)
{
    loop_watch_destroy(ear->watch);
    ear->watch = NULL;
}
