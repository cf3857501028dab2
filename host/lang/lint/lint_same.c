/* same-state: `let old = n; n > old` compares a value with itself. What was
 * kept is to be compared with that of a later state, after nextT. So does
 * `n == before + 1` where `let ~before = n;` is evaluated anew. */
#include "lang/lint/lint_internal.h"

#include <stdlib.h>

#include "base/memory.h"

/* An expression is evaluated in the state in which what is around it is, or,
 * after a temporal operator, in another one: that is another *stage*. */
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
              "what it is in the next state stands after nextT: let %s = %s; "
              "nextT (…)",
              old->local->name->text, now->global->name->text);
}

/* ---- two names, or one expression written twice ------------------------- */

enum { ALIKE_DEPTH = 30 };

static bool alike(const struct ast_expr *a, const struct ast_expr *b,
                  int depth);

static bool all_alike(struct ast_expr *const *a, struct ast_expr *const *b,
                      size_t count, int depth)
{
    for (size_t i = 0; i < count; i++)
        if (!alike(a[i], b[i], depth))
            return false;
    return true;
}

/* Whether both are the same expression of the same names. What binds names is
 * taken for different. */
static bool alike(const struct ast_expr *a, const struct ast_expr *b, int depth)
{
    if (a->kind == AST_GLOBAL && b->kind == AST_GLOBAL &&
        a->global == b->global)
        return true;
    a = lint_meaning((struct lint_view){a, NULL}).expr;
    b = lint_meaning((struct lint_view){b, NULL}).expr;
    if (a->kind != b->kind || depth >= ALIKE_DEPTH)
        return false;
    switch (a->kind) {
    case AST_BOOL:
        return a->boolean == b->boolean;
    case AST_INT:
        return a->integer == b->integer;
    case AST_STRING:
    case AST_SELECTOR:
        return str_equal(a->text, b->text);
    case AST_LOCAL:
        return a->local->id == b->local->id;
    case AST_GLOBAL:
        return a->global == b->global;
    case AST_PRIMITIVE:
        return a->primitive == b->primitive;
    case AST_APPLY:
        return a->apply.count == b->apply.count &&
               alike(a->apply.function, b->apply.function, depth + 1) &&
               all_alike(a->apply.items, b->apply.items, a->apply.count,
                         depth + 1);
    case AST_PROJECT:
        return a->project.name == b->project.name &&
               alike(a->project.operand, b->project.operand, depth + 1);
    default:
        return false;
    }
}

/* n of n + 1 and n - 1. */
static const struct ast_expr *without_step(const struct ast_expr *expr)
{
    const struct ast_expr *of =
        lint_meaning((struct lint_view){expr, NULL}).expr;
    enum primitive which = lint_applied(of, 2);
    bool is_step = (which == PRIMITIVE_ADD || which == PRIMITIVE_SUBTRACT) &&
                   of->apply.items[1]->kind == AST_INT;
    return is_step ? of->apply.items[0] : expr;
}

/* Whoever writes `n == n` or `f(n) < f(n)` sees it, and has no other state in
 * mind. */
static bool is_written_alike(const struct same *same,
                             const struct ast_expr *comparison)
{
    const struct source_table *sources = &same->lint->program->sources;
    return str_equal(source_text(sources, comparison->apply.items[0]->span),
                     source_text(sources, comparison->apply.items[1]->span));
}

static void look_at_twice(struct same *same, const struct ast_expr *comparison)
{
    const struct ast_expr *a = without_step(comparison->apply.items[0]);
    const struct ast_expr *b = without_step(comparison->apply.items[1]);
    if (is_written_alike(same, comparison) || !alike(a, b, 0) ||
        !lint_depends(same->lint, a))
        return;
    const struct ast_expr *named = b->kind == AST_GLOBAL ? b : a;
    const char *name =
        named->kind == AST_GLOBAL ? named->global->name->text : "n";
    struct diag *told =
        lint_add(same->lint, LINT_SAME_STATE, comparison->span,
                 "both sides are the same value of this very state");
    diag_help(told,
              "what it was is kept in a state, and compared in the next one: "
              "let old = %s; nextT (…)",
              name);
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
        look_at_twice(same, expr);
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
