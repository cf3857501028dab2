/* Frames: a model declares categories, each with a few choices (port/model.h),
 * and a run is to meet each combination of them, or each pair of two: a call
 * whose state, command and arguments are of these choices (category partition;
 * Ostrand and Balcer 1988).
 *
 * Programs are drawn as ever, and the fake says what they meet; those that meet
 * something new are the tests, up to the last such call. So a combination is
 * reached by commands that may be called, and no test is run for what has been
 * met. Which programs there are depends on the seed and the model alone: each
 * job and each shard comes to the same.
 *
 * What this must not break: without frames programs are drawn as before. */
#ifndef WEIR_RUN_MODEL_FRAMES_H
#define WEIR_RUN_MODEL_FRAMES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/vec.h"
#include "port/model.h"
#include "run/model/generate.h"
#include "trace/table.h"

enum frames_kind {
    FRAMES_ALL,   /* a choice of each category */
    FRAMES_PAIRS, /* choices of any two categories */
};

struct frame_program {
    uint64_t seed; /* of the tape that it is drawn from */
    size_t length; /* so many of its commands */
};

struct frame_plan {
    enum frames_kind kind;
    VEC(struct frame_program) programs;
    uint64_t drawn; /* programs, to find them */
    size_t met, of; /* combinations */
    char *missed;   /* owned: a sentence on those that none met; NULL: none */
};
void frame_plan_finish(struct frame_plan *frames); /* and empties it */

struct frame_options {
    struct model *model;
    enum frames_kind kind;
    struct generate_options generate; /* of sequential programs */
    uint64_t seed;                    /* of the run */
    bool (*cancelled)(void *context); /* or NULL */
    void *context;
};

/* Fills *frames, which is empty. False: ERROR_USAGE, the model has too few
 * categories, or there are too many combinations; ERROR_SPEC, it failed;
 * ERROR_CANCELLED. */
bool frame_plan_find(struct frame_plan *frames,
                     const struct frame_options *options, struct error *error);

/* How many were met; appended. */
void frame_plan_add_table(const struct frame_plan *frames,
                          struct table_list *tables);

#endif
