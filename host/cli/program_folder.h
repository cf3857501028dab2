/* weir check MODEL.js --save DIR: programs that failed in a folder, one a file
 * (run/model/saved_program.h), NAME.program. */
#ifndef WEIR_CLI_PROGRAM_FOLDER_H
#define WEIR_CLI_PROGRAM_FOLDER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/vec.h"
#include "gen/environment.h"
#include "port/model.h"
#include "port/reporter.h"
#include "run/model/campaign.h"
#include "run/model/saved_program.h"

struct program_folder {
    const char *folder; /* borrowed; NULL: nothing is kept */
    const char *model;  /* its name, borrowed */
    const struct model_info *info;
    const struct environment_wish
        *environment; /* of the pages, borrowed; for what is kept */
    VEC(char *) paths;
    VEC(struct model_saved) saved; /* for the campaign */
    bool has_others;               /* there are files of other models */
};

/* Reads the programs of this model. False: ERROR_USAGE; it is to be finished
 * all the same. */
bool program_folder_open(struct program_folder *programs, struct error *error);
/* The same for one file, which has to be of this model. */
bool program_folder_open_file(struct program_folder *programs, const char *path,
                              struct error *error);

/* The model that the program in this file is of, in quotes; "": it names none,
 * or the file cannot be read, which is told when it is opened. Owned. */
char *program_folder_model(const char *path);

/* The environment that the program in this file was found in. False: it names
 * none, or the file cannot be read, which is told when it is opened. *words,
 * which the wish borrows from, is the caller's. */
bool program_folder_environment(const char *path, struct environment_wish *wish,
                                struct value **words);

void program_folder_finish(
    struct program_folder *programs); /* and empties it */

/* Keeps a program that was drawn and fails each time, in a new file. The
 * reporter is told in a notice. */
void program_folder_take(const struct program_folder *programs,
                         enum model_property property,
                         const struct test_result *result,
                         const struct program *program,
                         const struct schedule *schedule,
                         struct reporter *reporter);

#endif
