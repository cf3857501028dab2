/* In this file: the table, which command takes what, the help. */
#include "cli/options_table.h"

#include <string.h>

#include "cli/model_options.h"
#include "cli/options.h"

enum { HELP_COLUMNS = 27 };

const struct flag options_flags[OPTION_COUNT] = {
#define O(id, name, letter, argument, help) {name, letter, argument, help},
    CHECK_OPTION_LIST(O)
#undef O
};

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

const char *options_other_command(const char *command, int option)
{
    const char *kind = strcmp(command, "replay") == 0 ? "check" : command;
    for (size_t i = 0; i < sizeof reserved / sizeof *reserved; i++)
        if (reserved[i].option == option &&
            strcmp(reserved[i].command, command) != 0 &&
            strcmp(reserved[i].command, kind) != 0)
            return reserved[i].command;
    return NULL;
}

/* ---- help ---------------------------------------------------------------- */

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
        struct flag flag = options_flags[i];
        if (options_other_command(options->command, i) != NULL)
            continue;
        flag.help = help_of(explores, i, flag.help);
        flag_print(stream, &flag, HELP_COLUMNS);
    }
    if (strcmp(options->command, "check") == 0)
        model_options_print_own(stream);
    fputs(exit_statuses, stream);
}
