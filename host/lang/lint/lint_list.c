/* list-as-element: what a selector finds is a list. It is never null, and a
 * field of it is the first element's; whoever comes from scripts of pages,
 * where `querySelector` gives null and `.length` counts, means something else.
 */
#include "lang/lint/lint_internal.h"

#include <string.h>

/* The selector that the expression is, or a name of it, else NULL. */
static const struct ast_expr *selector_of(const struct ast_expr *expr)
{
    struct lint_view view = lint_meaning((struct lint_view){expr, NULL});
    bool is_list = view.expr->kind == AST_SELECTOR &&
                   !str_starts_with(view.expr->text, "::");
    return is_list ? view.expr : NULL;
}

static bool is_null(const struct ast_expr *expr)
{
    return lint_meaning((struct lint_view){expr, NULL}).expr->kind == AST_NULL;
}

static void never_null(struct lint *lint, const struct ast_expr *expr,
                       const struct ast_expr *selector, bool answer)
{
    diag_help(lint_add(lint, LINT_LIST_AS_ELEMENT, expr->span,
                       "this is always %s: a selector gives a list, never null",
                       answer ? "true" : "false"),
              "where nothing matches it is empty: `%.*s` == []",
              STR_ARGS(selector->text));
}

static void look_at_comparison(struct lint *lint, const struct ast_expr *expr)
{
    enum primitive which = lint_applied(expr, 1);
    struct ast_expr *const *items = expr->apply.items;
    const struct ast_expr *selector = NULL;
    if (which == PRIMITIVE_IS_NULL && expr->apply.count == 1)
        selector = selector_of(items[0]);
    if ((which == PRIMITIVE_EQUAL || which == PRIMITIVE_NOT_EQUAL) &&
        expr->apply.count == 2) {
        if (is_null(items[1]))
            selector = selector_of(items[0]);
        else if (is_null(items[0]))
            selector = selector_of(items[1]);
    }
    if (selector != NULL)
        never_null(lint, expr, selector, which == PRIMITIVE_NOT_EQUAL);
}

/* Lists of options and forms have such a field, as in a script. */
static bool can_have_length(struct str selector)
{
    return memmem(selector.data, selector.length, "select", 6) != NULL ||
           memmem(selector.data, selector.length, "form", 4) != NULL;
}

static void look_at_field(struct lint *lint, const struct ast_expr *expr)
{
    const struct ast_expr *selector = selector_of(expr->project.operand);
    if (selector == NULL || can_have_length(selector->text) ||
        !str_is(intern_as_str(expr->project.name), "length"))
        return;
    diag_help(lint_add(lint, LINT_LIST_AS_ELEMENT, expr->span,
                       "this is a field of the first element, not the number "
                       "of elements"),
              "the list module counts them: length(`%.*s`)",
              STR_ARGS(selector->text));
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct lint *lint = context;
    lint_parts(expr, walk, lint);
    if (expr->kind == AST_PROJECT)
        look_at_field(lint, expr);
    else if (expr->kind == AST_APPLY)
        look_at_comparison(lint, expr);
}

void lint_lists(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, lint);
}
