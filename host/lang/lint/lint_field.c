/* unknown-field and dead-selector: fields of page elements that look like known
 * ones misspelt, and selectors of which only fields are read that no element
 * has. */
#include "lang/lint/lint_internal.h"

#include <string.h>

#include "lang/deps/analysis.h"
#include "lang/doc/element_fields.h"

/* Specials, as `::page`, have fields of their own. */
static bool is_special(struct str selector)
{
    return str_starts_with(selector, "::");
}

/* ---- where -------------------------------------------------------------- */

struct fields {
    struct lint *lint;
    struct map suspects; /* name -> what is meant */
};

static const char page[] = "::page";
/* Meant by a name with a dash: no property has one, and attributes do. */
static const char attribute[] = "an attribute";

static void add_place(struct fields *fields, const struct abstract *place)
{
    if (place->kind != ABSTRACT_FIELD)
        return;
    const struct abstract *of = (const struct abstract *)place->words[0];
    intern_t name = (intern_t)place->words[1];
    if (of->kind != ABSTRACT_SELECTOR) {
        add_place(fields, of); /* of css, attributes, a nested property */
        return;
    }
    if (is_special(intern_as_str((intern_t)of->words[0])))
        return;
    const char *meant = strchr(name->text, '-') != NULL
                            ? attribute
                            : element_field_meant_by(name->text);
    if (meant != NULL)
        map_set(&fields->suspects, intern_as_str(name), (void *)meant);
}

static void add_reads(struct fields *fields, const struct abstract *reads)
{
    for (uint32_t i = 0; i < reads->count; i++)
        add_place(fields, (const struct abstract *)reads->words[i]);
}

/* What any part of the program may read of elements. */
static void collect(struct fields *fields)
{
    struct analysis analysis;
    const struct lang_program *program = fields->lint->program;
    analysis_init(&analysis, program);
    analysis_run(&analysis);
    for (size_t i = 0; i < program->global_count; i++) {
        const struct abstract *value = analysis.globals[i];
        for (uint32_t k = 0; value != NULL && k < program->globals[i]->arity;
             k++)
            value = analysis_apply(&analysis, value, analysis.store.constant);
        if (value != NULL)
            add_reads(fields, value->reads);
    }
    analysis_finish(&analysis);
}

/* `::page`, or a name that stands for it as the library's `page` does. */
static bool is_page(const struct ast_expr *expr)
{
    if (expr->kind == AST_SELECTOR)
        return str_is(expr->text, page);
    if (expr->kind != AST_GLOBAL || expr->global->kind != AST_GLOBAL_LET ||
        expr->global->decl == NULL)
        return false;
    const struct ast_expr *body = expr->global->decl->let.body;
    return body->kind == AST_SELECTOR && str_is(body->text, page);
}

static void check_page_field(struct fields *fields, const char *name,
                             struct span span)
{
    if (page_field_is_known(name))
        return;
    struct diag *diag = lint_add(fields->lint, LINT_UNKNOWN_FIELD, span,
                                 "`::page` has no field '%s'", name);
    const char *meant = page_field_meant_by(name);
    if (meant != NULL)
        diag_help(diag, "is '%s' meant?", meant);
    else
        diag_help(diag, "weir/page has a list of them");
}

/* Of `css`, `attributes`, `dataset` or an object that is written there. */
static bool has_own_names(const struct ast_expr *operand)
{
    static const char *const names[] = {"css", "attributes", "dataset"};
    if (operand->kind == AST_OBJECT)
        return true;
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (operand->kind == AST_PROJECT &&
            strcmp(operand->project.name->text, names[i]) == 0)
            return true;
    return false;
}

static void check_index(struct fields *fields, const struct ast_expr *expr)
{
    const struct ast_expr *name = expr->apply.items[1];
    if (name->kind != AST_STRING || has_own_names(expr->apply.items[0]))
        return;
    const char *meant = map_find(&fields->suspects, name->text);
    if (meant == NULL)
        return;
    struct diag *diag =
        lint_add(fields->lint, LINT_UNKNOWN_FIELD, name->span,
                 "'%.*s' is no field that elements are known to have",
                 STR_ARGS(name->text));
    if (meant == attribute)
        diag_help(diag,
                  "is .attributes[\"%.*s\"] meant? A field that does not exist "
                  "is null",
                  STR_ARGS(name->text));
    else
        diag_help(diag, "is '%s' meant? A field that does not exist is null",
                  meant);
}

