/* The options that every command takes which drives a page by `struct
 * check_options`: which browser, which server, what the page begins with. */
#ifndef WEIR_CLI_PAGE_WORDS_H
#define WEIR_CLI_PAGE_WORDS_H

#include <stdbool.h>

#include "base/error.h"
#include "cli/environment_words.h"
#include "cli/options.h"

/* Rows of a table of options: name, letter, argument (NULL: none), help. */
#define PAGE_TIME_FLAG(O)                                                      \
    O(TIME, "time", 0, "MODE", "virtual, real, auto (virtual for local pages)")

/* `place`: what the command calls the page's address; `unit`: what begins anew.
 */
#define PAGE_FLAGS(O, place, unit)                                             \
    O(DETERMINISTIC, "deterministic", 0, NULL,                                 \
      "virtual time, and the page's chance from the seed")                     \
    O(BROWSER, "browser", 0, "PATH", "the browser program (default: found)")   \
    O(BROWSER_FLAG, "browser-flag", 0, "FLAG",                                 \
      "start the browser with FLAG, too (repeatable)")                         \
    O(CONNECT, "connect", 0, "URL",                                            \
      "use a running browser: http://HOST:PORT or ws://…")                     \
    O(HEADFUL, "headful", 0, NULL, "show the browser's window")                \
    O(COOKIE, "cookie", 0, "NAME=VALUE",                                       \
      "begin with a cookie for " place " (repeatable)")                        \
    O(STORAGE_STATE, "storage-state", 0, "FILE",                               \
      "begin with the cookies and storage in FILE")                            \
    ENVIRONMENT_FLAGS(O)                                                       \
    O(SERVE, "serve", 0, "DIR",                                                \
      "serve DIR; " place " is a path in it (default /)")                      \
    O(START, "start", 0, "COMMAND",                                            \
      "start the server with COMMAND, and end it at last")                     \
    O(READY, "ready", 0, "URL", "what it answers once it is up; for --start")  \
    O(RESET, "reset", 0, "COMMAND",                                            \
      "run COMMAND, or POST to it if it is a URL, before\n"                    \
      "each " unit " (another method: 'DELETE http://…')")

/* Takes the option with this name; *taken: it is one of these. `text` is
 * borrowed from argv. False: ERROR_USAGE. */
bool page_words_take(struct check_options *options, const char *name,
                     const char *text, bool *taken, struct error *error);

/* Whether --browser-flag may be this text. False: ERROR_USAGE. */
bool page_words_fit_browser_flag(const char *text, struct error *error);

#endif
