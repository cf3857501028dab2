/* Testing a system against a model: programs are made up, run, and what fails
 * is made smaller. The tests of two properties: "sequential", programs of one
 * process, and, when none of those has failed, "parallel", programs with forks
 * of several. A property ends at its first failure. */
#ifndef WEIR_RUN_MODEL_CAMPAIGN_H
#define WEIR_RUN_MODEL_CAMPAIGN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "port/model.h"
#include "port/reporter.h"
#include "port/system.h"
#include "run/model/execute.h"
#include "run/model/frames.h"
#include "run/model/program.h"
#include "run/shard.h"

enum model_property { MODEL_IN_ORDER, MODEL_IN_PARALLEL, MODEL_PROPERTIES };
const char *model_property_name(enum model_property property);

struct model_saved {
    enum model_property property;
    const char *path; /* of its file, for people */
    uint64_t seed;    /* of the test that it comes from */
    struct program program;
    struct schedule schedule; /* empty: any */
};

struct model_jobs;
struct trial;

struct model_campaign {
    struct model *model;
    struct system *system; /* NULL: the model alone */
    struct reporter *reporter;
    uint64_t seed;
    int64_t tests;              /* of each property */
    struct shard shard;         /* only its tests */
    size_t most_commands;       /* of a program */
    size_t processes;           /* of a fork, at most; 1: no second property */
    struct model_square square; /* of sequential programs */
    const struct frame_plan *frames; /* the sequential programs, as many as
                                    `tests`; or NULL */
    bool (*wants)(void *context, enum model_property property); /* or NULL: all
                                                                 */
    int64_t timeout_ms;    /* of a command */
    int64_t time_limit_ms; /* of the whole; -1: none */
    int64_t shrink_ms;     /* of one failure; 0: as it was found */
    bool is_left_alone;    /* check_reset.h */
    int64_t repeats;       /* of a program of several processes whose schedule
                              nobody chooses */
    const struct model_saved *saved; /* run first; what may not be called is
                                        left out */
    size_t saved_count;
    bool (*cancelled)(void *context);
    const struct model_jobs *jobs; /* several tests at a time; or NULL */
    /* Each test whose program has been run, in order, before it is told of; or
     * NULL. */
    void (*on_trial)(void *context, const struct trial *trial);
    /* What is told of the environment of the test with this seed, until the
     * next call; NULL: nothing. Or NULL. */
    const char *(*environment)(void *context, uint64_t seed);
    /* Each test that has ended, with its program; or NULL. */
    void (*on_result)(void *context, enum model_property property,
                      const struct test_result *result,
                      const struct program *program,
                      const struct schedule *schedule);
    void *context;
};

/* Its place among all tests of the run that is not shared out, from 0. */
uint64_t model_campaign_place(const struct model_campaign *campaign,
                              enum model_property property, int64_t number);
/* The number of the next test of the shard after this one (0: the first);
 * more than `tests`: there is none. */
int64_t model_campaign_next(const struct model_campaign *campaign,
                            enum model_property property, int64_t number);
/* Whether the property is tested at all. */
bool model_campaign_has(const struct model_campaign *campaign,
                        enum model_property property);

/* Fills the counts of *summary, and its tables, which the caller finishes. What
 * the time limit has kept from being run counts as not run. False: the model
 * failed, or nothing can be run. */
bool model_campaign_run(const struct model_campaign *campaign,
                        struct run_summary *summary, struct error *error);

#endif
