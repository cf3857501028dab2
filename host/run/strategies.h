/* The strategies by name (docs/STRATEGIES.md). */
#ifndef WEIR_RUN_STRATEGIES_H
#define WEIR_RUN_STRATEGIES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "port/strategy.h"

struct strategy_kind {
    const char *name;
    const char *summary; /* for people, a few words */
    struct strategy *(*create)(uint64_t seed);
};

/* NULL: there is none of that name. */
const struct strategy_kind *strategies_find(const char *name);

/* The one that is used when none is asked for. */
const struct strategy_kind *strategies_default(void);

/* Appends the names: "uniform, novelty". */
void strategies_add_names(struct buf *out);

#endif
