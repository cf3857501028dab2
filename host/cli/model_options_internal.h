/* The parts of model_options.c. */
#ifndef WEIR_CLI_MODEL_OPTIONS_INTERNAL_H
#define WEIR_CLI_MODEL_OPTIONS_INTERNAL_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/model_options.h"

/* For a command line that is refused. False, always: if it has an option of
 * pages, ERROR_USAGE says why models do not have it; else *error stays as it
 * is. */
bool model_options_explain(int argc, char **argv, struct error *error);

/* False: ERROR_USAGE, two of them do not go together, or one is missing. */
bool model_options_fit(const struct model_options *options,
                       struct error *error);

#endif
