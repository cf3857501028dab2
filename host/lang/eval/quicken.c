/* The quick form of code: the same values, found with less work.
 *
 * The form that compile.c makes follows the text, so that an error can say on
 * which way the evaluation came there, and an explanation can go into every
 * part. In a state in which nothing goes wrong nobody asks. So a second form of
 * each piece of code leaves out what only messages need:
 *
 *  - functions in line lose their frames, and strict bindings that are used
 *    once, for certain, are evaluated where they are used;
 *  - `forall` and `exists` make no list of their results, `contains` binds no
 *    variable, `length` counts.
 *
 * It gives the value that the written form gives, or fails. When it fails, the
 * written form is run, and says what went wrong (session.c). So it may
 * evaluate parts in another order, and may even fail alone; but it never gives
 * a value where the written form fails: what that evaluates is evaluated. (But
 * for the limits of the machine, which it meets later.)
 *
 * Thunks note the frame in which they were made (thunk.h): functions that make
 * some keep their frames. */
#include "lang/eval/compile.h"

static bool has_parts(const struct node *node)
{
    switch (node->kind) {
    case NODE_CONSTANT:
    case NODE_SELECTOR:
    case NODE_HAPPENED:
    case NODE_SLOT:
    case NODE_CAPTURE:
    case NODE_GLOBAL:
    case NODE_LAMBDA:
    case NODE_DELAY:
    case NODE_BOTTOM:
        return false;
    default:
        return true;
    }
}

static bool is_slot(const struct node *node, uint32_t slot)
{
    return node->kind == NODE_SLOT && node->index == slot;
}

/* Parts that are evaluated with the node, in its frame. */
static uint32_t item_count(const struct node *node)
{
    return node->kind == NODE_INLINE ? 0 : node->count; /* for explanations */
}

static bool notes_frame(const struct node *node)
{
    if (node == NULL)
        return false;
    if (node->kind == NODE_DELAY)
        return node->code->capture_count > 0;
    for (uint32_t i = 0; i < item_count(node); i++)
        if (notes_frame(node->items[i]))
            return true;
    return notes_frame(node->operand) || notes_frame(node->body);
}

/* -- uses of a slot -- */

/* Nodes in a quick form are copies, all but those without parts: `place` can
 * be set to another node. */
struct uses {
    uint32_t slot;
    uint32_t certain; /* evaluated whenever the whole is, once for each */
    uint32_t other;
    const struct node **place; /* a certain one */
};

static void find_uses(struct uses *uses, const struct node **place,
                      bool certain);

static void find_captures(struct uses *uses, const struct code *code)
{
    for (uint32_t i = 0; i < code->capture_count; i++)
        uses->other += code->captures[i].from_slot &&
                       code->captures[i].index == uses->slot;
}

static bool is_item_certain(const struct node *node, uint32_t index)
{
    switch (node->kind) {
    case NODE_IF:
    case NODE_AND:
    case NODE_OR:
    case NODE_IMPLIES:
    case NODE_TEMPORAL: /* its count */
        return index == 0;
    case NODE_WHEN:
        return index == 1;
    case NODE_NEXT:
        return false;
    default:
        return true;
    }
}

static bool is_body_certain(const struct node *node)
{
    return node->kind == NODE_INLINE ||
           (node->kind == NODE_LET &&
            (node->pattern->kind == AST_PATTERN_LOCAL ||
             node->pattern->kind == AST_PATTERN_ANY));
}

static void find_uses_in_parts(struct uses *uses, struct node *node,
                               bool certain)
{
    bool lazy = node->kind == NODE_LET && node->lazy;
    find_uses(uses, &node->operand, certain && !lazy);
    find_uses(uses, &node->body, certain && is_body_certain(node));
    for (uint32_t i = 0; i < item_count(node); i++)
        find_uses(uses, &node->items[i], certain && is_item_certain(node, i));
}

static void find_uses(struct uses *uses, const struct node **place,
                      bool certain)
{
    const struct node *node = *place;
    if (node == NULL)
        return;
    if (is_slot(node, uses->slot)) {
        uses->certain += certain;
        uses->other += !certain;
        uses->place = place;
    } else if (node->kind == NODE_LAMBDA || node->kind == NODE_DELAY) {
        find_captures(uses, node->code);
    } else if (has_parts(node)) {
        find_uses_in_parts(uses, (struct node *)node, certain);
    }
}

static struct uses uses_of(uint32_t slot, const struct node **whole)
{
    struct uses uses = {.slot = slot};
    find_uses(&uses, whole, true);
    return uses;
}

/* -- bindings -- */

/* let x = V; … x …: V in the place of x. */
static const struct node *quicken_let(struct node *node)
{
    if (node->lazy || node->pattern->kind != AST_PATTERN_LOCAL ||
        notes_frame(node->operand))
        return node;
    struct uses uses = uses_of(node->pattern->index, &node->body);
    if (uses.certain != 1 || uses.other != 0)
        return node;
    *uses.place = node->operand;
    return node->body;
}

