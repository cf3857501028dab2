/* Application of abstract functions: each sort of function, then the memo
 * around them all. */
#include "lang/deps/analysis.h"

#include <string.h>

static void leave_scope(struct analysis *analysis, size_t mark)
{
    while (analysis->saved.count > mark) {
        struct analysis_saved saved = vec_pop(&analysis->saved);
        analysis->locals[saved.local] = saved.value;
    }
}

static const struct abstract *argument_of(const struct abstract *head,
                                          size_t index)
{
    return (const struct abstract *)head->words[1 + index];
}

/* The head with one more argument, as a value. */
static const struct abstract *with_argument(struct analysis *analysis,
                                            const struct abstract *head,
                                            const struct abstract *argument)
{
    uintptr_t *words = memory_zeroed((size_t)head->count + 1, sizeof *words);
    memcpy(words, head->words, head->count * sizeof *words);
    words[head->count] = (uintptr_t)argument;
    const struct abstract *value = abstract_of(&analysis->store, head->kind,
                                               words, (size_t)head->count + 1);
    free(words);
    return value;
}

static const struct abstract *apply_closure(struct analysis *analysis,
                                            const struct abstract *closure,
                                            const struct abstract *argument)
{
    const struct ast_expr *lambda = (const struct ast_expr *)closure->words[0];
    size_t bound = closure->words[1];
    size_t mark = analysis->saved.count;
    analysis_reopen(analysis, closure);
    const struct abstract *reads =
        analysis_bind(analysis, lambda->lambda.parameters[bound], argument);
    const struct abstract *result =
        bound + 1 == lambda->lambda.count
            ? analysis_eval(analysis, lambda->lambda.body)
            : analysis_closure(analysis, lambda, bound + 1);
    leave_scope(analysis, mark);
    return abstract_indirect(&analysis->store, result, reads);
}

/* Whether the primitive looks at all there is of its arguments. */
static bool takes_whole(enum primitive primitive)
{
    switch (primitive) {
    case PRIMITIVE_EQUAL:
    case PRIMITIVE_NOT_EQUAL:
    case PRIMITIVE_ADD:
    case PRIMITIVE_IN_HAPPENED:
        return true;
    default:
        return false;
    }
}

/* What is compared with something written out (null, an empty list) is not
 * looked at as a whole: no element is equal to that. */
static bool is_compared_with_literal(const struct abstract *head)
{
    enum primitive primitive = (enum primitive)head->words[0];
    if (primitive != PRIMITIVE_EQUAL && primitive != PRIMITIVE_NOT_EQUAL)
        return false;
    return argument_of(head, 0)->reads->count == 0 ||
           argument_of(head, 1)->reads->count == 0;
}

/* Of the arguments of a primitive. */
static const struct abstract *all_reads(struct analysis *analysis,
                                        const struct abstract *head)
{
    struct abstract_store *store = &analysis->store;
    bool whole = analysis->positions &&
                 takes_whole((enum primitive)head->words[0]) &&
                 !is_compared_with_literal(head);
    const struct abstract *reads = store->nothing;
    for (uint32_t i = 0; i + 1 < head->count; i++) {
        const struct abstract *argument = argument_of(head, i);
        reads = abstract_union(store, reads, argument->reads);
        if (whole)
            reads = abstract_union(store, reads, argument->wholes);
    }
    return reads;
}

/* What comes of primitives of which the reference knows only that they have
 * read their arguments: it may be one of these, or have them in it. */
static const struct abstract *handed_on(struct analysis *analysis,
                                        const struct abstract *head)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *a = argument_of(head, 0);
    const struct abstract *b = head->count > 2 ? argument_of(head, 1) : a;
    switch ((enum primitive)head->words[0]) {
    case PRIMITIVE_ZIP:
        return analysis_zip(analysis, a, b);
    case PRIMITIVE_ZIP_ALL:
        return analysis_zip_all(analysis, a);
    case PRIMITIVE_TIMEOUT:
        return a;
    case PRIMITIVE_AND:
    case PRIMITIVE_OR:
    case PRIMITIVE_IMPLIES:
        return b;
    default:
        return store->constant;
    }
}

/* The place within `::written` that stands for a place of an element. */
static const struct abstract *written_place(struct abstract_store *store,
                                            const struct abstract *place)
{
    bool is_selector = place->kind == ABSTRACT_SELECTOR;
    uintptr_t written =
        (uintptr_t)intern_str(&store->texts, STR(ANALYSIS_WRITTEN));
    const struct abstract *parent =
        is_selector
            ? abstract_node(store, ABSTRACT_SELECTOR, &written, 1)
            : written_place(store, (const struct abstract *)place->words[0]);
    uintptr_t words[] = {(uintptr_t)parent, place->words[is_selector ? 0 : 1]};
    return abstract_node(store, ABSTRACT_FIELD, words, 2);
}

/* What a browser is asked for where it matters that a value has come and not
 * only which: that it tells of writing it, though it may be equal
 * (cdp/executor/written.h). */
static const struct abstract *with_written(struct analysis *analysis,
                                           const struct abstract *result,
                                           const struct abstract *argument)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *reads = argument->reads;
    for (uint32_t i = 0; i < reads->count && analysis->positions; i++) {
        const struct abstract *place = (const struct abstract *)reads->words[i];
        if (place->kind != ABSTRACT_ENTRY && !abstract_is_special(place))
            result = abstract_indirect(store, result,
                                       written_place(store, place)->reads);
    }
    return result;
}

