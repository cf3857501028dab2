/* weir replay: the command line of a trace, made from its header and from what
 * is given beside it, goes the way of a check. Order of this file: what was
 * recorded, whether it may be done, the composed command line, the command. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/memory.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "cli/model_check.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "trace/trace_reader.h"

typedef VEC(char *) word_list;

static void add(word_list *words, struct str word)
{
    vec_push(words, memory_copy_string(word.data, word.length));
}

/* Whether the command line defines the same name. */
static bool is_defined(const struct check_options *given, struct str define)
{
    for (size_t i = 0; i < given->define_count; i++) {
        size_t length = strlen(given->defines[i].name);
        if (define.length > length && define.data[length] == '=' &&
            memcmp(define.data, given->defines[i].name, length) == 0)
            return true;
    }
    return false;
}

/* What a trace may not decide, unless somebody trusts it: it comes from
 * anybody, and these run as commands, or ask a server for more than a page. */
static const struct {
    const char *option, *what;
} given_only[] = {
    {"--executor", "of an executor, which is a command"},
    {"--streams", "of a module of streams, which is a program"},
    {"--start", "of a server that is started by a command"},
    {"--reset", "of an application that is reset before each test"},
};
enum { GIVEN_ONLY = sizeof given_only / sizeof *given_only };

static bool is_given_only(struct str word)
{
    for (size_t i = 0; i < GIVEN_ONLY; i++)
        if (str_is(word, given_only[i].option))
            return true;
    return false;
}

/* The recorded options, but for what is given anew in another form, for what is
 * always given, and for the limit that may have ended the
 * recorded run: this one ends with its actions, on a slower machine, too. */
static void add_recorded(word_list *words, const struct trace_header *header,
                         const struct check_options *given)
{
    const struct value *list = header->options;
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        struct str word = value_text(list->items[i]);
        bool is_define = str_is(word, "--define");
        if ((is_given_only(word) && !given->trust) ||
            str_is(word, "--timeout") ||
            (is_define && is_defined(given, value_text(list->items[i + 1]))))
            i++;
        else
            add(words, word);
    }
}

/* What stands after the option (after a flag it means nothing); NULL: it is
 * not recorded. */
static const struct value *recorded(const struct trace_header *header,
                                    const char *option)
{
    const struct value *list = header->options;
    for (size_t i = 0; list != NULL && i < list->count; i++)
        if (str_is(value_text(list->items[i]), option))
            return list->items[i + 1 < list->count ? i + 1 : i];
    return NULL;
}

static bool is_recorded(const struct trace_header *header, const char *option)
{
    return recorded(header, option) != NULL;
}

static bool is_option(const char *word)
{
    return word != NULL && word[0] == '-';
}

/* Nothing that a trace says may make weir do more than look at an application:
 * it may come from anybody. What an executor is runs as a command. */
static bool is_acceptable(const struct trace_header *header,
                          const struct check_options *given,
                          struct error *error)
{
    const char *const given_texts[GIVEN_ONLY] = {
        given->executor, given->streams, given->start, given->reset};
    if (!options_accept_recorded(header->options, error))
        return false;
    if (is_option(header->spec) || is_option(header->origin) ||
        is_option(header->time_mode))
        return error_set(error, ERROR_IO,
                         "the trace has an option in place of a specification, "
                         "an origin or a kind of time");
    for (size_t i = 0; i < GIVEN_ONLY; i++) {
        const struct value *text = recorded(header, given_only[i].option);
        if (text != NULL && given_texts[i] == NULL && !given->trust)
            return error_set(error, ERROR_USAGE,
                             "the trace is %s: %.100s. Give it with %s, if it "
                             "may run here; or --trust, if all that the trace "
                             "names may",
                             given_only[i].what, value_text(text).data,
                             given_only[i].option);
    }
    return true;
}

/* A header, and later all of it. */
static bool is_file(const char *path, struct error *error)
{
    struct stat status;
    if (strcmp(path, "-") != 0 &&
        (stat(path, &status) != 0 || S_ISREG(status.st_mode)))
        return true;
    return error_set(error, ERROR_USAGE,
                     "a trace that is to be replayed is read twice: it has to "
                     "be a file");
}

/* In the header the origin is whatever was tested: only a page has one. */
static bool has_origin(const struct trace_header *header)
{
    const struct value *list = header->options;
    if (header->origin == NULL || is_recorded(header, "--executor") ||
        is_recorded(header, "--ccs") || is_recorded(header, "--streams"))
        return false;
    for (size_t i = 0; list != NULL && i + 1 < list->count; i++)
        if (str_is(value_text(list->items[i]), "--serve") &&
            str_is(value_text(list->items[i + 1]), header->origin))
            return false; /* the folder itself */
    return true;
}

