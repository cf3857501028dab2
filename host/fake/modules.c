/* In this file: what is left out, import declarations, export declarations, the
 * whole. */
#include "fake/modules_internal.h"

#include "base/vec.h"

/* ---- what is left out --------------------------------------------------- */

static void cut(struct translation *t, size_t begin, size_t end,
                const char *instead)
{
    struct cut range = {begin, end, instead};
    vec_push(&t->cuts, range);
}

/* Leaves out the tokens from `first` to the one before the present one, and a
 * semicolon after them. */
static void cut_declaration(struct translation *t, size_t first)
{
    module_accept(t, ";");
    cut(t, module_token(t, first)->begin, module_token(t, t->at - 1)->end, ";");
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
    module_add_key(out, name);
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
    while (!module_accept(t, "}")) {
        enum token_kind kind = module_here(t)->kind;
        if (kind != TOKEN_NAME && kind != TOKEN_STRING)
            return module_fail(t, "expected a name");
        struct str first = module_word(t), second = first;
        t->at++;
        if (module_accept(t, "as")) {
            second = module_word(t);
            t->at++;
        }
        add_pair(clause, first, second);
        if (!module_accept(t, ",") && !module_is(t, t->at, "}"))
            return module_fail(t, "expected a comma or a closing brace");
    }
    return true;
}

static bool read_import_clause(struct translation *t, struct clause *clause)
{
    if (module_here(t)->kind == TOKEN_NAME) {
        add_pair(clause, STR("default"), module_word(t));
        t->at++;
        if (!module_accept(t, ","))
            return true;
    }
    if (module_is(t, t->at, "{"))
        return read_names(t, clause);
    if (!module_accept(t, "*") || !module_accept(t, "as") ||
        module_here(t)->kind != TOKEN_NAME)
        return module_fail(t, "an import declaration that makes no sense");
    clause->whole = module_word(t);
    t->at++;
    return true;
}

/* with {type: 'json'}: a file that ends in .json is one in any case. */
static bool pass_attributes(struct translation *t)
{
    if (!module_is(t, t->at, "with") || !module_is(t, t->at + 1, "{"))
        return true;
    while (!module_accept(t, "}")) {
        if (module_here(t)->kind == TOKEN_END)
            return module_fail(t, "expected a closing brace");
        t->at++;
    }
    return true;
}

static bool read_from(struct translation *t, struct str *specifier)
{
    if (!module_accept(t, "from") || module_here(t)->kind != TOKEN_STRING)
        return module_fail(t, "expected: from 'file'");
    *specifier = module_word(t);
    t->at++;
    return pass_attributes(t);
}

static bool read_import(struct translation *t, struct clause *clause)
{
    size_t first = t->at++;
    struct str specifier = module_word(t);
    t->is_module = true;
    if (module_here(t)->kind == TOKEN_STRING)
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
    module_add_key(&t->getters, pair.second);
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
    bool is_through = module_is(t, t->at, "from");
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
            module_add_getter(t, pair.second, pair.first);
    }
    return true;
}

/* export * from 'file'; export * as name from 'file' */
static bool export_all(struct translation *t, size_t first)
{
    struct str name = {NULL, 0}, specifier = {NULL, 0};
    t->at++;
    if (module_accept(t, "as")) {
        name = module_word(t);
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
    module_add_key(&t->getters, name);
    buf_addf(&t->getters, "(){return __weir%zu},", t->import_count - 1);
    return true;
}

/* Where the name of a function or class declaration stands. */
static size_t name_of_declaration(const struct translation *t, size_t at)
{
    if (module_is(t, at, "async"))
        at++;
    at++;
    return module_is(t, at, "*") ? at + 1 : at;
}

static bool is_declaration(const struct translation *t, size_t at)
{
    return module_is(t, at, "function") || module_is(t, at, "class") ||
           (module_is(t, at, "async") && module_is(t, at + 1, "function"));
}

/* A declaration with a name is left as it is, so that it can be used before it;
 * anything else is a value. */
static void export_default(struct translation *t, size_t first)
{
    size_t name = name_of_declaration(t, ++t->at);
    bool has_name = is_declaration(t, t->at) &&
                    module_token(t, name)->kind == TOKEN_NAME &&
                    !module_is(t, name, "extends");
    cut(t, module_token(t, first)->begin, module_token(t, t->at - 1)->end,
        has_name ? "" : "__weir.exports.default=");
    if (has_name)
        module_add_getter(t, STR("default"), module_text(t, name));
}

static bool export_declaration(struct translation *t, size_t first)
{
    cut(t, module_token(t, first)->begin, module_here(t)->begin, "");
    if (is_declaration(t, t->at)) {
        size_t name = name_of_declaration(t, t->at);
        if (module_token(t, name)->kind != TOKEN_NAME)
            return module_fail(t, "what is exported has no name");
        module_add_getter(t, module_text(t, name), module_text(t, name));
        return true;
    }
    if (!module_accept(t, "const") && !module_accept(t, "let") &&
        !module_accept(t, "var"))
        return module_fail(t, "an export declaration that makes no sense");
    do {
        if (!module_read_pattern(t, 0))
            return false;
        if (module_accept(t, "="))
            module_pass_initialiser(t);
    } while (module_accept(t, ","));
    return true;
}

static bool read_export(struct translation *t, struct clause *clause)
{
    size_t first = t->at++;
    t->is_module = true;
    if (module_is(t, t->at, "{"))
        return export_names(t, first, clause);
    if (module_is(t, t->at, "*"))
        return export_all(t, first);
    if (module_is(t, t->at, "default")) {
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
    return module_here(t)->depth == 0 && module_here(t)->kind == TOKEN_NAME &&
           (t->at == 0 || !module_is(t, t->at - 1, ".")) &&
           !module_is(t, t->at + 1, "(") && !module_is(t, t->at + 1, ".") &&
           !module_is(t, t->at + 1, ":");
}

static bool read_declarations(struct translation *t)
{
    while (module_here(t)->kind != TOKEN_END) {
        bool is_import = is_statement(t) && module_is(t, t->at, "import");
        if (!is_import && !(is_statement(t) && module_is(t, t->at, "export"))) {
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
