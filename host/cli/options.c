#include "cli/options_internal.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/url.h"
#include "base/utf8.h"
#include "cli/browser_words.h"
#include "cli/environment_words.h"
#include "cli/model_options.h"
#include "run/jobs.h"

enum {
    DEFAULT_TIMEOUT_MS = 5 * 60 * 1000,
    DEFAULT_SHRINK_MS = 30 * 1000,
    EXPLORING_MS = 2 * 60 * 1000, /* the whole of `weir explore` */
    EXPLORING_ACTIONS = 400,
    EXPLORING_ACTIONS_EACH = 100, /* where each property has a walk */
    TESTS_LIMIT = 1000 * 1000 * 1000,
};

/* name, letter, argument (NULL: none), help */
#define OPTION_LIST(O)                                                         \
    O(INCLUDE, "include", 'I', "DIR",                                          \
      "look for imported modules in DIR (repeatable)")                         \
    O(SUBSCRIPT, "subscript", 0, "N",                                          \
      "for operators without a subscript (default 100)")                       \
    O(ACTIONS, "actions", 0, "N",                                              \
      "so many in a walk (default 400; 100 with --walk each)")                 \
    O(DEFINE, "define", 0, "NAME=VALUE",                                       \
      "replace a `let NAME = literal` (repeatable)")                           \
    O(ONLY, "only", 0, "NAME",                                                 \
      "only this property; * for anything (repeatable)")                       \
    O(WITHOUT, "without", 0, "NAME", "not this property (repeatable)")         \
    O(KNOWN, "known", 0, "TEXT",                                               \
      "errors and requests with TEXT are no failure\n"                         \
      "(repeatable)")                                                          \
    O(SEED, "seed", 0, "S", "repeat a run: everything left to chance")         \
    O(TESTS, "tests", 0, "N",                                                  \
      "tests of each property, until one fails\n"                              \
      "(default 1)")                                                           \
    O(WALK, "walk", 0, "WHAT",                                                 \
      "one run judges all properties of a check\n"                             \
      "(default), or each property has its own: each")                         \
    O(JOBS, "jobs", 'j', "N", "tests at a time, from 1 to 64 (default 1)")     \
    O(SHARD, "shard", 0, "K/N",                                                \
      "only the tests of shard K of N, for weir merge")                        \
    O(SHARD_FILE, "shard-file", 0, "FILE",                                     \
      "where its results go (default: a name of K, N)")                        \
    O(STRATEGY, "strategy", 0, "NAME",                                         \
      "turns (default), uniform, novelty, transitions,\n"                      \
      "tides, coverage")                                                       \
    O(MAX_ACTIONS, "max-actions", 0, "N",                                      \
      "at most N actions in a test (default: no limit)")                       \
    O(TIMEOUT, "timeout", 0, "DURATION",                                       \
      "limit of each test: 500ms, 30s, 5m (default 5m)")                       \
    O(TIME_LIMIT, "time-limit", 0, "DURATION",                                 \
      "limit of the whole command (default: none)")                            \
    O(TIME, "time", 0, "MODE",                                                 \
      "virtual, real, auto (virtual for local pages)")                         \
    O(BEGIN, "begin", 0, "WHEN",                                               \
      "the first state: at load (default), what comes\n"                       \
      "later being steps; or at rest")                                         \
    O(PAUSES, "pauses", 0, "DURATION",                                         \
      "before half of the actions page time passes,\n"                         \
      "as much as is drawn up to this (default: none)")                        \
    BROWSER_FLAGS(O)                                                           \
    O(COOKIE, "cookie", 0, "NAME=VALUE",                                       \
      "begin with a cookie for ORIGIN (repeatable)")                           \
    O(STORAGE_STATE, "storage-state", 0, "FILE",                               \
      "begin with the cookies and storage in FILE")                            \
    ENVIRONMENT_FLAGS(O)                                                       \
    O(SERVE, "serve", 0, "DIR",                                                \
      "serve DIR; ORIGIN is a path in it (default /)")                         \
    O(START, "start", 0, "COMMAND",                                            \
      "start the server with COMMAND, and end it at last")                     \
    O(READY, "ready", 0, "URL", "what it answers once it is up; for --start")  \
    O(RESET, "reset", 0, "COMMAND",                                            \
      "run COMMAND, or POST to it if it is a URL, before\n"                    \
      "each test (another method: 'DELETE http://…')")                         \
    O(REPORTER, "reporter", 0, "NAME[=FILE]",                                  \
      "console, html, json, junit, tap, github")                               \
    O(TRACE, "trace", 0, "FILE", "record every step as JSON lines")            \
    O(FROM, "from", 0, "TRACE", "judge recorded tests instead of new ones")    \
    O(NO_SHRINK, "no-shrink", 0, NULL, "report a failure as it was found")     \
    O(SHRINK_TIME, "shrink-time", 0, "DURATION",                               \
      "for making one failure shorter (default: 30s-2m)")                      \
    O(SHRINK_JOBS, "shrink-jobs", 0, "N",                                      \
      "runs at a time then: 1, 2 (default: by the cores)")                     \
    O(SAVE, "save", 0, "DIR",                                                  \
      "keep counterexamples in DIR; run those kept first")                     \
    O(EXECUTOR, "executor", 0, "COMMAND",                                      \
      "test through a program (docs/PROTOCOL.md)")                             \
    O(STREAMS, "streams", 0, "MODULE",                                         \
      "test streams without a page (docs/SIGNALS.md)")                         \
    O(CCS, "ccs", 0, "MODEL", "test a process of a CCS model (docs/CCS.md)")   \
    O(PROCESS, "process", 0, "NAME", "the process of --ccs to run")            \
    O(CCS_EVENTS, "ccs-events", 0, NULL,                                       \
      "while waiting, tau happens by itself")                                  \
    O(CCS_OVERTAKING, "ccs-overtaking", 0, NULL,                               \
      "the same, also before an action arrives")                               \
    O(WATCH, "watch", 0, NULL, "check again when a file has changed")          \
    O(DENY_WARNINGS, "deny-warnings", 0, NULL,                                 \
      "refuse a specification with warnings (weir lint)")                      \
    O(TRUST, "trust", 0, NULL, "run the commands that the trace names")        \
    O(VERBOSE, "verbose", 'v', NULL, "every step in full; say what is done")   \
    O(HELP, "help", 'h', NULL, "show this text")

