/* The options of weir-todomvc. Strings are borrowed from argv. */
#ifndef WEIR_TODOMVC_RUNNER_OPTIONS_H
#define WEIR_TODOMVC_RUNNER_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "base/str.h"

enum { OPTIONS_LIST_LIMIT = 64 };

struct options {
    const char *manifest;
    const char *apps;
    const char *results;
    const char *report;
    const char *profile;
    const char *spec;
    const char *weir;
    const char *only; /* names with commas; NULL: all */
    int64_t subscripts[OPTIONS_LIST_LIMIT];
    size_t subscript_count;
    char *strategies[OPTIONS_LIST_LIMIT]; /* owned */
    size_t strategy_count;
    int64_t repeat;
    int64_t jobs; /* 0: as many as there are cores */
    uint64_t seed;
    const char *timeout;
    int64_t timeout_ms;
    char *const *further; /* options for weir check, ending with NULL */
    bool retry_errors;
    bool other_hosts;
    bool dry_run;
    bool help;
};

/* False: ERROR_USAGE. */
bool options_parse(struct options *options, int argc, char **argv,
                   struct error *error);
void options_finish(struct options *options);

void options_print_help(FILE *stream);

/* The next of the words between commas; false when there is none left. */
bool options_next_word(const char **list, struct str *word);

#endif