/* -- folds over loops -- */

static bool is_code(const struct node *node, enum primitive primitive)
{
    return node->kind == NODE_CONSTANT && node->constant.kind == VAL_CODE &&
           node->constant.code->kind == CODE_PRIMITIVE &&
           node->constant.code->primitive == primitive;
}

/* exists y in xs { x == y }: the other side of the comparison; NULL: it is
 * something else. */
static const struct node *sought_by(struct node *any)
{
    struct node *body = (struct node *)any->body;
    if (body->kind != NODE_PRIMITIVE || body->primitive != PRIMITIVE_EQUAL ||
        any->pattern->kind != AST_PATTERN_LOCAL)
        return NULL;
    struct uses uses = uses_of(any->pattern->index, &any->body);
    if (uses.certain != 1 || uses.other != 0)
        return NULL;
    for (uint32_t i = 0; i < 2; i++)
        if (is_slot(body->items[i], any->pattern->index))
            return body->items[1 - i];
    return NULL;
}

/* foldr(_&&_, true, a loop), and with || and false. The items of the new node
 * are the function and its first argument. */
static const struct node *quicken_foldr(struct node *fold)
{
    const struct node *first = fold->items[1];
    bool all = is_code(fold->items[0], PRIMITIVE_AND);
    if ((!all && !is_code(fold->items[0], PRIMITIVE_OR)) ||
        first->kind != NODE_CONSTANT || !val_is_bool(first->constant, all) ||
        fold->items[2]->kind != NODE_FOR)
        return fold;
    struct node *loop = (struct node *)fold->items[2];
    loop->kind = all ? NODE_ALL : NODE_ANY;
    loop->items = fold->items;
    loop->count = 2;
    const struct node *sought = all ? NULL : sought_by(loop);
    if (sought != NULL) {
        loop->kind = NODE_CONTAINS;
        loop->body = sought;
    }
    return loop;
}

/* fun (n, x) { n + 1 } */
static bool counts(const struct node *node)
{
    if (node->kind != NODE_CONSTANT || node->constant.kind != VAL_CODE)
        return false;
    const struct code *code = node->constant.code;
    if (code->kind != CODE_BODY || code->arity != 2 ||
        code->parameters[0].refutable || code->parameters[1].refutable ||
        code->parameters[0].lazy || code->parameters[1].lazy)
        return false;
    const struct node *body = code->body;
    return body->kind == NODE_PRIMITIVE && body->primitive == PRIMITIVE_ADD &&
           is_slot(body->items[0], 0) &&
           body->items[1]->kind == NODE_CONSTANT &&
           body->items[1]->constant.kind == VAL_INT &&
           body->items[1]->constant.integer == 1;
}

/* foldl(fun (n, x) { n + 1 }, 0, xs) */
static const struct node *quicken_foldl(struct node *fold)
{
    const struct node *first = fold->items[1];
    if (!counts(fold->items[0]) || first->kind != NODE_CONSTANT ||
        first->constant.kind != VAL_INT || first->constant.integer != 0)
        return fold;
    fold->kind = NODE_LENGTH;
    fold->operand = fold->items[2];
    fold->count = 0;
    return fold;
}

/* -- the walks -- */

/* A copy of the whole without frames and bindings that are not needed. */
static const struct node *flatten(struct arena *arena, const struct node *node)
{
    if (node == NULL || !has_parts(node))
        return node;
    if (node->kind == NODE_INLINE && !notes_frame(node->body))
        return flatten(arena, node->body);
    struct node *result = ARENA_NEW(arena, struct node);
    *result = *node;
    result->operand = flatten(arena, node->operand);
    result->body = flatten(arena, node->body);
    uint32_t count = item_count(node);
    if (count > 0)
        result->items = ARENA_ARRAY(arena, count, const struct node *);
    for (uint32_t i = 0; i < count; i++)
        result->items[i] = flatten(arena, node->items[i]);
    return node->kind == NODE_LET ? quicken_let(result) : result;
}

/* Gives folds in what flatten made their quick form; in place. */
static void quicken_folds(const struct node **place)
{
    if (*place == NULL || !has_parts(*place))
        return;
    struct node *node = (struct node *)*place;
    quicken_folds(&node->operand);
    quicken_folds(&node->body);
    for (uint32_t i = 0; i < item_count(node); i++)
        quicken_folds(&node->items[i]);
    if (node->kind != NODE_PRIMITIVE)
        return;
    if (node->primitive == PRIMITIVE_FOLDR)
        *place = quicken_foldr(node);
    else if (node->primitive == PRIMITIVE_FOLDL)
        *place = quicken_foldl(node);
}

const struct node *quicken(struct arena *arena, const struct node *node)
{
    const struct node *result = flatten(arena, node);
    quicken_folds(&result);
    return result;
}
