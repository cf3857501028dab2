/* Which runs a command asks for, and which of them are left to do. */
#ifndef WEIR_TODOMVC_RUNNER_PLAN_H
#define WEIR_TODOMVC_RUNNER_PLAN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "todomvc/runner/journal.h"
#include "todomvc/runner/manifest.h"

/* Everything that varies from run to run, and what is the same for all. The
 * lists are borrowed. */
struct design {
    const struct manifest *manifest;
    const char *profile;
    const char *spec; /* of applications that have none of their own */
    const char *options;
    const char *const *strategies; /* "default": weir is not told */
    size_t strategy_count;
    const int64_t *subscripts;
    size_t subscript_count;
    int64_t repeat;
    uint64_t base_seed;
    const struct application *const *applications; /* the chosen ones */
    size_t application_count;
};

struct planned {
    const struct application *application;
    const char *spec; /* the file */
    struct run_id id;
    uint64_t seed;
};

struct plan {
    struct planned *items; /* what is left to do, in order */
    size_t count;
    size_t capacity;
    size_t done; /* how many others there are already */
};

/* One repetition of everything comes after the other, so that a results file
 * that is not complete has some of each. `rerun`: runs that ended in an error
 * are not done. Borrows from the design. */
void plan_make(struct plan *plan, const struct design *design,
               const struct journal *journal, bool again);
void plan_finish(struct plan *plan);

#endif
