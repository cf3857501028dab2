/* Help for a declaration that cannot be parsed: which of the helpers has
 * something to say, first come first served. */
#include "lang/front/mistake_internal.h"

#include "base/utf8.h"

bool mistake_expects(const struct mistake *m, const char *text)
{
    for (size_t i = 0; i < m->parser->expected_count; i++)
        if (strcmp(m->parser->expected[i].text, text) == 0)
            return true;
    return false;
}

bool mistake_is_symbols(intern_t name)
{
    size_t used;
    return !utf8_is_letter(utf8_decode(intern_as_str(name), &used));
}

bool mistake_is_word(const struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    return token->kind == TOKEN_NAME && !mistake_is_symbols(token->name);
}

bool mistake_begins_next(const struct mistake *m, uint32_t at)
{
    enum token_kind kind = mistake_token(m, at)->kind;
    return kind == TOKEN_END || kind == TOKEN_DOC ||
           (recover_is_keyword(m->parser, at) &&
            recover_is_first(m->front, at));
}

/* A name that cannot be one, because an operator needs it. */
static bool help_reserved(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    if (token->kind != TOKEN_NAME || mistake_is_symbols(token->name))
        return false;
    const struct mixfix_part *part =
        mixfix_part(&m->front->mixfix, token->name);
    if (part == NULL)
        return false;
    if (mistake_is(m, at, "when") && mistake_is(m, m->start, "action")) {
        diag_help(m->diag, "the guard stands after the action: action a! = "
                           "click!(…) when p;");
        return true;
    }
    diag_help(m->diag, "'%s' is part of the operator '%s' and cannot be a name",
              token->name->text,
              mixfix_shape(&m->front->mixfix, part->all.items[0]));
    return true;
}

/* A form of the library, without the library: for x in xs … */
static bool help_library(struct mistake *m, uint32_t at)
{
    if (mistake_expects(m, "an expression"))
        return false;
    for (uint32_t i = 0; i < 2 && at > m->start + i; i++) {
        const struct token *token = mistake_token(m, at - i);
        if (token->kind == TOKEN_NAME &&
            suggest_import(m->front, m->diag, token->name))
            return true;
    }
    return false;
}

static bool help_later(struct mistake *m, uint32_t at)
{
    const struct token *token = mistake_token(m, at);
    return token->kind == TOKEN_NAME && mistake_expects(m, "an operator") &&
           suggest_later_operator(m->front, m->diag, token->name);
}

/* alway {2} p, p untill {2} q */
static bool help_near(struct mistake *m, uint32_t at)
{
    if (!mistake_expects(m, "an operator"))
        return false;
    bool is_word = mistake_is_word(m, at);
    const char *meant = NULL;
    if (is_word)
        meant =
            suggest_from(&m->front->mixfix.parts, mistake_token(m, at)->name);
    /* eventualy true: it is the word before that is none */
    if (meant == NULL && at > m->start && mistake_is_word(m, at - 1) &&
        !map_has(&m->front->globals,
                 intern_as_str(mistake_token(m, at - 1)->name)))
        meant = suggest_prefix(m->front, mistake_token(m, at - 1)->name);
    if (meant != NULL)
        diag_help(m->diag, "did you mean '%s'?", meant);
    return meant != NULL;
}

static bool try_all(struct mistake *m, const mistake_helper *helpers)
{
    for (; *helpers != NULL; helpers++)
        if ((*helpers)(m, m->at))
            return true;
    return false;
}

void mistake_find_help(struct mistake *m)
{
    static const mistake_helper last[] = {help_reserved, help_library,
                                          help_later, help_near, NULL};
    if (!try_all(m, mistake_shapes) && !try_all(m, mistake_slips) &&
        !try_all(m, mistake_habits))
        try_all(m, last);
}
