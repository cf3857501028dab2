/* Evaluation: a recursive walk over code.h, in a machine. What the parts of it
 * share among themselves is in eval_internal.h.
 *
 * A result of kind VAL_FAIL means that the machine has noted an error. */
#ifndef WEIR_LANG_EVAL_EVAL_H
#define WEIR_LANG_EVAL_EVAL_H

#include <stdbool.h>
#include <stddef.h>

#include "lang/eval/code.h"
#include "lang/eval/machine.h"
#include "lang/eval/thunk.h"
#include "lang/eval/value.h"

struct val eval_node(struct machine *machine, const struct frame *frame,
                     const struct node *node);
/* A lazy argument: a thunk, or a value that needs none. */
struct val eval_delayed(struct machine *machine, const struct frame *frame,
                        const struct node *node);
/* Forces a thunk; other values are given back. Takes it. */
struct val eval_force(struct machine *machine, const struct node *site,
                      struct val val);
/* Forces a borrowed thunk. */
struct val eval_force_thunk(struct machine *machine, const struct node *site,
                            struct thunk *thunk);

/* Runs code in a frame whose first slots hold the arguments: matches the
 * parameters and evaluates the body. */
struct val eval_code(struct machine *machine, struct frame *frame);

/* Applies a value to arguments that are values or thunks (takes them). */
struct val eval_apply_value(struct machine *machine, const struct node *site,
                            struct val function, struct val *arguments,
                            size_t count);
struct val eval_call(struct machine *machine, const struct frame *frame,
                     const struct node *node);
struct val eval_apply(struct machine *machine, const struct frame *frame,
                      const struct node *node);

/* Matches and binds slots of the frame; false when the pattern does not fit.
 * Borrows the value. */
bool eval_match_parts(struct machine *machine, struct val *slots,
                      const struct pattern *pattern, struct val val);

static inline bool eval_match(struct machine *machine, struct val *slots,
                              const struct pattern *pattern, struct val val)
{
    if (pattern->kind != AST_PATTERN_LOCAL) /* most often it is a name */
        return eval_match_parts(machine, slots, pattern, val);
    struct val old = slots[pattern->index];
    slots[pattern->index] = val_ref(val);
    val_unref(old);
    return true;
}

#endif
