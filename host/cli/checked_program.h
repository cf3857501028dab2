/* The specification that `weir check` runs: loaded, with its warnings told, and
 * left with the properties that are asked for. */
#ifndef WEIR_CLI_CHECKED_PROGRAM_H
#define WEIR_CLI_CHECKED_PROGRAM_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/watch.h"
#include "lang/program.h"

/* Diagnostics go to standard error. `watch` hears of all files that were read;
 * NULL: nobody does. The caller's; NULL: *error, which has an empty message
 * when the diagnostics have told all. */
struct lang_program *checked_program(const struct check_options *options,
                                     struct watch *watch, struct error *error);

#endif
