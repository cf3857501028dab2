/* A copy of this program that works beside us: forked, not started anew, so it
 * knows all that we know; we talk with it through a socket.
 *
 * In the copy there is nothing of ours but memory: of our descriptors only
 * standard input, output and error are open. It is killed when we end, however
 * that comes; Ctrl-C is not for it. What we registered to be done at the end of
 * the program is not done there. No thread may run when it starts: a lock that
 * one holds at that moment, of malloc for one, is held in the copy for ever.
 *
 * Lives: worker_start, then worker_finish exactly once. worker_dismiss before
 * that tells it that there is no more to do; the end of file of its socket says
 * that it has ended. */
#ifndef WEIR_BASE_WORKER_H
#define WEIR_BASE_WORKER_H

#include <stdbool.h>
#include <sys/types.h>

#include "base/error.h"

struct worker {
    pid_t pid;  /* 0: not running */
    int socket; /* does not block; -1: not running */
};

/* Runs in the copy, which ends when it returns. SIGINT, SIGTERM and SIGHUP are
 * blocked at first, so that it can say what they mean. */
typedef void (*worker_body)(void *context, int socket);

/* False and ERROR_IO: the system gives no process or no socket. */
bool worker_start(struct worker *worker, worker_body body, void *context,
                  struct error *error);

/* In the copy: lets SIGTERM through and ignores SIGINT and SIGHUP from now on.
 */
void worker_listen(void);

/* In the copy: the bytes, all of them. Ends the copy when nobody reads. */
void worker_tell(int socket, const void *bytes, size_t length);

/* In the copy: waits for so many bytes. False: there is no more to do. */
bool worker_hear(int socket, void *bytes, size_t length);

/* Waits for so many bytes from the copy. False: it has ended before. */
bool worker_await(const struct worker *worker, void *bytes, size_t length);

/* A few bytes to the copy, which hears them. False: it has ended. */
bool worker_order(struct worker *worker, const void *bytes, size_t length);

/* No more orders come. */
void worker_dismiss(struct worker *worker);

void worker_signal(const struct worker *worker, int number);

/* Kills what still runs, waits for its end and closes the socket. Can be called
 * twice. With an `ending` of at least 80 bytes says how it ended: "exit status
 * 1", "killed by signal 9 (Killed)". */
void worker_finish(struct worker *worker, char *ending);

/* The same for one that has ended by itself, or is about to. */
void worker_reap(struct worker *worker, char *ending);

#endif
