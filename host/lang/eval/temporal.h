/* Values as formulas of the logic, and the other way round; the leaves that the
 * logic asks about in each state. */
#ifndef WEIR_LANG_EVAL_TEMPORAL_H
#define WEIR_LANG_EVAL_TEMPORAL_H

#include <stdbool.h>

#include "lang/eval/code.h"
#include "lang/eval/machine.h"
#include "lang/eval/thunk.h"
#include "lang/eval/value.h"
#include "logic/formula.h"

extern const struct ltl_leaf_ops machine_leaf_ops; /* context: struct world */

/* A value as a formula with a reference, or NULL when it is none. */
struct ltl_formula *formula_of_val(struct machine *machine, struct val val);
/* What helps where it is none, or NULL. */
const char *formula_help(struct val val);
/* Takes the formula. */
struct val formula_to_val(struct machine *machine, struct ltl_formula *formula);
struct val formula_not(struct machine *machine, const struct node *site,
                       struct val val);
/* AND, OR, IMPLIES with both sides known, the left one not decisive. Takes
 * both. */
struct val formula_connect(struct machine *machine, const struct node *site,
                           enum node_kind kind, struct val left,
                           struct val right);
/* What a left side alone decides: true and *result, or go on. Takes `left`
 * when it decides or fails. */
bool formula_decide(struct machine *machine, const struct node *site,
                    enum node_kind kind, struct val left, struct val *result);
struct val formula_next(struct machine *machine, const struct node *site,
                        enum ltl_strength strength, struct thunk *leaf);
/* `second` may be NULL. Borrows the leaves. */
struct val formula_start(struct machine *machine, const struct node *site,
                         enum ltl_operator op, struct val count,
                         struct thunk *first, struct thunk *second);
/* The leaf for a lazy argument that is a thunk or value; takes it. NULL: too
 * deep. */
struct thunk *formula_leaf(struct machine *machine, struct val val);
/* The store's caches are for this moment from now on. */
void formula_moment(struct machine *machine);

#endif
