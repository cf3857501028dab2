/* What the files of a check of a model share: model_check.c (setting up, and
 * the end), model_check_open.c (the model and the system) and
 * model_check_run.c. */
#ifndef WEIR_CLI_MODEL_CHECK_INTERNAL_H
#define WEIR_CLI_MODEL_CHECK_INTERNAL_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/loop.h"
#include "cli/model_jobs.h"
#include "cli/model_options.h"
#include "cli/model_trace.h"
#include "cli/program_folder.h"
#include "cli/under_test.h"
#include "port/model.h"
#include "port/system.h"
#include "run/model/campaign.h"
#include "run/shard_file.h"

/* Everything one check of a model holds; finished in reverse order. */
struct model_check {
    struct model_options options;
    struct loop *loop;
    struct model *model;
    struct system *system; /* NULL: the model alone */
    struct reporter *reporter;
    struct program_folder programs;
    struct model_trace *trace;
    struct shard_writer *shard; /* --shard, or NULL */
    struct model_opener opener;
    struct model_jobs jobs;
    char *command;          /* that repeats the run */
    char *whole_command;    /* of the run of which this is a shard */
    struct buf environment; /* of the last test, in words */
    struct value *restored; /* what a program that is replayed says of it; or
                               NULL */
    struct model_square square; /* --squares */
    struct frame_plan frames;   /* --frames */
    bool unwritten;
    bool is_page;
    struct under_test tested; /* of a page: what it needs */
};

/* Both; in each job anew. `context`: the check. False: *error; what is there by
 * then is the caller's all the same. */
bool model_check_open(void *context, struct loop *loop, struct model **model,
                      struct system **system, struct error *error);

/* Runs what has been set up: the exit status. */
int model_check_run(struct model_check *check);

/* What people call the model. */
const char *model_check_words(const struct model_check *check);

/* A signal has come. */
bool model_check_is_cancelled(void *context);

#endif
