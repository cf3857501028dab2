/* From trees to gaps. Each function lays out one form of expression, beginning
 * at a token, and returns the token after it. Bottom up: gaps, bracketed
 * things, declarations; operators are in format_operator.c. */
#include "lang/format/format_internal.h"

static struct format_gap *gap_at(struct layout *layout, uint32_t token)
{
    return &layout->formatter->gaps[token];
}

void layout_gap(struct layout *layout, uint32_t token, enum format_space space,
                enum format_role role, enum format_indent indent,
                uint32_t anchor, uint32_t node)
{
    struct format_gap *gap = gap_at(layout, token);
    gap->space = space;
    gap->role = role;
    gap->indent = indent;
    gap->anchor = anchor;
    gap->node = node;
}

/* A line ends here only after a comment. */
void layout_fixed(struct layout *layout, uint32_t token,
                  enum format_space space, uint32_t anchor)
{
    layout_gap(layout, token, space, ROLE_FIXED, INDENT_INSIDE, anchor,
               LAYOUT_NO_NODE);
}

uint32_t layout_node(struct layout *layout, enum format_node_kind kind,
                     uint32_t depth, uint32_t first)
{
    struct format_node node = {.kind = kind, .depth = depth, .first = first};
    vec_push(&layout->formatter->nodes, node);
    return (uint32_t)layout->formatter->nodes.count - 1;
}

static bool is_name(const struct layout *layout, uint32_t token,
                    const char *text)
{
    return layout->tokens[token].kind == TOKEN_NAME &&
           str_is(intern_as_str(layout->tokens[token].name), text);
}

/* ---- brackets ----------------------------------------------------------- */

/* Does it end with a bracket of its own? */
bool layout_has_brackets(const struct tree *tree)
{
    if (tree->kind == TREE_CALL && tree->mixfix != NULL) {
        const struct mixfix_operator *op = tree->mixfix;
        intern_t last = op->elements[op->count - 1].part;
        return last != NULL && str_is(intern_as_str(last), "}");
    }
    return tree->kind == TREE_LIST || tree->kind == TREE_OBJECT ||
           tree->kind == TREE_LAMBDA || tree->kind == TREE_CALL;
}

void layout_open(struct layout *layout, uint32_t bracket, uint32_t node,
                 enum format_space space)
{
    layout_gap(layout, bracket + 1, space, ROLE_OPEN, INDENT_INSIDE, bracket,
               node);
}

void layout_close(struct layout *layout, uint32_t bracket, uint32_t at,
                  uint32_t node, enum format_space space)
{
    layout_gap(layout, at, space, ROLE_CLOSE, INDENT_LEVEL, bracket, node);
    layout->formatter->nodes.items[node].end = at + 1;
}

/* Are all its items literals or names? */
static bool is_plain(const struct tree *tree)
{
    for (size_t i = 0; i < tree->count; i++)
        if (tree->items[i]->depth > 1 || tree->fields != NULL)
            return false;
    return true;
}

/* NAME ":" of an object field. */
static uint32_t field_name(struct layout *layout, uint32_t at)
{
    layout_fixed(layout, at + 1, SPACE_NONE, at);
    layout_fixed(layout, at + 2, SPACE_ONE, at);
    return at + 2;
}

/* From the opening bracket at `bracket` to after the closing one. */
static uint32_t sequence(struct layout *layout, const struct tree *tree,
                         uint32_t bracket, struct layout_place place)
{
    uint32_t node = layout_node(layout, FORMAT_BRACKETS, place.depth, bracket);
    uint32_t at = bracket + 1;
    if (tree->count == 0) {
        layout_fixed(layout, at, SPACE_NONE, bracket);
        layout->formatter->nodes.items[node].end = at + 1;
        return at + 1;
    }
    bool sole = tree->count == 1 && tree->fields == NULL &&
                layout_has_brackets(tree->items[0]);
    layout->formatter->nodes.items[node].sole = sole;
    layout->formatter->nodes.items[node].plain = is_plain(tree);
    struct layout_place item = {.depth = place.depth + !sole};
    layout_open(layout, bracket, node, SPACE_NONE);
    for (size_t i = 0; i < tree->count; i++) {
        if (i > 0)
            layout_gap(layout, at, SPACE_ONE, ROLE_ITEM, INDENT_INSIDE, bracket,
                       node);
        if (tree->fields != NULL)
            at = field_name(layout, at);
        at = layout_expression(layout, tree->items[i], at, item);
        if (is_name(layout, at, ","))
            layout_fixed(layout, at++, SPACE_NONE, bracket);
    }
    layout_close(layout, bracket, at, node, SPACE_NONE);
    return at + 1;
}

