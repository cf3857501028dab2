/* In this file: what a token is, then one function for each kind, then the
 * loop over them. */
#include "fake/tokens.h"

#include <string.h>

enum bracket_kind {
    BRACKET_PLAIN,
    BRACKET_CONDITION, /* "(" after if, while, for, with: a regular expression
                          may follow */
    BRACKET_TEMPLATE,  /* "${" */
};

/* One that is open. */
struct bracket {
    enum bracket_kind kind;
    size_t at;
};

struct lexer {
    struct str text;
    size_t at;
    bool is_first; /* a line has ended since the last token */
    bool regex_may_follow;
    struct tokens *tokens;
    VEC(struct bracket) brackets;
    struct error *error;
};

size_t tokens_line(struct str text, size_t at)
{
    size_t line = 1;
    for (size_t i = 0; i < at && i < text.length; i++)
        line += text.data[i] == '\n';
    return line;
}

static bool fail(struct lexer *lexer, size_t at, const char *what)
{
    return error_set(lexer->error, ERROR_SPEC, "%zu: %s",
                     tokens_line(lexer->text, at), what);
}

/* NUL after the end. */
static char look(const struct lexer *lexer, size_t ahead)
{
    size_t at = lexer->at + ahead;
    return at < lexer->text.length ? lexer->text.data[at] : '\0';
}

/* Letters of other alphabets count as parts of names: what is no name is the
 * engine's to tell. */
static bool is_part_of_name(char byte)
{
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') ||
           str_is_digit(byte) || byte == '_' || byte == '$' || byte == '#' ||
           byte == '\\' || (unsigned char)byte >= 0x80;
}

