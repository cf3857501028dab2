/* text-as-list: functions of lists take what is no list for a list of it, so
 * that of a text `length` is 1 and `contains` asks whether it is equal. Whoever
 * comes from another language means something else.
 * key-as-text: so does whoever writes "Enter" for a key; its letters are typed.
 */
#include "lang/lint/lint_internal.h"

/* Fields of elements that are texts, and that objects of a specification's own
 * are not likely to have: of those it is not known what they hold. */
static bool is_text_field(intern_t name)
{
    return str_is(intern_as_str(name), "textContent") ||
           str_is(intern_as_str(name), "innerText");
}

/* Fields of selectors that are texts. */
static bool is_text_of_selector(const struct ast_expr *operand, intern_t name)
{
    static const char *const names[] = {"text",  "value",       "html",
                                        "title", "placeholder", "label"};
    struct lint_view of = lint_meaning((struct lint_view){operand, NULL});
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (str_is(intern_as_str(name), names[i]))
            return of.expr->kind == AST_SELECTOR;
    return false;
}

static bool is_text(const struct ast_expr *expr)
{
    struct lint_view view = lint_meaning((struct lint_view){expr, NULL});
    expr = view.expr;
    if (expr->kind == AST_STRING || lint_applied(expr, 1) == PRIMITIVE_TRIM)
        return true;
    return expr->kind == AST_PROJECT &&
           (is_text_field(expr->project.name) ||
            is_text_of_selector(expr->project.operand, expr->project.name));
}

/* The library's function of this name, applied to so many arguments. */
static bool applies(const struct lint *lint, const struct ast_expr *expr,
                    const char *name, size_t count)
{
    if (expr->kind != AST_APPLY || expr->apply.count != count ||
        expr->apply.function->kind != AST_GLOBAL)
        return false;
    const struct ast_global *global = expr->apply.function->global;
    return str_is(intern_as_str(global->name), name) &&
           lint_in_library(lint, global->span);
}

/* As other drivers call keys, and what stands for them in quickstrom/keys. */
static const struct {
    const char *name;
    const char *key;
} keys[] = {
    {"Enter", "enter"},
    {"Return", "enter"},
    {"Escape", "escape"},
    {"Esc", "escape"},
    {"Tab", "tab"},
    {"Backspace", "backspace"},
    {"Delete", "delete"},
    {"Insert", "insert"},
    {"Home", "home"},
    {"End", "end"},
    {"PageUp", "pageUp"},
    {"PageDown", "pageDown"},
    {"ArrowUp", "arrowUp"},
    {"ArrowDown", "arrowDown"},
    {"ArrowLeft", "arrowLeft"},
    {"ArrowRight", "arrowRight"},
    {"Space", "space"},
    {"Control", "control"},
    {"Shift", "shift"},
    {"Alt", "alt"},
};

static const char *key_named(const struct ast_expr *expr)
{
    struct lint_view view = lint_meaning((struct lint_view){expr, NULL});
    if (view.expr->kind != AST_STRING)
        return NULL;
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        if (str_is(view.expr->text, keys[i].name))
            return keys[i].key;
    return NULL;
}

static void look_at_key(struct lint *lint, const struct ast_expr *expr)
{
    const char *key = applies(lint, expr, "keyPress!", 1)
                          ? key_named(expr->apply.items[0])
                          : NULL;
    if (key != NULL)
        diag_help(lint_add(lint, LINT_KEY_AS_TEXT, expr->span,
                           "keyPress! of a text types its letters"),
                  "the key is keys.%s", key);
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct lint *lint = context;
    lint_parts(expr, walk, lint);
    look_at_key(lint, expr);
    if (applies(lint, expr, "length", 1) && is_text(expr->apply.items[0]))
        diag_help(lint_add(lint, LINT_TEXT_AS_LIST, expr->span,
                           "length(…) of a text is 1, whatever it says"),
                  "the language has no length of a text");
    else if (applies(lint, expr, "contains", 2) &&
             is_text(expr->apply.items[1]))
        diag_help(lint_add(lint, LINT_TEXT_AS_LIST, expr->span,
                           "contains(x, …) of a text asks whether it is equal "
                           "to x"),
                  "whether it has a part: hasPart(part, text) of weir/text; "
                  "whether it is equal: ==");
}

void lint_texts(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, lint);
}
