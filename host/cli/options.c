/* A command line as a whole: its options (options_take.c has what one says),
 * its words, and what is the default. */
#include "cli/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/url.h"
#include "cli/options_internal.h"
#include "cli/options_table.h"

enum {
    DEFAULT_TIMEOUT_MS = 5 * 60 * 1000,
    DEFAULT_SHRINK_MS = 30 * 1000,
    EXPLORING_MS = 2 * 60 * 1000, /* the whole of `weir explore` */
    EXPLORING_ACTIONS = 400,
    EXPLORING_ACTIONS_EACH = 100, /* where each property has a walk */
};

enum lang_deps_extent options_deps_extent(const struct check_options *options)
{
    if (options->executor != NULL)
        return LANG_DEPS_REFERENCE;
    return options->ccs != NULL || options->streams != NULL
               ? LANG_DEPS_EVALUATED
               : LANG_DEPS_PAGE;
}

bool options_is_exploring(const struct check_options *options)
{
    return strcmp(options->command, "explore") == 0;
}

static bool take_page(struct check_options *options, int count, char **words,
                      struct error *error)
{
    if (count > 1)
        return error_set(error, ERROR_USAGE,
                         "one origin, but there is also \"%s\"", words[1]);
    options->spec = OPTIONS_EXPLORED;
    options->origin = count == 1 ? words[0] : NULL;
    return true;
}

static bool take_words(struct check_options *options, int count, char **words,
                       struct error *error)
{
    if (options->help)
        return true;
    if (options_is_exploring(options))
        return take_page(options, count, words, error);
    if (options->is_replay && count == 0)
        return error_set(error, ERROR_USAGE,
                         "which trace? weir replay TRACE [SPEC [ORIGIN]]");
    if (options->is_replay) {
        options->replay = words[0];
        words++;
        count--;
        options->spec = "";
        if (count == 0)
            return true;
    }
    if (count == 0)
        return error_set(error, ERROR_USAGE,
                         "which specification? weir check SPEC [ORIGIN]");
    if (count > 2)
        return error_set(error, ERROR_USAGE,
                         "one specification and one origin, but there is also "
                         "\"%s\"",
                         words[2]);
    options->spec = words[0];
    options->origin = count == 2 ? words[1] : NULL;
    return true;
}

/* All that stand in argv[1…]; the other words remain after optind. */
static bool take_options(struct check_options *options, int argc, char **argv,
                         struct error *error)
{
    struct flag_reader reader;
    const char *text;
    int option;
    flag_reader_begin(&reader, options_flags, OPTION_COUNT, FLAG_ANYWHERE);
    while ((option = flag_next(&reader, argc, argv, &text, error)) >= 0) {
        const char *other = options_other_command(options->command, option);
        if (other != NULL)
            return error_set(error, ERROR_USAGE, "--%s is for weir %s",
                             options_flags[option].name, other);
        if (!options_take(options, option, text, error))
            return false;
    }
    return option == FLAG_END;
}

/* One walk for all properties does as much as a few of those for each did. */
static void fill_exploring(struct check_options *options)
{
    bool is_one_walk = options->walk == WALK_ALL;
    if (options->time_limit_ms < 0)
        options->time_limit_ms = EXPLORING_MS;
    if (options->subscript == 0)
        options->subscript =
            is_one_walk ? EXPLORING_ACTIONS : EXPLORING_ACTIONS_EACH;
}

bool options_parse(struct check_options *options, int argc, char **argv,
                   struct error *error)
{
    *options = (struct check_options){
        .command = argv[0],
        .tests = 1,
        .jobs = 1,
        .strategy = strategies_default(),
        .max_actions = -1,
        .timeout_ms = DEFAULT_TIMEOUT_MS,
        .time_limit_ms = -1,
        .shrink_time_ms = DEFAULT_SHRINK_MS,
        .subscript = 100,
        .is_replay = strcmp(argv[0], "replay") == 0,
    };
    /* Who explores looks at what a page is, not at how it comes up. */
    if (options_is_exploring(options)) {
        options->begin = BEGIN_REST;
        options->subscript = 0;
    }
    if (!take_options(options, argc, argv, error) ||
        !options_define_known(options, error))
        return false;
    if (options_is_exploring(options))
        fill_exploring(options);
    if (!take_words(options, argc - optind, argv + optind, error))
        return false;
    if (options->origin != NULL)
        options->shown_origin = url_hide_password(options->origin);
    return options_fit(options, error);
}

void options_finish(struct check_options *options)
{
    for (size_t i = 0; i < options->define_count; i++)
        free(options->define_texts[i]);
    options->define_count = 0;
    free(options->shown_origin);
    options->shown_origin = NULL;
}