/* "(" expr ")": mostly broken by the author only. */
static uint32_t group(struct layout *layout, const struct tree *tree,
                      uint32_t at, struct layout_place place)
{
    uint32_t node = layout_node(
        layout, place.opens ? FORMAT_BRACKETS : FORMAT_OTHER, place.depth, at);
    layout_open(layout, at, node, SPACE_NONE);
    uint32_t end = layout_expression(
        layout, tree, at + 1, (struct layout_place){.depth = place.depth});
    layout_close(layout, at, end, node, SPACE_NONE);
    return end + 1;
}

static uint32_t call(struct layout *layout, const struct tree *tree,
                     uint32_t at, struct layout_place place)
{
    uint32_t open = layout_expression(
        layout, tree->head, at, (struct layout_place){.depth = place.depth});
    layout_fixed(layout, open, SPACE_NONE, at);
    return sequence(layout, tree, open, place);
}

static uint32_t projection(struct layout *layout, const struct tree *tree,
                           uint32_t at, struct layout_place place)
{
    uint32_t dot =
        layout_expression(layout, tree->items[0], at,
                          (struct layout_place){.depth = place.depth});
    layout_gap(layout, dot, SPACE_NONE, ROLE_FREE, INDENT_INSIDE, at,
               LAYOUT_NO_NODE);
    return dot + 1;
}

/* "fun" "(" args ")" "{" expr "}" */
static uint32_t lambda(struct layout *layout, const struct tree *tree,
                       uint32_t at, struct layout_place place)
{
    layout_fixed(layout, at + 1, SPACE_ONE, at);
    uint32_t brace = sequence(layout, tree, at + 1, layout_inner(place));
    uint32_t node = layout_node(layout, FORMAT_BLOCK, place.depth, brace);
    layout_fixed(layout, brace, SPACE_ONE, at);
    layout_open(layout, brace, node, SPACE_ONE);
    uint32_t end =
        layout_expression(layout, tree->head, brace + 1, layout_inner(place));
    layout_close(layout, brace, end, node, SPACE_ONE);
    return end + 1;
}

/* ---- expressions -------------------------------------------------------- */

static uint32_t plain(struct layout *layout, const struct tree *tree,
                      uint32_t at, struct layout_place place)
{
    switch (tree->kind) {
    case TREE_CALL:
        return tree->mixfix != NULL ? layout_mixfix(layout, tree, at, place)
                                    : call(layout, tree, at, place);
    case TREE_PROJECT:
        return projection(layout, tree, at, place);
    case TREE_LIST:
    case TREE_OBJECT:
        return sequence(layout, tree, at, place);
    case TREE_LAMBDA:
        return lambda(layout, tree, at, place);
    case TREE_SYMBOL:
        layout_fixed(layout, at + 1, SPACE_NONE, at);
        return at + 2;
    default:
        return at + 1;
    }
}

/* The span of a tree is without the parentheses around it. */
uint32_t layout_expression(struct layout *layout, const struct tree *tree,
                           uint32_t at, struct layout_place place)
{
    if (layout->tokens[at].span.start < tree->span.start)
        return group(layout, tree, at, place);
    return plain(layout, tree, at, place);
}

/* ---- declarations ------------------------------------------------------- */

/* The right side after its `=`. */
static void definition(struct layout *layout,
                       const struct lang_declaration *declaration)
{
    uint32_t start = declaration->start;
    uint32_t node = layout_node(layout, FORMAT_EQUATION, 0, start);
    layout_gap(layout, declaration->right_at, SPACE_ONE, ROLE_EQUALS,
               INDENT_INSIDE, start, node);
    struct format_node *equation = &layout->formatter->nodes.items[node];
    /* a literal with brackets stays after the `=` */
    equation->sole = declaration->right->kind == TREE_LIST ||
                     declaration->right->kind == TREE_OBJECT;
    equation->end = declaration->end;
    layout_expression(layout, declaration->right, declaration->right_at,
                      (struct layout_place){.depth = 1});
}