static void walk(void *context, const struct ast_expr *expr)
{
    struct fields *fields = context;
    lint_parts(expr, walk, fields);
    if (lint_applies(fields->lint, expr, "_[_]", 2)) {
        check_index(fields, expr);
        return;
    }
    if (expr->kind != AST_PROJECT || expr->project.operand->kind == AST_OBJECT)
        return;
    struct span span = expr->span; /* ends with the name */
    span.start = span.end - (uint32_t)expr->project.name->length;
    if (is_page(expr->project.operand)) {
        check_page_field(fields, expr->project.name->text, span);
        return;
    }
    const char *meant =
        map_find(&fields->suspects, intern_as_str(expr->project.name));
    if (meant == NULL)
        return;
    diag_help(lint_add(fields->lint, LINT_UNKNOWN_FIELD, span,
                       "'%s' is no field that elements are known to have",
                       expr->project.name->text),
              "is '%s' meant? A field that does not exist is null", meant);
}

/* ---- selectors without a field that can be ------------------------------- */

struct selector_use {
    bool is_alive;     /* something of it can be there */
    const char *field; /* one that cannot */
    bool is_reported;
};

struct selectors {
    struct lint *lint;
    struct map uses; /* selector (interned by the analysis) -> selector_use */
    struct arena arena;
};

static struct selector_use *use_of(struct selectors *selectors, intern_t text)
{
    struct selector_use *use = map_find(&selectors->uses, intern_as_str(text));
    if (use != NULL)
        return use;
    use = ARENA_NEW(&selectors->arena, struct selector_use);
    *use = (struct selector_use){.field = NULL};
    map_set(&selectors->uses, intern_as_str(text), use);
    return use;
}

/* The field read of the selector itself: of css.display, css. NULL: the
 * elements are used as they are, as when they are counted. */
static const char *first_field(const struct abstract *place, intern_t *selector)
{
    const char *name = NULL;
    while (place->kind != ABSTRACT_SELECTOR) {
        name = ((intern_t)place->words[1])->text;
        place = (const struct abstract *)place->words[0];
    }
    *selector = (intern_t)place->words[0];
    return name;
}

/* What looks misspelt is reported where it stands. */
static bool can_be(const char *field)
{
    return field == NULL || element_field_is_known(field) ||
           element_field_meant_by(field) != NULL;
}

/* A tag with a dash in the selector: of custom elements (decision 0028) any
 * property may be read. */
static bool names_custom_element(struct str selector)
{
    bool in_tag = true; /* where a tag may stand, or in one */
    for (size_t i = 0; i < selector.length; i++) {
        char c = selector.data[i];
        bool is_letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
        if (in_tag && c == '-' && i > 0)
            return true;
        in_tag = strchr(" ,>+~(", c) != NULL || (in_tag && is_letter);
    }
    return false;
}

static void add_uses(struct selectors *selectors, const struct abstract *reads)
{
    for (uint32_t i = 0; i < reads->count; i++) {
        intern_t text;
        const char *field =
            first_field((const struct abstract *)reads->words[i], &text);
        struct selector_use *use = use_of(selectors, text);
        if (can_be(field) || is_special(intern_as_str(text)) ||
            names_custom_element(intern_as_str(text)))
            use->is_alive = true;
        else if (use->field == NULL)
            use->field = field;
    }
}

static void walk_selectors(void *context, const struct ast_expr *expr)
{
    struct selectors *selectors = context;
    lint_parts(expr, walk_selectors, selectors);
    if (expr->kind != AST_SELECTOR)
        return;
    struct selector_use *use = map_find(&selectors->uses, expr->text);
    if (use == NULL || use->is_alive || use->is_reported)
        return;
    use->is_reported = true;
    diag_help(lint_add(selectors->lint, LINT_DEAD_SELECTOR, expr->span,
                       "of `%.*s` only fields are read that no element can "
                       "have, such as '%s'",
                       STR_ARGS(expr->text), use->field),
              "what scripts put on elements is not seen; attributes are, as in "
              ".attributes.%s",
              use->field);
}

static void lint_selectors(struct lint *lint)
{
    struct selectors selectors = {.lint = lint};
    struct analysis analysis;
    const struct lang_program *program = lint->program;
    map_init(&selectors.uses);
    arena_init(&selectors.arena);
    analysis_init(&analysis, program);
    analysis_run(&analysis);
    for (size_t i = 0; i < program->property_count; i++)
        add_uses(&selectors,
                 analysis_of_property(&analysis, &program->properties[i]));
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk_selectors, &selectors);
    analysis_finish(&analysis);
    arena_finish(&selectors.arena);
    map_finish(&selectors.uses);
}

void lint_fields(struct lint *lint)
{
    const struct lang_program *program = lint->program;
    struct fields fields = {.lint = lint};
    map_init(&fields.suspects);
    collect(&fields);
    for (size_t i = 0; i < program->decl_count; i++)
        if (!lint_in_library(lint, program->decls[i]->span))
            lint_declared(program->decls[i], walk, &fields);
    map_finish(&fields.suspects);
    lint_selectors(lint);
}
