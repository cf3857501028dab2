/* Small functions in line: the body of the function takes the place of the
 * call, its parameters become slots of the caller, or what was passed.
 *
 * This is what makes `x when c`, `first(xs)` or `exists x in xs { … }` cheap:
 * no frame, no thunk, no closure. A lazy parameter that the body evaluates in
 * one place is replaced by its argument; a parameter that is given a lambda and
 * used once is that lambda.
 *
 * Parameters of a function stand for one thing at a time, although a function
 * may be compiled in line while it already is: arguments are compiled before
 * its parameters get their meaning, and the old meaning comes back afterwards.
 * A body cannot reach its own function again, because a function is visible
 * only after its declaration.
 */
#include "lang/eval/compile.h"

#include <assert.h>

/* -- how a function uses its parameters -- */

struct survey {
    struct compiler *compiler;
    const struct ast_expr *lambda;
    struct inlining *result;
};

static void survey(struct survey *at, const struct ast_expr *expr,
                   bool at_once);

static void survey_all(struct survey *at, struct ast_expr *const *items,
                       size_t count, bool at_once)
{
    for (size_t i = 0; i < count; i++)
        survey(at, items[i], at_once);
}

static void survey_local(struct survey *at, const struct ast_local *local,
                         bool at_once)
{
    for (size_t i = 0; i < at->lambda->lambda.count; i++) {
        const struct ast_pattern *parameter = at->lambda->lambda.parameters[i];
        if (parameter->kind != AST_PATTERN_LOCAL || parameter->local != local)
            continue;
        if (at_once)
            at->result->usages[i].at_once++;
        else
            at->result->usages[i].later++;
    }
}

static void survey_let(struct survey *at, const struct application *let,
                       bool at_once)
{
    const struct ast_expr *lambda = let->function;
    for (size_t i = 0; i < let->count; i++) {
        bool lazy = i >= lambda->lambda.count;
        if (!lazy) {
            const struct ast_pattern *pattern = lambda->lambda.parameters[i];
            lazy = pattern->kind == AST_PATTERN_LOCAL && pattern->local->lazy;
        }
        survey(at, let->items[i], at_once && !lazy);
    }
    survey(at, lambda->lambda.body, at_once);
}

/* The arguments that these evaluate at once; bit i for argument i. The body of
 * a `for` runs many times, so it is not one of them. */
static unsigned eager_arguments(const struct compiler *compiler,
                                const struct application *application)
{
    const struct ast_expr *function = application->function;
    if (function->kind == AST_PRIMITIVE) {
        switch (function->primitive) {
        case PRIMITIVE_IF:
        case PRIMITIVE_WHEN:
        case PRIMITIVE_AND:
        case PRIMITIVE_OR:
        case PRIMITIVE_IMPLIES:
            return ~0u; /* each in this frame, or not at all */
        default:
            return ~primitive_infos[function->primitive].lazy;
        }
    }
    unsigned eager = 0;
    const struct global_code *global =
        &compiler->code->globals[function->global->index];
    const struct code *code =
        global->mode == GLOBAL_FUNCTION ? global->code : global->maker;
    for (uint32_t i = 0; code != NULL && i < code->arity && i < 32; i++)
        if (!code->parameters[i].lazy)
            eager |= 1u << i;
    return eager;
}

static size_t arity_of(const struct compiler *compiler,
                       const struct ast_expr *function)
{
    if (function->kind == AST_PRIMITIVE)
        return (size_t)primitive_infos[function->primitive].arity;
    const struct global_code *global =
        &compiler->code->globals[function->global->index];
    if (global->mode == GLOBAL_FUNCTION || global->maker != NULL)
        return global->code->arity;
    return 0;
}

static const struct inlining *inlining_of(struct compiler *compiler,
                                          const struct ast_global *function);

static bool remembers(struct compiler *compiler,
                      const struct ast_expr *function)
{
    if (function->kind == AST_PRIMITIVE)
        return primitive_remembers(function->primitive);
    return function->kind == AST_GLOBAL &&
           compiler->code->globals[function->global->index].mode ==
               GLOBAL_FUNCTION &&
           inlining_of(compiler, function->global)->remembers;
}

