/* weir check. Order of this file: what a run tells while it goes, the run, the
 * command. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "check/spec/spec.h"
#include "cli/rerun.h"
#include "cli/check_files.h"
#include "cli/checked_program.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/environment_words.h"
#include "cli/interrupt.h"
#include "cli/counterexample_folder.h"
#include "cli/model_check.h"
#include "cli/model_options.h"
#include "cli/options.h"
#include "cli/parallel.h"
#include "cli/places.h"
#include "cli/recorder.h"
#include "cli/replay.h"
#include "cli/reporters.h"
#include "cli/shard_output.h"
#include "cli/under_test.h"
#include "cli/watch.h"
#include "lang/program.h"
#include "report/report.h"
#include "run/campaign.h"
#include "gen/choices.h"

/* Everything one `weir check` holds; finished in reverse order. */
struct check {
    struct check_options options;
    struct lang_program *program;
    struct under_test tested;
    struct reporter *reporter;                     /* NULL at first */
    struct recorder *recorder;                     /* --trace, or NULL */
    struct counterexample_folder *counterexamples; /* --save, or NULL */
    const struct saved_list *saved;
    struct shard_writer *shard;      /* --shard, or NULL */
    struct recorder_subject subject; /* of the headers of traces */
    struct value *recorded_options;
    size_t *leaders;   /* of the campaign; NULL: each property is its own */
    const char *doing; /* what the executor is at; a literal */
    struct run_info info;
    struct run_property *places; /* of the properties */
    struct buf environment;      /* of the last test that was told of */
    char *command;
    char *whole_command;          /* of the run of which this is a shard */
    struct watch *watch;          /* borrowed: --watch, or NULL */
    struct first_mistake mistake; /* of the specification */
    bool unwritten; /* a file that was asked for; it has been said */
};

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

/* ---- the run ------------------------------------------------------------ */

static const char *property_name(void *context, size_t property)
{
    const struct check *check = context;
    return check->program->properties[property].global->name->text;
}

static const char *environment_words(void *context, uint64_t seed)
{
    struct check *check = context;
    return environment_words_tell(&check->environment,
                                  &check->options.environment,
                                  check->tested.virtual_time, seed);
}

static struct checker *open_test(void *context, size_t property,
                                 struct actor **actor)
{
    const struct check *check = context;
    const struct lang_property *checked = &check->program->properties[property];
    struct check_spec *spec = check_spec_create_for(
        check->program, checked, options_deps_extent(&check->options));
    *actor = &spec->actor;
    return &spec->checker;
}

static bool is_cancelled(void *context)
{
    (void)context;
    return interrupt_signal() != 0;
}

static void outbox_unwritten(struct check *check, const struct error *error)
{
    log_warn("%s", error->message);
    check->unwritten = true;
}

static void on_result(void *context, size_t property,
                      const struct test_result *result)
{
    struct check *check = context;
    struct error error = ERROR_NONE;
    if (check->counterexamples != NULL)
        counterexample_folder_take(check->counterexamples, check->options.spec,
                                   check->program, property, result,
                                   check->reporter);
    if (check->recorder == NULL)
        return;
    struct trace_header header = recorder_header(&check->subject, property);
    if (!recorder_add(check->recorder, &header, check->info.deterministic,
                      result, &error))
        outbox_unwritten(check, &error);
    deps_finish(&header.deps);
}

/* With --jobs it was learned in another process. */
static void on_learned(void *context, const struct deps *learned)
{
    const struct check *check = context;
    deps_merge(check->program->learned, learned);
}

static void on_outcome(void *context, const struct campaign_place *place,
                       const struct campaign_outcome *outcome)
{
    struct check *check = context;
    struct error error = ERROR_NONE;
    if (check->shard != NULL &&
        !shard_writer_add(check->shard, place, outcome, &error))
        outbox_unwritten(check, &error);
}

/* Unless it is asked for, only where a run meets no data of another one: its
 * page is a file, or comes from weir's own server. */
static bool shrinks_two_at_a_time(const struct check *check)
{
    const struct check_options *options = &check->options;
    if (options->shrink_jobs > 0 || options->no_shrink)
        return options->shrink_jobs == 2;
    return options->jobs == 1 && check->tested.browser.local &&
           options->connect == NULL && !options->headful && parallel_has_room();
}

