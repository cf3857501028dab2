#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <poll.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/suggestion.h"
#include "cli/commands.h"

/* What is used most comes first. */
static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *help;
} commands[] = {
    {"check", command_check, "check a specification against a web application"},
    {"explore", command_check, "try a web application without a specification"},
    {"init", command_init, "write a first specification for a page"},
    {"replay", command_replay, "repeat recorded tests and compare"},
    {"merge", command_merge, "join the results of check --shard"},
    {"lint", command_lint, "warn of what is hardly meant in a specification"},
    {"fmt", command_fmt, "format specifications"},
    {"doc", command_doc, "the documentation in a specification"},
    {"deps", command_deps, "what a specification reads of the page"},
    {"repl", command_repl, "try expressions in the states of a recorded run"},
    {"checker", command_checker, "check for another program's executor"},
    {"serve-model", command_serve_model, "a model in the place of its system"},
    {"ccs", command_ccs, "step through a CCS model"},
    {"streams", command_streams, "run a module of streams for a check"},
};

static void print_usage(FILE *stream)
{
    fputs("Usage: weir COMMAND [OPTION]...\n"
          "\n"
          "Property-based acceptance tester for web applications.\n"
          "\n"
          "Commands:\n",
          stream);
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        fprintf(stream, "  %-11s %s\n", commands[i].name, commands[i].help);
    fputs("\n"
          "  weir COMMAND --help   the options of a command\n"
          "  weir --version        the version\n"
          "\n"
          "To begin: weir explore PAGE.html, or the address of a server.\n",
          stream);
}

/* A pipe or socket whose other end is closed; of a write that failed long ago
 * there is no reason any more. */
static bool has_no_reader(int fd)
{
    struct pollfd end = {.fd = fd, .events = POLLOUT};
    return poll(&end, 1, 0) > 0 && (end.revents & (POLLERR | POLLHUP)) != 0;
}

/* What nobody can read is no success. (A reader who has heard enough, as in
 * `weir doc | head`, is none of our business.) */
static int close_output(int status)
{
    errno = 0;
    bool fine = fflush(stdout) == 0 && ferror(stdout) == 0;
    if (fine || errno == EPIPE || has_no_reader(STDOUT_FILENO))
        return status;
    fprintf(stderr, "weir: cannot write to standard output%s%s\n",
            errno == 0 ? "" : ": ", errno == 0 ? "" : strerror(errno));
    return status == EXIT_PASSED ? EXIT_ERRORED : status;
}

static void refuse_command(const char *name)
{
    struct suggestion near = suggestion_begin(str_text(name));
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        suggestion_consider(&near, commands[i].name);
    fprintf(stderr, "weir: there is no command \"%s\"", name);
    if (near.text != NULL)
        fprintf(stderr, ", but there is \"%s\"", near.text);
    fputs("; weir --help lists them\n", stderr);
}

static int run_named(const char *name, int argc, char **argv)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(name, commands[i].name) == 0)
            return commands[i].run(argc, argv);
    refuse_command(name);
    return EXIT_WRONG;
}

/* weir help check: as weir check --help */
static int help_on(char *name)
{
    char *line[] = {name, (char[]){"--help"}, NULL};
    return run_named(name, 2, line);
}

static int run_command(int argc, char **argv)
{
    if (argc < 2) {
        print_usage(stderr);
        return EXIT_WRONG;
    }
    const char *name = argv[1];
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0 ||
        (strcmp(name, "help") == 0 && argc == 2)) {
        print_usage(stdout);
        return EXIT_PASSED;
    }
    if (strcmp(name, "help") == 0)
        return help_on(argv[2]);
    if (strcmp(name, "--version") == 0 || strcmp(name, "version") == 0) {
        puts("weir " WEIR_VERSION);
        return EXIT_PASSED;
    }
    return run_named(name, argc - 1, argv + 1);
}

/* A stream that is closed would be the next file that is opened. What is
 * written to such a one still fails. A limit on the size of files is an error
 * like a full disk, not the end. */
static void prepare_streams(void)
{
    for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
        if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", O_RDONLY) != fd)
            abort();
    signal(SIGXFSZ, SIG_IGN);
}

int main(int argc, char **argv)
{
    prepare_streams();
    setlocale(LC_CTYPE, "");
    return close_output(run_command(argc, argv));
}
