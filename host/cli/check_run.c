/* The run of weir check. Order of this file: what the campaign asks and tells,
 * how tests are run, how much they may take, weir replay, what is known
 * beforehand, the whole. */
#include "cli/check_internal.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/log.h"
#include "base/memory.h"
#include "check/spec/spec.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/environment_words.h"
#include "cli/interrupt.h"
#include "cli/parallel.h"
#include "cli/places.h"
#include "cli/replay.h"
#include "cli/reporters.h"

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

static void note_unwritten(struct check *check, const struct error *error)
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
        note_unwritten(check, &error);
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
        note_unwritten(check, &error);
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
    assert(walks > 0 && "a check without properties is refused before");
    int64_t at_once = options->jobs < walks ? options->jobs : walks;
    int64_t share_ms = options->time_limit_ms / walks * at_once;
    return share_ms < EXPLORED_LEAST_MS ? EXPLORED_LEAST_MS : share_ms;
}

/* weir replay: what the command line of a check sets up is used otherwise. */
int check_repeat(struct check *check)
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
        note_unwritten(check, &error);
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

static struct campaign campaign_of(struct check *check)
{
    const struct check_options *options = &check->options;
    bool explores = options_is_exploring(options);
    return (struct campaign){
        .executor = check->tested.executor,
        .reporter = check->reporter,
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
        .explores = explores,
        .share_least_ms =
            explores && !options->has_timeout ? EXPLORED_LEAST_MS : 0,
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
}

/* The run could not go on. */
static void tell_trouble(const struct check *check, struct run_summary *summary,
                         struct error *error)
{
    if (error->code == ERROR_SETUP)
        places_name_selector(check->program, error);
    if (error->code != ERROR_CANCELLED)
        summary->aborted = error->message;
    if (reporters_are_silent(&check->options))
        ending_print(error);
}

int check_run(struct check *check)
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
    struct campaign campaign = campaign_of(check);
    if (reporter->ops->begin != NULL)
        reporter->ops->begin(reporter, &check->info);
    if (!run_tests(check, &campaign, &summary, &error))
        tell_trouble(check, &summary, &error);
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
