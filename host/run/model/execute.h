/* One run of a program: on the fake and on the real system, beside each other.
 *
 * While only one process is at work each answer is compared at once with what
 * the fake gives in the states that are possible. From the first fork of
 * several processes on, the history is asked at the end of each fork whether
 * some order explains it (check/linear/linear.h).
 *
 * Schedules. Where the system stops at scheduling points (SYSTEM_YIELD), one
 * process goes at a time, and a row of choices says which: 0 the one that went
 * last, then the others by their number. So a race is found and shown again
 * without waiting for luck (as PULSE does for Erlang; Claessen et al. 2009). */
#ifndef WEIR_RUN_MODEL_EXECUTE_H
#define WEIR_RUN_MODEL_EXECUTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "port/model.h"
#include "port/system.h"
#include "run/model/program.h"
#include "trace/operation.h"

/* One choice of a schedule: which of so many processes goes on. */
struct schedule_choice {
    uint32_t chosen, of;
    uint32_t fork; /* whose it is, from 1; 0: of whichever comes next. In a row
                      of choices they ascend */
};
struct schedule {
    VEC(struct schedule_choice) items;
};
void schedule_finish(struct schedule *schedule); /* and empties it */
struct schedule schedule_copy(const struct schedule *schedule);

struct execute_options {
    struct model *model;
    struct system *system; /* NULL: the model alone, for its invariants */
    int64_t timeout_ms;    /* for each command */
    /* While a failure is made smaller, in milliseconds: no page gets longer to
     * show what it is to, nor to let a person do a command. 0: as long as its
     * commands say; as long as the system waits. */
    int64_t patience_most_ms, refusal_most_ms;
    bool is_scheduled; /* the system is known to stop at scheduling points */
    int64_t schedules; /* then: so many are tried of one program, at most */
    bool (*cancelled)(void *context); /* or NULL */
    void *context;
    /* Each command that has ended; or NULL. */
    void (*on_operation)(void *context, const struct operation *operation);
};

/* Runs the program and fills *run, which is empty; run->fault says what came of
 * it. *schedule: the choices to follow; after their end 0; afterwards those
 * that were made. False: nothing can be run (ERROR_SETUP, ERROR_SPEC the model
 * failed, ERROR_CANCELLED). */
bool execute_program(const struct execute_options *options,
                     const struct program *program, struct schedule *schedule,
                     struct program_run *run, struct error *error);

#endif
