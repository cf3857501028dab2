/* One function per rule of the scanner table (reference, 1.1), the dispatch at
 * the end. */
#include "lang/front/lexer.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/utf8.h"
#include "base/vec.h"

struct lexer {
    struct token_list *tokens;
    uint32_t source;
    struct str text;
    size_t at;
    struct arena *arena;
    struct intern *names;
    struct diag_list *diags;
    bool failed;
    /* For help with a literal that does not end, offsets plus one (0: none so
     * far): the first literal that goes over several lines, and the last
     * backtick that a run of symbols swallowed. */
    size_t long_literal;
    size_t long_end; /* where that ends */
    size_t swallowed;
};

void token_list_finish(struct token_list *tokens)
{
    vec_finish(tokens);
}

static struct span span_from(const struct lexer *lexer, size_t start,
                             size_t end)
{
    return (struct span){lexer->source, (uint32_t)start, (uint32_t)end};
}

static struct token *push(struct lexer *lexer, enum token_kind kind,
                          size_t start)
{
    struct token token = {.kind = kind,
                          .span = span_from(lexer, start, lexer->at)};
    vec_push(lexer->tokens, token);
    return &vec_last(lexer->tokens);
}

static void push_name(struct lexer *lexer, enum token_kind kind, size_t start,
                      size_t skip)
{
    struct str text = {lexer->text.data + start + skip,
                       lexer->at - start - skip};
    push(lexer, kind, start)->name = intern_str(lexer->names, text);
}

static void push_text(struct lexer *lexer, enum token_kind kind, size_t start,
                      struct str text)
{
    char *copy = arena_copy_string(lexer->arena, text.data, text.length);
    push(lexer, kind, start)->text = str_from(copy, text.length);
}

/* Reports [start, end) and leaves TOKEN_BAD for [start, at). */
static struct diag *bad(struct lexer *lexer, size_t start, size_t end,
                        const char *message)
{
    lexer->failed = true;
    push(lexer, TOKEN_BAD, start);
    return diag_add(lexer->diags, DIAG_ERROR, DIAG_LEXICAL,
                    span_from(lexer, start, end), "%s", message);
}

static struct str rest_of(const struct lexer *lexer)
{
    return str_from(lexer->text.data + lexer->at,
                    lexer->text.length - lexer->at);
}

/* The character at the place, and its length; 0 and 0 at the end. */
static uint32_t peek(const struct lexer *lexer, size_t *length)
{
    *length = 0;
    if (lexer->at >= lexer->text.length)
        return 0;
    return utf8_decode(rest_of(lexer), length);
}

/* The byte `ahead` of the place, 0 after the end. */
static char byte_at(const struct lexer *lexer, size_t ahead)
{
    size_t at = lexer->at + ahead;
    return at < lexer->text.length ? lexer->text.data[at] : '\0';
}

static bool is_word_part(uint32_t code)
{
    if (code < 128)
        return utf8_is_letter(code) || str_is_digit((char)code) ||
               (code != 0 && strchr("_'!?@#$", (int)code) != NULL);
    return utf8_is_letter(code);
}

static bool is_symbol_part(uint32_t code)
{
    if (code < 128)
        return code > ' ' && code != 127 && !utf8_is_letter(code) &&
               !str_is_digit((char)code) &&
               strchr("(),[]{};\"", (int)code) == NULL;
    return !utf8_is_space(code) && !utf8_is_alphanumeric(code);
}

static void skip_while(struct lexer *lexer, bool (*accepts)(uint32_t code))
{
    size_t length;
    uint32_t code = peek(lexer, &length);
    while (length > 0 && accepts(code)) {
        lexer->at += length;
        code = peek(lexer, &length);
    }
}

static void skip_line(struct lexer *lexer)
{
    while (lexer->at < lexer->text.length && byte_at(lexer, 0) != '\n')
        lexer->at++;
}

static void lex_doc(struct lexer *lexer)
{
    size_t start = lexer->at;
    lexer->at += 3;
    skip_line(lexer);
    struct str text = {lexer->text.data + start + 3, lexer->at - start - 3};
    if (str_ends_with(text, "\r"))
        text.length--;
    push_text(lexer, TOKEN_DOC, start, text);
}

