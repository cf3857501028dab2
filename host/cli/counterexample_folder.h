/* weir check --save DIR: counterexamples in a folder, one a file
 * (run/saved.h), NAME.counterexample; other files in it are nobody's business.
 *
 * Lives: counterexample_folder_create, which reads them all,
 * counterexample_folder_choose, counterexample_folder_take for each test,
 * counterexample_folder_destroy. */
#ifndef WEIR_CLI_COUNTEREXAMPLE_FOLDER_H
#define WEIR_CLI_COUNTEREXAMPLE_FOLDER_H

#include <stdbool.h>

#include "base/error.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "run/saved.h"

struct counterexample_folder; /* opaque */

/* Makes the folder when it is not there. With at_load the tests begin at their
 * page's load. NULL: ERROR_USAGE, also for a file that is no counterexample. */
struct counterexample_folder *counterexample_folder_create(const char *folder,
                                                           bool at_load,
                                                           int64_t pauses_ms,
                                                           struct error *error);
void counterexample_folder_destroy(
    struct counterexample_folder *counterexamples); /* NULL is fine */

/* Those of the properties that are checked; borrowed. They are told apart by
 * the last part of the specification's path and by the name of the property,
 * and among several properties of this name by their order. With is_whole no
 * property was left out by choice, so that one of a property that is not there
 * is told on stderr. */
const struct saved_list *
counterexample_folder_choose(struct counterexample_folder *counterexamples,
                             const char *spec,
                             const struct lang_program *program, bool is_whole);

/* Keeps the test, all of whose steps are there, in a new file, if it failed,
 * its actions were drawn, and it is not flaky; unless the same actions are
 * saved already. The reporter is told, after the test, in a notice. */
void counterexample_folder_take(struct counterexample_folder *counterexamples,
                                const char *spec,
                                const struct lang_program *program,
                                size_t property,
                                const struct test_result *result,
                                struct reporter *reporter);

#endif
