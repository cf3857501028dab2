/* Lists, objects and fields: made, taken apart, gone through. */
#include "lang/eval/eval_internal.h"

#include <string.h>
#include <strings.h>

#include "lang/eval/primitives.h"

/* A block of the items' values, the first at `from`; NULL after a failure. */
static struct val_block *eval_items(struct machine *machine,
                                    const struct frame *frame,
                                    const struct node *node, uint32_t from)
{
    struct val_block *block = val_block_create(from + node->count);
    for (uint32_t i = 0; i < node->count; i++) {
        struct val item = eval_node(machine, frame, node->items[i]);
        if (item.kind == VAL_FAIL) {
            val_unref((struct val){.kind = VAL_LIST, .block = block});
            return NULL;
        }
        block->items[from + i] = item;
    }
    return block;
}

struct val eval_data(struct machine *machine, const struct frame *frame,
                     const struct node *node)
{
    uint32_t from = node->kind == NODE_ACTION ? 1 : 0;
    struct val_block *block = eval_items(machine, frame, node, from);
    if (block == NULL)
        return val_fail();
    enum val_kind kind = VAL_LIST;
    if (node->kind == NODE_OBJECT) {
        kind = VAL_OBJECT;
        block->shape = node->shape;
    } else if (node->kind == NODE_SYMBOL) {
        kind = VAL_SYMBOL;
        block->name = node->name;
    } else if (node->kind == NODE_ACTION) {
        kind = VAL_ACTION;
        block->action = node->action;
    }
    return machine_seal(machine, node, kind, block, false);
}

/* The object that `.k` reads: the value itself, or the first element of a
 * list of objects (reference, 3.4). */
static bool projected_object(struct val val, struct val *object)
{
    *object = val;
    if (val_is_list(val) && val_list_count(val) > 0)
        *object = val_list_at(val, 0);
    return val_is_object(*object);
}

static bool name_is_length(intern_t name)
{
    return strcmp(name->text, "length") == 0;
}

/* Names the selectors that were looked at in this state and match nothing. */
static void help_null(struct machine *machine)
{
    enum { NAMES = 3 };
    int count = 0;
    struct buf names;
    buf_init(&names);
    for (size_t i = 0; i < machine->code->selector_count; i++) {
        const struct selector_slot *slot = &machine->selectors[i];
        bool is_empty = slot->state == machine->state && slot->value != NULL &&
                        slot->value->kind == VALUE_LIST &&
                        slot->value->count == 0;
        if (is_empty && count++ < NAMES)
            buf_addf(&names, "%s`%s`",
                     count == 1 ? "; here no element matches " : ", ",
                     machine->code->selectors[i]->text);
    }
    machine_help(machine,
                 "null is what first(…) and xs[i] give when there is nothing: "
                 "… when x != null%s",
                 buf_text(&names));
    buf_finish(&names);
}

static void fail_no_object(struct machine *machine, const struct node *node,
                           struct val operand)
{
    static const char *const what =
        "Cannot take projection of non-object (or list of objects): ";
    bool missing = operand.kind == VAL_DATA_LIST && operand.selector > 0 &&
                   val_list_count(operand) == 0;
    if (missing) {
        const char *text = machine->code->selectors[operand.selector - 1]->text;
        machine_fail(machine, node,
                     "%sno element matches `%s`, so there is no .%s", what,
                     text, node->name->text);
        machine_help(machine,
                     "where it may be missing: let e = first(`%s`); "
                     "e.%s when e != null",
                     text, node->name->text);
        return;
    }
    machine_fail_got(machine, node, operand, "%s.%s of %s,", what,
                     node->name->text, val_kind_text(operand));
    if (name_is_length(node->name) &&
        (operand.kind == VAL_STRING || val_is_list(operand)))
        machine_help(machine, operand.kind == VAL_STRING
                                  ? "the language has no length of a text; "
                                    "length(…) of one is 1"
                                  : "write length(…)");
    else if (operand.kind == VAL_STRING)
        machine_help(machine, "a text has no fields; a selector stands in "
                              "backticks: `…`");
    else if (operand.kind == VAL_NULL)
        help_null(machine);
}

