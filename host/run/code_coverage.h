/* What a test has reached of the application's program, and what each action
 * has brought in lately (docs/STRATEGIES.md, "coverage").
 *
 * A yield is a number from 0 to CODE_COVERAGE_ALL: how new the newest thing was
 * that ran after the action. It is all of it for a function or a way through
 * one that this test had not reached, a half for a way that it had once, and so
 * on. Yields are remembered for the action and for the action in the abstract
 * state in which it was taken; what is remembered fades with each new one.
 *
 * It belongs to one test, and depends on nothing but what it was told. */
#ifndef WEIR_RUN_CODE_COVERAGE_H
#define WEIR_RUN_CODE_COVERAGE_H

#include <stdint.h>

#include "run/counts.h"
#include "trace/reach.h"

enum { CODE_COVERAGE_ALL = 256 };

/* Zeroed memory is an empty one. */
struct code_coverage {
    struct counts reached; /* functions, and ways, by how often */
    struct counts yields;  /* 1 + what is remembered, by key */
};

void code_coverage_finish(
    struct code_coverage *code_coverage); /* and empties it */

/* Takes in what has run; its yield. */
uint32_t code_coverage_take(struct code_coverage *code_coverage,
                            const struct reach *reach);

/* The yield belongs to this key: an action, or an action in a state. */
void code_coverage_credit(struct code_coverage *code_coverage, uint64_t key,
                          uint32_t yield);

/* What is remembered of the key; `unknown` where there is nothing yet. */
uint32_t code_coverage_of(const struct code_coverage *code_coverage,
                          uint64_t key, uint32_t unknown);

#endif
