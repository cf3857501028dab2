/* weir check MODEL.js --shard K/N: the file of a shard (run/shard_file.h), and
 * what its header says of the model, for whoever reads it without the model. */
#ifndef WEIR_CLI_MODEL_SHARD_H
#define WEIR_CLI_MODEL_SHARD_H

#include <stdbool.h>

#include "cli/options.h"
#include "run/model/campaign.h"
#include "run/shard_file.h"

/* Begins it. `command` repeats the whole run. NULL: ERROR_USAGE. */
struct shard_writer *model_shard_create(const struct check_options *options,
                                        const struct run_info *info,
                                        const struct model_campaign *campaign,
                                        const char *command,
                                        struct error *error);
/* Only drawn tests that have a result or an error. False: ERROR_IO. */
bool model_shard_add(struct shard_writer *writer, const struct trial *trial,
                     struct error *error);

/* The model as a header tells of it. */
struct model_told {
    struct model_info info;     /* of its commands the names, and `cover` */
    const struct value *first;  /* state; borrowed */
    bool has[MODEL_PROPERTIES]; /* which properties are tested */
};
/* Borrows from the value, which must outlive it. False: ERROR_USAGE, it is not
 * what create writes; then there is nothing to finish. */
bool model_told_read(struct model_told *told, const struct value *model,
                     struct error *error);
void model_told_finish(struct model_told *told);

#endif
