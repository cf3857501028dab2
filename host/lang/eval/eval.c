/* Evaluation of expressions: one function, one switch over the node kinds; a
 * helper per rule above it. */
#include "lang/eval/eval_internal.h"

#include "lang/eval/primitives.h"
#include "lang/eval/temporal.h"

/* -- variables -- */

/* A variable whose value is not at hand: a thunk to force. Borrows `val`. */
static struct val read_variable(struct machine *machine,
                                const struct node *node, struct val val)
{
    if (val.kind == VAL_THUNK)
        return eval_force_thunk(machine, node, val.thunk);
    return val_ref(val);
}

static struct val eval_happened(struct machine *machine,
                                const struct node *node)
{
    machine->read_state = true;
    machine->read_happened = true;
    if (machine->current == NULL)
        return machine_fail_without_state(machine, node);
    return val_ref(machine->happened);
}

static struct val eval_global(struct machine *machine, const struct node *node)
{
    struct global_slot *slot = &machine->globals[node->index];
    if (slot->ready)
        return read_variable(machine, node, slot->val);
    return eval_force(machine, node,
                      machine_global(machine, node, node->index));
}

/* -- control -- */

static void fail_condition(struct machine *machine, const struct node *node,
                           struct val val, const char *where)
{
    machine_fail_got(machine, node, val, "Expected boolean in %s condition,",
                     where);
    if (val.kind == VAL_FORMULA)
        machine_help(machine, "a condition is decided in one state; it cannot "
                              "be a temporal formula");
    else
        machine_help(machine, "only true and false are conditions: write a "
                              "comparison");
}

/* true, false, or -1 after noting that the condition is neither. */
static int condition(struct machine *machine, const struct frame *frame,
                     const struct node *node, const char *where)
{
    struct val val = eval_node(machine, frame, node);
    if (val.kind == VAL_BOOL)
        return val.boolean ? 1 : 0;
    if (val.kind != VAL_FAIL)
        fail_condition(machine, node, val, where);
    val_unref(val);
    return -1;
}

static struct val eval_if(struct machine *machine, const struct frame *frame,
                          const struct node *node)
{
    int truth = condition(machine, frame, node->items[0], "if");
    if (truth < 0)
        return val_fail();
    machine_note(machine, node->index, val_bool(truth));
    return eval_node(machine, frame, node->items[truth ? 1 : 2]);
}

static struct val eval_when(struct machine *machine, const struct frame *frame,
                            const struct node *node)
{
    int truth = condition(machine, frame, node->items[1], "when");
    if (truth < 0)
        return val_fail();
    machine_note(machine, node->index, val_bool(truth));
    return truth ? eval_node(machine, frame, node->items[0]) : val_null();
}

static struct val eval_right(struct machine *machine, const struct frame *frame,
                             const struct node *node)
{
    struct val right = eval_node(machine, frame, node->items[1]);
    if (node->kind == NODE_OR && node->index != 0)
        machine_note(machine, node->index + 1, right);
    return right;
}

static struct val eval_connective(struct machine *machine,
                                  const struct frame *frame,
                                  const struct node *node)
{
    struct val result;
    struct val left = eval_node(machine, frame, node->items[0]);
    machine_note(machine, node->index, left);
    if (left.kind == VAL_BOOL) {
        /* false && _, true || _, false ==> _ are decided; else the right side
         * counts as it is */
        if (left.boolean == (node->kind == NODE_OR))
            return val_bool(node->kind != NODE_AND);
        return eval_right(machine, frame, node);
    }
    if (left.kind == VAL_FAIL)
        return left;
    if (formula_decide(machine, node, node->kind, left, &result))
        return result;
    struct val right = eval_right(machine, frame, node);
    return formula_connect(machine, node, node->kind, left, right);
}

static struct val eval_let(struct machine *machine, const struct frame *frame,
                           const struct node *node)
{
    struct val val = node->lazy ? eval_delayed(machine, frame, node->operand)
                                : eval_node(machine, frame, node->operand);
    if (val.kind == VAL_FAIL)
        return val;
    bool fits = eval_match(machine, frame->slots, node->pattern, val);
    val_unref(val);
    return fits ? eval_node(machine, frame, node->body) : val_null();
}

