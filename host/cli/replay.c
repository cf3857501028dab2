/* Order of this file: the words, one test, the file, the command line. */
#include "cli/replay.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/recorded.h"
#include "cli/select.h"
#include "report/ink.h"
#include "report/show.h"
#include "report/terminal.h"
#include "report/text.h"
#include "report/words.h"
#include "run/replay.h"
#include "trace/trace_reader.h"

enum { INDENT = 2, STATE_INDENT = 6 };

/* ---- the words ---------------------------------------------------------- */

static void print_line(struct ink *ink, size_t indent, enum ink_style style,
                       const char *text)
{
    ink_line(ink, indent, style, text);
}

/* "  4. click `#toggle`" */
static void print_step(struct ink *ink, const char *when,
                       const struct step *steps, size_t at)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "%s: ", when);
    words_add_step(&text, &steps[at], at == 0 ? NULL : &steps[at - 1],
                   ink->unicode);
    print_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_states(struct ink *ink, const struct replay *replay,
                         bool in_full)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "The state differs, recorded %s now:", text_arrow(ink->unicode));
    print_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    show_difference(ink, STATE_INDENT, replay->before, replay->after, NULL,
                    in_full);
    buf_finish(&text);
}

static void print_difference(struct ink *ink, const struct trace *trace,
                             const struct replay *replay, bool in_full)
{
    const struct step *now = replay->result.kept.steps;
    size_t at = replay->at;
    switch (replay->difference) {
    case REPLAY_NOT_OFFERED:
        print_step(ink, "The action is not on offer", trace->items,
                   replay->stuck);
        break;
    case REPLAY_OTHER_STEP:
        print_step(ink, "recorded", trace->items, at);
        print_step(ink, "now", now, at);
        break;
    case REPLAY_OTHER_STATE:
        print_step(ink, "Step", trace->items, at);
        print_states(ink, replay, in_full);
        break;
    case REPLAY_SHORTER:
        print_step(ink, "It ended before this", trace->items, at);
        break;
    case REPLAY_LONGER:
        print_step(ink, "It goes on with", now, at);
        break;
    case REPLAY_SAME:
    case REPLAY_VERDICT:
        break;
    }
}

/* What is to be said of the verdicts when they are not the same, or when the
 * run came to no end. */
static void print_verdicts(struct ink *ink, const struct trace *trace,
                           const struct replay *replay)
{
    struct buf text;
    buf_init(&text);
    const struct session_result *now = &replay->result;
    buf_addf(&text, "recorded: %s; now: %s",
             trace->has_ending ? verdict_text(trace->ending.verdict)
                               : "cut off",
             verdict_text(now->verdict));
    if (now->verdict.kind == VERDICT_ERRORED)
        buf_addf(&text, " (%s)", now->error.message);
    if (replay->stuck != SIZE_MAX)
        buf_addf(&text,
                 ", stopped before step %zu, whose action is not on "
                 "offer",
                 replay->stuck + 1);
    print_line(ink, INDENT + 2, INK_PLAIN, buf_text(&text));
    buf_finish(&text);
}

static void print_result(struct ink *ink, const struct trace *trace,
                         const struct replay *replay, int64_t duration_ms,
                         bool in_full)
{
    const struct session_result *now = &replay->result;
    bool is_same = replay->difference == REPLAY_SAME;
    struct buf text;
    buf_init(&text);
    ink_begin(ink, 0, 5);
    ink_words(ink, is_same ? INK_GREEN : INK_RED, is_same ? "same" : "DIFF");
    buf_addf(&text, " %s%s%s%s", trace->header.property,
             trace->header.run == NULL ? "" : " (",
             trace->header.run == NULL ? "" : trace->header.run,
             trace->header.run == NULL ? "" : ")");
    ink_words(ink, INK_BOLD, buf_text(&text));
    buf_clear(&text);
    if (is_same)
        buf_addf(&text, " %s, as recorded", verdict_text(now->verdict));
    else if (replay->difference == REPLAY_VERDICT)
        buf_add_text(&text, " the same steps, another verdict");
    else
        buf_addf(&text, " diverged at step %zu of %zu", replay->at + 1,
                 trace->count);
    ink_words(ink, INK_PLAIN, buf_text(&text));
    buf_clear(&text);
    buf_add_text(&text, " (");
    text_add_count(&text, (int64_t)now->kept.count, "state");
    buf_add_text(&text, ", ");
    text_add_count(&text, now->actions, "action");
    buf_add_text(&text, ", ");
    text_add_duration_ms(&text, duration_ms);
    buf_add_char(&text, ')');
    ink_words(ink, INK_DIM, buf_text(&text));
    ink_end(ink);
    if (!is_same) {
        print_difference(ink, trace, replay, in_full);
        print_verdicts(ink, trace, replay);
    }
    buf_finish(&text);
}

