/* The one record: executors produce steps, checkers consume
 * them, traces store them. */
#ifndef WEIR_TRACE_STEP_H
#define WEIR_TRACE_STEP_H

#include <stdint.h>

#include "trace/action.h"
#include "trace/value.h"

enum step_kind {
    STEP_EVENT,   /* the application did something (paper: Event) */
    STEP_ACTED,   /* a requested action was performed (paper: Acted) */
    STEP_TIMEOUT, /* the awaited time passed without an event (paper: Timeout)
                   */
};

struct step {
    enum step_kind kind;
    int64_t version;         /* trace length with this step in it, from 1 */
    int64_t time_us;         /* since the start of the test, in the
                                application's time (virtual or real) */
    int64_t call_us;         /* when the action was requested; -1: none */
    int64_t return_us;       /* when its answer came; -1: none */
    int32_t client;          /* which of several clients acted; 0 */
    struct value *ticked;    /* names of the signals that ticked, a list, or
                                NULL where there are no signals */
    struct action_list what; /* the action performed, or the events that the
                                executor reported */
    struct value *names;     /* STEP_ACTED: what the specification calls the
                                action, a list of texts (port/actor.h); NULL:
                                not known */
    struct value *target;    /* what the action acted on, in the executor's
                                words, for people: {"selector", "tag", "text"}
                                (each may be missing); NULL: nothing */
    struct value *evidence;  /* what a report may show of the state and no
                                property reads, in the executor's words
                                (docs/REPORTS.md); NULL: nothing */
    struct value *broken;    /* what the application is known to have done wrong
                                by then: an error that its program did not
                                catch, a text for people; NULL: nothing */
    bool died;               /* it has died of that (`broken`) on the way to
                                this step, whose state is the one before */
    struct value *state;     /* object: selector -> value; never NULL */
};

void step_init(struct step *step);
void step_finish(struct step *step);

/* Deep enough a copy that both can be finished. */
struct step step_copy(const struct step *step);

const char *step_kind_text(enum step_kind kind);

#endif
