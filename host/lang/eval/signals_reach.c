/* What code can come to evaluate: selectors, and the sites of signals. By its
 * form; what is behind a value that is passed around was met where it was
 * made. */
#include "lang/eval/signals.h"

static void reach_val(struct signals_reach *reach, struct val val)
{
    if (val.kind == VAL_CODE)
        signals_reach_code(reach, val.code);
    if (val.kind < VAL_LIST || val.kind > VAL_FUNCTION)
        return;
    if (val.kind == VAL_FUNCTION)
        signals_reach_code(reach, val.block->code);
    for (uint32_t i = 0; i < val.block->count; i++)
        reach_val(reach, val.block->items[i]);
}

void signals_reach_code(struct signals_reach *reach, const struct code *code)
{
    if (code == NULL || reach->seen[code->number])
        return;
    reach->seen[code->number] = true;
    if (code->action != NULL)
        signals_reach_global(reach, code->action->ast->index);
    if (code->body != NULL)
        signals_reach_node(reach, code->body);
}

void signals_reach_global(struct signals_reach *reach, uint32_t index)
{
    if (reach->stays)
        return;
    const struct global_code *global = &reach->program->globals[index];
    signals_reach_code(reach, global->code);
    signals_reach_code(reach, global->maker);
    if (global->let != NULL)
        signals_reach_code(reach, global->let->code);
}

/* The selector whose first element a field is taken of, also by a name that
 * stands for it; or NULL. */
static const struct node *selector_of(const struct signals_reach *reach,
                                      const struct node *node)
{
    while (node != NULL) {
        if (node->kind == NODE_SELECTOR)
            return node;
        if (node->kind == NODE_INLINE) {
            node = node->body;
            continue;
        }
        if (node->kind != NODE_GLOBAL || reach->stays)
            return NULL;
        const struct global_code *global =
            &reach->program->globals[node->index];
        node = global->mode == GLOBAL_LAZY && global->code != NULL
                   ? global->code->body
                   : NULL;
    }
    return NULL;
}

static void reach_selector(struct signals_reach *reach, uint32_t index,
                           bool is_list)
{
    if (reach->sources != NULL)
        reach->sources[index] = true;
    if (reach->lists != NULL && is_list)
        reach->lists[index] = true;
}

static void reach_pattern(struct signals_reach *reach,
                          const struct pattern *pattern)
{
    if (pattern == NULL)
        return;
    if (pattern->kind == AST_PATTERN_OBJECT)
        reach->any_name = true;
    for (uint32_t i = 0; i < pattern->count; i++)
        reach_pattern(reach, pattern->items[i]);
}

static bool is_number(const struct node *node)
{
    return node->kind == NODE_CONSTANT && node->constant.kind == VAL_INT;
}

/* True: that was all of it. */
static bool reach_field(struct signals_reach *reach, const struct node *node)
{
    if (node->kind == NODE_PRIMITIVE && node->primitive == PRIMITIVE_NTH &&
        !is_number(node->items[1]))
        reach->any_name = true;
    if (node->kind == NODE_LET || node->kind == NODE_FOR)
        reach_pattern(reach, node->pattern);
    if (node->kind != NODE_PROJECT)
        return false;
    if (reach->names != NULL)
        map_set(reach->names, intern_as_str(node->name), reach);
    const struct node *selector = selector_of(reach, node->operand);
    if (selector == NULL)
        return false;
    reach_selector(reach, selector->index, false);
    return true;
}

/* Counts actions on elements: what is read to find these is no source of it, a
 * page may make its buttons anew. */
static bool counts_actions(const struct node *node)
{
    while (node->kind == NODE_INLINE)
        node = node->body;
    return node->kind == NODE_SIGNAL && (node->primitive == PRIMITIVE_CLICKS ||
                                         node->primitive == PRIMITIVE_INPUTS);
}

void signals_reach_node(struct signals_reach *reach, const struct node *node)
{
    if (reach->lists != NULL && counts_actions(node))
        return;
    if (reach_field(reach, node))
        return;
    switch (node->kind) {
    case NODE_CONSTANT:
        reach_val(reach, node->constant);
        return;
    case NODE_SELECTOR:
        reach_selector(reach, node->index, true);
        return;
    case NODE_GLOBAL:
        signals_reach_global(reach, node->index);
        return;
    case NODE_SIGNAL:
        if (reach->sites != NULL && node->index > 0)
            reach->sites[node->index - 1] = node;
        break;
    case NODE_NEXT:
    case NODE_TEMPORAL:
        reach->met_time = true;
        break;
    case NODE_INLINE:
        if (reach->calls != NULL && node->body->kind == NODE_SIGNAL &&
            node->body->index > 0)
            reach->calls[node->body->index - 1] = node;
        break;
    case NODE_ACTION:
        signals_reach_global(reach, node->action->ast->index);
        break;
    case NODE_LAMBDA:
    case NODE_DELAY:
    case NODE_CALL:
        signals_reach_code(reach, node->code);
        break;
    default:
        break;
    }
    for (uint32_t i = 0; i < node->count; i++)
        signals_reach_node(reach, node->items[i]);
    if (node->operand != NULL)
        signals_reach_node(reach, node->operand);
    if (node->body != NULL)
        signals_reach_node(reach, node->body);
}
