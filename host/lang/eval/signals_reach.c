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

void signals_reach_node(struct signals_reach *reach, const struct node *node)
{
    switch (node->kind) {
    case NODE_CONSTANT:
        reach_val(reach, node->constant);
        return;
    case NODE_SELECTOR:
        if (reach->sources != NULL)
            reach->sources[node->index] = true;
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