static void survey_apply(struct survey *at, const struct ast_expr *expr,
                         bool at_once)
{
    struct application application = compile_gather(at->compiler, expr);
    const struct ast_expr *function = application.function;
    unsigned eager = 0;
    size_t arity = 0;
    if (function->kind == AST_LAMBDA &&
        function->lambda.count <= application.count) {
        survey_let(at, &application, at_once);
        return;
    }
    if (remembers(at->compiler, function))
        at->result->remembers = true;
    if (function->kind == AST_PRIMITIVE || function->kind == AST_GLOBAL) {
        arity = arity_of(at->compiler, function);
        if (arity <= application.count)
            eager = eager_arguments(at->compiler, &application);
    } else {
        survey(at, function, at_once);
    }
    for (size_t i = 0; i < application.count; i++)
        survey(at, application.items[i],
               at_once && i < arity && i < 32 && (eager >> i & 1) != 0);
}

static void survey(struct survey *at, const struct ast_expr *expr, bool at_once)
{
    if (++at->result->size > COMPILE_INLINE_SIGNALS)
        return;
    switch (expr->kind) {
    case AST_LOCAL:
        survey_local(at, expr->local, at_once);
        break;
    case AST_APPLY:
        survey_apply(at, expr, at_once);
        break;
    case AST_PROJECT:
        survey(at, expr->project.operand, at_once);
        break;
    case AST_LIST:
        survey_all(at, expr->list.items, expr->list.count, at_once);
        break;
    case AST_SYMBOL:
        survey_all(at, expr->symbol.items, expr->symbol.count, at_once);
        break;
    case AST_OBJECT:
        for (size_t i = 0; i < expr->object.count; i++)
            survey(at, expr->object.fields[i].value, at_once);
        break;
    case AST_LAMBDA:
        survey(at, expr->lambda.body, false);
        break;
    default:
        break;
    }
}

static bool has_plain_parameters(const struct ast_expr *lambda)
{
    if (lambda->lambda.count > COMPILE_INLINE_PARAMETERS)
        return false;
    for (size_t i = 0; i < lambda->lambda.count; i++)
        if (lambda->lambda.parameters[i]->kind != AST_PATTERN_LOCAL &&
            lambda->lambda.parameters[i]->kind != AST_PATTERN_ANY)
            return false;
    return true;
}

static const struct inlining *inlining_of(struct compiler *compiler,
                                          const struct ast_global *function)
{
    struct inlining *result = &compiler->inlinings[function->index];
    if (result->known)
        return result;
    result->known = true;
    struct survey at = {
        .compiler = compiler,
        .lambda = function->decl->let.body,
        .result = result,
    };
    if (!has_plain_parameters(at.lambda))
        return result;
    survey(&at, at.lambda->lambda.body, true);
    result->possible =
        result->size <=
        (result->remembers ? COMPILE_INLINE_SIGNALS : COMPILE_INLINE_SIZE);
    return result;
}

/* -- arguments -- */

/* What one parameter becomes. */
struct argument {
    const struct node *shown; /* for explanations */
    const struct node *value; /* to be bound to a slot first; or NULL */
    bool lazy;                /* how `value` is bound */
    bool is_named;            /* the parameter has a name: `place` is for it */
    struct place place;
};

/* A variable that can stand for the parameter as it is. */
static bool is_alias(const struct compiler *compiler,
                     const struct ast_expr *expr, bool lazy)
{
    return expr->kind == AST_LOCAL && (lazy || !expr->local->lazy) &&
           compiler->places[expr->local->id].node == NULL;
}

static void bind_slot(struct scope *scope, struct argument *argument, bool lazy)
{
    argument->value = argument->shown;
    argument->lazy = lazy;
    argument->place =
        (struct place){.scope = scope, .slot = scope->slot_count++};
}

/* A lazy argument that can stand in any frame as it is. */
static bool needs_no_frame(const struct node *node)
{
    return (node->kind == NODE_GLOBAL && node->lazy) ||
           (node->kind == NODE_DELAY && node->code->capture_count == 0);
}

static struct argument lazy_argument(struct compiler *compiler,
                                     struct scope *scope,
                                     const struct ast_expr *expr,
                                     const struct usage *usage, bool remembers)
{
    struct argument argument = {.is_named = true};
    if (!remembers && usage->at_once == 1 && usage->later == 0) {
        argument.shown = compile_expr(compiler, scope, expr);
        argument.place = (struct place){.scope = scope, .node = argument.shown};
        return argument;
    }
    argument.shown = compile_delayed(compiler, scope, expr);
    if (argument.shown->kind == NODE_CONSTANT ||
        (remembers && needs_no_frame(argument.shown)))
        argument.place = (struct place){.scope = scope, .node = argument.shown};
    else
        bind_slot(scope, &argument, true);
    return argument;
}

