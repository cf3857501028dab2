/* In this file: the run, a recorded history, what it needs, the command. */
#include "cli/model_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/log.h"
#include "base/loop.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/interrupt.h"
#include "cli/model_jobs.h"
#include "cli/program_folder.h"
#include "cli/model_options.h"
#include "cli/model_page.h"
#include "cli/model_shard.h"
#include "cli/model_trace.h"
#include "cli/reporters.h"
#include "cli/text_file.h"
#include "exec/http/http.h"
#include "exec/lines/lines.h"
#include "exec/prepared/prepared.h"
#include "fake/fake.h"
#include "gen/choices.h"
#include "run/model/campaign.h"
#include "run/model/history.h"
#include "run/model/history_judge.h"
#include "run/model/viewed.h"

enum {
    /* For the states of a history's search, which ends at 2 GB (unknown) before
     * the model is stopped. */
    HISTORY_MODEL_MB = 3 * 1024,
};

/* Runs of a parallel program on a page, which takes its time. */
enum { PAGE_REPEATS = 4 };

/* In real time how soon a page shows what it is to is also up to the machine: a
 * difference has to last. */
enum { REAL_PATIENCE_MS = 3000 };

/* Everything one check of a model holds; finished in reverse order. */
struct model_check {
    struct model_options options;
    struct loop *loop;
    struct model *model;
    struct system *system; /* NULL: the model alone */
    struct reporter *reporter;
    struct program_folder programs;
    struct model_trace *trace;
    struct shard_writer *shard; /* --shard, or NULL */
    struct model_opener opener;
    struct model_jobs jobs;
    char *command;          /* that repeats the run */
    char *whole_command;    /* of the run of which this is a shard */
    struct buf environment; /* of the last test, in words */
    struct value *restored; /* what a program that is replayed says of it; or
                               NULL */
    struct model_square square; /* --squares */
    struct frame_plan frames;   /* --frames */
    bool unwritten;
    bool is_page;
    struct under_test tested; /* of a page: what it needs */
};

/* ---- the run ------------------------------------------------------------ */

static bool is_cancelled(void *context)
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

static const char *model_words(const struct model_check *check)
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
        .repeats = check->options.repeats,
        .saved = check->programs.saved.items,
        .saved_count = check->programs.saved.count,
        .shard = options->shard,
        .jobs = options->jobs > 1 ? &check->jobs : NULL,
        .on_trial = on_trial,
        .environment = environment_words,
        .on_result = on_result,
        .cancelled = is_cancelled,
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
        .spec = model_words(check),
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
        .cancelled = is_cancelled,
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

