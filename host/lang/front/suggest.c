/* Help for names that are not there. */
#include <stdlib.h>
#include <string.h>

#include "base/suggestion.h"
#include "lang/front/front_internal.h"
#include "lang/front/suggest_library.h"

/* -- the nearest name -- */

/* Operators cannot be written as names. */
static bool is_operator(struct str name)
{
    return name.length > 0 && (name.data[0] == '_' || name.data[0] == '~' ||
                               name.data[name.length - 1] == '_');
}

static void consider(struct suggestion *best, const char *offered)
{
    if (!is_operator(str_text(offered)))
        suggestion_consider(best, offered);
}

static void consider_map(struct suggestion *best, const struct map *names)
{
    for (size_t i = 0; i < names->count; i++)
        consider(best, names->entries[i].key);
}

const char *suggest_from(const struct map *names, intern_t name)
{
    struct suggestion best = suggestion_begin(intern_as_str(name));
    consider_map(&best, names);
    return best.text;
}

/* Words that an operand may begin with: always, eventually. The shortest (for,
 * if) are near to half of all short names. */
static void consider_prefixes(struct suggestion *best,
                              const struct mixfix *mixfix)
{
    enum { LEAST = 4 };
    for (size_t i = 0; i < mixfix->parts.count; i++) {
        const struct mixfix_part *part = mixfix->parts.entries[i].value;
        if (part->starting.count > 0 && strlen(part->name->text) >= LEAST)
            consider(best, part->name->text);
    }
}

const char *suggest_prefix(const struct front *front, intern_t name)
{
    struct suggestion best = suggestion_begin(intern_as_str(name));
    consider_prefixes(&best, &front->mixfix);
    return best.text;
}

bool suggest_is_slip(const char *written, const char *meant)
{
    struct suggestion best = suggestion_begin(str_text(written));
    consider(&best, meant);
    return best.text != NULL;
}

/* -- the library -- */

/* The words of the library, each after its module. */
static const char *const library[][2] = {
    {"control", "when"},
    {"control", "match"},
    {"control", "case"},
    {"control", "freeze"},
    {"control", "let"},
    {"control", "fun"},
    {"control", "??"},
    {"math", "min"},
    {"list", "exists"},
    {"list", "forall"},
    {"list", "for"},
    {"list", "in"},
    {"list", "first"},
    {"list", "last"},
    {"list", "length"},
    {"list", "contains"},
    {"list", "filter"},
    {"list", "range"},
    {"list", "all"},
    {"list", "any"},
    {"list", "conjunction"},
    {"list", "disjunction"},
    {"ltl", "always"},
    {"ltl", "eventually"},
    {"ltl", "changed"},
    {"ltl", "unchanged"},
    {"ltl", "transition"},
    {"ltl", "_~>_"},
    {"ltl", "_until_"},
    {"ltl", "_release_"},
    {"quickstrom", "click!"},
    {"quickstrom", "doubleClick!"},
    {"quickstrom", "select!"},
    {"quickstrom", "clear!"},
    {"quickstrom", "focus!"},
    {"quickstrom", "keyPress!"},
    {"quickstrom", "enterText!"},
    {"quickstrom", "enterTextInto!"},
    {"quickstrom", "noop!"},
    {"quickstrom", "scrollBy!"},
    {"quickstrom", "scrollByViewport!"},
    {"quickstrom", "changed?"},
    {"quickstrom", "loaded?"},
    {"quickstrom/keys", "keys"},
};

static bool is_read(const struct front *front, const char *name)
{
    for (size_t i = 0; i < front->modules.count; i++) {
        const struct module *module = front->modules.entries[i].value;
        if (strcmp(module->name, name) == 0)
            return true;
    }
    return false;
}

/* One of weir's own modules. */
static bool suggest_own_module(const struct front *front, struct diag *diag,
                               intern_t name)
{
    char *module =
        suggest_library_module(front->options->library, intern_as_str(name));
    bool is_missing = module != NULL && !is_read(front, module);
    if (is_missing && name == front->defining)
        diag_help(diag,
                  "a name is not known in its own definition; that of the "
                  "library wants 'import %s;', and this one another name",
                  module);
    else if (is_missing)
        diag_help(diag, "this comes with the library: is 'import %s;' missing?",
                  module);
    free(module);
    return is_missing;
}

bool suggest_import(const struct front *front, struct diag *diag, intern_t name)
{
    for (size_t i = 0; i < sizeof library / sizeof *library; i++) {
        if (!name_is(name, library[i][1]) || is_read(front, library[i][0]))
            continue;
        /* `quickstrom` brings all of them. */
        const char *module =
            front->modules.count > 1 ? library[i][0] : "quickstrom";
        diag_help(diag, "this comes with the library: is 'import %s;' missing?",
                  module);
        return true;
    }
    return suggest_own_module(front, diag, name);
}

/* -- names -- */

/* `tick` for `tick?`, and so on: one's own name is nearer than one that the
 * library has exactly so. */
bool suggest_mark(const struct front *front, struct diag *diag, intern_t name)
{
    static const char *const marks[] = {"", "!", "?"};
    size_t length = strlen(name->text);
    bool is_marked = length > 1 && strchr("!?", name->text[length - 1]) != NULL;
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
        struct buf meant;
        buf_init(&meant);
        buf_addf(&meant, "%.*s%s", (int)(length - is_marked), name->text,
                 marks[i]);
        bool is_there = !str_equal(buf_str(&meant), intern_as_str(name)) &&
                        map_has(&front->globals, buf_str(&meant));
        if (is_there)
            diag_help(diag, "did you mean '%s'?", buf_text(&meant));
        buf_finish(&meant);
        if (is_there)
            return true;
    }
    return false;
}

