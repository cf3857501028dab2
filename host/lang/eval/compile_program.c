/* From the tree to code: patterns and declarations. */
#include "lang/eval/compile.h"

#include <assert.h>
#include <stdlib.h>

/* -- patterns -- */

static void compile_parts(struct compiler *compiler, struct scope *scope,
                          const struct ast_pattern *from, struct pattern *to)
{
    struct arena *arena = &compiler->program->arena;
    size_t count = from->parts.count;
    to->name = from->parts.name;
    to->keys = from->parts.keys;
    if (from->parts.action != NULL)
        to->action = &compiler->code->globals[from->parts.action->index];
    to->count = (uint32_t)count;
    to->items = ARENA_ARRAY(arena, count, const struct pattern *);
    for (size_t i = 0; i < count; i++)
        to->items[i] = compile_pattern(compiler, scope, from->parts.items[i]);
}

static struct val literal_of(struct compiler *compiler,
                             const struct ast_expr *literal)
{
    const struct node *node = compile_expr(compiler, NULL, literal);
    /* A selector is never equal to what it selects. */
    return node->kind == NODE_CONSTANT ? node->constant : val_fail();
}

const struct pattern *compile_pattern(struct compiler *compiler,
                                      struct scope *scope,
                                      const struct ast_pattern *pattern)
{
    struct pattern *result =
        ARENA_NEW(&compiler->program->arena, struct pattern);
    result->kind = pattern->kind;
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:
        result->index = scope->slot_count++;
        result->lazy = pattern->local->lazy;
        result->name = pattern->local->name;
        compiler->places[pattern->local->id] =
            (struct place){.scope = scope, .slot = result->index};
        break;
    case AST_PATTERN_GLOBAL:
        result->index = pattern->global->index;
        result->name = pattern->global->name;
        break;
    case AST_PATTERN_LITERAL:
        result->literal = literal_of(compiler, pattern->literal);
        break;
    case AST_PATTERN_ANY:
    case AST_PATTERN_NULL:
        break;
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        compile_parts(compiler, scope, pattern, result);
        break;
    }
    return result;
}

/* -- declarations -- */

static bool is_function(const struct ast_decl *decl)
{
    const struct ast_pattern *pattern = decl->let.pattern;
    return pattern->kind == AST_PATTERN_GLOBAL && !pattern->global->lazy &&
           decl->let.body->kind == AST_LAMBDA;
}

/* Room for every global, with its mode, before any reference is compiled. */
static void announce_global(struct compiler *compiler,
                            const struct ast_global *global)
{
    struct global_code *code = &compiler->code->globals[global->index];
    code->ast = global;
    code->program = compiler->code;
    code->mode = GLOBAL_EAGER;
    code->anew = global->lazy;
    if (global->kind == AST_GLOBAL_ACTION)
        code->mode = GLOBAL_ACTION;
    else if (global->lazy)
        code->mode = GLOBAL_LAZY;
    else if (is_function(global->decl))
        code->mode = GLOBAL_FUNCTION;
    if (code->mode == GLOBAL_EAGER)
        return;
    struct code *body =
        compile_new_code(compiler, CODE_BODY, global->name, global->span);
    if (code->mode == GLOBAL_FUNCTION)
        body->arity = (uint32_t)global->decl->let.body->lambda.count;
    else if (code->mode == GLOBAL_ACTION)
        body->arity = (uint32_t)global->decl->action.count;
    /* Parameters are filled in when the declaration is compiled, which is
     * before the first reference to it. */
    code->code = body;
}

static void compile_maker(struct compiler *compiler, struct global_code *global)
{
    struct code *maker = compile_new_code(compiler, CODE_ACTION,
                                          global->ast->name, global->ast->span);
    maker->action = global;
    maker->arity = global->code->arity;
    maker->slot_count = maker->arity;
    maker->parameters = ARENA_ARRAY(&compiler->program->arena, maker->arity,
                                    struct code_parameter);
    global->maker = maker;
}

static void compile_action_decl(struct compiler *compiler,
                                const struct ast_decl *decl)
{
    struct global_code *global =
        &compiler->code->globals[decl->action.global->index];
    /* Made by announce_global for this very purpose. */
    struct code *code = (struct code *)global->code;
    compile_code(compiler, code, NULL, decl->action.parameters,
                 decl->action.count, decl->action.body);
    if (code->arity > 0)
        compile_maker(compiler, global);
}

static void set_let(struct compiler *compiler,
                    const struct ast_pattern *pattern,
                    const struct let_code *let)
{
    switch (pattern->kind) {
    case AST_PATTERN_GLOBAL:
        compiler->code->globals[pattern->global->index].let = let;
        break;
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        for (size_t i = 0; i < pattern->parts.count; i++)
            set_let(compiler, pattern->parts.items[i], let);
        break;
    default:
        break;
    }
}

