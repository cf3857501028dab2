#include "lang/front/ast_print.h"

#include <inttypes.h>

#include "base/json.h"
#include "base/utf8.h"

static void add_name(struct buf *buf, intern_t name)
{
    buf_add_str(buf, intern_as_str(name));
}

static void add_global(struct buf *buf, const struct lang_program *program,
                       const struct ast_global *global)
{
    bool again = false;
    for (uint32_t i = 0; i < global->index && i < program->global_count; i++)
        again |= program->globals[i]->name == global->name;
    buf_add_char(buf, '@');
    add_name(buf, global->name);
    if (again)
        buf_addf(buf, "@%" PRIu32, global->index);
}

static void add_exprs(struct buf *buf, const struct lang_program *program,
                      struct ast_expr *const *items, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        buf_add_char(buf, ' ');
        ast_print_expr(buf, program, items[i]);
    }
    buf_add_char(buf, ')');
}

static void add_lambda(struct buf *buf, const struct lang_program *program,
                       const struct ast_expr *expr)
{
    buf_add_text(buf, "(fun (");
    for (size_t i = 0; i < expr->lambda.count; i++) {
        buf_add_text(buf, i > 0 ? " " : "");
        ast_print_pattern(buf, program, expr->lambda.parameters[i]);
    }
    buf_add_text(buf, ") ");
    ast_print_expr(buf, program, expr->lambda.body);
    buf_add_char(buf, ')');
}

static void add_object(struct buf *buf, const struct lang_program *program,
                       const struct ast_expr *expr)
{
    buf_add_text(buf, "(object");
    for (size_t i = 0; i < expr->object.count; i++) {
        buf_add_text(buf, " (");
        add_name(buf, expr->object.fields[i].name);
        buf_add_char(buf, ' ');
        ast_print_expr(buf, program, expr->object.fields[i].value);
        buf_add_char(buf, ')');
    }
    buf_add_char(buf, ')');
}

static void add_symbol(struct buf *buf, const struct lang_program *program,
                       const struct ast_expr *expr)
{
    if (expr->symbol.count > 0)
        buf_add_char(buf, '(');
    buf_add_char(buf, ':');
    add_name(buf, expr->symbol.name);
    if (expr->symbol.count > 0)
        add_exprs(buf, program, expr->symbol.items, expr->symbol.count);
}

void ast_print_expr(struct buf *buf, const struct lang_program *program,
                    const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_NULL:
        buf_add_text(buf, "null");
        break;
    case AST_BOOL:
        buf_add_text(buf, expr->boolean ? "true" : "false");
        break;
    case AST_INT:
        buf_addf(buf, "%" PRId64, expr->integer);
        break;
    case AST_FLOAT:
        json_add_float(buf, expr->number);
        break;
    case AST_STRING:
        json_add_string(buf, expr->text);
        break;
    case AST_CHAR:
        buf_add_char(buf, '\'');
        utf8_encode(buf, expr->character);
        buf_add_char(buf, '\'');
        break;
    case AST_SELECTOR:
        buf_add_char(buf, '`');
        buf_add_str(buf, expr->text);
        buf_add_char(buf, '`');
        break;
    case AST_HAPPENED:
        buf_add_text(buf, "happened");
        break;
    case AST_LOCAL:
        add_name(buf, expr->local->name);
        break;
    case AST_GLOBAL:
        add_global(buf, program, expr->global);
        break;
    case AST_PRIMITIVE:
        buf_addf(buf, "#%s", primitive_infos[expr->primitive].name);
        break;
    case AST_APPLY:
        buf_add_char(buf, '(');
        ast_print_expr(buf, program, expr->apply.function);
        add_exprs(buf, program, expr->apply.items, expr->apply.count);
        break;
    case AST_PROJECT:
        buf_add_text(buf, "(.");
        add_name(buf, expr->project.name);
        add_exprs(buf, program, &expr->project.operand, 1);
        break;
    case AST_LIST:
        buf_add_text(buf, "(list");
        add_exprs(buf, program, expr->list.items, expr->list.count);
        break;
    case AST_OBJECT:
        add_object(buf, program, expr);
        break;
    case AST_SYMBOL:
        add_symbol(buf, program, expr);
        break;
    case AST_LAMBDA:
        add_lambda(buf, program, expr);
        break;
    }
}

