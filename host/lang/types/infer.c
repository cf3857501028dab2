/* Hindley-Milner with one base type (reference, section 4). Top-level bindings
 * are generalised, everything local is monomorphic. One function per form of
 * expression; a mistake is reported, the expression then gets a fresh variable
 * as its type, and inference goes on. */
#include "lang/types/infer.h"

#include <stdlib.h>

#include "base/memory.h"
#include "lang/types/infer_words.h"

/* Expressions nested deeper are refused: the C stack. */
enum { INFER_DEPTH_LIMIT = 2000 };

static struct type *infer(struct inference *inference,
                          const struct ast_expr *expr);
static struct type *infer_pattern(struct inference *inference,
                                  const struct ast_pattern *pattern);

/* Demands that the expression (or NULL) of type `found` has the expected one.
 * The diagnostic, borrowed, when it has not. */
static struct diag *expect(struct inference *inference,
                           const struct ast_expr *expr, struct span span,
                           struct type *found, struct type *expected,
                           const char *why, struct span place)
{
    enum type_unity unity = type_unify(&inference->types, found, expected);
    if (unity == TYPE_SAME)
        return NULL;
    struct diag *diag = infer_report(inference, unity, span, found, expected);
    infer_add_place(inference, diag, why, place);
    if (unity == TYPE_MISMATCH && type_resolve(found)->kind == TYPE_FUNCTION &&
        type_resolve(expected)->kind == TYPE_VALUE)
        infer_help_missing(inference, diag, expr, found);
    return diag;
}

static void expect_value(struct inference *inference,
                         const struct ast_expr *expr, const char *why,
                         struct span place)
{
    expect(inference, expr, expr->span, infer(inference, expr),
           type_value(&inference->types), why, place);
}

/* -- names -- */

static struct type *instance(struct inference *inference, struct span span,
                             struct type *scheme)
{
    struct type *type = type_instantiate(&inference->types, scheme);
    if (type != NULL)
        return type;
    inference->failed = true;
    diag_add(inference->diags, DIAG_ERROR, DIAG_TYPE, span,
             "The type of this is too complicated");
    return type_variable(&inference->types);
}

static struct type *infer_global(struct inference *inference,
                                 const struct ast_expr *expr)
{
    struct type *scheme = inference->globals[expr->global->index];
    if (scheme == NULL) /* its own declaration failed */
        return type_variable(&inference->types);
    return instance(inference, expr->span, scheme);
}

static struct type *infer_primitive(struct inference *inference,
                                    const struct ast_expr *expr)
{
    struct type **type = &inference->primitives[expr->primitive];
    if (*type == NULL)
        *type = type_parse(&inference->types,
                           primitive_infos[expr->primitive].type);
    return instance(inference, expr->span, *type);
}

/* -- functions -- */

/* An argument meets its parameter first, so that a mismatch points to the
 * argument; applying a value points to what is applied. */
static struct type *infer_argument(struct inference *inference,
                                   const struct ast_expr *apply,
                                   struct type *function, size_t index)
{
    struct types *types = &inference->types;
    const struct ast_expr *applied = apply->apply.function;
    const struct ast_expr *argument = apply->apply.items[index];
    struct type *type = infer(inference, argument);
    function = type_resolve(function);
    if (function->kind == TYPE_FUNCTION) {
        struct diag *diag =
            expect(inference, argument, argument->span, type, function->from,
                   infer_argument_text(inference, applied), applied->span);
        if (diag != NULL && diag->help == NULL &&
            infer_has_function_behind(inference, apply, index))
            diag_help(diag, "are the arguments in the wrong order? The "
                            "function comes first");
        if (diag != NULL && diag->help == NULL)
            infer_help_bound(inference, diag, applied, index);
        return function->to;
    }
    struct type *result = type_variable(types);
    bool value = function->kind == TYPE_VALUE;
    struct diag *diag = expect(inference, NULL, applied->span, function,
                               type_function(types, type, result),
                               "applied to the argument", argument->span);
    if (diag != NULL && value)
        infer_help_applied(inference, diag, applied, index);
    return result;
}

static struct type *infer_apply(struct inference *inference,
                                const struct ast_expr *expr)
{
    struct type *type = infer(inference, expr->apply.function);
    for (size_t i = 0; i < expr->apply.count; i++)
        type = infer_argument(inference, expr, type, i);
    return type;
}

/* The arrow over the parameters; their types come first, into an array on the
 * arena because the body lies between. */
static struct type *infer_function(struct inference *inference,
                                   struct ast_pattern *const *parameters,
                                   size_t count, const struct ast_expr *body,
                                   bool values_only)
{
    struct types *types = &inference->types;
    struct type **from = ARENA_ARRAY(types->arena, count, struct type *);
    for (size_t i = 0; i < count; i++) {
        from[i] = infer_pattern(inference, parameters[i]);
        if (values_only)
            expect(inference, NULL, parameters[i]->span, from[i],
                   type_value(types), "parameters of actions are values",
                   parameters[i]->span);
    }
    struct type *type = infer(inference, body);
    if (values_only)
        expect(inference, body, body->span, type, type_value(types),
               "the body of an action is a value", body->span);
    for (size_t i = count; i > 0; i--)
        type = type_function(types, from[i - 1], type);
    return type;
}

/* -- data -- */

static struct type *infer_items(struct inference *inference,
                                const struct ast_expr *expr,
                                struct ast_expr *const *items, size_t count,
                                const char *why)
{
    for (size_t i = 0; i < count; i++)
        expect_value(inference, items[i], why, expr->span);
    return type_value(&inference->types);
}

