#include "lang/explain/coverage.h"

#include <string.h>

#include "base/memory.h"
#include "lang/session_internal.h"
#include "logic/shape.h"

enum { TEXT_LIMIT = 80 }; /* bytes of source shown of a part */

static int64_t evaluations(const struct lang_session *session, uint32_t number)
{
    const struct tick *ticks =
        &session->machine.ticks[(size_t)number * TRUTH_COUNT];
    return ticks[TRUTH_TRUE].count + ticks[TRUTH_FALSE].count +
           ticks[TRUTH_OPEN].count;
}

static void add_point(const struct lang_session *session, uint32_t number,
                      struct coverage *coverage)
{
    const struct lang_program *program = session->program;
    const struct point *point = &program->code->points[number];
    const struct tick *ticks =
        &session->machine.ticks[(size_t)number * TRUTH_COUNT];
    if (point->span.start == point->span.end ||
        evaluations(session, number) == 0)
        return;
    const struct source *source = source_of(&program->sources, point->span);
    if (source == NULL || lang_program_has_in_library(program, source))
        return;
    struct coverage_part part = {
        .kind = point->kind,
        .text = source_brief(&program->sources, point->span, TEXT_LIMIT),
        .file = memory_copy_string(source->path, strlen(source->path)),
        .was_true = ticks[TRUTH_TRUE].count,
        .was_false = ticks[TRUTH_FALSE].count,
        .was_open = ticks[TRUTH_OPEN].count,
    };
    source_position(source, point->span.start, &part.line, &part.column);
    coverage_add_part(coverage, part);
}

void lang_session_coverage(const struct lang_session *session,
                           struct coverage *coverage)
{
    const struct ast_decl *check = session->property->check;
    for (uint32_t i = 1; i < session->program->code->point_count; i++)
        add_point(session, i, coverage);
    for (size_t i = 0; i < check->check.action_count; i++) {
        const char *name = check->check.actions[i]->name->text;
        if (name[strlen(name) - 1] == '!')
            coverage_action(coverage, name);
    }
}

uint64_t lang_session_news(const struct lang_session *session)
{
    return session->machine.news;
}

static uint64_t number_of_leaf(ltl_leaf leaf)
{
    const struct thunk *thunk = leaf;
    return thunk->code == NULL ? 0 : thunk->code->number;
}

uint64_t lang_session_shape(const struct lang_session *session)
{
    return session->residual == NULL
               ? 0
               : ltl_shape(session->residual, number_of_leaf);
}

static bool is_within(struct span part, struct span whole)
{
    return part.source == whole.source && part.start >= whole.start &&
           part.end <= whole.end;
}

bool lang_session_fault_is_first(const struct lang_session *session)
{
    const struct lang_code *code = session->program->code;
    struct span fault = session->machine.error_span;
    uint32_t innermost = 0;
    for (uint32_t i = 1; i < code->point_count; i++)
        if (is_within(fault, code->points[i].span) &&
            (innermost == 0 ||
             is_within(code->points[i].span, code->points[innermost].span)))
            innermost = i;
    return innermost > 0 && evaluations(session, innermost) == 0;
}
