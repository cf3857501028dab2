/* From the tree to code: expressions. Applications are in compile_apply.c,
 * patterns and declarations in compile_program.c. */
#include "lang/eval/compile.h"

#include <stdlib.h>

struct node *compile_new(struct compiler *compiler, enum node_kind kind,
                         const struct ast_expr *expr)
{
    struct node *node = ARENA_NEW(&compiler->program->arena, struct node);
    node->kind = kind;
    node->span = expr->span;
    return node;
}

const struct node *compile_constant(struct compiler *compiler,
                                    const struct ast_expr *expr,
                                    struct val constant)
{
    struct node *node = compile_new(compiler, NODE_CONSTANT, expr);
    node->constant = constant;
    if (val_is_counted(constant))
        vec_push(&compiler->literals, constant);
    return node;
}

/* -- variables -- */

/* The number of the capture in `scope` for what lives further out. */
static uint32_t capture_place(struct scope *scope, const struct place *place,
                              intern_t name)
{
    for (uint32_t i = 0; i < scope->captured.count; i++)
        if (scope->captured.items[i].scope == place->scope &&
            scope->captured.items[i].slot == place->slot)
            return i;
    struct capture capture = {.name = name};
    capture.from_slot = place->scope == scope->parent;
    capture.index = capture.from_slot
                        ? place->slot
                        : capture_place(scope->parent, place, name);
    vec_push(&scope->captures, capture);
    vec_push(&scope->captured, *place);
    return (uint32_t)(scope->captures.count - 1);
}

static const struct node *compile_local(struct compiler *compiler,
                                        struct scope *scope,
                                        const struct ast_expr *expr)
{
    const struct ast_local *local = expr->local;
    const struct place *place = &compiler->places[local->id];
    if (place->node != NULL && place->node->kind == NODE_CONSTANT) {
        struct node *constant = compile_new(compiler, NODE_CONSTANT, expr);
        constant->constant = place->node->constant; /* kept there */
        constant->name = local->name;
        return constant;
    }
    if (place->node != NULL)
        return place->node;
    if (place->lambda != NULL)
        return compile_expr(compiler, scope, place->lambda);
    bool own = place->scope == scope;
    struct node *node =
        compile_new(compiler, own ? NODE_SLOT : NODE_CAPTURE, expr);
    node->index = own ? place->slot : capture_place(scope, place, local->name);
    node->lazy = local->lazy;
    node->name = local->name;
    return node;
}

static const struct node *compile_global(struct compiler *compiler,
                                         const struct ast_expr *expr)
{
    const struct global_code *global =
        &compiler->code->globals[expr->global->index];
    if (global->mode == GLOBAL_FUNCTION)
        return compile_constant(compiler, expr, val_code(global->code));
    if (global->maker != NULL)
        return compile_constant(compiler, expr, val_code(global->maker));
    struct node *node = compile_new(compiler, NODE_GLOBAL, expr);
    node->index = expr->global->index;
    node->lazy = global->mode == GLOBAL_LAZY;
    node->name = expr->global->name;
    return node;
}

static const struct node *compile_selector(struct compiler *compiler,
                                           const struct ast_expr *expr)
{
    uintptr_t number = (uintptr_t)map_find(&compiler->selectors, expr->text);
    if (number == 0) {
        vec_push(&compiler->selector_names,
                 intern_str(&compiler->program->names, expr->text));
        number = compiler->selector_names.count;
        map_set(&compiler->selectors, expr->text, (void *)number);
    }
    struct node *node = compile_new(compiler, NODE_SELECTOR, expr);
    node->index = (uint32_t)(number - 1);
    return node;
}

/* -- data -- */

static bool all_constant(const struct node *node)
{
    for (uint32_t i = 0; i < node->count; i++)
        if (node->items[i]->kind != NODE_CONSTANT)
            return false;
    return true;
}

/* Data made of constants is made once. */
static const struct node *fold_data(struct compiler *compiler,
                                    const struct ast_expr *expr,
                                    struct node *node)
{
    if (!all_constant(node))
        return node;
    struct val_block *block = val_block_create(node->count);
    for (uint32_t i = 0; i < node->count; i++)
        block->items[i] = val_ref(node->items[i]->constant);
    enum val_kind kind = VAL_LIST;
    if (node->kind == NODE_OBJECT) {
        kind = VAL_OBJECT;
        block->shape = node->shape;
    } else if (node->kind == NODE_SYMBOL) {
        kind = VAL_SYMBOL;
        block->name = node->name;
    }
    struct val val = val_block_seal(kind, block);
    if (val.kind == VAL_FAIL) /* too deep: let the evaluator say so */
        return node;
    return compile_constant(compiler, expr, val);
}

