/* What the browser of each session begins with, so that nobody has to log in:
 * cookies, and what pages have stored (`localStorage`).
 *
 *     login_add_cookie(&login, "session=abc; Domain=example.org", &error);
 *     login_add_state(&login, text_of_the_file, &error);
 *
 * A state file is what Playwright's `storageState` writes:
 *
 *     {"cookies": [{"name", "value", "domain", "path", "expires", "httpOnly",
 *                   "secure", "sameSite"}...],
 *      "origins": [{"origin", "localStorage": [{"name", "value"}...]}...]}
 */
#ifndef WEIR_CDP_PAGE_LOGIN_H
#define WEIR_CDP_PAGE_LOGIN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "base/vec.h"
#include "cdp/page/page.h"

/* Texts are owned. */
struct login_cookie {
    char *name, *value;
    char *domain;     /* NULL: the host of the page under test, and no other */
    char *path;       /* NULL: all of it */
    char *same_site;  /* "Strict", "Lax", "None"; NULL: as browsers take it */
    double expires_s; /* since 1970; not above 0: it does not */
    bool secure, http_only;
};

struct login_item {
    char *origin; /* "https://example.org:8000" */
    char *key, *value;
};

/* Zeroed, it is empty. */
struct login {
    VEC(struct login_cookie) cookies;
    VEC(struct login_item) items;
    bool has_databases; /* a state file has some, which are left out */
};

void login_finish(struct login *login);

/* NAME=VALUE, and as in a Set-Cookie header after semicolons Domain, Path,
 * SameSite, Secure, HttpOnly. False: ERROR_USAGE. */
bool login_add_cookie(struct login *login, const char *text,
                      struct error *error);

/* False: ERROR_USAGE, what is wrong with the text; some of it may have been
 * added. */
bool login_add_state(struct login *login, struct str text, struct error *error);

/* Whether a cookie or an item is for this address, and will be there at
 * `now_s`. */
bool login_concerns(const struct login *login, const char *url, double now_s);

/* Gives the page what `login` (NULL: nothing) has, before its first document:
 * the cookies now, the items to each document at its beginning until
 * login_end, so that an application can remove them for good. `url` is that of
 * the page under test. *script (CDP_ID_LIMIT) is for login_end. False:
 * ERROR_SETUP, the browser takes a cookie for none. */
bool login_begin(const struct login *login, struct page *page, const char *url,
                 int64_t deadline_ms, char *script, struct error *error);
void login_end(struct page *page, char *script);

#endif
