/* Macros (reference, 2.4): exact in the number of arguments, unhygienic;
 * arguments first, then the template. Definitions at the end. */
#include "lang/front/front_internal.h"

/* Nodes that expansion may add to one declaration. Library forms add a few for
 * each use; a macro that doubles itself reaches this at once. */
enum { EXPANSION_LIMIT = 200 * 1000 };

/* Of recursion while expanding, and of the tree that comes out. */
enum { EXPANSION_DEPTH_LIMIT = 3000 };

/* The template that is being filled in; `macro` is NULL in source text. */
struct expansion {
    struct front *front;
    const struct macro *macro;
    struct tree **arguments;
    struct span span; /* of the use */
    const char *form;
};

static struct tree *expand(const struct expansion *x, struct tree *tree);

static const struct macro *find_macro(const struct front *front, intern_t name,
                                      size_t count)
{
    const struct macro *macro = map_find(&front->macros, intern_as_str(name));
    while (macro != NULL && macro->count != count)
        macro = macro->next;
    return macro;
}

static void fail(const struct expansion *x, struct span span)
{
    struct front *front = x->front;
    if (front->expansion.failed)
        return;
    front->expansion.failed = true;
    struct diag *diag =
        front_error(front, DIAG_PARSE, span, "macros expand to too much here");
    if (x->macro != NULL)
        diag_help(diag, "the expansion went on in the macro '%s'",
                  x->macro->name->text);
}

/* A copy of the node, to be given new children. In a template the copy stands
 * where the use stands. */
static struct tree *remake(const struct expansion *x, const struct tree *tree)
{
    if (x->macro != NULL && ++x->front->expansion.made > EXPANSION_LIMIT)
        fail(x, x->span);
    struct tree *copy = ARENA_NEW(&x->front->scratch, struct tree);
    *copy = *tree;
    if (x->macro != NULL) {
        copy->span = x->span;
        copy->form = x->form;
        copy->of_library = x->macro->of_library;
    }
    return copy;
}

static struct tree *use_macro(const struct expansion *outer,
                              const struct macro *macro,
                              struct tree **arguments, const struct tree *use)
{
    bool in_template = outer->macro != NULL;
    struct expansion inner = {
        .front = outer->front,
        .macro = macro,
        .arguments = arguments,
        .span = in_template ? outer->span : use->span,
        .form = in_template ? outer->form : macro->form,
    };
    return expand(&inner, macro->template);
}

/* The argument that stands for the name, when it is a parameter. */
static struct tree *argument_for(const struct expansion *x, intern_t name)
{
    for (size_t i = 0; x->macro != NULL && i < x->macro->count; i++)
        if (x->macro->parameters[i] == name)
            return x->arguments[i];
    return NULL;
}

static struct tree *expand_name(const struct expansion *x, struct tree *tree)
{
    struct tree *argument = argument_for(x, tree->name);
    if (argument != NULL)
        return argument;
    const struct macro *macro = find_macro(x->front, tree->name, 0);
    if (macro != NULL)
        return use_macro(x, macro, NULL, tree);
    return x->macro == NULL ? tree : remake(x, tree);
}

static struct tree *expand_children(const struct expansion *x,
                                    struct tree *tree)
{
    struct tree *copy = remake(x, tree);
    if (tree->head != NULL)
        copy->head = expand(x, tree->head);
    if (tree->count > 0)
        copy->items =
            ARENA_ARRAY(&x->front->scratch, tree->count, struct tree *);
    for (size_t i = 0; i < tree->count; i++)
        copy->items[i] = expand(x, tree->items[i]);
    return tree_finish(copy);
}

/* Calls with their head left alone, arguments expanded. */
static struct tree *expand_arguments(const struct expansion *x,
                                     struct tree *tree)
{
    if (tree->kind != TREE_CALL)
        return tree;
    struct tree *copy = remake(x, tree);
    copy->head = expand_arguments(x, tree->head);
    if (tree->count > 0)
        copy->items =
            ARENA_ARRAY(&x->front->scratch, tree->count, struct tree *);
    for (size_t i = 0; i < tree->count; i++)
        copy->items[i] = expand(x, tree->items[i]);
    return copy;
}

/* Puts another head under nested calls and finishes them. */
static struct tree *set_head(struct tree *tree, struct tree *head)
{
    if (tree->kind != TREE_CALL)
        return head;
    tree->head = set_head(tree->head, head);
    return tree_finish(tree);
}

static bool has_meaning(const struct front *front, intern_t name)
{
    return map_has(&front->globals, intern_as_str(name)) ||
           map_has(&front->primitives, intern_as_str(name));
}

/* (case x. e)(v): the reference counts three arguments and knows no such
 * `case`. When the name means nothing else, the operator itself is the use and
 * the call stands around it. */
