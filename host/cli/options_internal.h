/* The parts of options.c. */
#ifndef WEIR_CLI_OPTIONS_INTERNAL_H
#define WEIR_CLI_OPTIONS_INTERNAL_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"

/* Takes one option (enum check_option, options_table.h); `text` is borrowed
 * from argv, NULL where it has no argument. False: ERROR_USAGE. */
bool options_take(struct check_options *options, int option, const char *text,
                  struct error *error);

/* Defines `known` of weir/defaults as --known says, a line for each; after all
 * options have been taken. False: ERROR_USAGE. */
bool options_define_known(struct check_options *options, struct error *error);

/* False: ERROR_USAGE, two of them do not go together, or one is missing. */
bool options_fit(const struct check_options *options, struct error *error);

#endif
