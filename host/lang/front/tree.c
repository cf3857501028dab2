#include "lang/front/tree.h"

struct tree *tree_leaf(struct arena *arena, enum tree_kind kind,
                       struct span span)
{
    struct tree *tree = ARENA_NEW(arena, struct tree);
    tree->kind = kind;
    tree->span = span;
    tree->size = 1;
    tree->depth = 1;
    return tree;
}

static void count_child(struct tree *tree, const struct tree *child)
{
    uint32_t room = UINT32_MAX - tree->size;
    tree->size += child->size < room ? child->size : room;
    if (child->depth >= tree->depth)
        tree->depth = child->depth + 1;
}

struct tree *tree_finish(struct tree *tree)
{
    tree->size = 1;
    tree->depth = 1;
    if (tree->head != NULL)
        count_child(tree, tree->head);
    for (size_t i = 0; i < tree->count; i++)
        count_child(tree, tree->items[i]);
    return tree;
}

struct tree *tree_copy(struct arena *arena, const struct tree *tree)
{
    struct tree *copy = ARENA_NEW(arena, struct tree);
    *copy = *tree;
    if (tree->kind == TREE_STRING || tree->kind == TREE_SELECTOR)
        copy->text.data =
            arena_copy_string(arena, tree->text.data, tree->text.length);
    if (tree->head != NULL)
        copy->head = tree_copy(arena, tree->head);
    if (tree->count > 0)
        copy->items = ARENA_ARRAY(arena, tree->count, struct tree *);
    for (size_t i = 0; i < tree->count; i++)
        copy->items[i] = tree_copy(arena, tree->items[i]);
    if (tree->fields != NULL)
        copy->fields =
            arena_copy(arena, tree->fields, tree->count, sizeof *tree->fields);
    return copy;
}

const struct tree *tree_spine(struct arena *arena, const struct tree *tree,
                              struct tree ***arguments, size_t *count)
{
    size_t total = 0;
    const struct tree *head = tree;
    for (; head->kind == TREE_CALL; head = head->head)
        total += head->count;
    *count = total;
    *arguments = ARENA_ARRAY(arena, total, struct tree *);
    for (const struct tree *at = tree; at->kind == TREE_CALL; at = at->head)
        for (size_t i = at->count; i > 0; i--)
            (*arguments)[--total] = at->items[i - 1];
    return head;
}

bool tree_is_name(const struct tree *tree, const char *text)
{
    return tree->kind == TREE_NAME && str_is(intern_as_str(tree->name), text);
}
