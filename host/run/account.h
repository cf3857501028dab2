/* Keeps account of a test for its coverage: which actions were on offer, which
 * were taken, and in how many kinds of states. */
#ifndef WEIR_RUN_ACCOUNT_H
#define WEIR_RUN_ACCOUNT_H

#include "port/strategy.h"
#include "trace/action.h"
#include "trace/coverage.h"
#include "trace/step.h"

struct account;

/* Counts into `coverage`, which must outlive it. */
struct account *account_create(struct coverage *coverage);
void account_destroy(struct account *account); /* NULL is fine */

/* A state of the trace; what led to it was the action chosen last where it is
 * ACTED. */
void account_observe(struct account *account, const struct step *step);

/* The proposals in the last state (hints may be NULL: nothing is counted), and
 * which of them was requested. */
void account_choose(struct account *account, const struct action_list *proposed,
                    const struct proposal_hint *hints, size_t index);

#endif
