/* The executor's side of the protocol of Figure 9 of the paper.
 *
 * A session is one test of one property. The checker's side calls `start`, then
 * `act` and `wait`; every answer and every event comes out of `next`, in order.
 * Requests return at once: they are written, not awaited.
 *
 * The version is the number of states that the executor has sent in this
 * session (0 after start). A request that carries any other number is answered
 * Stale and does nothing else (reference, 7.2). An executor may also answer
 * Stale when it finds that the application is no longer in the state in which
 * the action was chosen; it then sends the new state as an Events message.
 */
#ifndef WEIR_PORT_EXECUTOR_H
#define WEIR_PORT_EXECUTOR_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "trace/action.h"
#include "trace/deps.h"
#include "trace/notice.h"
#include "trace/reach.h"
#include "trace/value.h"

enum executor_message_kind {
    EXECUTOR_EVENTS,    /* paper: Event; `events` and `state` */
    EXECUTOR_PERFORMED, /* paper: Acted; `state`, and perhaps `target`. Of an
                           action that is a part (trace/action.h) the state may
                           be left out: then the version stays, too */
    EXECUTOR_TIMEOUT,   /* paper: Timeout; `state` */
    EXECUTOR_STALE,     /* the last request was out of date */
    EXECUTOR_ERROR,     /* this run is over: `text` says why */
};

struct executor_message {
    enum executor_message_kind kind;
    struct action_list events;
    struct value *state;    /* owned; NULL for STALE and ERROR, and of a part */
    struct value *target;   /* owned; see struct step; may be NULL */
    struct value *evidence; /* owned; see struct step; may be NULL */
    struct value *ticked;   /* the same */
    struct value *broken;   /* the same */
    bool died;              /* see struct step; nothing else can come */
    int64_t time_us;        /* application time since start */
    int64_t due_us;         /* when the application will go on by itself, in
                               its time; only where that passes for nobody but
                               weir (virtual time); 0: not known */
    char *text;             /* owned; ERROR; and of choose_again why, or NULL */
    bool lost;              /* ERROR only: the application has died... */
    bool silent;            /* ...or it does not answer any more */
    bool is_echo;      /* EVENTS only: the state is that of the message before,
                          which has shown what the events tell of (a document
                          that an action has led to has loaded) */
    bool choose_again; /* STALE only: the action could not be performed in a
                          state that is still the current one; no new state
                          follows, another action is to be chosen */
};

void executor_message_init(struct executor_message *message);
void executor_message_finish(struct executor_message *message);

/* What `next` will hand out, oldest first. Zeroed, it is empty. */
struct executor_queue {
    VEC(struct executor_message) messages;
    size_t first; /* those before have been taken */
};

/* An empty message at the end, of kind EXECUTOR_STALE, to be filled; borrowed
 * until the next one is added. */
struct executor_message *executor_queue_add(struct executor_queue *queue);
size_t executor_queue_count(const struct executor_queue *queue);
/* Moves the oldest message out. False: there is none. */
bool executor_queue_take(struct executor_queue *queue,
                         struct executor_message *message);
void executor_queue_clear(struct executor_queue *queue);
void executor_queue_finish(struct executor_queue *queue); /* and empties it */

enum executor_next {
    EXECUTOR_MESSAGE,  /* *message is filled */
    EXECUTOR_DEADLINE, /* the deadline passed without one */
    EXECUTOR_FAILED,   /* the executor is unusable: *error */
};

/* Which state of an application that starts up by itself is the first. */
enum executor_begin {
    EXECUTOR_BEGIN_AS_MADE, /* as the executor's own options say */
    EXECUTOR_BEGIN_AT_LOAD,
    EXECUTOR_BEGIN_AT_REST,
};

struct executor;

struct executor_ops {
    /* For so many milliseconds of its time the application is waited for where
     * nothing can be done in it: it may come back by itself. 0: it is not. */
    int64_t patience_ms;

    /* Decides what the next session leaves to chance inside the application,
     * where that can be decided. NULL: it cannot. */
    void (*seed)(struct executor *executor, uint64_t seed);

    /* Decides where the next sessions begin, until it is decided otherwise.
     * NULL: there is no choice. */
    void (*begin)(struct executor *executor, enum executor_begin where);

    /* Waits until nothing of the session before is under way any more, where
     * that takes time: for who counts the time of the next one from then on.
     * What goes wrong is told by `start`. NULL: there is nothing to wait for.
     */
    void (*rest)(struct executor *executor);

    /* Says whether another session is likely to follow the next one, until it
     * is said otherwise (at first: no), so that its beginning can be prepared
     * meanwhile. NULL: nothing is prepared. */
    void (*foresee)(struct executor *executor, bool another);

    /* Whether the steps of the next sessions carry evidence, where the executor
     * was made for that (at first: they do). False: it was not. NULL: executors
     * of this kind have none. */
    bool (*picture)(struct executor *executor, bool wanted);

    /* Begins a session: a fresh application, nothing remembered from before.
     * False: *error (ERROR_SETUP, ERROR_ORIGIN, ERROR_SPEC for a selector that
     * is not valid). */
    bool (*start)(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error);

    /* Asks for an action (paper: Act). Its timeout, if any, makes the executor
     * send Events or Timeout after Performed. */
    bool (*act)(struct executor *executor, const struct action *action,
                int64_t version, struct error *error);

    /* Says which events the checker waits for, in the state that it has seen
     * last, that come only when they are asked for (checker.h: awaited). NULL:
     * the executor has no such events. False: one of them is not possible. */
    bool (*expect)(struct executor *executor, const struct action_list *events,
                   struct error *error);

    /* Asks for a Timeout after `time_ms` unless an event comes first (paper:
     * Wait). */
    bool (*wait)(struct executor *executor, int64_t time_ms, int64_t version,
                 struct error *error);

    /* The next message; blocks until clock_now_ms() reaches `deadline_ms`. The
     * caller finishes the message. */
    enum executor_next (*next)(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error);

    /* The requests of the application that have no answer, in words: "GET
     * http://localhost/items". Owned; NULL: there are none. Absent: nobody
     * knows. */
    char *(*awaited)(struct executor *executor);

    /* Why what the application needs (its server) has ended, if it has, or does
     * within a moment, in words. Owned; NULL: it has not. Absent: nobody knows.
     */
    char *(*ending)(struct executor *executor);

    /* Whether the next sessions are to tell what of the application's program
     * runs. NULL, as is the one below: executors of this kind cannot. */
    void (*want_reach)(struct executor *executor, bool wanted);

    /* Appends what has run since the session began or this was last asked. Only
     * where nothing is awaited, so that the answer does not hang on when it is
     * asked. False: *error, as with `next`. */
    bool (*reach)(struct executor *executor, struct reach *reach,
                  struct error *error);

    /* Ends the session; the executor can be started again. Never blocks for
     * long, works in any state. */
    void (*end)(struct executor *executor);

    /* What people should know of the session that runs or ran last; borrowed
     * until the next one. NULL: executors of this kind notice nothing. */
    const struct notice_list *(*notices)(struct executor *executor);

    /* Frees everything, a session that is still open included. */
    void (*destroy)(struct executor *executor);
};

/* Base of every executor; embed it first. */
struct executor {
    const struct executor_ops *ops;
    int64_t pauses_ms; /* before an action the application is given some of its
                          time, at most so much; 0: none */
    bool has_clock;    /* the application's time is the executor's: what passes
                          of it costs none, and is the same in each run */
};

/* `rest`, where the executor has it. */
void executor_rest(struct executor *executor);

#endif
