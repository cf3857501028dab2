/* Source text to tokens (reference, section 1).
 *
 * There are no keywords: brackets, words and symbol runs are all names, and the
 * grammar compares their text. Only ( and ) are kinds of their own. The list
 * always ends with TOKEN_END.
 *
 * Everything after the lexer costs memory by the token, so their number is
 * limited: what comes after the last one is an error and not looked at.
 */
#ifndef WEIR_LANG_FRONT_LEXER_H
#define WEIR_LANG_FRONT_LEXER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/intern.h"
#include "lang/front/diag.h"
#include "lang/front/source.h"

enum token_kind {
    TOKEN_END,
    TOKEN_NAME,       /* word, symbol run, one of [ ] { } ; , */
    TOKEN_OPEN,       /* ( */
    TOKEN_CLOSE,      /* ) */
    TOKEN_PROJECTION, /* .name: `name` is without the dot */
    TOKEN_INT,
    TOKEN_FLOAT,
    TOKEN_CHAR,
    TOKEN_STRING,   /* `text` decoded */
    TOKEN_SELECTOR, /* `text` verbatim, without the backticks */
    TOKEN_DOC,      /* `text`: what follows the three slashes */
    TOKEN_BAD,      /* here stood something that was reported */
};

struct token {
    enum token_kind kind;
    struct span span;
    union {
        intern_t name;
        int64_t integer;
        double number;
        struct str text; /* in the arena, NUL terminated */
        uint32_t character;
    };
};

/* Of one module. */
enum { LEXER_TOKEN_LIMIT = 1000000 };

struct token_list {
    struct token *items;
    size_t count;
    size_t capacity;
};

/* Appends the tokens of one source. Texts go to the arena, names to the table.
 * Mistakes become diagnostics and TOKEN_BAD; false when there were any. */
bool lexer_run(struct token_list *tokens, const struct source_table *sources,
               uint32_t source, struct arena *arena, struct intern *names,
               struct diag_list *diags);

void token_list_finish(struct token_list *tokens);

/* Decodes the escapes of a string or character body (Haskell's rules) into
 * `out`. On an escape that does not exist returns false and its offset. */
bool literal_decode(struct str body, struct buf *out, size_t *bad_offset);

#endif
