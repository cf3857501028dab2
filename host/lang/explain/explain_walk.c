/* The walk into an expression: which part makes it true or false. It evaluates
 * as it goes; evaluation has no effects and its results are cached, so nothing
 * changes by looking. */
#include "lang/explain/explain.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/eval.h"

/* What went wrong is forgotten; what it cost is not. */
static void forget_error(struct machine *machine)
{
    int64_t steps = machine->steps;
    machine_begin(machine);
    machine->steps = steps;
}

struct val explain_eval(struct explainer *explainer, const struct view *view,
                        const struct node *node)
{
    struct machine *machine = explainer->machine;
    struct val val = eval_node(machine, &view->frame, node);
    if (val.kind == VAL_FAIL)
        forget_error(machine);
    return val;
}

bool explain_is(struct explainer *explainer, const struct view *view,
                const struct node *node, bool truth)
{
    struct val val = explain_eval(explainer, view, node);
    bool is = val_is_bool(val, truth);
    val_unref(val);
    return is;
}

void explain_plain(struct explainer *explainer, const struct view *view,
                   const struct node *node, bool truth)
{
    if (node != explainer->unmet)
        explain_add(explainer, view, node, truth ? "is true" : "is false");
}

/* -- views -- */

struct view explain_view(const struct thunk *thunk)
{
    return (struct view){
        .frame = {.captures = thunk->items,
                  .code = thunk->code,
                  .site = thunk->site},
    };
}

/* Room for the slots of code about to be entered. */
void explain_open(struct view *view, const struct code *code)
{
    view->frame.code = code;
    view->frame.slots =
        memory_zeroed(code->slot_count, sizeof *view->frame.slots);
    view->origins = memory_zeroed(code->slot_count, sizeof *view->origins);
}

void explain_close(struct view *view)
{
    for (uint32_t i = 0; i < view->frame.code->slot_count; i++)
        val_unref(view->frame.slots[i]);
    free(view->frame.slots);
    free(view->origins);
}

/* A thunk's expression, in a view of its own. */
static void why_thunk(struct explainer *explainer, struct view view,
                      struct thunk *thunk, bool truth)
{
    if (thunk->code == NULL)
        return;
    thunk_ref(thunk);
    explain_open(&view, thunk->code);
    explain_why(explainer, &view, thunk->code->body, truth);
    explain_close(&view);
    thunk_unref(thunk);
}

void explain_thunk(struct explainer *explainer, struct thunk *thunk, bool truth)
{
    why_thunk(explainer, explain_view(thunk), thunk, truth);
}

struct val explain_argument(struct explainer *explainer,
                            const struct view *view, const struct node *node,
                            bool lazy)
{
    struct machine *machine = explainer->machine;
    struct val val = lazy ? eval_delayed(machine, &view->frame, node)
                          : eval_node(machine, &view->frame, node);
    if (val.kind == VAL_FAIL)
        forget_error(machine);
    return val;
}

bool explain_bind(struct explainer *explainer, const struct view *view,
                  const struct node *let)
{
    struct val val = explain_argument(explainer, view, let->operand, let->lazy);
    bool fits =
        val.kind != VAL_FAIL &&
        eval_match(explainer->machine, view->frame.slots, let->pattern, val);
    val_unref(val);
    if (fits && let->pattern->kind == AST_PATTERN_LOCAL)
        view->origins[let->pattern->index] =
            (struct origin){let->operand, view};
    return fits;
}

/* -- variables -- */

/* A value: what it was computed from, if that was in this very evaluation. */
static void why_variable(struct explainer *explainer, const struct view *view,
                         const struct node *node, bool truth)
{
    bool own = node->kind == NODE_SLOT;
    struct val val = own ? view->frame.slots[node->index]
                         : view->frame.captures[node->index];
    if (val.kind == VAL_THUNK && val.thunk->code != NULL) {
        explain_thunk(explainer, val.thunk, truth);
        return;
    }
    struct origin origin = {NULL, NULL};
    if (own && view->origins != NULL)
        origin = view->origins[node->index];
    if (origin.node != NULL && origin.node->kind != NODE_CONSTANT)
        explain_why(explainer, origin.view, origin.node, truth);
    else
        explain_plain(explainer, view, node, truth);
}

static void why_global(struct explainer *explainer, const struct view *view,
                       const struct node *node, bool truth)
{
    struct val val = machine_global(explainer->machine, node, node->index);
    if (val.kind == VAL_THUNK) {
        struct view inner = explain_view(val.thunk);
        inner.frame.site = node;
        inner.caller = view;
        why_thunk(explainer, inner, val.thunk, truth);
    } else {
        explain_plain(explainer, view, node, truth);
    }
    val_unref(val);
}

/* -- control -- */