enum check_option {
#define O(id, name, letter, argument, help) OPTION_##id,
    OPTION_LIST(O)
#undef O
};

static const struct flag flags[] = {
#define O(id, name, letter, argument, help) {name, letter, argument, help},
    OPTION_LIST(O)
#undef O
};

enum { OPTION_COUNT = sizeof flags / sizeof *flags, HELP_COLUMNS = 27 };

/* What only one of the commands takes; what `check` takes a replay does. */
static const struct {
    int option;
    const char *command;
} reserved[] = {
    {OPTION_ACTIONS, "explore"},     {OPTION_KNOWN, "explore"},
    {OPTION_SUBSCRIPT, "check"},     {OPTION_FROM, "check"},
    {OPTION_EXECUTOR, "check"},      {OPTION_STREAMS, "check"},
    {OPTION_CCS, "check"},           {OPTION_PROCESS, "check"},
    {OPTION_CCS_EVENTS, "check"},    {OPTION_CCS_OVERTAKING, "check"},
    {OPTION_DENY_WARNINGS, "check"}, {OPTION_MAX_ACTIONS, "check"},
    {OPTION_SHARD, "check"},         {OPTION_SHARD_FILE, "check"},
    {OPTION_TRUST, "replay"},
};

/* The other command's name, or NULL: this one takes the option. */
static const char *other_command(const char *command, int option)
{
    const char *kind = strcmp(command, "replay") == 0 ? "check" : command;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (reserved[i].option == option &&
            strcmp(reserved[i].command, command) != 0 &&
            strcmp(reserved[i].command, kind) != 0)
            return reserved[i].command;
    return NULL;
}

static const char introduction[] =
    "Usage: weir check [OPTION]... SPEC [ORIGIN]\n"
    "\n"
    "Checks the properties of a Specstrom specification against a running web\n"
    "application. SPEC is a file or a module name; ORIGIN is an http(s) "
    "address, an\n"
    "HTML file, or a path under --serve.\n"
    "\n"
    "Options:\n";

static const char exploring_introduction[] =
    "Usage: weir explore [OPTION]... ORIGIN\n"
    "\n"
    "Tries a web application without a specification: does what any page "
    "offers "
    "and\n"
    "looks for what should happen on no page (weir doc weir/defaults lists "
    "both).\n"
    "ORIGIN is an http(s) address, an HTML file, or a path under --serve.\n"
    "\n"
    "Options:\n";

static const char exit_statuses[] =
    "\n"
    "Exit status: 0 all properties passed; 1 a property errored or stayed\n"
    "inconclusive, the page could not be loaded, or a report or trace could\n"
    "not be written; 2 the specification, the options or the set-up are\n"
    "wrong; 3 a property failed; 129, 130 and 143 interrupted.\n";

