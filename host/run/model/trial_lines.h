/* A test of a model as JSON lines, as another process tells of it and a shard's
 * file has it (run/shard_file.h):
 *
 *     {"begun":7}                  the number of the test that begins
 *     {"doing":"shrinking: ..."}   what people see of it
 *     {"failing":{...}}            how it failed; it is being made smaller
 *     {"trial":{...}}              what became of it; in a file the only one
 *
 * The choices that arguments were drawn from stay behind. */
#ifndef WEIR_RUN_MODEL_TRIAL_LINES_H
#define WEIR_RUN_MODEL_TRIAL_LINES_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/str.h"
#include "port/model.h"
#include "run/model/trial.h"

/* Each appends one line. */
void trial_add_begun(struct buf *out, int64_t number);
void trial_add_doing(struct buf *out, const char *what);
/* As it is before it is made smaller. */
void trial_add_failing(struct buf *out, const struct trial *trial);
void trial_add(struct buf *out, const struct trial *trial);

enum trial_line { TRIAL_BEGUN, TRIAL_DOING, TRIAL_FAILING, TRIAL_WHOLE };

/* What one line says. */
struct trial_said {
    enum trial_line kind;
    int64_t number;     /* BEGUN */
    char *doing;        /* DOING: owned */
    struct trial trial; /* FAILING, WHOLE: owned; without its place */
};
void trial_said_finish(struct trial_said *said);

/* `info` is of the model that the tests are of; the trial borrows it. False:
 * ERROR_IO, the line is none of these; then there is nothing to finish. */
bool trial_read(struct trial_said *said, struct str line,
                const struct model_info *info, struct error *error);

#endif
