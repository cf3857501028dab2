/* A program that failed, in a file: text that people read and edit, to be run
 * before anything else is tried (`weir check MODEL.js --save`).
 *
 *     program 1
 *     model "registry.js"
 *     property "parallel"
 *     seed 7
 *     environment ["--time-zone", "any"]
 *
 *     Spawn []
 *     together
 *       1 Register ["a", {"$ref": [0, 0]}]
 *       2 Register ["b", {"$ref": [0, 0]}]
 *     end
 *     schedule [0, 1]
 *
 * One thing a line; blanks at both ends, empty lines and lines that begin with
 * # count for nothing. Commands have the numbers 0, 1, ... in the order of the
 * file; `environment`, which may be missing, has the options that the page's
 * environment was drawn or chosen by; {"$ref": [number, slot]} is what one of
 * them created. A line of `together` begins with its process. `schedule` has
 * the choices of run/model/execute.h. docs/MODELS.md has the whole form. */
#ifndef WEIR_RUN_MODEL_SAVED_PROGRAM_H
#define WEIR_RUN_MODEL_SAVED_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "port/model.h"
#include "run/model/campaign.h"
#include "run/model/execute.h"
#include "run/model/program.h"

enum {
    SAVED_PROGRAM_FORM = 1, /* that is written and read */
    SAVED_PROGRAM_BYTES_LIMIT = 8 * 1024 * 1024,
};

struct saved_program {
    char *model; /* as given; its last part says which model it is of */
    enum model_property property;
    uint64_t seed;                   /* of the test */
    const struct value *environment; /* options, a list of texts, for writing;
                                        borrowed; NULL: none */
    struct program program;
    struct schedule schedule;
};
void saved_program_finish(struct saved_program *saved); /* and empties it */

/* Files are moved: the last part of the model's path says whose program it is.
 */
bool saved_program_is_of(const struct saved_program *saved, const char *model);

/* Appends the text; the program is numbered from 0. `why`: a comment, or NULL.
 */
void saved_program_add(struct buf *out, const struct saved_program *saved,
                       const struct model_info *info, const char *why);

/* The model that such a text names, in quotes, borrowed from it; "": it names
 * none. */
struct str saved_program_model(struct str text);

/* The options of `environment` in such a text, a list of texts; a new
 * reference. NULL: it has none, or is no such text, which saved_program_read
 * tells. */
struct value *saved_program_environment(struct str text);

/* Fills *saved, which is empty, but for the environment. *is_other: it is of
 * another model than `model`, and its commands have not been read. False:
 * ERROR_USAGE, with path and line.
 */
bool saved_program_read(struct saved_program *saved, const char *path,
                        struct str text, const char *model,
                        const struct model_info *info, bool *is_other,
                        struct error *error);

#endif
