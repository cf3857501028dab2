/* The options that `weir lint` and `weir check` share. */
#ifndef WEIR_CLI_LINT_FLAGS_H
#define WEIR_CLI_LINT_FLAGS_H

#include "base/error.h"
#include "lang/lint/lint.h"

/* The value of --allow; false and ERROR_USAGE when there is no such name. */
bool lint_flags_allow(struct lint_options *options, const char *name,
                      struct error *error);

/* The value of --max-actions. */
bool lint_flags_max_actions(struct lint_options *options, const char *text,
                            struct error *error);

#endif