static void compile_eager(struct compiler *compiler,
                          const struct ast_decl *decl)
{
    struct arena *arena = &compiler->program->arena;
    const struct ast_pattern *pattern = decl->let.pattern;
    struct scope scope = {0};
    struct let_code *let = ARENA_NEW(arena, struct let_code);
    struct code *code = compile_new_code(
        compiler, CODE_BODY,
        pattern->kind == AST_PATTERN_GLOBAL ? pattern->global->name : NULL,
        decl->span);
    compile_code(compiler, code, NULL, NULL, 0, decl->let.body);
    let->code = code;
    let->pattern = compile_pattern(compiler, &scope, pattern);
    let->span = decl->span;
    set_let(compiler, pattern, let);
    compiler->code->lets[compiler->code->let_count++] = let;
}

static void compile_let_decl(struct compiler *compiler,
                             const struct ast_decl *decl)
{
    const struct ast_pattern *pattern = decl->let.pattern;
    const struct ast_expr *body = decl->let.body;
    if (pattern->kind != AST_PATTERN_GLOBAL ||
        (!pattern->global->lazy && !is_function(decl))) {
        compile_eager(compiler, decl);
        return;
    }
    struct global_code *global =
        &compiler->code->globals[pattern->global->index];
    struct code *code = (struct code *)global->code;
    if (global->mode == GLOBAL_FUNCTION)
        compile_code(compiler, code, NULL, body->lambda.parameters,
                     body->lambda.count, body->lambda.body);
    else
        compile_code(compiler, code, NULL, NULL, 0, body);
}

static void compile_check(struct compiler *compiler,
                          const struct ast_decl *decl, size_t number)
{
    if (decl->check.when == NULL)
        return;
    struct code *code =
        compile_new_code(compiler, CODE_BODY, NULL, decl->check.when->span);
    compile_code(compiler, code, NULL, NULL, 0, decl->check.when);
    compiler->code->whens[number] = code;
}

static void compile_decls(struct compiler *compiler)
{
    const struct lang_program *program = compiler->program;
    for (size_t i = 0; i < program->global_count; i++)
        announce_global(compiler, program->globals[i]);
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        compiler->inline_room = COMPILE_INLINE_ROOM;
        switch (decl->kind) {
        case AST_DECL_LET:
            compile_let_decl(compiler, decl);
            break;
        case AST_DECL_ACTION:
            compiler->in_action = true;
            compile_action_decl(compiler, decl);
            compiler->in_action = false;
            break;
        case AST_DECL_CHECK:
            compile_check(compiler, decl, i);
            break;
        }
    }
}

struct lang_code *lang_compile(struct lang_program *program)
{
    struct arena *arena = &program->arena;
    struct lang_code *code = ARENA_NEW(arena, struct lang_code);
    code->program = program;
    code->global_count = program->global_count;
    code->globals =
        ARENA_ARRAY(arena, program->global_count, struct global_code);
    code->lets =
        ARENA_ARRAY(arena, program->decl_count, const struct let_code *);
    code->whens = ARENA_ARRAY(arena, program->decl_count, const struct code *);
    struct compiler compiler = {.program = program, .code = code};
    compiler.places = memory_zeroed(program->local_count + (size_t)1,
                                    sizeof *compiler.places);
    map_init(&compiler.selectors);
    map_init(&compiler.point_numbers);
    vec_push(&compiler.points, (struct point){0});
    compiler.inlinings =
        memory_zeroed(program->global_count + 1, sizeof *compiler.inlinings);
    compile_decls(&compiler);
    code->selector_count = compiler.selector_names.count;
    code->selectors = arena_copy(arena, compiler.selector_names.items,
                                 code->selector_count, sizeof *code->selectors);
    code->literals = compiler.literals.items;
    code->literal_count = compiler.literals.count;
    code->point_count = (uint32_t)compiler.points.count;
    code->points = arena_copy(arena, compiler.points.items,
                              compiler.points.count, sizeof *code->points);
    vec_finish(&compiler.points);
    map_finish(&compiler.point_numbers);
    vec_finish(&compiler.selector_names);
    map_finish(&compiler.selectors);
    free(compiler.places);
    free(compiler.inlinings);
    return code;
}

void lang_code_finish(struct lang_code *code)
{
    if (code == NULL)
        return;
    for (size_t i = 0; i < code->literal_count; i++)
        val_unref(code->literals[i]);
    free(code->literals);
    code->literals = NULL;
    code->literal_count = 0;
}
