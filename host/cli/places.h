/* Where the properties of a program are defined, for its reporters. */
#ifndef WEIR_CLI_PLACES_H
#define WEIR_CLI_PLACES_H

#include "lang/program.h"
#include "port/reporter.h"

/* One for each property, in order. The array is the caller's; what it points to
 * is borrowed from the program. */
struct run_property *places_of(const struct lang_program *program);

#endif
