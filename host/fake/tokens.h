/* The tokens of a JavaScript text (ECMAScript 2022, chapter 12), as far as one
 * needs them to find its import and export declarations: strings, templates,
 * regular expressions and comments are passed over as a whole.
 *
 * Whether a slash divides or begins a regular expression depends on the token
 * before it; after a closing parenthesis, on what stood before the opening
 * one. After a closing brace a regular expression is assumed.
 */
#ifndef WEIR_FAKE_TOKENS_H
#define WEIR_FAKE_TOKENS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"

enum token_kind {
    TOKEN_NAME, /* keywords, too */
    TOKEN_NUMBER,
    TOKEN_STRING,
    TOKEN_TEMPLATE, /* a piece between `, ${ and } */
    TOKEN_REGEX,
    TOKEN_SIGN, /* one character, but for ++, --, => and ... */
    TOKEN_END,  /* the last one */
};

struct token {
    enum token_kind kind;
    bool is_first; /* a line ends before it */
    size_t begin, end;
    size_t depth; /* how many brackets are open around it; opening and closing
                     brackets belong to the outside */
};

struct tokens {
    VEC(struct token) items;
};

/* Fills *tokens, which is empty. False: ERROR_SPEC, "line: what is wrong";
 * tokens_finish is due in any case. */
bool tokens_read(struct str text, struct tokens *tokens, struct error *error);
void tokens_finish(struct tokens *tokens);

/* The line of a place, from 1. */
size_t tokens_line(struct str text, size_t at);

#endif
