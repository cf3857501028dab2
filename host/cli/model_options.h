/* The options of `weir check` where the specification is a model. Strings are
 * borrowed from argv. */
#ifndef WEIR_CLI_MODEL_OPTIONS_H
#define WEIR_CLI_MODEL_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/options.h"

enum { MODEL_OPTIONS_COMMANDS = 100, MODEL_OPTIONS_PROCESSES = 3 };

/* Which side of a model is tested. */
enum model_entrance { ENTRANCE_ANY, ENTRANCE_PAGE, ENTRANCE_API };

struct model_options {
    /* What models share with pages: spec (the module; NULL: `program`), origin
     * (NULL: none), reporters, only, seed, tests, timeout_ms (of a command),
     * time_limit_ms, no_shrink, shrink_time_ms, jobs, shard, shard_file,
     * trace, save, from, verbose, help, start, ready, reset, environment (its
     * time zone). */
    struct check_options check;
    const char *program;          /* --model: a command that is the model */
    const char *system;           /* --command: that is the system */
    enum model_entrance entrance; /* ANY: by what is given */
    const char *page_option; /* the last one given of those that are of pages
                                alone, its name; NULL: none */
    int64_t most_commands;   /* of a program */
    int64_t processes;       /* at a time, at most; of a page: users */
    bool has_processes;      /* it was said */
    int64_t repeats;         /* of a program of several processes */
    bool has_repeats;        /* it was said */
    const char *squares;     /* FIRST or FIRST,LOOK: commands; or NULL */
    const char *frames;      /* all or pairs; or NULL */
    bool has_tests;          /* --tests was said */
    const char *replayed;    /* weir replay: the file of a program; else NULL */
};

/* A file with a model, by its name: .js, .mjs, .cjs. */
bool model_options_is_module(const char *word);

/* Whether this command line, of check or replay, is of a model: it names a
 * module or a saved program, or has --model. */
bool model_options_is_meant(int argc, char **argv);

/* False: ERROR_USAGE; an option of pages is refused with the reason. */
bool model_options_parse(struct model_options *options, int argc, char **argv,
                         struct error *error);

/* An option of pages for what is no page. False: ERROR_USAGE. */
bool model_options_refuse(const char *name, struct error *error);

void model_options_print_help(FILE *stream);
/* What only models have, for the help of `weir check`. */
void model_options_print_own(FILE *stream);

#endif
