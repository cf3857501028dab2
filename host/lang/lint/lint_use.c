/* unused-binding, unused-action, never-happens: names and what uses them. */
#include "lang/lint/lint_internal.h"

/* ---- what is used ------------------------------------------------------- */

struct uses {
    struct lint *lint;
    bool *globals; /* by index: something refers to it */
    bool *locals;  /* by id */
};

static void use_action(void *context, const struct ast_global *action,
                       struct span span)
{
    struct uses *uses = context;
    (void)span;
    uses->globals[action->index] = true;
}

static void use(void *context, const struct ast_expr *expr)
{
    struct uses *uses = context;
    if (expr->kind == AST_GLOBAL)
        uses->globals[expr->global->index] = true;
    if (expr->kind == AST_LOCAL)
        uses->locals[expr->local->id] = true;
    if (expr->kind == AST_LAMBDA)
        for (size_t i = 0; i < expr->lambda.count; i++)
            lint_pattern_actions(expr->lambda.parameters[i], use_action, uses);
    lint_parts(expr, use, uses);
}

static void use_checked(struct uses *uses, const struct ast_decl *decl)
{
    for (size_t i = 0; i < decl->check.property_count; i++)
        uses->globals[decl->check.properties[i]->index] = true;
    for (size_t i = 0; i < decl->check.action_count; i++)
        uses->globals[decl->check.actions[i]->index] = true;
}

static void find_uses(struct uses *uses)
{
    const struct lang_program *program = uses->lint->program;
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (decl->kind == AST_DECL_CHECK)
            use_checked(uses, decl);
        if (decl->kind == AST_DECL_ACTION)
            for (size_t k = 0; k < decl->action.count; k++)
                lint_pattern_actions(decl->action.parameters[k], use_action,
                                     uses);
        lint_declared(decl, use, uses);
    }
}

/* ---- unused names ------------------------------------------------------- */

/* A global is looked at only in the specification itself: other modules may
 * have it for other specifications. */
static void look_at_global(struct uses *uses, const struct ast_global *global)
{
    struct lint *lint = uses->lint;
    if (uses->globals[global->index] ||
        global->span.source != lint->spec_source || !lint->spec_checks)
        return;
    if (global->kind == AST_GLOBAL_ACTION)
        diag_help(lint_add(lint, LINT_UNUSED_ACTION, global->span,
                           "no check lists '%s', and nothing uses it",
                           global->name->text),
                  "an action is done only in checks that list it: "
                  "check … with %s;",
                  global->name->text);
    else
        diag_help(lint_add(lint, LINT_UNUSED_BINDING, global->span,
                           "nothing uses '%s', and no check is about it",
                           global->name->text),
                  "check it, use it or take it out");
}

static bool binds(const struct ast_expr *apply)
{
    return apply->kind == AST_APPLY && apply->form != NULL &&
           (strcmp(apply->form, "let") == 0 ||
            strcmp(apply->form, "freeze") == 0) &&
           apply->apply.function->kind == AST_LAMBDA;
}

/* A local let whose name nothing uses. */
static void look_at_local(void *context, const struct ast_expr *expr)
{
    struct uses *uses = context;
    const struct ast_pattern *pattern =
        binds(expr) && expr->apply.function->lambda.count == 1
            ? expr->apply.function->lambda.parameters[0]
            : NULL;
    if (pattern != NULL && pattern->kind == AST_PATTERN_LOCAL &&
        !uses->locals[pattern->local->id])
        diag_help(lint_add(uses->lint, LINT_UNUSED_BINDING,
                           pattern->local->span, "nothing uses '%s'",
                           pattern->local->name->text),
                  "it is evaluated all the same, and what it reads is read");
    lint_parts(expr, look_at_local, uses);
}

void lint_uses(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    struct uses uses = {.lint = lint};
    uses.globals =
        memory_zeroed(program->global_count + 1, sizeof *uses.globals);
    uses.locals =
        memory_zeroed(program->local_count + (size_t)1, sizeof *uses.locals);
    find_uses(&uses);
    for (size_t i = 0; i < program->global_count; i++)
        look_at_global(&uses, program->globals[i]);
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], look_at_local, &uses);
    free(uses.globals);
    free(uses.locals);
}