/* One test after the other. */
static bool run_alone(struct check *check, const struct campaign *campaign,
                      struct run_summary *summary, struct error *error)
{
    struct parallel second;
    struct campaign alone = *campaign;
    if (shrinks_two_at_a_time(check))
        alone.ahead =
            parallel_ahead(&second, check->tested.loop, &check->tested.browser);
    bool fine = campaign_run(&alone, summary, error);
    ahead_destroy(alone.ahead);
    return fine;
}

static bool run_tests(struct check *check, const struct campaign *campaign,
                      struct run_summary *summary, struct error *error)
{
    struct under_test *tested = &check->tested;
    if (tested->recording != NULL)
        return recording_check(tested->recording, check->program,
                               check->reporter, is_cancelled, summary, error);
    if (tested->executor == NULL)
        return parallel_run(campaign, (size_t)check->options.jobs, tested->loop,
                            &tested->browser, summary, error);
    return run_alone(check, campaign, summary, error);
}

/* Those with the same actions and the same start. NULL: each is alone. */
static size_t *leaders_of(const struct check *check)
{
    const struct lang_program *program = check->program;
    const struct lang_property *all = program->properties;
    size_t shared = 0;
    if (check->options.walk == WALK_EACH)
        return NULL;
    size_t *leaders =
        memory_zeroed(program->property_count + 1, sizeof *leaders);
    for (size_t i = 0; i < program->property_count; i++) {
        while (!lang_properties_share_runs(program, &all[leaders[i]], &all[i]))
            leaders[i]++;
        shared += leaders[i] != i;
    }
    if (shared > 0)
        return leaders;
    free(leaders);
    return NULL;
}

static int64_t count_walks(const struct check *check)
{
    int64_t count = 0;
    for (size_t i = 0; i < check->program->property_count; i++)
        count += check->leaders == NULL || check->leaders[i] == i;
    return count * check->options.tests;
}

/* As long as a test usually is. Who gives a limit on actions wants that one. */
static int64_t max_overdue(const struct check_options *options)
{
    enum { LEAST = 100 };
    if (options->max_actions >= 0)
        return 0;
    return options->subscript > LEAST ? options->subscript : LEAST;
}

/* Exploring: enough for a page that falls silent to be found out. */
enum { EXPLORED_LEAST_MS = 12 * 1000 };

/* Exploring, each walk gets its share of the time. */
static int64_t test_timeout_ms(const struct check *check)
{
    const struct check_options *options = &check->options;
    if (!options_is_exploring(options) || options->has_timeout)
        return options->timeout_ms;
    int64_t walks = count_walks(check);
    int64_t at_once = options->jobs < walks ? options->jobs : walks;
    int64_t share_ms = options->time_limit_ms / walks * at_once;
    return share_ms < EXPLORED_LEAST_MS ? EXPLORED_LEAST_MS : share_ms;
}

/* weir replay: what the command line of a check sets up is used otherwise. */
static int repeat(struct check *check)
{
    const struct check_options *options = &check->options;
    return replay_file(&(struct replay_setup){
        .options = options,
        .program = check->program,
        .virtual_time = check->tested.virtual_time,
        .reduce = {.open = open_test,
                   .cancelled = is_cancelled,
                   .context = check,
                   .executor = check->tested.executor,
                   .real_time = !check->tested.virtual_time,
                   .keep_all = true,
                   .timeout_ms = options->timeout_ms,
                   .end_ms = INT64_MAX,
                   .is_strict = true}});
}

static void fill_info(struct check *check)
{
    const struct check_options *options = &check->options;
    check->places = places_of(check->program);
    check->recorded_options = options_recorded(options);
    check->info = (struct run_info){
        .spec = options->spec,
        .origin = under_test_words(options),
        .seed = options->seed,
        .subscript = options->subscript,
        .time_mode = check->tested.virtual_time ? "virtual" : "real",
        .strategy =
            check->tested.recording == NULL ? options->strategy->name : NULL,
        .recorded = check->tested.recording != NULL,
        .deterministic = check->options.deterministic,
        .property_count = check->program->property_count,
        .properties = check->places,
        .tests = options->tests,
        .jobs = (size_t)options->jobs,
        .shard = options->shard.number,
        .shards = options->shard.of,
        .command = check->command,
    };
    check->subject = (struct recorder_subject){
        .info = &check->info,
        .options = check->recorded_options,
        .program = check->program,
        .extent = options_deps_extent(options),
    };
}

