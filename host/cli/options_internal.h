/* The parts of options.c. */
#ifndef WEIR_CLI_OPTIONS_INTERNAL_H
#define WEIR_CLI_OPTIONS_INTERNAL_H

#include "cli/options.h"

/* Decimal digits that fit, and not less than `least`. */
bool options_count(const char *text, int64_t least, int64_t *number);

/* False: ERROR_USAGE, two of them do not go together, or one is missing. */
bool options_fit(const struct check_options *options, struct error *error);

#endif
