/* The parts of the evaluator, for eval*.c. */
#ifndef WEIR_LANG_EVAL_EVAL_INTERNAL_H
#define WEIR_LANG_EVAL_EVAL_INTERNAL_H

#include "lang/eval/eval.h"

/* Whether the cache holds in this state and moment. */
static inline bool thunk_is_fresh(const struct machine *machine,
                                  const struct thunk *thunk)
{
    return thunk->state == THUNK_FOREVER ||
           (thunk->state == machine->state &&
            (thunk->moment == 0 || thunk->moment == machine->moment));
}

/* Notes on what the cached value of a fresh thunk depends. */
static inline void thunk_note_reads(struct machine *machine,
                                    const struct thunk *thunk)
{
    machine->read_state |= thunk->state != THUNK_FOREVER;
    machine->read_happened |= thunk->moment != 0;
}

/* The value of a node that takes no work: a constant, or a variable whose value
 * is at hand. Borrowed from the frame, which keeps it for as long as the node's
 * neighbours are evaluated: a slot is bound again only outside of them. */
static inline bool eval_peek(struct machine *machine, const struct frame *frame,
                             const struct node *node, struct val *val)
{
    switch (node->kind) {
    case NODE_CONSTANT:
        *val = node->constant;
        return true;
    case NODE_SLOT:
        *val = frame->slots[node->index];
        break;
    case NODE_CAPTURE:
        *val = frame->captures[node->index];
        break;
    case NODE_GLOBAL:
        if (!machine->globals[node->index].ready)
            return false;
        *val = machine->globals[node->index].val;
        break;
    default:
        return false;
    }
    if (val->kind != VAL_THUNK)
        return true;
    const struct thunk *thunk = val->thunk;
    if (!thunk_is_fresh(machine, thunk))
        return false;
    thunk_note_reads(machine, thunk);
    *val = thunk->cached;
    return true;
}

/* Evaluates the body of the frame's code, whose parameters are bound. */
static inline struct val eval_body(struct machine *machine, struct frame *frame)
{
    const struct code *code = frame->code;
    machine->frame = frame;
    struct val result =
        eval_node(machine, frame, machine->quick ? code->quick : code->body);
    machine->frame = frame->caller;
    return result;
}

/* A value for a short while: borrowed when it is at hand, else owned. */
struct held {
    struct val val;
    bool owned;
};

static inline struct held eval_hold(struct machine *machine,
                                    const struct frame *frame,
                                    const struct node *node)
{
    struct held held;
    held.owned = !eval_peek(machine, frame, node, &held.val);
    if (held.owned)
        held.val = eval_node(machine, frame, node);
    return held;
}

static inline void eval_drop(struct held held)
{
    if (held.owned)
        val_unref(held.val);
}

/* eval_lazy.c */
struct val eval_lambda(struct machine *machine, const struct frame *frame,
                       const struct node *node);
/* A delayed expression that turns out to be needed at once. */
struct val eval_now(struct machine *machine, const struct frame *frame,
                    const struct node *node);
struct val eval_next(struct machine *machine, const struct frame *frame,
                     const struct node *node);
struct val eval_temporal(struct machine *machine, const struct frame *frame,
                         const struct node *node);

/* eval_data.c */
struct val eval_data(struct machine *machine, const struct frame *frame,
                     const struct node *node);
struct val eval_project(struct machine *machine, const struct frame *frame,
                        const struct node *node);
struct val eval_for(struct machine *machine, const struct frame *frame,
                    const struct node *node);
/* NODE_ALL and NODE_ANY. */
struct val eval_quantifier(struct machine *machine, const struct frame *frame,
                           const struct node *node);
struct val eval_contains(struct machine *machine, const struct frame *frame,
                         const struct node *node);
struct val eval_length(struct machine *machine, const struct frame *frame,
                       const struct node *node);

#endif
