/* The specification that `weir check` runs: loaded, with its warnings told, and
 * left with the properties that are asked for. */
#ifndef WEIR_CLI_CHECKED_PROGRAM_H
#define WEIR_CLI_CHECKED_PROGRAM_H

#include "base/error.h"
#include "cli/options.h"
#include "cli/watch.h"
#include "lang/program.h"

/* The first mistake of a specification, for reports; all owned. */
struct first_mistake {
    char *words; /* NULL: there was none */
    char *file;  /* NULL: no place */
    int line, column;
};

void first_mistake_finish(struct first_mistake *mistake);

/* Diagnostics go to standard error. `watch` hears of all files that were read;
 * NULL: nobody does. The caller's; NULL: *error, which has an empty message
 * when the diagnostics have told all; *mistake is filled, too. */
struct lang_program *checked_program(const struct check_options *options,
                                     struct watch *watch,
                                     struct first_mistake *mistake,
                                     struct error *error);

#endif