/* What other languages call it. */
static bool suggest_foreign(struct diag *diag, intern_t name)
{
    static const char *const table[][2] = {
        {"len", "length"},
        {"size", "length"},
        {"count", "length"},
        {"True", "true"},
        {"False", "false"},
        {"None", "null"},
        {"!", "not"},
        {"nil", "null"},
        {"undefined", "null"},
        {"NULL", "null"},
        {"toInt", "parseInt"},
        {"int", "parseInt"},
        {"Number", "parseInt"},
        {"number", "parseInt"},
        {"float", "parseFloat"},
        {"toFloat", "parseFloat"},
        {"strip", "trim"},
        {"some", "any"},
        {"every", "all"},
        {"reduce", "foldl"},
        {"fold", "foldl"},
        {"includes", "contains"},
        {"elem", "contains"},
        {"member", "contains"},
        {"head", "first"},
        {"item", "nth"},
        {"get", "nth"},
        {"G", "always"},
        {"globally", "always"},
        {"F", "eventually"},
        {"finally", "eventually"},
        {"X", "next"},
    };
    if (name_is(name, "$") || name_is(name, "$$")) {
        diag_help(diag, "a selector stands in backticks: `#toggle`");
        return true;
    }
    for (size_t i = 0; i < sizeof table / sizeof *table; i++)
        if (name_is(name, table[i][0])) {
            diag_help(diag, "is '%s' meant?", table[i][1]);
            return true;
        }
    return false;
}

/* The name of a key, without the object that has it. */
static bool suggest_key(const struct front *front, struct diag *diag,
                        intern_t name)
{
    const struct ast_global *keys = map_find(&front->globals, STR("keys"));
    if (keys == NULL || keys->kind != AST_GLOBAL_LET ||
        keys->decl->let.body->kind != AST_OBJECT)
        return false;
    const struct ast_expr *object = keys->decl->let.body;
    for (size_t i = 0; i < object->object.count; i++)
        if (object->object.fields[i].name == name) {
            diag_help(diag, "is 'keys.%s' meant?", name->text);
            return true;
        }
    return false;
}

/* An operator that has a syntax and no meaning. */
static bool suggest_definition(const struct front *front, struct diag *diag,
                               intern_t name)
{
    const struct mixfix_operator *op = mixfix_named(&front->mixfix, name);
    if (op == NULL || name_is(name, "~_"))
        return false;
    diag_help(diag,
              "the operator '%s' is declared but not defined: write 'let … = "
              "…;' with the operator on the left",
              mixfix_shape(&front->mixfix, op));
    return true;
}

/* is-open, background-color */
static bool suggest_no_dash(const struct front *front, struct diag *diag,
                            struct span span)
{
    const struct source *source = source_of(&front->program->sources, span);
    size_t at = span.start;
    if (at < 2 || source->text.data[at - 1] != '-' ||
        strchr(" \t\n(", source->text.data[at - 2]) != NULL)
        return false;
    diag_help(diag, "'-' subtracts; names and fields have only letters, "
                    "digits and marks");
    return true;
}

/* A macro is found by its name and the number of its arguments. */
static bool suggest_macro(const struct front *front, struct diag *diag,
                          intern_t name)
{
    const struct macro *macro = map_find(&front->macros, intern_as_str(name));
    if (macro == NULL)
        return false;
    if (macro->next != NULL)
        diag_help(diag, "the macros '%s' have other numbers of arguments",
                  name->text);
    else if (macro->count == 0)
        diag_help(diag, "the macro '%s' has no arguments", name->text);
    else
        diag_help(diag, "the macro '%s' has %zu argument%s", name->text,
                  macro->count, macro->count == 1 ? "" : "s");
    return true;
}

static bool suggest_near(const struct front *front, struct diag *diag,
                         const struct scope *scope, intern_t name)
{
    static const char *const words[] = {"true", "false", "null", "happened"};
    struct str wanted = intern_as_str(name);
    struct suggestion best = suggestion_begin(wanted);
    for (; scope != NULL; scope = scope->outer)
        consider(&best, scope->local->name->text);
    consider_map(&best, &front->globals);
    consider_map(&best, &front->primitives);
    consider_prefixes(&best, &front->mixfix);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        consider(&best, words[i]);
    if (best.text != NULL)
        diag_help(diag, "did you mean '%s'?", best.text);
    else if (name_is(name, "~_"))
        diag_help(diag, "'~' can stand only in front of a parameter, or of "
                        "the name that a declaration defines");
    else if (name_is(name, "_"))
        diag_help(diag, "'_' is a pattern; it has no value");
    return diag->help != NULL;
}

void suggest_name(struct front *front, struct diag *diag,
                  const struct scope *scope, const struct tree *tree)
{
    intern_t name = tree->name;
    if (front->diags->error_count > DIAG_LIMIT)
        return; /* nobody will read it */
    if (name == front->defining) {
        if (!suggest_own_module(front, diag, name))
            diag_help(diag, "a name is not known in its own definition: there "
                            "is no recursion");
    } else if (!suggest_macro(front, diag, name) &&
               !suggest_later(front, diag, name) &&
               !suggest_mark(front, diag, name) &&
               !suggest_import(front, diag, name) &&
               !suggest_definition(front, diag, name) &&
               !suggest_body(front, diag, tree) &&
               !suggest_no_dash(front, diag, tree->span) &&
               !suggest_key(front, diag, name) &&
               !suggest_near(front, diag, scope, name)) {
        suggest_foreign(diag, name);
    }
}
