/* In this file: the table, which command lines are meant, single options, the
 * whole. */
#include "cli/model_options_internal.h"

#include <stddef.h>
#include <string.h>

#include "base/str.h"
#include "cli/flag.h"
#include "cli/model_page.h"
#include "run/jobs.h"

enum {
    TESTS = 100,
    TIMEOUT_MS = 10 * 1000,
    SHRINK_MS = 30 * 1000,
    REPEATS = 10,
    COMMANDS_LIMIT = 10 * 1000,
    PROCESSES_LIMIT = 8,
    TESTS_LIMIT = 1000 * 1000 * 1000,
    HELP_COLUMNS = 27,
};

#define OPTION_LIST(O)                                                         \
    O(COMMAND, "command", 0, "COMMAND",                                        \
      "the system: a program that speaks JSON lines")                          \
    O(ENTRANCE, "entrance", 0, "KIND",                                         \
      "what ADDRESS is, where both could be: page or api")                     \
    O(MODEL, "model", 0, "COMMAND",                                            \
      "a program that is the model, instead of MODEL.js")                      \
    O(FROM, "from", 0, "HISTORY", "judge a recorded history of operations")    \
    O(ONLY, "only", 0, "NAME", "sequential or parallel (repeatable)")          \
    O(SEED, "seed", 0, "S", "repeat a run: everything left to chance")         \
    O(TESTS, "tests", 0, "N",                                                  \
      "programs of each kind, until one fails (default 100)")                  \
    O(COMMANDS, "commands", 0, "N",                                            \
      "commands of a program, at most (default 100)")                          \
    O(PROCESSES, "processes", 0, "N",                                          \
      "at the same time, at most (default 3; 1: none); of\n"                   \
      "a page: so many users (default: as the model says)")                    \
    O(SQUARES, "squares", 0, "NAME[,LOOK]",                                    \
      "programs of two commands: NAME, which loads a\n"                        \
      "state, and any other; then LOOK, which looks")                          \
    O(FRAMES, "frames", 0, "KIND",                                             \
      "programs that meet all combinations of the model's\n"                   \
      "categories, or all pairs: all or pairs")                                \
    O(REPEATS, "repeats", 0, "N",                                              \
      "runs of a parallel program, each with another\n"                        \
      "schedule where weir chooses it (default 10; of a\n"                     \
      "page 4)")                                                               \
    O(TIMEOUT, "timeout", 0, "DURATION",                                       \
      "for the answer to a command (default 10s)")                             \
    O(TIME_LIMIT, "time-limit", 0, "DURATION",                                 \
      "limit of the whole command (default: none)")                            \
    O(JOBS, "jobs", 0, "N",                                                    \
      "programs at a time, each job with a system of its\n"                    \
      "own (default 1)")                                                       \
    O(SHARD, "shard", 0, "K/N",                                                \
      "only the programs of shard K of N, for weir merge")                     \
    O(SHARD_FILE, "shard-file", 0, "FILE",                                     \
      "where the shard goes\n(default weir-shard-K-of-N.jsonl)")               \
    O(REPORTER, "reporter", 0, "NAME[=FILE]",                                  \
      "console, html, json, junit, tap, github")                               \
    O(TRACE, "trace", 0, "FILE", "record every command as JSON lines")         \
    O(NO_SHRINK, "no-shrink", 0, NULL, "report a failure as it was found")     \
    O(SHRINK_TIME, "shrink-time", 0, "DURATION",                               \
      "for making one failure smaller (default 30s)")                          \
    O(SAVE, "save", 0, "DIR",                                                  \
      "keep counterexamples in DIR; run those kept first")                     \
    MODEL_PAGE_FLAGS(O)                                                        \
    O(VERBOSE, "verbose", 'v', NULL, "every step in full; say what is done")   \
    O(HELP, "help", 'h', NULL, "show this text")

enum model_option {
#define O(id, name, letter, argument, help) OPTION_##id,
    OPTION_LIST(O)
#undef O
};

static const struct flag flags[] = {
#define O(id, name, letter, argument, help) {name, letter, argument, help},
    OPTION_LIST(O)
#undef O
};
enum { OPTION_COUNT = sizeof flags / sizeof *flags };

/* ---- which command lines are meant -------------------------------------- */

