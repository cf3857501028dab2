#include "cli/flags.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>

#include "cli/commands.h"

enum { HELP_COLUMNS = 30 };

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

static void print_help(const struct command *command)
{
    printf("Usage: %s\n\n%s\nOptions:\n", command->usage, command->about);
    for (size_t i = 0; i < command->flag_count; i++)
        flag_print(stdout, &command->flags[i], HELP_COLUMNS);
    flag_print(stdout, &help_flag, HELP_COLUMNS);
    printf("\n%s", command->statuses);
}

enum flags_result {
    FLAGS_FINE,
    FLAGS_HELP,  /* the help was printed */
    FLAGS_WRONG, /* the mistake was printed */
};

static enum flags_result take(const struct command *command, void *context,
                              size_t flag, const char *value)
{
    struct error error = ERROR_NONE;
    if (flag == command->flag_count) {
        print_help(command);
        return FLAGS_HELP;
    }
    if (command->take(context, flag, value, &error))
        return FLAGS_FINE;
    flags_complain(command, "%s", error.message);
    return FLAGS_WRONG;
}

static enum flags_result take_all(const struct command *command, void *context,
                                  int argc, char **argv)
{
    struct flag flags[FLAG_LIMIT];
    struct flag_reader reader;
    struct error error = ERROR_NONE;
    const char *value;
    int flag;
    enum flags_result result = FLAGS_FINE;
    assert(command->flag_count < FLAG_LIMIT);
    for (size_t i = 0; i < command->flag_count; i++)
        flags[i] = command->flags[i];
    flags[command->flag_count] = help_flag;
    flag_reader_begin(&reader, flags, command->flag_count + 1, FLAG_ANYWHERE);
    while (result == FLAGS_FINE &&
           (flag = flag_next(&reader, argc, argv, &value, &error)) >= 0)
        result = take(command, context, (size_t)flag, value);
    if (error.code != ERROR_OK) {
        flags_complain(command, "%s", error.message);
        return FLAGS_WRONG;
    }
    return result;
}

bool flags_read(const struct command *command, void *context, int argc,
                char **argv, struct flags_words *words)
{
    enum flags_result result = take_all(command, context, argc, argv);
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