/* ---- the single options ------------------------------------------------- */

static bool add(const char **list, size_t *count, const char *text,
                const char *option, struct error *error)
{
    if (*count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE, "--%s is given more than %d times",
                         option, OPTIONS_LIMIT);
    list[(*count)++] = text;
    return true;
}

static bool add_define(struct check_options *options, const char *text,
                       struct error *error)
{
    const char *equals = strchr(text, '=');
    if (equals == NULL || equals == text)
        return error_set(error, ERROR_USAGE,
                         "--define wants NAME=VALUE, not \"%s\"", text);
    if (options->define_count == OPTIONS_LIMIT)
        return error_set(error, ERROR_USAGE,
                         "--define is given more than %d times", OPTIONS_LIMIT);
    char *copy = memory_copy_string(text, strlen(text));
    copy[equals - text] = '\0';
    options->define_texts[options->define_count] = copy;
    options->defines[options->define_count++] =
        (struct lang_define){.name = copy, .value = copy + (equals - text) + 1};
    return true;
}

/* `known` of weir/defaults: a line for each. */
static bool define_known(struct check_options *options, struct error *error)
{
    struct buf text;
    if (options->known_count == 0)
        return true;
    buf_init(&text);
    buf_add_text(&text, "known=\"");
    for (size_t i = 0; i < options->known_count; i++) {
        buf_add_text(&text, i == 0 ? "" : "\\n");
        for (const char *at = options->known[i]; *at != '\0'; at++) {
            if (*at == '"' || *at == '\\')
                buf_add_char(&text, '\\');
            buf_add_char(&text, *at);
        }
    }
    buf_add_char(&text, '"');
    bool done = add_define(options, buf_text(&text), error);
    buf_finish(&text);
    return done;
}

static bool wants(struct error *error, bool fine, const char *option,
                  const char *what, const char *given)
{
    return fine || error_set(error, ERROR_USAGE, "--%s wants %s, not \"%s\"",
                             option, what, given);
}

static bool parse_time(struct check_options *options, const char *text)
{
    static const char *const names[] = {
        [TIME_AUTO] = "auto", [TIME_VIRTUAL] = "virtual", [TIME_REAL] = "real"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        if (strcmp(text, names[i]) != 0)
            continue;
        options->time = (enum time_mode)i;
        return true;
    }
    return false;
}

static bool parse_begin(struct check_options *options, const char *text)
{
    bool is_rest = strcmp(text, "rest") == 0;
    options->begin = is_rest ? BEGIN_REST : BEGIN_LOAD;
    return is_rest || strcmp(text, "load") == 0;
}

static bool parse_walk(struct check_options *options, const char *text)
{
    bool is_each = strcmp(text, "each") == 0;
    options->walk = is_each ? WALK_EACH : WALK_ALL;
    return is_each || strcmp(text, "all") == 0;
}

static bool parse_strategy(struct check_options *options, const char *text,
                           struct error *error)
{
    options->strategy = strategies_find(text);
    if (options->strategy != NULL)
        return true;
    struct buf names;
    buf_init(&names);
    strategies_add_names(&names);
    error_set(error, ERROR_USAGE, "there is no strategy \"%s\"; there are %s",
              text, buf_text(&names));
    buf_finish(&names);
    return false;
}

static bool parse_shard(struct check_options *options, const char *text,
                        struct error *error)
{
    return shard_parse(&options->shard, text) ||
           error_set(
               error, ERROR_USAGE,
               "--shard wants K/N, shard K of N, with K from 1 to N and N "
               "up to %d, not \"%s\"",
               SHARD_LIMIT, text);
}

/* Options that do nothing but leave something in one place: true, or their
 * argument as it is. */
struct store {
    int option;
    size_t place; /* in struct check_options */
};

#define STORE(id, member)                                                      \
    {                                                                          \
        OPTION_##id, offsetof(struct check_options, member)                    \
    }
static const struct store switches[] = {
    STORE(DETERMINISTIC, deterministic),
    STORE(HEADFUL, headful),
    STORE(NO_SHRINK, no_shrink),
    STORE(CCS_EVENTS, ccs_events),
    STORE(CCS_OVERTAKING, ccs_overtaking),
    STORE(WATCH, watch),
    STORE(DENY_WARNINGS, deny_warnings),
    STORE(TRUST, trust),
    STORE(VERBOSE, verbose),
    STORE(HELP, help),
};
static const struct store texts[] = {
    STORE(BROWSER, browser), STORE(CONNECT, connect),
    STORE(SERVE, serve),     STORE(FROM, from),
    STORE(START, start),     STORE(READY, ready),
    STORE(RESET, reset),     STORE(EXECUTOR, executor),
    STORE(STREAMS, streams), STORE(CCS, ccs),
    STORE(PROCESS, process), STORE(STORAGE_STATE, login.state),
};
#undef STORE