/* A field whose name differs in case, or that begins like it. */
static intern_t similar_field(struct val object, intern_t name)
{
    const struct val_shape *shape = object.block->shape;
    for (size_t i = 0; i < shape->count; i++)
        if (strcasecmp(shape->names[i]->text, name->text) == 0)
            return shape->names[i];
    for (size_t i = 0; i < shape->count; i++)
        if (strncasecmp(shape->names[i]->text, name->text, 3) == 0)
            return shape->names[i];
    return NULL;
}

static void fail_no_field(struct machine *machine, const struct node *node,
                          struct val object)
{
    /* What fails in the quick form may not be evaluated in the written one. */
    if (object.kind == VAL_DATA_OBJECT && !machine->quick)
        unread_note_field(&machine->unread, machine->current, object.data,
                          intern_as_str(node->name));
    machine_fail_got(machine, node, object,
                     "Field '%s' is not present in object,", node->name->text);
    intern_t near =
        object.kind == VAL_OBJECT ? similar_field(object, node->name) : NULL;
    if (near != NULL)
        machine_help(machine, "did you mean '.%s'?", near->text);
    else if (object.kind == VAL_DATA_OBJECT)
        machine_help(machine, MACHINE_UNREAD_HELP);
}

struct val eval_project(struct machine *machine, const struct frame *frame,
                        const struct node *node)
{
    struct held operand = eval_hold(machine, frame, node->operand);
    if (operand.val.kind == VAL_FAIL)
        return val_fail();
    struct val object;
    struct val field;
    struct val result = val_fail();
    if (!projected_object(operand.val, &object))
        fail_no_object(machine, node, operand.val);
    else if (!val_field(object, node->name, &machine->guesses[node->index],
                        &field))
        fail_no_field(machine, node, object);
    else
        result = val_ref(field);
    eval_drop(operand);
    return result;
}

/* One element of a `for`: its result, null when it is dropped. */
static struct val eval_element(struct machine *machine,
                               const struct frame *frame,
                               const struct node *node, struct val element)
{
    if (!machine_spend(machine, node, 1))
        return val_fail();
    if (!eval_match(machine, frame->slots, node->pattern, element))
        return val_null();
    return eval_node(machine, frame, node->body);
}

struct val eval_for(struct machine *machine, const struct frame *frame,
                    const struct node *node)
{
    struct val list = eval_node(machine, frame, node->operand);
    if (list.kind == VAL_FAIL || !val_is_list(list)) {
        struct val result = list;
        if (list.kind != VAL_FAIL)
            result = eval_element(machine, frame, node, list);
        val_unref(list);
        return result;
    }
    size_t count = val_list_count(list);
    struct val_block *block = val_block_create(count);
    uint32_t kept = 0;
    bool failed = false;
    for (size_t i = 0; i < count && !failed; i++) {
        struct val item =
            eval_element(machine, frame, node, val_list_at(list, i));
        failed = item.kind == VAL_FAIL;
        if (item.kind != VAL_NULL && !failed)
            block->items[kept++] = item;
    }
    block->count = kept;
    val_unref(list);
    return machine_seal(machine, node, VAL_LIST, block, failed);
}

/* -- the quick form -- */

/* What is left of an ALL or ANY once an element is no boolean: a list of the
 * results from there on, to be folded as it is written. */
static struct val fold_rest(struct machine *machine, const struct node *node,
                            struct val rest)
{
    struct val arguments[3] = {node->items[0]->constant,
                               node->items[1]->constant, rest};
    struct val result = list_fold(machine, node, true, arguments);
    val_unref(rest);
    return result;
}

/* The results of the elements from `at` on, the first of which is known
 * (taken). */
