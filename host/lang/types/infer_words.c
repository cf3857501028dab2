/* Order of this file: places, what is meant, what helps, the mistake itself,
 * arguments. */
#include "lang/types/infer_words.h"

#include <stdlib.h>
#include <string.h>

void infer_add_place(struct inference *inference, struct diag *diag,
                     const char *what, struct span span)
{
    const struct source *source = source_of(&inference->program->sources, span);
    int line = 0;
    int column = 0;
    if (source == NULL) /* a name that a flag defined */
        return;
    source_position(source, span.start, &line, &column);
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s at %s:%d:%d", what, source->path, line, column);
    free(diag->details);
    diag->details = buf_take(&text);
}

/* -- what is meant, in words -- */

/* How a function is called by people: an operator by its first part. */
static void add_name(struct buf *buf, intern_t name)
{
    const char *at = name->text;
    at += strspn(at, "_");
    size_t length = strcspn(at, "_{");
    if (length == 0 || length == strlen(at))
        buf_addf(buf, "'%s'", name->text);
    else
        buf_addf(buf, "'%.*s'", (int)length, at);
}

/* The name of what is applied, through all its arguments; NULL when it has
 * none. */
static intern_t name_of(const struct inference *inference,
                        const struct ast_expr *expr)
{
    while (expr->kind == AST_APPLY)
        expr = expr->apply.function;
    if (expr->kind == AST_GLOBAL)
        return expr->global->name;
    if (expr->kind == AST_LOCAL)
        return expr->local->name;
    if (expr->kind != AST_PRIMITIVE)
        return NULL;
    const char *text = primitive_infos[expr->primitive].name;
    return intern_text((struct intern *)&inference->program->names, text);
}

static size_t arity_of(struct type *type)
{
    size_t count = 0;
    for (type = type_resolve(type); type->kind == TYPE_FUNCTION;
         type = type_resolve(type->to))
        count++;
    return count;
}

void infer_help_missing(const struct inference *inference, struct diag *diag,
                        const struct ast_expr *expr, struct type *found)
{
    intern_t name = expr == NULL ? NULL : name_of(inference, expr);
    size_t count = arity_of(found);
    struct buf text;
    if (name == NULL) {
        diag_help(diag, "a function is no value: it cannot be stored, "
                        "compared, or used as a formula");
        return;
    }
    buf_init(&text);
    add_name(&text, name);
    diag_help(diag, "%s needs %zu%s argument%s, in parentheses after it",
              buf_text(&text), count, expr->kind == AST_APPLY ? " more" : "",
              count == 1 ? "" : "s");
    buf_finish(&text);
}

/* Where the name that an expression is was declared; an empty span: it is no
 * name of a specification's. */
static struct span declared_at(const struct ast_expr *expr)
{
    if (expr->kind == AST_GLOBAL)
        return expr->global->span;
    if (expr->kind == AST_LOCAL)
        return expr->local->span;
    return (struct span){0};
}

/* Whether a function of this name was declared before (in the library:
 * `filter`), which is not seen where the name is declared anew. */
static bool hides_function(const struct inference *inference, intern_t name,
                           const struct ast_expr *called)
{
    const struct lang_program *program = inference->program;
    size_t count = called->kind == AST_GLOBAL ? called->global->index
                                              : program->global_count;
    for (size_t i = 0; i < count; i++) {
        struct type *type = inference->globals[program->globals[i]->index];
        if (program->globals[i]->name == name && type != NULL &&
            type_resolve(type)->kind == TYPE_FUNCTION)
            return true;
    }
    return false;
}

/* A name of one's own may be in the way, so it is said where it comes from. */
static void help_called(const struct inference *inference, struct diag *diag,
                        const struct ast_expr *called)
{
    struct span span = declared_at(called);
    intern_t name = name_of(inference, called);
    const struct source *source =
        span.end > span.start ? source_of(&inference->program->sources, span)
                              : NULL;
    int line = 0;
    int column = 0;
    struct buf text;
    if (source == NULL || name == NULL) {
        diag_help(diag, "only functions can be called");
        return;
    }
    source_position(source, span.start, &line, &column);
    buf_init(&text);
    add_name(&text, name);
    diag_help(diag,
              "only functions can be called; %s is a value, declared at "
              "%s:%d:%d%s",
              buf_text(&text), source->path, line, column,
              hides_function(inference, name, called)
                  ? ", and hides the function of that name from there on"
                  : "");
    buf_finish(&text);
}