/* The option's place in the options, or NULL: it is not among these. */
static void *place_of(struct check_options *options, const struct store *stores,
                      size_t count, int option)
{
    for (size_t i = 0; i < count; i++)
        if (stores[i].option == option)
            return (char *)options + stores[i].place;
    return NULL;
}

static bool is_stored(struct check_options *options, int option,
                      const char *text)
{
    bool *on =
        place_of(options, switches, sizeof switches / sizeof *switches, option);
    const char **given =
        place_of(options, texts, sizeof texts / sizeof *texts, option);
    if (on != NULL)
        *on = true;
    if (given != NULL)
        *given = text;
    return on != NULL || given != NULL;
}

static bool take_duration(struct check_options *options, int option,
                          const char *text, struct error *error)
{
    int64_t *ms = &options->time_limit_ms;
    if (option == OPTION_TIMEOUT) {
        options->has_timeout = true;
        ms = &options->timeout_ms;
    } else if (option == OPTION_SHRINK_TIME) {
        options->has_shrink_time = true;
        ms = &options->shrink_time_ms;
    } else if (option == OPTION_PAUSES) {
        ms = &options->pauses_ms;
    }
    return wants(error, flag_duration(text, ms), flags[option].name,
                 "a duration such as 500ms, 30s or 5m", text);
}

/* These are weir's: with others it would lose the browser or its profile. */
static bool is_reserved(const char *flag)
{
    static const char *const ours[] = {"--user-data-dir", "--remote-debugging-",
                                       "--headless"};
    for (size_t i = 0; i < sizeof ours / sizeof *ours; i++)
        if (strncmp(flag, ours[i], strlen(ours[i])) == 0)
            return true;
    return false;
}

bool options_fit_browser_flag(const char *text, struct error *error)
{
    if (is_reserved(text))
        return error_set(error, ERROR_USAGE,
                         "--browser-flag: %s is for weir to set", text);
    return wants(
        error, strncmp(text, "--", 2) == 0 && text[2] != '\0', "browser-flag",
        "a switch of the browser such as --ignore-certificate-errors", text);
}

static bool add_browser_flag(struct check_options *options, const char *text,
                             struct error *error)
{
    return options_fit_browser_flag(text, error) &&
           add(options->browser_flags, &options->browser_flag_count, text,
               "browser-flag", error);
}

static bool take_list(struct check_options *options, int option,
                      const char *text, struct error *error)
{
    const char *name = flags[option].name;
    switch (option) {
    case OPTION_BROWSER_FLAG:
        return add_browser_flag(options, text, error);
    case OPTION_COOKIE:
        return login_words_add_cookie(&options->login, text, error);
    case OPTION_INCLUDE:
        return add(options->include, &options->include_count, text, name,
                   error);
    case OPTION_KNOWN:
        return wants(error,
                     *text != '\0' && strchr(text, '\n') == NULL &&
                         utf8_first_invalid(str_text(text)) == strlen(text),
                     name, "a part of a message or an address, a line of UTF-8",
                     text) &&
               add(options->known, &options->known_count, text, name, error);
    case OPTION_ONLY:
        return add(options->only, &options->only_count, text, name, error);
    case OPTION_WITHOUT:
        return add(options->without, &options->without_count, text, name,
                   error);
    default:
        return add(options->reporters, &options->reporter_count, text, name,
                   error);
    }
}

static bool take_count(struct check_options *options, int option,
                       const char *text, struct error *error)
{
    const char *name = flags[option].name;
    switch (option) {
    case OPTION_TESTS:
        return wants(error,
                     flag_count(text, 1, &options->tests) &&
                         options->tests <= TESTS_LIMIT,
                     name, "a number from 1 to a billion", text);
    case OPTION_SHRINK_JOBS:
        return wants(error,
                     flag_count(text, 1, &options->shrink_jobs) &&
                         options->shrink_jobs <= 2,
                     name, "1 or 2", text);
    case OPTION_JOBS:
        return wants(error,
                     flag_count(text, 1, &options->jobs) &&
                         options->jobs <= JOBS_LIMIT,
                     name, "a number from 1 to 64", text);
    case OPTION_MAX_ACTIONS:
        return wants(error, flag_count(text, 0, &options->max_actions), name,
                     "a number from 0", text);
    default: /* a property demands so many states; of explore: actions */
        return wants(error, flag_count(text, 1, &options->subscript), name,
                     "a number from 1", text);
    }
}

