/* The options of check, explore and replay: one table for the three, as it is
 * read and as it is helped with. Private to options*.c. */
#ifndef WEIR_CLI_OPTIONS_TABLE_H
#define WEIR_CLI_OPTIONS_TABLE_H

#include "cli/flag.h"
#include "cli/page_words.h"

/* name, letter, argument (NULL: none), help */
#define CHECK_OPTION_LIST(O)                                                   \
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
    PAGE_TIME_FLAG(O)                                                          \
    O(BEGIN, "begin", 0, "WHEN",                                               \
      "the first state: at load (default), what comes\n"                       \
      "later being steps; or at rest")                                         \
    O(PAUSES, "pauses", 0, "DURATION",                                         \
      "before half of the actions page time passes,\n"                         \
      "as much as is drawn up to this (default: none)")                        \
    PAGE_FLAGS(O, "ORIGIN", "test")                                            \
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
    CHECK_OPTION_LIST(O)
#undef O
        OPTION_COUNT
};

/* By enum check_option. */
extern const struct flag options_flags[OPTION_COUNT];

/* The command that has the option where this one has not; NULL: this one takes
 * it. */
const char *options_other_command(const char *command, int option);

#endif
