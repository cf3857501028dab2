/* A system under test that answers commands, of one client or of several at
 * once: a program that speaks JSON lines, an HTTP API, a page.
 *
 * `reset` begins a run on a fresh system. Then `call` sends commands, each for
 * a process (a client that does one thing at a time), and `next` gives the
 * events in the order in which they came. Requests return at once: they are
 * written, not awaited. A process whose command ended with SYSTEM_INFO or
 * SYSTEM_LOST is not used again: its commands go on under a new number.
 *
 * Arguments and answers are those of the real system: the caller has put real
 * values in the place of references, and translates answers back.
 */
#ifndef WEIR_PORT_SYSTEM_H
#define WEIR_PORT_SYSTEM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/notice.h"
#include "trace/value.h"

enum system_event_kind {
    SYSTEM_OK,      /* answered: `answer` (which may say that it failed) */
    SYSTEM_FAIL,    /* certainly had no effect: `text` says why */
    SYSTEM_REFUSED, /* it cannot be done, though the model allows it (what a
                       person would click is not there): `text` says why. A
                       fault; part of it may have been done */
    SYSTEM_INFO,    /* it is not known whether it took effect: `text` */
    SYSTEM_YIELD,   /* the process has come to a scheduling point and waits:
                       `text` names it */
    SYSTEM_BLOCKED, /* the process waits for another one, at a lock: `text`
                       names it; to be asked to go on when that has moved */
    SYSTEM_LOST,    /* the system is gone; what is pending has ended as INFO */
    SYSTEM_SILENT,  /* it will not answer any more: `text`. This run is over */
    SYSTEM_ERROR,   /* it broke the rules of its protocol: `text`. This run is
                       over */
};

struct system_event {
    enum system_event_kind kind;
    int64_t process; /* of OK, FAIL, INFO, YIELD, BLOCKED */
    int64_t number;  /* of the command; of OK, FAIL, INFO, YIELD, BLOCKED; of
                        SILENT and ERROR, where it belongs to one, else -1 */
    int64_t call_ns; /* before the first byte was sent, 1000 *
                        clock_now_us() */
    int64_t time_ns; /* after the last byte was read */
    struct value *answer; /* owned; of OK */
    struct value *detail; /* owned; what reports may show of the exchange (the
                             request, the status); or NULL */
    char *text; /* owned; or NULL. Of OK: the answer is a fault whatever
                   the model expects (HTTP status 500 and more, an error that
                   a page does not catch) */
};
void system_event_finish(struct system_event *event); /* and empties it */

/* One command for the system. Values are borrowed. */
struct system_call {
    int64_t process;
    int64_t number;
    const char *name;
    const struct value *arguments; /* a list, without symbols */
    const struct value *real;      /* as in struct model_command; or NULL. For
                                      a page {"actions": [...], "settle":
                                      {...} or null} (port/model.h: page) */
    int64_t refusal_ms; /* how long a person waits for what is not there, before
                           the command cannot be done; 0: as the system says */
    bool stops; /* it is to stop at scheduling points, if this kind of system
                   has to be told: others do commands at the same time */
};

enum system_next {
    SYSTEM_EVENT,    /* *event is filled */
    SYSTEM_DEADLINE, /* the deadline passed without one */
    SYSTEM_FAILED,   /* the system is unusable: *error */
};

struct system;

struct system_ops {
    /* The seed of the test whose runs come now: what a test draws beside its
     * program, its environment for one, follows from it. Absent: nothing. */
    void (*seed)(struct system *system, uint64_t seed);

    /* Begins a run: the system as it is in the beginning. False: *error
     * (ERROR_SETUP: it cannot be started; ERROR_RUN: this run cannot be). */
    bool (*reset)(struct system *system, int64_t deadline_ms,
                  struct error *error);

    /* The next reset begins with a system that has just been started. False: so
     * does each, anyway. Absent: it is not weir that starts it. */
    bool (*renew)(struct system *system);

    /* Sends one command. */
    bool (*call)(struct system *system, const struct system_call *call,
                 struct error *error);

    /* Sends several commands of different processes so that they overlap as
     * closely as this kind of system allows. Absent: one after the other. */
    bool (*together)(struct system *system, const struct system_call *calls,
                     size_t count, struct error *error);

    /* Lets a process that waits at a scheduling point go on. Absent: this kind
     * of system has none. */
    bool (*go)(struct system *system, int64_t process, struct error *error);

    /* Whether the system is at work, or would be if it had a processor; not: it
     * waits for something. Absent: nobody knows. */
    bool (*is_busy)(struct system *system);

    /* What a command of this process that is under way waits for, in words:
     * "GET /items". Owned; NULL: nothing that is known. Absent: nobody knows.
     */
    char *(*awaited)(struct system *system, int64_t process);

    /* What has gone wrong for this process since the run began, in words:
     * requests that failed, an error. Owned; NULL: nothing that is known.
     * Absent: nobody knows. */
    char *(*troubles)(struct system *system, int64_t process);

    /* Why the system has ended, if it has, or does within a moment, in words:
     * asked where what it shows is about to be a fault and something has gone
     * wrong (`troubles`). Owned; NULL: it has not. Absent: events tell of it.
     */
    char *(*ending)(struct system *system);

    /* The next event; blocks until clock_now_ms() reaches `deadline_ms`. The
     * caller finishes the event. */
    enum system_next (*next)(struct system *system, int64_t deadline_ms,
                             struct system_event *event, struct error *error);

    /* What it shows this process before the first command, and, once it may
     * have changed, after a command that has ended: waits for a change for at
     * most
     * `*wait_ms` of the system's own time (0: not at all), and takes off what
     * that took. A new reference; NULL: nothing has changed, or *error. Absent:
     * this kind of system shows nothing by itself. */
    struct value *(*look)(struct system *system, int64_t process,
                          int64_t *wait_ms, int64_t deadline_ms,
                          struct error *error);

    /* What reports may show of what this process saw last: {"picture": ...}, as
     * the evidence of a step (trace/step.h); a new reference; NULL: nothing.
     * Absent: never anything. */
    struct value *(*evidence)(struct system *system, int64_t process);

    /* Ends the run: what is pending is given up. Works in any state. */
    void (*end)(struct system *system);

    /* What people should know; borrowed until the next run. Absent: nothing. */
    const struct notice_list *(*notices)(struct system *system);

    /* Frees everything; a program that was started is ended. */
    void (*destroy)(struct system *system);
};

/* Base of every system; embed it first. */
struct system {
    const struct system_ops *ops;
};

#endif
