/* eager-binding: values that were fixed where they should be read anew. */
#include "lang/deps/deps.h"
#include "lang/lint/lint_internal.h"

/* What the walk knows of the variables in scope: the value of a local let, or
 * NULL for a parameter. */
struct eager {
    struct lint *lint;
    const struct ast_expr **values; /* by id of the local */
    struct {
        const struct ast_local *local; /* the first that was fixed */
    } found;
};

static const char *operator_word(enum primitive primitive)
{
    switch (primitive) {
    case PRIMITIVE_NEXT:
        return "next";
    case PRIMITIVE_NEXT_WEAK:
        return "nextT";
    case PRIMITIVE_NEXT_STRONG:
        return "nextF";
    case PRIMITIVE_ALWAYS:
        return "always";
    case PRIMITIVE_EVENTUALLY:
        return "eventually";
    case PRIMITIVE_UNTIL:
        return "until";
    case PRIMITIVE_RELEASE:
        return "release";
    default:
        return NULL;
    }
}

/* ---- one operand -------------------------------------------------------- */

/* A variable that keeps a value which could have been another one. */
static bool is_fixed(struct eager *eager, const struct ast_local *local)
{
    const struct ast_expr *value = eager->values[local->id];
    if (local->lazy)
        return false;
    return value == NULL || lint_depends(eager->lint, value);
}

static void look_for_fixed(void *context, const struct ast_expr *expr)
{
    struct eager *eager = context;
    if (expr->kind == AST_LOCAL && eager->found.local == NULL &&
        is_fixed(eager, expr->local))
        eager->found.local = expr->local;
    lint_parts(expr, look_for_fixed, eager);
}

static void look_at_operand(struct eager *eager, const struct ast_expr *operand,
                            const char *word)
{
    struct lint *lint = eager->lint;
    if (lint_depends(lint, operand))
        return;
    eager->found.local = NULL;
    look_for_fixed(eager, operand);
    const struct ast_local *local = eager->found.local;
    if (local == NULL)
        return;
    struct diag *diag = lint_add(
        lint, LINT_EAGER_BINDING, operand->span,
        "'%s' has the same operand in every state, because '%s' keeps its "
        "value",
        word, local->name->text);
    if (eager->values[local->id] != NULL)
        diag_help(diag,
                  "to read it anew in each state, bind it lazily: let ~%s = …",
                  local->name->text);
    else
        diag_help(diag,
                  "to have it read anew in each state, make the parameter "
                  "lazy: ~%s",
                  local->name->text);
}

/* Is argument `index` of the function an operand that is passed straight on to
 * a temporal operator, as the library's `always p` does? The operator. */
static const char *passes_on(const struct ast_expr *function, size_t index);

static const char *operand_word(const struct ast_expr *function, size_t index)
{
    if (function->kind == AST_GLOBAL)
        return passes_on(function, index);
    if (function->kind != AST_PRIMITIVE)
        return NULL;
    enum primitive primitive = function->primitive;
    bool counted =
        primitive == PRIMITIVE_ALWAYS || primitive == PRIMITIVE_EVENTUALLY;
    bool infix = primitive == PRIMITIVE_UNTIL || primitive == PRIMITIVE_RELEASE;
    if ((counted && index == 0) || (infix && index == 1))
        return NULL; /* the count */
    return operator_word(primitive);
}

static const char *passes_on(const struct ast_expr *function, size_t index)
{
    const struct ast_decl *decl = function->global->decl;
    if (decl->kind != AST_DECL_LET || decl->let.body->kind != AST_LAMBDA)
        return NULL;
    const struct ast_expr *lambda = decl->let.body;
    const struct ast_expr *body = lambda->lambda.body;
    if (index >= lambda->lambda.count || body->kind != AST_APPLY ||
        lambda->lambda.parameters[index]->kind != AST_PATTERN_LOCAL)
        return NULL;
    for (size_t i = 0; i < body->apply.count; i++) {
        const struct ast_expr *item = body->apply.items[i];
        if (item->kind == AST_LOCAL && item->local->lazy &&
            item->local == lambda->lambda.parameters[index]->local)
            return operand_word(body->apply.function, i);
    }
    return NULL;
}

/* ---- the walk ----------------------------------------------------------- */

/* (fun (x) { … })(v): a local let, or a function with a value for each
 * parameter. */
static void bind_values(struct eager *eager, const struct ast_expr *apply)
{
    const struct ast_expr *lambda = apply->apply.function;
    if (lambda->kind != AST_LAMBDA)
        return;
    for (size_t i = 0; i < lambda->lambda.count && i < apply->apply.count; i++)
        if (lambda->lambda.parameters[i]->kind == AST_PATTERN_LOCAL)
            eager->values[lambda->lambda.parameters[i]->local->id] =
                apply->apply.items[i];
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct eager *eager = context;
    if (expr->kind == AST_APPLY) {
        bind_values(eager, expr);
        for (size_t i = 0; i < expr->apply.count; i++) {
            const char *word = operand_word(expr->apply.function, i);
            if (word != NULL)
                look_at_operand(eager, expr->apply.items[i], word);
        }
    }
    lint_parts(expr, walk, eager);
}

/* ---- top level ---------------------------------------------------------- */

static bool is_function(struct lint *lint, uint32_t index)
{
    machine_begin(&lint->machine);
    struct val val = machine_global(&lint->machine, NULL, index);
    bool function = val_is_function(val);
    val_unref(val);
    return function;
}

static void look_for_happened(void *context, const struct ast_expr *expr)
{
    bool *found = context;
    *found |= expr->kind == AST_HAPPENED ||
              (expr->kind == AST_PRIMITIVE &&
               expr->primitive == PRIMITIVE_IN_HAPPENED);
    lint_parts(expr, look_for_happened, found);
}

/* What only passes through functions is no reading, so the dependencies decide.
 */
static bool reads_state(const struct lint *lint, const struct ast_decl *decl)
{
    struct deps deps;
    bool found = false;
    look_for_happened(&found, decl->let.body);
    lang_deps_of_global(lint->program, decl->let.pattern->global, &deps);
    found |= deps.root.count > 0;
    deps_finish(&deps);
    return found;
}

/* Evaluated once, at load, where it happened not to meet what depends on the
 * state. */
static void look_at_let(struct lint *lint, const struct ast_decl *decl)
{
    const struct ast_pattern *pattern = decl->let.pattern;
    if (pattern->kind != AST_PATTERN_GLOBAL || pattern->global->lazy ||
        decl->let.body->kind == AST_LAMBDA ||
        !lint_depends(lint, decl->let.body) || !reads_state(lint, decl) ||
        is_function(lint, pattern->global->index))
        return;
    const char *name = pattern->global->name->text;
    diag_help(lint_add(lint, LINT_EAGER_BINDING, pattern->span,
                       "'%s' is evaluated once, before there is any state, "
                       "although its definition reads the state",
                       name),
              "to have it read in each state, bind it lazily: let ~%s = …",
              name);
}

void lint_eager(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    struct eager eager = {.lint = lint};
    eager.values =
        memory_zeroed(program->local_count + (size_t)1, sizeof *eager.values);
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (lint_in_library(lint, decl->span))
            continue;
        if (decl->kind == AST_DECL_LET)
            look_at_let(lint, decl);
        lint_declared(decl, walk, &eager);
    }
    free(eager.values);
}
