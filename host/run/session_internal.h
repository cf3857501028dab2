/* What the parts of a session share: the state machine (docs/STEPS.md; the
 * reference, 7.2) and what every part may do to it. */
#ifndef WEIR_RUN_SESSION_INTERNAL_H
#define WEIR_RUN_SESSION_INTERNAL_H

#include "gen/choices.h"
#include "run/account.h"
#include "run/demands.h"
#include "run/session.h"

enum phase {
    PHASE_INITIAL, /* the initial event has not been seen */
    PHASE_IDLE,    /* nothing awaited: act or stop */
    PHASE_SENT,    /* an action is requested, its answer awaited */
    PHASE_WAITING, /* Events or Timeout awaited */
};

struct session {
    struct executor *executor;
    struct checker *checker;
    struct actor *actor;
    const struct session_options *options;
    struct session_result *result;
    struct error *error;

    struct choices choices; /* for what proposals leave to be drawn */
    enum phase phase;
    int64_t version; /* states received, also those that became no step */
    int64_t steps;   /* of the trace so far */
    int refusals;    /* actions in a row that were turned down (chooseAgain) */
    char *instead;   /* PHASE_INITIAL: the events that came last; or NULL */
    struct account *account;
    struct action sent; /* PHASE_SENT; and PHASE_WAITING after an action */
    int64_t sent_us;    /* when it was requested */
    int unanswered;     /* requests that were not called stale, nor performed */
    bool sent_any;      /* `sent` holds an action */
    char *sent_name;    /* what the specification calls it, or NULL; owned */
    int64_t now_us;     /* of the last message, in the application's time */
    int64_t due_us;     /* of the last message (port/executor.h) */
    int64_t acted_us;   /* the state of the last action */
    int64_t pause_ms;   /* after it, before the next one; 0: none */
    bool pauses;        /* it is under way, or has been */
    int64_t pause_until_us; /* so long */
    int64_t patience_ms;    /* the longest timeout of an action so far */
    int64_t until_us;     /* PHASE_WAITING: when the wait ends at the latest */
    int64_t unmatched_us; /* when the last unmatched event came; 0: never */
    bool restless; /* an event that nobody awaited came during this wait */
    struct verdict stop;      /* as of the last step */
    struct verdict presumed;  /* true where the run might have ended, but the
                                 strategy had more; or NONE */
    struct demands demands;   /* of the property */
    int64_t patient_until_us; /* no action was possible since the last one: so
                                 long one is waited for; 0: one was */
    bool finished;
    bool abort; /* the whole command has to end */
    int64_t started_us;

    /* Of the turn before this one: see session_idle.c. */
    struct value *idle_state; /* owned; NULL: something else was on offer */
    int64_t idle_turns;       /* in a row */
    int64_t idle_since_us;
};

/* ---- session.c ---------------------------------------------------------- */

void session_conclude(struct session *session, struct verdict verdict);

/* This run is over, or, when the trouble is not the run's own, the command. */
void session_fail(struct session *session, const struct error *error);
/* The same, and names the action that is under way. */
void session_fail_sent(struct session *session, const struct error *error);
void session_fail_run(struct session *session, const char *words);
/* It has not begun; `how` it failed to. */
void session_fail_initial(struct session *session, const char *how);

/* Whether the checker would have read what it has not asked for; the run is
 * then over. Asked after each evaluation, also one that has failed. */
bool session_is_blind(struct session *session);

void session_forget_sent(struct session *session);

/* Asks the executor for an event within this time, or a Timeout after it. */
void session_await(struct session *session, int64_t time_ms);
/* Enters PHASE_WAITING; does not ask the executor. */
void session_begin_wait(struct session *session, int64_t time_ms);

/* ---- session_hear.c ----------------------------------------------------- */

/* What an executor's message does to the session; takes the message's parts. */
void session_hear(struct session *session, struct executor_message *message);

/* ---- session_choose.c --------------------------------------------------- */

/* Nothing is awaited: stop where the formula allows it, else act (IDLE of the
 * reference). */
void session_go_on(struct session *session);

/* Nothing is awaited: ends the run where the formula and the strategy allow
 * it. */
bool session_stop_if_allowed(struct session *session);

/* ---- session_idle.c ----------------------------------------------------- */

/* These are on offer. True: they are nothing but waiting, in a dead end. */
bool session_is_in_dead_end(struct session *session,
                            const struct action_list *proposed);

/* Nothing is on offer any more: a dead end, unless it is the first state. */
void session_note_end(struct session *session);

/* ---- session_choose.c, too ---------------------------------------------- */

/* Ends a run that would go on: a limit (by its name for people) was reached
 * while the formula still demands states. */
void session_give_up(struct session *session, enum cut cut, const char *limit);

#endif
