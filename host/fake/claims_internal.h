/* What claims.c and explain.c share: how claims speak with the engine. */
#ifndef WEIR_FAKE_CLAIMS_INTERNAL_H
#define WEIR_FAKE_CLAIMS_INTERNAL_H

#include "fake/claims.h"

/* Whole numbers in a text, from -2 on, one after the other. */
struct claims_numbers {
    const char *at;
    bool is_short; /* one was missing, or was none */
};
/* Of an answer, which may be NULL; borrowed. */
struct claims_numbers claims_numbers_of(const struct value *ok);
long claims_next(struct claims_numbers *numbers); /* 0, where it is short */
/* Whether none was missing; else complains. */
bool claims_understood(const struct claims *claims,
                       const struct claims_numbers *numbers,
                       struct error *error);

/* Asks the line, and clears it: the answer's field "ok". NULL: none. */
struct value *claims_ask(struct claims *claims, struct buf *line,
                         const char *doing, struct error *error);
/* Makes known to the engine what it does not know yet. */
bool claims_send(struct claims *claims, struct error *error);

#endif
