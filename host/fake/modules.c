/* In this file: reading tokens, what is exported, what a pattern binds, import
 * declarations, export declarations, the whole. */
#include "fake/modules.h"

#include <string.h>

#include "base/vec.h"
#include "fake/tokens.h"

/* A stretch of the text that is left out but for its line ends. */
struct cut {
    size_t begin, end;
    const char *instead; /* a constant */
};

struct translation {
    struct str text;
    struct tokens tokens;
    size_t at; /* the token that is looked at */
    VEC(struct cut) cuts;
    struct buf imports, getters;
    size_t import_count;
    bool is_module;
    struct error *error;
};

/* Patterns nest; deeper than people write them. */
enum { PATTERN_DEPTH = 100 };

/* ---- reading tokens ----------------------------------------------------- */

static const struct token *token_at(const struct translation *t, size_t at)
{
    size_t last = t->tokens.items.count - 1;
    return &t->tokens.items.items[at < last ? at : last];
}

static const struct token *here(const struct translation *t)
{
    return token_at(t, t->at);
}

static struct str text_at(const struct translation *t, size_t at)
{
    const struct token *token = token_at(t, at);
    return str_from(t->text.data + token->begin, token->end - token->begin);
}

static struct str word(const struct translation *t)
{
    return text_at(t, t->at);
}

static bool is_at(const struct translation *t, size_t at, const char *text)
{
    enum token_kind kind = token_at(t, at)->kind;
    return (kind == TOKEN_NAME || kind == TOKEN_SIGN) &&
           str_is(text_at(t, at), text);
}

static bool accept(struct translation *t, const char *text)
{
    if (!is_at(t, t->at, text))
        return false;
    t->at++;
    return true;
}

static bool fail(struct translation *t, const char *what)
{
    return error_set(t->error, ERROR_SPEC, "%zu: %s",
                     tokens_line(t->text, here(t)->begin), what);
}

static void cut(struct translation *t, size_t begin, size_t end,
                const char *instead)
{
    struct cut range = {begin, end, instead};
    vec_push(&t->cuts, range);
}

/* Leaves out the tokens from `first` to the one before the present one, and a
 * semicolon behind them. */
static void cut_declaration(struct translation *t, size_t first)
{
    accept(t, ";");
    cut(t, token_at(t, first)->begin, token_at(t, t->at - 1)->end, ";");
}

/* ---- what is exported --------------------------------------------------- */

/* The name of an export, a name or a string, as a string literal. */
static void add_key(struct buf *out, struct str name)
{
    bool is_literal =
        name.length > 0 && (name.data[0] == '"' || name.data[0] == '\'');
    if (!is_literal)
        buf_add_char(out, '"');
    buf_add_str(out, name);
    if (!is_literal)
        buf_add_char(out, '"');
}

static void add_getter(struct translation *t, struct str name, struct str local)
{
    buf_add_text(&t->getters, "get ");
    add_key(&t->getters, name);
    buf_addf(&t->getters, "(){return %.*s},", STR_ARGS(local));
}

/* ---- what a pattern binds ----------------------------------------------- */

static bool read_pattern(struct translation *t, int depth);

/* To the comma or the bracket that ends an expression inside brackets. */
static void pass_expression(struct translation *t, size_t open)
{
    while (here(t)->kind != TOKEN_END && here(t)->depth >= open &&
           !(here(t)->depth == open && is_at(t, t->at, ",")))
        t->at++;
}

/* The key of an entry; [expression], too. */
static void pass_key(struct translation *t, size_t open)
{
    if (accept(t, "["))
        while (here(t)->kind != TOKEN_END && here(t)->depth > open)
            t->at++;
    t->at++;
}

/* One entry of a pattern in braces, inside of which `open` brackets are open.
 */
static bool read_property(struct translation *t, size_t open, int depth)
{
    if (accept(t, "..."))
        return read_pattern(t, depth);
    size_t key = t->at;
    pass_key(t, open);
    if (accept(t, ":"))
        return read_pattern(t, depth);
    if (token_at(t, key)->kind != TOKEN_NAME)
        return fail(t, "expected a name and a colon in this pattern");
    add_getter(t, text_at(t, key), text_at(t, key));
    return true;
}

