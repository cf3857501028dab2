/* list-as-element: what a selector finds is a list. It is never null, equals no
 * text, and a field of it is the first element's; whoever comes from scripts of
 * pages, where `querySelector` gives null and `.length` counts, means something
 * else. Nor does an element of it equal a text.
 */
#include "lang/lint/lint_internal.h"

#include <stdlib.h>
#include <string.h>

struct lists {
    struct lint *lint;
    /* By id of the local that `for` and its kin bind: the selector whose
     * elements it stands for, or NULL. */
    const struct ast_expr **selectors;
};

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

/* Of a page: other executors have names there, and what they give is any value.
 */
static bool is_of_page(struct str selector)
{
    return strchr("#.[*", selector.data[0]) != NULL;
}

/* What a list never equals, in words; NULL: it is not known to be such. */
static const char *plain_value(const struct ast_expr *expr)
{
    switch (lint_meaning((struct lint_view){expr, NULL}).expr->kind) {
    case AST_STRING:
        return "text";
    case AST_INT:
    case AST_FLOAT:
        return "number";
    case AST_BOOL:
        return "boolean";
    default:
        return NULL;
    }
}

static bool is_class_list(const struct ast_expr *expr)
{
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    return expr->kind == AST_PROJECT &&
           str_is(intern_as_str(expr->project.name), "classList") &&
           selector_of(expr->project.operand) != NULL;
}

/* ---- elements, which are no texts either -------------------------------- */

/* for x in `li` { … } and its kin are map(fun x. …, `li`) and the like. */
static void note_elements(struct lists *lists, const struct ast_expr *expr)
{
    bool goes_through = lint_applied(expr, 2) == PRIMITIVE_MAP ||
                        lint_applies(lists->lint, expr, "all", 2) ||
                        lint_applies(lists->lint, expr, "any", 2) ||
                        lint_applies(lists->lint, expr, "filter", 2);
    if (!goes_through || expr->apply.items[0]->kind != AST_LAMBDA)
        return;
    const struct ast_pattern *pattern =
        expr->apply.items[0]->lambda.parameters[0];
    if (pattern->kind == AST_PATTERN_LOCAL)
        lists->selectors[pattern->local->id] =
            selector_of(expr->apply.items[1]);
}

/* The selector of which the expression is an element, or NULL. */
static const struct ast_expr *element_of(const struct lists *lists,
                                         const struct ast_expr *expr)
{
    const struct lint *lint = lists->lint;
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    if (expr->kind == AST_LOCAL)
        return lists->selectors[expr->local->id];
    bool is_item = lint_applies(lint, expr, "_[_]", 2) &&
                   lint_meaning((struct lint_view){expr->apply.items[1], NULL})
                           .expr->kind == AST_INT;
    if (is_item || lint_applies(lint, expr, "first", 1) ||
        lint_applies(lint, expr, "last", 1))
        return selector_of(expr->apply.items[0]);
    return NULL;
}

static bool look_at_element(const struct lists *lists,
                            const struct ast_expr *expr,
                            const struct ast_expr *element,
                            const struct ast_expr *other, bool answer)
{
    const struct ast_expr *selector = element_of(lists, element);
    const char *kind = plain_value(other);
    if (kind == NULL || selector == NULL || selector->text.length == 0 ||
        !is_of_page(selector->text))
        return false;
    struct diag *told =
        lint_add(lists->lint, LINT_LIST_AS_ELEMENT, expr->span,
                 "an element is compared with a %s: this is always %s", kind,
                 answer ? "true" : "false");
    if (element->kind == AST_LOCAL)
        diag_help(told, "what an element says is a field: %s.textContent",
                  element->local->name->text);
    else
        diag_help(told, "what an element says is a field: (…).textContent");
    return true;
}

static void look_at_contains(const struct lists *lists,
                             const struct ast_expr *expr)
{
    if (!lint_applies(lists->lint, expr, "contains", 2))
        return;
    const struct ast_expr *selector = selector_of(expr->apply.items[1]);
    const char *kind = plain_value(expr->apply.items[0]);
    if (kind == NULL || selector == NULL || selector->text.length == 0 ||
        !is_of_page(selector->text))
        return;
    diag_help(lint_add(lists->lint, LINT_LIST_AS_ELEMENT, expr->span,
                       "no element equals a %s: this is always false", kind),
              "what elements say: contains(…, for x in `%.*s` "
              "{ x.textContent })",
              STR_ARGS(selector->text));
}

/* ---- lists -------------------------------------------------------------- */

/* One of the two sides is a list, the other one says what it is compared with.
 * True: that was told. */
static bool look_at_sides(struct lint *lint, const struct ast_expr *expr,
                          const struct ast_expr *list,
                          const struct ast_expr *other, bool answer)
{
    const struct ast_expr *selector = selector_of(list);
    const char *kind = plain_value(other);
    bool is_classes = is_class_list(list);
    bool is_elements = selector != NULL && selector->text.length > 0 &&
                       is_of_page(selector->text);
    if (kind == NULL || (!is_classes && !is_elements))
        return false;
    struct diag *told = lint_add(
        lint, LINT_LIST_AS_ELEMENT, expr->span,
        "a list of %s is compared with a %s: this is always %s",
        is_classes ? "names" : "elements", kind, answer ? "true" : "false");
    if (is_classes)
        diag_help(told, "whether a class is among them: contains(x, …)");
    else
        diag_help(told, "what an element says is a field: `%.*s`.textContent",
                  STR_ARGS(selector->text));
    return true;
}

static void look_at_values(const struct lists *lists,
                           const struct ast_expr *expr)
{
    struct lint *lint = lists->lint;
    enum primitive which = lint_applied(expr, 2);
    if (which != PRIMITIVE_EQUAL && which != PRIMITIVE_NOT_EQUAL)
        return;
    const struct ast_expr *a = expr->apply.items[0];
    const struct ast_expr *b = expr->apply.items[1];
    bool answer = which == PRIMITIVE_NOT_EQUAL;
    if (!look_at_sides(lint, expr, a, b, answer) &&
        !look_at_sides(lint, expr, b, a, answer) &&
        !look_at_element(lists, expr, a, b, answer))
        look_at_element(lists, expr, b, a, answer);
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
    struct lists *lists = context;
    note_elements(lists, expr);
    lint_parts(expr, walk, lists);
    if (expr->kind == AST_PROJECT)
        look_at_field(lists->lint, expr);
    else if (expr->kind == AST_APPLY) {
        look_at_comparison(lists->lint, expr);
        look_at_values(lists, expr);
        look_at_contains(lists, expr);
    }
}

/* There a name in backticks is a value, and null while there is none. */
static bool is_of_channels(const struct lang_program *program)
{
    for (size_t i = 0; i < program->sources.count; i++)
        if (strcmp(program->sources.items[i]->module, "weir/channels") == 0)
            return true;
    return false;
}

void lint_lists(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    if (is_of_channels(program))
        return;
    struct lists lists = {.lint = lint};
    lists.selectors =
        memory_zeroed(program->local_count + (size_t)1, sizeof(void *));
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, &lists);
    free(lists.selectors);
}
