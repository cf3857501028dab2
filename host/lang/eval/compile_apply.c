/* Applications. Arguments are gathered first, so that f(a)(b) is one call;
 * then what is applied decides: a known function or primitive with enough
 * arguments is called directly, a lambda binds in place, and everything else is
 * applied at run time. */
#include "lang/eval/compile.h"

#include <string.h>

#include <assert.h>
#include <stdlib.h>

struct application compile_gather(struct compiler *compiler,
                                  const struct ast_expr *expr)
{
    size_t count = 0;
    const struct ast_expr *at = expr;
    for (; at->kind == AST_APPLY; at = at->apply.function)
        count += at->apply.count;
    struct application result = {
        .expr = expr,
        .function = at,
        .items = ARENA_ARRAY(&compiler->program->arena, count,
                             const struct ast_expr *),
        .count = count,
    };
    for (at = expr; at->kind == AST_APPLY; at = at->apply.function)
        for (size_t i = at->apply.count; i > 0; i--)
            result.items[--count] = at->apply.items[i - 1];
    return result;
}

/* Compiles the first `count` arguments, those in `lazy` delayed. */
static void compile_arguments(struct compiler *compiler, struct scope *scope,
                              struct node *node,
                              const struct application *application,
                              size_t count, const struct code *callee)
{
    node->count = (uint32_t)count;
    node->items =
        ARENA_ARRAY(&compiler->program->arena, count, const struct node *);
    for (size_t i = 0; i < count; i++) {
        bool lazy = callee == NULL || callee->parameters[i].lazy;
        node->items[i] =
            lazy ? compile_delayed(compiler, scope, application->items[i])
                 : compile_expr(compiler, scope, application->items[i]);
    }
}

const struct node *compile_rest(struct compiler *compiler, struct scope *scope,
                                const struct application *application,
                                const struct node *function, size_t first)
{
    if (first == application->count)
        return function;
    struct application rest = *application;
    rest.items += first;
    rest.count -= first;
    struct node *node = compile_new(compiler, NODE_APPLY, application->expr);
    node->operand = function;
    compile_arguments(compiler, scope, node, &rest, rest.count, NULL);
    return node;
}

static const struct node *compile_let(struct compiler *compiler,
                                      struct scope *scope,
                                      const struct application *application)
{
    const struct ast_expr *lambda = application->function;
    struct node *first = NULL;
    struct node *last = NULL;
    for (size_t i = 0; i < lambda->lambda.count; i++) {
        const struct ast_pattern *pattern = lambda->lambda.parameters[i];
        bool lazy = pattern->kind == AST_PATTERN_LOCAL && pattern->local->lazy;
        struct node *node = compile_new(compiler, NODE_LET, application->expr);
        node->lazy = lazy;
        node->operand =
            lazy ? compile_delayed(compiler, scope, application->items[i])
                 : compile_expr(compiler, scope, application->items[i]);
        node->pattern = compile_pattern(compiler, scope, pattern);
        if (last != NULL)
            last->body = node;
        else
            first = node;
        last = node;
    }
    assert(last != NULL && "a lambda has a parameter");
    last->body = compile_expr(compiler, scope, lambda->lambda.body);
    return compile_rest(compiler, scope, application, first,
                        lambda->lambda.count);
}

static const struct node *compile_call(struct compiler *compiler,
                                       struct scope *scope,
                                       const struct application *application,
                                       const struct code *code)
{
    struct node *node = compile_new(compiler, NODE_CALL, application->expr);
    node->code = code;
    node->name = code->name;
    compile_arguments(compiler, scope, node, application, code->arity, code);
    return compile_rest(compiler, scope, application, node, code->arity);
}

static const struct node *compile_action(struct compiler *compiler,
                                         struct scope *scope,
                                         const struct application *application,
                                         const struct global_code *action)
{
    struct node *node = compile_new(compiler, NODE_ACTION, application->expr);
    node->action = action;
    compile_arguments(compiler, scope, node, application, action->code->arity,
                      action->maker);
    return compile_rest(compiler, scope, application, node,
                        action->code->arity);
}

