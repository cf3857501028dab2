/* One run: one process of weir, from its start to its record.
 *
 * Lives: attempt_start, then attempt_finish exactly once. In between the loop
 * drains what the process says, and attempt_has_ended is asked after every turn
 * of it. */
#ifndef WEIR_TODOMVC_RUNNER_ATTEMPT_H
#define WEIR_TODOMVC_RUNNER_ATTEMPT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/loop.h"
#include "base/process.h"
#include "todomvc/runner/plan.h"
#include "todomvc/runner/record.h"

/* How weir is called. Texts are borrowed. */
struct launcher {
    const char *weir; /* the program */
    const char *apps; /* the folder it serves */
    const char *timeout;
    int64_t timeout_ms; /* the same */
    bool can_shrink;    /* so it has to be told not to */
    bool can_begin;     /* at the load, so it is told to begin at rest, where
                           all figures were taken */
    bool reaches_other_hosts;
    const char *const *words; /* further options, ending with NULL */
    const char *folder;       /* for reports */
    int64_t jobs;             /* at a time */
};

struct attempt {
    const struct launcher *launcher;
    const struct planned *run;
    struct process process;
    int ended_fd;             /* readable when the process is gone */
    struct loop_watch *ended; /* wakes the loop */
    struct loop_watch *errors;
    struct buf said;          /* the last of what it wrote to standard error */
    char *report;             /* the file it writes */
    int64_t start_us, end_us; /* end: 0 as long as it runs */
    int64_t deadline_ms;      /* when it is killed */
    bool is_late;             /* it was */
};

/* False: ERROR_SETUP, there is nothing to finish. */
bool attempt_start(struct attempt *attempt, const struct launcher *launcher,
                   const struct planned *run, size_t place, struct loop *loop,
                   struct error *error);

/* Kills the process when its time is over. */
bool attempt_has_ended(struct attempt *attempt);

/* Asks the process to end; it then closes its browser. */
void attempt_interrupt(struct attempt *attempt);

/* Fills the record, whose texts live in `arena`, of a process that has ended.
 * With NULL for both nothing is told, and a process that runs is killed. */
void attempt_finish(struct attempt *attempt, struct record *record,
                    struct arena *arena);

/* The command line that repeats the run, for people; appended. */
void attempt_add_command(const struct launcher *launcher,
                         const struct planned *run, struct buf *out);

#endif
