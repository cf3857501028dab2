/* What one option says. In this file: lists and definitions, words, what is
 * only left in its place, numbers, names of files, and which of them an option
 * is. */
#include "cli/options_internal.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/utf8.h"
#include "cli/options_table.h"
#include "run/jobs.h"

enum { TESTS_LIMIT = 1000 * 1000 * 1000 };

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

bool options_define_known(struct check_options *options, struct error *error)
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

bool options_take_shard(struct shard *shard, const char *text,
                        struct error *error)
{
    return shard_parse(shard, text) ||
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
    STORE(FROM, from), STORE(EXECUTOR, executor), STORE(STREAMS, streams),
    STORE(CCS, ccs),   STORE(PROCESS, process),
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
    return flag_wants(error, flag_duration(text, ms),
                      options_flags[option].name,
                      "a duration such as 500ms, 30s or 5m", text);
}

static bool take_list(struct check_options *options, int option,
                      const char *text, struct error *error)
{
    const char *name = options_flags[option].name;
    switch (option) {
    case OPTION_INCLUDE:
        return add(options->include, &options->include_count, text, name,
                   error);
    case OPTION_KNOWN:
        return flag_wants(
                   error,
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
    const char *name = options_flags[option].name;
    switch (option) {
    case OPTION_TESTS:
        return flag_wants(error,
                          flag_count(text, 1, &options->tests) &&
                              options->tests <= TESTS_LIMIT,
                          name, "a number from 1 to a billion", text);
    case OPTION_SHRINK_JOBS:
        return flag_wants(error,
                          flag_count(text, 1, &options->shrink_jobs) &&
                              options->shrink_jobs <= 2,
                          name, "1 or 2", text);
    case OPTION_JOBS:
        return flag_wants(error,
                          flag_count(text, 1, &options->jobs) &&
                              options->jobs <= JOBS_LIMIT,
                          name, "a number from 1 to 64", text);
    case OPTION_MAX_ACTIONS:
        return flag_wants(error, flag_count(text, 0, &options->max_actions),
                          name, "a number from 0", text);
    default: /* a property demands so many states; of explore: actions */
        return flag_wants(error, flag_count(text, 1, &options->subscript), name,
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
        return flag_wants(error, *text != '\0', "save", "a folder", text);
    return flag_wants(error, *text != '\0' && strcmp(text, "-") != 0,
                      options_flags[option].name, "a file, not a stream", text);
}

bool options_take(struct check_options *options, int option, const char *text,
                  struct error *error)
{
    bool taken;
    if (is_stored(options, option, text))
        return true;
    if (!page_words_take(options, options_flags[option].name, text, &taken,
                         error))
        return false;
    if (taken)
        return true;
    switch (option) {
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
        return flag_wants(error, flag_number(text, &options->seed), "seed",
                          "a number from 0 to 2^64 - 1", text);
    case OPTION_SHARD:
        return options_take_shard(&options->shard, text, error);
    case OPTION_STRATEGY:
        return parse_strategy(options, text, error);
    case OPTION_BEGIN:
        return flag_wants(error, parse_begin(options, text), "begin",
                          "load or rest", text);
    case OPTION_WALK:
        return flag_wants(error, parse_walk(options, text), "walk",
                          "all or each", text);
    default:
        return error_set(error, ERROR_USAGE, "unknown option");
    }
}
