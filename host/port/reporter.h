/* What people and programs see of a run. Hooks are called in this order:
 * begin, then for each test test_begin, any number of activity and step,
 * test_end; then end. Where several tests run at a time, each is told of when
 * it has ended and its turn has come, without activity and step, and progress
 * is called in between. An absent hook is not called. */
#ifndef WEIR_PORT_REPORTER_H
#define WEIR_PORT_REPORTER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "port/checker.h"
#include "trace/notice.h"
#include "trace/operation.h"
#include "trace/step.h"
#include "trace/table.h"
#include "trace/verdict.h"

/* Where a property is defined; several checks may have the same one. */
struct run_property {
    const char *name;
    const char *file; /* as shown to people; NULL: no place */
    int line, column; /* from 1 */
};

/* The whole command. Strings are borrowed. */
struct run_info {
    const char *spec;   /* as given */
    const char *origin; /* as given; may be NULL */
    uint64_t seed;
    int64_t subscript;     /* of unsubscripted operators */
    const char *time_mode; /* "virtual" or "real" */
    const char *strategy;  /* that picks the actions; NULL: none does */
    bool recorded;         /* the tests are judged, and not run */
    bool deterministic;    /* nothing of the machine goes into what is kept */
    size_t property_count;
    const struct run_property *properties; /* as many, in the order in which
                                              they are tested; or NULL */
    int64_t tests;                         /* of each property */
    size_t jobs;          /* tests that run at a time; 0 and 1: one */
    size_t shard, shards; /* this is one of several shards of the run (--shard),
                             which `tests` and `properties` are of; 0: it is the
                             whole */
    const char *command;  /* the command line that repeats this run */
    bool is_model; /* programs are checked against a model: there is no time
                      mode, subscript or strategy */
};

struct test_info {
    const char *property;
    size_t property_index; /* among the properties of the run, from 0: several
                              may have the same name */
    size_t index;          /* among all tests that are told of, from 0 */
    int64_t number;        /* among the tests of this property, from 1 */
    uint64_t seed;         /* of this test, and of those of the same walk */
    size_t walk;           /* among all runs of the application, from 1: one may
                              judge several properties, one after the other */
    bool is_shared;        /* it does: the steps that are told while it goes on
                              show what all of them read, those of the result
                              what this one reads */
    const char *environment; /* that was chosen or drawn for it, a clause ("time
                                zone Asia/Kolkata"); NULL: nothing was */
};

/* One of several tests that run at a time. */
struct run_job {
    const char *property; /* NULL: it runs none just now */
    int64_t number;
    int64_t actions;
    const char *doing;         /* just now; NULL: the last step is newer */
    const struct step *step;   /* the last one, or NULL */
    const struct step *before; /* the one before `step`, or NULL */
};

/* Several tests at a time, as they stand now. */
struct run_progress {
    size_t running;
    size_t told;                /* tests that have been reported */
    const char *property;       /* the test that is reported next... */
    int64_t number;             /* ...and its number */
    int64_t actions;            /* performed in all the tests so far */
    const char *doing;          /* in one of them, or NULL */
    const struct run_job *jobs; /* each has its place as long as it lasts */
    size_t job_count;
};

/* What came of running a failing test again. */
enum reduction_kind {
    REDUCTION_NONE,    /* not tried, or not to an end */
    REDUCTION_SHORTER, /* a shorter or simpler run fails, too */
    REDUCTION_SAME,    /* it fails again, and nothing can be left out of it */
    REDUCTION_FLAKY,   /* it did not fail again */
    REDUCTION_TROUBLE, /* it could not be run again: `trouble` */
};

enum reduction_end {
    REDUCTION_MINIMAL,     /* no single action can be left out */
    REDUCTION_OUT_OF_TIME, /* there was no time left */
    REDUCTION_INTERRUPTED,
    REDUCTION_BROKEN_OFF, /* a further run could not be made: `trouble` */
    REDUCTION_UNSTEADY,   /* SAME: the shorter run did not fail again */
};

struct test_result;

