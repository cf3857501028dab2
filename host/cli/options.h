/* The options of `weir check`, and of the commands that are one in another form
 * (`explore`, `replay`, `merge`). Strings are borrowed from argv. */
#ifndef WEIR_CLI_OPTIONS_H
#define WEIR_CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "base/error.h"
#include "cli/login_words.h"
#include "gen/environment.h"
#include "lang/deps/deps.h"
#include "lang/program.h"
#include "trace/value.h"
#include "run/shard.h"
#include "run/strategies.h"

enum time_mode { TIME_AUTO, TIME_VIRTUAL, TIME_REAL };

/* Which state of a page is the first (docs/STEPS.md). */
enum begin_mode { BEGIN_LOAD, BEGIN_REST };

/* What one run of the application judges: all properties of a check, or one. */
enum walk_mode { WALK_ALL, WALK_EACH };

enum { OPTIONS_LIMIT = 64 }; /* repeats of one option */

struct check_options {
    const char *command; /* "check"; or "explore", where the specification is
                            OPTIONS_EXPLORED and limits differ */
    const char *spec;
    const char *origin; /* NULL: none given */
    char *shown_origin; /* owned; without its password; NULL: none */
    const char *include[OPTIONS_LIMIT];
    size_t include_count;
    struct lang_define defines[OPTIONS_LIMIT];
    size_t define_count;
    char *define_texts[OPTIONS_LIMIT];    /* owned: what the names point to */
    const char *reporters[OPTIONS_LIMIT]; /* NAME or NAME=FILE */
    size_t reporter_count;
    const char *only[OPTIONS_LIMIT]; /* names of properties, with * */
    size_t only_count;
    const char *without[OPTIONS_LIMIT];
    size_t without_count;
    const char *known[OPTIONS_LIMIT]; /* what is no failure to weir explore */
    size_t known_count;
    int64_t subscript;
    bool has_seed;
    bool has_round_seed; /* --watch: not given, but that of the round before */
    uint64_t seed;
    int64_t tests;
    int64_t jobs; /* tests at a time */
    struct shard shard;
    const char *shard_file; /* NULL: not given */
    const struct strategy_kind *strategy;
    int64_t max_actions; /* -1: none */
    bool has_timeout;
    int64_t timeout_ms;
    int64_t time_limit_ms; /* -1: none */
    bool no_shrink;
    bool has_shrink_time;
    int64_t shrink_time_ms; /* for each failure */
    int64_t shrink_jobs;    /* runs at a time then: 1, 2, or 0: not given */
    enum time_mode time;
    enum begin_mode begin;
    int64_t pauses_ms; /* see struct executor */
    enum walk_mode walk;
    const char *browser;
    const char *browser_flags[OPTIONS_LIMIT]; /* further switches for it */
    size_t browser_flag_count;
    const char *connect;
    struct login_words login;
    struct environment_wish environment; /* of pages */
    const char *serve;
    const char *start; /* a command that is the server of the page... */
    const char *ready; /* ...and an address that it answers once it is up */
    const char *reset; /* before each test: a command, or a request */
    const char *trace;
    const char *save;     /* a folder of counterexamples */
    const char *from;     /* judge a recorded trace */
    bool is_replay;       /* the command is not check but replay */
    bool trust;           /* a replay runs what the trace names, too */
    const char *replay;   /* the trace to repeat: weir replay */
    const char *executor; /* a command that is the application's executor */
    const char *streams;  /* a module that is a system of streams */
    const char *ccs;      /* a CCS model that is the application... */
    const char *process;  /* ...and the process of it to run */
    bool ccs_events;
    bool ccs_overtaking;
    bool headful;
    bool deterministic;
    bool deny_warnings;
    bool watch; /* check again whenever something has changed */
    bool verbose;
    bool help;
};

/* The module that `weir explore` checks. */
#define OPTIONS_EXPLORED "weir/explore"

/* What the executor that they name is asked for. */
enum lang_deps_extent options_deps_extent(const struct check_options *options);

bool options_is_exploring(const struct check_options *options);

/* Parses what follows the command; argv[0] is "check", "explore" or "replay".
 * False: ERROR_USAGE. With "replay" the first word is a trace, and SPEC and
 * ORIGIN may be missing. */
bool options_parse(struct check_options *options, int argc, char **argv,
                   struct error *error);
void options_finish(struct check_options *options);

/* What --shard says. False: ERROR_USAGE. */
bool options_take_shard(struct shard *shard, const char *text,
                        struct error *error);

/* What a trace holds of them (docs/TRACE.md): a list of texts, a new
 * reference. */
struct value *options_recorded(const struct check_options *options);

/* Whether a trace's list is such as options_recorded gives: a trace comes from
 * somebody else, and may ask for nothing more. False: ERROR_IO. */
bool options_accept_recorded(const struct value *list, struct error *error);

/* Prints the help text of the command. */
void options_print_help(const struct check_options *options, FILE *stream);

#endif
