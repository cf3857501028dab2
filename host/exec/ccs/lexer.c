/* Blanks and comments, one function for each kind of token, the dispatch. */
#include "exec/ccs/lexer.h"

#include "base/buf.h"
#include "base/utf8.h"

/* The operators. They are read as runs of these characters, so an operator
 * must not touch another one: `1<=-1` is none (reference, 9.1). */
static const char operator_characters[] = "!*/%+-.=<>&|:";
static const char *const operators[] = {
    "!", "*", "/",  "%",  "+",  "-",  ".", "==", "!=",
    "<", ">", "<=", ">=", "&&", "||", "|", "=",  ":=",
};
static const char single_signs[] = "()[]{};,'\\";

/* Reserved in any mixture of capital and small letters. */
static const char *const words[] = {
    "var", "fun", "tau", "if", "then", "else", "true", "false", "null",
};

static bool fail(const struct ccs_lexer *lexer, size_t offset,
                 const char *message, struct error *error)
{
    return ccs_wrong(error, ERROR_SETUP,
                     (struct ccs_place){lexer->source, offset}, "%s", message);
}

static struct str rest(const struct ccs_lexer *lexer)
{
    struct str text = lexer->source->text;
    return str_from(text.data + lexer->at, text.length - lexer->at);
}

static bool at_end(const struct ccs_lexer *lexer)
{
    return lexer->at >= lexer->source->text.length;
}

static char here(const struct ccs_lexer *lexer)
{
    return lexer->source->text.data[lexer->at];
}

/* ---- blanks and comments ------------------------------------------------ */

static void skip_line(struct ccs_lexer *lexer)
{
    while (!at_end(lexer) && here(lexer) != '\n')
        lexer->at++;
}

static bool skip_nested_comment(struct ccs_lexer *lexer, struct error *error)
{
    size_t start = lexer->at, depth = 0;
    do {
        if (at_end(lexer))
            return fail(lexer, start, "this comment does not end", error);
        bool opens = str_starts_with(rest(lexer), "/*");
        bool closes = str_starts_with(rest(lexer), "*/");
        depth = depth + opens - closes;
        lexer->at += opens || closes ? 2 : 1;
    } while (depth > 0);
    return true;
}

static bool skip_blanks(struct ccs_lexer *lexer, struct error *error)
{
    while (!at_end(lexer)) {
        size_t length;
        if (str_starts_with(rest(lexer), "//"))
            skip_line(lexer);
        else if (str_starts_with(rest(lexer), "/*")) {
            if (!skip_nested_comment(lexer, error))
                return false;
        } else if (utf8_is_space(utf8_decode(rest(lexer), &length)))
            lexer->at += length;
        else
            break;
    }
    return true;
}

/* ---- names and numbers -------------------------------------------------- */

static bool continues_name(uint32_t code)
{
    return utf8_is_alphanumeric(code) || code == '_' || code == '\'';
}

static void take_text(struct ccs_lexer *lexer, size_t start)
{
    lexer->token.text =
        str_from(lexer->source->text.data + start, lexer->at - start);
}

static bool become_word(struct ccs_token *token)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (!str_is_in_any_case(token->text, words[i]))
            continue;
        token->kind = CCS_TOKEN_WORD;
        token->text = str_text(words[i]);
        return true;
    }
    return false;
}

static void read_name(struct ccs_lexer *lexer)
{
    size_t start = lexer->at, length;
    uint32_t first = utf8_decode(rest(lexer), &length);
    while (!at_end(lexer) && continues_name(utf8_decode(rest(lexer), &length)))
        lexer->at += length;
    take_text(lexer, start);
    if (!become_word(&lexer->token))
        lexer->token.kind =
            utf8_is_upper(first) ? CCS_TOKEN_UPPER : CCS_TOKEN_LOWER;
}

static bool read_integer(struct ccs_lexer *lexer, struct error *error)
{
    static const uint64_t most = (uint64_t)1 << 63;
    size_t start = lexer->at;
    uint64_t number = 0;
    bool fits = true;
    for (; !at_end(lexer) && str_is_digit(here(lexer)); lexer->at++) {
        uint64_t digit = (uint64_t)(here(lexer) - '0');
        fits = fits && number <= (most - digit) / 10;
        number = fits ? number * 10 + digit : 0;
    }
    take_text(lexer, start);
    lexer->token.kind = CCS_TOKEN_INTEGER;
    lexer->token.integer = number;
    return fits || fail(lexer, start,
                        "this number is too large: integers "
                        "have 64 bits",
                        error);
}

