/* weir check MODEL.js --save DIR: programs that failed in a folder, one a file
 * (run/model/saved_program.h), NAME.program. */
#ifndef WEIR_CLI_MODEL_KEEPER_H
#define WEIR_CLI_MODEL_KEEPER_H

#include <stdbool.h>

#include "base/error.h"
#include "base/vec.h"
#include "port/model.h"
#include "port/reporter.h"
#include "run/model/campaign.h"
#include "run/model/saved_program.h"

struct model_keeper {
    const char *folder; /* borrowed; NULL: nothing is kept */
    const char *model;  /* its name, borrowed */
    const struct model_info *info;
    VEC(char *) paths;
    VEC(struct model_saved) saved; /* for the campaign */
    bool has_others;               /* there are files of other models */
};

/* Reads the programs of this model. False: ERROR_USAGE; it is to be finished
 * all the same. */
bool model_keeper_open(struct model_keeper *keeper, struct error *error);
/* The same for one file, which has to be of this model. */
bool model_keeper_open_file(struct model_keeper *keeper, const char *path,
                            struct error *error);
void model_keeper_finish(struct model_keeper *keeper); /* and empties it */

/* Keeps a program that was drawn and fails each time, in a new file. The
 * reporter is told in a notice. */
void model_keeper_take(const struct model_keeper *keeper,
                       enum model_property property,
                       const struct test_result *result,
                       const struct program *program,
                       const struct schedule *schedule,
                       struct reporter *reporter);

#endif
