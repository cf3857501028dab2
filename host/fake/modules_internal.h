/* What the files that translate modules (modules.h) share.
 *
 *     modules_read.c   tokens, and the parts of a declaration that need no more
 *     modules.c        declarations, and the whole
 *
 * The text is read once, token by token; what stands in the place of its
 * declarations is collected in `cuts`, `imports` and `getters`. */
#ifndef WEIR_FAKE_MODULES_INTERNAL_H
#define WEIR_FAKE_MODULES_INTERNAL_H

#include "fake/modules.h"

#include "base/vec.h"
#include "fake/tokens.h"

/* A stretch of the text that is left out but for its line ends. */
struct cut {
    size_t begin, end;
    const char *instead; /* a constant */
};

struct translation {
    struct str text;
    struct tokens tokens;
    size_t at; /* the token that is looked at */
    VEC(struct cut) cuts;
    struct buf imports, getters;
    size_t import_count;
    bool is_module;
    struct error *error;
};

/* The token at a place; after the last one, that. */
const struct token *module_token(const struct translation *t, size_t at);
struct str module_text(const struct translation *t, size_t at);
/* The same of the token that is looked at. */
const struct token *module_here(const struct translation *t);
struct str module_word(const struct translation *t);

/* Whether the token is this name or sign. */
bool module_is(const struct translation *t, size_t at, const char *text);
/* The same of the one that is looked at, and goes on after it if so. */
bool module_accept(struct translation *t, const char *text);

/* False: ERROR_SPEC, with the line that is looked at. */
bool module_fail(struct translation *t, const char *what);

/* The name of an export, a name or a string, as a string literal. */
void module_add_key(struct buf *out, struct str name);
/* `local` is exported as `name`. */
void module_add_getter(struct translation *t, struct str name,
                       struct str local);

/* Reads a name or a pattern and exports all that it binds; `depth`: of the
 * patterns around it. False: as module_fail. */
bool module_read_pattern(struct translation *t, int depth);
/* To the comma between two declarators, or after the statement. */
void module_pass_initialiser(struct translation *t);

#endif
