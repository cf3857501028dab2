/* weir check --save DIR: counterexamples in a folder, one a file
 * (run/saved.h), NAME.counterexample; other files in it are nobody's business.
 *
 * Lives: keeper_create, which reads them all, keeper_choose, keeper_take for
 * each test, keeper_destroy. */
#ifndef WEIR_CLI_KEEPER_H
#define WEIR_CLI_KEEPER_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "run/saved.h"

struct keeper; /* opaque */

/* Makes the folder when it is not there. With at_load the tests begin at their
 * page's load. NULL: ERROR_USAGE, also for a file that is no counterexample. */
struct keeper *keeper_create(const char *folder, bool at_load,
                             struct error *error);
void keeper_destroy(struct keeper *keeper); /* NULL is fine */

/* Those of the properties that are checked; borrowed. They are told apart by
 * the last part of the specification's path and by the name of the property,
 * and among several properties of this name by their order. With is_whole no
 * property was left out by choice, so that one of a property that is not there
 * is told on stderr. */
const struct saved_list *keeper_choose(struct keeper *keeper, const char *spec,
                                       const struct lang_program *program,
                                       bool is_whole);

/* Keeps the test, all of whose steps are there, in a new file, if it failed,
 * its actions were drawn, and it is not flaky; unless the same actions are
 * saved already. The reporter is told, behind the test, in a notice. */
void keeper_take(struct keeper *keeper, const char *spec,
                 const struct lang_program *program, size_t property,
                 const struct test_result *result, struct reporter *reporter);

#endif
