/* Joins the shards of a run (run/shard.h): what campaign_run would have told,
 * told from their files. */
#ifndef WEIR_RUN_MERGE_H
#define WEIR_RUN_MERGE_H

#include <stdbool.h>
#include <stddef.h>

#include "run/campaign.h"
#include "run/shard_file.h"

/* The reader of each shard, by its number from 0; NULL: it is missing, and its
 * tests count as not run, as do those that a shard has not come to. */
struct merge {
    struct shard_reader **readers;
    size_t count;
};

/* As campaign_run; of the campaign only what says which tests there are and who
 * is told of them is used. False and ERROR_USAGE: one of the files is wrong. */
bool merge_run(const struct campaign *campaign, const struct merge *merge,
               struct run_summary *summary, struct error *error);

#endif
