/* Options of the smaller commands, from a table: parsing and --help.
 *
 *     static const struct flag flags[] = {
 *         {"include", 'I', "DIR", "look for imported modules in DIR"},
 *         {"json", 0, NULL, "print JSON"},
 *     };
 *
 * --help and -h are added to every table. */
#ifndef WEIR_CLI_FLAGS_H
#define WEIR_CLI_FLAGS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "cli/flag.h"

struct command {
    const char *name;  /* "fmt" */
    const char *usage; /* "weir fmt [OPTION]... FILE..." */
    const char *about; /* a few lines, each with its newline */
    const struct flag *flags;
    size_t flag_count;
    const char *statuses; /* what the exit statuses mean, with newlines */
    /* Takes the flag with this index; false and ERROR_USAGE to refuse. */
    bool (*take)(void *context, size_t flag, const char *value,
                 struct error *error);
};

/* Takes all flags of argv[1…]; what remains is words->items. False: the
 * command is over, because the help or a mistake was printed; `status` is its
 * exit status. */
struct flags_words {
    char **items;
    size_t count;
    int status;
};
bool flags_read(const struct command *command, void *context, int argc,
                char **argv, struct flags_words *words);

/* The whole of a command whose words are one specification: takes the flags and
 * gives the specification to `run`, whose exit status it returns. */
int flags_run_spec(const struct command *command, void *context, int argc,
                   char **argv, int (*run)(void *context, const char *spec));

/* "weir NAME: MESSAGE" and a hint to --help, on stderr. Returns
 * EXIT_WRONG. */
int flags_complain(const struct command *command, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#endif