/* for P in L { E }: no closure, E runs in this frame. */
static const struct node *compile_for(struct compiler *compiler,
                                      struct scope *scope,
                                      const struct application *application)
{
    const struct ast_expr *lambda =
        compile_known_lambda(compiler, application->items[0]);
    struct node *node = compile_new(compiler, NODE_FOR, application->expr);
    node->operand = compile_expr(compiler, scope, application->items[1]);
    node->pattern =
        compile_pattern(compiler, scope, lambda->lambda.parameters[0]);
    node->body = compile_expr(compiler, scope, lambda->lambda.body);
    return node;
}

const struct ast_expr *compile_known_lambda(const struct compiler *compiler,
                                            const struct ast_expr *expr)
{
    if (expr->kind == AST_LOCAL)
        return compiler->places[expr->local->id].lambda;
    return expr->kind == AST_LAMBDA ? expr : NULL;
}

static bool is_for(const struct compiler *compiler,
                   const struct application *application)
{
    if (application->function->primitive != PRIMITIVE_MAP)
        return false;
    const struct ast_expr *lambda =
        compile_known_lambda(compiler, application->items[0]);
    return lambda != NULL && lambda->lambda.count == 1;
}

/* The node kind for a primitive that is evaluated in place. */
static enum node_kind primitive_node(enum primitive primitive)
{
    switch (primitive) {
    case PRIMITIVE_IF:
        return NODE_IF;
    case PRIMITIVE_WHEN:
        return NODE_WHEN;
    case PRIMITIVE_AND:
        return NODE_AND;
    case PRIMITIVE_OR:
        return NODE_OR;
    case PRIMITIVE_IMPLIES:
        return NODE_IMPLIES;
    case PRIMITIVE_NEXT:
    case PRIMITIVE_NEXT_WEAK:
    case PRIMITIVE_NEXT_STRONG:
        return NODE_NEXT;
    case PRIMITIVE_ALWAYS:
    case PRIMITIVE_EVENTUALLY:
    case PRIMITIVE_UNTIL:
    case PRIMITIVE_RELEASE:
        return NODE_TEMPORAL;
    default:
        return primitive_remembers(primitive) ? NODE_SIGNAL : NODE_PRIMITIVE;
    }
}

/* Nothing of the frame in which the node stands is needed to evaluate it. */
static bool is_closed(const struct node *node)
{
    return node->kind == NODE_CONSTANT || node->kind == NODE_GLOBAL ||
           (node->kind == NODE_DELAY && node->code->capture_count == 0);
}

/* After its item, so that sites inside it have smaller numbers. */
static void compile_signal(struct compiler *compiler, struct scope *scope,
                           struct node *node,
                           const struct application *application)
{
    enum primitive primitive = application->function->primitive;
    node->primitive = primitive;
    compile_arguments(compiler, scope, node, application, 1,
                      compile_primitive(compiler, primitive));
    if (is_closed(node->items[0]))
        node->index = ++compiler->code->site_count;
}

/* The operands of a temporal operator, the count first. */
static void compile_temporal(struct compiler *compiler, struct scope *scope,
                             struct node *node,
                             const struct application *application)
{
    static const enum ltl_operator operators[PRIMITIVE_COUNT] = {
        [PRIMITIVE_ALWAYS] = LTL_ALWAYS,
        [PRIMITIVE_EVENTUALLY] = LTL_EVENTUALLY,
        [PRIMITIVE_UNTIL] = LTL_UNTIL,
        [PRIMITIVE_RELEASE] = LTL_RELEASE,
    };
    enum primitive primitive = application->function->primitive;
    compile_arguments(compiler, scope, node, application,
                      (size_t)primitive_infos[primitive].arity,
                      compile_primitive(compiler, primitive));
    node->temporal = operators[primitive];
    if (node->temporal == LTL_UNTIL || node->temporal == LTL_RELEASE) {
        const struct node *first = node->items[0];
        node->items[0] = node->items[1];
        node->items[1] = first;
    }
}

