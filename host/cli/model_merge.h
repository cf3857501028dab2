/* weir merge, of shards of a run of a model. */
#ifndef WEIR_CLI_MODEL_MERGE_H
#define WEIR_CLI_MODEL_MERGE_H

#include <stddef.h>

#include "port/reporter.h"
#include "run/shard_file.h"

struct model_merging {
    struct shard_reader **readers; /* by number; NULL: missing */
    size_t count;
    const struct shard_run *run; /* of one of them; it has a model */
    struct reporter *reporter;
    const char *trace; /* --trace, or NULL */
    bool unwritten;    /* afterwards: a file that was asked for is not whole */
};

/* Tells the reporter of the run, but for its end. False: *error. */
bool model_merge(struct model_merging *merging, struct run_summary *summary,
                 struct error *error);

#endif
