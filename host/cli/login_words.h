/* What the options of a command say about being logged in (--cookie,
 * --storage-state). Strings are borrowed from argv. */
#ifndef WEIR_CLI_LOGIN_WORDS_H
#define WEIR_CLI_LOGIN_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cdp/page/login.h"

enum { LOGIN_WORDS_LIMIT = 64 };

/* Zeroed: nothing. */
struct login_words {
    const char *cookies[LOGIN_WORDS_LIMIT];
    size_t cookie_count;
    const char *state; /* a file; NULL: none */
};

/* False: ERROR_USAGE, there are too many. */
bool login_words_add_cookie(struct login_words *words, const char *text,
                            struct error *error);
bool login_words_are_empty(const struct login_words *words);

/* Fills `login`, for the page with this address; warns of a state that is not
 * for it. False: ERROR_USAGE, and what has been read is there. */
bool login_words_read(const struct login_words *words, const char *url,
                      struct login *login, struct error *error);

/* Where in this word of argv a cookie's value begins, which is nobody's
 * business; NULL: nowhere. */
const char *login_words_secret(const struct login_words *words,
                               const char *word);

#endif
