/* The run of a check of a model. Order of this file: what the campaign asks and
 * tells, the shard, a recorded history, the whole. */
#include "cli/model_check_internal.h"

#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/environment_words.h"
#include "cli/interrupt.h"
#include "cli/model_page.h"
#include "cli/model_shard.h"
#include "cli/reporters.h"
#include "cli/text_file.h"
#include "run/model/history.h"
#include "run/model/history_judge.h"
#include "run/model/viewed.h"

bool model_check_is_cancelled(void *context)
{
    (void)context;
    return interrupt_signal() != 0;
}

static bool wants(void *context, enum model_property property)
{
    const struct model_check *check = context;
    const struct check_options *options = &check->options.check;
    if (options->only_count == 0)
        return true;
    for (size_t i = 0; i < options->only_count; i++)
        if (strcmp(options->only[i], model_property_name(property)) == 0)
            return true;
    return false;
}

const char *model_check_words(const struct model_check *check)
{
    return check->options.program != NULL ? check->options.program
                                          : check->options.check.spec;
}

static const char *system_words(const struct model_check *check)
{
    const struct check_options *options = &check->options.check;
    if (check->options.system != NULL)
        return check->options.system;
    return options->origin != NULL ? options->origin : options->serve;
}

static void on_result(void *context, enum model_property property,
                      const struct test_result *result,
                      const struct program *program,
                      const struct schedule *schedule)
{
    struct model_check *check = context;
    model_trace_add(check->trace, result);
    program_folder_take(&check->programs, property, result, program, schedule,
                        check->reporter);
}

/* A server has a zone, and the date of the machine. */
static const char *environment_words(void *context, uint64_t seed)
{
    struct model_check *check = context;
    const struct environment_wish *wish = &check->options.check.environment;
    if (check->is_page)
        return environment_words_tell(&check->environment, wish,
                                      check->tested.virtual_time, seed);
    if (environment_is_plain(wish))
        return NULL;
    struct environment environment = environment_of(wish, seed, NULL);
    environment.has_date = false;
    buf_clear(&check->environment);
    environment_add_words(&check->environment, &environment);
    return buf_text(&check->environment);
}

static void unwritten(struct model_check *check, const struct error *error)
{
    log_warn("%s", error->message);
    check->unwritten = true;
}

static void on_trial(void *context, const struct trial *trial)
{
    struct model_check *check = context;
    struct error error = ERROR_NONE;
    if (check->shard != NULL && !model_shard_add(check->shard, trial, &error))
        unwritten(check, &error);
}

static struct model_campaign campaign_of(struct model_check *check)
{
    const struct check_options *options = &check->options.check;
    return (struct model_campaign){
        .model = check->model,
        .system = check->system,
        .reporter = check->reporter,
        .seed = options->seed,
        .tests = check->options.replayed != NULL ? 0 : options->tests,
        .most_commands = (size_t)check->options.most_commands,
        .processes = (size_t)check->options.processes,
        .square = check->square,
        .frames = check->options.frames == NULL ? NULL : &check->frames,
        .wants = wants,
        .timeout_ms = options->timeout_ms,
        .time_limit_ms = options->time_limit_ms,
        .shrink_ms = options->no_shrink ? 0 : options->shrink_time_ms,
        .is_left_alone = model_page_is_left_alone(options),
        .repeats = check->options.repeats,
        .saved = check->programs.saved.items,
        .saved_count = check->programs.saved.count,
        .shard = options->shard,
        .jobs = options->jobs > 1 ? &check->jobs : NULL,
        .on_trial = on_trial,
        .environment = environment_words,
        .on_result = on_result,
        .cancelled = model_check_is_cancelled,
        .context = check,
    };
}

static bool open_shard(struct model_check *check, const struct run_info *info,
                       struct error *error)
{
    const struct check_options *options = &check->options.check;
    if (options->shard.of == 0)
        return true;
    struct model_campaign campaign = campaign_of(check);
    check->shard = model_shard_create(options, info, &campaign,
                                      check->whole_command, error);
    return check->shard != NULL;
}

static void end_shard(struct model_check *check,
                      const struct run_summary *summary)
{
    struct error error = ERROR_NONE;
    struct shard_end end = {summary->duration_ms, interrupt_signal()};
    if (check->shard != NULL && !shard_writer_end(check->shard, &end, &error))
        unwritten(check, &error);
}

