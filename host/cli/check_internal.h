/* What check.c (setting up, and the end) and check_run.c (the run between them)
 * share. */
#ifndef WEIR_CLI_CHECK_INTERNAL_H
#define WEIR_CLI_CHECK_INTERNAL_H

#include "base/buf.h"
#include "cli/checked_program.h"
#include "cli/counterexample_folder.h"
#include "cli/options.h"
#include "cli/recorder.h"
#include "cli/shard_output.h"
#include "cli/under_test.h"
#include "cli/watch.h"
#include "lang/program.h"
#include "report/report.h"
#include "run/campaign.h"

/* Everything one `weir check` holds; finished in reverse order. */
struct check {
    struct check_options options;
    struct lang_program *program;
    struct under_test tested;
    struct reporter *reporter;                     /* NULL at first */
    struct recorder *recorder;                     /* --trace, or NULL */
    struct counterexample_folder *counterexamples; /* --save, or NULL */
    const struct saved_list *saved;
    struct shard_writer *shard;      /* --shard, or NULL */
    struct recorder_subject subject; /* of the headers of traces */
    struct value *recorded_options;
    size_t *leaders;   /* of the campaign; NULL: each property is its own */
    const char *doing; /* what the executor is at; a literal */
    struct run_info info;
    struct run_property *places; /* of the properties */
    struct buf environment;      /* of the last test that was told of */
    char *command;
    char *whole_command;          /* of the run of which this is a shard */
    struct watch *watch;          /* borrowed: --watch, or NULL */
    struct first_mistake mistake; /* of the specification */
    bool unwritten; /* a file that was asked for; it has been said */
};

/* Runs the tests, or repeats one (weir replay), of what has been set up. The
 * exit status, but for files that could not be written. */
int check_run(struct check *check);
int check_repeat(struct check *check);

#endif
