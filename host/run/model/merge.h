/* Joins the shards of a run of a model (run/shard_file.h): what
 * model_campaign_run would have told, told from their files. */
#ifndef WEIR_RUN_MODEL_MERGE_H
#define WEIR_RUN_MODEL_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "run/model/course.h"
#include "run/shard_file.h"

struct model_merge {
    /* The reader of each shard, by its number from 0; NULL: it is missing, and
     * its tests count as not run, as do those that a shard has not come to. */
    struct shard_reader **readers;
    size_t count;
    const struct model_info *info; /* command names and cover */
    const struct value *first;     /* state of the model */
};

/* As model_campaign_run; of the campaign `wants`, which is there, `tests`, and
 * who is told are used. False and ERROR_USAGE: a file is wrong. */
bool model_merge_run(const struct model_campaign *campaign,
                     const struct model_merge *merge,
                     struct run_summary *summary, struct error *error);

#endif
