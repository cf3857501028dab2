/* loose-always: `always p && q` is read as `(always p) && q`, so that q is
 * looked at once, in the first state. Whoever means that writes the
 * parentheses, or q in front. */
#include "lang/lint/lint_internal.h"

#include <string.h>

static bool is_blank(char byte)
{
    return strchr(" \t\r\n", byte) != NULL && byte != '\0';
}

/* Where the text goes on after blanks. */
static size_t behind_blanks(struct str text, size_t at)
{
    while (at < text.length && is_blank(text.data[at]))
        at++;
    return at;
}

/* The operator of the library that has no count, applied to what stands
 * neither in parentheses nor, with its operator, within some. */
static bool is_loose(const struct lint *lint, const struct ast_expr *expr)
{
    static const char word[] = "always";
    if (expr->kind != AST_APPLY || expr->apply.count != 1 ||
        expr->apply.function->kind != AST_GLOBAL ||
        strcmp(expr->apply.function->global->name->text, "always_") != 0)
        return false;
    const struct source *source =
        source_of(&lint->program->sources, expr->span);
    if (source == NULL || expr->span.end > source->text.length)
        return false;
    struct str text = source->text;
    struct str rest =
        str_from(text.data + expr->span.start, text.length - expr->span.start);
    if (!str_starts_with(rest, word))
        return false;
    size_t operand = behind_blanks(text, expr->span.start + strlen(word));
    size_t after = behind_blanks(text, expr->span.end);
    return operand < text.length && text.data[operand] != '(' &&
           (after == text.length || text.data[after] != ')');
}

static const char *connective(const struct ast_expr *expr)
{
    switch (lint_applied(expr, 2)) {
    case PRIMITIVE_AND:
        return "&&";
    case PRIMITIVE_OR:
        return "||";
    case PRIMITIVE_IMPLIES:
        return "==>";
    default:
        return NULL;
    }
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct lint *lint = context;
    const char *word = connective(expr);
    lint_parts(expr, walk, lint);
    if (word == NULL || !is_loose(lint, expr->apply.items[0]))
        return;
    const struct ast_expr *right = expr->apply.items[1];
    if (!lint_depends(lint, right) || lint_may_be_temporal(lint, right))
        return;
    diag_help(lint_add(lint, LINT_LOOSE_ALWAYS, right->span,
                       "'always' does not reach past '%s': this is looked at "
                       "once, and not in every state",
                       word),
              "write always (p %s q), or, where once is meant, "
              "(always p) %s q",
              word, word);
}

void lint_loose(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, lint);
}
