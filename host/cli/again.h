/* A command that is run again whenever something has changed (--watch). */
#ifndef WEIR_CLI_AGAIN_H
#define WEIR_CLI_AGAIN_H

#include <stdbool.h>
#include <stdint.h>

#include "cli/options.h"
#include "cli/watch.h"

/* One run of several. */
struct again_round {
    struct watch *watch; /* NULL: there is one only */
    bool has_seed;       /* the round before failed, and is to be seen again */
    uint64_t seed;
};

/* Takes the options of this round: what is watched, and the seed. */
void again_prepare(struct again_round *round, struct check_options *options);

/* How it ended. A round that could not begin (a mistake in the specification)
 * is none. */
void again_note(struct again_round *round, const struct check_options *options,
                int status);

/* Runs the command once, or with --watch until a signal comes. Returns the exit
 * status. */
int again_run(int argc, char **argv,
              int (*once)(int argc, char **argv, struct again_round *round));

#endif