/* What a recorded history is asked for: what its model promises. */
static const char *history_property(const struct model_check *check)
{
    static const char *const names[] = {
        [MODEL_LINEARISABLE] = "linearisable",
        [MODEL_SEQUENTIAL] = "sequentially consistent",
        [MODEL_PER_KEY] = "linearisable per key",
        [MODEL_EVENTUAL] = "eventually consistent",
    };
    return names[check->model->ops->info(check->model)->consistency];
}

static struct run_info info_of(const struct model_check *check,
                               const struct run_property *history)
{
    static const struct run_property properties[] = {{.name = "sequential"},
                                                     {.name = "parallel"}};
    const struct check_options *options = &check->options.check;
    bool is_recorded = options->from != NULL;
    return (struct run_info){
        .spec = model_check_words(check),
        .origin = is_recorded ? options->from : system_words(check),
        .seed = options->seed,
        .property_count =
            check->system == NULL || check->options.processes < 2 ? 1 : 2,
        .properties = is_recorded ? history : properties,
        .tests = is_recorded ? 1 : options->tests,
        .recorded = is_recorded,
        .jobs = (size_t)options->jobs,
        .shard = options->shard.number,
        .shards = options->shard.of,
        .command = check->command,
        .is_model = true,
    };
}

static bool read_history(struct model_check *check, struct history *history,
                         struct error *error)
{
    struct buf text = {0};
    const char *path = check->options.check.from;
    bool is_fine = text_file_read(path, &text, error);
    if (!is_fine)
        error->code = ERROR_USAGE;
    is_fine =
        is_fine && history_read(history, path, buf_str(&text),
                                check->model->ops->info(check->model), error);
    buf_finish(&text);
    return is_fine;
}

static bool judge(struct model_check *check, struct run_summary *summary,
                  struct error *error)
{
    struct history history;
    const struct history_judging judging = {
        .model = check->model,
        .reporter = check->reporter,
        .property = history_property(check),
        .time_limit_ms = check->options.check.time_limit_ms,
        .cancelled = model_check_is_cancelled,
        .context = check,
    };
    if (!read_history(check, &history, error))
        return false;
    bool is_fine = history_judge(&judging, &history, summary, error);
    history_finish(&history);
    return is_fine;
}

static bool do_work(struct model_check *check, struct run_summary *summary,
                    struct error *error)
{
    struct model_campaign campaign = campaign_of(check);
    if (check->options.check.from != NULL)
        return judge(check, summary, error);
    return model_campaign_run(&campaign, summary, error);
}

/* Takes the words; NULL: none. */
static void tell_of_view(struct model_check *check, char *words)
{
    struct reporter *reporter = check->reporter;
    struct notice notice = {(char[]){"view"}, words};
    if (words != NULL && reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
    free(words);
}

/* A selector of the view that is wrong looks like what is never shown, and what
 * is never compared like what is always right. */
static void tell_missed(struct model_check *check)
{
    if (!check->is_page)
        return;
    tell_of_view(check, viewed_model_missed(check->model));
    tell_of_view(check, viewed_model_uncompared(check->model));
}

int model_check_run(struct model_check *check)
{
    struct reporter *reporter = check->reporter;
    const struct run_property history = {.name = history_property(check)};
    struct run_info info = info_of(check, &history);
    struct run_summary summary = {0};
    struct error error = ERROR_NONE;
    if (!open_shard(check, &info, &error)) {
        ending_print(&error);
        return EXIT_WRONG;
    }
    if (reporter->ops->begin != NULL)
        reporter->ops->begin(reporter, &info);
    if (!do_work(check, &summary, &error)) {
        if (error.code != ERROR_CANCELLED)
            summary.aborted = error.message;
        if (reporters_are_silent(&check->options.check))
            ending_print(&error);
    }
    tell_missed(check);
    check->unwritten |= !model_trace_destroy(check->trace);
    check->trace = NULL;
    end_shard(check, &summary);
    summary.exit_status = ending_status(&summary, &error);
    summary.exit_status =
        ending_with_files(summary.exit_status, check->unwritten);
    if (reporter->ops->end != NULL)
        reporter->ops->end(reporter, &summary);
    if (!check->unwritten)
        reporters_tell_files(&check->options.check);
    int status = summary.exit_status;
    table_list_finish(&summary.tables);
    free(summary.uncovered);
    return status;
}
