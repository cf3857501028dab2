/* One run of a program of commands on a system, beside what its model makes of
 * it: what reports show of a model's test.
 *
 * A program is a row of forks. The commands of a fork may run at the same time,
 * each process doing its own in order; forks follow one another. */
#ifndef WEIR_TRACE_OPERATION_H
#define WEIR_TRACE_OPERATION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "trace/value.h"

enum operation_end {
    OPERATION_NOT_RUN, /* what it needs was never created, or the run was over
                        */
    OPERATION_PENDING, /* called, and no answer came */
    OPERATION_OK,      /* answered */
    OPERATION_FAIL,    /* certainly had no effect */
    OPERATION_INFO,    /* it is not known whether it had an effect */
};

struct operation {
    int64_t number;          /* of the command in its program, from 0 */
    int64_t process;         /* who did it; of a page: the user, from 0 */
    size_t fork;             /* from 0 */
    char *name;              /* of the command; owned, as all of this */
    struct value *arguments; /* a list; references are symbols (port/model.h) */
    enum operation_end end;
    int64_t call_us, return_us; /* since the beginning of the run; -1: none */
    struct value *got;          /* OK: the answer, with symbols; else NULL */
    struct value *raw;      /* OK: the same, as the system gave it; or NULL */
    struct value *created;  /* what its references stand for, a list, by
                               slot; NULL: nothing */
    struct value *detail;   /* what reports may show of it: "requests" of a
                               page or an API, and what else a step's `evidence`
                               has (docs/REPORTS.md); or NULL */
    char *words;            /* FAIL, INFO: why; or NULL */
    struct value *expected; /* what the fake answers, a list with one value
                               for each possible state; NULL: not known */
    struct value *before;   /* the states that were possible then, a list;
                               NULL: not known */
    size_t place; /* in the order that the model explains, from 1; 0: not in
                     it. PARALLEL: that of the longest prefix which is
                     linearisable, up to the culprit */
};

struct operation_list {
    struct operation *items;
    size_t count, capacity;
};

/* Why a program failed. */
enum program_fault {
    PROGRAM_FINE,
    PROGRAM_ANSWER,    /* an answer that the fake does not give */
    PROGRAM_PARALLEL,  /* answers that no order of the commands explains */
    PROGRAM_INVARIANT, /* an invariant of the model is broken */
    PROGRAM_ALIAS,     /* one identifier for two things that both exist */
    PROGRAM_LOST,      /* the system ended */
    PROGRAM_SILENT,    /* a command was not answered in time */
    PROGRAM_PROTOCOL,  /* the system broke the rules of its protocol */
    PROGRAM_BEGINNING, /* the system does not begin as the model does */
    PROGRAM_REFUSED,   /* a page does not let do what the model allows */
    PROGRAM_TROUBLE,   /* an answer that is a fault whatever the model says */
    PROGRAM_USERS,     /* the pages of all users do not come to show what the
                          model says */
    PROGRAM_FAULTS,    /* their number */
};

struct program_run {
    struct operation_list operations;
    enum program_fault fault;
    size_t culprit; /* the operation that fits nowhere; SIZE_MAX: none */
    char *words;    /* one sentence on the fault, or NULL; owned */
    bool is_parallel;
    bool is_recorded;  /* numbers are lines of a history, processes its own */
    bool is_page;      /* answers are what a page showed */
    bool is_scheduled; /* the system let weir choose the schedule */
    size_t users;      /* that a page had at the same time; below 2: one */
    struct value *possible; /* PARALLEL: the states where that order ends, a
                               list; or NULL */
    struct value *answers;  /* and what the fake answers to the culprit in each
                               of them: null where it may not be called; NULL
                               where it may be called in none */
    struct value *schedule; /* the processes in the order in which they went on,
                               a list of {"process", "at"}; or NULL */
    int64_t awaited_ms;     /* the longest that a page took, after a command
                               that had ended, to show what it was to */
    int64_t attempts;       /* runs of this program; 0: not counted */
    int64_t failures;       /* and how many of them failed */
};

/* Takes the operation. */
void operation_list_push(struct operation_list *list,
                         struct operation operation);

void program_run_finish(struct program_run *run); /* and empties it */
struct program_run program_run_copy(const struct program_run *run);

/* "Put(#0.0, 5)", "Get()": a value as people read it, a reference as
 * #number.slot, or #number where the slot is 0. */
void operation_add_call(struct buf *out, const char *name,
                        const struct value *arguments);
void operation_add_value(struct buf *out, const struct value *value);

/* {"$ref": [number, slot]}. */
bool value_is_reference(const struct value *value, int64_t *number,
                        int64_t *slot);
struct value *value_reference(int64_t number, int64_t slot);

/* "answer", "parallel", ... for programs that read reports. */
const char *program_fault_text(enum program_fault fault);

#endif
