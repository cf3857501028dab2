/* The one source of chance. Everything weir leaves to chance is drawn here, so
 * that one seed decides a whole run (docs/DETERMINISM.md).
 *
 * The numbers come from SplitMix64 (Steele, Lea, Flood 2014): one 64-bit state,
 * good enough to choose among a few hundred actions, the same on every
 * machine. What a seed generates is a promise; a test pins it.
 */
#ifndef WEIR_GEN_CHOICES_H
#define WEIR_GEN_CHOICES_H

#include <stddef.h>
#include <stdint.h>

struct choices {
    uint64_t state;
};

void choices_init(struct choices *choices, uint64_t seed);

uint64_t choices_next(struct choices *choices);

/* Uniform in [0, bound); bound > 0. Unbiased (rejection). */
size_t choices_below(struct choices *choices, size_t bound);

/* A seed from the operating system, for runs without --seed. */
uint64_t choices_fresh_seed(void);

/* The seed of one test of a run: depends on the run's seed and the test's place
 * only (among all the tests that the run has when none fails, from 0), so that
 * it is the same whatever became of other tests. */
uint64_t choices_seed_of_test(uint64_t run_seed, size_t place);

#endif
