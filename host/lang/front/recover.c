/* Getting over a declaration that could not be parsed: where to go on, and what
 * must not be missed from there on. */
#include "lang/front/front_internal.h"

#include <string.h>

static const char *const keywords[] = {"import", "syntax", "macro",
                                       "let",    "action", "check"};

bool recover_is_keyword(const struct parser *parser, uint32_t at)
{
    for (size_t i = 0; i < sizeof keywords / sizeof *keywords; i++)
        if (parser_is(parser, at, keywords[i]))
            return true;
    return false;
}

enum { NOT_FIRST = -1 };

/* The bytes of white space before the token in its line; NOT_FIRST when
 * something else stands there. Looks at no more than those: lines may be long,
 * and this is asked of many tokens. */
static int64_t indent_of(const struct front *front, uint32_t at)
{
    struct span span = front->module->tokens.items[at].span;
    struct str text = source_of(&front->program->sources, span)->text;
    size_t start = span.start;
    while (start > 0 &&
           (text.data[start - 1] == ' ' || text.data[start - 1] == '\t'))
        start--;
    if (start > 0 && text.data[start - 1] != '\n')
        return NOT_FIRST;
    return (int64_t)(span.start - start);
}

/* Do at least so many bytes stand before the token in its line? */
static bool is_behind(const struct front *front, uint32_t at, int64_t count)
{
    struct span span = front->module->tokens.items[at].span;
    struct str text = source_of(&front->program->sources, span)->text;
    if (span.start < count)
        return false;
    return memchr(text.data + (span.start - count), '\n', (size_t)count) ==
           NULL;
}

/* Does a declaration seem to begin here, after one that failed? */
bool recover_seems_new(const struct front *front, uint32_t failed, uint32_t at)
{
    if (!recover_is_keyword(&front->module->parser, at))
        return false;
    int64_t indent = indent_of(front, at);
    return indent != NOT_FIRST && is_behind(front, failed, indent);
}

bool recover_is_first(const struct front *front, uint32_t at)
{
    return indent_of(front, at) != NOT_FIRST;
}

/* May reading go on here, after a semicolon? A `let` that is indented more
 * than the failed declaration is a local one. */
static bool may_resume(const struct front *front, uint32_t failed, uint32_t at)
{
    const struct parser *parser = &front->module->parser;
    enum token_kind kind = parser->tokens[at].kind;
    if (kind == TOKEN_END || kind == TOKEN_DOC)
        return true;
    if (parser_is(parser, at, "let") && recover_is_first(front, at))
        return recover_seems_new(front, failed, at);
    return recover_is_keyword(parser, at);
}

static int bracket(const struct parser *parser, uint32_t at)
{
    enum token_kind kind = parser->tokens[at].kind;
    if (kind == TOKEN_OPEN || parser_is(parser, at, "[") ||
        parser_is(parser, at, "{"))
        return 1;
    if (kind == TOKEN_CLOSE || parser_is(parser, at, "]") ||
        parser_is(parser, at, "}"))
        return -1;
    return 0;
}

/* Where the next declaration seems to begin, after a mistake at the furthest
 * place the parser reached. */
uint32_t recover(const struct front *front, uint32_t start)
{
    const struct parser *parser = &front->module->parser;
    uint32_t at = parser->furthest > start ? parser->furthest : start + 1;
    int depth = 0;
    for (; parser->tokens[at].kind != TOKEN_END; at++) {
        if (recover_seems_new(front, start, at))
            return at;
        depth += bracket(parser, at);
        if (depth < 0)
            depth = 0;
        if (depth == 0 && parser_is(parser, at, ";") &&
            may_resume(front, start, at + 1))
            return at + 1;
    }
    return at;
}

static void poison_operators(struct front *front,
                             const struct mixfix_part *part)
{
    for (size_t i = 0; i < part->all.count; i++)
        map_set(&front->poisoned, intern_as_str(part->all.items[i]->name),
                front);
}

/* The names that a failed declaration would have brought: whatever stands left
 * of the first `=` or `{`. Wanting them later is no further mistake. */
static void poison_names(struct front *front, uint32_t start, uint32_t end)
{
    struct parser *parser = &front->module->parser;
    uint32_t equals = start + 1;
    while (equals < end && !parser_is(parser, equals, "=") &&
           !parser_is(parser, equals, "{"))
        equals++;
    if (equals == end && !recover_is_keyword(parser, start))
        return; /* anything may be meant */
    end = equals;
    for (uint32_t i = start + 1; i < end; i++) {
        const struct token *token = &parser->tokens[i];
        if (token->kind != TOKEN_NAME)
            continue;
        const struct mixfix_part *part =
            mixfix_part(&front->mixfix, token->name);
        if (part == NULL)
            map_set(&front->poisoned, intern_as_str(token->name), front);
        else if (!parser_is(parser, i, "~"))
            poison_operators(front, part);
    }
}

/* The parts of an operator whose declaration failed. */
static void poison_parts(struct front *front, uint32_t start, uint32_t end)
{
    struct parser *parser = &front->module->parser;
    for (uint32_t i = start + 1;
         i < end && parser->tokens[i].kind == TOKEN_NAME; i++) {
        const char *at = parser->tokens[i].name->text;
        while (*at != '\0' && *at != ';') {
            size_t length = strcspn(at, "_");
            if (length > 0)
                map_set(&front->poisoned_parts, str_from(at, length), front);
            at += length + (at[length] == '_');
        }
    }
}

void recover_poison(struct front *front, uint32_t start, uint32_t end)
{
    const struct parser *parser = &front->module->parser;
    if (parser_is(parser, start, "syntax"))
        poison_parts(front, start, end);
    else if (!parser_is(parser, start, "check") &&
             !parser_is(parser, start, "import"))
        poison_names(front, start, end);
}
