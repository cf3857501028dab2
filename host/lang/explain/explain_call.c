/* The walk into calls: user functions are entered, quantifiers are taken apart
 * by element, most of the library is not looked into. */
#include "lang/explain/explain.h"

#include "lang/eval/eval.h"

/* -- entering a function -- */

/* Parameters are bound as the evaluator would; false when they do not fit. */
static bool bind_parameters(struct explainer *explainer, struct view *view)
{
    const struct code *code = view->frame.code;
    for (uint32_t i = 0; i < code->arity; i++)
        if (code->parameters[i].refutable &&
            !eval_match(explainer->machine, view->frame.slots,
                        code->parameters[i].pattern, view->frame.slots[i]))
            return false;
    return true;
}

/* Fills slots from `first` on with the arguments; false when one fails. */
static bool pass_arguments(struct explainer *explainer, struct view *inner,
                           uint32_t first, const struct view *view,
                           const struct node *const *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool lazy = inner->frame.code->parameters[first + i].lazy;
        struct val val = explain_argument(explainer, view, items[i], lazy);
        if (val.kind == VAL_FAIL)
            return false;
        inner->frame.slots[first + i] = val;
        inner->origins[first + i] = (struct origin){items[i], view};
    }
    return true;
}

/* Whether an expression of the library hands control to one of its caller. */
static bool hands_over(const struct node *node)
{
    switch (node->kind) {
    case NODE_IF:
    case NODE_WHEN:
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
    case NODE_TEMPORAL:
    case NODE_APPLY:
        return true;
    case NODE_LET:
    case NODE_INLINE: /* (f | g)(x) = f(x) ?? g(x) */
        return hands_over(node->body);
    case NODE_CALL:
        return node->code->kind == CODE_BODY && hands_over(node->code->body);
    default:
        return false;
    }
}

/* Code of the library is looked into only where it hands control over, and that
 * of another module of the specification also where it looks at the state by
 * itself; else the call, with what it was given, is the reason. */
static bool is_worth_entering(struct explainer *explainer,
                              const struct code *code)
{
    return code->kind == CODE_BODY &&
           (code->span.source == explainer->home || hands_over(code->body) ||
            (explain_is_home(explainer, code->span) &&
             explain_reads_state(explainer, code)));
}

/* True when the call was explained from inside. */
static bool enter(struct explainer *explainer, const struct view *view,
                  const struct node *site, const struct code *code,
                  const struct val *captures, const struct val *given,
                  uint32_t given_count, bool truth)
{
    struct view inner = {.frame = {.captures = captures, .site = site},
                         .caller = view};
    explain_open(&inner, code);
    for (uint32_t i = 0; i < given_count; i++)
        inner.frame.slots[i] = val_ref(given[i]);
    bool fits = pass_arguments(explainer, &inner, given_count, view,
                               site->items, code->arity - given_count) &&
                bind_parameters(explainer, &inner);
    if (fits)
        explain_why(explainer, &inner, code->body, truth);
    explain_close(&inner);
    return fits;
}

/* -- quantifiers: all(f, xs) and any(f, xs) of the list library -- */

enum { QUANTIFIER_LIMIT = 3 };

/* The loop inside the call: forall and exists are compiled to
 *     foldr(_&&_, true, the loop)
 * after bindings of arguments, which are done on the way. NULL: none. */
static const struct node *enter_loop(struct explainer *explainer,
                                     const struct view *view,
                                     const struct node *node)
{
    for (;;) {
        if (node->kind == NODE_PRIMITIVE && node->primitive == PRIMITIVE_FOLDR)
            node = node->items[2];
        if (node->kind == NODE_LET && node->operand->kind == NODE_FOR)
            node = node->operand;
        if (node->kind == NODE_FOR)
            return node;
        if (node->kind != NODE_LET && node->kind != NODE_INLINE)
            return NULL;
        if (node->kind == NODE_LET)
            explain_bind(explainer, view, node);
        node = node->body;
    }
}

static bool is_quantifier(const struct explainer *explainer,
                          const struct node *node, const char *name)
{
    return node->kind == NODE_INLINE && node->count == 2 &&
           !explain_is_home(explainer, node->code->span) &&
           node->code->name != NULL &&
           str_is(intern_as_str(node->code->name), name);
}

/* The reasons of one element: the body of the loop, with the element bound. */
static void why_element(struct explainer *explainer, const struct view *view,
                        const struct node *loop, struct val element, bool truth)
{
    const struct element *outer = explainer->element;
    struct loop around = {{loop->operand, view}, explainer->loop};
    explainer->loop = &around;
    struct element inner = {.name = loop->pattern->name, .val = element};
    if (loop->pattern->kind == AST_PATTERN_LOCAL)
        explainer->element = &inner;
    if (eval_match(explainer->machine, view->frame.slots, loop->pattern,
                   element) &&
        explain_is(explainer, view, loop->body, truth))
        explain_why(explainer, view, loop->body, truth);
    explainer->element = outer;
    explainer->loop = around.outer;
}

static void why_quantifier(struct explainer *explainer, const struct view *view,
                           const struct node *node, bool truth)
{
    size_t before = explainer->reasons->count;
    bool decided_by_one = is_quantifier(explainer, node, "any") == truth;
    const struct node *loop = enter_loop(explainer, view, node->body);
    struct val list = loop == NULL
                          ? val_null()
                          : explain_eval(explainer, view, loop->operand);
    size_t count = val_is_list(list) ? val_list_count(list) : 0;
    /* That none of many elements fits is a reason of its own. */
    if (!decided_by_one && count > QUANTIFIER_LIMIT)
        count = 0;
    for (size_t i = 0; i < count; i++) {
        why_element(explainer, view, loop, val_list_at(list, i), truth);
        if (explainer->reasons->count >= before + QUANTIFIER_LIMIT)
            break;
    }
    val_unref(list);
    if (explainer->reasons->count == before)
        explain_plain(explainer, view, node, truth);
}

void explain_inline(struct explainer *explainer, const struct view *view,
                    const struct node *node, bool truth)
{
    struct view inner = *view;
    inner.frame.site = node;
    inner.caller = view;
    if (is_quantifier(explainer, node, "all") ||
        is_quantifier(explainer, node, "any"))
        why_quantifier(explainer, view, node, truth);
    else if (is_worth_entering(explainer, node->code))
        explain_why(explainer, &inner, node->body, truth);
    else
        explain_plain(explainer, view, node, truth);
}

void explain_call(struct explainer *explainer, const struct view *view,
                  const struct node *node, bool truth)
{
    if (!is_worth_entering(explainer, node->code) ||
        !enter(explainer, view, node, node->code, NULL, NULL, 0, truth))
        explain_plain(explainer, view, node, truth);
}

void explain_apply(struct explainer *explainer, const struct view *view,
                   const struct node *node, bool truth)
{
    struct val function = explain_eval(explainer, view, node->operand);
    bool done = false;
    if (function.kind == VAL_CODE && function.code->arity == node->count &&
        is_worth_entering(explainer, function.code)) {
        done =
            enter(explainer, view, node, function.code, NULL, NULL, 0, truth);
    } else if (function.kind == VAL_FUNCTION) {
        const struct val_block *block = function.block;
        uint32_t given = block->count - block->code->capture_count;
        if (block->code->arity == given + node->count &&
            is_worth_entering(explainer, block->code))
            done =
                enter(explainer, view, node, block->code, block->items,
                      block->items + block->code->capture_count, given, truth);
    }
    val_unref(function);
    if (!done)
        explain_plain(explainer, view, node, truth);
}