static void compile_items(struct compiler *compiler, struct scope *scope,
                          struct node *node, struct ast_expr *const *items,
                          size_t count)
{
    node->count = (uint32_t)count;
    node->items =
        ARENA_ARRAY(&compiler->program->arena, count, const struct node *);
    for (size_t i = 0; i < count; i++)
        node->items[i] = compile_expr(compiler, scope, items[i]);
}

static const struct node *compile_list(struct compiler *compiler,
                                       struct scope *scope,
                                       const struct ast_expr *expr)
{
    struct node *node = compile_new(compiler, NODE_LIST, expr);
    compile_items(compiler, scope, node, expr->list.items, expr->list.count);
    return fold_data(compiler, expr, node);
}

static const struct node *compile_symbol(struct compiler *compiler,
                                         struct scope *scope,
                                         const struct ast_expr *expr)
{
    struct node *node = compile_new(compiler, NODE_SYMBOL, expr);
    node->name = expr->symbol.name;
    compile_items(compiler, scope, node, expr->symbol.items,
                  expr->symbol.count);
    return fold_data(compiler, expr, node);
}

static const struct node *compile_object(struct compiler *compiler,
                                         struct scope *scope,
                                         const struct ast_expr *expr)
{
    struct arena *arena = &compiler->program->arena;
    size_t count = expr->object.count;
    struct node *node = compile_new(compiler, NODE_OBJECT, expr);
    struct val_shape *shape = ARENA_NEW(arena, struct val_shape);
    shape->count = count;
    shape->names = ARENA_ARRAY(arena, count, intern_t);
    node->shape = shape;
    node->count = (uint32_t)count;
    node->items = ARENA_ARRAY(arena, count, const struct node *);
    for (size_t i = 0; i < count; i++) {
        shape->names[i] = expr->object.fields[i].name;
        node->items[i] =
            compile_expr(compiler, scope, expr->object.fields[i].value);
    }
    return fold_data(compiler, expr, node);
}

static const struct node *compile_project(struct compiler *compiler,
                                          struct scope *scope,
                                          const struct ast_expr *expr)
{
    struct node *node = compile_new(compiler, NODE_PROJECT, expr);
    node->name = expr->project.name;
    node->index = compiler->code->guess_count++;
    node->operand = compile_expr(compiler, scope, expr->project.operand);
    return node;
}

/* -- code of its own -- */

struct code *compile_new_code(struct compiler *compiler, enum code_kind kind,
                              intern_t name, struct span span)
{
    struct code *code = ARENA_NEW(&compiler->program->arena, struct code);
    code->kind = kind;
    code->name = name;
    code->span = span;
    code->number = ++compiler->code->code_count;
    return code;
}

static void compile_parameters(struct compiler *compiler, struct scope *scope,
                               struct code *code,
                               struct ast_pattern *const *parameters,
                               size_t count)
{
    code->arity = (uint32_t)count;
    code->parameters =
        ARENA_ARRAY(&compiler->program->arena, count, struct code_parameter);
    scope->slot_count = code->arity;
    for (uint32_t i = 0; i < count; i++) {
        const struct ast_pattern *pattern = parameters[i];
        struct code_parameter *parameter = &code->parameters[i];
        if (pattern->kind == AST_PATTERN_LOCAL) {
            parameter->name = pattern->local->name;
            parameter->lazy = pattern->local->lazy;
            compiler->places[pattern->local->id] =
                (struct place){.scope = scope, .slot = i};
        } else if (pattern->kind != AST_PATTERN_ANY) {
            parameter->refutable = true;
            parameter->pattern = compile_pattern(compiler, scope, pattern);
        }
    }
}

void compile_code(struct compiler *compiler, struct code *code,
                  struct scope *parent, struct ast_pattern *const *parameters,
                  size_t count, const struct ast_expr *body)
{
    struct scope scope = {.parent = parent};
    compile_parameters(compiler, &scope, code, parameters, count);
    code->body = compile_expr(compiler, &scope, body);
    code->quick = quicken(&compiler->program->arena, code->body);
    code->slot_count = scope.slot_count;
    code->capture_count = (uint32_t)scope.captures.count;
    code->captures =
        arena_copy(&compiler->program->arena, scope.captures.items,
                   scope.captures.count, sizeof *scope.captures.items);
    vec_finish(&scope.captures);
    vec_finish(&scope.captured);
}

