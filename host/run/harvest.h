/* What a test has reached of the application's program, and what each action
 * has brought in lately (docs/STRATEGIES.md, "coverage").
 *
 * A yield is a number from 0 to HARVEST_ALL: how new the newest thing was that
 * ran after the action. It is all of it for a function or a way through one
 * that this test had not reached, a half for a way that it had once, and so on.
 * Yields are remembered for the action and for the action in the abstract state
 * in which it was taken; what is remembered fades with each new one.
 *
 * It belongs to one test, and depends on nothing but what it was told. */
#ifndef WEIR_RUN_HARVEST_H
#define WEIR_RUN_HARVEST_H

#include <stdint.h>

#include "run/counts.h"
#include "trace/reach.h"

enum { HARVEST_ALL = 256 };

/* Zeroed memory is an empty one. */
struct harvest {
    struct counts reached; /* functions, and ways, by how often */
    struct counts yields;  /* 1 + what is remembered, by key */
};

void harvest_finish(struct harvest *harvest); /* and empties it */

/* Takes in what has run; its yield. */
uint32_t harvest_take(struct harvest *harvest, const struct reach *reach);

/* The yield belongs to this key: an action, or an action in a state. */
void harvest_credit(struct harvest *harvest, uint64_t key, uint32_t yield);

/* What is remembered of the key; `unknown` where there is nothing yet. */
uint32_t harvest_of(const struct harvest *harvest, uint64_t key,
                    uint32_t unknown);

#endif
