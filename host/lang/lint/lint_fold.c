/* What a name stands for, and what is known without a state. */
#include "lang/lint/lint_internal.h"

#include "lang/eval/primitives.h"

/* The definition of a top-level name; NULL for one of several names in a
 * pattern, and for actions. */
static const struct ast_expr *definition(const struct ast_global *global)
{
    const struct ast_decl *decl = global->decl;
    if (decl->kind != AST_DECL_LET ||
        decl->let.pattern->kind != AST_PATTERN_GLOBAL)
        return NULL;
    return decl->let.body;
}

static const struct lint_scope *find(const struct lint_scope *scope,
                                     const struct ast_local *local)
{
    while (scope != NULL && scope->local != local)
        scope = scope->outer;
    return scope;
}

struct lint_view lint_meaning(struct lint_view view)
{
    for (;;) {
        const struct lint_scope *bound = NULL;
        const struct ast_expr *body = NULL;
        if (view.expr->kind == AST_LOCAL)
            bound = find(view.scope, view.expr->local);
        if (view.expr->kind == AST_GLOBAL)
            body = definition(view.expr->global);
        if (bound != NULL)
            view = (struct lint_view){bound->expr, bound->scope};
        else if (body != NULL)
            view = (struct lint_view){body, NULL};
        else
            return view;
    }
}

struct lint_view lint_argument(struct lint_view view)
{
    const struct lint_scope *bound = NULL;
    while (view.expr->kind == AST_LOCAL &&
           (bound = find(view.scope, view.expr->local)) != NULL)
        view = (struct lint_view){bound->expr, bound->scope};
    return view;
}

bool lint_enter(struct lint_budget *budget, struct lint_view view,
                struct lint_view *body)
{
    const struct ast_expr *call = view.expr;
    if (call->kind != AST_APPLY || --budget->steps < 0)
        return false;
    struct lint_view function =
        lint_meaning((struct lint_view){call->apply.function, view.scope});
    const struct ast_expr *lambda = function.expr;
    if (lambda->kind != AST_LAMBDA || lambda->lambda.count != call->apply.count)
        return false;
    *body = (struct lint_view){lambda->lambda.body, function.scope};
    for (size_t i = 0; i < lambda->lambda.count; i++) {
        const struct ast_pattern *pattern = lambda->lambda.parameters[i];
        if (pattern->kind != AST_PATTERN_LOCAL)
            continue;
        struct lint_scope *scope = ARENA_NEW(&budget->arena, struct lint_scope);
        *scope = (struct lint_scope){pattern->local, call->apply.items[i],
                                     view.scope, body->scope};
        body->scope = scope;
    }
    return true;
}

/* ---- constants ---------------------------------------------------------- */

struct folder {
    struct lint *lint;
    struct lint_budget *budget;
    int depth;
};

static struct val fold_part(const struct folder *folder, struct lint_view view,
                            const struct ast_expr *part)
{
    return lint_fold(folder->lint, folder->budget,
                     (struct lint_view){part, view.scope}, folder->depth + 1);
}

static struct val known(struct val val)
{
    if (val.kind <= VAL_INT)
        return val;
    val_unref(val);
    return val_fail();
}

static bool is_strict(const struct ast_expr *expr)
{
    return expr->kind == AST_GLOBAL && expr->global->kind == AST_GLOBAL_LET &&
           !expr->global->lazy;
}

static bool is_given_literal(const struct lint *lint,
                             const struct ast_expr *expr)
{
    const struct source *source =
        source_of(&lint->program->sources, expr->span);
    return source != NULL && source->is_given;
}

/* A strict binding has its value since the program was loaded. What --define
 * gives is one value of many: a specification is not wrong for it. */
static struct val fold_strict(struct lint *lint, const struct ast_expr *expr)
{
    if (lint_is_given(lint, expr))
        return val_fail();
    machine_begin(&lint->machine);
    return known(machine_global(&lint->machine, NULL, expr->global->index));
}

/* &&, || and ==> decide by one side where they can. */
static struct val fold_connective(enum primitive primitive, struct val a,
                                  struct val b)
{
    bool deciding = primitive == PRIMITIVE_OR;
    if (primitive == PRIMITIVE_IMPLIES && a.kind == VAL_BOOL) {
        a.boolean = !a.boolean;
        deciding = true;
    } else if (primitive == PRIMITIVE_IMPLIES) {
        deciding = true;
    }
    if (val_is_bool(a, deciding) || val_is_bool(b, deciding))
        return val_bool(deciding);
    return a.kind == VAL_BOOL && b.kind == VAL_BOOL ? val_bool(!deciding)
                                                    : val_fail();
}

static struct val fold_equal(bool wanted, struct val a, struct val b)
{
    int64_t steps = 10;
    if (a.kind == VAL_FAIL || b.kind == VAL_FAIL)
        return val_fail();
    return val_bool((val_compare(a, b, &steps) == VAL_EQUAL) == wanted);
}

