/* nested-comma: in a selector with ">>>" a comma belongs to its part
 * (docs/NESTED.md). Whoever writes `a >>> b, a >>> c` means two selectors, but
 * looks for c in an element b or a that lies in a: for nothing, and no property
 * of it ever fails. */
#include "lang/lint/lint_internal.h"

#include <string.h>

/* So many bytes of a selector are one character, or what hides what stands in
 * it: an escape or a string (inject/compiler/compiler_deep.js). */
static size_t opaque(struct str text)
{
    char quote = text.data[0];
    if (quote == '\\')
        return text.length < 2 ? 1 : 2;
    if (quote != '"' && quote != '\'')
        return 1;
    size_t i = 1;
    while (i < text.length && text.data[i] != quote)
        i += text.data[i] == '\\' && i + 1 < text.length ? 2 : 1;
    return i < text.length ? i + 1 : i;
}

/* The length of what stands before `mark`, outside of brackets, parentheses and
 * strings; that of the whole when it is not there. */
static size_t find_mark(struct str text, const char *mark)
{
    int depth = 0;
    for (size_t i = 0; i < text.length;) {
        struct str rest = str_from(text.data + i, text.length - i);
        if (depth <= 0 && str_starts_with(rest, mark))
            return i;
        depth += rest.data[0] == '(' || rest.data[0] == '[';
        depth -= rest.data[0] == ')' || rest.data[0] == ']';
        i += opaque(rest);
    }
    return text.length;
}

static struct str without_blanks(struct str text)
{
    const char *blanks = " \t\n\r\f";
    while (text.length > 0 && strchr(blanks, text.data[0]) != NULL)
        text = str_from(text.data + 1, text.length - 1);
    while (text.length > 0 &&
           strchr(blanks, text.data[text.length - 1]) != NULL)
        text.length--;
    return text;
}

/* What stands before the next mark, without blanks around it; *rest is what
 * stands after it, and *more whether there was one. */
static struct str take_part(struct str *rest, const char *mark, bool *more)
{
    size_t length = find_mark(*rest, mark);
    struct str part = without_blanks(str_from(rest->data, length));
    *more = length < rest->length;
    size_t behind = *more ? length + strlen(mark) : length;
    *rest = str_from(rest->data + behind, rest->length - behind);
    return part;
}

/* Does another part between two ">>>" end as the selector begins, after a
 * comma? */
static bool begins_anew(struct str selector)
{
    bool more;
    struct str first = take_part(&selector, ">>>", &more);
    while (more) {
        struct str part = take_part(&selector, ">>>", &more);
        bool has_comma;
        take_part(&part, ",", &has_comma);
        while (more && has_comma)
            if (str_equal(take_part(&part, ",", &has_comma), first))
                return true;
    }
    return false;
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct lint *lint = context;
    lint_parts(expr, walk, lint);
    if (expr->kind == AST_SELECTOR && begins_anew(expr->text))
        diag_help(lint_add(lint, LINT_NESTED_COMMA, expr->span,
                           "a comma belongs to its part of a selector with "
                           ">>>: these are not two selectors"),
                  "write what is sought in the same place as a list after one "
                  ">>>, as in `a >>> b, c`; else two selectors");
}

void lint_nested(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, lint);
}
