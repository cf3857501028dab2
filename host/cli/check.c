/* weir check: setting up, and the end. Order of this file: what the executor is
 * at, the parts, all of them, the command. */
#include "cli/check_internal.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cli/check_files.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/model_check.h"
#include "cli/model_options.h"
#include "cli/reporters.h"
#include "cli/rerun.h"
#include "gen/choices.h"

static void on_activity(void *context, const char *what)
{
    struct check *check = context;
    if (what != NULL) {
        log_info("%s", what);
        check->doing = what;
    }
    if (check->reporter != NULL && check->reporter->ops->activity != NULL)
        check->reporter->ops->activity(check->reporter, check->doing);
}

static bool open_saved(struct check *check, struct error *error)
{
    const struct check_options *options = &check->options;
    if (options->save == NULL)
        return true;
    check->counterexamples = counterexample_folder_create(
        options->save, options->begin == BEGIN_LOAD, options->pauses_ms, error);
    if (check->counterexamples == NULL)
        return false;
    check->saved = counterexample_folder_choose(
        check->counterexamples, options->spec, check->program,
        options->only_count == 0 && options->without_count == 0);
    return true;
}

/* Nothing can be tested: readers of reports are to hear of it, too. */
static void tell_aborted(struct check *check, const struct error *error)
{
    const struct check_options *options = &check->options;
    const struct first_mistake *mistake = &check->mistake;
    struct run_property place = {
        .file = mistake->file,
        .line = mistake->line,
        .column = mistake->column,
    };
    struct run_info info = {
        .spec = options->spec,
        .origin = under_test_words(options),
        .seed = options->seed,
        .subscript = options->subscript,
        .time_mode = check->tested.virtual_time ? "virtual" : "real",
        .recorded = options->from != NULL,
        .deterministic = options->deterministic,
        .tests = options->tests,
        .command = check->command,
    };
    struct run_summary summary = {
        .aborted = mistake->words != NULL ? mistake->words : error->message,
        .aborted_at = mistake->file != NULL ? &place : NULL,
    };
    summary.exit_status = ending_status(&summary, error);
    if (!options->is_replay)
        reporters_tell_aborted(options, &info, &summary, &check->unwritten);
}

static bool open_recorder(struct check *check, struct error *error)
{
    const struct check_options *options = &check->options;
    if (options->trace == NULL)
        return true;
    check->recorder = recorder_create(options->trace, error);
    if (check->recorder == NULL)
        return false;
    struct reporter *both[] = {
        check->reporter, recorder_follow(check->recorder, &check->subject)};
    check->reporter = report_multi_create(both, 2);
    return true;
}

static bool set_up(struct check *check, int argc, char **argv,
                   struct error *error)
{
    struct check_options *options = &check->options;
    if (options->verbose)
        log_set_level(LOG_LEVEL_INFO);
    if (getenv("WEIR_DEBUG") != NULL)
        log_set_level(LOG_LEVEL_DEBUG);
    if (!options->has_seed && !options->has_round_seed)
        options->seed = choices_fresh_seed();
    check->command = command_line_again(options, argc, argv);
    check->whole_command = command_line_whole(options, argc, argv);
    if (!check_files_are_apart(options, error))
        return false;
    /* The specification is read while the browser starts; its mistakes are
     * told before those of the rest. */
    struct error unfound = ERROR_NONE;
    const struct under_test_activity activity = {on_activity, check};
    bool found = under_test_find(&check->tested, options, &unfound) &&
                 under_test_start(&check->tested, options, activity, &unfound);
    check->program =
        checked_program(options, check->watch, &check->mistake, error);
    if (check->program != NULL && !found)
        *error = unfound;
    if (check->program == NULL || !found) {
        tell_aborted(check, error);
        return false;
    }
    if (!check_files_spare_modules(options, check->program, error) ||
        !reporters_create(&check->reporter, options, &check->unwritten, error))
        return false;
    return open_recorder(check, error) && open_saved(check, error);
}

static void tear_down(struct check *check)
{
    under_test_stop(&check->tested);
    if (check->reporter != NULL)
        check->reporter->ops->destroy(check->reporter);
    recorder_destroy(check->recorder);
    counterexample_folder_destroy(check->counterexamples);
    shard_writer_destroy(check->shard);
    value_unref(check->recorded_options);
    under_test_close(&check->tested);
    lang_program_destroy(check->program);
    buf_finish(&check->environment);
    free(check->command);
    free(check->whole_command);
    free(check->places);
    free(check->leaders);
    first_mistake_finish(&check->mistake);
    options_finish(&check->options);
}

/* One round; with --watch there are more. */
static int check_once(int argc, char **argv, struct rerun_round *round)
{
    struct check check = {.doing = "", .watch = round->watch};
    struct error error = ERROR_NONE;
    int status;
    if (!options_parse(&check.options, argc, argv, &error)) {
        fprintf(stderr, "weir %s: %s\nTry weir %s --help.\n", argv[0],
                error.message, argv[0]);
        status = EXIT_WRONG;
    } else if (check.options.help) {
        options_print_help(&check.options, stdout);
        status = EXIT_PASSED;
    } else if (rerun_prepare(round, &check.options),
               !set_up(&check, argc, argv, &error)) {
        ending_print(&error);
        struct run_summary none = {0};
        status = ending_status(&none, &error);
    } else {
        status =
            check.options.is_replay ? check_repeat(&check) : check_run(&check);
    }
    rerun_note(round, &check.options, status);
    tear_down(&check);
    return ending_with_files(status, check.unwritten);
}

int command_check(int argc, char **argv)
{
    if (strcmp(argv[0], "check") == 0 && model_options_is_meant(argc, argv))
        return model_check(argc, argv);
    return rerun_run(argc, argv, check_once);
}
