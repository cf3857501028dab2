/* Calls: of known functions with exactly their arguments, and of values with
 * however many there are (functions are curried). */
#include "lang/eval/eval_internal.h"

#include <assert.h>

#include "lang/eval/primitives.h"

/* -- patterns -- */

static bool match_items(struct machine *machine, struct val *slots,
                        const struct pattern *pattern, const struct val *items,
                        size_t count)
{
    if (count != pattern->count)
        return false;
    for (uint32_t i = 0; i < pattern->count; i++)
        if (!eval_match(machine, slots, pattern->items[i], items[i]))
            return false;
    return true;
}

static bool match_list(struct machine *machine, struct val *slots,
                       const struct pattern *pattern, struct val val)
{
    if (!val_is_list(val) || val_list_count(val) != pattern->count)
        return false;
    for (uint32_t i = 0; i < pattern->count; i++)
        if (!eval_match(machine, slots, pattern->items[i], val_list_at(val, i)))
            return false;
    return true;
}

static bool match_object(struct machine *machine, struct val *slots,
                         const struct pattern *pattern, struct val val)
{
    if (!val_is_object(val))
        return false;
    for (uint32_t i = 0; i < pattern->count; i++) {
        struct val field;
        uint32_t guess = 0;
        if (!val_field(val, pattern->keys[i], &guess, &field) ||
            !eval_match(machine, slots, pattern->items[i], field))
            return false;
    }
    return true;
}

static bool match_literal(struct machine *machine,
                          const struct pattern *pattern, struct val val)
{
    return pattern->literal.kind == val.kind &&
           val_compare(pattern->literal, val, &machine->steps) == VAL_EQUAL;
}

bool eval_match_parts(struct machine *machine, struct val *slots,
                      const struct pattern *pattern, struct val val)
{
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:  /* bound by match */
    case AST_PATTERN_GLOBAL: /* bound by machine_run_let */
    case AST_PATTERN_ANY:
        return true;
    case AST_PATTERN_NULL:
        return val.kind == VAL_NULL;
    case AST_PATTERN_LITERAL:
        return match_literal(machine, pattern, val);
    case AST_PATTERN_LIST:
        return match_list(machine, slots, pattern, val);
    case AST_PATTERN_OBJECT:
        return match_object(machine, slots, pattern, val);
    case AST_PATTERN_SYMBOL:
        return val.kind == VAL_SYMBOL && val.block->name == pattern->name &&
               match_items(machine, slots, pattern, val.block->items,
                           val.block->count);
    case AST_PATTERN_ACTION:
        return val.kind == VAL_ACTION && val.block->action == pattern->action &&
               match_items(machine, slots, pattern, val.block->items + 1,
                           val.block->count - 1u);
    }
    return false;
}

/* -- running code -- */

/* True when the parameters fit their arguments. */
static bool match_parameters(struct machine *machine, struct frame *frame)
{
    const struct code *code = frame->code;
    for (uint32_t i = 0; i < code->arity; i++)
        if (code->parameters[i].refutable &&
            !eval_match(machine, frame->slots, code->parameters[i].pattern,
                        frame->slots[i]))
            return false;
    return true;
}

/* An action value from the arguments in the slots. */
static struct val make_action(struct machine *machine, struct frame *frame)
{
    uint32_t count = frame->code->arity;
    struct val_block *block = val_block_create(count + (size_t)1);
    block->action = frame->code->action;
    for (uint32_t i = 0; i < count; i++)
        block->items[i + 1] = val_ref(frame->slots[i]);
    struct val val = val_block_seal(VAL_ACTION, block);
    if (val.kind == VAL_FAIL)
        machine_fail_too_deep(machine, frame->site);
    return val;
}

struct val eval_code(struct machine *machine, struct frame *frame)
{
    switch (frame->code->kind) {
    case CODE_PRIMITIVE:
        return primitive_run(machine, frame->site, frame->code->primitive,
                             frame->slots);
    case CODE_ACTION:
        return make_action(machine, frame);
    case CODE_BODY:
        break;
    }
    return match_parameters(machine, frame) ? eval_body(machine, frame)
                                            : val_null();
}

struct val eval_call(struct machine *machine, const struct frame *frame,
                     const struct node *node)
{
    struct frame callee;
    const struct code *code = node->code;
    if (!machine_push(machine, &callee, code, NULL, node))
        return val_fail();
    struct val result = val_null();
    for (uint32_t i = 0; i < code->arity && result.kind != VAL_FAIL; i++) {
        struct val argument = code->parameters[i].lazy
                                  ? eval_delayed(machine, frame, node->items[i])
                                  : eval_node(machine, frame, node->items[i]);
        if (argument.kind == VAL_FAIL)
            result = argument;
        else
            callee.slots[i] = argument;
    }
    if (result.kind != VAL_FAIL)
        result = eval_code(machine, &callee);
    machine_pop(machine, &callee);
    return result;
}

/* -- applying values -- */

/* A function value taken apart. */
struct callee {
    const struct code *code;
    const struct val *captures;
    const struct val *given; /* arguments it has already */
    uint32_t given_count;
};

static struct callee callee_of(struct val function)
{
    if (function.kind == VAL_CODE)
        return (struct callee){.code = function.code};
    const struct val_block *block = function.block;
    return (struct callee){
        .code = block->code,
        .captures = block->items,
        .given = block->items + block->code->capture_count,
        .given_count = block->count - block->code->capture_count,
    };
}

/* Where arguments come from: expressions of a call, or values. */
struct arguments {
    const struct frame *frame;
    const struct node *const *nodes; /* or NULL */
    struct val *values;              /* taken */
    size_t count;
};

