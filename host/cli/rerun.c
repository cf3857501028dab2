#include "cli/rerun.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/memory.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/reporters.h"
#include "cli/streams.h"

/* What we write ourselves. */
static void except_files(struct watch *watch,
                         const struct check_options *options)
{
    for (size_t i = 0; i < options->reporter_count; i++) {
        const char *file = reporters_file(options->reporters[i]);
        if (file != NULL)
            watch_except(watch, file);
    }
    if (options->trace != NULL)
        watch_except(watch, options->trace);
    if (options->save != NULL)
        watch_except(watch, options->save);
}

/* A page that is a file, with what lies beside and below it. */
static bool watch_page(struct watch *watch, const char *origin)
{
    size_t length = strcspn(origin, "?#");
    char *path = memory_copy_string(origin, length);
    char *slash = strrchr(path, '/');
    bool all = true;
    if (access(path, F_OK) == 0 && slash != NULL) {
        slash[slash == path] = '\0';
        all = watch_folder(watch, path);
    } else if (access(path, F_OK) == 0) {
        all = watch_folder(watch, ".");
    }
    free(path);
    return all;
}

static void watch_subject(struct watch *watch,
                          const struct check_options *options)
{
    bool all = true;
    if (options->serve != NULL)
        all = watch_folder(watch, options->serve);
    else if (options->origin != NULL)
        all = watch_page(watch, options->origin);
    if (options->ccs != NULL)
        watch_file(watch, options->ccs);
    if (options->streams != NULL) {
        char *file = streams_file(options->streams);
        watch_file(watch, file);
        free(file);
    }
    if (options->from != NULL)
        watch_file(watch, options->from);
    if (!all)
        fprintf(stderr,
                "weir: --watch: there are more than %d folders, or folders "
                "more than %d deep; not all of them are watched\n",
                WATCH_FOLDERS_LIMIT, WATCH_DEPTH_LIMIT);
}

void rerun_prepare(struct rerun_round *round, struct check_options *options)
{
    if (round->watch == NULL)
        return;
    except_files(round->watch, options);
    watch_subject(round->watch, options);
    if (round->has_seed && !options->has_seed)
        options->seed = round->seed;
    options->has_round_seed = round->has_seed && !options->has_seed;
}

void rerun_note(struct rerun_round *round, const struct check_options *options,
                int status)
{
    if (status == EXIT_WRONG)
        return;
    round->has_seed = status == EXIT_FAILED || status == EXIT_ERRORED;
    round->seed = options->seed;
}

static bool is_interrupted(void)
{
    return interrupt_signal() != 0;
}

static void begin_round(const char *path)
{
    if (isatty(STDOUT_FILENO))
        fputs("\033[H\033[2J\033[3J", stdout);
    else
        putchar('\n');
    printf("%s has changed\n", path);
    fflush(stdout);
}

static int run_rounds(int argc, char **argv, struct watch *watch,
                      int (*once)(int argc, char **argv,
                                  struct rerun_round *round))
{
    struct rerun_round round = {.watch = watch};
    char *path = NULL;
    interrupt_catch(NULL);
    once(argc, argv, &round);
    while (!is_interrupted()) {
        puts("\nwatching for changes; Ctrl-C ends it");
        fflush(stdout);
        interrupt_catch(NULL);
        if (!watch_wait(watch, is_interrupted, &path))
            break;
        begin_round(path);
        free(path);
        once(argc, argv, &round);
    }
    return 128 + interrupt_signal();
}

int rerun_run(int argc, char **argv,
              int (*once)(int argc, char **argv, struct rerun_round *round))
{
    struct check_options options;
    struct error error = ERROR_NONE;
    bool watches = options_parse(&options, argc, argv, &error) &&
                   options.watch && !options.help;
    options_finish(&options);
    if (!watches)
        return once(argc, argv, &(struct rerun_round){.watch = NULL});
    struct watch *watch = watch_create(&error);
    if (watch == NULL) {
        fprintf(stderr, "weir: %s\n", error.message);
        return EXIT_WRONG;
    }
    int status = run_rounds(argc, argv, watch, once);
    watch_destroy(watch);
    return status;
}