static void add_parts(struct buf *buf, const struct lang_program *program,
                      const struct ast_pattern *pattern)
{
    for (size_t i = 0; i < pattern->parts.count; i++) {
        buf_add_char(buf, ' ');
        if (pattern->parts.keys != NULL) {
            buf_add_char(buf, '(');
            add_name(buf, pattern->parts.keys[i]);
            buf_add_char(buf, ' ');
        }
        ast_print_pattern(buf, program, pattern->parts.items[i]);
        if (pattern->parts.keys != NULL)
            buf_add_char(buf, ')');
    }
    buf_add_char(buf, ')');
}

void ast_print_pattern(struct buf *buf, const struct lang_program *program,
                       const struct ast_pattern *pattern)
{
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:
        buf_add_text(buf, pattern->local->lazy ? "~" : "");
        add_name(buf, pattern->local->name);
        break;
    case AST_PATTERN_GLOBAL:
        buf_add_text(buf, pattern->global->lazy ? "~" : "");
        add_global(buf, program, pattern->global);
        break;
    case AST_PATTERN_ANY:
        buf_add_char(buf, '_');
        break;
    case AST_PATTERN_NULL:
        buf_add_text(buf, "null");
        break;
    case AST_PATTERN_LITERAL:
        ast_print_expr(buf, program, pattern->literal);
        break;
    case AST_PATTERN_LIST:
        buf_add_text(buf, "(list");
        add_parts(buf, program, pattern);
        break;
    case AST_PATTERN_OBJECT:
        buf_add_text(buf, "(object");
        add_parts(buf, program, pattern);
        break;
    case AST_PATTERN_SYMBOL:
        buf_add_text(buf, "(:");
        add_name(buf, pattern->parts.name);
        add_parts(buf, program, pattern);
        break;
    case AST_PATTERN_ACTION:
        buf_add_char(buf, '(');
        add_global(buf, program, pattern->parts.action);
        add_parts(buf, program, pattern);
        break;
    }
}

static void add_globals(struct buf *buf, const struct lang_program *program,
                        struct ast_global *const *items, size_t count)
{
    buf_add_text(buf, " (");
    for (size_t i = 0; i < count; i++) {
        buf_add_text(buf, i > 0 ? " " : "");
        add_global(buf, program, items[i]);
    }
    buf_add_char(buf, ')');
}

static void add_action(struct buf *buf, const struct lang_program *program,
                       const struct ast_decl *decl)
{
    buf_add_text(buf, decl->action.global->lazy ? "(action ~" : "(action ");
    add_global(buf, program, decl->action.global);
    buf_add_text(buf, " (");
    for (size_t i = 0; i < decl->action.count; i++) {
        buf_add_text(buf, i > 0 ? " " : "");
        ast_print_pattern(buf, program, decl->action.parameters[i]);
    }
    buf_add_text(buf, ") ");
    ast_print_expr(buf, program, decl->action.body);
}

void ast_print_decl(struct buf *buf, const struct lang_program *program,
                    const struct ast_decl *decl)
{
    switch (decl->kind) {
    case AST_DECL_LET:
        buf_add_text(buf, "(let ");
        ast_print_pattern(buf, program, decl->let.pattern);
        buf_add_char(buf, ' ');
        ast_print_expr(buf, program, decl->let.body);
        break;
    case AST_DECL_ACTION:
        add_action(buf, program, decl);
        break;
    case AST_DECL_CHECK:
        buf_add_text(buf, "(check");
        add_globals(buf, program, decl->check.properties,
                    decl->check.property_count);
        add_globals(buf, program, decl->check.actions,
                    decl->check.action_count);
        if (decl->check.when != NULL) {
            buf_add_char(buf, ' ');
            ast_print_expr(buf, program, decl->check.when);
        }
        break;
    }
    buf_add_text(buf, ")\n");
}

void ast_print_program(struct buf *buf, const struct lang_program *program)
{
    for (size_t i = 0; i < program->decl_count; i++)
        ast_print_decl(buf, program, program->decls[i]);
}
