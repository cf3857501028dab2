/* One of N shares of a command's tests, each run by a machine of its own
 * (`--shard K/N`, docs/CI.md).
 *
 * Tests are numbered through, property by property; shard K has those with the
 * numbers K, K + N, K + 2N, ... from 1. Each has the seed that it has in the
 * whole run, so that all shards together are the whole run. After a test that
 * did not pass a shard goes on with the next property, as the whole run does;
 * what the others have run after that test is left out when they are joined
 * (run/merge.h). */
#ifndef WEIR_RUN_SHARD_H
#define WEIR_RUN_SHARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SHARD_LIMIT = 1000 }; /* of one run: merging opens all files at once */

struct shard {
    size_t number; /* from 1 */
    size_t of;     /* 0: the run is not shared out */
};

/* "2/4". False: it is no such thing, or more than SHARD_LIMIT. */
bool shard_parse(struct shard *shard, const char *text);

/* Whether the shard has the test with this number (from 0). */
bool shard_has(struct shard shard, uint64_t number);

#endif
