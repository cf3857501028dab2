/* The command lines that a run tells people of, to be pasted into a shell. */
#ifndef WEIR_CLI_COMMAND_LINE_H
#define WEIR_CLI_COMMAND_LINE_H

#include "cli/options.h"

/* The one that repeats this run: as given, with the seed. Owned. */
char *command_line_again(const struct check_options *options, int argc,
                         char **argv);

/* The same for the run of which this is one shard. Owned. */
char *command_line_whole(const struct check_options *options, int argc,
                         char **argv);

#endif
