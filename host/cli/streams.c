/* weir streams: the executor of a system of streams, in this program's own
 * engine (docs/SIGNALS.md); what `weir check --streams` starts. Order of this
 * file: the command of a check, the command itself. */
#include "cli/streams.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/memory.h"
#include "base/shell.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "fake/engine.h"

enum {
    TIME_LIMIT_MS = 5 * 1000, /* of processor time, for one answer */
    MEMORY_LIMIT_MB = 1024,
};

/* ---- the command of a check --------------------------------------------- */

char *streams_file(const char *module)
{
    const char *mark = strrchr(module, '#');
    bool names_export = mark != NULL && strchr(mark, '/') == NULL;
    return memory_copy_string(module, names_export ? (size_t)(mark - module)
                                                   : strlen(module));
}

char *streams_command(const char *module)
{
    char program[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", program, sizeof program - 1);
    struct buf command;
    buf_init(&command);
    program[length < 0 ? 0 : length] = '\0';
    buf_add_text(&command, "exec ");
    shell_add_word(&command, length < 0 ? "weir" : program);
    buf_add_text(&command, " streams -- ");
    shell_add_word(&command, module);
    return buf_take(&command);
}

/* ---- the command -------------------------------------------------------- */

enum harness { NO_HARNESS, SHORT_HARNESS, FULL_HARNESS };

static const struct flag flags[] = {
    /* of enum harness, from the first */
    {"harness", 0, NULL,
     "print an executor for Node instead, short, to be read and changed"},
    {"full-harness", 0, NULL,
     "print the one that does all that is done here, with every kind of "
     "source"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    (void)value, (void)error;
    *(enum harness *)context = SHORT_HARNESS + (enum harness)flag;
    return true;
}

static const struct command command = {
    .name = "streams",
    .usage = "weir streams MODULE[#EXPORT]\n       weir streams --harness | "
             "--full-harness",
    .about =
        "Runs a JavaScript module that makes a system of streams, and speaks "
        "the protocol\nof executors (docs/PROTOCOL.md). weir check --streams "
        "MODULE starts it; docs/SIGNALS.md\nsays what such a module is.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .take = take,
    .statuses = "Exit status: 0 nothing more was asked; 2 the module or the "
                "options are wrong.\n",
};

static int print_harness(enum harness which)
{
    char *text = engine_node_harness(which == SHORT_HARNESS);
    fputs(text, stdout);
    free(text);
    return EXIT_PASSED;
}

static int serve(const char *module)
{
    char path[PATH_MAX];
    char *file = streams_file(module);
    if (realpath(file, path) == NULL) {
        fprintf(stderr, "weir streams: cannot read %s: %s\n", file,
                strerror(errno));
        free(file);
        return EXIT_WRONG;
    }
    const struct engine_options options = {
        .time_limit_ms = TIME_LIMIT_MS,
        .memory_limit_bytes = (size_t)MEMORY_LIMIT_MB << 20,
        .module = path,
        .shown = module,
        .system = module[strlen(file)] == '#' ? module + strlen(file) + 1 : "",
    };
    engine_serve(STDIN_FILENO, STDOUT_FILENO, &options);
    free(file);
    return EXIT_PASSED;
}

int command_streams(int argc, char **argv)
{
    enum harness harness = NO_HARNESS;
    struct flags_words words;
    if (!flags_read(&command, &harness, argc, argv, &words))
        return words.status;
    if (harness != NO_HARNESS && words.count == 0)
        return print_harness(harness);
    if (harness != NO_HARNESS || words.count != 1)
        return flags_complain(&command, "one module, or --harness");
    return serve(words.items[0]);
}
