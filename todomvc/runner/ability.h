/* What the program weir can do: options come and go with its versions. */
#ifndef WEIR_TODOMVC_RUNNER_ABILITY_H
#define WEIR_TODOMVC_RUNNER_ABILITY_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"

/* Appends what `weir check --help` prints. False and ERROR_SETUP: it cannot be
 * started, or it says that something is wrong. */
bool ability_ask(const char *weir, struct buf *help, struct error *error);

/* Whether the help text has this option, "--seed". */
bool ability_has(const struct buf *help, const char *option);

#endif