/* A selector of the view that is wrong looks like what is never shown. */
static void tell_missed(struct model_check *check)
{
    struct reporter *reporter = check->reporter;
    char *missed = check->is_page ? viewed_model_missed(check->model) : NULL;
    struct notice notice = {(char[]){"view"}, missed};
    if (missed != NULL && reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
    free(missed);
}

static int run(struct model_check *check)
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

/* ---- what it needs ------------------------------------------------------ */

static struct model *open_model(const struct model_check *check,
                                struct loop *loop, struct error *error)
{
    const struct fake_options options = {
        .loop = loop,
        .memory_limit_bytes = check->options.check.from == NULL
                                  ? 0
                                  : (size_t)HISTORY_MODEL_MB << 20,
    };
    return check->options.program != NULL
               ? fake_open_command(check->options.program, &options, error)
               : fake_open_module(check->options.check.spec, &options, error);
}

/* An HTTP API, and what is done before each run of it. */
static struct system *open_api(const struct model_check *check,
                               struct loop *loop, struct model *model,
                               struct error *error)
{
    const struct check_options *options = &check->options.check;
    const struct http_options http = {
        .url = options->origin,
        .info = model->ops->info(model),
        .model = model,
        .is_reset = options->reset != NULL,
        .loop = loop,
    };
    const struct preparation_options preparation = {
        .start = options->start,
        .ready = options->ready,
        .reset = options->reset,
        .environment = &options->environment,
        .loop = loop,
    };
    struct system *system = http_create(&http, error);
    bool is_prepared = options->start != NULL || options->reset != NULL;
    return system != NULL && is_prepared
               ? prepared_system_create(system, &preparation)
               : system;
}

/* The page stands in for the model's own answers. */
static bool open_page(struct model_check *check, struct loop *loop,
                      struct model **model, struct system **system,
                      struct error *error)
{
    struct model *inner = *model;
    size_t users = model_page_users(&check->options, inner->ops->info(inner));
    check->options.processes = (int64_t)users;
    if (!check->options.has_repeats)
        check->options.repeats = PAGE_REPEATS;
    *model = viewed_model_create(inner, error);
    if (*model == NULL)
        return false;
    viewed_model_set_users(*model, users);
    *system = model_page_open(&check->tested, &check->options.check,
                              (*model)->ops->info(*model), users, loop, error);
    viewed_model_be_patient(*model,
                            check->tested.virtual_time ? 0 : REAL_PATIENCE_MS);
    return *system != NULL;
}

static bool open_system(const struct model_check *check, struct loop *loop,
                        struct model *model, struct system **system,
                        struct error *error)
{
    if (check->options.system != NULL) {
        *system = lines_create(&(struct lines_options){
            .command = check->options.system, .loop = loop});
        return true;
    }
    if (check->options.check.origin != NULL) {
        *system = fake_keep_to_api(model, error)
                      ? open_api(check, loop, model, error)
                      : NULL;
        return *system != NULL;
    }
    if (model->ops->info(model)->has_invariants ||
        check->options.check.from != NULL)
        return true;
    return error_set(error, ERROR_USAGE,
                     "no system is given (--command COMMAND, or the address of "
                     "an HTTP API), and the model has no invariants that could "
                     "be checked without one");
}

/* Both; in each job anew. */
static bool open_both(void *context, struct loop *loop, struct model **model,
                      struct system **system, struct error *error)
{
    struct model_check *check = context;
    *model = open_model(check, loop, error);
    if (*model == NULL)
        return false;
    const struct model_info *info = (*model)->ops->info(*model);
    if (!model_page_is_meant(&check->options, info, &check->is_page, error))
        return false;
    return check->is_page ? open_page(check, loop, model, system, error)
                          : open_system(check, loop, *model, system, error);
}

static bool open_keeper(struct model_check *check, struct error *error)
{
    check->programs = (struct program_folder){
        .folder = check->options.check.save,
        .model = model_words(check),
        .info = check->model->ops->info(check->model),
        .environment = &check->options.check.environment,
    };
    if (check->options.replayed == NULL)
        return program_folder_open(&check->programs, error);
    check->programs.folder = NULL;
    return program_folder_open_file(&check->programs, check->options.replayed,
                                    error);
}

static bool open_trace(struct model_check *check, struct error *error)
{
    const char *path = check->options.check.trace;
    if (path != NULL)
        check->trace = model_trace_create(path, error);
    return path == NULL || check->trace != NULL;
}

static bool find_command(const struct model_info *info, struct str name,
                         size_t *place, struct error *error)
{
    for (*place = 0; *place < info->command_count; (*place)++)
        if (str_is(name, info->commands[*place].name))
            return true;
    return error_set(error, ERROR_USAGE,
                     "--squares: the model has no command \"%.*s\"",
                     STR_ARGS(name));
}

/* --squares FIRST or FIRST,LOOK. */
static bool find_square(struct model_check *check, struct error *error)
{
    const struct model_info *info = check->model->ops->info(check->model);
    const char *first = check->options.squares;
    if (first == NULL)
        return true;
    const char *comma = strchr(first, ',');
    struct str name = comma == NULL ? str_text(first)
                                    : str_from(first, (size_t)(comma - first));
    struct model_square *square = &check->square;
    square->is_wanted = true;
    square->looks = comma != NULL;
    if (!find_command(info, name, &square->first, error) ||
        (square->looks &&
         !find_command(info, str_text(comma + 1), &square->look, error)))
        return false;
    return info->command_count > 1 ||
           error_set(error, ERROR_USAGE,
                     "--squares: the model has no command but \"%s\"", first);
}

/* --frames all, --frames pairs. The programs are found here, so that all jobs
 * have the same ones. */
static bool find_frames(struct model_check *check, struct error *error)
{
    const char *kind = check->options.frames;
    struct check_options *options = &check->options.check;
    const struct frame_options frames = {
        .model = check->model,
        .kind = kind != NULL && strcmp(kind, "pairs") == 0 ? FRAMES_PAIRS
                                                           : FRAMES_ALL,
        .generate =
            {
                .most = (size_t)check->options.most_commands,
                .processes = 1,
                .square = check->square,
                .is_alone = check->system == NULL,
                .users = model_users(check->model->ops->info(check->model)),
            },
        .seed = options->seed,
        .cancelled = is_cancelled,
        .context = check,
    };
    if (kind == NULL)
        return true;
    if (!frame_plan_find(&check->frames, &frames, error))
        return false;
    options->tests = (int64_t)check->frames.programs.count;
    check->options.processes = 1; /* no parallel programs */
    return true;
}

static bool set_up(struct model_check *check, int argc, char **argv,
                   struct error *error)
{
    struct check_options *options = &check->options.check;
    if (options->verbose)
        log_set_level(LOG_LEVEL_INFO);
    if (getenv("WEIR_DEBUG") != NULL)
        log_set_level(LOG_LEVEL_DEBUG);
    if (!options->has_seed)
        options->seed = choices_fresh_seed();
    if (check->options.replayed != NULL &&
        environment_is_plain(&options->environment))
        program_folder_environment(check->options.replayed,
                                   &options->environment, &check->restored);
    options->spec = model_words(check);
    check->command = command_line_again(options, argc, argv);
    check->whole_command = command_line_whole(options, argc, argv);
    check->loop = loop_create(error);
    if (check->loop == NULL)
        return false;
    interrupt_catch(check->loop);
    check->opener = (struct model_opener){open_both, check};
    check->jobs =
        model_jobs_of((size_t)options->jobs, check->loop, &check->opener);
    return open_both(check, check->loop, &check->model, &check->system,
                     error) &&
           find_square(check, error) && find_frames(check, error) &&
           open_keeper(check, error) && open_trace(check, error) &&
           reporters_create(&check->reporter, options, &check->unwritten,
                            error);
}

static void tear_down(struct model_check *check)
{
    interrupt_ignore();
    if (check->reporter != NULL)
        check->reporter->ops->destroy(check->reporter);
    model_trace_destroy(check->trace);
    program_folder_finish(&check->programs);
    if (check->system != NULL)
        check->system->ops->destroy(check->system);
    if (check->model != NULL)
        check->model->ops->destroy(check->model);
    under_test_close(&check->tested);
    loop_destroy(check->loop);
    shard_writer_destroy(check->shard);
    frame_plan_finish(&check->frames);
    buf_finish(&check->environment);
    value_unref(check->restored);
    free(check->command);
    free(check->whole_command);
}

/* ---- the command -------------------------------------------------------- */

int model_check(int argc, char **argv)
{
    struct model_check check = {0};
    struct error error = ERROR_NONE;
    int status;
    if (!model_options_parse(&check.options, argc, argv, &error)) {
        fprintf(stderr, "weir %s: %s\nTry weir check --model X --help.\n",
                argv[0], error.message);
        return EXIT_WRONG;
    }
    if (check.options.check.help) {
        model_options_print_help(stdout);
        return EXIT_PASSED;
    }
    if (set_up(&check, argc, argv, &error)) {
        status = run(&check);
    } else {
        ending_print(&error);
        struct run_summary none = {0};
        status = ending_status(&none, &error);
    }
    tear_down(&check);
    return status;
}
