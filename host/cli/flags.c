#include "cli/flags.h"

#include <assert.h>
#include <getopt.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/commands.h"

enum { FLAG_BASE = 256, FLAG_HELP = FLAG_BASE + FLAGS_LIMIT };

static const struct flag help_flag = {"help", 'h', NULL, "show this text"};

int flags_complain(const struct command *command, const char *format, ...)
{
    va_list arguments;
    fprintf(stderr, "weir %s: ", command->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "\nTry weir %s --help.\n", command->name);
    return EXIT_WRONG;
}

static void print_flag(const struct flag *flag)
{
    char left[60];
    char letter[5] = "    ";
    if (flag->letter != 0)
        snprintf(letter, sizeof letter, "-%c, ", flag->letter);
    snprintf(left, sizeof left, "%s--%s%s%s", letter, flag->name,
             flag->argument == NULL ? "" : " ",
             flag->argument == NULL ? "" : flag->argument);
    printf("  %-30s %s\n", left, flag->help);
}

static void print_help(const struct command *command)
{
    printf("Usage: %s\n\n%s\nOptions:\n", command->usage, command->about);
    for (size_t i = 0; i < command->flag_count; i++)
        print_flag(&command->flags[i]);
    print_flag(&help_flag);
    printf("\n%s", command->statuses);
}

/* The tables that getopt_long wants. */
struct tables {
    struct option options[FLAGS_LIMIT + 2];
    char letters[2 * FLAGS_LIMIT + 4];
};

static void add_flag(struct tables *tables, size_t index,
                     const struct flag *flag, int number)
{
    tables->options[index] = (struct option){
        flag->name, flag->argument == NULL ? no_argument : required_argument,
        NULL, number};
    size_t length = strlen(tables->letters);
    if (flag->letter == 0)
        return;
    tables->letters[length] = flag->letter;
    tables->letters[length + 1] = flag->argument == NULL ? '\0' : ':';
}

static int flag_of(const struct command *command, int option)
{
    for (size_t i = 0; i < command->flag_count; i++)
        if (option == FLAG_BASE + (int)i || option == command->flags[i].letter)
            return (int)i;
    return option == FLAG_HELP || option == 'h' ? FLAG_HELP : -1;
}

enum flags_result {
    FLAGS_FINE,
    FLAGS_HELP,  /* the help was printed */
    FLAGS_WRONG, /* the mistake was printed */
};

static enum flags_result refuse(const struct command *command, int option,
                                const char *given)
{
    if (option == ':')
        flags_complain(command, "%s wants a value", given);
    else if (given[0] == '-' && given[1] != '-' && optopt != 0)
        flags_complain(command, "unknown option -%c", optopt);
    else
        flags_complain(command, "unknown option %s", given);
    return FLAGS_WRONG;
}

static enum flags_result read_one(const struct command *command, void *context,
                                  int option, char **argv)
{
    struct error error = ERROR_NONE;
    int flag = flag_of(command, option);
    if (option == '?' || option == ':' || flag < 0)
        return refuse(command, option, argv[optind - 1]);
    if (flag == FLAG_HELP) {
        print_help(command);
        return FLAGS_HELP;
    }
    if (command->take(context, (size_t)flag, optarg, &error))
        return FLAGS_FINE;
    flags_complain(command, "%s", error.message);
    return FLAGS_WRONG;
}

bool flags_read(const struct command *command, void *context, int argc,
                char **argv, struct flags_words *words)
{
    struct tables tables = {.letters = ":"};
    enum flags_result result = FLAGS_FINE;
    assert(command->flag_count <= FLAGS_LIMIT);
    for (size_t i = 0; i < command->flag_count; i++)
        add_flag(&tables, i, &command->flags[i], FLAG_BASE + (int)i);
    add_flag(&tables, command->flag_count, &help_flag, FLAG_HELP);
    optind = 0;
    opterr = 0;
    while (result == FLAGS_FINE) {
        int option =
            getopt_long(argc, argv, tables.letters, tables.options, NULL);
        if (option == -1)
            break;
        result = read_one(command, context, option, argv);
    }
    words->items = argv + optind;
    words->count = (size_t)(argc - optind);
    words->status = result == FLAGS_HELP ? EXIT_PASSED : EXIT_WRONG;
    return result == FLAGS_FINE;
}

int flags_run_spec(const struct command *command, void *context, int argc,
                   char **argv, int (*run)(void *context, const char *spec))
{
    struct flags_words words;
    if (!flags_read(command, context, argc, argv, &words))
        return words.status;
    if (words.count != 1)
        return flags_complain(command, words.count == 0 ? "which specification?"
                                                        : "one specification");
    return run(context, words.items[0]);
}