/* A name of a file or folder to write to. Elsewhere `-` is standard output. */
static bool take_output(struct check_options *options, int option,
                        const char *text, struct error *error)
{
    const char **place = option == OPTION_SHARD_FILE ? &options->shard_file
                         : option == OPTION_TRACE    ? &options->trace
                                                     : &options->save;
    *place = text;
    if (option == OPTION_SAVE)
        return wants(error, *text != '\0', "save", "a folder", text);
    return wants(error, *text != '\0' && strcmp(text, "-") != 0,
                 flags[option].name, "a file, not a stream", text);
}

static bool take(struct check_options *options, int option, const char *text,
                 struct error *error)
{
    bool taken;
    if (is_stored(options, option, text))
        return true;
    if (!environment_words_take(&options->environment, flags[option].name, text,
                                &taken, error))
        return false;
    if (taken)
        return true;
    switch (option) {
    case OPTION_BROWSER_FLAG:
    case OPTION_COOKIE:
    case OPTION_INCLUDE:
    case OPTION_KNOWN:
    case OPTION_ONLY:
    case OPTION_WITHOUT:
    case OPTION_REPORTER:
        return take_list(options, option, text, error);
    case OPTION_ACTIONS:
    case OPTION_SUBSCRIPT:
    case OPTION_TESTS:
    case OPTION_JOBS:
    case OPTION_SHRINK_JOBS:
    case OPTION_MAX_ACTIONS:
        return take_count(options, option, text, error);
    case OPTION_TIMEOUT:
    case OPTION_TIME_LIMIT:
    case OPTION_SHRINK_TIME:
    case OPTION_PAUSES:
        return take_duration(options, option, text, error);
    case OPTION_SHARD_FILE:
    case OPTION_TRACE:
    case OPTION_SAVE:
        return take_output(options, option, text, error);
    case OPTION_DEFINE:
        return add_define(options, text, error);
    case OPTION_SEED:
        options->has_seed = true;
        return wants(error, flag_number(text, &options->seed), "seed",
                     "a number from 0 to 2^64 - 1", text);
    case OPTION_SHARD:
        return parse_shard(options, text, error);
    case OPTION_STRATEGY:
        return parse_strategy(options, text, error);
    case OPTION_TIME:
        return wants(error, parse_time(options, text), "time",
                     "virtual, real or auto", text);
    case OPTION_BEGIN:
        return wants(error, parse_begin(options, text), "begin", "load or rest",
                     text);
    case OPTION_WALK:
        return wants(error, parse_walk(options, text), "walk", "all or each",
                     text);
    default:
        return error_set(error, ERROR_USAGE, "unknown option");
    }
}

/* ---- the whole ---------------------------------------------------------- */

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

/* All that stand in argv[1…]; the other words remain behind optind. */
static bool take_options(struct check_options *options, int argc, char **argv,
                         struct error *error)
{
    struct flag_reader reader;
    const char *text;
    int option;
    flag_reader_begin(&reader, flags, OPTION_COUNT, FLAG_ANYWHERE);
    while ((option = flag_next(&reader, argc, argv, &text, error)) >= 0) {
        const char *other = other_command(options->command, option);
        if (other != NULL)
            return error_set(error, ERROR_USAGE, "--%s is for weir %s",
                             flags[option].name, other);
        if (!take(options, option, text, error))
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
        !define_known(options, error))
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

/* Where the two commands have other defaults. */
static const char *help_of(bool explores, int option, const char *help)
{
    if (explores && option == OPTION_TIMEOUT)
        return "limit of each test (default: a share of the time limit)";
    if (explores && option == OPTION_BEGIN)
        return "the first state: at rest (default), or at load,\n"
               "what comes later being steps";
    if (explores && option == OPTION_TIME_LIMIT)
        return "limit of the whole command (default 2m)";
    return help;
}

void options_print_help(const struct check_options *options, FILE *stream)
{
    bool explores = options_is_exploring(options);
    fputs(explores ? exploring_introduction : introduction, stream);
    for (int i = 0; i < OPTION_COUNT; i++) {
        struct flag flag = flags[i];
        if (other_command(options->command, i) != NULL)
            continue;
        flag.help = help_of(explores, i, flag.help);
        flag_print(stream, &flag, HELP_COLUMNS);
    }
    if (strcmp(options->command, "check") == 0)
        model_options_print_own(stream);
    fputs(exit_statuses, stream);
}