static struct type *infer_object(struct inference *inference,
                                 const struct ast_expr *expr)
{
    const struct ast_field *fields = expr->object.fields;
    for (size_t i = 0; i < expr->object.count; i++) {
        for (size_t j = 0; j < i; j++) {
            if (fields[i].name != fields[j].name)
                continue;
            inference->failed = true;
            diag_add(inference->diags, DIAG_ERROR, DIAG_TYPE, fields[i].span,
                     "Duplicate fields in object literal: %s",
                     fields[i].name->text);
        }
        expect_value(inference, fields[i].value, "in the object", expr->span);
    }
    return type_value(&inference->types);
}

static struct type *infer_any(struct inference *inference,
                              const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_NULL:
        return type_variable(&inference->types);
    case AST_BOOL:
    case AST_INT:
    case AST_FLOAT:
    case AST_STRING:
    case AST_CHAR:
    case AST_SELECTOR:
    case AST_HAPPENED:
        return type_value(&inference->types);
    case AST_LOCAL:
        return inference->locals[expr->local->id];
    case AST_GLOBAL:
        return infer_global(inference, expr);
    case AST_PRIMITIVE:
        return infer_primitive(inference, expr);
    case AST_APPLY:
        return infer_apply(inference, expr);
    case AST_PROJECT:
        expect_value(inference, expr->project.operand, "a field is taken of it",
                     expr->span);
        return type_value(&inference->types);
    case AST_LIST:
        return infer_items(inference, expr, expr->list.items, expr->list.count,
                           "in the list");
    case AST_OBJECT:
        return infer_object(inference, expr);
    case AST_SYMBOL:
        return infer_items(inference, expr, expr->symbol.items,
                           expr->symbol.count, "an argument of the symbol");
    case AST_LAMBDA:
        return infer_function(inference, expr->lambda.parameters,
                              expr->lambda.count, expr->lambda.body, false);
    }
    return type_variable(&inference->types);
}

static struct type *infer(struct inference *inference,
                          const struct ast_expr *expr)
{
    struct type *type;
    if (++inference->depth > INFER_DEPTH_LIMIT) {
        if (!inference->failed)
            diag_add(inference->diags, DIAG_ERROR, DIAG_TYPE, expr->span,
                     "This expression nests too deeply");
        inference->failed = true;
        type = type_variable(&inference->types);
    } else {
        type = infer_any(inference, expr);
    }
    inference->depth--;
    return type;
}

/* -- patterns -- */

/* Variables, _ and null fit anything; every other pattern looks into the
 * value, so it is one. */
static struct type *infer_pattern(struct inference *inference,
                                  const struct ast_pattern *pattern)
{
    struct types *types = &inference->types;
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:
        inference->locals[pattern->local->id] = type_variable(types);
        return inference->locals[pattern->local->id];
    case AST_PATTERN_GLOBAL:
        inference->globals[pattern->global->index] = type_variable(types);
        return inference->globals[pattern->global->index];
    case AST_PATTERN_ANY:
    case AST_PATTERN_NULL:
        return type_variable(types);
    case AST_PATTERN_LITERAL:
        return type_value(types);
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        break;
    }
    for (size_t i = 0; i < pattern->parts.count; i++)
        expect(inference, NULL, pattern->parts.items[i]->span,
               infer_pattern(inference, pattern->parts.items[i]),
               type_value(types), "part of the pattern", pattern->span);
    return type_value(types);
}

/* -- declarations -- */

static void infer_let(struct inference *inference, const struct ast_decl *decl)
{
    const struct ast_pattern *pattern = decl->let.pattern;
    /* The body first: a binding is not in scope in its own body. */
    struct type *body = infer(inference, decl->let.body);
    if (pattern->kind == AST_PATTERN_GLOBAL) {
        inference->globals[pattern->global->index] = body;
        return;
    }
    expect(inference, decl->let.body, decl->let.body->span, body,
           infer_pattern(inference, pattern), "bound to the pattern",
           pattern->span);
}

static void infer_action(struct inference *inference,
                         const struct ast_decl *decl)
{
    struct types *types = &inference->types;
    infer_function(inference, decl->action.parameters, decl->action.count,
                   decl->action.body, true);
    struct type *type = type_value(types);
    for (size_t i = 0; i < decl->action.count; i++)
        type = type_function(types, type_value(types), type);
    inference->globals[decl->action.global->index] = type;
}

static void infer_all(struct inference *inference)
{
    const struct lang_program *program = inference->program;
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (decl->kind == AST_DECL_LET)
            infer_let(inference, decl);
        else if (decl->kind == AST_DECL_ACTION)
            infer_action(inference, decl);
        else if (decl->check.when != NULL)
            infer(inference, decl->check.when);
    }
}

/* With a global: appends its type. */
static bool infer_program(const struct lang_program *program,
                          struct diag_list *diags,
                          const struct ast_global *global, struct buf *out)
{
    struct arena arena;
    struct inference inference = {.program = program, .diags = diags};
    arena_init(&arena);
    types_init(&inference.types, &arena);
    inference.locals = memory_zeroed(program->local_count + (size_t)1,
                                     sizeof *inference.locals);
    inference.globals =
        memory_zeroed(program->global_count + 1, sizeof *inference.globals);
    infer_all(&inference);
    if (global != NULL && inference.globals[global->index] != NULL)
        type_print(out, inference.globals[global->index]);
    free(inference.globals);
    free(inference.locals);
    arena_finish(&arena);
    return !inference.failed;
}

bool lang_infer(const struct lang_program *program, struct diag_list *diags)
{
    return infer_program(program, diags, NULL, NULL);
}

void lang_print_type(struct buf *out, const struct lang_program *program,
                     const struct ast_global *global)
{
    struct diag_list diags; /* stays empty: the program was inferred before */
    diag_list_init(&diags);
    infer_program(program, &diags, global, out);
    diag_list_finish(&diags);
}