static void print_text(const struct ink *ink)
{
    fwrite(buf_text(&ink->out), 1, ink->out.length, stdout);
    fflush(stdout);
}

/* ---- one test ----------------------------------------------------------- */

/* The first one, where there are several of the name. */
static bool find_property(const struct lang_program *program,
                          const struct trace_header *header, size_t *property)
{
    size_t count;
    size_t *picked = memory_zeroed(program->property_count, sizeof *picked);
    recorded_find(program, header, picked, &count);
    *property = picked[0];
    free(picked);
    return count > 0;
}

/* *status: of the command, as far as this test decides it. False: it has to
 * end. */
static bool repeat_test(const struct replay_setup *setup, struct trace *trace,
                        int *status, struct error *error)
{
    const struct check_options *options = setup->options;
    struct reduce_options reduce = setup->reduce;
    const char *name = trace->header.property;
    if (!find_property(setup->program, &trace->header, &reduce.property))
        return error_set(error, ERROR_USAGE,
                         "%s checks no property \"%s\", of which the trace is",
                         options->spec, name == NULL ? "" : name);
    reduce.seed = options->has_seed ? options->seed : trace->header.seed;
    int64_t started = clock_now_ms();
    struct replay replay;
    replay_init(&replay);
    bool fine = replay_run(&reduce, trace, &replay);
    struct report_options report = {.stream = stdout};
    struct ink ink;
    ink_init(&ink, terminal_has_colour(&report, stdout),
             terminal_has_unicode(&report), terminal_width(&report, stdout));
    if (fine)
        print_result(&ink, trace, &replay, clock_now_ms() - started,
                     options->verbose);
    else
        *error = replay.result.error;
    print_text(&ink);
    ink_finish(&ink);
    if (replay.result.verdict.kind == VERDICT_ERRORED &&
        replay.difference != REPLAY_SAME)
        *status = EXIT_ERRORED;
    else if (replay.difference != REPLAY_SAME && *status == EXIT_PASSED)
        *status = EXIT_FAILED;
    replay_finish(&replay);
    return fine;
}

/* ---- the file ----------------------------------------------------------- */

/* Moves the header into the trace, then reads its steps and its ending.
 * `record` is the next header or the end. */
static bool read_test(struct trace_reader *reader, struct trace_record *record,
                      struct trace *trace, struct error *error)
{
    trace->header = record->header;
    record->header = (struct trace_header){.spec = NULL};
    for (;;) {
        if (!trace_reader_next(reader, record, error))
            return false;
        if (record->kind == TRACE_RECORD_STEP) {
            vec_push(trace, record->step);
            step_init(&record->step);
        } else if (record->kind == TRACE_RECORD_ENDING) {
            trace->ending = record->ending;
            trace->has_ending = true;
            record->ending = (struct trace_ending){.error = NULL};
        } else {
            return true;
        }
    }
}

/* Of a property that --only and --without leave. */
static bool is_asked_for(const struct replay_setup *setup,
                         const struct trace *trace)
{
    const char *name = trace->header.property;
    return name == NULL || select_asks_for(setup->options, name);
}

static bool repeat_all(const struct replay_setup *setup,
                       struct trace_reader *reader, int *status,
                       struct error *error)
{
    size_t asked_for = 0;
    struct trace_record record;
    trace_record_init(&record);
    bool fine = trace_reader_next(reader, &record, error);
    while (fine && record.kind == TRACE_RECORD_HEADER &&
           interrupt_signal() == 0) {
        struct trace trace;
        trace_init(&trace);
        fine = read_test(reader, &record, &trace, error);
        bool is_asked = fine && is_asked_for(setup, &trace);
        asked_for += is_asked;
        if (is_asked)
            fine = repeat_test(setup, &trace, status, error);
        trace_finish(&trace);
    }
    trace_record_finish(&record);
    const struct check_options *options = setup->options;
    if (fine && asked_for == 0 && interrupt_signal() == 0 &&
        options->only_count + options->without_count > 0)
        return error_set(error, ERROR_USAGE,
                         "--only and --without leave no test of this trace");
    return fine;
}

