/* Expressions on abstract values: one function, one switch; before it, what a
 * lambda captures. */
#include "lang/deps/analysis.h"

/* The locals that a lambda needs from outside, then those its parameters bind,
 * in order. */
struct lambda_info {
    uint32_t *locals;
    size_t *ends; /* with k parameters bound, the first ends[k] are captured */
};

/* Local ids are unique in the program: what is used in a lambda and bound
 * nowhere in it comes from outside. */
struct uses {
    VEC(uint32_t) used;
    struct map bound; /* ids */
    struct map seen;  /* ids in `used` */
};

static struct str id_key(const uint32_t *id)
{
    return str_from((const char *)id, sizeof *id);
}

static void add_pattern(struct uses *uses, const struct ast_pattern *pattern)
{
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:
        map_set(&uses->bound, id_key(&pattern->local->id), uses);
        return;
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        for (size_t i = 0; i < pattern->parts.count; i++)
            add_pattern(uses, pattern->parts.items[i]);
        return;
    default:
        return;
    }
}

static void add_local(struct uses *uses, const struct ast_local *local)
{
    if (map_set(&uses->seen, id_key(&local->id), uses) == NULL)
        vec_push(&uses->used, local->id);
}

static void add_uses(struct uses *uses, const struct ast_expr *expr);

static void add_all(struct uses *uses, struct ast_expr *const *items,
                    size_t count)
{
    for (size_t i = 0; i < count; i++)
        add_uses(uses, items[i]);
}

static void add_uses(struct uses *uses, const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_LOCAL:
        add_local(uses, expr->local);
        return;
    case AST_APPLY:
        add_uses(uses, expr->apply.function);
        add_all(uses, expr->apply.items, expr->apply.count);
        return;
    case AST_PROJECT:
        add_uses(uses, expr->project.operand);
        return;
    case AST_LIST:
        add_all(uses, expr->list.items, expr->list.count);
        return;
    case AST_OBJECT:
        for (size_t i = 0; i < expr->object.count; i++)
            add_uses(uses, expr->object.fields[i].value);
        return;
    case AST_SYMBOL:
        add_all(uses, expr->symbol.items, expr->symbol.count);
        return;
    case AST_LAMBDA:
        for (size_t i = 0; i < expr->lambda.count; i++)
            add_pattern(uses, expr->lambda.parameters[i]);
        add_uses(uses, expr->lambda.body);
        return;
    default:
        return;
    }
}

static void finish_uses(struct uses *uses)
{
    vec_finish(&uses->used);
    map_finish(&uses->bound);
    map_finish(&uses->seen);
}

static void append_bound(struct uses *all, const struct ast_pattern *pattern)
{
    struct uses uses = {0};
    add_pattern(&uses, pattern);
    for (size_t i = 0; i < uses.bound.count; i++) {
        uint32_t id;
        memcpy(&id, uses.bound.entries[i].key, sizeof id);
        vec_push(&all->used, id);
    }
    finish_uses(&uses);
}

/* Leaves in `used` what comes from outside. */
static void drop_bound(struct uses *uses)
{
    size_t kept = 0;
    for (size_t i = 0; i < uses->used.count; i++)
        if (!map_has(&uses->bound, id_key(&uses->used.items[i])))
            uses->used.items[kept++] = uses->used.items[i];
    uses->used.count = kept;
}

static struct lambda_info *make_info(struct arena *arena,
                                     const struct ast_expr *lambda)
{
    size_t count = lambda->lambda.count;
    struct lambda_info *info = ARENA_NEW(arena, struct lambda_info);
    struct uses uses = {0};
    add_uses(&uses, lambda);
    drop_bound(&uses);
    info->ends = ARENA_ARRAY(arena, count, size_t);
    for (size_t i = 0; i < count; i++) {
        info->ends[i] = uses.used.count;
        append_bound(&uses, lambda->lambda.parameters[i]);
    }
    info->locals = arena_copy(arena, uses.used.items, uses.used.count,
                              sizeof *info->locals);
    finish_uses(&uses);
    return info;
}

static const struct lambda_info *info_of(struct analysis *analysis,
                                         const struct ast_expr *lambda)
{
    struct str key = str_from((const char *)&lambda, sizeof lambda);
    struct lambda_info *info = map_find(&analysis->lambdas, key);
    if (info == NULL) {
        info = make_info(&analysis->arena, lambda);
        map_set(&analysis->lambdas, key, info);
    }
    return info;
}

static const struct abstract *local_value(const struct analysis *analysis,
                                          uint32_t local)
{
    const struct abstract *value = analysis->locals[local];
    return value == NULL ? analysis->store.constant : value;
}

enum { CLOSURE_LAMBDA, CLOSURE_BOUND, CLOSURE_CAPTURED };

const struct abstract *analysis_closure(struct analysis *analysis,
                                        const struct ast_expr *lambda,
                                        size_t bound)
{
    const struct lambda_info *info = info_of(analysis, lambda);
    size_t captured = info->ends[bound];
    uintptr_t *words =
        memory_zeroed(CLOSURE_CAPTURED + captured, sizeof *words);
    words[CLOSURE_LAMBDA] = (uintptr_t)lambda;
    words[CLOSURE_BOUND] = bound;
    for (size_t i = 0; i < captured; i++)
        words[CLOSURE_CAPTURED + i] =
            (uintptr_t)local_value(analysis, info->locals[i]);
    const struct abstract *value = abstract_of(
        &analysis->store, ABSTRACT_CLOSURE, words, CLOSURE_CAPTURED + captured);
    free(words);
    return value;
}

