/* What the files about mistakes share.
 *
 *     mistake.c          what was expected, and where
 *     mistake_help.c     which of the helpers below has something to say
 *     mistake_slip.c     slips that the lexical rules invite
 *     mistake_habit.c    what other languages write
 *     mistake_shape.c    forms that are not quite right, brackets
 */
#ifndef WEIR_LANG_FRONT_MISTAKE_INTERNAL_H
#define WEIR_LANG_FRONT_MISTAKE_INTERNAL_H

#include "lang/front/front_internal.h"

/* The place of the mistake while help is sought. */
struct mistake {
    struct front *front;
    struct parser *parser;
    uint32_t start; /* first token of the declaration */
    uint32_t at;    /* the unexpected token */
    struct diag *diag;
};

/* The end of the text when there is no such token. */
static inline const struct token *mistake_token(const struct mistake *m,
                                                uint32_t at)
{
    size_t last = m->parser->token_count - 1;
    return &m->parser->tokens[at < last ? at : last];
}

/* The token is a name and this is its text; false outside of the declaration,
 * so that what stands before the first token may be asked for. */
static inline bool mistake_is(const struct mistake *m, uint32_t at,
                              const char *text)
{
    return at >= m->start && at < m->parser->token_count &&
           parser_is(m->parser, at, text);
}

/* Nothing stands between the token and the one before it. */
static inline bool mistake_touches(const struct mistake *m, uint32_t at)
{
    return at > m->start && mistake_token(m, at - 1)->span.end ==
                                mistake_token(m, at)->span.start;
}

/* Was this text, or this description, expected at the place? */
bool mistake_expects(const struct mistake *m, const char *text);

/* A run of symbols, not a word. */
bool mistake_is_symbols(intern_t name);

/* The token is a name, and a word. */
bool mistake_is_word(const struct mistake *m, uint32_t at);

/* The token begins a declaration, or ends the text, where that is likely to be
 * meant: as the first in its line. */
bool mistake_begins_next(const struct mistake *m, uint32_t at);

/* Adds help to m->diag when there is some. */
void mistake_find_help(struct mistake *m);

/* A helper for one kind of mistake: true when it has added help. */
typedef bool (*mistake_helper)(struct mistake *m, uint32_t at);

/* Each ends with NULL. */
extern const mistake_helper mistake_slips[];
extern const mistake_helper mistake_habits[];
extern const mistake_helper mistake_shapes[];

#endif
