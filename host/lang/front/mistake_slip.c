/* Slips that the lexical rules invite (reference, 1): what was read as one
 * token, and what to write instead. */
#include "lang/front/mistake_internal.h"

#include "base/utf8.h"

static bool is_part(const struct mistake *m, intern_t name)
{
    return mixfix_part(&m->front->mixfix, name) != NULL;
}

static bool is_number(const struct token *token)
{
    return token->kind == TOKEN_INT || token->kind == TOKEN_FLOAT;
}

/* a!=b: the mark belongs to the word before it. */
static bool help_word_mark(struct mistake *m, uint32_t at)
{
    if (!mistake_touches(m, at))
        return false;
    const struct token *token = mistake_token(m, at);
    const struct token *before = mistake_token(m, at - 1);
    if (token->kind != TOKEN_NAME || before->kind != TOKEN_NAME ||
        token->name->text[0] != '=' ||
        before->name->text[before->name->length - 1] != '!')
        return false;
    int word = (int)before->name->length - 1;
    diag_help(m->diag,
              "'!' belongs to the name before it; write '%.*s !%s' with a "
              "space",
              word, before->name->text, token->name->text);
    return true;
}

static bool help_comment(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    static const char *const marks[] = {"/*", "#", "--", "<!--"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (token->kind == TOKEN_NAME && mistake_is_symbols(token->name) &&
            str_starts_with(intern_as_str(token->name), marks[i])) {
            diag_help(m->diag, "a comment begins with '//' and ends with its "
                               "line");
            return true;
        }
    return false;
}

/* #count.value: a selector without its backticks. */
static bool help_selector(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (token->kind != TOKEN_NAME || mistake_is_symbols(token->name) ||
        !mistake_touches(m, at) || !mistake_is(m, at - 1, "#"))
        return false;
    diag_help(m->diag, "a selector stands in backticks: `#%.*s`",
              (int)(token->name->length < 40 ? token->name->length : 40),
              token->name->text);
    return true;
}

/* 1e5, 0xff, 1_000 */
static bool help_number(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (token->kind == TOKEN_PROJECTION &&
        mistake_expects(m, "an expression") && token->name->text[0] >= '0' &&
        token->name->text[0] <= '9') {
        diag_help(m->diag, "a number begins with a digit: 0.5");
        return true;
    }
    if (token->kind != TOKEN_NAME || !mistake_touches(m, at) ||
        !is_number(mistake_token(m, at - 1)))
        return false;
    char first = token->name->text[0];
    if (first == 'e' || first == 'E')
        diag_help(m->diag, "a number with an exponent needs a fraction: 1.0e5");
    else if (first == '_' || !mistake_is_symbols(token->name))
        diag_help(m->diag, "numbers are decimal and have digits only");
    else
        return false;
    return true;
}

/* x -1: a number, so there are two operands and no operator. */
static bool help_minus(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    struct str text = source_text(&m->front->program->sources, token->span);
    if (is_number(token) && str_starts_with(text, "-")) {
        diag_help(m->diag,
                  "'%.*s' is a negative number; to subtract write '- %.*s'",
                  STR_ARGS(text), (int)text.length - 1, text.data + 1);
        return true;
    }
    if (!mistake_is(m, at, "-") || !mistake_expects(m, "an expression"))
        return false;
    diag_help(m->diag, "only numbers can have a sign; for the negative of an "
                       "expression write '0 - …'");
    return true;
}

/* fun x.e: the dot that is missed was read as a field, at once or just
 * before. */
static bool help_dot(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (token->kind != TOKEN_PROJECTION && at > m->start)
        token = mistake_token(m, at - 1);
    if (token->kind != TOKEN_PROJECTION || !mistake_expects(m, "."))
        return false;
    diag_help(m->diag, "put a space after the dot: '.%s' is a field",
              token->name->text);
    return true;
}

/* fun (x, y). e */
static bool help_several(struct mistake *m, uint32_t at)
{
    if (!mistake_is(m, at, ".") || !mistake_expects(m, "{"))
        return false;
    uint32_t open = at;
    while (open > m->start && mistake_token(m, open)->kind != TOKEN_OPEN)
        open--;
    if (open == m->start || !mistake_is(m, open - 1, "fun"))
        return false;
    diag_help(m->diag, "parameters in parentheses stand before braces: "
                       "fun (x, y) { e }; one alone before a dot: fun x. e");
    return true;
}

/* `p`. textContent */
static bool help_lone_dot(struct mistake *m, uint32_t at)
{
    const struct token *next = mistake_token(m, at + (mistake_is(m, at, ".")));
    if (!mistake_is(m, at, ".") || next->kind != TOKEN_NAME ||
        mistake_is_symbols(next->name))
        return false;
    diag_help(m->diag, "there is no space between the dot and the field: .%s",
              next->name->text);
    return true;
}

static bool help_underscore(struct mistake *m, uint32_t at)
{
    if (!mistake_touches(m, at))
        return false;
    const struct token *before = mistake_token(m, at - 1);
    if (mistake_is(m, at, "_") && before->kind == TOKEN_PROJECTION)
        diag_help(m->diag, "the name of a field has letters and digits only");
    else if (mistake_is(m, at - 1, "_"))
        diag_help(m->diag, "a name begins with a letter");
    else
        return false;
    return true;
}

/* “start” */
static bool help_quotes(struct mistake *m, uint32_t at)
{
    static const char *const quotes[] = {"“", "”", "„", "‘", "’", "«", "»"};
    for (size_t i = 0; i < 2 && at >= m->start + i; i++) {
        const struct token *token = mistake_token(m, at - (uint32_t)i);
        for (size_t k = 0; k < sizeof quotes / sizeof *quotes; k++) {
            if (token->kind != TOKEN_NAME ||
                strstr(token->name->text, quotes[k]) == NULL)
                continue;
            diag_help(m->diag, "a text stands between straight double "
                               "quotes: \"…\"");
            return true;
        }
    }
    return false;
}

/* What of a run of symbols may be the beginning of an operand. */
static bool begins_operand(const struct mistake *m, uint32_t at,
                           const char *rest)
{
    static const char *const marks[] = {"~", ":", "_", "."};
    if (strcmp(rest, "-") == 0)
        return is_number(mistake_token(m, at + 1)) &&
               mistake_touches(m, at + 1);
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (strcmp(rest, marks[i]) == 0)
            return true;
    return false;
}

/* Is this text, the beginning of a token, something the grammar knows? */
static bool is_known(const struct mistake *m, struct str text)
{
    static const char *const marks[] = {":", "=", "_", "|"};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        if (str_is(text, marks[i]))
            return true;
    return is_part(m, intern_str(&m->front->program->names, text));
}

static bool help_split(struct mistake *m, uint32_t at)
{
    intern_t name = mistake_token(m, at)->name;
    for (size_t i = name->length - 1; i > 0; i--) {
        if (!is_known(m, str_from(name->text, i)) ||
            !begins_operand(m, at, name->text + i))
            continue;
        diag_help(m->diag,
                  "symbols without a space between them are one name; write "
                  "'%.*s %s'",
                  (int)i, name->text, name->text + i);
        return true;
    }
    return false;
}

/* No run that anybody writes by mistake is longer. */
enum { RUN_BYTES = 64 };

/* A run of symbols that swallowed the beginning of what follows it: a
 * backtick, a comment, a minus, or a second symbol. */
static bool help_swallowed(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (token->kind != TOKEN_NAME || !mistake_is_symbols(token->name) ||
        token->name->length < 2 || token->name->length > RUN_BYTES ||
        is_part(m, token->name))
        return false;
    const char *text = token->name->text;
    const char *comment = strstr(text, "//");
    if (strchr(text, '`') == NULL && (comment == NULL || comment == text))
        return help_split(m, at);
    diag_help(m->diag,
              "a space is needed before %s: it was read as part of "
              "'%s'",
              strchr(text, '`') != NULL ? "a backtick" : "a comment", text);
    return true;
}

static bool help_swallowed_before(struct mistake *m, uint32_t at)
{
    return at > m->start + 1 && help_swallowed(m, at - 1);
}

static bool help_doc(struct mistake *m, uint32_t at)
{
    if (mistake_token(m, at)->kind != TOKEN_DOC)
        return false;
    diag_help(m->diag, "'///' documents a declaration and stands before it; "
                       "a comment inside begins with '//'");
    return true;
}

const mistake_helper mistake_slips[] = {
    help_word_mark,        help_selector, help_comment,
    help_number,           help_minus,    help_dot,
    help_several,          help_lone_dot, help_quotes,
    help_swallowed,        help_doc,      help_underscore,
    help_swallowed_before, NULL,
};
