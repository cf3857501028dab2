#include "todomvc/runner/options.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "cli/flag.h"
#include "todomvc/runner/campaign.h"

enum { NUMBER_LIMIT = 1000000 }; /* of a subscript and of repetitions */

/* name, letter, argument (NULL: none), help */
#define OPTION_LIST(O)                                                         \
    O(MANIFEST, "manifest", 0, "FILE",                                         \
      "a file, or one of mutants, npm, tastejs-41ba86d")                       \
    O(APPS, "apps", 0, "DIR",                                                  \
      "the folder of the applications, which is served")                       \
    O(RESULTS, "results", 0, "FILE",                                           \
      "a JSON line for each run (default weir-todomvc.jsonl)")                 \
    O(REPORT, "report", 0, "DIR",                                              \
      "write tables and the figure of what is in --results")                   \
    O(PROFILE, "profile", 0, "NAME",                                           \
      "the specification: full or paper (default full)")                       \
    O(SPEC, "spec", 0, "FILE", "another specification")                        \
    O(REPEAT, "repeat", 0, "N", "runs of each kind (default 10)")              \
    O(SUBSCRIPTS, "subscripts", 0, "LIST",                                     \
      "numbers with commas (default 1,5,10,50,100,500)")                       \
    O(STRATEGIES, "strategies", 0, "LIST",                                     \
      "for weir check --strategy (default: its own)")                          \
    O(ONLY, "only", 0, "NAMES", "only these applications, with commas")        \
    O(SEED, "seed", 0, "S", "all seeds follow from it (default 1)")            \
    O(JOBS, "jobs", 'j', "N", "runs at a time (default: one for each core)")   \
    O(TIMEOUT, "timeout", 0, "DURATION",                                       \
      "limit of each test: 500ms, 30s, 5m (default 5m)")                       \
    O(RETRY_ERRORS, "retry-errors", 0, NULL,                                   \
      "repeat runs that ended without a verdict")                              \
    O(OTHER_HOSTS, "other-hosts", 0, NULL,                                     \
      "let pages reach other hosts than this one")                             \
    O(WEIR, "weir", 0, "PATH", "the program weir (default: beside this one)")  \
    O(DRY_RUN, "dry-run", 0, NULL, "only list the runs that are left to do")   \
    O(HELP, "help", 'h', NULL, "show this text")

enum option_number {
#define O(id, name, letter, argument, help) OPTION_##id,
    OPTION_LIST(O)
#undef O
};

static const struct flag flags[] = {
#define O(id, name, letter, argument, help) {name, letter, argument, help},
    OPTION_LIST(O)
#undef O
};

enum { OPTION_COUNT = sizeof flags / sizeof *flags, HELP_COLUMNS = 24 };

static const char introduction[] =
    "Usage: weir-todomvc --manifest FILE [OPTION]... [-- OPTION...]\n"
    "       weir-todomvc --report DIR [--results FILE]\n"
    "\n"
    "Checks each application of a manifest many times, each time by one test "
    "of\n"
    "weir check with a seed of its own, and says how often faults are found.\n"
    "Started again it goes on where it was interrupted. What follows -- is "
    "given\n"
    "to weir check.\n"
    "\n"
    "Options:\n";

static const char exit_statuses[] =
    "\n"
    "Exit status: 0 all runs have a verdict; 1 a page is not there, or a run\n"
    "ended without a verdict; 2 options, files or the set-up are wrong; 3 an\n"
    "application that has to pass failed; 130 and 143 interrupted.\n";

void options_print_help(FILE *stream)
{
    fputs(introduction, stream);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        flag_print(stream, &flags[i], HELP_COLUMNS);
    fputs(exit_statuses, stream);
}

/* ---- values ---------------------------------------------------------------
 */

static bool read_number(const char *text, int64_t most, int64_t *number)
{
    return flag_count(text, 1, number) && *number <= most;
}

