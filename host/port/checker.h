/* What consumes steps and judges them.
 *
 * A checker is asked for its dependencies, is given every message of the
 * executor that carries a state as a step, and answers with what it makes of
 * it. It knows nothing of executors, time or chance.
 */
#ifndef WEIR_PORT_CHECKER_H
#define WEIR_PORT_CHECKER_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "trace/coverage.h"
#include "trace/deps.h"
#include "trace/step.h"
#include "trace/verdict.h"

enum { CHECKER_NO_WAIT = -1 };

/* What a checker makes of one step. */
struct observation {
    bool started;    /* false: the initial event has not been seen yet, the step
                        is not part of the trace */
    bool matched;    /* some reported event is one the check declares */
    int64_t wait_ms; /* the largest timeout among the matched events, or
                        CHECKER_NO_WAIT */
    struct verdict verdict; /* DEFINITELY or NONE */
    struct verdict stop;    /* PROBABLY when the run may stop here, else NONE */
};

/* One place of the specification that explains a verdict. */
struct reason {
    char *text;       /* one line: what was false (or demanded), in the words
                         of the specification */
    char *file;       /* NULL when it has no place */
    int line, column; /* from 1 */
    int end_line, end_column; /* where it ends: the column after it; 0: not
                                 known */
    char *source;             /* the source line(s), or NULL */
    int64_t version;     /* the state it speaks of; 0: none in particular */
    char *values;        /* "time is 179, old is 180", or NULL */
    char *within;        /* what led there, of the module that the property
                            stands in: a call, or the definition that names the
                            place's own, in the words of the specification;
                            NULL: nothing but the property itself */
    struct value *reads; /* the selectors that it hangs on, a list of texts;
                            NULL: not known */
};

struct reason_list {
    struct reason *items;
    size_t count;
    size_t capacity;
};
void reason_list_push(struct reason_list *list, struct reason reason);

/* Whether these are the reasons of a property that failed because the
 * application had broken (stuck, or what it demands could not be judged):
 * `broken` is that of the last step (trace/step.h), or NULL. */
bool reasons_name_break(const struct reason *reasons, size_t count,
                        const struct value *broken);
void reason_list_finish(struct reason_list *list);

struct checker;

struct checker_ops {
    /* What the property reads; borrowed, lives as long as the checker. */
    const struct deps *(*dependencies)(struct checker *checker);

    /* Takes in the next step. False: the specification is at fault in this
     * state (ERROR_SPEC: the whole command ends) or this run is
     * (ERROR_RUN). */
    bool (*observe)(struct checker *checker, const struct step *step,
                    struct observation *observation, struct error *error);

    /* Whether it would have read something that its dependencies left out: then
     * what it says of this run means nothing, and those checkers of the same
     * property that are made from now on ask for that, too. Adds what it is.
     * Absent: never. */
    bool (*unread)(struct checker *checker, struct deps *found);

    /* Nothing is awaited: whether the run may end here, PROBABLY, or NONE.
     * Absent: what the observation of the last step said (`stop`). */
    struct verdict (*may_end)(struct checker *checker);

    /* The events of the specification's own clock that it waits for in the
     * current state; borrowed until the next step. Absent or NULL: it knows of
     * none. */
    const struct action_list *(*awaited)(struct checker *checker);

    /* Whether it waits for one of these events in the current state. Absent: it
     * may. */
    bool (*awaits)(struct checker *checker, const struct action_list *events);

    /* What is left to be shown and what has been (port/strategy.h: residual and
     * news). Absent: not known. */
    void (*insight)(struct checker *checker, uint64_t *residual,
                    uint64_t *news);

    /* The verdict when the run is cut off now, while states are still demanded:
     * PROBABLY false or INCONCLUSIVE. Absent: INCONCLUSIVE. */
    struct verdict (*cut_off)(struct checker *checker);

    /* States are still demanded, and nothing can be done any more (`why`: of
     * each action; or NULL). True: the application had gone wrong before
     * (step.broken), so it is its fault: the verdict is DEFINITELY false, and
     * `explain` has the reasons. Absent: never. */
    bool (*stuck)(struct checker *checker, const char *why);

    /* How many further states are demanded at least before the run may end; in
     * these more may be. Absent: not known. */
    int64_t (*demand)(struct checker *checker);

    /* Which parts of the specification the run has exercised; appends parts and
     * the names of all actions. Absent: nothing to say. */
    void (*coverage)(struct checker *checker, struct coverage *coverage);

    /* Why the property stands as it does now; appends to `reasons`. Absent:
     * nothing to say. */
    void (*explain)(struct checker *checker, struct reason_list *reasons);

    /* What the signals of the specification were in each state of the run, for
     * reports: {"columns": [name, ...], "rows": [{"step", "timeUs", "values":
     * [...], "ticked": [bool, ...]}, ...]}, "step" being the step's version. Of
     * a long run it has the first and the last rows. A new reference, or NULL:
     * there are none. Absent: NULL. */
    struct value *(*signals)(struct checker *checker);

    void (*destroy)(struct checker *checker);
};

/* The table of the checker's signals, or NULL. */
struct value *checker_signals(struct checker *checker);

struct checker {
    const struct checker_ops *ops;
};

#endif
