/* The folder of --save, one counterexample a file. Other files in it are
 * nobody's business. */
#ifndef WEIR_CLI_SAVED_FOLDER_H
#define WEIR_CLI_SAVED_FOLDER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/str.h"
#include "port/reporter.h"

/* Makes the folder when it is not there, and hands over each file of this
 * suffix, in the order of the alphabet, so that every run does the same. False:
 * ERROR_USAGE, or `read` refused. */
bool saved_folder_read(const char *folder, const char *suffix,
                       bool (*read)(void *context, const char *path,
                                    struct str text, struct error *error),
                       void *context, struct error *error);

/* One file likewise; `whose` stands in front of what is said of it ("--save:
 * ").
 */
bool saved_folder_read_file(const char *path, const char *whose,
                            bool (*read)(void *context, const char *path,
                                         struct str text, struct error *error),
                            void *context, struct error *error);

/* Tells the reporter that something was saved, in these words. */
void saved_folder_tell(struct reporter *reporter, char *words);

#endif
