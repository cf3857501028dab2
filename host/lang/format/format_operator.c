/* From trees to gaps: operators, element by element. */
#include "lang/format/format_internal.h"

/* An operator being laid out. */
struct mixture {
    const struct mixfix_operator *op;
    uint32_t start;   /* its first token */
    uint32_t node;    /* for its operators and operands */
    uint32_t block;   /* for its braces */
    uint32_t anchor;  /* of what flows */
    uint32_t bracket; /* the last opening one */
};

static bool is_part(const struct mixfix_operator *op, size_t element,
                    const char *text)
{
    return element < op->count && op->elements[element].part != NULL &&
           str_is(intern_as_str(op->elements[element].part), text);
}

static bool is_hole(const struct mixfix_operator *op, size_t element)
{
    return element < op->count && op->elements[element].part == NULL;
}

/* The { } of `always {5} p`: a number stands in them and the operand after. */
static bool is_subscript(const struct mixfix_operator *op, size_t brace)
{
    return is_part(op, brace, "{") && is_hole(op, brace + 1) &&
           is_part(op, brace + 2, "}") && is_hole(op, brace + 3);
}

static bool is_symbolic(const struct mixfix_operator *op, size_t element)
{
    char first = op->elements[element].part->text[0];
    return strchr("{}[];,", first) == NULL && (signed char)first > 0 &&
           !((first >= 'a' && first <= 'z') || (first >= 'A' && first <= 'Z'));
}

static bool is_infix(const struct mixfix_operator *op)
{
    return is_hole(op, 0);
}

/* let P = V; E */
static bool is_let(const struct mixfix_operator *op)
{
    return op->count >= 2 && is_part(op, op->count - 2, ";") &&
           is_hole(op, op->count - 1);
}

static bool goes_on(const struct layout_place *place,
                    const struct mixfix_operator *op)
{
    if (place->chain_of == NULL)
        return false;
    if (is_infix(op))
        return is_infix(place->chain_of) && place->chain_of->level == op->level;
    return place->chain_of == op;
}

static struct mixture begin_mixture(struct layout *layout,
                                    const struct mixfix_operator *op,
                                    uint32_t at,
                                    const struct layout_place *place)
{
    struct mixture mixture = {.op = op,
                              .start = at,
                              .node = place->chain,
                              .block = LAYOUT_NO_NODE,
                              .anchor = place->anchor};
    if (goes_on(place, op))
        return mixture;
    mixture.anchor = place->leads && is_infix(op) ? place->anchor : at;
    enum format_node_kind kind = is_infix(op) ? FORMAT_INFIX
                                 : is_let(op) ? FORMAT_LET
                                              : FORMAT_OTHER;
    mixture.node = layout_node(layout, kind, place->depth, at);
    return mixture;
}

static void after_brace(struct layout *layout, struct mixture *mixture,
                        size_t element, uint32_t at)
{
    enum format_space space = SPACE_ONE;
    if (is_subscript(mixture->op, element)) {
        layout_fixed(layout, at, SPACE_NONE, mixture->start);
        return;
    }
    if (is_part(mixture->op, element, "["))
        space = SPACE_NONE;
    layout_open(layout, at - 1, mixture->block, space);
}

static void before_brace(struct layout *layout, struct mixture *mixture,
                         size_t element, uint32_t at)
{
    enum format_space space = SPACE_ONE;
    if (element >= 2 && is_subscript(mixture->op, element - 2)) {
        layout_fixed(layout, at, SPACE_NONE, mixture->start);
        return;
    }
    if (is_part(mixture->op, element, "]"))
        space = SPACE_NONE;
    layout_close(layout, mixture->bracket, at, mixture->block, space);
}

/* The gap before a part that follows an operand. */
static void before_part(struct layout *layout, struct mixture *mixture,
                        size_t element, uint32_t at)
{
    const struct mixfix_operator *op = mixture->op;
    if (is_part(op, element, "}") || is_part(op, element, "]"))
        before_brace(layout, mixture, element, at);
    else if (is_part(op, element, ";") || is_part(op, element, ",") ||
             is_part(op, element, ".") || is_part(op, element, "["))
        layout_fixed(layout, at, layout->shape ? SPACE_WRITTEN : SPACE_NONE,
                     mixture->start);
    else if (is_part(op, element, "{") || is_part(op, element, "="))
        layout_fixed(layout, at, SPACE_ONE, mixture->start);
    else if (element + 1 == op->count && is_symbolic(op, element))
        layout_fixed(layout, at, SPACE_WRITTEN, mixture->start);
    else if (is_infix(op))
        layout_gap(layout, at, SPACE_ONE, ROLE_OPERATOR, INDENT_FLOW,
                   mixture->anchor, mixture->node);
    else
        layout_gap(layout, at, SPACE_ONE, ROLE_FREE, INDENT_INSIDE,
                   mixture->start, mixture->node);
}

