/* Expressions: every name finds what it means. Small things first, the switch
 * over kinds at the end. */
#include "lang/front/front_internal.h"

static struct ast_expr *make(struct front *front, enum ast_expr_kind kind,
                             const struct tree *tree)
{
    struct ast_expr *expr = ARENA_NEW(&front->program->arena, struct ast_expr);
    expr->kind = kind;
    expr->span = tree->span;
    if (tree->form != NULL)
        expr->form = intern_text(&front->program->names, tree->form)->text;
    return expr;
}

static struct ast_local *find_local(const struct scope *scope, intern_t name)
{
    for (; scope != NULL; scope = scope->outer)
        if (scope->local->name == name)
            return scope->local;
    return NULL;
}

static struct ast_expr *report_missing(struct front *front,
                                       const struct scope *scope,
                                       const struct tree *tree)
{
    struct str name = intern_as_str(tree->name);
    if (!map_has(&front->poisoned, name)) {
        struct diag *diag =
            front_error(front, DIAG_TYPE, tree->span,
                        "Variable not in scope: %s", tree->name->text);
        suggest_name(front, diag, scope, tree);
        if (diag->help == NULL && tree->form != NULL)
            diag_help(diag, "it stands in what the macro '%s' becomes",
                      tree->form);
        /* once is enough */
        map_set(&front->poisoned, name, front);
    }
    return make(front, AST_NULL, tree);
}

/* The words with a meaning of their own, which nothing can shadow. */
static struct ast_expr *resolve_constant(struct front *front,
                                         const struct tree *tree)
{
    if (name_is(tree->name, "null"))
        return make(front, AST_NULL, tree);
    if (name_is(tree->name, "happened"))
        return make(front, AST_HAPPENED, tree);
    bool is_true = name_is(tree->name, "true");
    if (!is_true && !name_is(tree->name, "false"))
        return NULL;
    struct ast_expr *expr = make(front, AST_BOOL, tree);
    expr->boolean = is_true;
    return expr;
}

static bool is_of_library(const struct front *front,
                          const struct ast_global *global)
{
    const struct source *source =
        source_of(&front->program->sources, global->span);
    return modules_is_of_library(front, source->path);
}

static bool is_in_library(const struct front *front, intern_t name)
{
    for (size_t i = 0; i < front->table.count; i++)
        if (front->table.items[i]->name == name &&
            is_of_library(front, front->table.items[i]))
            return true;
    return map_has(&front->primitives, intern_as_str(name));
}

/* A name that a macro brings along means whatever it means at the use
 * (`global`; NULL: a local). Where a macro of the library means one of the
 * library and gets another, what comes of it is hard to understand: so it is
 * said, once. */
static void note_capture(struct front *front, const struct tree *tree,
                         const struct ast_global *global)
{
    struct str name = intern_as_str(tree->name);
    if (!tree->of_library || map_has(&front->captured, name) ||
        (global != NULL && is_of_library(front, global)) ||
        !is_in_library(front, tree->name))
        return;
    map_set(&front->captured, name, front);
    diag_help(diag_add(front->diags, DIAG_WARNING, DIAG_PARSE, tree->span,
                       "'%s' uses '%s', which is hidden here by another '%s'",
                       tree->form, tree->name->text, tree->name->text),
              "give that another name");
}

static struct ast_expr *resolve_name(struct front *front,
                                     const struct scope *scope,
                                     const struct tree *tree)
{
    struct ast_expr *expr = resolve_constant(front, tree);
    if (expr != NULL)
        return expr;
    struct ast_local *local = find_local(scope, tree->name);
    if (local != NULL) {
        note_capture(front, tree, NULL);
        expr = make(front, AST_LOCAL, tree);
        expr->local = local;
        return expr;
    }
    struct ast_global *global =
        map_find(&front->globals, intern_as_str(tree->name));
    if (global != NULL) {
        note_capture(front, tree, global);
        expr = make(front, AST_GLOBAL, tree);
        expr->global = global;
        return expr;
    }
    uintptr_t primitive =
        (uintptr_t)map_find(&front->primitives, intern_as_str(tree->name));
    if (primitive == 0)
        return report_missing(front, scope, tree);
    expr = make(front, AST_PRIMITIVE, tree);
    expr->primitive = (enum primitive)(primitive - 1);
    return expr;
}

static struct ast_expr **resolve_all(struct front *front,
                                     const struct scope *scope,
                                     struct tree *const *items, size_t count)
{
    struct ast_expr **exprs =
        ARENA_ARRAY(&front->program->arena, count, struct ast_expr *);
    for (size_t i = 0; i < count; i++)
        exprs[i] = resolve(front, scope, items[i]);
    return exprs;
}

/* The head and the arguments of nested calls, as far as these come from the
 * same piece of text: what a macro made keeps its own node. */
static const struct tree *call_spine(struct front *front,
                                     const struct tree *tree,
                                     struct tree ***arguments, size_t *count)
{
    *count = 0;
    const struct tree *head = tree;
    for (; head->kind == TREE_CALL && head->form == tree->form;
         head = head->head)
        *count += head->count;
    *arguments = ARENA_ARRAY(&front->scratch, *count, struct tree *);
    size_t at = *count;
    for (const struct tree *call = tree; call != head; call = call->head)
        for (size_t i = call->count; i > 0; i--)
            (*arguments)[--at] = call->items[i - 1];
    return head;
}