struct reduction_info {
    enum reduction_kind kind;
    enum reduction_end end;
    int64_t runs;
    int64_t duration_ms;
    int64_t confirm_runs; /* of what is shown; FLAKY: of the test as found... */
    int64_t confirm_failures; /* ...and how many of them failed */
    const char *trouble;      /* or NULL */
    /* The application began in another state when it was run again; in real
     * time, where that may be chance, only of FLAKY. */
    bool began_otherwise;
    /* FLAKY: so many actions were not on offer in `other`, and left out. */
    int64_t left_out;
    /* SHORTER: the test as it was found; FLAKY: the last run of the same
     * actions, which did not fail, or not but in its first state; else NULL. */
    const struct test_result *other;
};

struct test_result {
    const struct test_info *info;
    struct verdict verdict;
    const char *error; /* VERDICT_ERRORED: what went wrong; else NULL */
    enum cut cut;
    const struct step *steps;
    size_t step_count;  /* every step of the trace, the first is the initial
                           state */
    size_t left_out;    /* but for so many of a very long one: */
    size_t left_out_at; /* they stood before steps[left_out_at] */
    const struct reason *reasons; /* why the verdict is what it is */
    size_t reason_count;
    const struct value *signals; /* port/checker.h; NULL: there are none */
    int64_t actions;             /* performed */
    int64_t stale;               /* requests answered Stale */
    int64_t duration_ms;
    const struct coverage *coverage; /* NULL: not known */
    const char *note;                /* something people should know, or NULL */
    const char *saved; /* the file of the saved counterexample that this test
                          has run; NULL: its actions were drawn */
    /* What came of running it again, or NULL. With REDUCTION_SHORTER all of the
     * above, but for `duration_ms`, is of the shorter run. */
    const struct reduction_info *reduction;
    /* The run of a program against a model; NULL: the test is of a property of
     * states. `actions` are its commands. */
    const struct program_run *program;
};

/* A test that failed is being made shorter. */
struct shrink_progress {
    int64_t from; /* actions of the test as it was found */
    int64_t now;  /* actions of the shortest run that failed, too */
    int64_t runs; /* so far */
};

struct run_summary {
    size_t passed, failed, errored, inconclusive; /* tests */
    size_t wrong; /* of those that errored: the specification is wrong where
                     it was evaluated first */
    size_t not_run;
    bool out_of_time;    /* some of these because --time-limit was reached */
    const char *aborted; /* the message when the whole command was ended by an
                            error of the specification or the set-up; or NULL */
    const struct run_property *aborted_at; /* its place, or NULL; no name */
    int64_t duration_ms;
    int exit_status;
    struct table_list tables; /* what the run has counted; whoever made the
                                 summary finishes it */
    char *uncovered; /* what should have been tested and was not, a sentence,
                        owned likewise; NULL: nothing */
};

/* Counts one more test by its verdict. */
void run_summary_count(struct run_summary *summary, struct verdict verdict);

struct reporter;

struct reporter_ops {
    void (*begin)(struct reporter *reporter, const struct run_info *info);
    void (*test_begin)(struct reporter *reporter, const struct test_info *info);
    /* What is being done right now ("starting the browser"); on long work
     * called often, also without a change, so that a live line can move. */
    void (*activity)(struct reporter *reporter, const char *what);
    void (*step)(struct reporter *reporter, const struct step *step);
    /* The test begins anew: the steps told of it so far do not count. */
    void (*anew)(struct reporter *reporter);
    /* After the steps of a test that failed; called before each run. What is
     * told by `activity` from then on is part of it. */
    void (*shrinking)(struct reporter *reporter,
                      const struct shrink_progress *progress);
    void (*test_end)(struct reporter *reporter,
                     const struct test_result *result);
    /* The first of its kind in the whole run; before the test_end of the test
     * in which it was noticed. */
    void (*notice)(struct reporter *reporter, const struct notice *notice);
    /* Called often. */
    void (*progress)(struct reporter *reporter,
                     const struct run_progress *progress);
    void (*end)(struct reporter *reporter, const struct run_summary *summary);
    void (*destroy)(struct reporter *reporter);
};

struct reporter {
    const struct reporter_ops *ops;
};

#endif
