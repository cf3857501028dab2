/* Making a program that fails smaller, until no single command and no pair of
 * commands can go, and no choice that arguments were drawn from can be less
 * (docs/MODELS.md, "Shrinking").
 *
 * A candidate counts only where the same kind of fault is seen again. Commands
 * that need what another one created go with it; commands that may not be
 * called any more are dropped. */
#ifndef WEIR_RUN_MODEL_SHRINK_H
#define WEIR_RUN_MODEL_SHRINK_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "run/model/execute.h"
#include "run/model/program.h"

struct shrink_options {
    struct execute_options execute;
    int64_t deadline_ms; /* clock_now_ms(); not longer */
    int64_t attempts; /* at each candidate of several processes whose schedule
                         nobody chooses, at least; more where those before it
                         seldom failed */
    /* Told before each run; or NULL. */
    void (*progress)(void *context, size_t from, size_t now, int64_t runs);
};

struct shrunk_program {
    int64_t runs;    /* executions */
    int64_t shrinks; /* candidates that failed, too */
    bool is_minimal; /* nothing was left to try */
};

/* Runs a program until it fails, at most `attempts` times, or, where weir
 * chooses the schedule, by schedules with few changes of process. *run is that
 * of the failure, or the last. False: nothing can be run. */
bool program_try(const struct execute_options *options, int64_t attempts,
                 const struct program *program, struct schedule *schedule,
                 struct program_run *run, int64_t *runs, struct error *error);

/* The same for a program that nothing is known of. Where weir chooses the
 * schedule: in order, then schedules that the seed decides, which reach all
 * forks of a program at once; `attempts` of them at most. */
bool program_search(const struct execute_options *options, int64_t attempts,
                    uint64_t seed, const struct program *program,
                    struct schedule *schedule, struct program_run *run,
                    int64_t *runs, struct error *error);

/* Drops what may not be called any more, or needs what does not exist. False:
 * the model failed. */
bool program_prune(struct model *model, struct program *program,
                   struct error *error);

/* *program, *schedule and *run are of a failure, and are replaced by those of a
 * smaller one. False: nothing can be run any more; they are still the smallest
 * so far. */
bool program_shrink(const struct shrink_options *options,
                    struct program *program, struct schedule *schedule,
                    struct program_run *run, struct shrunk_program *shrunk,
                    struct error *error);

#endif
