/* The reporters that a command line asks for (--reporter NAME[=FILE]). */
#ifndef WEIR_CLI_REPORTERS_H
#define WEIR_CLI_REPORTERS_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/options.h"
#include "cli/outputs.h"
#include "port/reporter.h"

/* Makes them, joined into one that the caller destroys: the console where none
 * is asked for. False: ERROR_USAGE (no such reporter, a file that cannot be
 * written); *reporter is still to be destroyed. A file that cannot be written
 * later on is told of, and *unwritten set; it has to live as long as the
 * reporter. */
bool reporters_create(struct reporter **reporter,
                      const struct check_options *options, bool *unwritten,
                      struct error *error);

/* Has those that are for programs tell that nothing could be tested, because of
 * summary->aborted; people are told otherwise. Files that cannot be written are
 * told of, and noted in *unwritten. For when reporters_create has not been
 * called.
 */
void reporters_tell_aborted(const struct check_options *options,
                            const struct run_info *info,
                            const struct run_summary *summary, bool *unwritten);

/* Whether none of them tells people why a run ended. */
bool reporters_are_silent(const struct check_options *options);

/* The file that --reporter TEXT writes, borrowed from the text; NULL: none. */
const char *reporters_file(const char *text);

/* Adds the files of all reporters, borrowed from the options; returns how many:
 * at most OPTIONS_LIMIT. */
size_t reporters_list_files(const struct check_options *options,
                            struct file_use *files);

/* Tells people, beside the console, where the file is that they can open. */
void reporters_tell_files(const struct check_options *options);

/* Whether one of them shows every step of a passing or very long test. */
bool reporters_want_all_steps(const struct check_options *options);

/* Whether one of them shows what the page looked like and said. */
bool reporters_want_evidence(const struct check_options *options);

#endif