/* How much of [0-9]+.[0-9][0-9eE+-]* is a number. */
static size_t numeric_prefix(struct str text)
{
    size_t at = 0;
    while (at < text.length && (str_is_digit(text.data[at]) || at == 0))
        at++; /* the first may be a sign */
    at++;     /* the point */
    while (at < text.length && str_is_digit(text.data[at]))
        at++;
    if (at >= text.length || (text.data[at] != 'e' && text.data[at] != 'E'))
        return at;
    size_t exponent = at + 1;
    if (exponent < text.length &&
        (text.data[exponent] == '+' || text.data[exponent] == '-'))
        exponent++;
    if (exponent >= text.length || !str_is_digit(text.data[exponent]))
        return at;
    while (exponent < text.length && str_is_digit(text.data[exponent]))
        exponent++;
    return exponent;
}

/* The reference swallows everything that looks numeric and silently forgets
 * what is no number; we forget it too, but say so. */
static void lex_fraction(struct lexer *lexer, size_t start)
{
    lexer->at++;
    while (byte_at(lexer, 0) != '\0' &&
           strchr("0123456789eE+-", byte_at(lexer, 0)) != NULL)
        lexer->at++;
    struct str text = {lexer->text.data + start, lexer->at - start};
    size_t used = numeric_prefix(text);
    char *digits = arena_copy_string(lexer->arena, text.data, used);
    push(lexer, TOKEN_FLOAT, start)->number = strtod(digits, NULL);
    if (used == text.length)
        return;
    struct diag *diag =
        diag_add(lexer->diags, DIAG_WARNING, DIAG_LEXICAL,
                 span_from(lexer, start + used, lexer->at),
                 "'%.*s' belongs to the number before it and is ignored",
                 (int)(text.length - used), text.data + used);
    diag_help(diag, "put spaces around an operator that follows a number");
}

/* Integers wrap at 64 bits, as in the reference; we say so. */
static void push_integer(struct lexer *lexer, size_t start, uint64_t value,
                         bool wraps)
{
    int64_t integer = (int64_t)value;
    struct token *token = push(lexer, TOKEN_INT, start);
    token->integer = integer;
    if (wraps)
        diag_add(lexer->diags, DIAG_WARNING, DIAG_LEXICAL, token->span,
                 "this number does not fit into 64 bits; it becomes %" PRId64,
                 integer);
}

static void lex_number(struct lexer *lexer)
{
    size_t start = lexer->at;
    bool negative = byte_at(lexer, 0) == '-';
    uint64_t limit = negative ? (uint64_t)INT64_MAX + 1 : INT64_MAX;
    uint64_t value = 0;
    bool wraps = false;
    lexer->at += negative;
    for (; str_is_digit(byte_at(lexer, 0)); lexer->at++) {
        uint64_t digit = (uint64_t)(byte_at(lexer, 0) - '0');
        wraps |= value > (limit - digit) / 10;
        value = value * 10 + digit;
    }
    if (byte_at(lexer, 0) == '.' && str_is_digit(byte_at(lexer, 1)))
        lex_fraction(lexer, start);
    else
        push_integer(lexer, start, negative ? 0 - value : value, wraps);
}

/* Moves after the closing mark; a backslash keeps the next byte. False at the
 * end of the text. */
static bool skip_to_closing(struct lexer *lexer, char mark)
{
    lexer->at++;
    while (lexer->at < lexer->text.length && byte_at(lexer, 0) != mark)
        lexer->at += byte_at(lexer, 0) == '\\' ? 2 : 1;
    if (lexer->at >= lexer->text.length) {
        lexer->at = lexer->text.length;
        return false;
    }
    lexer->at++;
    return true;
}

static size_t line_of(const struct lexer *lexer, size_t offset)
{
    size_t line = 1;
    for (size_t i = 0; i < offset; i++)
        line += lexer->text.data[i] == '\n';
    return line;
}

/* A literal of the same kind, before this one, goes on over several lines: it
 * is likely that its end is missing, and that what stands in between has been
 * read inside out. */
static bool report_unclosed_before(struct lexer *lexer, size_t start,
                                   const char *message)
{
    size_t first = lexer->long_literal - 1;
    if (lexer->long_literal == 0 || lexer->swallowed > 0 ||
        lexer->text.data[first] != lexer->text.data[start])
        return false;
    diag_help(bad(lexer, first, first + 1, message),
              "there is none up to the end of the line; the next one, in line "
              "%zu, was taken for it",
              line_of(lexer, lexer->long_end));
    for (size_t i = lexer->tokens->count; i > 0; i--) {
        struct token *token = &lexer->tokens->items[i - 1];
        if (token->span.start == first)
            token->kind = TOKEN_BAD;
    }
    return true;
}

