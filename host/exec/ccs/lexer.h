/* CCS models as tokens (docs/CCS.md; reference, 9.1). */
#ifndef WEIR_EXEC_CCS_LEXER_H
#define WEIR_EXEC_CCS_LEXER_H

#include <stdint.h>

#include "base/str.h"
#include "exec/ccs/source.h"
#include "trace/value.h"

enum ccs_token_kind {
    CCS_TOKEN_END,
    CCS_TOKEN_UPPER,   /* a name that begins with a capital letter */
    CCS_TOKEN_LOWER,   /* any other name */
    CCS_TOKEN_WORD,    /* a reserved word; `text` is its lower case form */
    CCS_TOKEN_INTEGER, /* `integer`, never negative */
    CCS_TOKEN_STRING,  /* `string` */
    CCS_TOKEN_SIGN,    /* a bracket, a separator or an operator */
};

struct ccs_token {
    enum ccs_token_kind kind;
    size_t offset;
    struct str text;
    uint64_t integer;     /* at most 2^63, the magnitude of the least one */
    struct value *string; /* owned by the lexer, until the next token */
};

struct ccs_lexer {
    const struct ccs_source *source;
    size_t at;
    struct ccs_token token; /* the present one */
};

/* Reads the first token. False: *error (ERROR_SETUP). */
bool ccs_lexer_init(struct ccs_lexer *lexer, const struct ccs_source *source,
                    struct error *error);
void ccs_lexer_finish(struct ccs_lexer *lexer);

/* Reads the next one into `token`. */
bool ccs_lexer_next(struct ccs_lexer *lexer, struct error *error);

#endif