/* f(a)(b) becomes one application of f; f() is f. */
static struct ast_expr *resolve_call(struct front *front,
                                     const struct scope *scope,
                                     const struct tree *tree)
{
    struct tree **arguments;
    size_t count;
    const struct tree *head = call_spine(front, tree, &arguments, &count);
    struct ast_expr *function = resolve(front, scope, head);
    if (count == 0)
        return function;
    struct ast_expr **items = resolve_all(front, scope, arguments, count);
    bool symbol = function->kind == AST_SYMBOL && function->symbol.count == 0;
    struct ast_expr *expr = make(front, symbol ? AST_SYMBOL : AST_APPLY, tree);
    if (symbol) {
        expr->symbol.name = function->symbol.name;
        expr->symbol.items = items;
        expr->symbol.count = count;
    } else {
        expr->apply.function = function;
        expr->apply.items = items;
        expr->apply.count = count;
    }
    return expr;
}

static struct ast_expr *resolve_object(struct front *front,
                                       const struct scope *scope,
                                       const struct tree *tree)
{
    struct ast_expr *expr = make(front, AST_OBJECT, tree);
    struct map seen;
    map_init(&seen);
    expr->object.fields =
        ARENA_ARRAY(&front->program->arena, tree->count, struct ast_field);
    for (size_t i = 0; i < tree->count; i++) {
        const struct tree_field *field = &tree->fields[i];
        struct ast_expr *value = resolve(front, scope, tree->items[i]);
        if (map_set(&seen, intern_as_str(field->name), front) != NULL)
            front_error(front, DIAG_TYPE, field->span,
                        "Duplicate fields in object literal: %s",
                        field->name->text);
        else
            expr->object.fields[expr->object.count++] =
                (struct ast_field){field->name, field->span, value};
    }
    map_finish(&seen);
    return expr;
}

struct ast_expr *resolve_lambda(struct front *front, const struct scope *scope,
                                struct ast_pattern **parameters, size_t count,
                                const struct tree *body, intern_t name,
                                const struct tree *whole)
{
    struct ast_expr *expr = make(front, AST_LAMBDA, whole);
    expr->lambda.parameters = parameters;
    expr->lambda.count = count;
    expr->lambda.body = resolve(front, scope, body);
    expr->lambda.name = name;
    return expr;
}

static struct ast_expr *resolve_fun(struct front *front,
                                    const struct scope *scope,
                                    const struct tree *tree)
{
    if (tree->count == 0)
        return resolve(front, scope, tree->head); /* fun () { e } is e */
    struct pattern_reader reader = {.front = front, .scope = scope};
    struct ast_pattern **parameters =
        ARENA_ARRAY(&front->program->arena, tree->count, struct ast_pattern *);
    for (size_t i = 0; i < tree->count; i++)
        parameters[i] = pattern_read_top(&reader, tree->items[i]);
    const struct scope *inner = reader.scope;
    pattern_reader_finish(&reader);
    return resolve_lambda(front, inner, parameters, tree->count, tree->head,
                          NULL, tree);
}

static struct ast_expr *resolve_text(struct front *front,
                                     enum ast_expr_kind kind,
                                     const struct tree *tree)
{
    struct ast_expr *expr = make(front, kind, tree);
    char *copy = arena_copy_string(&front->program->arena, tree->text.data,
                                   tree->text.length);
    expr->text = str_from(copy, tree->text.length);
    return expr;
}

static struct ast_expr *resolve_literal(struct front *front,
                                        const struct tree *tree)
{
    struct ast_expr *expr;
    switch (tree->kind) {
    case TREE_INT:
        expr = make(front, AST_INT, tree);
        expr->integer = tree->integer;
        return expr;
    case TREE_FLOAT:
        expr = make(front, AST_FLOAT, tree);
        expr->number = tree->number;
        return expr;
    case TREE_CHAR:
        expr = make(front, AST_CHAR, tree);
        expr->character = tree->character;
        return expr;
    case TREE_STRING:
        return resolve_text(front, AST_STRING, tree);
    default:
        return resolve_text(front, AST_SELECTOR, tree);
    }
}

struct ast_expr *resolve(struct front *front, const struct scope *scope,
                         const struct tree *tree)
{
    struct ast_expr *expr;
    switch (tree->kind) {
    case TREE_NAME:
        return resolve_name(front, scope, tree);
    case TREE_SYMBOL:
        expr = make(front, AST_SYMBOL, tree);
        expr->symbol.name = tree->name;
        return expr;
    case TREE_CALL:
        return resolve_call(front, scope, tree);
    case TREE_PROJECT:
        expr = make(front, AST_PROJECT, tree);
        expr->project.operand = resolve(front, scope, tree->items[0]);
        expr->project.name = tree->name;
        return expr;
    case TREE_LIST:
        expr = make(front, AST_LIST, tree);
        expr->list.items = resolve_all(front, scope, tree->items, tree->count);
        expr->list.count = tree->count;
        return expr;
    case TREE_OBJECT:
        return resolve_object(front, scope, tree);
    case TREE_LAMBDA:
        return resolve_fun(front, scope, tree);
    default:
        return resolve_literal(front, tree);
    }
}
