/* In this file: options that models do not have and why, and which of those
 * that they have go together. */
#include "cli/model_options_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/program_folder.h"
#include "exec/prepared/prepared.h"

/* Why pages have the option and models do not, or only those of pages. */
static const struct {
    const char *name, *reason;
} of_pages[] = {
    {"--time", "a system goes by its own time"},
    {"--deterministic", "a system goes by its own time"},
    {"--cookie", "a model says in `real` which headers a request has"},
    {"--storage-state", "a model says in `real` which headers a request has"},
    {"--browser-flag", "no browser takes part"},
    {"--viewport", "the environment of a system is its own"},
    {"--device", "the environment of a system is its own"},
    {"--color-scheme", "the environment of a system is its own"},
    {"--reduced-motion", "the environment of a system is its own"},
    {"--permission", "the environment of a system is its own"},
    {"--subscript", "a model has no temporal operators"},
    {"--strategy", "commands are drawn by their weights in the model"},
    {"--max-actions", "--commands limits the commands of a program"},
    {"--begin", "a program begins when the system has been reset"},
    {"--pauses", "a model says in `settle` how long a page takes"},
    {"--executor", "--command names the system"},
    {"--define", "a model is a JavaScript module: give it an environment of "
                 "its own with import"},
    {"--include", "a model imports its files itself"},
    {"--streams", "a module of streams is a system for a specification"},
    {"--ccs", "a CCS model is a system for a specification"},
    {"--watch", "run the check again when the model has changed"},
    {"--browser", "no browser takes part"},
    {"--headful", "no browser takes part"},
    {"--connect", "no browser takes part"},
    {"--serve", "--command starts the system, or an address names it"},
    {"--locale", "the environment of a system is its own"},
    {"--date", "the environment of a system is its own"},
    {"--header", "a model says in `real` which headers a request has"},
};

static const char *reason_against(const char *word)
{
    for (size_t i = 0; i < sizeof of_pages / sizeof *of_pages; i++) {
        size_t length = strlen(of_pages[i].name);
        if (strncmp(word, of_pages[i].name, length) == 0 &&
            (word[length] == '\0' || word[length] == '='))
            return of_pages[i].reason;
    }
    return NULL;
}

bool model_options_explain(int argc, char **argv, struct error *error)
{
    for (int i = 1; i < argc; i++) {
        const char *reason = reason_against(argv[i]);
        if (reason != NULL)
            return error_set(error, ERROR_USAGE, "%s is for pages: %s", argv[i],
                             reason);
    }
    return false;
}

bool model_options_refuse(const char *name, struct error *error)
{
    char word[64];
    snprintf(word, sizeof word, "--%s", name);
    return error_set(error, ERROR_USAGE, "%s is for pages: %s", word,
                     reason_against(word));
}

/* ---- what goes together ------------------------------------------------- */

/* What begins new tests goes with nothing that begins none. */
static const char *without_tests(const struct model_options *options)
{
    return options->check.from != NULL ? "--from"
           : options->replayed != NULL ? "weir replay"
                                       : NULL;
}

static bool fits_jobs(const struct model_options *options, struct error *error)
{
    const struct check_options *check = &options->check;
    if (check->jobs == 1)
        return true;
    if (without_tests(options) != NULL)
        return error_set(error, ERROR_USAGE,
                         "--jobs runs new programs: it does not go with %s",
                         without_tests(options));
    return check->origin == NULL ||
           error_set(error, ERROR_USAGE,
                     "--jobs gives each job a system of its own, and at %s "
                     "there is one for all: what one job does, another would "
                     "see. Leave out --jobs, or use --shard with a server for "
                     "each shard",
                     check->origin);
}

/* Frames say themselves which programs there are. */
static bool fits_frames(const struct model_options *options,
                        struct error *error)
{
    const struct check_options *check = &options->check;
    if (options->frames == NULL)
        return true;
    if (without_tests(options) != NULL)
        return error_set(error, ERROR_USAGE,
                         "--frames draws new programs: it does not go with %s",
                         without_tests(options));
    if (options->has_tests)
        return error_set(error, ERROR_USAGE,
                         "--frames has as many programs as it takes to meet "
                         "all combinations: leave out --tests");
    for (size_t i = 0; i < check->only_count; i++)
        if (strcmp(check->only[i], "parallel") == 0)
            return error_set(error, ERROR_USAGE,
                             "--frames has sequential programs: leave out "
                             "--only parallel");
    return true;
}

/* Each machine has to come to the same choices. */
static bool fits_shard(const struct model_options *options, struct error *error)
{
    const struct check_options *check = &options->check;
    if (check->shard.of == 0)
        return check->shard_file == NULL ||
               error_set(error, ERROR_USAGE, "--shard-file is for --shard");
    if (without_tests(options) != NULL)
        return error_set(error, ERROR_USAGE,
                         "--shard shares out new programs: it does not go "
                         "with %s",
                         without_tests(options));
    if (check->save != NULL)
        return error_set(
            error, ERROR_USAGE,
            "--save belongs to a run of its own: a shard is a part "
            "of another, which would run what is saved again and "
            "again");
    return check->has_seed ||
           error_set(error, ERROR_USAGE,
                     "--shard wants --seed, because all shards of a run have "
                     "the same one");
}

/* What runs around programs. */
static bool fits_preparing(const struct model_options *options,
                           struct error *error)
{
    const struct check_options *check = &options->check;
    const struct preparation_options preparation = {
        .start = check->start, .ready = check->ready, .reset = check->reset};
    if (!preparation_check(&preparation, error))
        return false;
    return (check->start == NULL && check->reset == NULL) ||
           check->origin != NULL || check->serve != NULL ||
           error_set(error, ERROR_USAGE,
                     "--start and --reset are for the server of an address, "
                     "and none is given");
}

/* A program says which model it is of, but not where that is, nor of what
 * system. */
static bool complain_of_no_model(const struct model_options *options,
                                 struct error *error)
{
    char *of = options->replayed == NULL
                   ? NULL
                   : program_folder_model(options->replayed);
    bool is_named = of != NULL && of[0] != '\0';
    error_set(error, ERROR_USAGE,
              is_named ? "no model is given: this program is of the model %s; "
                         "give its file (MODEL.js or --model COMMAND), and "
                         "the system, as they were given to `weir check`"
                       : "no model is given: MODEL.js or --model COMMAND",
              of);
    free(of);
    return false;
}

bool model_options_fit(const struct model_options *options, struct error *error)
{
    const struct check_options *check = &options->check;
    if (check->help)
        return true;
    if (check->spec != NULL && options->program != NULL)
        return error_set(error, ERROR_USAGE,
                         "there are two models, %s and --model", check->spec);
    if (check->spec == NULL && options->program == NULL)
        return complain_of_no_model(options, error);
    if (check->from != NULL && check->trace != NULL)
        return error_set(
            error, ERROR_USAGE,
            "--from has no test to be recorded: leave out --trace");
    if (options->replayed != NULL && check->from != NULL)
        return error_set(error, ERROR_USAGE,
                         "--from has no program to be run again");
    if (check->origin != NULL && options->system != NULL)
        return error_set(error, ERROR_USAGE,
                         "there are two systems, %s and --command",
                         check->origin);
    if (check->from != NULL &&
        (check->origin != NULL || options->system != NULL))
        return error_set(error, ERROR_USAGE,
                         "with --from no system is asked: leave out %s",
                         check->origin != NULL ? check->origin : "--command");
    return fits_preparing(options, error) && fits_jobs(options, error) &&
           fits_frames(options, error) && fits_shard(options, error);
}
