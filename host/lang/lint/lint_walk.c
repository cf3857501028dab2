/* Going through the tree. */
#include "lang/lint/lint_internal.h"

static void visit_all(struct ast_expr *const *items, size_t count,
                      lint_visit visit, void *context)
{
    for (size_t i = 0; i < count; i++)
        visit(context, items[i]);
}

void lint_parts(const struct ast_expr *expr, lint_visit visit, void *context)
{
    switch (expr->kind) {
    case AST_APPLY:
        visit(context, expr->apply.function);
        visit_all(expr->apply.items, expr->apply.count, visit, context);
        break;
    case AST_PROJECT:
        visit(context, expr->project.operand);
        break;
    case AST_LIST:
        visit_all(expr->list.items, expr->list.count, visit, context);
        break;
    case AST_OBJECT:
        for (size_t i = 0; i < expr->object.count; i++)
            visit(context, expr->object.fields[i].value);
        break;
    case AST_SYMBOL:
        visit_all(expr->symbol.items, expr->symbol.count, visit, context);
        break;
    case AST_LAMBDA:
        visit(context, expr->lambda.body);
        break;
    default:
        break;
    }
}

void lint_declared(const struct ast_decl *decl, lint_visit visit, void *context)
{
    switch (decl->kind) {
    case AST_DECL_LET:
        visit(context, decl->let.body);
        break;
    case AST_DECL_ACTION:
        visit(context, decl->action.body);
        break;
    case AST_DECL_CHECK:
        if (decl->check.when != NULL)
            visit(context, decl->check.when);
        break;
    }
}

void lint_pattern_actions(const struct ast_pattern *pattern,
                          void (*visit)(void *context,
                                        const struct ast_global *action,
                                        struct span span),
                          void *context)
{
    if (pattern->kind == AST_PATTERN_ACTION)
        visit(context, pattern->parts.action, pattern->span);
    if (pattern->kind != AST_PATTERN_LIST &&
        pattern->kind != AST_PATTERN_OBJECT &&
        pattern->kind != AST_PATTERN_SYMBOL &&
        pattern->kind != AST_PATTERN_ACTION)
        return;
    for (size_t i = 0; i < pattern->parts.count; i++)
        lint_pattern_actions(pattern->parts.items[i], visit, context);
}

enum primitive lint_applied(const struct ast_expr *expr, size_t count)
{
    if (expr->kind != AST_APPLY || expr->apply.count < count ||
        expr->apply.function->kind != AST_PRIMITIVE)
        return PRIMITIVE_COUNT;
    return expr->apply.function->primitive;
}

bool lint_is_comparison(const struct ast_expr *expr, size_t count)
{
    switch (lint_applied(expr, count)) {
    case PRIMITIVE_EQUAL:
    case PRIMITIVE_NOT_EQUAL:
    case PRIMITIVE_LESS:
    case PRIMITIVE_LESS_EQUAL:
    case PRIMITIVE_GREATER:
    case PRIMITIVE_GREATER_EQUAL:
        return true;
    default:
        return false;
    }
}

bool lint_applies(const struct lint *lint, const struct ast_expr *expr,
                  const char *name, size_t count)
{
    if (expr->kind != AST_APPLY || expr->apply.count != count ||
        expr->apply.function->kind != AST_GLOBAL)
        return false;
    const struct ast_global *global = expr->apply.function->global;
    return str_is(intern_as_str(global->name), name) &&
           lint_in_library(lint, global->span);
}
