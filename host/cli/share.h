/* weir check --shard K/N: the file with the results of one shard, for weir
 * merge (run/shard_file.h). */
#ifndef WEIR_CLI_SHARE_H
#define WEIR_CLI_SHARE_H

#include "cli/options.h"
#include "lang/program.h"
#include "port/reporter.h"
#include "run/shard_file.h"

/* --shard-file, or weir-shard-K-of-N.jsonl. `recorded` is for the headers of
 * traces, `command` repeats the whole run. NULL: ERROR_USAGE. */
struct shard_writer *share_create(const struct check_options *options,
                                  const struct run_info *info,
                                  const struct lang_program *program,
                                  const struct value *recorded,
                                  const char *command, struct error *error);

#endif
