/* What the readers of declarations share.
 *
 *     equation.c      let, action, macro
 *     syntax.c        syntax
 *     clauses.c       check
 *     declaration.c   import, and one after the other
 *
 * A reader begins at the keyword and gives the token after the declaration; 0
 * where there is none (reported). */
#ifndef WEIR_LANG_FRONT_DECLARATION_INTERNAL_H
#define WEIR_LANG_FRONT_DECLARATION_INTERNAL_H

#include "lang/front/front_internal.h"

/* What stands at the place of a declaration. */
struct reading {
    struct front *front;
    struct parser *parser;
    uint32_t start; /* the keyword */
    struct str doc;
};

uint32_t equation_read(const struct reading *reading);
uint32_t syntax_read(const struct reading *reading);
uint32_t clauses_read(const struct reading *reading);

/* From the keyword to the token before `end`. */
struct span reading_span_to(const struct reading *reading, uint32_t end);

const struct token *reading_token(const struct reading *reading, uint32_t at);

/* A name that is no bracket, comma or semicolon. */
bool reading_is_plain_name(const struct reading *reading, uint32_t at);

/* Reports that this text, or with `quoted` false what it describes, was
 * expected at the token. 0. */
uint32_t reading_fail(const struct reading *reading, uint32_t at,
                      const char *text, bool quoted);

#endif
