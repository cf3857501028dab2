/* In this file: tokens, what is exported, what a pattern binds, initialisers.
 */
#include "fake/modules_internal.h"

/* Patterns nest; deeper than people write them. */
enum { PATTERN_DEPTH = 100 };

/* ---- tokens ------------------------------------------------------------- */

const struct token *module_token(const struct translation *t, size_t at)
{
    size_t last = t->tokens.items.count - 1;
    return &t->tokens.items.items[at < last ? at : last];
}

const struct token *module_here(const struct translation *t)
{
    return module_token(t, t->at);
}

struct str module_text(const struct translation *t, size_t at)
{
    const struct token *token = module_token(t, at);
    return str_from(t->text.data + token->begin, token->end - token->begin);
}

struct str module_word(const struct translation *t)
{
    return module_text(t, t->at);
}

bool module_is(const struct translation *t, size_t at, const char *text)
{
    enum token_kind kind = module_token(t, at)->kind;
    return (kind == TOKEN_NAME || kind == TOKEN_SIGN) &&
           str_is(module_text(t, at), text);
}

bool module_accept(struct translation *t, const char *text)
{
    if (!module_is(t, t->at, text))
        return false;
    t->at++;
    return true;
}

bool module_fail(struct translation *t, const char *what)
{
    return error_set(t->error, ERROR_SPEC, "%zu: %s",
                     tokens_line(t->text, module_here(t)->begin), what);
}

/* ---- what is exported --------------------------------------------------- */

void module_add_key(struct buf *out, struct str name)
{
    bool is_literal =
        name.length > 0 && (name.data[0] == '"' || name.data[0] == '\'');
    if (!is_literal)
        buf_add_char(out, '"');
    buf_add_str(out, name);
    if (!is_literal)
        buf_add_char(out, '"');
}

void module_add_getter(struct translation *t, struct str name, struct str local)
{
    buf_add_text(&t->getters, "get ");
    module_add_key(&t->getters, name);
    buf_addf(&t->getters, "(){return %.*s},", STR_ARGS(local));
}

/* ---- what a pattern binds ----------------------------------------------- */

/* To the comma or the bracket that ends an expression inside brackets. */
static void pass_expression(struct translation *t, size_t open)
{
    while (module_here(t)->kind != TOKEN_END && module_here(t)->depth >= open &&
           !(module_here(t)->depth == open && module_is(t, t->at, ",")))
        t->at++;
}

/* The key of an entry; [expression], too. */
static void pass_key(struct translation *t, size_t open)
{
    if (module_accept(t, "["))
        while (module_here(t)->kind != TOKEN_END &&
               module_here(t)->depth > open)
            t->at++;
    t->at++;
}

/* One entry of a pattern in braces, inside of which `open` brackets are open.
 */
static bool read_property(struct translation *t, size_t open, int depth)
{
    if (module_accept(t, "..."))
        return module_read_pattern(t, depth);
    size_t key = t->at;
    pass_key(t, open);
    if (module_accept(t, ":"))
        return module_read_pattern(t, depth);
    if (module_token(t, key)->kind != TOKEN_NAME)
        return module_fail(t, "expected a name and a colon in this pattern");
    module_add_getter(t, module_text(t, key), module_text(t, key));
    return true;
}

static bool read_entry(struct translation *t, bool in_braces, size_t open,
                       int depth)
{
    if (!in_braces)
        module_accept(t, "...");
    if (!(in_braces ? read_property(t, open, depth)
                    : module_read_pattern(t, depth)))
        return false;
    if (module_accept(t, "="))
        pass_expression(t, open);
    return true;
}

bool module_read_pattern(struct translation *t, int depth)
{
    if (module_here(t)->kind == TOKEN_NAME) {
        module_add_getter(t, module_word(t), module_word(t));
        t->at++;
        return true;
    }
    bool in_braces = module_is(t, t->at, "{");
    if (depth == PATTERN_DEPTH || (!in_braces && !module_is(t, t->at, "[")))
        return module_fail(t, "expected a name or a pattern");
    const char *end = in_braces ? "}" : "]";
    size_t open = module_here(t)->depth + 1;
    t->at++;
    while (!module_accept(t, end)) {
        if (module_accept(t, ",")) /* a hole, or between two entries */
            continue;
        if (!read_entry(t, in_braces, open, depth + 1))
            return false;
        if (!module_is(t, t->at, ",") && !module_is(t, t->at, end))
            return module_fail(t, "expected a comma in this pattern");
    }
    return true;
}

/* ---- initialisers ------------------------------------------------------- */

/* Whether a statement may end after this token... */
static bool may_end(const struct translation *t, size_t at)
{
    static const char *const open[] = {
        "typeof", "new",   "delete",  "void",  "in",
        "await",  "yield", "extends", "async", "instanceof"};
    static const char *const closing[] = {")", "]", "}", "++", "--"};
    if (module_token(t, at)->kind == TOKEN_SIGN) {
        for (size_t i = 0; i < sizeof closing / sizeof *closing; i++)
            if (module_is(t, at, closing[i]))
                return true;
        return false;
    }
    for (size_t i = 0; i < sizeof open / sizeof *open; i++)
        if (module_is(t, at, open[i]))
            return false;
    return true;
}

/* ...and another one begin with this. */
static bool may_begin(const struct translation *t, size_t at)
{
    enum token_kind kind = module_token(t, at)->kind;
    if (kind == TOKEN_SIGN)
        return module_is(t, at, "++") || module_is(t, at, "--") ||
               module_is(t, at, "{");
    return kind != TOKEN_TEMPLATE && !module_is(t, at, "in") &&
           !module_is(t, at, "instanceof");
}

void module_pass_initialiser(struct translation *t)
{
    size_t first = t->at;
    while (module_here(t)->kind != TOKEN_END) {
        bool is_outside = module_here(t)->depth == 0;
        if (is_outside &&
            (module_is(t, t->at, ",") || module_is(t, t->at, ";")))
            return;
        if (is_outside && t->at > first && module_here(t)->is_first &&
            may_end(t, t->at - 1) && may_begin(t, t->at))
            return;
        t->at++;
    }
}
