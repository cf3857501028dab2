/* Values bound to the variables of patterns. */
#include "lang/deps/analysis.h"

void analysis_set_local(struct analysis *analysis, uint32_t local,
                        const struct abstract *value)
{
    struct analysis_saved saved = {local, analysis->locals[local]};
    vec_push(&analysis->saved, saved);
    analysis->locals[local] = value;
}

/* The index-th part of the heads that the pattern, a symbol or an action, may
 * match. */
static const struct abstract *part_of(struct analysis *analysis,
                                      const struct ast_pattern *pattern,
                                      const struct abstract *value,
                                      size_t index)
{
    bool symbol = pattern->kind == AST_PATTERN_SYMBOL;
    enum abstract_kind kind = symbol ? ABSTRACT_SYMBOL : ABSTRACT_ACTED;
    uintptr_t name = symbol ? (uintptr_t)pattern->parts.name
                            : (uintptr_t)pattern->parts.action;
    const struct abstract *part = analysis->store.constant;
    for (size_t i = 0; i < abstract_head_count(value); i++) {
        const struct abstract *head = abstract_head(value, i);
        if (head->kind == kind && head->words[0] == name &&
            head->count == 1 + pattern->parts.count)
            part = abstract_either(
                &analysis->store, part,
                (const struct abstract *)head->words[1 + index]);
    }
    return part;
}

static const struct abstract *part_matched(struct analysis *analysis,
                                           const struct ast_pattern *pattern,
                                           const struct abstract *value,
                                           size_t index)
{
    if (pattern->kind == AST_PATTERN_LIST)
        return abstract_element_at(&analysis->store, value, index,
                                   pattern->parts.count);
    if (pattern->kind == AST_PATTERN_OBJECT)
        return abstract_project(&analysis->store, value,
                                pattern->parts.keys[index]);
    return part_of(analysis, pattern, value, index);
}

static const struct abstract *bind_parts(struct analysis *analysis,
                                         const struct ast_pattern *pattern,
                                         const struct abstract *value)
{
    const struct abstract *reads = abstract_own_reads(value);
    for (size_t i = 0; i < pattern->parts.count; i++) {
        const struct abstract *part = part_matched(analysis, pattern, value, i);
        reads = abstract_union(
            &analysis->store, reads,
            analysis_bind(analysis, pattern->parts.items[i], part));
    }
    return reads;
}

/* "adds every matched part as indirect dependency": also of a variable that is
 * not used, since the argument is evaluated all the same. */
const struct abstract *analysis_bind(struct analysis *analysis,
                                     const struct ast_pattern *pattern,
                                     const struct abstract *value)
{
    switch (pattern->kind) {
    case AST_PATTERN_LOCAL:
        analysis_set_local(analysis, pattern->local->id, value);
        break;
    case AST_PATTERN_GLOBAL:
        analysis->globals[pattern->global->index] = value;
        break;
    case AST_PATTERN_ANY:
    case AST_PATTERN_NULL:
    case AST_PATTERN_LITERAL:
        break;
    case AST_PATTERN_LIST:
    case AST_PATTERN_OBJECT:
    case AST_PATTERN_SYMBOL:
    case AST_PATTERN_ACTION:
        return bind_parts(analysis, pattern, value);
    }
    return value->reads;
}