static struct val fold_two(const struct folder *folder, enum primitive which,
                           struct val a, struct val b)
{
    switch (which) {
    case PRIMITIVE_AND:
    case PRIMITIVE_OR:
    case PRIMITIVE_IMPLIES:
        return fold_connective(which, a, b);
    case PRIMITIVE_EQUAL:
    case PRIMITIVE_NOT_EQUAL:
        return fold_equal(which == PRIMITIVE_EQUAL, a, b);
    case PRIMITIVE_LESS:
    case PRIMITIVE_LESS_EQUAL:
    case PRIMITIVE_GREATER:
    case PRIMITIVE_GREATER_EQUAL:
    case PRIMITIVE_ADD:
    case PRIMITIVE_SUBTRACT:
    case PRIMITIVE_MULTIPLY:
        if (a.kind != VAL_INT || b.kind != VAL_INT)
            return val_fail();
        machine_begin(&folder->lint->machine);
        return known(number_operate(&folder->lint->machine, NULL, which, a, b));
    default:
        return val_fail();
    }
}

static struct val fold_if(const struct folder *folder, struct lint_view view)
{
    struct ast_expr *const *items = view.expr->apply.items;
    struct val condition = fold_part(folder, view, items[0]);
    if (condition.kind != VAL_BOOL)
        return val_fail();
    return fold_part(folder, view, items[condition.boolean ? 1 : 2]);
}

static struct val fold_primitive(const struct folder *folder,
                                 enum primitive which, struct lint_view view)
{
    struct ast_expr *const *items = view.expr->apply.items;
    size_t count = view.expr->apply.count;
    if (which == PRIMITIVE_IF && count == 3)
        return fold_if(folder, view);
    if (count == 2)
        return fold_two(folder, which, fold_part(folder, view, items[0]),
                        fold_part(folder, view, items[1]));
    if (count != 1)
        return val_fail();
    struct val only = fold_part(folder, view, items[0]);
    if (which == PRIMITIVE_NOT && only.kind == VAL_BOOL)
        return val_bool(!only.boolean);
    if (which == PRIMITIVE_IS_NULL && only.kind != VAL_FAIL)
        return val_bool(only.kind == VAL_NULL);
    return val_fail();
}

struct val lint_fold(struct lint *lint, struct lint_budget *budget,
                     struct lint_view view, int depth)
{
    struct folder folder = {lint, budget, depth};
    struct lint_view body;
    if (depth > LINT_DEPTH || --budget->steps < 0)
        return val_fail();
    if (is_strict(view.expr))
        return fold_strict(lint, view.expr);
    view = lint_meaning(view);
    if (is_given_literal(lint, view.expr))
        return val_fail();
    switch (view.expr->kind) {
    case AST_NULL:
        return val_null();
    case AST_BOOL:
        return val_bool(view.expr->boolean);
    case AST_INT:
        return val_int(view.expr->integer);
    case AST_GLOBAL:
        return is_strict(view.expr) ? fold_strict(lint, view.expr) : val_fail();
    case AST_PRIMITIVE:
        return view.expr->primitive == PRIMITIVE_DEFAULT_SUBSCRIPT
                   ? val_int(lint->program->subscript)
                   : val_fail();
    case AST_APPLY:
        break;
    default:
        return val_fail();
    }
    enum primitive which = lint_applied(view.expr, 1);
    if (which != PRIMITIVE_COUNT)
        return fold_primitive(&folder, which, view);
    return lint_enter(budget, view, &body)
               ? lint_fold(lint, budget, body, depth + 1)
               : val_fail();
}

/* ---- what depends on the state, or on --define --------------------------- */

typedef bool (*lint_trait)(struct lint *lint, const struct ast_expr *expr);

struct parts {
    struct lint *lint;
    lint_trait trait;
    bool yes;
};

static void visit_part(void *context, const struct ast_expr *part)
{
    struct parts *parts = context;
    parts->yes = parts->yes || parts->trait(parts->lint, part);
}

static bool has_part(struct lint *lint, const struct ast_expr *expr,
                     lint_trait trait)
{
    struct parts parts = {.lint = lint, .trait = trait};
    lint_parts(expr, visit_part, &parts);
    return parts.yes;
}

/* Of each global once: `known` says whether that has been, and what came. */
static bool has_body(struct lint *lint, const struct ast_global *global,
                     unsigned char *known, lint_trait trait)
{
    enum { KNOWN = 1, YES = 2 };
    if (global->kind == AST_GLOBAL_ACTION)
        return false; /* its name is data; guards are read elsewhere */
    if (known[global->index] == 0) {
        known[global->index] = KNOWN;
        if (trait(lint, global->decl->let.body))
            known[global->index] |= YES;
    }
    return (known[global->index] & YES) != 0;
}

/* A function that came as a parameter may read anything. */
static bool calls_unknown(const struct ast_expr *expr)
{
    return expr->kind == AST_APPLY && expr->apply.function->kind == AST_LOCAL;
}

bool lint_depends(struct lint *lint, const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_SELECTOR:
    case AST_HAPPENED:
        return true;
    case AST_LOCAL:
        return expr->local->lazy;
    case AST_GLOBAL:
        return has_body(lint, expr->global, lint->depends, lint_depends);
    case AST_PRIMITIVE:
        return expr->primitive == PRIMITIVE_IN_HAPPENED;
    default:
        return calls_unknown(expr) || has_part(lint, expr, lint_depends);
    }
}

bool lint_is_given(struct lint *lint, const struct ast_expr *expr)
{
    if (expr->kind == AST_GLOBAL)
        return has_body(lint, expr->global, lint->given, lint_is_given);
    return is_given_literal(lint, expr) || has_part(lint, expr, lint_is_given);
}