static bool open_shard(struct check *check, struct error *error)
{
    if (check->options.shard.of == 0)
        return true;
    check->shard =
        shard_output_create(&check->options, &check->subject, check->leaders,
                            check->whole_command, error);
    return check->shard != NULL;
}

static void end_shard(struct check *check, const struct run_summary *summary)
{
    struct error error = ERROR_NONE;
    struct shard_end end = {summary->duration_ms, interrupt_signal()};
    if (check->shard != NULL && !shard_writer_end(check->shard, &end, &error))
        outbox_unwritten(check, &error);
}

/* Somebody who waits for a page that goes by real time may not know that there
 * is another. */
static void hint_at_time(const struct check *check,
                         const struct run_summary *summary)
{
    enum { LONG_MS = 20 * 1000 };
    const struct check_options *options = &check->options;
    if (options->time == TIME_AUTO && !check->tested.virtual_time &&
        check->tested.url != NULL && options->connect == NULL &&
        !options->headful && summary->duration_ms >= LONG_MS &&
        !reporters_are_silent(options))
        puts("the page went by real time; with --time virtual its waits take "
             "none, and answers come in the order of the requests");
}

static int run(struct check *check)
{
    const struct check_options *options = &check->options;
    struct reporter *reporter = check->reporter;
    struct run_summary summary = {0};
    struct error error = ERROR_NONE;
    fill_info(check);
    check->leaders = leaders_of(check);
    if (!open_shard(check, &error)) {
        ending_print(&error);
        return EXIT_WRONG;
    }
    struct campaign campaign = {
        .executor = check->tested.executor,
        .reporter = reporter,
        .property_count = check->program->property_count,
        .property_name = property_name,
        .open = open_test,
        .environment = environment_words,
        .context = check,
        .seed = options->seed,
        .strategy = options->strategy,
        .tests = options->tests,
        .leaders = check->leaders,
        .shard = options->shard,
        .max_actions = options->max_actions,
        .max_overdue = max_overdue(options),
        .keep_all = check->recorder != NULL || check->counterexamples != NULL ||
                    check->shard != NULL || reporters_want_all_steps(options),
        .timeout_ms = test_timeout_ms(check),
        .explores = options_is_exploring(options),
        .share_least_ms = options_is_exploring(options) && !options->has_timeout
                              ? EXPLORED_LEAST_MS
                              : 0,
        .time_limit_ms = options->time_limit_ms,
        .shrink_ms = options->no_shrink ? 0 : options->shrink_time_ms,
        .shrink_grows = !options->no_shrink && !options->has_shrink_time,
        .real_time = !check->tested.virtual_time,
        .saved = check->saved,
        .cancelled = is_cancelled,
        .on_result = on_result,
        .on_outcome = on_outcome,
        .on_learned = on_learned,
    };
    if (reporter->ops->begin != NULL)
        reporter->ops->begin(reporter, &check->info);
    if (!run_tests(check, &campaign, &summary, &error)) {
        if (error.code == ERROR_SETUP)
            places_name_selector(check->program, &error);
        if (error.code != ERROR_CANCELLED)
            summary.aborted = error.message;
        if (reporters_are_silent(options))
            ending_print(&error);
    }
    summary.exit_status = ending_status(&summary, &error);
    end_shard(check, &summary);
    summary.exit_status =
        ending_with_files(summary.exit_status, check->unwritten);
    if (reporter->ops->end != NULL)
        reporter->ops->end(reporter, &summary);
    if (!check->unwritten) /* else it may be cut off */
        reporters_tell_files(options);
    hint_at_time(check, &summary);
    return summary.exit_status;
}

/* ---- the command -------------------------------------------------------- */

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
        status = check.options.is_replay ? repeat(&check) : run(&check);
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
