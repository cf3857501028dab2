/* weir checker: the original's interpreter for other programs
 * (docs/PROTOCOL.md; reference, 7.1 and 7.2). Order of this file: options, the
 * specification, the trace of a result, results, the command. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/json.h"
#include "base/log.h"
#include "base/loop.h"
#include "base/memory.h"
#include "check/spec/spec.h"
#include "cli/commands.h"
#include "cli/flags.h"
#include "cli/interrupt.h"
#include "cli/library.h"
#include "cli/options.h"
#include "exec/process/dialogue.h"
#include "exec/process/protocol.h"
#include "lang/program.h"
#include "gen/choices.h"
#include "run/session.h"
#include "run/uniform.h"

struct checker_command {
    const char *include[OPTIONS_LIMIT];
    size_t include_count;
    int64_t subscript; /* 0: the default */
    bool has_seed;
    uint64_t seed;
    const char *module;

    struct lang_program *program;
    struct loop *loop;
    struct executor *executor;
    struct buf results; /* of the sessions so far, separated by commas */

    /* Of the present session: */
    struct check_spec *spec;
    struct buf trace;
    int64_t awaited_ms; /* the timeout of the action whose events are awaited,
                           or ACTION_NO_TIMEOUT */
};

/* ---- options ------------------------------------------------------------ */

enum checker_flag { CHECKER_INCLUDE, CHECKER_SEED, CHECKER_SUBSCRIPT };

static const struct flag flags[] = {
    {"include", 'I', "DIR", "look for imported modules in DIR (repeatable)"},
    {"seed", 0, "S", "repeat a run: everything left to chance"},
    {"subscript", 0, "N", "for operators without a subscript (default 100)"},
};

static bool take(void *context, size_t flag, const char *value,
                 struct error *error)
{
    struct checker_command *checker = context;
    uint64_t number = 0;
    bool is_number = flag_number(value, &number);
    switch ((enum checker_flag)flag) {
    case CHECKER_INCLUDE:
        if (checker->include_count == OPTIONS_LIMIT)
            return error_set(error, ERROR_USAGE, "too many folders");
        checker->include[checker->include_count++] = value;
        return true;
    case CHECKER_SEED:
        checker->seed = number;
        checker->has_seed = is_number;
        return is_number || error_set(error, ERROR_USAGE,
                                      "--seed wants a number from 0 to "
                                      "2^64 - 1, not \"%s\"",
                                      value);
    case CHECKER_SUBSCRIPT:
        is_number = is_number && number > 0 && number <= INT64_MAX;
        checker->subscript = (int64_t)number;
        return is_number || error_set(error, ERROR_USAGE,
                                      "--subscript wants a number from 1, not "
                                      "\"%s\"",
                                      value);
    }
    return false;
}

static const struct command command = {
    .name = "checker",
    .usage = "weir checker [OPTION]... [check] MODULE",
    .about =
        "Checks the properties of MODULE for an executor that started this\n"
        "command: requests go to standard output, its answers come from\n"
        "standard input, one JSON object a line (docs/PROTOCOL.md). To let "
        "weir\n"
        "start the executor see weir check --executor.\n",
    .flags = flags,
    .flag_count = sizeof flags / sizeof *flags,
    .statuses = "Exit status: 0 Done was sent; 2 Aborted was sent, or the "
                "options are wrong;\n1 the executor broke the protocol or "
                "ended; 129, 130 and 143 interrupted.\n",
    .take = take,
};

/* [check] MODULE: the original has other subcommands, too. */
static bool take_words(struct checker_command *checker, char **words,
                       size_t count)
{
    if (count == 2 && strcmp(words[0], "check") == 0) {
        words++;
        count--;
    }
    if (count == 1) {
        checker->module = words[0];
        return true;
    }
    flags_complain(&command,
                   count == 0 ? "which module?" : "one module, not several");
    return false;
}

/* ---- the specification -------------------------------------------------- */

static void say(const struct buf *line)
{
    fwrite(buf_text(line), 1, line->length, stdout);
    fflush(stdout);
}

/* Load errors come before there is a dialogue. */
static void say_aborted(struct str words)
{
    struct buf line;
    while (words.length > 0 && words.data[words.length - 1] == '\n')
        words.length--;
    buf_init(&line);
    protocol_add_aborted(&line, words);
    say(&line);
    buf_finish(&line);
}

