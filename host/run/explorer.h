/* Strategies that remember what a test has done, and prefer what it has not
 * (docs/STRATEGIES.md). One machine, and for each strategy a recipe of what
 * counts. No proposal is left out for good. */
#ifndef WEIR_RUN_EXPLORER_H
#define WEIR_RUN_EXPLORER_H

#include <stdint.h>

#include "port/strategy.h"

/* The least-tried action in this abstract state, and with these pairs of things
 * true. */
struct strategy *explorer_create_novelty(uint64_t seed);

/* What exercises parts of the property that have not been: the least-tried
 * action with this left of the property, and what has shown new outcomes
 * before. */
struct strategy *explorer_create_transitions(uint64_t seed);

/* Novelty, while the state is filled for a time, left alone, and emptied. */
struct strategy *explorer_create_tides(uint64_t seed);

/* Novelty, and what can be done takes turns; what consists of several actions
 * comes early the first time, and later the less often the more they are. */
struct strategy *explorer_create_turns(uint64_t seed);

/* Tides; and what has lately reached new or seldom reached parts of the
 * application's program is preferred. */
struct strategy *explorer_create_coverage(uint64_t seed);

#endif
