/* Which parts of the text are points (code.h). The same text compiled again, as
 * functions in line are, has the same points. */
#include "lang/eval/compile.h"

static uint32_t number_of(struct compiler *compiler, enum coverage_kind kind,
                          struct span span)
{
    uint32_t key[] = {(uint32_t)kind, span.source, span.start, span.end};
    struct str bytes = str_from((const char *)key, sizeof key);
    uintptr_t number = (uintptr_t)map_find(&compiler->point_numbers, bytes);
    if (number != 0)
        return (uint32_t)number;
    vec_push(&compiler->points, ((struct point){kind, span}));
    number = compiler->points.count - 1;
    map_set(&compiler->point_numbers, bytes, (void *)number);
    return (uint32_t)number;
}

/* What is a disjunction itself has points of its own, and none here. */
static struct span side(const struct node *node)
{
    return node->kind == NODE_OR ? (struct span){0} : node->span;
}

/* The two sides stand one after the other: a pair is numbered as a whole. */
static uint32_t number_of_pair(struct compiler *compiler,
                               const struct node *node)
{
    size_t count = compiler->points.count;
    uint32_t left = number_of(compiler, COVERAGE_DISJUNCT, node->span);
    if (left < count)
        return left;
    compiler->points.items[left].span = side(node->items[0]);
    vec_push(&compiler->points,
             ((struct point){COVERAGE_DISJUNCT, side(node->items[1])}));
    return left;
}

static void number_guard(struct compiler *compiler, struct node *node,
                         const struct node *condition)
{
    struct span span = condition->span;
    bool of_library =
        compiler->guard.end > 0 && node->span.source != compiler->guard.source;
    if (of_library)
        span = compiler->guard;
    if (compiler->in_action)
        node->index = number_of(compiler, COVERAGE_GUARD, span);
}

static bool is_null(const struct node *node)
{
    return node->kind == NODE_CONSTANT && node->constant.kind == VAL_NULL;
}

void compile_points(struct compiler *compiler, struct node *node)
{
    switch (node->kind) {
    case NODE_OR:
        node->index = number_of_pair(compiler, node);
        break;
    case NODE_IMPLIES:
        node->index =
            number_of(compiler, COVERAGE_IMPLICATION, node->items[0]->span);
        break;
    case NODE_WHEN:
        number_guard(compiler, node, node->items[1]);
        break;
    case NODE_IF: /* what `when` and an `if` without `else` of the library are
                   */
        if (is_null(node->items[2]))
            number_guard(compiler, node, node->items[0]);
        break;
    case NODE_NEXT:
        if (node->items[0]->kind == NODE_DELAY)
            ((struct code *)node->items[0]->code)->point =
                number_of(compiler, COVERAGE_NEXT, node->items[0]->span);
        break;
    default:
        break;
    }
}