static struct tree *expand_inner_operator(const struct expansion *x,
                                          struct tree *call)
{
    if (call->kind != TREE_CALL)
        return NULL;
    if (call->mixfix != NULL) {
        intern_t name = call->mixfix->name;
        const struct macro *macro = find_macro(x->front, name, call->count);
        if (macro == NULL || has_meaning(x->front, name))
            return NULL;
        return use_macro(x, macro, call->items, call);
    }
    struct tree *inner = expand_inner_operator(x, call->head);
    if (inner == NULL)
        return NULL;
    call->head = inner;
    return tree_finish(call);
}

static struct tree *expand_call(const struct expansion *x, struct tree *tree)
{
    struct arena *arena = &x->front->scratch;
    struct tree *call = expand_arguments(x, tree);
    struct tree *head = call;
    while (head->kind == TREE_CALL)
        head = head->head;
    if (head->kind == TREE_NAME) {
        struct tree *argument = argument_for(x, head->name);
        if (argument != NULL)
            head = argument;
        else if (x->macro != NULL)
            head = remake(x, head);
    } else {
        head = expand(x, head);
    }
    call = set_head(call, head);
    struct tree **arguments;
    size_t count;
    const struct tree *name = tree_spine(arena, call, &arguments, &count);
    if (name->kind != TREE_NAME)
        return call;
    const struct macro *macro = find_macro(x->front, name->name, count);
    if (macro != NULL)
        return use_macro(x, macro, arguments, tree);
    struct tree *inner = expand_inner_operator(x, call);
    return inner != NULL ? inner : call;
}

static struct tree *expand_kind(const struct expansion *x, struct tree *tree)
{
    switch (tree->kind) {
    case TREE_NAME:
        return expand_name(x, tree);
    case TREE_CALL:
        return expand_call(x, tree);
    case TREE_PROJECT:
    case TREE_LIST:
    case TREE_OBJECT:
    case TREE_LAMBDA:
        return expand_children(x, tree);
    default:
        return x->macro == NULL ? tree : remake(x, tree);
    }
}

static struct tree *expand(const struct expansion *x, struct tree *tree)
{
    struct front *front = x->front;
    if (front->expansion.depth >= EXPANSION_DEPTH_LIMIT)
        fail(x, x->macro == NULL ? tree->span : x->span);
    if (front->expansion.failed)
        return tree;
    front->expansion.depth++;
    struct tree *result = expand_kind(x, tree);
    front->expansion.depth--;
    return result;
}

struct tree *macro_expand(struct front *front, struct tree *tree)
{
    struct expansion x = {.front = front};
    front->expansion.made = 0;
    front->expansion.depth = 0;
    front->expansion.failed = false;
    struct tree *result = expand(&x, tree);
    uint32_t room = UINT32_MAX - EXPANSION_LIMIT;
    uint32_t limit = EXPANSION_LIMIT + (tree->size < room ? tree->size : room);
    if (result->size > limit || result->depth > EXPANSION_DEPTH_LIMIT)
        fail(&x, tree->span);
    return front->expansion.failed ? NULL : result;
}

/* What people call the macro: the first part of an operator, or its name. */
static const char *form_of(const struct tree *left)
{
    const struct tree *call = left;
    while (call->kind == TREE_CALL && call->mixfix == NULL)
        call = call->head;
    if (call->kind != TREE_CALL)
        return call->name->text;
    for (size_t i = 0; i < call->mixfix->count; i++)
        if (call->mixfix->elements[i].part != NULL)
            return call->mixfix->elements[i].part->text;
    return call->mixfix->name->text;
}

static bool are_distinct_names(struct tree **items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (items[i]->kind != TREE_NAME)
            return false;
        for (size_t k = 0; k < i; k++)
            if (items[k]->name == items[i]->name)
                return false;
    }
    return true;
}

void macro_define(struct front *front, struct tree *left, struct tree *template)
{
    struct tree **items;
    size_t count;
    const struct tree *head = tree_spine(&front->scratch, left, &items, &count);
    if (head->kind != TREE_NAME || !are_distinct_names(items, count)) {
        diag_help(front_error(front, DIAG_PARSE, left->span,
                              "Invalid macro definition"),
                  "a macro is a name, or an operator, applied to variables "
                  "that all differ");
        return;
    }
    struct macro *macro = ARENA_NEW(&front->keep, struct macro);
    macro->name = head->name;
    macro->count = count;
    macro->parameters = ARENA_ARRAY(&front->keep, count + 1, intern_t);
    for (size_t i = 0; i < count; i++)
        macro->parameters[i] = items[i]->name;
    macro->template = tree_copy(&front->keep, template);
    macro->form = form_of(left);
    macro->of_library = modules_is_of_library(
        front, source_of(&front->program->sources, left->span)->path);
    macro->next = map_find(&front->macros, intern_as_str(head->name));
    map_set(&front->macros, intern_as_str(head->name), macro);
}