static bool load(struct checker_command *checker)
{
    char *library = library_folder();
    struct lang_options options = {.include = checker->include,
                                   .include_count = checker->include_count,
                                   .library = library,
                                   .subscript = checker->subscript};
    struct diag_list diags;
    struct source_table sources;
    struct buf words;
    buf_init(&words);
    diag_list_init(&diags);
    source_table_init(&sources);
    checker->program = lang_load(checker->module, &options, &diags, &sources);
    bool loaded = checker->program != NULL;
    diag_list_print(&words, loaded ? &checker->program->sources : &sources,
                    &diags);
    if (loaded)
        fputs(buf_text(&words), stderr); /* warnings */
    else
        say_aborted(buf_str(&words));
    diag_list_finish(&diags);
    source_table_finish(&sources);
    buf_finish(&words);
    free(library);
    return loaded;
}

/* ---- the trace of a result ---------------------------------------------- */

static void begin_item(struct buf *list)
{
    if (list->length > 0)
        buf_add_char(list, ',');
}

static void add_actions(struct buf *trace, const struct action *actions,
                        size_t count)
{
    begin_item(trace);
    buf_add_text(trace, "{\"tag\":\"TraceAction\",\"contents\":[");
    for (size_t i = 0; i < count; i++) {
        if (i > 0)
            buf_add_char(trace, ',');
        action_add_json(trace, &actions[i]);
    }
    buf_add_text(trace, "]}");
}

/* The original tells a timeout after an action as an event of its own. */
static void add_timeout(struct checker_command *checker)
{
    struct action event = action_make(value_string(STR("timeout")), true,
                                      value_list(NULL, 0), checker->awaited_ms);
    add_actions(&checker->trace, &event,
                checker->awaited_ms == ACTION_NO_TIMEOUT ? 0 : 1);
    action_finish(&event);
}

static void add_what(struct checker_command *checker, const struct step *step)
{
    const struct action_list *matched = check_spec_matched(checker->spec);
    switch (step->kind) {
    case STEP_EVENT:
        add_actions(&checker->trace, matched->items, matched->count);
        if (matched->count > 0)
            checker->awaited_ms = ACTION_NO_TIMEOUT;
        break;
    case STEP_ACTED:
        add_actions(&checker->trace, step->what.items, step->what.count);
        checker->awaited_ms = step->what.items[0].timeout_ms;
        break;
    case STEP_TIMEOUT:
        add_timeout(checker);
        checker->awaited_ms = ACTION_NO_TIMEOUT;
        break;
    }
}

static void on_step(void *context, const struct step *step)
{
    struct checker_command *checker = context;
    add_what(checker, step);
    buf_add_text(&checker->trace, ",{\"tag\":\"TraceState\",\"contents\":");
    value_add_json(&checker->trace, step->state);
    buf_add_char(&checker->trace, '}');
}

/* ---- results ------------------------------------------------------------ */

static void add_result(struct checker_command *checker,
                       const struct session_result *result)
{
    struct buf *out = &checker->results;
    struct verdict verdict = result->verdict;
    begin_item(out);
    if (verdict.kind == VERDICT_ERRORED) {
        begin_item(&checker->trace);
        buf_add_text(&checker->trace, "{\"tag\":\"TraceError\",\"contents\":");
        json_add_string(&checker->trace, str_text(result->error.message));
        buf_add_char(&checker->trace, '}');
        buf_add_text(out, "{\"tag\":\"ErrorResult\"");
    } else {
        buf_addf(out,
                 "{\"tag\":\"RunResult\",\"valid\":{\"tag\":\"%s\","
                 "\"contents\":%s}",
                 verdict.kind == VERDICT_DEFINITELY ? "Definitely" : "Probably",
                 verdict.value ? "true" : "false");
    }
    buf_addf(out, ",\"trace\":[%s]}", buf_text(&checker->trace));
}

static bool is_cancelled(void *context)
{
    (void)context;
    return interrupt_signal() != 0;
}