bool model_options_is_module(const char *word)
{
    struct str text = str_text(word);
    return str_ends_with(text, ".js") || str_ends_with(text, ".mjs") ||
           str_ends_with(text, ".cjs");
}

static bool is_program(const char *word)
{
    return str_ends_with(str_text(word), ".program");
}

static bool is_option(const char *word, const char *name)
{
    size_t length = strlen(name);
    return strncmp(word, name, length) == 0 &&
           (word[length] == '\0' || word[length] == '=');
}

bool model_options_is_meant(int argc, char **argv)
{
    for (int i = 1; i < argc; i++)
        if (str_ends_with(str_text(argv[i]), ".strom") ||
            is_option(argv[i], "--streams"))
            return false;
    for (int i = 1; i < argc; i++)
        if (is_option(argv[i], "--model") ||
            (argv[i][0] != '-' &&
             (model_options_is_module(argv[i]) || is_program(argv[i]))))
            return true;
    return false;
}

/* ---- single options ----------------------------------------------------- */

static bool take_count(int option, const char *text, int64_t least,
                       int64_t most, int64_t *number, struct error *error)
{
    if (flag_count(text, least, number) && *number <= most)
        return true;
    return error_set(
        error, ERROR_USAGE, "--%s wants a number from %lld to %lld, not \"%s\"",
        flags[option].name, (long long)least, (long long)most, text);
}

static bool take_duration(int option, const char *text, int64_t *ms,
                          struct error *error)
{
    return flag_wants(error, flag_duration(text, ms), flags[option].name,
                      "a duration such as 500ms, 30s or 5m", text);
}

static bool take_only(struct check_options *check, const char *text,
                      struct error *error)
{
    if (strcmp(text, "sequential") != 0 && strcmp(text, "parallel") != 0)
        return error_set(error, ERROR_USAGE,
                         "--only wants sequential or parallel for a model, not "
                         "\"%s\"",
                         text);
    if (check->only_count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE, "too many --only");
    check->only[check->only_count++] = text;
    return true;
}

static bool take_reporter(struct check_options *check, const char *text,
                          struct error *error)
{
    if (check->reporter_count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE, "too many --reporter");
    check->reporters[check->reporter_count++] = text;
    return true;
}

static bool take_entrance(struct model_options *options, const char *text,
                          struct error *error)
{
    bool is_page = strcmp(text, "page") == 0;
    options->entrance = is_page ? ENTRANCE_PAGE : ENTRANCE_API;
    return flag_wants(error, is_page || strcmp(text, "api") == 0, "entrance",
                      "page or api", text);
}

static bool take_number(struct model_options *options, int option,
                        const char *text, struct error *error)
{
    struct check_options *check = &options->check;
    switch (option) {
    case OPTION_TESTS:
        options->has_tests = true;
        return take_count(option, text, 1, TESTS_LIMIT, &check->tests, error);
    case OPTION_COMMANDS:
        return take_count(option, text, 1, COMMANDS_LIMIT,
                          &options->most_commands, error);
    case OPTION_PROCESSES:
        options->has_processes = true;
        return take_count(option, text, 1, PROCESSES_LIMIT, &options->processes,
                          error);
    case OPTION_REPEATS:
        options->has_repeats = true;
        return take_count(option, text, 1, TESTS_LIMIT, &options->repeats,
                          error);
    case OPTION_JOBS:
        return take_count(option, text, 1, JOBS_LIMIT, &check->jobs, error);
    case OPTION_TIMEOUT:
        return take_duration(option, text, &check->timeout_ms, error);
    case OPTION_TIME_LIMIT:
        return take_duration(option, text, &check->time_limit_ms, error);
    case OPTION_SHRINK_TIME:
        return take_duration(option, text, &check->shrink_time_ms, error);
    default:
        check->has_seed = true;
        return flag_wants(error, flag_number(text, &check->seed), "seed",
                          "a whole number", text);
    }
}