static int status_of(const struct error *error)
{
    switch (error->code) {
    case ERROR_ORIGIN:
    case ERROR_RUN:
    case ERROR_LOST:
        return EXIT_ERRORED;
    default:
        return EXIT_WRONG;
    }
}

int replay_file(const struct replay_setup *setup)
{
    struct error error = ERROR_NONE;
    int status = EXIT_PASSED;
    struct trace_reader *reader =
        trace_reader_open(setup->options->replay, &error);
    printf("replaying %s  (%s time)\n\n", setup->options->replay,
           setup->virtual_time ? "virtual" : "real");
    bool fine = reader != NULL && repeat_all(setup, reader, &status, &error);
    trace_reader_close(reader);
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (fine)
        return status;
    fprintf(stderr, "weir: %s\n", error.message);
    return status_of(&error);
}

/* ---- the command line --------------------------------------------------- */

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

/* The recorded options, but for what is given anew in another form, for the
 * executor, which is always given, and for the limit that may have ended the
 * recorded run: this one ends with its actions, on a slower machine, too. */
static void add_recorded(word_list *words, const struct trace_header *header,
                         const struct check_options *given)
{
    const struct value *list = header->options;
    for (size_t i = 0; list != NULL && i < list->count; i++) {
        struct str word = value_text(list->items[i]);
        bool is_define = str_is(word, "--define");
        if (str_is(word, "--executor") || str_is(word, "--timeout") ||
            (is_define && is_defined(given, value_text(list->items[i + 1]))))
            i++;
        else
            add(words, word);
    }
}

/* What stands behind the option (behind a flag it means nothing); NULL: it is
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
    const struct value *executor = recorded(header, "--executor");
    if (!options_accept_recorded(header->options, error))
        return false;
    if (is_option(header->spec) || is_option(header->origin) ||
        is_option(header->time_mode))
        return error_set(error, ERROR_IO,
                         "the trace has an option in place of a specification, "
                         "an origin or a kind of time");
    if (executor != NULL && given->executor == NULL)
        return error_set(error, ERROR_USAGE,
                         "the trace is of an executor, which is a command: "
                         "%.100s. Give it with --executor, if it may run here",
                         value_text(executor).data);
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
        is_recorded(header, "--ccs"))
        return false;
    for (size_t i = 0; list != NULL && i + 1 < list->count; i++)
        if (str_is(value_text(list->items[i]), "--serve") &&
            str_is(value_text(list->items[i + 1]), header->origin))
            return false; /* the folder itself */
    return true;
}

/* The whole command: recorded options, given ones, the words. */
static void compose(word_list *words, const struct trace_header *header,
                    const struct check_options *given, int argc, char **argv)
{
    add(words, STR("replay"));
    add_recorded(words, header, given);
    if (header->time_mode != NULL && !is_recorded(header, "--ccs") &&
        !is_recorded(header, "--executor")) {
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
        "\n"
        "Repeats the tests that `weir check --trace TRACE` recorded, and says\n"
        "whether they go as recorded, and if not where and how they differ.\n"
        "SPEC, ORIGIN, the seed and the options are those of the trace, "
        "unless\n"
        "they are given; only a recorded --executor has to be given again. "
        "The\n"
        "options are those of weir check, but for --from, --trace, --save,\n"
        "--reporter, --jobs, --tests and --shard.\n"
        "\n"
        "Options:\n"
        "  -v, --verbose               differences in full\n"
        "  -h, --help                  show this text\n"
        "\n"
        "Exit status: 0 every test went as recorded, whatever its verdict; 1 "
        "one\n"
        "errored, or the page could not be loaded; 2 the trace, the\n"
        "specification, the options or the set-up are wrong; 3 one did not go "
        "as\n"
        "recorded; 130 and 143 interrupted.\n",
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