/* A trace with no word of how its page began: it began at rest. */
static void add_begin(word_list *words, const struct trace_header *header,
                      const struct check_options *given)
{
    if (is_recorded(header, "--begin") || is_recorded(header, "--ccs") ||
        is_recorded(header, "--executor") || is_recorded(header, "--streams") ||
        given->ccs != NULL || given->executor != NULL || given->streams != NULL)
        return;
    add(words, STR("--begin"));
    add(words, STR("rest"));
}

/* The whole command: recorded options, given ones, the words. */
static void compose(word_list *words, const struct trace_header *header,
                    const struct check_options *given, int argc, char **argv)
{
    add(words, STR("replay"));
    add_recorded(words, header, given);
    add_begin(words, header, given);
    if (header->time_mode != NULL && !is_recorded(header, "--ccs") &&
        !is_recorded(header, "--executor") &&
        !is_recorded(header, "--streams")) {
        add(words, STR("--time"));
        add(words, str_text(header->time_mode));
    }
    for (int i = 1; i < argc; i++)
        add(words, str_text(argv[i]));
    if (given->spec[0] == '\0' && header->spec != NULL)
        add(words, str_text(header->spec));
    if (given->origin == NULL && has_origin(header))
        add(words, str_text(header->origin));
}

static int run_composed(const struct trace_header *header,
                        const struct check_options *given, int argc,
                        char **argv)
{
    word_list words = VEC_EMPTY;
    compose(&words, header, given, argc, argv);
    size_t count = words.count;
    vec_push(&words, NULL);
    char **line = memory_zeroed(words.count, sizeof *line);
    memcpy(line, words.items, words.count * sizeof *line); /* getopt sorts it */
    int status = command_check((int)count, line);
    for (size_t i = 0; i < count; i++)
        free(words.items[i]);
    vec_finish(&words);
    free(line);
    return status;
}

static void print_help(void)
{
    fputs(
        "Usage: weir replay [OPTION]... TRACE [SPEC [ORIGIN]]\n"
        "       weir replay FILE.program MODEL.js [ADDRESS | --command "
        "COMMAND]\n"
        "\n"
        "Repeats the tests that `weir check --trace TRACE` recorded, and says\n"
        "whether they go as recorded, and if not where and how they differ.\n"
        "SPEC, ORIGIN, the seed and the options are those of the trace, "
        "unless\n"
        "they are given. A trace may come from anybody: what it names that "
        "runs as a\n"
        "command (--executor, --streams, --start, --reset) has to be given "
        "again, or\n"
        "trusted. The options are those of weir check, but for --from, "
        "--trace,\n"
        "--save, --reporter, --jobs, --tests and --shard.\n"
        "\n"
        "A program that a check of a model has saved (--save) is run again on "
        "the\n"
        "system; the exit status is that of weir check.\n"
        "\n"
        "Options:\n"
        "      --trust                 run the commands that the trace names\n"
        "      --command COMMAND       of a model: the system that it tests\n"
        "      --model COMMAND         of a model: a program, instead of "
        "MODEL.js\n"
        "  -v, --verbose               differences in full\n"
        "  -h, --help                  show this text\n"
        "\n"
        "Exit status: 0 every test went as recorded, whatever its verdict; 1 "
        "one\n"
        "errored, or the page could not be loaded; 2 the trace, the\n"
        "specification, the options or the set-up are wrong; 3 one did not go "
        "as\n"
        "recorded; 129, 130 and 143 interrupted.\n",
        stdout);
}

static int complain(const struct error *error)
{
    fprintf(stderr, "weir replay: %s\n", error->message);
    if (error->code == ERROR_USAGE) /* not when the trace is wrong */
        fputs("Try weir replay --help.\n", stderr);
    return EXIT_WRONG;
}

int command_replay(int argc, char **argv)
{
    struct check_options given;
    struct error error = ERROR_NONE;
    struct trace_record record;
    int status;
    if (model_options_is_meant(argc, argv))
        return model_check(argc, argv);
    trace_record_init(&record);
    char **line = memory_zeroed((size_t)argc + 1, sizeof *line);
    memcpy(line, argv, (size_t)argc * sizeof *line);
    bool fine = options_parse(&given, argc, line, &error) &&
                (given.help || is_file(given.replay, &error));
    struct trace_reader *reader =
        fine && !given.help ? trace_reader_open(given.replay, &error) : NULL;
    if (fine && given.help) {
        print_help();
        status = EXIT_PASSED;
    } else if (reader == NULL || !trace_reader_next(reader, &record, &error) ||
               !is_acceptable(&record.header, &given, &error)) {
        status = complain(&error);
    } else {
        status = run_composed(&record.header, &given, argc, argv);
    }
    trace_reader_close(reader);
    trace_record_finish(&record);
    options_finish(&given);
    free(line);
    return status;
}