static const struct node *compile_lambda(struct compiler *compiler,
                                         struct scope *scope,
                                         const struct ast_expr *expr)
{
    struct code *code =
        compile_new_code(compiler, CODE_BODY, expr->lambda.name, expr->span);
    compile_code(compiler, code, scope, expr->lambda.parameters,
                 expr->lambda.count, expr->lambda.body);
    if (code->capture_count == 0)
        return compile_constant(compiler, expr, val_code(code));
    struct node *node = compile_new(compiler, NODE_LAMBDA, expr);
    node->code = code;
    return node;
}

const struct code *compile_primitive(struct compiler *compiler,
                                     enum primitive primitive)
{
    if (compiler->primitives[primitive] != NULL)
        return compiler->primitives[primitive];
    const struct primitive_info *info = &primitive_infos[primitive];
    struct code *code = compile_new_code(
        compiler, CODE_PRIMITIVE,
        intern_text(&compiler->program->names, info->name), (struct span){0});
    code->primitive = primitive;
    code->arity = (uint32_t)info->arity;
    code->slot_count = code->arity;
    code->parameters = ARENA_ARRAY(&compiler->program->arena, code->arity,
                                   struct code_parameter);
    for (uint32_t i = 0; i < code->arity; i++)
        code->parameters[i].lazy = (info->lazy >> i & 1) != 0;
    compiler->primitives[primitive] = code;
    return code;
}

static const struct node *compile_primitive_value(struct compiler *compiler,
                                                  const struct ast_expr *expr)
{
    if (expr->primitive == PRIMITIVE_DEFAULT_SUBSCRIPT)
        return compile_constant(compiler, expr,
                                val_int(compiler->program->subscript));
    return compile_constant(
        compiler, expr, val_code(compile_primitive(compiler, expr->primitive)));
}

const struct node *compile_delayed(struct compiler *compiler,
                                   struct scope *scope,
                                   const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_APPLY:
    case AST_PROJECT:
    case AST_LIST:
    case AST_OBJECT:
    case AST_SYMBOL:
    case AST_SELECTOR:
    case AST_HAPPENED:
        break;
    default: /* variables, constants and lambdas */
        return compile_expr(compiler, scope, expr);
    }
    struct code *code = compile_new_code(compiler, CODE_BODY, NULL, expr->span);
    compile_code(compiler, code, scope, NULL, 0, expr);
    if (code->body->kind == NODE_CONSTANT)
        return code->body;
    struct node *node = compile_new(compiler, NODE_DELAY, expr);
    node->code = code;
    if (code->capture_count == 0)
        node->index = compiler->code->static_count++;
    return node;
}

static const struct node *compile_any(struct compiler *compiler,
                                      struct scope *scope,
                                      const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_NULL:
        return compile_constant(compiler, expr, val_null());
    case AST_BOOL:
        return compile_constant(compiler, expr, val_bool(expr->boolean));
    case AST_INT:
        return compile_constant(compiler, expr, val_int(expr->integer));
    case AST_FLOAT:
        return compile_constant(compiler, expr, val_float(expr->number));
    case AST_STRING:
        return compile_constant(compiler, expr, val_string(expr->text));
    case AST_CHAR:
        return compile_constant(compiler, expr, val_char(expr->character));
    case AST_SELECTOR:
        return compile_selector(compiler, expr);
    case AST_HAPPENED:
        return compile_new(compiler, NODE_HAPPENED, expr);
    case AST_LOCAL:
        return compile_local(compiler, scope, expr);
    case AST_GLOBAL:
        return compile_global(compiler, expr);
    case AST_PRIMITIVE:
        return compile_primitive_value(compiler, expr);
    case AST_APPLY:
        return compile_apply(compiler, scope, expr);
    case AST_PROJECT:
        return compile_project(compiler, scope, expr);
    case AST_LIST:
        return compile_list(compiler, scope, expr);
    case AST_OBJECT:
        return compile_object(compiler, scope, expr);
    case AST_SYMBOL:
        return compile_symbol(compiler, scope, expr);
    case AST_LAMBDA:
        return compile_lambda(compiler, scope, expr);
    }
    return compile_new(compiler, NODE_BOTTOM, expr);
}

const struct node *compile_expr(struct compiler *compiler, struct scope *scope,
                                const struct ast_expr *expr)
{
    if (++compiler->depth > COMPILE_DEPTH_LIMIT) {
        compiler->depth--;
        return compile_new(compiler, NODE_BOTTOM, expr);
    }
    const struct node *node = compile_any(compiler, scope, expr);
    compiler->depth--;
    return node;
}