static struct val eval_rest(struct machine *machine, const struct frame *frame,
                            const struct node *node, struct val list, size_t at,
                            struct val first)
{
    size_t count = val_list_count(list);
    struct val_block *block = val_block_create(count - at);
    uint32_t kept = 0;
    struct val item = first;
    for (;;) {
        if (item.kind == VAL_FAIL)
            break;
        if (item.kind != VAL_NULL)
            block->items[kept++] = item;
        if (++at == count)
            break;
        item = eval_element(machine, frame, node, val_list_at(list, at));
    }
    block->count = kept;
    struct val rest =
        machine_seal(machine, node, VAL_LIST, block, item.kind == VAL_FAIL);
    return rest.kind == VAL_FAIL ? rest : fold_rest(machine, node, rest);
}

/* As long as the results are booleans, one bit is all there is to keep. */
static struct val eval_all(struct machine *machine, const struct frame *frame,
                           const struct node *node, struct val list)
{
    bool dominant = node->kind == NODE_ANY;
    bool decided = false;
    size_t count = val_list_count(list);
    for (size_t i = 0; i < count; i++) {
        struct val item =
            eval_element(machine, frame, node, val_list_at(list, i));
        if (item.kind == VAL_BOOL) {
            decided |= item.boolean == dominant;
            continue;
        }
        if (item.kind == VAL_NULL)
            continue;
        struct val rest = eval_rest(machine, frame, node, list, i, item);
        if (!decided || rest.kind == VAL_FAIL)
            return rest;
        val_unref(rest);
        break;
    }
    return val_bool(decided == dominant);
}

struct val eval_quantifier(struct machine *machine, const struct frame *frame,
                           const struct node *node)
{
    struct held list = eval_hold(machine, frame, node->operand);
    struct val result = val_fail();
    if (val_is_list(list.val)) {
        result = eval_all(machine, frame, node, list.val);
    } else if (list.val.kind != VAL_FAIL) {
        struct val one = eval_element(machine, frame, node, list.val);
        if (one.kind != VAL_FAIL)
            result = fold_rest(machine, node, one);
    }
    eval_drop(list);
    return result;
}

/* Compares with every element, as the written form does. What is no list is
 * its own only element. */
static struct val find_in(struct machine *machine, const struct node *node,
                          struct val list, size_t count, struct val sought)
{
    bool found = false;
    if (!machine_spend(machine, node, (int64_t)count))
        return val_fail();
    for (size_t i = 0; i < count; i++) {
        struct val item = val_is_list(list) ? val_list_at(list, i) : list;
        switch (val_compare(item, sought, &machine->steps)) {
        case VAL_DIFFERENT:
            break;
        case VAL_EQUAL:
            found = true;
            break;
        default:
            return machine_fail(machine, node, "Cannot compare");
        }
    }
    return val_bool(found);
}

/* In an empty list nothing is sought, so it is not evaluated either. */
struct val eval_contains(struct machine *machine, const struct frame *frame,
                         const struct node *node)
{
    struct held list = eval_hold(machine, frame, node->operand);
    if (list.val.kind == VAL_FAIL)
        return val_fail();
    struct val result = val_bool(false);
    size_t count = val_is_list(list.val) ? val_list_count(list.val) : 1;
    if (count > 0) {
        struct held sought = eval_hold(machine, frame, node->body);
        result = sought.val.kind == VAL_FAIL
                     ? val_fail()
                     : find_in(machine, node, list.val, count, sought.val);
        eval_drop(sought);
    }
    eval_drop(list);
    return result;
}

struct val eval_length(struct machine *machine, const struct frame *frame,
                       const struct node *node)
{
    struct held list = eval_hold(machine, frame, node->operand);
    if (list.val.kind == VAL_FAIL)
        return val_fail();
    size_t count = val_is_list(list.val) ? val_list_count(list.val) : 1;
    eval_drop(list);
    return val_int((int64_t)count);
}