static enum ltl_strength strength_of(enum primitive primitive)
{
    if (primitive == PRIMITIVE_NEXT)
        return LTL_REQUIRED;
    return primitive == PRIMITIVE_NEXT_WEAK ? LTL_WEAK : LTL_STRONG;
}

static const struct node *
compile_primitive_call(struct compiler *compiler, struct scope *scope,
                       const struct application *application)
{
    enum primitive primitive = application->function->primitive;
    size_t arity = (size_t)primitive_infos[primitive].arity;
    const struct node *result;
    if (is_for(compiler, application)) {
        result = compile_for(compiler, scope, application);
        return compile_rest(compiler, scope, application, result, arity);
    }
    enum node_kind kind = primitive_node(primitive);
    struct node *node = compile_new(compiler, kind, application->expr);
    if (kind == NODE_TEMPORAL) {
        compile_temporal(compiler, scope, node, application);
    } else if (kind == NODE_NEXT) {
        node->strength = strength_of(primitive);
        compile_arguments(compiler, scope, node, application, arity,
                          compile_primitive(compiler, primitive));
    } else if (kind == NODE_SIGNAL) {
        compile_signal(compiler, scope, node, application);
    } else { /* evaluated here and now, in whatever order the node says */
        node->primitive = primitive;
        node->count = (uint32_t)arity;
        node->items =
            ARENA_ARRAY(&compiler->program->arena, arity, const struct node *);
        for (size_t i = 0; i < arity; i++)
            node->items[i] =
                compile_expr(compiler, scope, application->items[i]);
    }
    compile_points(compiler, node);
    return compile_rest(compiler, scope, application, node, arity);
}

/* As one let for each parameter: unless one that may not fit has others after
 * it, whose arguments a call evaluates all the same. */
static bool is_let(const struct ast_expr *lambda,
                   const struct application *application)
{
    size_t count = lambda->lambda.count;
    for (size_t i = 0; i + 1 < count; i++)
        if (lambda->lambda.parameters[i]->kind != AST_PATTERN_LOCAL &&
            lambda->lambda.parameters[i]->kind != AST_PATTERN_ANY)
            return false;
    return count <= application->count;
}

const struct node *compile_apply(struct compiler *compiler, struct scope *scope,
                                 const struct ast_expr *expr)
{
    struct application application = compile_gather(compiler, expr);
    const struct ast_expr *function = application.function;
    const struct ast_expr *lambda = compile_known_lambda(compiler, function);
    if (lambda != NULL && is_let(lambda, &application)) {
        application.function = lambda;
        return compile_let(compiler, scope, &application);
    }
    if (function->kind == AST_PRIMITIVE &&
        primitive_infos[function->primitive].arity > 0 &&
        (size_t)primitive_infos[function->primitive].arity <= application.count)
        return compile_primitive_call(compiler, scope, &application);
    if (function->kind == AST_GLOBAL) {
        const struct global_code *global =
            &compiler->code->globals[function->global->index];
        if (global->mode == GLOBAL_FUNCTION &&
            global->code->arity <= application.count) {
            struct span guard = compiler->guard;
            if (application.count == 2 &&
                strcmp(function->global->name->text, "_when_") == 0)
                compiler->guard = application.items[1]->span;
            const struct node *inlined =
                compile_inline(compiler, scope, &application, function->global);
            compiler->guard = guard;
            return inlined != NULL ? inlined
                                   : compile_call(compiler, scope, &application,
                                                  global->code);
        }
        if (global->maker != NULL && global->code->arity <= application.count)
            return compile_action(compiler, scope, &application, global);
    }
    return compile_rest(compiler, scope, &application,
                        compile_expr(compiler, scope, function), 0);
}