/* The right side in { }. */
static void block(struct layout *layout,
                  const struct lang_declaration *declaration)
{
    uint32_t brace = declaration->right_at - 1;
    uint32_t node = layout_node(layout, FORMAT_BLOCK, 0, brace);
    layout_open(layout, brace, node, SPACE_ONE);
    uint32_t end =
        layout_expression(layout, declaration->right, declaration->right_at,
                          (struct layout_place){.depth = 1});
    layout_close(layout, brace, end, node, SPACE_ONE);
    if (end + 1 < declaration->end)
        layout_fixed(layout, end + 1, SPACE_NONE, declaration->start);
}

/* let, action, macro */
static void equation(struct layout *layout,
                     const struct lang_declaration *declaration)
{
    uint32_t start = declaration->start;
    uint32_t mark = declaration->right_at - 1;
    layout_fixed(layout, start + 1, SPACE_ONE, start);
    layout->shape = declaration->kind == LANG_MACRO;
    layout_expression(layout, declaration->left, start + 1,
                      (struct layout_place){.depth = 1});
    layout->shape = false;
    layout_fixed(layout, mark, SPACE_ONE, start);
    if (is_name(layout, mark, "{")) {
        block(layout, declaration);
        return;
    }
    definition(layout, declaration);
    layout_fixed(layout, declaration->end - 1, SPACE_NONE, start);
}

/* Names side by side: whether there is space between them matters. */
static void names(struct layout *layout, uint32_t start, uint32_t from,
                  uint32_t to)
{
    for (uint32_t i = from; i < to; i++)
        layout_fixed(layout, i, SPACE_WRITTEN, start);
}

static void check_name(struct layout *layout, uint32_t start, uint32_t at,
                       uint32_t node)
{
    enum format_role role = ROLE_ITEM;
    if (is_name(layout, at, ",")) {
        layout_fixed(layout, at, SPACE_NONE, start);
        return;
    }
    if (is_name(layout, at - 1, "with"))
        role = ROLE_CLAUSE;
    else if (is_name(layout, at, "with") || at == start + 1)
        role = ROLE_FREE;
    else if (!is_name(layout, at - 1, ",") &&
             !gap_at(layout, at)->written_space)
        return; /* two parts of one name */
    layout_gap(layout, at, SPACE_ONE, role, INDENT_INSIDE, start, node);
}

static void check(struct layout *layout,
                  const struct lang_declaration *declaration)
{
    uint32_t start = declaration->start;
    uint32_t end = declaration->end - 1;
    uint32_t when =
        declaration->right == NULL ? end : declaration->right_at - 1;
    uint32_t node = layout_node(layout, FORMAT_CLAUSES, 0, start);
    names(layout, start, start + 1, when);
    for (uint32_t i = start + 1; i < when; i++)
        check_name(layout, start, i, node);
    if (declaration->right != NULL) {
        layout_gap(layout, when, SPACE_ONE, ROLE_CLAUSE, INDENT_INSIDE, start,
                   node);
        layout_fixed(layout, when + 1, SPACE_ONE, start);
        layout_expression(layout, declaration->right, when + 1,
                          (struct layout_place){.depth = 1});
    }
    layout->formatter->nodes.items[node].end = declaration->end;
    layout_fixed(layout, end, SPACE_NONE, start);
}

void format_layout(struct formatter *formatter,
                   const struct lang_declaration *declaration)
{
    struct layout layout = {.formatter = formatter,
                            .tokens = declaration->tokens};
    uint32_t start = declaration->start;
    uint32_t end = declaration->end;
    switch (declaration->kind) {
    case LANG_IMPORT:
        for (uint32_t i = start + 2; i < end; i++)
            layout_fixed(&layout, i, SPACE_NONE, start);
        layout_fixed(&layout, start + 1, SPACE_ONE, start);
        break;
    case LANG_SYNTAX:
        layout_fixed(&layout, start + 1, SPACE_ONE, start);
        names(&layout, start, start + 2, end - 1);
        layout_fixed(&layout, end - 1, SPACE_NONE, start);
        break;
    case LANG_CHECK:
        check(&layout, declaration);
        break;
    default:
        equation(&layout, declaration);
        break;
    }
    struct format_range range = {start, end};
    vec_push(&formatter->declarations, range);
}