static bool run_session(struct checker_command *checker, size_t property,
                        struct session_result *result, struct error *error)
{
    uint64_t seed = choices_seed_of_test(checker->seed, property);
    struct strategy *strategy = uniform_create(seed);
    struct session_options options = {.strategy = strategy,
                                      .seed = seed,
                                      .deadline_ms = INT64_MAX,
                                      .max_actions = SESSION_NO_LIMIT,
                                      .on_step = on_step,
                                      .cancelled = is_cancelled,
                                      .context = checker};
    buf_clear(&checker->trace);
    checker->awaited_ms = ACTION_NO_TIMEOUT;
    checker->spec = check_spec_create(checker->program,
                                      &checker->program->properties[property]);
    bool fine = session_run(checker->executor, &checker->spec->checker,
                            &checker->spec->actor, &options, result, error);
    strategy->ops->destroy(strategy);
    checker->spec->checker.ops->destroy(&checker->spec->checker);
    return fine;
}

/* One property. False: the command ends with *status. */
static bool check_property(struct checker_command *checker, size_t property,
                           int *status)
{
    struct session_result result;
    struct error error = ERROR_NONE;
    session_result_init(&result);
    bool goes_on = run_session(checker, property, &result, &error);
    if (goes_on && (result.error.code == ERROR_UNJUDGED ||
                    result.error.code == ERROR_UNJUDGED_LATER)) {
        error = result.error; /* as the original does */
        goes_on = false;
    }
    if (dialogue_has_failed(checker->executor, &error)) {
        fprintf(stderr, "weir checker: %s\n", error.message);
        *status = EXIT_ERRORED;
        goes_on = false;
    } else if (!goes_on && error.code == ERROR_CANCELLED) {
        *status = 128 + interrupt_signal();
    } else if (!goes_on) {
        struct buf line;
        buf_init(&line);
        protocol_add_aborted(&line, str_text(error.message));
        dialogue_say(checker->executor, buf_str(&line));
        buf_finish(&line);
        *status = EXIT_WRONG;
    } else {
        add_result(checker, &result);
    }
    session_result_finish(&result);
    return goes_on;
}

static int check_all(struct checker_command *checker)
{
    int status = EXIT_PASSED;
    size_t count = checker->program->property_count, done = 0;
    while (done < count && check_property(checker, done, &status))
        done++;
    if (done == count) {
        struct buf line;
        buf_init(&line);
        buf_addf(&line, "{\"tag\":\"Done\",\"results\":[%s]}\n",
                 buf_text(&checker->results));
        dialogue_say_end(checker->executor);
        dialogue_say(checker->executor, buf_str(&line));
        buf_finish(&line);
    }
    if (!dialogue_flush(checker->executor, INT64_MAX) && done == count)
        status = EXIT_ERRORED;
    return status;
}

/* ---- the command -------------------------------------------------------- */

static int run(struct checker_command *checker)
{
    struct error error = ERROR_NONE;
    struct dialogue_options options = {
        .input = STDIN_FILENO, .output = STDOUT_FILENO, .defers_end = true};
    checker->loop = loop_create(&error);
    if (checker->loop != NULL)
        checker->executor = dialogue_create(checker->loop, &options, &error);
    if (checker->executor == NULL) {
        fprintf(stderr, "weir checker: %s\n", error.message);
        return EXIT_WRONG;
    }
    interrupt_catch(checker->loop);
    fprintf(stderr, "weir checker: seed %" PRIu64 "\n", checker->seed);
    return check_all(checker);
}

static void tear_down(struct checker_command *checker)
{
    if (checker->executor != NULL)
        checker->executor->ops->destroy(checker->executor);
    interrupt_ignore();
    if (checker->loop != NULL)
        loop_destroy(checker->loop);
    buf_finish(&checker->results);
    buf_finish(&checker->trace);
    lang_program_destroy(checker->program);
}

int command_checker(int argc, char **argv)
{
    struct checker_command checker = {.subscript = 0};
    struct flags_words words;
    if (!flags_read(&command, &checker, argc, argv, &words))
        return words.status;
    if (!take_words(&checker, words.items, words.count))
        return EXIT_WRONG;
    if (getenv("WEIR_DEBUG") != NULL)
        log_set_level(LOG_LEVEL_DEBUG);
    if (!checker.has_seed)
        checker.seed = choices_fresh_seed();
    int status = load(&checker) ? run(&checker) : EXIT_WRONG;
    tear_down(&checker);
    return status;
}
