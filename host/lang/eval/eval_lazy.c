/* What is not evaluated now: captures, closures, thunks, and the operands of
 * temporal operators. */
#include "lang/eval/eval_internal.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lang/eval/temporal.h"

/* -- captures -- */

/* The captures of a closure or thunk about to be made, each with a reference;
 * `captures` has room for them. */
static void take_captures(const struct frame *frame, const struct code *code,
                          struct val *captures)
{
    for (uint32_t i = 0; i < code->capture_count; i++) {
        const struct capture *from = &code->captures[i];
        captures[i] = val_ref(from->from_slot ? frame->slots[from->index]
                                              : frame->captures[from->index]);
    }
}

/* Captures of code about to run or be closed over fit here without a heap
 * block, almost always. */
enum { CAPTURES_INLINE = 16 };

struct captures {
    struct val *items;
    struct val inline_items[CAPTURES_INLINE];
};

static void captures_open(struct captures *captures, const struct frame *frame,
                          const struct code *code)
{
    captures->items = captures->inline_items;
    if (code->capture_count > CAPTURES_INLINE)
        captures->items =
            memory_zeroed(code->capture_count, sizeof *captures->items);
    take_captures(frame, code, captures->items);
}

/* Frees the room; the references are the caller's. */
static void captures_close(struct captures *captures)
{
    if (captures->items != captures->inline_items)
        free(captures->items);
}

static void captures_drop(struct captures *captures, const struct code *code)
{
    for (uint32_t i = 0; i < code->capture_count; i++)
        val_unref(captures->items[i]);
    captures_close(captures);
}

static struct val delay(struct machine *machine, const struct frame *frame,
                        const struct node *node)
{
    struct val val = {.kind = VAL_THUNK};
    if (node->code->capture_count == 0) {
        val.thunk = thunk_ref(machine_static(machine, node));
        return val;
    }
    struct captures captures;
    captures_open(&captures, frame, node->code);
    val.thunk =
        thunk_create(node->code, captures.items, node->code->capture_count);
    captures_close(&captures);
    if (val.thunk == NULL)
        return machine_fail_too_deep(machine, node);
    val.thunk->site = frame->site;
    return val;
}

struct val eval_delayed(struct machine *machine, const struct frame *frame,
                        const struct node *node)
{
    switch (node->kind) {
    case NODE_DELAY:
        return delay(machine, frame, node);
    case NODE_SLOT:
        return val_ref(frame->slots[node->index]);
    case NODE_CAPTURE:
        return val_ref(frame->captures[node->index]);
    case NODE_GLOBAL:
        return machine_global(machine, node, node->index);
    default:
        return eval_node(machine, frame, node);
    }
}

struct val eval_now(struct machine *machine, const struct frame *frame,
                    const struct node *node)
{
    struct val result;
    struct frame inner;
    struct captures captures;
    if (node->code->capture_count == 0)
        return eval_force_thunk(machine, node, machine_static(machine, node));
    captures_open(&captures, frame, node->code);
    if (machine_push(machine, &inner, node->code, captures.items, node)) {
        result = eval_code(machine, &inner);
        machine_pop(machine, &inner);
    } else {
        result = val_fail();
    }
    captures_drop(&captures, node->code);
    return result;
}

static void fill_cache(struct machine *machine, struct thunk *thunk,
                       struct val val)
{
    struct val old = thunk->cached;
    thunk->cached = val_ref(val);
    thunk->moment = machine->read_happened ? machine->moment : 0;
    thunk->state = machine->state;
    if (!machine->read_state && !machine->read_happened)
        thunk->state = THUNK_FOREVER;
    val_unref(old);
}

struct val eval_force_thunk(struct machine *machine, const struct node *site,
                            struct thunk *thunk)
{
    if (thunk_is_fresh(machine, thunk)) {
        thunk_note_reads(machine, thunk);
        return val_ref(thunk->cached);
    }
    bool read_state = machine->read_state;
    bool read_happened = machine->read_happened;
    machine->read_state = false;
    machine->read_happened = false;
    struct frame frame;
    struct val result = val_fail();
    if (machine_push(machine, &frame, thunk->code, thunk->items, site)) {
        thunk_ref(thunk); /* whoever holds it may let go while it runs */
        result = eval_body(machine, &frame);
        machine_pop(machine, &frame);
        if (result.kind != VAL_FAIL)
            fill_cache(machine, thunk, result);
        thunk_unref(thunk);
    }
    machine->read_state |= read_state;
    machine->read_happened |= read_happened;
    return result;
}

struct val eval_force(struct machine *machine, const struct node *site,
                      struct val val)
{
    if (val.kind != VAL_THUNK)
        return val;
    struct val result = eval_force_thunk(machine, site, val.thunk);
    val_unref(val);
    return result;
}

struct val eval_lambda(struct machine *machine, const struct frame *frame,
                       const struct node *node)
{
    struct val_block *block = val_block_create(node->code->capture_count);
    block->code = node->code;
    take_captures(frame, node->code, block->items);
    return machine_seal(machine, node, VAL_FUNCTION, block, false);
}

/* -- temporal operators -- */

/* The interned leaf for an operand of a temporal operator. */
static struct thunk *eval_leaf(struct machine *machine,
                               const struct frame *frame,
                               const struct node *node)
{
    if (node->kind != NODE_DELAY || node->code->capture_count == 0) {
        struct val val = eval_delayed(machine, frame, node);
        return val.kind == VAL_FAIL ? NULL : formula_leaf(machine, val);
    }
    struct captures captures;
    captures_open(&captures, frame, node->code);
    struct thunk *leaf =
        world_intern_code(machine->world, node->code, captures.items,
                          node->code->capture_count, frame->site);
    captures_drop(&captures, node->code);
    return leaf;
}

struct val eval_next(struct machine *machine, const struct frame *frame,
                     const struct node *node)
{
    struct thunk *leaf = eval_leaf(machine, frame, node->items[0]);
    if (leaf == NULL)
        return machine_fail_too_deep(machine, node);
    struct val result = formula_next(machine, node, node->strength, leaf);
    thunk_unref(leaf);
    return result;
}

struct val eval_temporal(struct machine *machine, const struct frame *frame,
                         const struct node *node)
{
    struct val count = eval_node(machine, frame, node->items[0]);
    if (count.kind == VAL_FAIL)
        return count;
    struct thunk *first = eval_leaf(machine, frame, node->items[1]);
    struct thunk *second = NULL;
    if (first != NULL && node->count > 2)
        second = eval_leaf(machine, frame, node->items[2]);
    struct val result;
    if (first == NULL || (node->count > 2 && second == NULL))
        result = machine_fail_too_deep(machine, node);
    else
        result =
            formula_start(machine, node, node->temporal, count, first, second);
    val_unref(count);
    if (first != NULL)
        thunk_unref(first);
    if (second != NULL)
        thunk_unref(second);
    return result;
}
