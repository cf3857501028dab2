/* A command that is run again whenever something has changed (--watch). */
#ifndef WEIR_CLI_RERUN_H
#define WEIR_CLI_RERUN_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/watch.h"

/* One run of several. */
struct rerun_round {
    struct watch *watch; /* NULL: there is one only */
    bool has_seed;       /* the round before failed, and is to be seen again */
    uint64_t seed;
};

/* Takes the options of this round: what is watched, and the seed. */
void rerun_prepare(struct rerun_round *round, struct check_options *options);

/* How it ended. A round that could not begin (a mistake in the specification)
 * is none. */
void rerun_note(struct rerun_round *round, const struct check_options *options,
                int status);

/* Runs the command once, or with --watch until a signal comes. Returns the exit
 * status. */
int rerun_run(int argc, char **argv,
              int (*once)(int argc, char **argv, struct rerun_round *round));

#endif