void analysis_reopen(struct analysis *analysis, const struct abstract *closure)
{
    const struct ast_expr *lambda =
        (const struct ast_expr *)closure->words[CLOSURE_LAMBDA];
    const struct lambda_info *info = info_of(analysis, lambda);
    for (size_t i = 0; i + CLOSURE_CAPTURED < closure->count; i++)
        analysis_set_local(
            analysis, info->locals[i],
            (const struct abstract *)closure->words[CLOSURE_CAPTURED + i]);
}

static const struct abstract *eval_apply(struct analysis *analysis,
                                         const struct ast_expr *expr)
{
    const struct abstract *result =
        analysis_eval(analysis, expr->apply.function);
    for (size_t i = 0; i < expr->apply.count; i++)
        result = analysis_apply(analysis, result,
                                analysis_eval(analysis, expr->apply.items[i]));
    return result;
}

static const struct abstract *eval_list(struct analysis *analysis,
                                        const struct ast_expr *expr)
{
    size_t count = expr->list.count;
    const struct abstract *element = analysis->store.constant;
    const struct abstract *elements[ABSTRACT_TUPLE_LIMIT];
    for (size_t i = 0; i < count; i++) {
        const struct abstract *item =
            analysis_eval(analysis, expr->list.items[i]);
        element = abstract_either(&analysis->store, element, item);
        if (i < ABSTRACT_TUPLE_LIMIT)
            elements[i] = item;
    }
    return analysis->evaluated && count <= ABSTRACT_TUPLE_LIMIT
               ? abstract_tuple(&analysis->store, elements, count)
               : abstract_list(&analysis->store, element);
}

/* Whatever is taken of it, its parts have been read. */
static const struct abstract *made_of(struct analysis *analysis,
                                      const struct abstract *value)
{
    return analysis->evaluated
               ? abstract_indirect(&analysis->store, value, value->reads)
               : value;
}

static const struct abstract *eval_object(struct analysis *analysis,
                                          const struct ast_expr *expr)
{
    size_t count = expr->object.count;
    uintptr_t *words = memory_zeroed(count * 2, sizeof *words);
    for (size_t i = 0; i < count; i++) {
        const struct ast_field *field = &expr->object.fields[i];
        words[2 * i] = (uintptr_t)field->name;
        words[2 * i + 1] = (uintptr_t)analysis_eval(analysis, field->value);
    }
    const struct abstract *value =
        abstract_of(&analysis->store, ABSTRACT_OBJECT, words, count * 2);
    free(words);
    return made_of(analysis, value);
}

static const struct abstract *eval_symbol(struct analysis *analysis,
                                          const struct ast_expr *expr)
{
    size_t count = expr->symbol.count;
    uintptr_t *words = memory_zeroed(count + 1, sizeof *words);
    words[0] = (uintptr_t)expr->symbol.name;
    for (size_t i = 0; i < count; i++)
        words[1 + i] =
            (uintptr_t)analysis_eval(analysis, expr->symbol.items[i]);
    const struct abstract *value =
        abstract_of(&analysis->store, ABSTRACT_SYMBOL, words, count + 1);
    free(words);
    return made_of(analysis, value);
}

static const struct abstract *eval_global(struct analysis *analysis,
                                          const struct ast_global *global)
{
    const struct abstract *value = analysis->globals[global->index];
    return value == NULL ? analysis->store.constant : value;
}

static const struct abstract *eval_primitive(struct analysis *analysis,
                                             enum primitive primitive)
{
    uintptr_t word = (uintptr_t)primitive;
    if (primitive_infos[primitive].arity == 0)
        return analysis->store.constant;
    return abstract_of(&analysis->store, ABSTRACT_PRIMITIVE, &word, 1);
}

static const struct abstract *eval_happened(struct analysis *analysis)
{
    analysis->asks_happened = true;
    return analysis->happened == NULL ? analysis->store.constant
                                      : analysis->happened;
}

static const struct abstract *eval_expr(struct analysis *analysis,
                                        const struct ast_expr *expr)
{
    switch (expr->kind) {
    case AST_NULL:
    case AST_BOOL:
    case AST_INT:
    case AST_FLOAT:
    case AST_CHAR:
        break;
    case AST_HAPPENED:
        return eval_happened(analysis);
    case AST_STRING:
        return abstract_text(&analysis->store, expr->text);
    case AST_SELECTOR:
        return abstract_selector(&analysis->store, expr->text);
    case AST_LOCAL:
        return local_value(analysis, expr->local->id);
    case AST_GLOBAL:
        return eval_global(analysis, expr->global);
    case AST_PRIMITIVE:
        return eval_primitive(analysis, expr->primitive);
    case AST_APPLY:
        return eval_apply(analysis, expr);
    case AST_PROJECT:
        return abstract_project(&analysis->store,
                                analysis_eval(analysis, expr->project.operand),
                                expr->project.name);
    case AST_LIST:
        return eval_list(analysis, expr);
    case AST_OBJECT:
        return eval_object(analysis, expr);
    case AST_SYMBOL:
        return eval_symbol(analysis, expr);
    case AST_LAMBDA:
        return analysis_closure(analysis, expr, 0);
    }
    return analysis->store.constant;
}

const struct abstract *analysis_eval(struct analysis *analysis,
                                     const struct ast_expr *expr)
{
    if (analysis->depth >= ANALYSIS_DEPTH_LIMIT)
        return analysis->store.constant;
    analysis->depth++;
    const struct abstract *value = eval_expr(analysis, expr);
    analysis->depth--;
    return value;
}
