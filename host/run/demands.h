/* Whether a run goes nowhere because of what its property demands
 * (docs/LOGIC.md, "Runs that would not end"). Asked once whenever nothing is
 * awaited. */
#ifndef WEIR_RUN_DEMANDS_H
#define WEIR_RUN_DEMANDS_H

#include <stdbool.h>
#include <stdint.h>

#include "port/checker.h"
#include "trace/verdict.h"

/* All zero: nothing is known. */
struct demands {
    bool is_overdue;    /* something is... */
    int64_t overdue_at; /* ...since so many actions */
    int64_t least;      /* states that were demanded, at the fewest; 0: none
                           since the last time at which none was */
    int64_t least_at;   /* since so many actions */
};

/* CUT_OVERDUE: something has been overdue for so many actions (`limit`; 0:
 * there is none). CUT_ENDLESS: through so many, new demands have come as fast
 * as the old ones were met. Else CUT_NONE. */
enum cut demands_look(struct demands *demands, struct checker *checker,
                      int64_t actions, int64_t limit);

/* What a report calls the limit that was reached. */
const char *demands_limit(enum cut cut);

#endif