/* The gap before an operand that follows a part. */
static void before_operand(struct layout *layout, struct mixture *mixture,
                           size_t element, uint32_t at)
{
    const struct mixfix_operator *op = mixture->op;
    if (is_part(op, element - 1, "{") || is_part(op, element - 1, "["))
        after_brace(layout, mixture, element - 1, at);
    else if (is_part(op, element - 1, "~"))
        layout_fixed(layout, at, SPACE_NONE, mixture->start);
    else if (is_part(op, element - 1, "|") && is_part(op, element - 2, "{"))
        layout_fixed(layout, at, SPACE_ONE, mixture->start);
    else if (element == 1 && is_symbolic(op, 0))
        layout_fixed(layout, at, SPACE_WRITTEN, mixture->start);
    else if (is_let(op) && element + 1 == op->count)
        layout_gap(layout, at, SPACE_ONE, ROLE_SEQUEL, INDENT_FLOW,
                   mixture->anchor, mixture->node);
    else if (is_let(op) && is_part(op, element - 1, "="))
        layout_gap(layout, at, SPACE_ONE, ROLE_EQUALS, INDENT_INSIDE,
                   mixture->start, mixture->node);
    else if (is_infix(op))
        layout_gap(layout, at, SPACE_ONE, ROLE_OPERAND, INDENT_FLOW,
                   mixture->anchor, mixture->node);
    else
        layout_gap(layout, at, SPACE_ONE, ROLE_FREE, INDENT_INSIDE,
                   mixture->start, mixture->node);
}

/* The gap between two elements. */
static void between(struct layout *layout, struct mixture *mixture,
                    size_t element, uint32_t at)
{
    const struct mixfix_operator *op = mixture->op;
    bool part = !is_hole(op, element);
    bool after_part = !is_hole(op, element - 1);
    if (part && !after_part)
        before_part(layout, mixture, element, at);
    else if (part && is_part(op, element - 1, "{") && is_part(op, element, "|"))
        layout_open(layout, at - 1, mixture->block, SPACE_ONE);
    else if (part)
        layout_fixed(layout, at, SPACE_ONE, mixture->start);
    else if (after_part)
        before_operand(layout, mixture, element, at);
    else
        layout_gap(layout, at, SPACE_ONE, ROLE_FREE, INDENT_INSIDE,
                   mixture->start, mixture->node);
}

static struct layout_place operand_place(const struct mixture *mixture,
                                         const struct layout_place *place,
                                         size_t element)
{
    const struct mixfix_operator *op = mixture->op;
    struct layout_place result = layout_inner(*place);
    bool tail = element + 1 == op->count;
    if (is_infix(op) ? tail || element == 0 : tail && is_let(op)) {
        result.chain_of = op;
        result.chain = mixture->node;
        result.anchor = mixture->anchor;
    }
    result.leads = element == 0 && place->leads;
    return result;
}

static uint32_t operator_part(struct layout *layout, struct mixture *mixture,
                              const struct layout_place *place, size_t element,
                              uint32_t at)
{
    bool brace = is_part(mixture->op, element, "{");
    if (!brace && !is_part(mixture->op, element, "["))
        return at + 1;
    mixture->bracket = at;
    if (mixture->block == LAYOUT_NO_NODE)
        mixture->block =
            layout_node(layout, brace ? FORMAT_BLOCK : FORMAT_BRACKETS,
                        place->depth, mixture->start);
    return at + 1;
}

/* The last operand in parentheses, of an operator with a subscript or with
 * braces at its end, goes on in the operator's line. */
static void look_for_hug(struct layout *layout, const struct tree *tree,
                         const struct mixture *mixture, uint32_t at,
                         struct layout_place *operand)
{
    const struct mixfix_operator *op = tree->mixfix;
    const struct tree *last = tree->items[tree->count - 1];
    struct format_node *node = &layout->formatter->nodes.items[mixture->node];
    bool subscript = op->count > 4 && is_subscript(op, op->count - 4);
    if (layout->tokens[at].span.start >= last->span.start)
        return;
    operand->opens = subscript;
    node->hugs = subscript || layout_has_brackets(last);
}

/* An expression after a leading |, whose cases are laid out below it. */
static struct layout_place led_place(struct layout_place place, uint32_t bar)
{
    place.leads = true;
    place.anchor = bar;
    return place;
}

uint32_t layout_mixfix(struct layout *layout, const struct tree *tree,
                       uint32_t at, struct layout_place place)
{
    const struct mixfix_operator *op = tree->mixfix;
    struct mixture mixture = begin_mixture(layout, op, at, &place);
    place.depth -= goes_on(&place, op); /* a chain is flat */
    size_t hole = 0;
    for (size_t i = 0; i < op->count; i++) {
        if (i > 0)
            between(layout, &mixture, i, at);
        if (op->elements[i].part != NULL) {
            at = operator_part(layout, &mixture, &place, i, at);
            continue;
        }
        struct layout_place operand = operand_place(&mixture, &place, i);
        if (i >= 2 && is_part(op, i - 1, "|") && is_part(op, i - 2, "{"))
            operand = led_place(operand, at - 1);
        if (i + 1 == op->count && is_infix(op))
            look_for_hug(layout, tree, &mixture, at, &operand);
        at = layout_expression(layout, tree->items[hole++], at, operand);
    }
    layout->formatter->nodes.items[mixture.node].end = at;
    layout->formatter->nodes.items[mixture.node].operators++;
    return at;
}
