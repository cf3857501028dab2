/* Where the properties of a program are defined, for its reporters. */
#ifndef WEIR_CLI_PLACES_H
#define WEIR_CLI_PLACES_H

#include "base/error.h"
#include "lang/program.h"
#include "port/reporter.h"

/* One for each property, in order. The array is the caller's; what it points to
 * is borrowed from the program. */
struct run_property *places_of(const struct lang_program *program);

/* Puts in front of an error whose message begins with a selector, in backticks,
 * where that stands; nothing where it stands nowhere. */
void places_name_selector(const struct lang_program *program,
                          struct error *error);

#endif
