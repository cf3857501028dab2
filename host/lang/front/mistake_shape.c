/* Forms that are not quite right: counts, lambdas, quantifiers, cases, blocks,
 * local lets, checks, imports, syntax; and brackets that do not match. */
#include "lang/front/mistake_internal.h"

#include <string.h>

static bool is_among(const struct mistake *m, uint32_t at,
                     const char *const *words)
{
    for (; *words != NULL; words++)
        if (mistake_is(m, at, *words))
            return true;
    return false;
}

static bool is_declaration(const struct mistake *m, const char *keyword)
{
    return mistake_is(m, m->start, keyword);
}

/* always 5 p, always (5) p, always [5] p */
static bool help_count(struct mistake *m, uint32_t at)
{
    static const char *const operators[] = {"always", "eventually", "until",
                                            "release", NULL};
    bool bare = at > m->start && is_among(m, at - 1, operators) &&
                mistake_token(m, at)->kind == TOKEN_INT;
    bool bracketed = at > m->start + 3 && is_among(m, at - 4, operators) &&
                     mistake_token(m, at - 2)->kind == TOKEN_INT;
    if (!bare && !bracketed)
        return false;
    if (bracketed && mistake_is(m, at - 3, "{")) {
        diag_help(m->diag,
                  "what has to hold is missing after the count: %s "
                  "{%lld} (…)",
                  mistake_token(m, at - 4)->name->text,
                  (long long)mistake_token(m, at - 2)->integer);
        return true;
    }
    uint32_t count = bare ? at : at - 2;
    uint32_t op = bare ? at - 1 : at - 4;
    diag_help(m->diag, "a count stands in braces: %s {%lld} …",
              mistake_token(m, op)->name->text,
              (long long)mistake_token(m, count)->integer);
    return true;
}

static bool help_lambda(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, at, "{") || !mistake_expects(m, ".") ||
        !mistake_is(m, at - 2, "fun"))
        return false;
    diag_help(m->diag, "write 'fun %s. …' or 'fun (%s) { … }'",
              mistake_token(m, at - 1)->name->text,
              mistake_token(m, at - 1)->name->text);
    return true;
}

/* for x in xs: e */
static bool help_quantifier(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, at, ":") || !mistake_expects(m, "{") ||
        !mistake_expects(m, "."))
        return false;
    diag_help(m->diag, "write '… in xs { e }' or '… in xs. e'");
    return true;
}

static bool help_case(struct mistake *m, uint32_t at)
{
    bool is_barred = !mistake_is(m, at, "case") || mistake_is(m, at - 1, "|");
    if (!mistake_expects(m, "|") && is_barred)
        return false;
    diag_help(m->diag, "each case has a bar before it: match v { | case p { e "
                       "} | case q { f } }");
    return true;
}

/* What the token is a part of ends here, and something is missing before. */
static bool help_sequel(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, "an expression") || !mistake_is(m, at - 1, ";") ||
        (!mistake_is(m, at, "}") && mistake_token(m, at)->kind != TOKEN_END &&
         mistake_token(m, at)->kind != TOKEN_CLOSE &&
         !mistake_begins_next(m, at)))
        return false;
    diag_help(m->diag, "after a local 'let … ;' stands the expression that "
                       "uses it");
    return true;
}

static bool help_block(struct mistake *m, uint32_t at)
{
    if (mistake_is(m, at, ";") && mistake_expects(m, "}") &&
        mistake_is(m, at + 1, "}"))
        diag_help(m->diag, "the last expression of a block has no ';' after "
                           "it");
    else if (mistake_is(m, at, "{") && mistake_expects(m, "=") &&
             is_declaration(m, "action"))
        diag_help(m->diag,
                  "only 'let' may have a block; write 'action … = …;'");
    else if (mistake_expects(m, ":") && mistake_is(m, at - 1, "let") &&
             mistake_is(m, at - 2, "{") && mistake_is(m, at - 3, "="))
        diag_help(m->diag, "a block has no '=' before it: let x { let y = …; "
                           "… }");
    else
        return false;
    return true;
}

/* xs[0].k */
static bool help_projection(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    bool call = token->kind == TOKEN_OPEN;
    if ((token->kind != TOKEN_PROJECTION && !call) ||
        (!mistake_is(m, at - 1, "]") && !mistake_is(m, at - 1, "}")))
        return false;
    if (call)
        diag_help(m->diag, "what stands before the call needs parentheses: "
                           "(…)(…)");
    else
        diag_help(m->diag,
                  "what stands before the field needs parentheses: "
                  "(…).%s",
                  token->name->text);
    return true;
}

