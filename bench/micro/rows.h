/* The groups of rows, one file each; see bench/README.md. */
#ifndef WEIR_BENCH_MICRO_ROWS_H
#define WEIR_BENCH_MICRO_ROWS_H

#include <stdbool.h>
#include <stdint.h>

#include "bench/micro/replay.h"
#include "lang/program.h"

/* The logic alone (ltl.c). */
void rows_of_the_logic(int64_t most_states);

/* What is done once for a specification (program.c). */
bool rows_of_the_program(const char *spec, const char *library);

/* A property over a recorded trace, in this process (property.c). */
void rows_of_the_property(const struct lang_program *program,
                          const struct replay *replay, int64_t most_states);

/* The same by `weir check SPEC --from -`, in a process of its own
 * (offline.c). */
void rows_offline(const char *weir, const char *spec,
                  const struct replay *replay, int64_t most_states);

#endif