/* The next argument for a parameter that is lazy or not. */
static struct val next_argument(struct machine *machine,
                                struct arguments *arguments, bool lazy,
                                const struct node *site)
{
    arguments->count--;
    if (arguments->nodes != NULL) {
        const struct node *node = *arguments->nodes++;
        return lazy ? eval_delayed(machine, arguments->frame, node)
                    : eval_node(machine, arguments->frame, node);
    }
    assert(arguments->values != NULL && "arguments are nodes or values");
    struct val val = *arguments->values++;
    return lazy ? val : eval_force(machine, site, val);
}

/* Evaluates and drops arguments that nobody takes. */
static bool skip_arguments(struct machine *machine, const struct node *site,
                           struct arguments *arguments)
{
    bool failed = false;
    while (arguments->count > 0) {
        if (failed && arguments->nodes != NULL)
            return false;
        struct val val = next_argument(machine, arguments, failed, site);
        failed |= val.kind == VAL_FAIL;
        val_unref(val);
    }
    return !failed;
}

/* A call with all its arguments. */
static struct val apply_fully(struct machine *machine, const struct node *site,
                              const struct callee *callee,
                              struct arguments *arguments)
{
    struct frame frame;
    if (!machine_push(machine, &frame, callee->code, callee->captures, site))
        return val_fail();
    for (uint32_t i = 0; i < callee->given_count; i++)
        frame.slots[i] = val_ref(callee->given[i]);
    struct val result = val_null();
    for (uint32_t i = callee->given_count; i < callee->code->arity; i++) {
        struct val argument = next_argument(
            machine, arguments, callee->code->parameters[i].lazy, site);
        if (argument.kind == VAL_FAIL) {
            result = argument;
            break;
        }
        frame.slots[i] = argument;
    }
    if (result.kind != VAL_FAIL)
        result = eval_code(machine, &frame);
    machine_pop(machine, &frame);
    return result;
}

/* Whether the arguments so far fit; a function that is null already at its
 * first argument must show it (reference, 3.7). */
static bool fits_so_far(struct machine *machine, const struct code *code,
                        const struct val *given, uint32_t count)
{
    bool refutable = false;
    for (uint32_t i = 0; code->kind == CODE_BODY && i < count; i++)
        refutable |= code->parameters[i].refutable;
    if (!refutable)
        return true;
    struct frame frame;
    if (!machine_push(machine, &frame, code, NULL, NULL))
        return true;
    bool fits = true;
    for (uint32_t i = 0; i < count && fits; i++)
        fits = !code->parameters[i].refutable ||
               eval_match(machine, frame.slots, code->parameters[i].pattern,
                          given[i]);
    machine_pop(machine, &frame);
    return fits;
}

/* A function that waits for more arguments. */
static struct val apply_partly(struct machine *machine, const struct node *site,
                               const struct callee *callee,
                               struct arguments *arguments)
{
    uint32_t captured = callee->code->capture_count;
    uint32_t old = captured + callee->given_count;
    struct val_block *block = val_block_create(old + arguments->count);
    block->code = callee->code;
    assert((captured == 0 || callee->captures != NULL) &&
           "only closures capture");
    for (uint32_t i = 0; i < captured; i++)
        block->items[i] = val_ref(callee->captures[i]);
    for (uint32_t i = 0; i < callee->given_count; i++)
        block->items[captured + i] = val_ref(callee->given[i]);
    bool failed = false;
    for (uint32_t i = old; i < block->count && !failed; i++) {
        struct val argument =
            next_argument(machine, arguments,
                          callee->code->parameters[i - captured].lazy, site);
        failed = argument.kind == VAL_FAIL;
        if (!failed)
            block->items[i] = argument;
    }
    bool fits =
        !failed && fits_so_far(machine, callee->code, block->items + captured,
                               block->count - captured);
    struct val val = val_block_seal(VAL_FUNCTION, block);
    if (val.kind == VAL_FAIL)
        return machine_fail(machine, site, "Functions nest too deeply");
    if (!failed && fits)
        return val;
    val_unref(val);
    return failed || machine_has_failed(machine) ? val_fail() : val_null();
}

/* Applies the function (taken) until the arguments are used up. */
static struct val apply_all(struct machine *machine, const struct node *site,
                            struct val function, struct arguments *arguments)
{
    while (arguments->count > 0 && val_is_function(function)) {
        struct callee callee = callee_of(function);
        uint32_t wanted = callee.code->arity - callee.given_count;
        struct val result =
            arguments->count >= wanted
                ? apply_fully(machine, site, &callee, arguments)
                : apply_partly(machine, site, &callee, arguments);
        val_unref(function);
        function = result;
    }
    if (arguments->count == 0)
        return function;
    if (function.kind != VAL_NULL && function.kind != VAL_FAIL)
        machine_fail_got(machine, site, function,
                         "Only functions can be applied,");
    bool failed = machine_has_failed(machine);
    val_unref(function);
    if (failed && arguments->nodes != NULL)
        return val_fail();
    /* null applied to anything is null; the arguments are still evaluated */
    bool skipped = skip_arguments(machine, site, arguments);
    return failed || !skipped ? val_fail() : val_null();
}

struct val eval_apply(struct machine *machine, const struct frame *frame,
                      const struct node *node)
{
    struct val function = eval_node(machine, frame, node->operand);
    if (function.kind == VAL_FAIL)
        return function;
    struct arguments arguments = {
        .frame = frame, .nodes = node->items, .count = node->count};
    return apply_all(machine, node, function, &arguments);
}

struct val eval_apply_value(struct machine *machine, const struct node *site,
                            struct val function, struct val *values,
                            size_t count)
{
    struct arguments arguments = {.values = values, .count = count};
    return apply_all(machine, site, function, &arguments);
}
