/* A check of a model: setting up, and the end. Order of this file: what it
 * needs beside the model and the system, all of it, the command. */
#include "cli/model_check.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/log.h"
#include "cli/command_line.h"
#include "cli/commands.h"
#include "cli/ending.h"
#include "cli/interrupt.h"
#include "cli/model_check_internal.h"
#include "cli/reporters.h"
#include "gen/choices.h"

static bool open_keeper(struct model_check *check, struct error *error)
{
    check->programs = (struct program_folder){
        .folder = check->options.check.save,
        .model = model_check_words(check),
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
        .cancelled = model_check_is_cancelled,
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
    options->spec = model_check_words(check);
    check->command = command_line_again(options, argc, argv);
    check->whole_command = command_line_whole(options, argc, argv);
    check->loop = loop_create(error);
    if (check->loop == NULL)
        return false;
    interrupt_catch(check->loop);
    check->opener = (struct model_opener){model_check_open, check};
    check->jobs =
        model_jobs_of((size_t)options->jobs, check->loop, &check->opener);
    return model_check_open(check, check->loop, &check->model, &check->system,
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
        status = model_check_run(&check);
    } else {
        ending_print(&error);
        struct run_summary none = {0};
        status = ending_status(&none, &error);
    }
    tear_down(&check);
    return status;
}
