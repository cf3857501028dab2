/* same-state: `let old = n; n > old` compares a value with itself. What was
 * kept is to be compared with that of a later state, behind nextT. */
#include "lang/lint/lint_internal.h"

#include <stdlib.h>

#include "base/memory.h"

/* An expression is evaluated in the state in which what is around it is, or,
 * behind a temporal operator, in another one: that is another *stage*. */
struct same {
    struct lint *lint;
    struct kept {
        const struct ast_expr *value; /* NULL: of a parameter, or lazy */
        int64_t stage;
    } * kept; /* by id of the local */
    int64_t stage, last_stage;
};

static bool is_kept(const struct ast_pattern *pattern)
{
    return pattern->kind == AST_PATTERN_LOCAL && !pattern->local->lazy;
}

/* The lambda whose parameters the arguments are for; NULL: not known. */
static const struct ast_expr *lambda_of(const struct ast_expr *function)
{
    if (function->kind == AST_GLOBAL &&
        function->global->decl->kind == AST_DECL_LET)
        function = function->global->decl->let.body;
    return function->kind == AST_LAMBDA ? function : NULL;
}

static bool is_strict_primitive(const struct ast_expr *function)
{
    return function->kind == AST_PRIMITIVE &&
           primitive_infos[function->primitive].lazy == 0;
}

/* Is the argument evaluated in this state and at once? What is not known may be
 * evaluated in any, and so may a function be that is handed on. */
static bool is_of_this_state(const struct lint *lint,
                             const struct ast_expr *apply, size_t index)
{
    static const enum primitive choices[] = {PRIMITIVE_AND,     PRIMITIVE_OR,
                                             PRIMITIVE_IMPLIES, PRIMITIVE_IF,
                                             PRIMITIVE_NOT,     PRIMITIVE_WHEN};
    const struct ast_expr *function = apply->apply.function;
    if (apply->apply.items[index]->kind == AST_LAMBDA &&
        function->kind == AST_GLOBAL &&
        !lint_in_library(lint, function->global->span))
        return false;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (lint_is_primitive(function, choices[i]))
            return true;
    const struct ast_expr *lambda = lambda_of(function);
    if (lambda == NULL)
        return is_strict_primitive(function);
    return index < lambda->lambda.count &&
           !(lambda->lambda.parameters[index]->kind == AST_PATTERN_LOCAL &&
             lambda->lambda.parameters[index]->local->lazy);
}

/* (fun (x) { … })(v), a local let. */
static void keep(struct same *same, const struct ast_expr *apply)
{
    const struct ast_expr *lambda = apply->apply.function;
    if (lambda->kind != AST_LAMBDA)
        return;
    for (size_t i = 0; i < lambda->lambda.count && i < apply->apply.count; i++)
        if (is_kept(lambda->lambda.parameters[i]))
            same->kept[lambda->lambda.parameters[i]->local->id] =
                (struct kept){apply->apply.items[i], same->stage};
}

static void look_at(struct same *same, const struct ast_expr *comparison,
                    const struct ast_expr *old, const struct ast_expr *now)
{
    if (old->kind != AST_LOCAL || now->kind != AST_GLOBAL)
        return;
    const struct kept *kept = &same->kept[old->local->id];
    if (kept->value == NULL || kept->stage != same->stage ||
        kept->value->kind != AST_GLOBAL || kept->value->global != now->global ||
        !lint_depends(same->lint, now))
        return;
    diag_help(lint_add(same->lint, LINT_SAME_STATE, comparison->span,
                       "'%s' is compared with itself: '%s' is its value in "
                       "this very state",
                       now->global->name->text, old->local->name->text),
              "what it is in the next state stands behind nextT: let %s = %s; "
              "nextT (…)",
              old->local->name->text, now->global->name->text);
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct same *same = context;
    if (expr->kind != AST_APPLY) {
        lint_parts(expr, walk, same);
        return;
    }
    keep(same, expr);
    if (lint_is_comparison(expr, 2)) {
        look_at(same, expr, expr->apply.items[0], expr->apply.items[1]);
        look_at(same, expr, expr->apply.items[1], expr->apply.items[0]);
    }
    for (size_t i = 0; i < expr->apply.count; i++) {
        int64_t stage = same->stage;
        if (!is_of_this_state(same->lint, expr, i))
            same->stage = ++same->last_stage;
        walk(same, expr->apply.items[i]);
        same->stage = stage;
    }
    walk(same, expr->apply.function);
}

void lint_same(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    struct same same = {.lint = lint};
    same.kept =
        memory_zeroed(program->local_count + (size_t)1, sizeof *same.kept);
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, &same);
    free(same.kept);
}
