/* One session: one test of one property, from start to verdict.
 *
 * The loop is the state machine of the reference (7.2), which is the paper's
 * Figures 9 and 10 made precise: wait for the initial event; then, whenever
 * nothing is awaited, stop if the formula allows it, else pick one of the
 * proposed actions and request it; take in whatever state comes. It differs
 * where the reference says [F]: a first event that never comes is waited for
 * actively and ends in an error, not in a deadlock.
 */
#ifndef WEIR_RUN_SESSION_H
#define WEIR_RUN_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "port/actor.h"
#include "port/checker.h"
#include "port/executor.h"
#include "port/strategy.h"
#include "run/choice_log.h"
#include "run/kept_steps.h"
#include "trace/deps.h"
#include "trace/verdict.h"

enum { SESSION_NO_LIMIT = -1 };

struct session_options {
    struct strategy *strategy; /* picks the actions */
    int64_t deadline_ms;       /* clock_now_ms() at which the test must end */
    const char *deadline_name; /* the option that set it, for people */
    uint64_t seed;         /* of what is drawn for generators (gen/draw.h) */
    int64_t max_actions;   /* SESSION_NO_LIMIT: none */
    int64_t max_overdue;   /* so many actions in a row while something is
                              overdue, or while what is demanded does not
                              become less (run/demands.h); 0: any number */
    bool explores;         /* there is no telling how long is enough: what
                              no limit finds false is presumed true */
    bool ends_in_dead_end; /* a run that is in one is cut off there */
    bool keep_all;         /* of the trace; else see run/kept_steps.h */
    int64_t unmatched_wait_ms; /* after an event that no action is matched by,
                                  another one is awaited for so long; 0, and at
                                  most: for as long as the rules say */
    bool another;              /* a session is likely to follow this one */
    bool begins_anew;          /* a run of which the checker says that it is to
                                  be begun anew ends there: result.is_blind */

    /* Called with each step of the trace as it is taken in; may be NULL. */
    void (*on_step)(void *context, const struct step *step);
    /* Called often while waiting; true asks the session to end. */
    bool (*cancelled)(void *context);
    void *context;
};

struct session_result {
    struct verdict verdict;
    struct error error; /* when VERDICT_ERRORED */
    enum cut cut;
    char *limit;         /* what cut it off, for people; owned, or NULL... */
    const char *pending; /* ...and what was under way then, a clause or "" */
    struct kept_steps
        kept; /* the trace, or the first and the last of its steps */
    struct reason_list reasons;
    struct value *signals; /* port/checker.h; owned, or NULL */
    int64_t actions;       /* performed */
    int64_t stale;         /* requests answered Stale */
    int64_t late_ms;       /* after an unmatched event another one came, at the
                              latest so long after it */
    int64_t idle; /* actions that waited where nothing else was on offer, and
                     nothing had changed (session_idle.c)... */
    bool in_dead_end; /* ...so many in a row that nothing more is to come, or
                         nothing was on offer at all, after an action */
    struct value *way_in; /* the choice that led there; owned, or NULL */
    char *note;           /* what people should know, or NULL; owned */
    bool is_blind; /* something would have been read that was not asked for:
                      the run counts as none, and another one asks for it
                      (session_begin_anew) */
    struct deps learned; /* that, of this run and of those that it replaces */
    struct notice_list notices;
    struct coverage coverage;
    struct choice_log choice_log; /* the actions performed, to do them again */
};

void session_result_init(struct session_result *result);
void session_result_finish(struct session_result *result);

/* What people should know of a property that was true in the first state: one
 * without temporal operators, for example. NULL: it was not. */
const char *session_note_at_once(struct verdict verdict, int64_t actions,
                                 size_t states);

/* Whether the run is to be made once more, with all as it was at its beginning
 * (another checker, the same seed); then empties the result but for what was
 * learned and a notice that tells it. */
bool session_begin_anew(struct session_result *result);

/* Whether the error is of this run alone; else the whole command has to end. */
bool session_error_is_of_run(const struct error *error);

/* What is to be said of a property that a limit has cut off with this verdict;
 * see struct session_result for the others; owned. */
char *session_cut_note(const char *limit, const char *pending,
                       struct verdict verdict);

/* Runs one session and ends it. True: the result holds how it went, an errored
 * test included. False: the whole command has to end, *error says why
 * (ERROR_SPEC, ERROR_SETUP, ERROR_CANCELLED); the result then holds the trace
 * so far. */
bool session_run(struct executor *executor, struct checker *checker,
                 struct actor *actor, const struct session_options *options,
                 struct session_result *result, struct error *error);

#endif
