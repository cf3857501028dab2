/* weir replay TRACE: recorded tests are done again and compared. */
#ifndef WEIR_CLI_REPLAY_H
#define WEIR_CLI_REPLAY_H

#include "cli/options.h"
#include "port/executor.h"
#include "run/reduce.h"

struct replay_setup {
    const struct check_options *options;
    const struct lang_program *program;
    /* All but property and seed, which each test brings. */
    struct reduce_options reduce;
    bool virtual_time;
};

/* Repeats every test of options->replay and prints what came of each. Returns
 * the exit status. */
int replay_file(const struct replay_setup *setup);

#endif