static void report_unclosed(struct lexer *lexer, size_t start,
                            const char *message)
{
    if (report_unclosed_before(lexer, start, message))
        return;
    struct diag *diag = bad(lexer, start, start + 1, message);
    if (lexer->text.data[start] == '`' && lexer->swallowed > 0)
        diag_help(diag,
                  "a backtick in line %zu touches the symbol before it and was "
                  "read as part of it; put a space between them",
                  line_of(lexer, lexer->swallowed - 1));
    else if (lexer->long_literal > 0)
        diag_help(diag,
                  "a literal that begins in line %zu goes on over several "
                  "lines; is its end missing?",
                  line_of(lexer, lexer->long_literal - 1));
    else
        diag_help(diag, "there is none up to the end of the text");
}

/* The body between the marks, remembering the first that has a newline. */
static struct str body_of(struct lexer *lexer, size_t start)
{
    struct str body = {lexer->text.data + start + 1, lexer->at - start - 2};
    if (lexer->long_literal == 0 && body.length > 0 &&
        memchr(body.data, '\n', body.length) != NULL) {
        lexer->long_literal = start + 1;
        lexer->long_end = lexer->at - 1;
    }
    return body;
}

/* The escape at the place, in the string from `start` on, means nothing. */
static void report_escape(struct lexer *lexer, size_t start, size_t place)
{
    char mark = lexer->text.data[place + 1];
    bool number =
        mark == 'x' || mark == 'X' || mark == 'o' || str_is_digit(mark);
    struct diag *diag =
        bad(lexer, start, lexer->at,
            number ? "invalid string literal: there is no such character"
                   : "invalid string literal: unknown escape");
    diag->span = span_from(lexer, place, place + 2);
    if (mark == 'u')
        diag_help(diag, "a character by its number is written \\x41");
    else if (!number)
        diag_help(diag, "a backslash itself is written \\\\; other escapes "
                        "are \\n, \\t, \\\" and \\x41");
}

static void lex_string(struct lexer *lexer)
{
    size_t start = lexer->at;
    if (!skip_to_closing(lexer, '"')) {
        report_unclosed(lexer, start, "no closing quote for string literal");
        return;
    }
    struct str body = body_of(lexer, start);
    struct buf decoded;
    size_t offset;
    buf_init(&decoded);
    if (literal_decode(body, &decoded, &offset)) {
        push_text(lexer, TOKEN_STRING, start, buf_str(&decoded));
    } else {
        report_escape(lexer, start, start + 1 + offset);
    }
    buf_finish(&decoded);
}

static void lex_selector(struct lexer *lexer)
{
    size_t start = lexer->at;
    if (skip_to_closing(lexer, '`'))
        push_text(lexer, TOKEN_SELECTOR, start, body_of(lexer, start));
    else
        report_unclosed(lexer, start, "no closing backtick for selector");
}

/* One character or escape, then the closing quote. Escapes may be long
 * ('\x1F600'), so the quote is sought, but only in this line. */
static void lex_char(struct lexer *lexer)
{
    size_t start = lexer->at;
    size_t end = start + 1;
    while (end < lexer->text.length && lexer->text.data[end] != '\'' &&
           lexer->text.data[end] != '\n')
        end += lexer->text.data[end] == '\\' ? 2 : 1;
    bool closed = end < lexer->text.length && lexer->text.data[end] == '\'';
    struct buf decoded;
    size_t offset;
    size_t used = 0;
    uint32_t code = 0;
    buf_init(&decoded);
    struct str body = {lexer->text.data + start + 1, end - start - 1};
    if (closed && literal_decode(body, &decoded, &offset) && decoded.length > 0)
        code = utf8_decode(buf_str(&decoded), &used);
    bool valid = used > 0 && used == decoded.length;
    bool empty = closed && body.length == 0;
    lexer->at = valid || empty ? end + 1 : start + 1;
    if (valid)
        push(lexer, TOKEN_CHAR, start)->character = code;
    else
        diag_help(bad(lexer, start, start + 1, "invalid char literal"),
                  "single quotes hold one character; a selector stands "
                  "between backticks, a text between double quotes");
    buf_finish(&decoded);
}