/* ---- strings ------------------------------------------------------------ */

static bool add_escape(struct buf *out, char letter)
{
    static const char letters[] = "ntr\\\"'";
    static const char meant[] = "\n\t\r\\\"'";
    const char *found = letter == '\0' ? NULL : strchr(letters, letter);
    if (found != NULL)
        buf_add_char(out, meant[found - letters]);
    return found != NULL;
}

static bool read_characters(struct ccs_lexer *lexer, struct buf *out,
                            struct error *error)
{
    size_t start = lexer->at++;
    for (; !at_end(lexer) && here(lexer) != '"'; lexer->at++) {
        if (here(lexer) == '\n')
            break;
        if (here(lexer) != '\\') {
            buf_add_char(out, here(lexer));
            continue;
        }
        lexer->at++;
        if (at_end(lexer) || !add_escape(out, here(lexer)))
            return fail(lexer, lexer->at - 1,
                        "a string knows \\n, \\t, \\r, \\\\, \\\" and \\'",
                        error);
    }
    if (at_end(lexer) || here(lexer) != '"')
        return fail(lexer, start, "this string does not end on its line",
                    error);
    lexer->at++;
    return true;
}

static bool read_string(struct ccs_lexer *lexer, struct error *error)
{
    struct buf text;
    buf_init(&text);
    bool fine = read_characters(lexer, &text, error);
    lexer->token.kind = CCS_TOKEN_STRING;
    if (fine)
        lexer->token.string = value_string(buf_str(&text));
    buf_finish(&text);
    return fine;
}

/* ---- signs -------------------------------------------------------------- */

static bool begins_comment(const struct ccs_lexer *lexer)
{
    return str_starts_with(rest(lexer), "//") ||
           str_starts_with(rest(lexer), "/*");
}

static bool is_among(char byte, const char *bytes)
{
    return byte != '\0' && strchr(bytes, byte) != NULL;
}

static bool read_operator(struct ccs_lexer *lexer, struct error *error)
{
    size_t start = lexer->at;
    while (!at_end(lexer) && is_among(here(lexer), operator_characters) &&
           !begins_comment(lexer))
        lexer->at++;
    take_text(lexer, start);
    lexer->token.kind = CCS_TOKEN_SIGN;
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (str_is(lexer->token.text, operators[i]))
            return true;
    return ccs_wrong(error, ERROR_SETUP,
                     (struct ccs_place){lexer->source, start},
                     "there is no operator `%.*s`; one operator must not touch "
                     "another",
                     STR_ARGS(lexer->token.text));
}

static bool read_sign(struct ccs_lexer *lexer, struct error *error)
{
    size_t start = lexer->at;
    if (is_among(here(lexer), operator_characters))
        return read_operator(lexer, error);
    if (!is_among(here(lexer), single_signs))
        return fail(lexer, start, "this character means nothing here", error);
    lexer->at++;
    take_text(lexer, start);
    lexer->token.kind = CCS_TOKEN_SIGN;
    return true;
}

/* ---- the dispatch ------------------------------------------------------- */

bool ccs_lexer_next(struct ccs_lexer *lexer, struct error *error)
{
    size_t length;
    value_unref(lexer->token.string);
    lexer->token = (struct ccs_token){.kind = CCS_TOKEN_END};
    if (!skip_blanks(lexer, error))
        return false;
    lexer->token.offset = lexer->at;
    if (at_end(lexer))
        return true;
    if (str_is_digit(here(lexer)))
        return read_integer(lexer, error);
    if (here(lexer) == '"')
        return read_string(lexer, error);
    if (!utf8_is_letter(utf8_decode(rest(lexer), &length)))
        return read_sign(lexer, error);
    read_name(lexer);
    return true;
}

bool ccs_lexer_init(struct ccs_lexer *lexer, const struct ccs_source *source,
                    struct error *error)
{
    *lexer = (struct ccs_lexer){.source = source};
    return ccs_lexer_next(lexer, error);
}

void ccs_lexer_finish(struct ccs_lexer *lexer)
{
    value_unref(lexer->token.string);
    lexer->token.string = NULL;
}
