/* Which properties of a specification a command line asks for (--only,
 * --without). */
#ifndef WEIR_CLI_SELECT_H
#define WEIR_CLI_SELECT_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "lang/program.h"

/* Leaves those in the program that are asked for, in their order; the others
 * stand after them (left_out_count). False:
 * ERROR_USAGE (a name that no property has, or none is left). */
bool select_properties(struct lang_program *program,
                       const struct check_options *options,
                       struct error *error);

/* Whether the options ask for a property of this name. */
bool select_asks_for(const struct check_options *options, const char *name);

#endif
