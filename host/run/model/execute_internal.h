/* One execution, for the files that it is made of. */
#ifndef WEIR_RUN_MODEL_EXECUTE_INTERNAL_H
#define WEIR_RUN_MODEL_EXECUTE_INTERNAL_H

#include "run/model/bindings.h"
#include "run/model/bound_model.h"
#include "run/model/execute.h"
#include "run/model/orders.h"

struct process_state {
    int64_t number;         /* that the system knows it by */
    size_t next, stop;      /* its commands of this fork that are left */
    bool is_busy;           /* a command has been sent and has not ended */
    bool is_waiting;        /* at a scheduling point */
    bool is_blocked;        /* there, until another process has got somewhere */
    uint64_t blocked_since; /* in the order in which processes came to wait */
    char *label;            /* of that point */
    int64_t deadline_ms;
};

struct execution {
    const struct execute_options *options;
    struct model *model;
    const struct program *program;
    struct schedule *schedule; /* to follow */
    struct schedule made;
    size_t choice; /* the next one */
    uint32_t fork; /* that is under way, from 1 */
    struct program_run *run;
    struct error *error;
    struct bindings bindings;
    struct bound_model bound;
    struct state_set states; /* that are possible now; after a fork of several
                                processes: that any order leads to */
    bool is_parallel;        /* there has been such a fork */
    struct value *gesture;   /* what a person does for the last command; or
                                NULL */
    struct value **raw;      /* of each command: the answer, as it came */
    int64_t *calls_ns, *returns_ns;
    int64_t start_ns;
    struct process_state processes[PROGRAM_PROCESSES];
    size_t process_count; /* of this fork */
    int64_t next_process;
    size_t last; /* the process that went last */
    uint64_t blocked_count;
    size_t vain; /* so often in turn a process was let go and came to wait for
                    others again */
    VEC(struct value *) went;
};

/* The run has failed, if it has not before. Takes the words. True. */
bool execution_fault(struct execution *x, enum program_fault fault,
                     size_t culprit, char *words);

/* ---- execute_answers.c -------------------------------------------------- */

/* Tells whoever wants to know (execute_options.on_operation). */
void execution_told(struct execution *x, size_t place);

/* Binds what the command created, from the first of its answers in one of the
 * orders of its fork that says where it stands: whether it creates anything may
 * depend on the others (a file is opened while another process closes it).
 * *taught: that answer, owned (its own reference; where the caller asks, and
 * one was). False: *x->error. */
bool execution_learn(struct execution *x, size_t place, const struct value *got,
                     struct value **taught);

/* One identifier for two things: a fault where the older one still exists in
 * the model's state. */
void execution_check_alias(struct execution *x, size_t place);

/* The command of a fork of one process has been answered with `raw`. False:
 * *x->error. */
bool execution_judge_answer(struct execution *x, size_t place,
                            const struct value *raw);

/* Nobody knows whether the command had an effect: both are possible. False:
 * *x->error. */
bool execution_allow_both(struct execution *x, size_t place);

/* The command without a system: any answer of the model. False: *x->error. */
bool execution_step_alone(struct execution *x, size_t place);

/* ---- execute_created.c -------------------------------------------------- */

/* Whether what a page shows agrees with what a state is to look like, with
 * symbols; what stands for nothing yet gets the value that it has there then.
 */
bool execution_view_fits(struct execution *x, const struct value *expected,
                         const struct value *got);

/* The same with the states that are possible now, in the middle of the fork of
 * the command, which is over. *fits is true as well where nothing was to be
 * learned. False: *x->error. */
bool execution_learn_view(struct execution *x, size_t place,
                          const struct value *got, bool *fits);

/* What the command of a fork created is needed by the next one of its process:
 * the page is looked at again until it shows it, for the command's patience.
 * False: *x->error. */
bool execution_await_created(struct execution *x, size_t place,
                             const struct value *got);

/* ---- execute_events.c --------------------------------------------------- */

/* A command was not answered in time: a fault, with what it waits for. */
void execution_silent(struct execution *x);
/* Waits for the next event until the deadline, and does what it says. *got is
 * false: the deadline passed. False: *x->error. */
bool execution_hear(struct execution *x, int64_t deadline_ms, bool *got);

/* ---- execute_forks.c ---------------------------------------------------- */

/* The whole program, up to its first fault. False: *x->error. */
bool execution_run_forks(struct execution *x);

/* ---- execute_turns.c ---------------------------------------------------- */

/* The chosen one of those that can go; the one that went last comes first.
 * SIZE_MAX: none can. */
size_t execution_choose(struct execution *x);
/* All wait for others. One may have let go of something before it came to wait
 * itself, so each looks again, twice; the one that waits longest comes first.
 * SIZE_MAX: they wait for each other. */
size_t execution_choose_blocked(struct execution *x);

/* The process goes on from where it waits, or with its next command. False:
 * *x->error. */
bool execution_let_go(struct execution *x, size_t process);
/* The first commands of all processes at the same time. False: *x->error. */
bool execution_send_together(struct execution *x);

/* The process has something to do, and waits for nobody. */
bool execution_can_go(const struct execution *x, size_t process);
bool execution_somebody_can_go(const struct execution *x);
bool execution_is_running(const struct execution *x); /* some process is */
bool execution_is_over(const struct execution *x);    /* all of them are */
/* When the first of those that run is to have answered. */
int64_t execution_next_deadline(const struct execution *x);

/* ---- execute_view.c ----------------------------------------------------- */

/* The page may take the command's patience to show what it is to. *raw, which
 * is owned, becomes what it shows then. False: *x->error. */
bool execution_await_view(struct execution *x, size_t place,
                          struct value **raw);

/* Before the first command a page (of each user) is to show the model's first
 * state; notes the fault where it does not. False: *x->error. */
bool execution_check_beginning(struct execution *x, int64_t most_ms);

/* What a person does for the command, as the system is told (port/system.h:
 * real); owned. NULL: the command has its own way, or *x->error, or one of the
 * references that are needed stands for nothing (*is_known is false). */
struct value *execution_gesture(struct execution *x, size_t place,
                                bool *is_known);

/* What the model says of the command in this place of the program. */
const struct model_command *execution_declared(const struct execution *x,
                                               size_t place);

/* What is left of the patience of a command where the run has a limit. */
int64_t execution_patience(const struct execution *x, int64_t patience_ms);
/* A page came to show what it was to after so long. */
void execution_note_awaited(struct execution *x, int64_t awaited_ms);

/* The next look at the page of a user, at most *left_ms ahead of the page's own
 * time. *step_ms: between this look and the one before it, EXECUTION_LOOK_MS at
 * first. NULL: as system.h has it. */
enum { EXECUTION_LOOK_MS = 20 };
struct value *execution_look(struct execution *x, size_t user, int64_t *step_ms,
                             int64_t *left_ms, int64_t deadline_ms,
                             struct error *error);

/* ---- execute_users.c ---------------------------------------------------- */

/* After the fork [begin, end) the pages of all users come to show the same of
 * the states that are possible; notes the fault where they do not. With one
 * user: nothing. False: *x->error. */
bool execution_compare_users(struct execution *x, size_t begin, size_t end);

/* ---- judge.c ------------------------------------------------------------ */

/* Asks whether some order explains the commands before `end`; notes the fault
 * where none does. False: the model failed. */
bool execution_judge_history(struct execution *x, size_t end);

#endif