static bool read_entry(struct translation *t, bool in_braces, size_t open,
                       int depth)
{
    if (!in_braces)
        accept(t, "...");
    if (!(in_braces ? read_property(t, open, depth) : read_pattern(t, depth)))
        return false;
    if (accept(t, "="))
        pass_expression(t, open);
    return true;
}

static bool read_pattern(struct translation *t, int depth)
{
    if (here(t)->kind == TOKEN_NAME) {
        add_getter(t, word(t), word(t));
        t->at++;
        return true;
    }
    bool in_braces = is_at(t, t->at, "{");
    if (depth == PATTERN_DEPTH || (!in_braces && !is_at(t, t->at, "[")))
        return fail(t, "expected a name or a pattern");
    const char *end = in_braces ? "}" : "]";
    size_t open = here(t)->depth + 1;
    t->at++;
    while (!accept(t, end)) {
        if (accept(t, ",")) /* a hole, or between two entries */
            continue;
        if (!read_entry(t, in_braces, open, depth + 1))
            return false;
        if (!is_at(t, t->at, ",") && !is_at(t, t->at, end))
            return fail(t, "expected a comma in this pattern");
    }
    return true;
}

/* Whether a statement may end behind this token... */
static bool may_end(const struct translation *t, size_t at)
{
    static const char *const open[] = {
        "typeof", "new",   "delete",  "void",  "in",
        "await",  "yield", "extends", "async", "instanceof"};
    static const char *const closing[] = {")", "]", "}", "++", "--"};
    if (token_at(t, at)->kind == TOKEN_SIGN) {
        for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
            if (is_at(t, at, closing[i]))
                return true;
        return false;
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (is_at(t, at, open[i]))
            return false;
    return true;
}

/* ...and another one begin with this. */
static bool may_begin(const struct translation *t, size_t at)
{
    enum token_kind kind = token_at(t, at)->kind;
    if (kind == TOKEN_SIGN)
        return is_at(t, at, "++") || is_at(t, at, "--") || is_at(t, at, "{");
    return kind != TOKEN_TEMPLATE && !is_at(t, at, "in") &&
           !is_at(t, at, "instanceof");
}

/* To the comma between two declarators, or behind the statement. */
static void pass_initialiser(struct translation *t)
{
    size_t first = t->at;
    while (here(t)->kind != TOKEN_END) {
        bool is_outside = here(t)->depth == 0;
        if (is_outside && (is_at(t, t->at, ",") || is_at(t, t->at, ";")))
            return;
        if (is_outside && t->at > first && here(t)->is_first &&
            may_end(t, t->at - 1) && may_begin(t, t->at))
            return;
        t->at++;
    }
}

/* ---- import declarations ------------------------------------------------ */

/* The constant that holds the namespace of the module named by the token. */
static void add_namespace(struct translation *t, struct str specifier)
{
    buf_addf(&t->imports, "const __weir%zu=__weir.import(%.*s);",
             t->import_count++, STR_ARGS(specifier));
}

/* What takes `name` out of the namespace that was added last. */
static void add_take(const struct translation *t, struct buf *out,
                     struct str name, struct str specifier)
{
    buf_addf(out, "__weir.take(__weir%zu,", t->import_count - 1);
    add_key(out, name);
    buf_addf(out, ",%.*s)", STR_ARGS(specifier));
}

static void add_import(struct translation *t, struct str local, struct str name,
                       struct str specifier)
{
    buf_addf(&t->imports, "const %.*s=", STR_ARGS(local));
    add_take(t, &t->imports, name, specifier);
    buf_add_char(&t->imports, ';');
}

struct pair {
    struct str first, second; /* {first as second} */
};

struct clause {
    VEC(struct pair) pairs;
    struct str whole; /* * as whole; or empty */
};

static void add_pair(struct clause *clause, struct str first, struct str second)
{
    struct pair pair = {first, second};
    vec_push(&clause->pairs, pair);
}

/* {a, b as c, "d" as e} */
static bool read_names(struct translation *t, struct clause *clause)
{
    t->at++;
    while (!accept(t, "}")) {
        enum token_kind kind = here(t)->kind;
        if (kind != TOKEN_NAME && kind != TOKEN_STRING)
            return fail(t, "expected a name");
        struct str first = word(t), second = first;
        t->at++;
        if (accept(t, "as")) {
            second = word(t);
            t->at++;
        }
        add_pair(clause, first, second);
        if (!accept(t, ",") && !is_at(t, t->at, "}"))
            return fail(t, "expected a comma or a closing brace");
    }
    return true;
}

static bool read_import_clause(struct translation *t, struct clause *clause)
{
    if (here(t)->kind == TOKEN_NAME) {
        add_pair(clause, STR("default"), word(t));
        t->at++;
        if (!accept(t, ","))
            return true;
    }
    if (is_at(t, t->at, "{"))
        return read_names(t, clause);
    if (!accept(t, "*") || !accept(t, "as") || here(t)->kind != TOKEN_NAME)
        return fail(t, "an import declaration that makes no sense");
    clause->whole = word(t);
    t->at++;
    return true;
}

/* with {type: 'json'}: a file that ends in .json is one in any case. */
static bool pass_attributes(struct translation *t)
{
    if (!is_at(t, t->at, "with") || !is_at(t, t->at + 1, "{"))
        return true;
    while (!accept(t, "}")) {
        if (here(t)->kind == TOKEN_END)
            return fail(t, "expected a closing brace");
        t->at++;
    }
    return true;
}

static bool read_from(struct translation *t, struct str *specifier)
{
    if (!accept(t, "from") || here(t)->kind != TOKEN_STRING)
        return fail(t, "expected: from 'file'");
    *specifier = word(t);
    t->at++;
    return pass_attributes(t);
}

static bool read_import(struct translation *t, struct clause *clause)
{
    size_t first = t->at++;
    struct str specifier = word(t);
    t->is_module = true;
    if (here(t)->kind == TOKEN_STRING)
        t->at++;
    else if (!read_import_clause(t, clause) || !read_from(t, &specifier))
        return false;
    cut_declaration(t, first);
    add_namespace(t, specifier);
    for (size_t i = 0; i < clause->pairs.count; i++)
        add_import(t, clause->pairs.items[i].second,
                   clause->pairs.items[i].first, specifier);
    if (clause->whole.length > 0)
        buf_addf(&t->imports, "const %.*s=__weir%zu;", STR_ARGS(clause->whole),
                 t->import_count - 1);
    return true;
}

/* ---- export declarations ------------------------------------------------ */

/* A name that goes through from another module. */
static void add_through(struct translation *t, struct pair pair,
                        struct str specifier)
{
    buf_add_text(&t->getters, "get ");
    add_key(&t->getters, pair.second);
    buf_add_text(&t->getters, "(){return ");
    add_take(t, &t->getters, pair.first, specifier);
    buf_add_text(&t->getters, "},");
}

/* export {a, b as c}; export {a} from 'file' */
static bool export_names(struct translation *t, size_t first,
                         struct clause *clause)
{
    struct str specifier = {NULL, 0};
    if (!read_names(t, clause))
        return false;
    bool is_through = is_at(t, t->at, "from");
    if (is_through && !read_from(t, &specifier))
        return false;
    cut_declaration(t, first);
    if (is_through)
        add_namespace(t, specifier);
    for (size_t i = 0; i < clause->pairs.count; i++) {
        struct pair pair = clause->pairs.items[i];
        if (is_through)
            add_through(t, pair, specifier);
        else
            add_getter(t, pair.second, pair.first);
    }
    return true;
}

/* export * from 'file'; export * as name from 'file' */
static bool export_all(struct translation *t, size_t first)
{
    struct str name = {NULL, 0}, specifier;
    t->at++;
    if (accept(t, "as")) {
        name = word(t);
        t->at++;
    }
    if (!read_from(t, &specifier))
        return false;
    cut_declaration(t, first);
    if (name.length == 0) {
        buf_addf(&t->imports, "__weir.star(%.*s);", STR_ARGS(specifier));
        return true;
    }
    add_namespace(t, specifier);
    buf_add_text(&t->getters, "get ");
    add_key(&t->getters, name);
    buf_addf(&t->getters, "(){return __weir%zu},", t->import_count - 1);
    return true;
}

/* Where the name of a function or class declaration stands. */
static size_t name_of_declaration(const struct translation *t, size_t at)
{
    if (is_at(t, at, "async"))
        at++;
    at++;
    return is_at(t, at, "*") ? at + 1 : at;
}

static bool is_declaration(const struct translation *t, size_t at)
{
    return is_at(t, at, "function") || is_at(t, at, "class") ||
           (is_at(t, at, "async") && is_at(t, at + 1, "function"));
}

/* A declaration with a name is left as it is, so that it can be used before it;
 * anything else is a value. */
static void export_default(struct translation *t, size_t first)
{
    size_t name = name_of_declaration(t, ++t->at);
    bool has_name = is_declaration(t, t->at) &&
                    token_at(t, name)->kind == TOKEN_NAME &&
                    !is_at(t, name, "extends");
    cut(t, token_at(t, first)->begin, token_at(t, t->at - 1)->end,
        has_name ? "" : "__weir.exports.default=");
    if (has_name)
        add_getter(t, STR("default"), text_at(t, name));
}

static bool export_declaration(struct translation *t, size_t first)
{
    cut(t, token_at(t, first)->begin, here(t)->begin, "");
    if (is_declaration(t, t->at)) {
        size_t name = name_of_declaration(t, t->at);
        if (token_at(t, name)->kind != TOKEN_NAME)
            return fail(t, "what is exported has no name");
        add_getter(t, text_at(t, name), text_at(t, name));
        return true;
    }
    if (!accept(t, "const") && !accept(t, "let") && !accept(t, "var"))
        return fail(t, "an export declaration that makes no sense");
    do {
        if (!read_pattern(t, 0))
            return false;
        if (accept(t, "="))
            pass_initialiser(t);
    } while (accept(t, ","));
    return true;
}

static bool read_export(struct translation *t, struct clause *clause)
{
    size_t first = t->at++;
    t->is_module = true;
    if (is_at(t, t->at, "{"))
        return export_names(t, first, clause);
    if (is_at(t, t->at, "*"))
        return export_all(t, first);
    if (is_at(t, t->at, "default")) {
        export_default(t, first);
        return true;
    }
    return export_declaration(t, first);
}

/* ---- the whole ---------------------------------------------------------- */

/* import(...) and import.meta are expressions; .import and import: are names of
 * fields. */
static bool is_statement(const struct translation *t)
{
    return here(t)->depth == 0 && here(t)->kind == TOKEN_NAME &&
           (t->at == 0 || !is_at(t, t->at - 1, ".")) &&
           !is_at(t, t->at + 1, "(") && !is_at(t, t->at + 1, ".") &&
           !is_at(t, t->at + 1, ":");
}

static bool read_declarations(struct translation *t)
{
    while (here(t)->kind != TOKEN_END) {
        bool is_import = is_statement(t) && is_at(t, t->at, "import");
        if (!is_import && !(is_statement(t) && is_at(t, t->at, "export"))) {
            t->at++;
            continue;
        }
        struct clause clause = {VEC_EMPTY, {NULL, 0}};
        bool is_fine =
            is_import ? read_import(t, &clause) : read_export(t, &clause);
        vec_finish(&clause.pairs);
        if (!is_fine)
            return false;
    }
    return true;
}

static void add_text(const struct translation *t, struct buf *out)
{
    size_t at = 0;
    if (str_starts_with(t->text, "#!")) { /* a comment, for the engine */
        buf_add_text(out, "//");
        at = 2;
    }
    for (size_t i = 0; i < t->cuts.count; i++) {
        struct cut range = t->cuts.items[i];
        buf_add(out, t->text.data + at, range.begin - at);
        buf_add_text(out, range.instead);
        for (at = range.begin; at < range.end; at++)
            if (t->text.data[at] == '\n')
                buf_add_char(out, '\n');
    }
    buf_add(out, t->text.data + at, t->text.length - at);
}

bool module_translate(struct str text, struct buf *out, struct error *error)
{
    struct translation t = {.text = text, .cuts = VEC_EMPTY, .error = error};
    buf_init(&t.imports);
    buf_init(&t.getters);
    bool is_fine = tokens_read(text, &t.tokens, error) && read_declarations(&t);
    if (is_fine) {
        buf_add_text(out, "(function(module,exports,require,__weir){");
        if (t.is_module)
            buf_addf(out, "\"use strict\";__weir.open({%s});%s",
                     buf_text(&t.getters), buf_text(&t.imports));
        add_text(&t, out);
        buf_add_text(out, "\n})");
    }
    buf_finish(&t.imports);
    buf_finish(&t.getters);
    vec_finish(&t.cuts);
    tokens_finish(&t.tokens);
    return is_fine;
}