static struct argument prepare(struct compiler *compiler, struct scope *scope,
                               const struct ast_expr *expr,
                               const struct ast_pattern *parameter,
                               const struct usage *usage, bool remembers)
{
    struct argument argument = {.is_named = true};
    const struct ast_expr *lambda = compile_known_lambda(compiler, expr);
    if (parameter->kind == AST_PATTERN_ANY) {
        argument.is_named = false;
        argument.shown = compile_expr(compiler, scope, expr);
        argument.value = argument.shown;
    } else if (lambda != NULL && usage->at_once + usage->later == 1) {
        argument.place = (struct place){.scope = scope, .lambda = lambda};
    } else if (is_alias(compiler, expr, parameter->local->lazy)) {
        argument.shown = compile_expr(compiler, scope, expr);
        argument.place = compiler->places[expr->local->id];
    } else if (parameter->local->lazy) {
        return lazy_argument(compiler, scope, expr, usage, remembers);
    } else {
        argument.shown = compile_expr(compiler, scope, expr);
        if (argument.shown->kind == NODE_CONSTANT)
            argument.place =
                (struct place){.scope = scope, .node = argument.shown};
        else
            bind_slot(scope, &argument, false);
    }
    return argument;
}

/* -- the call -- */

/* The call after the bindings of its arguments. */
static const struct node *wrap(struct compiler *compiler,
                               const struct application *application,
                               const struct ast_expr *lambda,
                               const struct argument *arguments,
                               const struct node *body)
{
    struct arena *arena = &compiler->program->arena;
    for (size_t i = lambda->lambda.count; i > 0; i--) {
        const struct argument *argument = &arguments[i - 1];
        if (argument->value == NULL)
            continue;
        struct pattern *pattern = ARENA_NEW(arena, struct pattern);
        pattern->kind =
            argument->is_named ? AST_PATTERN_LOCAL : AST_PATTERN_ANY;
        pattern->index = argument->place.slot;
        pattern->lazy = argument->lazy;
        struct node *node = compile_new(compiler, NODE_LET, application->expr);
        node->operand = argument->value;
        node->lazy = argument->lazy;
        node->pattern = pattern;
        node->body = body;
        body = node;
    }
    return body;
}

/* The places of the parameters change hands with those in `arguments`. */
static void swap_places(struct compiler *compiler,
                        const struct ast_expr *lambda,
                        struct argument *arguments)
{
    for (size_t i = 0; i < lambda->lambda.count; i++) {
        if (!arguments[i].is_named)
            continue;
        struct place *place =
            &compiler->places[lambda->lambda.parameters[i]->local->id];
        struct place other = *place;
        *place = arguments[i].place;
        arguments[i].place = other;
    }
}

static struct node *inline_node(struct compiler *compiler,
                                const struct application *application,
                                const struct ast_global *function,
                                const struct argument *arguments, size_t count)
{
    struct node *node = compile_new(compiler, NODE_INLINE, application->expr);
    node->code = compiler->code->globals[function->index].code;
    node->name = node->code->name;
    node->count = (uint32_t)count;
    node->items =
        ARENA_ARRAY(&compiler->program->arena, count, const struct node *);
    for (size_t i = 0; i < count; i++)
        node->items[i] =
            arguments[i].shown != NULL
                ? arguments[i].shown
                : compile_constant(compiler, application->items[i], val_null());
    return node;
}

const struct node *compile_inline(struct compiler *compiler,
                                  struct scope *scope,
                                  const struct application *application,
                                  const struct ast_global *function)
{
    const struct ast_expr *lambda = function->decl->let.body;
    const struct inlining *inlining = inlining_of(compiler, function);
    size_t count = lambda->lambda.count;
    if (!inlining->possible || scope == NULL ||
        (compiler->inline_depth >= COMPILE_INLINE_DEPTH &&
         !inlining->remembers) ||
        compiler->inline_room < (int64_t)inlining->size)
        return NULL;
    compiler->inline_room -= inlining->size;
    struct argument arguments[COMPILE_INLINE_PARAMETERS];
    for (size_t i = 0; i < count; i++)
        arguments[i] = prepare(compiler, scope, application->items[i],
                               lambda->lambda.parameters[i],
                               &inlining->usages[i], inlining->remembers);
    struct node *node =
        inline_node(compiler, application, function, arguments, count);
    compiler->inline_depth++;
    swap_places(compiler, lambda, arguments);
    const struct node *body =
        compile_expr(compiler, scope, lambda->lambda.body);
    swap_places(compiler, lambda, arguments);
    compiler->inline_depth--;
    node->body = body;
    return compile_rest(compiler, scope, application,
                        wrap(compiler, application, lambda, arguments, node),
                        count);
}