bool options_next_word(const char **list, struct str *word)
{
    if (*list == NULL)
        return false;
    size_t length = strcspn(*list, ",");
    *word = str_from(*list, length);
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

static bool wrong(struct error *error, const char *option, const char *what,
                  const char *given)
{
    return flag_wants(error, false, option, what, given);
}

static bool has_subscript(const struct options *options, int64_t subscript)
{
    for (size_t i = 0; i < options->subscript_count; i++)
        if (options->subscripts[i] == subscript)
            return true;
    return false;
}

static bool take_subscripts(struct options *options, const char *list,
                            struct error *error)
{
    const char *rest = list;
    struct str word;
    options->subscript_count = 0;
    while (options_next_word(&rest, &word)) {
        int64_t number;
        char *text = memory_copy_string(word.data, word.length);
        bool fine = read_number(text, NUMBER_LIMIT, &number) &&
                    options->subscript_count < OPTIONS_LIST_LIMIT;
        free(text);
        if (!fine)
            return wrong(error, "subscripts", "numbers from 1, with commas",
                         list);
        if (!has_subscript(options, number))
            options->subscripts[options->subscript_count++] = number;
    }
    return true;
}

static void forget_strategies(struct options *options)
{
    for (size_t i = 0; i < options->strategy_count; i++)
        free(options->strategies[i]);
    options->strategy_count = 0;
}

static bool is_strategy(struct str word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz"
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-+.:=";
    for (size_t i = 0; i < word.length; i++)
        if (strchr(letters, word.data[i]) == NULL)
            return false;
    return word.length > 0 && word.data[0] != '-';
}

static bool take_strategies(struct options *options, const char *list,
                            struct error *error)
{
    const char *rest = list;
    struct str word;
    forget_strategies(options);
    while (options_next_word(&rest, &word)) {
        bool is_new = true;
        for (size_t i = 0; i < options->strategy_count; i++)
            is_new = is_new && !str_is(word, options->strategies[i]);
        if (!is_strategy(word) || options->strategy_count == OPTIONS_LIST_LIMIT)
            return wrong(error, "strategies", "names with commas", list);
        if (is_new)
            options->strategies[options->strategy_count++] =
                memory_copy_string(word.data, word.length);
    }
    return true;
}

/* The profile tells which part of a manifest is meant, so it is one of these
 * also when --spec is given. */
static bool take_profile(struct options *options, const char *name,
                         struct error *error)
{
    options->profile = name;
    return strcmp(name, "full") == 0 || strcmp(name, "paper") == 0 ||
           wrong(error, "profile", "full or paper", name);
}

static bool take(struct options *options, int option, const char *text,
                 struct error *error)
{
    switch (option) {
    case OPTION_MANIFEST:
        options->manifest = text;
        return true;
    case OPTION_APPS:
        options->apps = text;
        return true;
    case OPTION_RESULTS:
        options->results = text;
        return true;
    case OPTION_REPORT:
        options->report = text;
        return true;
    case OPTION_PROFILE:
        return take_profile(options, text, error);
    case OPTION_SPEC:
        options->spec = text;
        return true;
    case OPTION_REPEAT:
        return read_number(text, NUMBER_LIMIT, &options->repeat) ||
               wrong(error, "repeat", "a number from 1", text);
    case OPTION_SUBSCRIPTS:
        return take_subscripts(options, text, error);
    case OPTION_STRATEGIES:
        return take_strategies(options, text, error);
    case OPTION_ONLY:
        options->only = text;
        return true;
    case OPTION_SEED:
        return flag_number(text, &options->seed) ||
               wrong(error, "seed", "a number from 0", text);
    case OPTION_JOBS:
        return read_number(text, CAMPAIGN_JOBS_LIMIT, &options->jobs) ||
               wrong(error, "jobs", "a number from 1 to 256", text);
    case OPTION_TIMEOUT:
        options->timeout = text;
        return flag_duration(text, &options->timeout_ms) ||
               wrong(error, "timeout", "a duration such as 500ms, 30s or 5m",
                     text);
    case OPTION_RETRY_ERRORS:
        options->retry_errors = true;
        return true;
    case OPTION_OTHER_HOSTS:
        options->other_hosts = true;
        return true;
    case OPTION_WEIR:
        options->weir = text;
        return true;
    case OPTION_DRY_RUN:
        options->dry_run = true;
        return true;
    default:
        options->help = true;
        return true;
    }
}

/* ---- the whole ------------------------------------------------------------
 */

static bool fit_together(const struct options *options, struct error *error)
{
    if (options->help)
        return true;
    if (options->manifest == NULL && options->report == NULL)
        return error_set(
            error, ERROR_USAGE,
            "which applications? Give --manifest FILE (or --report "
            "DIR for what is in --results)");
    if (options->dry_run && options->manifest == NULL)
        return error_set(error, ERROR_USAGE, "--dry-run needs --manifest FILE");
    if (options->results[0] == '\0' || strcmp(options->results, "-") == 0)
        return error_set(error, ERROR_USAGE,
                         "--results wants the name of a file");
    return true;
}

/* All that stand before the first other word. */
static bool take_options(struct options *options, int argc, char **argv,
                         struct error *error)
{
    struct flag_reader reader;
    const char *text;
    int option;
    flag_reader_begin(&reader, flags, OPTION_COUNT, FLAG_FIRST);
    while ((option = flag_next(&reader, argc, argv, &text, error)) >= 0)
        if (!take(options, option, text, error))
            return false;
    return option == FLAG_END;
}

/* What is after "--" goes to weir check; there are no other words. */
static bool take_words(struct options *options, int argc, char **argv,
                       struct error *error)
{
    options->further = argv + optind;
    if (optind == argc || (optind > 0 && strcmp(argv[optind - 1], "--") == 0))
        return true;
    return error_set(error, ERROR_USAGE,
                     "\"%s\" is no option; options for weir check stand "
                     "after --",
                     argv[optind]);
}

bool options_parse(struct options *options, int argc, char **argv,
                   struct error *error)
{
    static const char timeout[] = "5m";
    *options = (struct options){
        .results = "weir-todomvc.jsonl",
        .profile = "full",
        .repeat = 10,
        .seed = 1,
        .timeout = timeout,
    };
    flag_duration(timeout, &options->timeout_ms);
    take_subscripts(options, "1,5,10,50,100,500", NULL);
    take_strategies(options, "default", NULL);
    return take_options(options, argc, argv, error) &&
           take_words(options, argc, argv, error) &&
           fit_together(options, error);
}

void options_finish(struct options *options)
{
    forget_strategies(options);
}
