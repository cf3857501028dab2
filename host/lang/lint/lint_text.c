/* text-as-list: functions of lists take what is no list for a list of it, so
 * that of a text `length` is 1 and `contains` asks whether it is equal. Whoever
 * comes from another language means something else.
 * number-as-list: an index binds no tighter than `*`, so that it is of the
 * product.
 * text-as-number: a text and a number are never equal, and in no order, and
 * texts are not joined by `+`.
 * boolean-as-text: nor are a boolean and a text, as attributes have them.
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

/* What an element has under names of its own, each a text or null. */
static bool is_attributes(const struct ast_expr *expr)
{
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    return expr->kind == AST_PROJECT &&
           (str_is(intern_as_str(expr->project.name), "attributes") ||
            str_is(intern_as_str(expr->project.name), "dataset"));
}

static bool is_attribute(const struct lint *lint, const struct ast_expr *expr)
{
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    if (lint_applies(lint, expr, "_[_]", 2))
        return is_attributes(expr->apply.items[0]);
    return expr->kind == AST_PROJECT && is_attributes(expr->project.operand);
}

static bool is_text(const struct lint *lint, const struct ast_expr *expr)
{
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    if (expr->kind == AST_STRING || lint_applied(expr, 1) == PRIMITIVE_TRIM ||
        is_attribute(lint, expr))
        return true;
    return expr->kind == AST_PROJECT &&
           (is_text_field(expr->project.name) ||
            is_text_of_selector(expr->project.operand, expr->project.name));
}

/* The value of a list item, a meter or a progress bar is a number. */
static bool is_sure_text(const struct lint *lint, const struct ast_expr *expr)
{
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    return is_text(lint, expr) &&
           (expr->kind != AST_PROJECT ||
            !str_is(intern_as_str(expr->project.name), "value"));
}

/* a + b, of which one is a text. */
static bool is_joined(const struct lint *lint, const struct ast_expr *expr)
{
    return lint_applied(expr, 2) == PRIMITIVE_ADD &&
           (is_sure_text(lint, expr->apply.items[0]) ||
            is_sure_text(lint, expr->apply.items[1]));
}

static bool is_number(const struct lint *lint, const struct ast_expr *expr)
{
    struct lint_view view = lint_meaning((struct lint_view){expr, NULL});
    switch (lint_applied(view.expr, 1)) {
    case PRIMITIVE_ADD:
        return !is_joined(lint, view.expr);
    case PRIMITIVE_PARSE_INT:
    case PRIMITIVE_PARSE_FLOAT:
    case PRIMITIVE_SUBTRACT:
    case PRIMITIVE_MULTIPLY:
    case PRIMITIVE_DIVIDE:
    case PRIMITIVE_MODULO:
        return true;
    default:
        return view.expr->kind == AST_INT || view.expr->kind == AST_FLOAT ||
               lint_applies(lint, view.expr, "length", 1);
    }
}

/* Fields of selectors that are booleans, or null where there is no such field.
 */
static bool is_boolean(const struct ast_expr *expr)
{
    static const char *const names[] = {
        "checked",  "enabled",  "disabled", "visible", "interactable",
        "selected", "required", "readOnly", "active",  "indeterminate"};
    expr = lint_meaning((struct lint_view){expr, NULL}).expr;
    if (expr->kind == AST_BOOL)
        return true;
    if (expr->kind != AST_PROJECT)
        return false;
    struct lint_view of =
        lint_meaning((struct lint_view){expr->project.operand, NULL});
    bool is_named = false;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        is_named |= str_is(intern_as_str(expr->project.name), names[i]);
    return is_named && of.expr->kind == AST_SELECTOR;
}

