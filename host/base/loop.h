/* The event loop: one thread, and the caller pulls.
 *
 * Nothing runs by itself. A caller that needs something from the world calls
 * loop_run_once in a loop of its own until it has it or its deadline is over;
 * handlers (of ws, of watches) run inside that call, on the same stack, and
 * should only store, mark and return.
 *
 * Cancelling is for signal handlers and other threads: loop_cancel makes the
 * present and every later wait end at once with LOOP_CANCELLED, until
 * loop_resume. Functions that wait (a DevTools call, the launch of a browser)
 * then fail with ERROR_CANCELLED, so that Ctrl-C gets through everything.
 *
 * Everything that was made on a loop (ws, watches) is destroyed before it. */
#ifndef WEIR_BASE_LOOP_H
#define WEIR_BASE_LOOP_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"

struct loop; /* opaque */

enum loop_result {
    LOOP_ACTIVE,    /* a handler ran, or a signal came; there is time left */
    LOOP_DEADLINE,  /* the deadline is over; handlers may have run, too */
    LOOP_CANCELLED, /* loop_cancel was called */
};

/* No deadline: wait until something happens. */
#define LOOP_FOREVER INT64_MAX

/* NULL and ERROR_IO when the system gives no descriptors or memory. */
struct loop *loop_create(struct error *error);
void loop_destroy(struct loop *loop);

/* Serves what is ready; when nothing is, waits until something happens or
 * clock_now_ms() reaches `deadline_ms`. A deadline in the past serves what is
 * ready and does not wait. Look for what you wait for after every call,
 * whatever it says:
 *     while (!done && result == LOOP_ACTIVE)
 *         result = loop_run_once(loop, deadline_ms);
 *     if (!done) ... */
enum loop_result loop_run_once(struct loop *loop, int64_t deadline_ms);

/* Safe in a signal handler and from any thread. */
void loop_cancel(struct loop *loop);
bool loop_is_cancelled(const struct loop *loop);
void loop_resume(struct loop *loop);

/* Sets ERROR_CANCELLED when the loop was cancelled, otherwise `code` with the
 * words "<what> took longer than the time allowed". Returns false. */
bool loop_gave_up(const struct loop *loop, enum error_code code,
                  const char *what, struct error *error);

/* Calls `ready` inside loop_run_once whenever `fd` is readable or at its end.
 * The handler must read (until there is no more, when the descriptor does not
 * block) or it is called again at once. The descriptor stays the caller's,
 * who removes the watch when read says end of file. The watch may be removed
 * in its own handler. NULL and ERROR_IO: no room for it. */
struct loop_watch;
typedef void (*loop_ready)(void *data);
struct loop_watch *loop_watch_create(struct loop *loop, int fd,
                                     loop_ready ready, void *data,
                                     struct error *error);
void loop_watch_destroy(struct loop_watch *watch);

/* Calls the same handler once more as soon as `fd` can be written to. Not from
 * the handler itself, where the library forgets the wish; from a task. */
void loop_watch_writable(struct loop_watch *watch);

/* For a descriptor that says much and none of it in a hurry: each time the
 * handler has run, the descriptor is left alone for so long, so it wakes nobody
 * more often. Its end is told at once, by one call that reads whatever is left.
 * 0, as at first: it is never left alone. What it holds meanwhile may be read
 * at any time. */
void loop_watch_rest(struct loop_watch *watch, int64_t rest_ms);

/* What is to be done once at the beginning of the next loop_run_once, such as
 * writing what has been queued. The task is the caller's, at a place of its own
 * while it is scheduled; scheduling it twice is scheduling it once. A task may
 * schedule any task: that one waits for the next loop_run_once. */
struct loop_task {
    void (*run)(void *data);
    void *data;
    struct loop *loop;      /* NULL: not scheduled */
    struct loop_task *next; /* after it in the loop's list */
};
void loop_task_init(struct loop_task *task, void (*run)(void *data),
                    void *data);
void loop_task_schedule(struct loop *loop, struct loop_task *task);
void loop_task_cancel(struct loop_task *task);

#endif