static void lex_word(struct lexer *lexer)
{
    size_t start = lexer->at;
    skip_while(lexer, is_word_part);
    push_name(lexer, TOKEN_NAME, start, 0);
}

static void lex_symbols(struct lexer *lexer)
{
    size_t start = lexer->at;
    skip_while(lexer, is_symbol_part);
    push_name(lexer, TOKEN_NAME, start, 0);
    if (memchr(lexer->text.data + start, '`', lexer->at - start) != NULL)
        lexer->swallowed = start + 1;
}

static void lex_single(struct lexer *lexer, enum token_kind kind)
{
    lexer->at++;
    push_name(lexer, kind, lexer->at - 1, 0);
}

/* False when there is no projection here. */
static bool lex_projection(struct lexer *lexer)
{
    size_t start = lexer->at;
    lexer->at++;
    skip_while(lexer, utf8_is_alphanumeric);
    if (lexer->at == start + 1) {
        lexer->at = start;
        return false;
    }
    push_name(lexer, TOKEN_PROJECTION, start, 1);
    return true;
}

static void lex_other(struct lexer *lexer, uint32_t code, size_t length)
{
    if (utf8_is_letter(code)) {
        lex_word(lexer);
    } else if (is_symbol_part(code)) {
        lex_symbols(lexer);
    } else {
        size_t start = lexer->at;
        lexer->at += length;
        bad(lexer, start, lexer->at, "this character cannot begin a word");
    }
}

static void lex_token(struct lexer *lexer, uint32_t code, size_t length)
{
    char next = byte_at(lexer, 1);
    if (str_starts_with(rest_of(lexer), "///"))
        lex_doc(lexer);
    else if (code == '/' && next == '/')
        skip_line(lexer);
    else if (utf8_is_space(code))
        lexer->at += length;
    else if ((code == '-' && str_is_digit(next)) ||
             (code < 128 && str_is_digit((char)code)))
        lex_number(lexer);
    else if (code == '\'')
        lex_char(lexer);
    else if (code == '"')
        lex_string(lexer);
    else if (code == '`')
        lex_selector(lexer);
    else if (code == '(' || code == ')')
        lex_single(lexer, code == '(' ? TOKEN_OPEN : TOKEN_CLOSE);
    else if (code < 128 && strchr("[]{};,", (int)code) != NULL)
        lex_single(lexer, TOKEN_NAME);
    else if (code != '.' || !lex_projection(lexer))
        lex_other(lexer, code, length);
}

/* Bytes that no rule may see: not UTF-8, and NUL. True when there are none. */
static bool check_bytes(struct lexer *lexer)
{
    size_t invalid = utf8_first_invalid(lexer->text);
    const char *nul = lexer->text.length == 0
                          ? NULL
                          : memchr(lexer->text.data, '\0', lexer->text.length);
    if (invalid == lexer->text.length && nul == NULL)
        return true;
    size_t place = nul != NULL && (size_t)(nul - lexer->text.data) < invalid
                       ? (size_t)(nul - lexer->text.data)
                       : invalid;
    bad(lexer, place, place + 1,
        place == invalid ? "the text is not UTF-8"
                         : "a NUL character in the text");
    return false;
}

/* May another token come? `before` is the number of those that were there. */
static bool has_room(struct lexer *lexer, size_t before)
{
    if (lexer->tokens->count - before < LEXER_TOKEN_LIMIT)
        return true;
    bad(lexer, lexer->at, lexer->at + 1,
        "this module is too long: it has more than a million words");
    return false;
}

bool lexer_run(struct token_list *tokens, const struct source_table *sources,
               uint32_t source, struct arena *arena, struct intern *names,
               struct diag_list *diags)
{
    struct lexer lexer = {.tokens = tokens,
                          .source = source,
                          .text = sources->items[source]->text,
                          .arena = arena,
                          .names = names,
                          .diags = diags};
    if (check_bytes(&lexer)) {
        if (str_starts_with(lexer.text, "\xEF\xBB\xBF"))
            lexer.at = 3; /* a byte order mark */
        size_t length;
        size_t before = tokens->count;
        for (uint32_t code = peek(&lexer, &length);
             length > 0 && has_room(&lexer, before);
             code = peek(&lexer, &length))
            lex_token(&lexer, code, length);
    }
    lexer.at = lexer.text.length;
    push(&lexer, TOKEN_END, lexer.at);
    return !lexer.failed;
}