/* ---- what can be in `happened` ------------------------------------------ */

/* `happened` holds what stands inside the body of a checked action (reference,
 * 7.4); its own name only when the body is a primitive action. */
struct happening {
    struct lint *lint;
    bool *possible; /* by index of the action */
    bool *seen;     /* lets that were entered */
    bool has_object;
};

static void note_inside(void *context, const struct ast_expr *expr)
{
    struct happening *happening = context;
    const struct ast_global *global =
        expr->kind == AST_GLOBAL ? expr->global : NULL;
    happening->has_object |= expr->kind == AST_OBJECT;
    if (global != NULL && global->kind == AST_GLOBAL_ACTION) {
        happening->possible[global->index] = true;
    } else if (global != NULL && !happening->seen[global->index]) {
        happening->seen[global->index] = true;
        lint_declared(global->decl, note_inside, happening);
    }
    lint_parts(expr, note_inside, happening);
}

static void note_checked(struct happening *happening,
                         const struct ast_global *action)
{
    size_t count = happening->lint->program->global_count;
    memset(happening->seen, 0, count * sizeof *happening->seen);
    happening->has_object = false;
    lint_declared(action->decl, note_inside, happening);
    if (happening->has_object)
        happening->possible[action->index] = true;
}

static void note_check(struct happening *happening, const struct ast_decl *decl)
{
    size_t count = happening->lint->program->global_count;
    for (size_t i = 0; i < decl->check.action_count; i++)
        note_checked(happening, decl->check.actions[i]);
    memset(happening->seen, 0, count * sizeof *happening->seen);
    if (decl->check.when != NULL)
        note_inside(happening, decl->check.when);
}

/* ---- what is looked for in it ------------------------------------------- */

struct looking {
    struct lint *lint;
    const bool *possible;
    bool *seen;
    bool *told; /* by index of the action: once is enough */
};

static void look_for(void *context, const struct ast_global *action,
                     struct span span)
{
    struct looking *looking = context;
    if (looking->possible[action->index] || looking->told[action->index] ||
        lint_in_library(looking->lint, span))
        return;
    looking->told[action->index] = true;
    diag_help(lint_add(looking->lint, LINT_NEVER_HAPPENS, span,
                       "'%s' is never in `happened`: no checked action has it "
                       "in its body",
                       action->name->text),
              "`happened` holds what stands inside the body of a checked "
              "action, not its own name; `x in happened` looks for the name");
}

static void look_in(void *context, const struct ast_expr *expr)
{
    struct looking *looking = context;
    if (lint_applied(expr, 1) == PRIMITIVE_IN_HAPPENED)
        return; /* the paper's question is about the name */
    const struct ast_global *global =
        expr->kind == AST_GLOBAL ? expr->global : NULL;
    if (global != NULL && global->kind == AST_GLOBAL_ACTION) {
        look_for(looking, global, expr->span);
    } else if (global != NULL && !looking->seen[global->index]) {
        looking->seen[global->index] = true;
        lint_declared(global->decl, look_in, looking);
    }
    if (expr->kind == AST_LAMBDA)
        for (size_t i = 0; i < expr->lambda.count; i++)
            lint_pattern_actions(expr->lambda.parameters[i], look_for, looking);
    lint_parts(expr, look_in, looking);
}

void lint_happened(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    size_t count = program->global_count + 1;
    struct happening happening = {.lint = lint};
    struct looking looking = {.lint = lint};
    happening.possible = memory_zeroed(count, sizeof *happening.possible);
    happening.seen = memory_zeroed(count, sizeof *happening.seen);
    looking.possible = happening.possible;
    looking.seen = memory_zeroed(count, sizeof *looking.seen);
    looking.told = memory_zeroed(count, sizeof *looking.told);
    for (size_t i = 0; i < program->decl_count; i++)
        if (program->decls[i]->kind == AST_DECL_CHECK)
            note_check(&happening, program->decls[i]);
    for (size_t i = 0; i < program->property_count; i++)
        lint_declared(program->properties[i].global->decl, look_in, &looking);
    free(happening.possible);
    free(happening.seen);
    free(looking.seen);
    free(looking.told);
}