static bool take(struct model_options *options, int option, const char *text,
                 struct error *error)
{
    struct check_options *check = &options->check;
    bool taken;
    if (!model_page_take(options, flags[option].name, text, &taken, error))
        return false;
    if (taken)
        return true;
    switch (option) {
    case OPTION_ENTRANCE:
        return take_entrance(options, text, error);
    case OPTION_COMMAND:
        options->system = text;
        return flag_wants(error, text[0] != '\0', flags[option].name,
                          "a command", text);
    case OPTION_MODEL:
        options->program = text;
        return flag_wants(error, text[0] != '\0', flags[option].name,
                          "a command", text);
    case OPTION_SQUARES:
        options->squares = text;
        return true;
    case OPTION_FRAMES:
        options->frames = text;
        return flag_wants(
            error, strcmp(text, "all") == 0 || strcmp(text, "pairs") == 0,
            "frames", "all or pairs", text);
    case OPTION_FROM:
        check->from = text;
        return true;
    case OPTION_TRACE:
        check->trace = text;
        return true;
    case OPTION_SAVE:
        check->save = text;
        return true;
    case OPTION_SHARD:
        return options_take_shard(&check->shard, text, error);
    case OPTION_SHARD_FILE:
        check->shard_file = text;
        return true;
    case OPTION_ONLY:
        return take_only(check, text, error);
    case OPTION_REPORTER:
        return take_reporter(check, text, error);
    case OPTION_NO_SHRINK:
        return check->no_shrink = true;
    case OPTION_VERBOSE:
        return check->verbose = true;
    case OPTION_HELP:
        return check->help = true;
    default:
        return take_number(options, option, text, error);
    }
}

/* ---- the whole ---------------------------------------------------------- */

static bool take_words(struct model_options *options, int argc, char **argv,
                       struct error *error)
{
    struct check_options *check = &options->check;
    for (int i = optind; i < argc; i++) {
        if (options->replayed == NULL && strcmp(argv[0], "replay") == 0)
            options->replayed = argv[i];
        else if (check->spec == NULL && model_options_is_module(argv[i]))
            check->spec = argv[i];
        else if (check->origin == NULL)
            check->origin = argv[i];
        else
            return error_set(error, ERROR_USAGE,
                             "\"%s\" is one word too many: a model and an "
                             "address are all that is needed",
                             argv[i]);
    }
    return true;
}

bool model_options_parse(struct model_options *options, int argc, char **argv,
                         struct error *error)
{
    struct flag_reader reader;
    const char *value;
    int option;
    *options = (struct model_options){
        .check = {.command = argv[0],
                  .tests = TESTS,
                  .timeout_ms = TIMEOUT_MS,
                  .time_limit_ms = -1,
                  .shrink_time_ms = SHRINK_MS,
                  .jobs = 1},
        .most_commands = MODEL_OPTIONS_COMMANDS,
        .processes = MODEL_OPTIONS_PROCESSES,
        .repeats = REPEATS,
    };
    flag_reader_begin(&reader, flags, OPTION_COUNT, FLAG_ANYWHERE);
    while ((option = flag_next(&reader, argc, argv, &value, error)) >= 0)
        if (!take(options, option, value, error))
            return false;
    if (option == FLAG_REFUSED)
        return model_options_explain(argc, argv, error);
    return take_words(options, argc, argv, error) &&
           model_options_fit(options, error);
}

void model_options_print_own(FILE *stream)
{
    static const int own[] = {OPTION_COMMAND,  OPTION_ENTRANCE,  OPTION_MODEL,
                              OPTION_COMMANDS, OPTION_PROCESSES, OPTION_SQUARES,
                              OPTION_FRAMES,   OPTION_REPEATS};
    fputs("\n"
          "With a model (MODEL.js, docs/MODELS.md; all of its options: weir "
          "check "
          "--model X\n"
          "--help):\n",
          stream);
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        flag_print(stream, &flags[own[i]], HELP_COLUMNS);
}

void model_options_print_help(FILE *stream)
{
    fputs(
        "Usage: weir check [OPTION]... MODEL.js [ADDRESS]\n"
        "       weir check [OPTION]... MODEL.js --command COMMAND\n"
        "       weir replay FILE.program MODEL.js [ADDRESS | --command "
        "COMMAND]\n"
        "\n"
        "Checks a system against a model: a program that speaks JSON lines, "
        "an HTTP\n"
        "API, or a page (docs/MODELS.md). Without any of them the model alone "
        "is tried,\n"
        "for its invariants. ADDRESS is an http(s) address; a page may also be "
        "an HTML\n"
        "file, or a path under --serve.\n"
        "\n"
        "Options:\n",
        stream);
    for (size_t i = 0; i < OPTION_COUNT; i++)
        flag_print(stream, &flags[i], HELP_COLUMNS);
}
