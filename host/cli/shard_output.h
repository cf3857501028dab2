/* weir check --shard K/N: the file with the results of one shard, for weir
 * merge (run/shard_file.h). */
#ifndef WEIR_CLI_SHARD_OUTPUT_H
#define WEIR_CLI_SHARD_OUTPUT_H

#include "cli/options.h"
#include "cli/recorder.h"
#include "run/shard_file.h"

/* Where it goes: --shard-file, or weir-shard-K-of-N.jsonl. Heap text. */
char *shard_output_path(const struct check_options *options);

/* Begins it. `leaders`: of the campaign. `command` repeats the whole run. NULL:
 * ERROR_USAGE. */
struct shard_writer *shard_output_create(const struct check_options *options,
                                         const struct recorder_subject *subject,
                                         const size_t *leaders,
                                         const char *command,
                                         struct error *error);

#endif
