/* What the options of a command say about the environment of pages
 * (gen/environment.h): the same for every command that opens one. */
#ifndef WEIR_CLI_ENVIRONMENT_WORDS_H
#define WEIR_CLI_ENVIRONMENT_WORDS_H

#include <stdbool.h>

#include "base/error.h"
#include "base/vec.h"
#include "gen/environment.h"
#include "trace/value.h"

/* Rows of a table of options: name, letter, argument (NULL: none), help. */
#define ENVIRONMENT_FLAGS(O)                                                   \
    O(TIME_ZONE, "time-zone", 0, "ZONE",                                       \
      "of the page, such as Europe/Lisbon; any: drawn,\n"                      \
      "with a date on which it matters")                                       \
    O(LOCALE, "locale", 0, "TAG", "of the page, such as de-DE; any: drawn")    \
    O(DATE, "date", 0, "DATE",                                                 \
      "the page's at the beginning: 2024-02-29,\n"                             \
      "2024-02-29T23:59; any: drawn")                                          \
    O(VIEWPORT, "viewport", 0, "WxH",                                          \
      "the size of the window (default 1200x1200), or any")                    \
    O(DEVICE, "device", 0, "NAME",                                             \
      "size, touch, pixel ratio and user agent of a\n"                         \
      "device such as \"iPhone 15\", or any")                                  \
    O(COLOR_SCHEME, "color-scheme", 0, "NAME", "light, dark, or any")          \
    O(REDUCED_MOTION, "reduced-motion", 0, NULL,                               \
      "the person prefers less motion")                                        \
    O(HEADER, "header", 0, "NAME=VALUE",                                       \
      "send a header with each request (repeatable)")                          \
    O(PERMISSION, "permission", 0, "NAME",                                     \
      "allow the page geolocation, clipboard-read, …\n"                      \
      "(repeatable)")

/* Where in this word of argv a header's value begins, which is nobody's
 * business; NULL: nowhere. */
const char *environment_words_secret(const struct environment_wish *wish,
                                     const char *word);

/* Takes the option with this name; *taken: it is one of them. False:
 * ERROR_USAGE. */
bool environment_words_take(struct environment_wish *wish, const char *name,
                            const char *text, bool *taken, struct error *error);

/* The options as a list of texts; a new reference. NULL: nothing was said that
 * is kept (wish may be NULL). */
struct value *environment_words_list(const struct environment_wish *wish);

/* Appends what a trace holds of them: options and values, each a text. Values
 * of headers may be nobody's business and are left out. */
typedef VEC(struct value *) environment_word_list;
void environment_words_record(const struct environment_wish *wish,
                              environment_word_list *list);
/* How many words of a trace an option takes, with its own; 0: it is none of
 * these, or is not recorded. */
size_t environment_words_recorded(const char *option);
/* The wish that a trace holds in its options (NULL: none). The strings are the
 * list's. What no command would take counts as nothing. */
struct environment_wish environment_words_restore(const struct value *options);
/* Whether two traces have the same of them. */
bool environment_words_agree(const struct value *a, const struct value *b);

/* What reports say of the test with this seed: replaces the text. NULL: nothing
 * was wished for. */
const char *environment_words_tell(struct buf *text,
                                   const struct environment_wish *wish,
                                   bool virtual_time, uint64_t seed);

#endif
