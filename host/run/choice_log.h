/* Notes of what a run does, as choices (run/choice.h), while it goes on. */
#ifndef WEIR_RUN_CHOICE_LOG_H
#define WEIR_RUN_CHOICE_LOG_H

#include "port/actor.h"
#include "run/choice.h"
#include "run/counts.h"
#include "trace/step.h"

/* A run with more actions is too long to be done again many times, and its
 * notes would fill the memory: those of a run that goes on end here. */
enum { CHOICE_LOG_LIMIT = 20000 };

/* How long ago the last action was, in the application's time. */
struct choice_log_pace {
    bool has_begun;
    int64_t acted_us; /* the state of the last action, or the first state */
    int64_t after_ms; /* what has happened since, as "after" in a choice */
};

struct choice_log {
    struct choice_list choices; /* of the actions performed, in order */
    bool is_cut;                /* there were more than CHOICE_LOG_LIMIT */
    int64_t linger_ms; /* what happened after the last of them, as "after" */
    /* private */
    size_t limit; /* of `choices` */
    struct choice_log_pace pace;
    struct counts known;  /* of `choices`, by hash: the first, from 1 */
    struct value *state;  /* of the last step */
    struct value *names;  /* of the action under way; NULL: none */
    struct value *choice; /* the same as a choice; NULL: none */
};

void choice_log_init(struct choice_log *choice_log);
void choice_log_finish(struct choice_log *choice_log); /* and empties it */

/* The action is requested, a proposal of the actor. */
void choice_log_choose(struct choice_log *choice_log, struct actor *actor,
                       size_t index, const struct action *action);

/* The step belongs to the trace. One that performs the action takes its names.
 */
void choice_log_step(struct choice_log *choice_log, struct step *step);

/* The notes of a recorded run, of all its actions; `choice_log` need not be
 * initialised. */
void choice_log_of_steps(struct choice_log *choice_log,
                         const struct step *steps, size_t count);

#endif