/* Reference, 7.6, "Primitives"; `head` holds all arguments. */
static const struct abstract *run_primitive(struct analysis *analysis,
                                            const struct abstract *head)
{
    struct abstract_store *store = &analysis->store;
    const struct abstract *a = argument_of(head, 0);
    const struct abstract *b = head->count > 2 ? argument_of(head, 1) : a;
    const struct abstract *c = head->count > 3 ? argument_of(head, 2) : b;
    const struct abstract *element;
    switch ((enum primitive)head->words[0]) {
    case PRIMITIVE_IF:
        return abstract_indirect(store, abstract_either(store, b, c), a->reads);
    case PRIMITIVE_WHEN:
        return abstract_indirect(store, a, b->reads);
    case PRIMITIVE_PREV: /* what it was, with its fields */
        return with_written(analysis, a, a);
    case PRIMITIVE_BEFORE:
        return a;
    case PRIMITIVE_TICKED:
    case PRIMITIVE_TICKS:
    case PRIMITIVE_SINCE:
        return with_written(
            analysis, abstract_indirect(store, store->constant, a->reads), a);
    case PRIMITIVE_NTH:
        return abstract_indirect(store, abstract_index(store, a, b), b->reads);
    case PRIMITIVE_MAP:
        element = abstract_element(store, b);
        return abstract_list(store, analysis_apply(analysis, a, element));
    case PRIMITIVE_UNFOLDR:
        return analysis_unfold(analysis, a, b);
    case PRIMITIVE_FOLDL:
    case PRIMITIVE_FOLDR:
        element = abstract_element(store, c);
        return analysis_fold(analysis, head->words[0] == PRIMITIVE_FOLDR, a, b,
                             element);
    default:
        return abstract_indirect(store,
                                 analysis->evaluated ? handed_on(analysis, head)
                                                     : store->constant,
                                 all_reads(analysis, head));
    }
}

static const struct abstract *apply_primitive(struct analysis *analysis,
                                              const struct abstract *head,
                                              const struct abstract *argument)
{
    const struct abstract *value = with_argument(analysis, head, argument);
    size_t arity = (size_t)primitive_infos[head->words[0]].arity;
    if (head->count < arity)
        return value;
    return run_primitive(analysis, abstract_head(value, 0));
}

/* An action with all its arguments is its body, and can be matched by a
 * pattern. */
static const struct abstract *apply_action(struct analysis *analysis,
                                           const struct abstract *head,
                                           const struct abstract *argument)
{
    const struct ast_global *global = (const struct ast_global *)head->words[0];
    const struct ast_decl *decl = global->decl;
    const struct abstract *value = with_argument(analysis, head, argument);
    if (head->count < decl->action.count)
        return value;
    const struct abstract *full = abstract_head(value, 0);
    const struct abstract *reads = analysis->store.nothing;
    size_t mark = analysis->saved.count;
    for (size_t i = 0; i < decl->action.count; i++)
        reads =
            abstract_union(&analysis->store, reads,
                           analysis_bind(analysis, decl->action.parameters[i],
                                         argument_of(full, i)));
    const struct abstract *body = analysis_eval(analysis, decl->action.body);
    leave_scope(analysis, mark);
    body = abstract_indirect(&analysis->store, body, reads);
    return abstract_either(&analysis->store, body,
                           abstract_of(&analysis->store, ABSTRACT_ACTED,
                                       full->words, full->count));
}

static const struct abstract *apply_head(struct analysis *analysis,
                                         const struct abstract *head,
                                         const struct abstract *argument)
{
    switch (head->kind) {
    case ABSTRACT_CLOSURE:
        return apply_closure(analysis, head, argument);
    case ABSTRACT_PRIMITIVE:
        return apply_primitive(analysis, head, argument);
    case ABSTRACT_ACTION:
        return apply_action(analysis, head, argument);
    case ABSTRACT_SYMBOL:
        return with_argument(analysis, head, argument);
    default:
        return analysis->store.constant;
    }
}

static const struct abstract *apply_once(struct analysis *analysis,
                                         const struct abstract *head,
                                         const struct abstract *argument)
{
    uintptr_t pair[] = {(uintptr_t)head, (uintptr_t)argument};
    struct str key = str_from((const char *)pair, sizeof pair);
    struct abstract *known = map_find(&analysis->applications, key);
    if (known != NULL)
        return known;
    if (analysis->depth >= ANALYSIS_DEPTH_LIMIT ||
        analysis->application_count >= ANALYSIS_APPLICATION_LIMIT)
        return abstract_indirect(&analysis->store, analysis->store.constant,
                                 argument->reads);
    analysis->application_count++;
    analysis->depth += ANALYSIS_CALL_DEPTH - 1;
    const struct abstract *result = apply_head(analysis, head, argument);
    analysis->depth -= ANALYSIS_CALL_DEPTH - 1;
    map_set(&analysis->applications, key, (void *)(uintptr_t)result);
    return result;
}

const struct abstract *analysis_apply(struct analysis *analysis,
                                      const struct abstract *function,
                                      const struct abstract *argument)
{
    const struct abstract *result =
        abstract_indirect(&analysis->store, analysis->store.constant,
                          abstract_own_reads(function));
    for (size_t i = 0; i < abstract_head_count(function); i++)
        result = abstract_either(
            &analysis->store, result,
            apply_once(analysis, abstract_head(function, i), argument));
    return result;
}