/* Keywords after which an expression begins. */
static bool awaits_expression(struct str name)
{
    static const char *const words[] = {
        "return", "typeof", "instanceof", "in",     "of", "new",
        "delete", "void",   "throw",      "case",   "do", "else",
        "yield",  "await",  "default",    "extends"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (str_is(name, words[i]))
            return true;
    return false;
}

static void add(struct lexer *lexer, enum token_kind kind, size_t begin,
                size_t depth)
{
    size_t end =
        lexer->at < lexer->text.length ? lexer->at : lexer->text.length;
    struct token token = {.kind = kind,
                          .is_first = lexer->is_first,
                          .begin = begin,
                          .end = end,
                          .depth = depth};
    vec_push(&lexer->tokens->items, token);
    lexer->is_first = false;
}

/* ---- what is passed over as a whole ------------------------------------- */

static bool pass_block_comment(struct lexer *lexer)
{
    size_t begin = lexer->at;
    for (lexer->at += 2; lexer->at < lexer->text.length; lexer->at++) {
        lexer->is_first |= look(lexer, 0) == '\n';
        if (look(lexer, 0) == '*' && look(lexer, 1) == '/') {
            lexer->at += 2;
            return true;
        }
    }
    return fail(lexer, begin, "a comment that does not end");
}

static void pass_line(struct lexer *lexer)
{
    while (lexer->at < lexer->text.length && look(lexer, 0) != '\n')
        lexer->at++;
}

/* Spaces and comments. */
static bool pass_space(struct lexer *lexer)
{
    while (lexer->at < lexer->text.length) {
        char byte = look(lexer, 0);
        if (byte == '/' && look(lexer, 1) == '/') {
            pass_line(lexer);
        } else if (byte == '/' && look(lexer, 1) == '*') {
            if (!pass_block_comment(lexer))
                return false;
        } else if (byte != '\0' && strchr(" \t\r\n\v\f", byte) != NULL) {
            lexer->is_first |= byte == '\n';
            lexer->at++;
        } else {
            return true;
        }
    }
    return true;
}

static bool read_string(struct lexer *lexer)
{
    size_t begin = lexer->at;
    char quote = look(lexer, 0);
    for (lexer->at++; lexer->at < lexer->text.length; lexer->at++) {
        char byte = look(lexer, 0);
        if (byte == quote) {
            lexer->at++;
            add(lexer, TOKEN_STRING, begin, lexer->brackets.count);
            lexer->regex_may_follow = false;
            return true;
        }
        if (byte == '\n')
            break;
        if (byte == '\\') {
            lexer->at++;
            if (look(lexer, 0) == '\r' && look(lexer, 1) == '\n')
                lexer->at++;
        }
    }
    return fail(lexer, begin, "a string that does not end");
}

/* A piece of a template, from the ` or } where it begins. */
static bool read_template(struct lexer *lexer)
{
    size_t begin = lexer->at;
    for (lexer->at++; lexer->at < lexer->text.length; lexer->at++) {
        char byte = look(lexer, 0);
        if (byte == '\\') {
            lexer->at++;
        } else if (byte == '`') {
            lexer->at++;
            add(lexer, TOKEN_TEMPLATE, begin, lexer->brackets.count);
            lexer->regex_may_follow = false;
            return true;
        } else if (byte == '$' && look(lexer, 1) == '{') {
            lexer->at += 2;
            add(lexer, TOKEN_TEMPLATE, begin, lexer->brackets.count);
            struct bracket bracket = {BRACKET_TEMPLATE, lexer->at - 1};
            vec_push(&lexer->brackets, bracket);
            lexer->regex_may_follow = true;
            return true;
        }
    }
    return fail(lexer, begin, "a template string that does not end");
}

static bool read_regex(struct lexer *lexer)
{
    size_t begin = lexer->at;
    bool in_class = false;
    for (lexer->at++; lexer->at < lexer->text.length; lexer->at++) {
        char byte = look(lexer, 0);
        if (byte == '\n')
            break;
        if (byte == '\\') {
            lexer->at++;
        } else if (byte == '[') {
            in_class = true;
        } else if (byte == ']') {
            in_class = false;
        } else if (byte == '/' && !in_class) {
            lexer->at++;
            while (is_part_of_name(look(lexer, 0)))
                lexer->at++;
            add(lexer, TOKEN_REGEX, begin, lexer->brackets.count);
            lexer->regex_may_follow = false;
            return true;
        }
    }
    return fail(lexer, begin, "a regular expression that does not end");
}

/* ---- names, numbers, signs ---------------------------------------------- */

static struct str text_of(const struct lexer *lexer, struct token token)
{
    return str_from(lexer->text.data + token.begin, token.end - token.begin);
}

/* Whether the last token is this sign or name. */
static bool follows(const struct lexer *lexer, const char *text)
{
    const struct tokens *tokens = lexer->tokens;
    if (tokens->items.count == 0)
        return false;
    struct token last = vec_last(&tokens->items);
    return (last.kind == TOKEN_SIGN || last.kind == TOKEN_NAME) &&
           str_is(text_of(lexer, last), text);
}

static void read_word(struct lexer *lexer)
{
    size_t begin = lexer->at;
    bool is_number = str_is_digit(look(lexer, 0)) || look(lexer, 0) == '.';
    bool is_field = follows(lexer, ".");
    while (is_part_of_name(look(lexer, 0)) ||
           (is_number && look(lexer, 0) == '.'))
        lexer->at++;
    add(lexer, is_number ? TOKEN_NUMBER : TOKEN_NAME, begin,
        lexer->brackets.count);
    struct str word = text_of(lexer, vec_last(&lexer->tokens->items));
    lexer->regex_may_follow = !is_field && awaits_expression(word);
}

static void open_bracket(struct lexer *lexer)
{
    bool is_condition = look(lexer, 0) == '(' &&
                        (follows(lexer, "if") || follows(lexer, "while") ||
                         follows(lexer, "for") || follows(lexer, "with"));
    struct bracket bracket = {is_condition ? BRACKET_CONDITION : BRACKET_PLAIN,
                              lexer->at};
    lexer->at++;
    add(lexer, TOKEN_SIGN, bracket.at, lexer->brackets.count);
    vec_push(&lexer->brackets, bracket);
    lexer->regex_may_follow = true;
}

/* The one that is open is another one's: it was forgotten to be closed, or it
 * should have been this. */
static bool fail_unlike(struct lexer *lexer, char open, size_t at)
{
    return error_set(lexer->error, ERROR_SPEC,
                     "%zu: a '%c' where the '%c' of line %zu is open",
                     tokens_line(lexer->text, lexer->at), look(lexer, 0), open,
                     tokens_line(lexer->text, at));
}

static bool fail_unclosed(struct lexer *lexer, size_t at)
{
    return error_set(lexer->error, ERROR_SPEC, "%zu: a '%c' that is not closed",
                     tokens_line(lexer->text, at), lexer->text.data[at]);
}

static char closing(char open)
{
    return open == '(' ? ')' : open == '[' ? ']' : '}';
}

static bool close_bracket(struct lexer *lexer)
{
    if (lexer->brackets.count == 0)
        return fail(lexer, lexer->at, "a bracket that closes nothing");
    struct bracket bracket = vec_pop(&lexer->brackets);
    char open = lexer->text.data[bracket.at];
    if (look(lexer, 0) != closing(open))
        return fail_unlike(lexer, open, bracket.at);
    if (bracket.kind == BRACKET_TEMPLATE)
        return read_template(lexer);
    lexer->regex_may_follow =
        look(lexer, 0) == '}' || bracket.kind == BRACKET_CONDITION;
    lexer->at++;
    add(lexer, TOKEN_SIGN, lexer->at - 1, lexer->brackets.count);
    return true;
}

static void read_sign(struct lexer *lexer)
{
    size_t begin = lexer->at;
    char byte = look(lexer, 0), next = look(lexer, 1);
    bool steps = (byte == '+' || byte == '-') && next == byte;
    lexer->at += steps || (byte == '=' && next == '>')                 ? 2
                 : byte == '.' && next == '.' && look(lexer, 2) == '.' ? 3
                                                                       : 1;
    add(lexer, TOKEN_SIGN, begin, lexer->brackets.count);
    /* i++ / 2 */
    lexer->regex_may_follow = !steps;
}

static bool read_token(struct lexer *lexer)
{
    char byte = look(lexer, 0);
    if (byte == '"' || byte == '\'')
        return read_string(lexer);
    if (byte == '`')
        return read_template(lexer);
    if (byte == '/' && lexer->regex_may_follow)
        return read_regex(lexer);
    if (byte == ')' || byte == ']' || byte == '}')
        return close_bracket(lexer);
    if (byte == '(' || byte == '[' || byte == '{')
        open_bracket(lexer);
    else if (is_part_of_name(byte) ||
             (byte == '.' && str_is_digit(look(lexer, 1))))
        read_word(lexer);
    else
        read_sign(lexer);
    return true;
}

bool tokens_read(struct str text, struct tokens *tokens, struct error *error)
{
    struct lexer lexer = {.text = text,
                          .is_first = true,
                          .regex_may_follow = true,
                          .tokens = tokens,
                          .brackets = VEC_EMPTY,
                          .error = error};
    if (text.length >= 2 && text.data[0] == '#' && text.data[1] == '!')
        pass_line(&lexer);
    bool is_fine = pass_space(&lexer);
    while (is_fine && lexer.at < text.length)
        is_fine = read_token(&lexer) && pass_space(&lexer);
    if (is_fine && lexer.brackets.count > 0)
        is_fine = fail_unclosed(&lexer, vec_last(&lexer.brackets).at);
    lexer.at = text.length;
    add(&lexer, TOKEN_END, text.length, 0);
    vec_finish(&lexer.brackets);
    return is_fine;
}

void tokens_finish(struct tokens *tokens)
{
    vec_finish(&tokens->items);
}
