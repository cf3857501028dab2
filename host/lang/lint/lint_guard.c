/* never-enabled: actions in whose definition nothing can be done, whatever the
 * state. */
#include "lang/lint/lint_internal.h"

struct guard {
    struct lint *lint;
    struct lint_budget budget;
    struct span never; /* the condition that is always false */
    bool found;
};

static bool is_possible(struct guard *guard, struct lint_view view, int depth);

/* One of two, by a condition. */
static bool is_if_possible(struct guard *guard, struct lint_view view,
                           int depth)
{
    struct ast_expr *const *items = view.expr->apply.items;
    struct lint_view condition = {items[0], view.scope};
    struct val known =
        lint_fold(guard->lint, &guard->budget, condition, depth + 1);
    bool first =
        is_possible(guard, (struct lint_view){items[1], view.scope}, depth + 1);
    bool second =
        is_possible(guard, (struct lint_view){items[2], view.scope}, depth + 1);
    if (known.kind != VAL_BOOL)
        return first || second;
    if (!known.boolean && first && !second && !guard->found) {
        guard->never = lint_argument(condition).expr->span;
        guard->found = true;
    }
    return known.boolean ? first : second;
}

static bool is_list_possible(struct guard *guard, struct lint_view view,
                             int depth)
{
    for (size_t i = 0; i < view.expr->list.count; i++)
        if (is_possible(
                guard, (struct lint_view){view.expr->list.items[i], view.scope},
                depth + 1))
            return true;
    return false;
}

/* for x in l { e } */
static bool is_map_possible(struct guard *guard, struct lint_view view,
                            int depth)
{
    struct ast_expr *const *items = view.expr->apply.items;
    struct lint_view function =
        lint_meaning((struct lint_view){items[0], view.scope});
    struct lint_view list =
        lint_meaning((struct lint_view){items[1], view.scope});
    if (list.expr->kind == AST_LIST && list.expr->list.count == 0)
        return false;
    if (function.expr->kind != AST_LAMBDA || function.expr->lambda.count != 1)
        return true;
    return is_possible(
        guard, (struct lint_view){function.expr->lambda.body, function.scope},
        depth + 1);
}

static bool is_application_possible(struct guard *guard, struct lint_view view,
                                    int depth)
{
    struct lint_view body;
    switch (lint_applied(view.expr, 2)) {
    case PRIMITIVE_IF:
        return view.expr->apply.count != 3 ||
               is_if_possible(guard, view, depth);
    case PRIMITIVE_TIMEOUT:
        return is_possible(
            guard, (struct lint_view){view.expr->apply.items[0], view.scope},
            depth + 1);
    case PRIMITIVE_MAP:
        return is_map_possible(guard, view, depth);
    case PRIMITIVE_COUNT:
        break;
    default:
        return true;
    }
    const struct ast_expr *function = view.expr->apply.function;
    if (function->kind == AST_GLOBAL &&
        function->global->kind == AST_GLOBAL_ACTION)
        return is_possible(
            guard,
            (struct lint_view){function->global->decl->action.body, NULL},
            depth + 1);
    return !lint_enter(&guard->budget, view, &body) ||
           is_possible(guard, body, depth + 1);
}

static bool is_possible(struct guard *guard, struct lint_view view, int depth)
{
    if (depth > LINT_DEPTH || --guard->budget.steps < 0)
        return true;
    view = lint_meaning(view);
    switch (view.expr->kind) {
    case AST_NULL:
    case AST_BOOL:
    case AST_INT:
    case AST_STRING:
        return false;
    case AST_LIST:
        return is_list_possible(guard, view, depth);
    case AST_GLOBAL:
        return view.expr->global->kind != AST_GLOBAL_ACTION ||
               is_possible(guard,
                           (struct lint_view){
                               view.expr->global->decl->action.body, NULL},
                           depth + 1);
    case AST_APPLY:
        return is_application_possible(guard, view, depth);
    default:
        return true;
    }
}

static void look_at(struct lint *lint, const struct ast_global *action)
{
    struct guard guard = {.lint = lint, .budget = {.steps = LINT_STEPS}};
    const struct ast_decl *decl = action->decl;
    arena_init(&guard.budget.arena);
    if (!is_possible(&guard, (struct lint_view){decl->action.body, NULL}, 0)) {
        bool here = guard.found && !lint_in_library(lint, guard.never);
        struct diag *diag = lint_add(
            lint, LINT_NEVER_ENABLED, here ? guard.never : action->span,
            here ? "this is never true, so '%s' can never be done"
                 : "nothing can ever be done in '%s'",
            action->name->text);
        diag_help(diag, "an action is done when its definition gives a "
                        "primitive action; null and [] give none");
    }
    arena_finish(&guard.budget.arena);
}

/* Of every check, each action once. */
void lint_guards(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    bool *seen = memory_zeroed(program->global_count + 1, sizeof *seen);
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (decl->kind != AST_DECL_CHECK)
            continue;
        for (size_t k = 0; k < decl->check.action_count; k++) {
            const struct ast_global *action = decl->check.actions[k];
            if (!seen[action->index] && !lint_in_library(lint, action->span))
                look_at(lint, action);
            seen[action->index] = true;
        }
    }
    free(seen);
}