/* left AND right (as it stands for the other two after negating). `dominant`
 * is the value with which one side decides alone. */
static void why_both(struct explainer *explainer, const struct view *view,
                     const struct node *node, bool dominant, bool truth)
{
    bool left_truth = node->kind == NODE_IMPLIES ? !truth : truth;
    bool left = explain_is(explainer, view, node->items[0], left_truth);
    if (left)
        explain_why(explainer, view, node->items[0], left_truth);
    if (left && truth == dominant)
        return;
    if (explain_is(explainer, view, node->items[1], truth))
        explain_why(explainer, view, node->items[1], truth);
}

static void why_connective(struct explainer *explainer, const struct view *view,
                           const struct node *node, bool truth)
{
    size_t before = explainer->reasons->count;
    if (node->kind == NODE_IMPLIES && !truth) {
        /* The left side holds, as it should: the right one is to blame. */
        if (explain_is(explainer, view, node->items[1], false))
            explain_why(explainer, view, node->items[1], false);
    } else {
        why_both(explainer, view, node, node->kind != NODE_AND, truth);
    }
    if (explainer->reasons->count == before)
        explain_plain(explainer, view, node, truth);
}

static void why_if(struct explainer *explainer, const struct view *view,
                   const struct node *node, bool truth)
{
    uint32_t condition = node->kind == NODE_WHEN ? 1 : 0;
    bool holds = explain_is(explainer, view, node->items[condition], true);
    if (node->kind == NODE_IF)
        explain_why(explainer, view, node->items[holds ? 1 : 2], truth);
    else if (holds)
        explain_why(explainer, view, node->items[0], truth);
    else
        explain_plain(explainer, view, node, truth);
}

static void why_let(struct explainer *explainer, const struct view *view,
                    const struct node *node, bool truth)
{
    if (explain_bind(explainer, view, node))
        explain_why(explainer, view, node->body, truth);
    else
        explain_plain(explainer, view, node, truth);
}

/* A delayed expression, in a view of its own. */
static void why_delayed(struct explainer *explainer, const struct view *view,
                        const struct node *node, bool truth)
{
    struct val val = explain_argument(explainer, view, node, true);
    if (val.kind == VAL_THUNK)
        explain_thunk(explainer, val.thunk, truth);
    val_unref(val);
}

/* The second operand of `release` that is false, or of `until` that is true,
 * decides whatever the first one is. */
static bool decides_alone(const struct node *node, bool truth)
{
    return node->temporal == LTL_RELEASE ? !truth : truth;
}

/* A temporal operator that is decided already in this state. */
static void why_temporal(struct explainer *explainer, const struct view *view,
                         const struct node *node, bool truth)
{
    size_t before = explainer->reasons->count;
    for (uint32_t i = node->count - 1; i > 0; i--) {
        if (!explain_is(explainer, view, node->items[i], truth))
            continue;
        why_delayed(explainer, view, node->items[i], truth);
        if (decides_alone(node, truth))
            break;
    }
    if (explainer->reasons->count == before)
        explain_plain(explainer, view, node, truth);
}

static void why_node(struct explainer *explainer, const struct view *view,
                     const struct node *node, bool truth)
{
    switch (node->kind) {
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
        why_connective(explainer, view, node, truth);
        break;
    case NODE_IF:
    case NODE_WHEN:
        why_if(explainer, view, node, truth);
        break;
    case NODE_LET:
        why_let(explainer, view, node, truth);
        break;
    case NODE_CALL:
        explain_call(explainer, view, node, truth);
        break;
    case NODE_INLINE:
        explain_inline(explainer, view, node, truth);
        break;
    case NODE_APPLY:
        explain_apply(explainer, view, node, truth);
        break;
    case NODE_SLOT:
    case NODE_CAPTURE:
        why_variable(explainer, view, node, truth);
        break;
    case NODE_GLOBAL:
        why_global(explainer, view, node, truth);
        break;
    case NODE_DELAY:
        why_delayed(explainer, view, node, truth);
        break;
    case NODE_TEMPORAL:
        why_temporal(explainer, view, node, truth);
        break;
    case NODE_PRIMITIVE:
        if (node->primitive == PRIMITIVE_NOT)
            explain_why(explainer, view, node->items[0], !truth);
        else
            explain_plain(explainer, view, node, truth);
        break;
    default:
        explain_plain(explainer, view, node, truth);
        break;
    }
}

void explain_why(struct explainer *explainer, const struct view *view,
                 const struct node *node, bool truth)
{
    if (explainer->reasons->count >= EXPLAIN_REASON_LIMIT)
        return;
    if (explainer->depth >= EXPLAIN_DEPTH_LIMIT) {
        explain_plain(explainer, view, node, truth);
        return;
    }
    explainer->depth++;
    why_node(explainer, view, node, truth);
    explainer->depth--;
}
