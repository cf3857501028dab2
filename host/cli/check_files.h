/* The files that a check writes (--trace, --shard, reports) against those that
 * it reads. */
#ifndef WEIR_CLI_CHECK_FILES_H
#define WEIR_CLI_CHECK_FILES_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "lang/program.h"

/* False: ERROR_USAGE, one of them would be written over another one or over
 * what the command line names. */
bool check_files_are_apart(const struct check_options *options,
                           struct error *error);

/* False: ERROR_USAGE, one of them would be written over a module. */
bool check_files_spare_modules(const struct check_options *options,
                               const struct lang_program *program,
                               struct error *error);

#endif