static void help_with(struct mistake *m, const char *primitive)
{
    size_t length = strlen(primitive);
    char mark = length > 0 && primitive[length - 1] == '?' ? '?' : '!';
    diag_help(m->diag, "'with' lists names: action ~a%c = %s(…); … with a%c",
              mark, primitive, mark);
}

static bool help_check(struct mistake *m, uint32_t at)
{
    if (!is_declaration(m, "check") || mistake_expects(m, "an expression"))
        return false;
    if (mistake_token(m, at)->kind == TOKEN_OPEN && at > m->start + 1)
        help_with(m, mistake_token(m, at - 1)->name->text);
    else if (mistake_is(m, at, "[") || mistake_is(m, at, "{") ||
             mistake_token(m, at)->kind == TOKEN_OPEN)
        diag_help(m->diag, "a check lists names: check p, q with a!, b?;");
    else
        return false;
    return true;
}

static bool help_import(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (!is_declaration(m, "import"))
        return false;
    if (token->kind == TOKEN_STRING)
        diag_help(m->diag, "the name of a module has no quotes: import %s;",
                  token->text.data);
    else if (token->kind == TOKEN_PROJECTION)
        diag_help(m->diag, "folders are separated by '/': import a/b;");
    else if (mistake_is(m, at, ","))
        diag_help(m->diag, "each module has an import of its own");
    else
        return false;
    return true;
}

static bool help_syntax(struct mistake *m, uint32_t at)
{
    (void)at;
    if (!is_declaration(m, "syntax"))
        return false;
    diag_help(m->diag, "an operator is declared with its holes and a level: "
                       "syntax _ plus _ 8 left;");
    return true;
}

/* -- brackets -- */

static bool opens(const struct mistake *m, uint32_t at)
{
    return mistake_token(m, at)->kind == TOKEN_OPEN || mistake_is(m, at, "[") ||
           mistake_is(m, at, "{");
}

static bool closes(const struct mistake *m, uint32_t at)
{
    return mistake_token(m, at)->kind == TOKEN_CLOSE ||
           mistake_is(m, at, "]") || mistake_is(m, at, "}");
}

/* The innermost bracket that is open at the token; 0 when none is. */
static uint32_t innermost(const struct mistake *m, uint32_t at)
{
    int closed = 0;
    for (uint32_t i = at; i > m->start; i--) {
        if (closes(m, i - 1))
            closed++;
        else if (opens(m, i - 1) && closed-- == 0)
            return i - 1;
    }
    return 0;
}

static bool help_unclosed(struct mistake *m, uint32_t at)
{
    uint32_t open = innermost(m, at);
    bool ends = mistake_is(m, at, ";") || mistake_is(m, at, "else") ||
                closes(m, at) || mistake_begins_next(m, at);
    if (open == 0 || !ends ||
        (!mistake_expects(m, ")") && !mistake_expects(m, "]") &&
         !mistake_expects(m, "}")))
        return false;
    struct span span = mistake_token(m, open)->span;
    const struct source *source = source_of(&m->front->program->sources, span);
    int line;
    int column;
    source_position(source, span.start, &line, &column);
    diag_help(m->diag, "the '%c' in line %d, column %d is not closed",
              source->text.data[span.start], line, column);
    return true;
}

static bool help_unopened(struct mistake *m, uint32_t at)
{
    if (!closes(m, at) || innermost(m, at) != 0 || at == m->start)
        return false;
    struct str text =
        source_text(&m->front->program->sources, mistake_token(m, at)->span);
    diag_help(m->diag, "no bracket is open that this '%.*s' could close",
              STR_ARGS(text));
    return true;
}

/* The end of a declaration was forgotten: the next begins. */
static bool help_semicolon(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, ";") || !mistake_begins_next(m, at))
        return false;
    diag_help(m->diag, "a declaration ends with ';'");
    return true;
}

/* What ends a word. */
#define NO_KEY " -+*/=<>&|^%~.:,;()[]{}\\\"`\n\t"

/* {"k": 1} */
static bool help_key(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (!mistake_expects(m, "a field name") || token->kind != TOKEN_STRING)
        return false;
    bool is_word = token->text.length > 0 &&
                   strcspn(token->text.data, NO_KEY) == token->text.length;
    diag_help(m->diag,
              is_word ? "keys are names: {%s: …}"
                      : "keys are names of letters and digits; '%s' is none",
              token->text.data);
    return true;
}

const mistake_helper mistake_shapes[] = {
    help_key,       help_import,     help_syntax, help_count,
    help_lambda,    help_quantifier, help_case,   help_block,
    help_sequel,    help_projection, help_check,  help_unclosed,
    help_semicolon, help_unopened,   NULL,
};