/* The slots are the caller's; the frame is another one, for call traces. */
static struct val eval_inline(struct machine *machine,
                              const struct frame *frame,
                              const struct node *node)
{
    struct frame inner = {
        .slots = frame->slots,
        .captures = frame->captures,
        .code = node->code,
        .site = node,
        .caller = machine->frame,
    };
    machine->frame = &inner;
    struct val result = eval_node(machine, &inner, node->body);
    machine->frame = inner.caller;
    return result;
}

/* -- primitives -- */

static struct val eval_primitive(struct machine *machine,
                                 const struct frame *frame,
                                 const struct node *node)
{
    struct val arguments[3];
    unsigned owned = 0; /* bit i: argument i is ours to release */
    struct val result = val_null();
    for (uint32_t i = 0; i < node->count; i++) {
        if (eval_peek(machine, frame, node->items[i], &arguments[i]))
            continue;
        arguments[i] = eval_node(machine, frame, node->items[i]);
        if (arguments[i].kind == VAL_FAIL) {
            result = val_fail();
            break;
        }
        owned |= 1u << i;
    }
    if (result.kind != VAL_FAIL)
        result = primitive_run(machine, node, node->primitive, arguments);
    for (uint32_t i = 0; owned != 0; i++, owned >>= 1)
        if ((owned & 1) != 0)
            val_unref(arguments[i]);
    return result;
}

/* -- the switch -- */

static struct val eval_inner(struct machine *machine, const struct frame *frame,
                             const struct node *node)
{
    switch (node->kind) {
    case NODE_SELECTOR:
        return machine_selector(machine, node);
    case NODE_HAPPENED:
        return eval_happened(machine, node);
    case NODE_GLOBAL:
        return eval_global(machine, node);
    case NODE_LAMBDA:
        return eval_lambda(machine, frame, node);
    case NODE_DELAY:
        return eval_now(machine, frame, node);
    case NODE_PROJECT:
        return eval_project(machine, frame, node);
    case NODE_LIST:
    case NODE_OBJECT:
    case NODE_SYMBOL:
    case NODE_ACTION:
        return eval_data(machine, frame, node);
    case NODE_CALL:
        return eval_call(machine, frame, node);
    case NODE_INLINE:
        return eval_inline(machine, frame, node);
    case NODE_APPLY:
        return eval_apply(machine, frame, node);
    case NODE_LET:
        return eval_let(machine, frame, node);
    case NODE_PRIMITIVE:
        return eval_primitive(machine, frame, node);
    case NODE_IF:
        return eval_if(machine, frame, node);
    case NODE_WHEN:
        return eval_when(machine, frame, node);
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
        return eval_connective(machine, frame, node);
    case NODE_FOR:
        return eval_for(machine, frame, node);
    case NODE_ALL:
    case NODE_ANY:
        return eval_quantifier(machine, frame, node);
    case NODE_CONTAINS:
        return eval_contains(machine, frame, node);
    case NODE_LENGTH:
        return eval_length(machine, frame, node);
    case NODE_NEXT:
        return eval_next(machine, frame, node);
    case NODE_TEMPORAL:
        return eval_temporal(machine, frame, node);
    case NODE_SIGNAL:
        return signals_read(machine, node);
    case NODE_CONSTANT:
        return val_ref(node->constant);
    case NODE_SLOT:
        return read_variable(machine, node, frame->slots[node->index]);
    case NODE_CAPTURE:
        return read_variable(machine, node, frame->captures[node->index]);
    case NODE_BOTTOM:
        break;
    }
    return machine_fail(machine, node, "This expression nests too deeply");
}

/* Not in line, so that what is at hand costs no large frame. */
__attribute__((noinline)) static struct val
eval_with_work(struct machine *machine, const struct frame *frame,
               const struct node *node)
{
    if (++machine->depth > MACHINE_DEPTH_LIMIT) {
        machine->depth--;
        return machine_fail(machine, node,
                            "The evaluation nests too deeply (more than %d "
                            "levels)",
                            MACHINE_DEPTH_LIMIT);
    }
    struct val result = eval_inner(machine, frame, node);
    machine->depth--;
    return result;
}

struct val eval_node(struct machine *machine, const struct frame *frame,
                     const struct node *node)
{
    struct val at_hand;
    if (eval_peek(machine, frame, node, &at_hand))
        return val_ref(at_hand);
    return eval_with_work(machine, frame, node);
}