void infer_help_applied(const struct inference *inference, struct diag *diag,
                        const struct ast_expr *applied, size_t given)
{
    intern_t name = name_of(inference, applied);
    struct buf text;
    buf_init(&text);
    if (given > 0 && name != NULL) {
        add_name(&text, name);
        diag_help(diag, "%s takes %zu argument%s", buf_text(&text), given,
                  given == 1 ? "" : "s");
    } else if (applied->kind == AST_PROJECT) {
        diag_help(diag, "a field is a value, there are no methods; functions "
                        "stand in front: contains(x, xs), and of texts "
                        "hasPart(part, text) of weir/text");
    } else {
        help_called(inference, diag, applied);
    }
    buf_finish(&text);
}

static const char *what_text(struct type *found, struct type *expected)
{
    enum type_kind a = type_resolve(found)->kind;
    enum type_kind b = type_resolve(expected)->kind;
    if (a == TYPE_FUNCTION && b == TYPE_VALUE)
        return ": this is a function, and a value is expected";
    if (a == TYPE_VALUE && b == TYPE_FUNCTION)
        return ": this is a value, and a function is expected";
    return "";
}

struct diag *infer_report(struct inference *inference, enum type_unity unity,
                          struct span span, struct type *found,
                          struct type *expected)
{
    struct buf a;
    struct buf b;
    buf_init(&a);
    buf_init(&b);
    type_print(&a, found);
    type_print(&b, expected);
    const char *what = "Type mismatch, cannot unify";
    if (unity == TYPE_INFINITE)
        what = "Cannot construct infinite type (occurs check fail):";
    else if (unity == TYPE_TOO_LARGE)
        what = "This type is too complicated:";
    inference->failed = true;
    struct diag *diag =
        diag_add(inference->diags, DIAG_ERROR, DIAG_TYPE, span,
                 "%s %s with %s%s", what, buf_text(&a), buf_text(&b),
                 unity == TYPE_MISMATCH ? what_text(found, expected) : "");
    if (unity == TYPE_INFINITE)
        diag_help(diag, "a function cannot be applied to itself, and a local "
                        "one has one type only");
    buf_finish(&a);
    buf_finish(&b);
    return diag;
}

const char *infer_argument_text(struct inference *inference,
                                const struct ast_expr *applied)
{
    intern_t name = name_of(inference, applied);
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, "an argument of ");
    if (name == NULL)
        buf_add_text(&text, "what is called");
    else
        add_name(&text, name);
    const char *kept =
        arena_copy_string(inference->types.arena, buf_text(&text), text.length);
    buf_finish(&text);
    return kept;
}

void infer_help_bound(const struct inference *inference, struct diag *diag,
                      const struct ast_expr *applied, size_t index)
{
    const struct ast_pattern *pattern =
        applied->kind == AST_LAMBDA && index < applied->lambda.count
            ? applied->lambda.parameters[index]
            : NULL;
    if (pattern == NULL || pattern->kind != AST_PATTERN_LOCAL)
        return;
    intern_t name = pattern->local->name;
    diag_help(diag, "'%s' is used as a function after this%s", name->text,
              hides_function(inference, name, applied)
                  ? ", and hides the function of that name there: give it "
                    "another"
                  : "");
}

bool infer_has_function_behind(struct inference *inference,
                               const struct ast_expr *apply, size_t index)
{
    for (size_t i = index + 1; i < apply->apply.count; i++) {
        const struct ast_expr *item = apply->apply.items[i];
        if (item->kind == AST_LAMBDA ||
            (item->kind == AST_GLOBAL &&
             inference->globals[item->global->index] != NULL &&
             arity_of(inference->globals[item->global->index]) > 0))
            return true;
    }
    return false;
}
