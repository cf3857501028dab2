/* The parts of options.c. */
#ifndef WEIR_CLI_OPTIONS_INTERNAL_H
#define WEIR_CLI_OPTIONS_INTERNAL_H

#include "cli/flag.h"
#include "cli/options.h"

/* False: ERROR_USAGE, two of them do not go together, or one is missing. */
bool options_fit(const struct check_options *options, struct error *error);

#endif
