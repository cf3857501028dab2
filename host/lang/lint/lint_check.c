/* missing-when: `check p with add! loaded?;` is a check without `when`, in
 * which the page's load is one of the events; whoever writes it means, as a
 * rule, that the test is to begin with it. */
#include "lang/lint/lint_internal.h"

#include <string.h>

/* The library's loaded?, among the actions. */
static bool lists_loaded(const struct lint *lint, const struct ast_decl *check)
{
    for (size_t i = 0; i < check->check.action_count; i++) {
        const struct ast_global *action = check->check.actions[i];
        if (str_is(intern_as_str(action->name), "loaded?") &&
            lint_in_library(lint, action->span))
            return true;
    }
    return false;
}

/* The event that begins a check is written out, or that of the notation. */
static bool has_when(const struct ast_decl *check)
{
    const struct ast_expr *when = check->check.when;
    return when != NULL && (when->span.start != check->span.start ||
                            when->span.end != check->span.end);
}

/* Finds the word in the check. False: it is not written out there. */
static bool find_place(const struct lint *lint, const struct ast_decl *check,
                       struct span *place)
{
    static const char word[] = "loaded?";
    const struct source *source =
        source_of(&lint->program->sources, check->span);
    const char *start = source->text.data + check->span.start;
    const char *at = memmem(start, check->span.end - check->span.start, word,
                            sizeof word - 1);
    if (at == NULL)
        return false;
    uint32_t offset = (uint32_t)(at - source->text.data);
    *place = (struct span){check->span.source, offset,
                           offset + (uint32_t)sizeof word - 1};
    return true;
}

static void look_at(struct lint *lint, const struct ast_decl *check)
{
    struct span place;
    if (has_when(check) || !lists_loaded(lint, check) ||
        !find_place(lint, check, &place))
        return;
    diag_help(lint_add(lint, LINT_MISSING_WHEN, place,
                       "'loaded?' is listed as one of the events of this "
                       "check, which has no 'when'"),
              "is 'when' missing? check … with … when loaded?;");
}

void lint_checks(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->decl_count; i++) {
        const struct ast_decl *decl = program->decls[i];
        if (decl->kind == AST_DECL_CHECK && !lint_in_library(lint, decl->span))
            look_at(lint, decl);
    }
}
