/* endless: in `always (next p)` each state demands another one, so that a run
 * in which it holds goes on to its time limit (docs/LOGIC.md, "Runs that would
 * not end"). Said where that is so whatever the states are: a `next` behind a
 * condition may not be demanded in the last state, unless the condition is
 * known without a state. (What `--define` gives is one value of many: it is not
 * known.) */
#include "lang/lint/lint_internal.h"

struct search {
    struct lint *lint;
    const struct ast_global *property;
    struct lint_budget budget;
};

static struct lint_view item_of(struct lint_view view, size_t item)
{
    return (struct lint_view){view.expr->apply.items[item], view.scope};
}

/* always {n}: n is more than none, as far as is known. */
static bool counts(struct search *search, struct lint_view count, int depth)
{
    struct val known = lint_fold(search->lint, &search->budget, count, depth);
    return known.kind == VAL_INT && known.integer > 0;
}

/* Known without a state, and so. */
static bool is_known(struct search *search, struct lint_view view, bool value,
                     int depth)
{
    struct val known = lint_fold(search->lint, &search->budget, view, depth);
    return val_is_bool(known, value);
}

static bool demands(struct search *search, struct lint_view view, int depth);

/* `a || b` (`not a || b` for `a ==> b`): both sides do, or one where the other
 * is never true. */
static bool either_demands(struct search *search, struct lint_view view,
                           bool never, int depth)
{
    struct lint_view a = item_of(view, 0);
    struct lint_view b = item_of(view, 1);
    if (is_known(search, a, never, depth))
        return demands(search, b, depth);
    return (is_known(search, b, false, depth) || demands(search, b, depth)) &&
           demands(search, a, depth);
}

/* Both branches do, or that which is taken in every state. */
static bool branch_demands(struct search *search, struct lint_view view,
                           int depth)
{
    struct lint_view condition = item_of(view, 0);
    return (is_known(search, condition, false, depth) ||
            demands(search, item_of(view, 1), depth)) &&
           (is_known(search, condition, true, depth) ||
            demands(search, item_of(view, 2), depth));
}

/* Does the formula, evaluated in any state, demand another one unless it is
 * false or true at once? */
static bool demands(struct search *search, struct lint_view view, int depth)
{
    struct lint_view body;
    if (depth > LINT_DEPTH || --search->budget.steps < 0)
        return false;
    view = lint_meaning(view);
    switch (lint_applied(view.expr, 1)) {
    case PRIMITIVE_NEXT:
        return true;
    case PRIMITIVE_ALWAYS:
        return view.expr->apply.count == 2 &&
               counts(search, item_of(view, 0), depth + 1);
    case PRIMITIVE_NOT:
        return demands(search, item_of(view, 0), depth + 1);
    case PRIMITIVE_AND:
        return view.expr->apply.count == 2 &&
               (demands(search, item_of(view, 0), depth + 1) ||
                demands(search, item_of(view, 1), depth + 1));
    case PRIMITIVE_OR:
        return view.expr->apply.count == 2 &&
               either_demands(search, view, false, depth + 1);
    case PRIMITIVE_IMPLIES:
        return view.expr->apply.count == 2 &&
               either_demands(search, view, true, depth + 1);
    case PRIMITIVE_IF:
        return view.expr->apply.count == 3 &&
               branch_demands(search, view, depth + 1);
    case PRIMITIVE_COUNT:
        return lint_enter(&search->budget, view, &body) &&
               demands(search, body, depth + 1);
    default:
        return false;
    }
}

static void report(const struct search *search, const struct ast_expr *always)
{
    bool is_ours = !lint_in_library(search->lint, always->span);
    diag_help(
        lint_add(search->lint, LINT_ENDLESS,
                 is_ours ? always->span : search->property->span,
                 "each state demands another one here: a run in which "
                 "'%s' holds goes on to its limit, and is inconclusive",
                 search->property->name->text),
        "nextT demands none, and is true where no state follows; nor does "
        "'always {0}' inside of another one");
}

/* Looks for `always` where it has to hold for the property to hold. */
static void look(struct search *search, struct lint_view view, int depth)
{
    struct lint_view body;
    if (depth > LINT_DEPTH || --search->budget.steps < 0)
        return;
    view = lint_meaning(view);
    enum primitive which = lint_applied(view.expr, 1);
    size_t count = which == PRIMITIVE_COUNT ? 0 : view.expr->apply.count;
    if (which == PRIMITIVE_ALWAYS && count == 2) {
        if (demands(search, item_of(view, 1), depth + 1))
            report(search, view.expr);
    } else if (which == PRIMITIVE_IF && count == 3) {
        struct lint_view condition = item_of(view, 0);
        if (is_known(search, condition, true, depth + 1))
            look(search, item_of(view, 1), depth + 1);
        if (is_known(search, condition, false, depth + 1))
            look(search, item_of(view, 2), depth + 1);
    } else if (which == PRIMITIVE_IMPLIES && count == 2) {
        if (is_known(search, item_of(view, 0), true, depth + 1))
            look(search, item_of(view, 1), depth + 1);
    } else if (which == PRIMITIVE_OR && count == 2) {
        for (size_t i = 0; i < 2; i++)
            if (is_known(search, item_of(view, i), false, depth + 1))
                look(search, item_of(view, 1 - i), depth + 1);
    } else if (which == PRIMITIVE_AND && count == 2) {
        look(search, item_of(view, 0), depth + 1);
        look(search, item_of(view, 1), depth + 1);
    } else if (which == PRIMITIVE_COUNT &&
               lint_enter(&search->budget, view, &body)) {
        look(search, body, depth + 1);
    }
}

static void look_at(struct lint *lint, const struct ast_global *property)
{
    struct search search = {
        .lint = lint, .property = property, .budget = {.steps = LINT_STEPS}};
    const struct ast_decl *decl = property->decl;
    if (decl->kind != AST_DECL_LET || lint_in_library(lint, property->span))
        return;
    arena_init(&search.budget.arena);
    look(&search, (struct lint_view){decl->let.body, NULL}, 0);
    arena_finish(&search.budget.arena);
}

void lint_endless(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->property_count; i++)
        if (lint_is_first(program, i))
            look_at(lint, program->properties[i].global);
}
