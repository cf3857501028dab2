/* The options of a command line, from a table: one line of help for each, and
 * getopt_long over all.
 *
 *     static const struct flag flags[] = {
 *         {"include", 'I', "DIR", "look for imported modules in DIR"},
 *         {"help", 'h', NULL, "show this text"},
 *     };
 *     struct flag_reader reader;
 *     flag_reader_begin(&reader, flags, 2, FLAG_ANYWHERE);
 *     while ((flag = flag_next(&reader, argc, argv, &value, &error)) >= 0)
 *         …
 *
 * One reader at a time: getopt's state is the program's. */
#ifndef WEIR_CLI_FLAG_H
#define WEIR_CLI_FLAG_H

#include <getopt.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"

struct flag {
    const char *name;
    char letter;          /* 0: none */
    const char *argument; /* what to call its value; NULL: it has none */
    const char *help;
};

enum flag_order {
    FLAG_ANYWHERE, /* other words may stand between the options */
    FLAG_FIRST,    /* the first other word ends them */
};

enum { FLAG_LIMIT = 96 };                  /* of one table */
enum { FLAG_END = -1, FLAG_REFUSED = -2 }; /* of flag_next */

struct flag_reader {
    const struct flag *flags; /* borrowed */
    size_t count;
    struct option options[FLAG_LIMIT + 1];
    char letters[2 * FLAG_LIMIT + 3];
};

void flag_reader_begin(struct flag_reader *reader, const struct flag *flags,
                       size_t count, enum flag_order order);

/* The number of the next flag in argv[1…], and its value if it has one.
 * FLAG_END: what remains is argv[optind…]. FLAG_REFUSED: ERROR_USAGE. */
int flag_next(struct flag_reader *reader, int argc, char **argv,
              const char **value, struct error *error);

/* "  -I, --include DIR   look for …": the help begins after so many columns.
 */
void flag_print(FILE *stream, const struct flag *flag, int columns);

/* ---- values ---------------------------------------------------------------
 */

/* Decimal digits that fit. */
bool flag_number(const char *text, uint64_t *number);

/* The same, and not less than `least`. */
bool flag_count(const char *text, int64_t least, int64_t *number);

/* `fine`, or else ERROR_USAGE: --option wants `what`, not what was given. */
bool flag_wants(struct error *error, bool fine, const char *option,
                const char *what, const char *given);

/* "500ms", "1.5s", "5m", "1h": not below a millisecond. */
bool flag_duration(const char *text, int64_t *milliseconds);

#endif