static void look_at_boolean(struct lint *lint, const struct ast_expr *expr)
{
    enum primitive which = lint_applied(expr, 2);
    if (which != PRIMITIVE_EQUAL && which != PRIMITIVE_NOT_EQUAL)
        return;
    const struct ast_expr *a = expr->apply.items[0];
    const struct ast_expr *b = expr->apply.items[1];
    bool is_text_b = is_text(lint, b),
         is_other_b = is_text_b || is_number(lint, b);
    bool is_text_a = is_text(lint, a),
         is_other_a = is_text_a || is_number(lint, a);
    if (!(is_boolean(a) && is_other_b) && !(is_boolean(b) && is_other_a))
        return;
    struct diag *told =
        lint_add(lint, LINT_BOOLEAN_AS_TEXT, expr->span,
                 "a boolean is compared with a %s: this is always %s",
                 is_text_a || is_text_b ? "text" : "number",
                 which == PRIMITIVE_EQUAL ? "false" : "true");
    if (is_attribute(lint, a) || is_attribute(lint, b))
        diag_help(told, "an attribute is a text, \"true\", or null where there "
                        "is none: … != null");
    else
        diag_help(told, "true and false are written without quotes; "
                        "`#box`.checked alone says as much as `#box`.checked "
                        "== true");
}

static void look_at_comparison(struct lint *lint, const struct ast_expr *expr)
{
    enum primitive which = lint_applied(expr, 2);
    bool is_equality = which == PRIMITIVE_EQUAL || which == PRIMITIVE_NOT_EQUAL;
    bool is_order = which == PRIMITIVE_LESS || which == PRIMITIVE_LESS_EQUAL ||
                    which == PRIMITIVE_GREATER ||
                    which == PRIMITIVE_GREATER_EQUAL;
    if (!is_equality && !is_order)
        return;
    const struct ast_expr *a = expr->apply.items[0];
    const struct ast_expr *b = expr->apply.items[1];
    if (!(is_sure_text(lint, a) && is_number(lint, b)) &&
        !(is_sure_text(lint, b) && is_number(lint, a)))
        return;
    diag_help(lint_add(lint, LINT_TEXT_AS_NUMBER, expr->span,
                       is_order ? "a text is compared with a number, which is "
                                  "an error"
                                : "a text is compared with a number: this is "
                                  "always %s",
                       which == PRIMITIVE_EQUAL ? "false" : "true"),
              "a number of a text: parseInt(…), parseFloat(…); a text is "
              "written \"0\"");
}

static void look_at_sum(struct lint *lint, const struct ast_expr *expr)
{
    if (is_joined(lint, expr))
        diag_help(lint_add(lint, LINT_TEXT_AS_NUMBER, expr->span,
                           "a text is an operand of '+', which is an error: "
                           "texts cannot be joined"),
                  "a number of a text: parseInt(…), parseFloat(…); its parts: "
                  "split(…), startsWith(…) and hasPart(…) of weir/text");
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
    const char *key = lint_applies(lint, expr, "keyPress!", 1)
                          ? key_named(expr->apply.items[0])
                          : NULL;
    if (key != NULL)
        diag_help(lint_add(lint, LINT_KEY_AS_TEXT, expr->span,
                           "keyPress! of a text types its letters"),
                  "the key is keys.%s", key);
}

static bool is_product(const struct ast_expr *expr)
{
    enum primitive which = lint_applied(expr, 2);
    return which == PRIMITIVE_MULTIPLY || which == PRIMITIVE_DIVIDE ||
           which == PRIMITIVE_MODULO;
}

static void look_at_index(struct lint *lint, const struct ast_expr *expr)
{
    if (lint_applies(lint, expr, "_[_]", 2) && is_product(expr->apply.items[0]))
        diag_help(lint_add(lint, LINT_NUMBER_AS_LIST, expr->span,
                           "this is an item of a number: a * xs[0] is read as "
                           "(a * xs)[0]"),
                  "put the item in parentheses: a * (xs[0])");
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct lint *lint = context;
    lint_parts(expr, walk, lint);
    look_at_key(lint, expr);
    look_at_comparison(lint, expr);
    look_at_boolean(lint, expr);
    look_at_sum(lint, expr);
    look_at_index(lint, expr);
    if (lint_applies(lint, expr, "length", 1) &&
        is_text(lint, expr->apply.items[0]))
        diag_help(lint_add(lint, LINT_TEXT_AS_LIST, expr->span,
                           "length(…) of a text is 1, whatever it says"),
                  "the language has no length of a text");
    else if (lint_applies(lint, expr, "contains", 2) &&
             is_text(lint, expr->apply.items[1]))
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
