/* weir-todomvc. What a command is made of, then its parts in the order of a
 * run, then the command. */
#include <inttypes.h>
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/folder.h"
#include "base/memory.h"
#include "base/vec.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "todomvc/runner/ability.h"
#include "todomvc/runner/campaign.h"
#include "todomvc/runner/journal.h"
#include "todomvc/runner/manifest.h"
#include "todomvc/runner/options.h"
#include "todomvc/runner/page.h"
#include "todomvc/runner/places.h"
#include "todomvc/runner/plan.h"
#include "todomvc/runner/report.h"

/* Everything one command holds; finished in reverse order. */
struct command_state {
    struct options options;
    struct manifest manifest;
    struct journal journal;
    struct plan plan;
    struct design design;
    const struct application **applications; /* the chosen ones */
    size_t application_count;
    size_t absent; /* of the chosen ones, without a page */
    const char *apps;
    char *manifest_path, *spec, *weir, *further;
    struct campaign_sum sum;
};

/* ---- what is asked for -----------------------------------------------------
 */

/* A file, or the name of a manifest that comes with weir. */
static char *find_manifest(const char *given)
{
    char *file = NULL;
    if (access(given, F_OK) != 0 && strchr(given, '/') == NULL) {
        char *name = memory_format("manifests/%s.json", given);
        file = places_file(name);
        free(name);
    }
    return file != NULL ? file : memory_copy_string(given, strlen(given));
}

static bool find_spec(struct command_state *state, struct error *error)
{
    const struct options *options = &state->options;
    const char *name = strcmp(options->profile, "paper") == 0 ? "paper.strom"
                                                              : "todomvc.strom";
    if (options->spec != NULL) {
        state->spec = memory_copy_string(options->spec, strlen(options->spec));
        return access(options->spec, R_OK) == 0 ||
               error_set(error, ERROR_USAGE, "--spec: cannot read %s",
                         options->spec);
    }
    state->spec = places_file(name);
    return state->spec != NULL ||
           error_set(error, ERROR_SETUP,
                     "the specification of the profile %s is not there (%s); "
                     "give one with --spec FILE",
                     options->profile, name);
}

static bool find_apps(struct command_state *state, struct error *error)
{
    struct stat status;
    state->apps = state->options.apps != NULL ? state->options.apps
                                              : state->manifest.apps;
    if (state->apps == NULL)
        return error_set(error, ERROR_USAGE,
                         "where are the applications of %s? Give --apps DIR",
                         state->manifest.name);
    return (stat(state->apps, &status) == 0 && S_ISDIR(status.st_mode)) ||
           error_set(error, ERROR_USAGE, "--apps: %s is no folder",
                     state->apps);
}

static bool choose(struct command_state *state, struct error *error)
{
    const char *rest = state->options.only;
    struct str name;
    state->applications =
        memory_zeroed(state->manifest.count, sizeof *state->applications);
    if (rest == NULL)
        for (size_t i = 0; i < state->manifest.count; i++)
            state->applications[state->application_count++] =
                &state->manifest.items[i];
    while (options_next_word(&rest, &name)) {
        const struct application *found = manifest_find(&state->manifest, name);
        if (found == NULL)
            return error_set(error, ERROR_USAGE,
                             "--only: %s has no application \"%.*s\"",
                             state->manifest.name, STR_ARGS(name));
        bool is_new = true;
        for (size_t i = 0; i < state->application_count; i++)
            is_new = is_new && state->applications[i] != found;
        if (is_new)
            state->applications[state->application_count++] = found;
    }
    return true;
}

static char *joined(char *const *words)
{
    struct buf text;
    buf_init(&text);
    for (; *words != NULL; words++)
        buf_addf(&text, "%s%s", text.length > 0 ? " " : "", *words);
    return buf_take(&text);
}

static bool read_wishes(struct command_state *state, struct error *error)
{
    struct options *options = &state->options;
    state->manifest_path = find_manifest(options->manifest);
    state->further = joined(options->further);
    if (!manifest_load(&state->manifest, state->manifest_path, options->profile,
                       error) ||
        !find_spec(state, error) || !find_apps(state, error) ||
        !choose(state, error))
        return false;
    state->weir =
        options->weir == NULL
            ? places_weir()
            : memory_copy_string(options->weir, strlen(options->weir));
    state->design = (struct design){
        .manifest = &state->manifest,
        .profile = options->profile,
        .spec = state->spec,
        .options = state->further == NULL ? "" : state->further,
        .strategies = (const char *const *)options->strategies,
        .strategy_count = options->strategy_count,
        .subscripts = options->subscripts,
        .subscript_count = options->subscript_count,
        .repeat = options->repeat,
        .base_seed = options->seed,
        .applications = state->applications,
    };
    return true;
}

/* ---- pages ------------------------------------------------------------------
 */

/* Applications without a page are told of and taken out. */
static bool leave_out_absent(struct command_state *state, struct error *error)
{
    size_t kept = 0;
    for (size_t i = 0; i < state->application_count; i++) {
        const struct application *application = state->applications[i];
        struct error why = ERROR_NONE;
        if (page_is_there(state->apps, application->path, &why)) {
            state->applications[kept++] = application;
            continue;
        }
        struct absence absence = {
            .manifest = state->manifest.name,
            .profile = state->options.profile,
            .application = application->name,
            .why = why.message,
        };
        printf("not run: %s: %s\n", application->name, why.message);
        state->absent++;
        if (state->journal.fd >= 0 &&
            !journal_add_absence(&state->journal, &absence, error))
            return false;
    }
    state->application_count = state->design.application_count = kept;
    return true;
}

/* ---- the runs ---------------------------------------------------------------
 */

static int64_t job_count(const struct options *options)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int64_t jobs = options->jobs > 0 ? options->jobs : cores > 0 ? cores : 1;
    return jobs < CAMPAIGN_JOBS_LIMIT ? jobs : CAMPAIGN_JOBS_LIMIT;
}

static struct launcher launcher(const struct command_state *state)
{
    return (struct launcher){
        .weir = state->weir,
        .apps = state->apps,
        .timeout = state->options.timeout,
        .timeout_ms = state->options.timeout_ms,
        .reaches_other_hosts = state->options.other_hosts,
        .words = (const char *const *)state->options.further,
        .jobs = job_count(&state->options),
    };
}

static void list_runs(const struct command_state *state)
{
    struct launcher calls = launcher(state);
    for (size_t i = 0; i < state->plan.count; i++) {
        struct buf line;
        buf_init(&line);
        attempt_add_command(&calls, &state->plan.items[i], &line);
        puts(buf_text(&line));
        buf_finish(&line);
    }
    printf("%zu runs to do, %zu done already\n", state->plan.count,
           state->plan.done);
}

static bool names_strategy(const struct options *options)
{
    for (size_t i = 0; i < options->strategy_count; i++)
        if (strcmp(options->strategies[i], "default") != 0)
            return true;
    return false;
}

static bool ask_weir(const struct command_state *state,
                     struct launcher *launcher, struct error *error)
{
    struct buf help;
    buf_init(&help);
    bool fine = ability_ask(state->weir, &help, error);
    launcher->can_shrink = fine && ability_has(&help, "--no-shrink");
    launcher->can_begin = fine && ability_has(&help, "--begin");
    if (fine && names_strategy(&state->options) &&
        !ability_has(&help, "--strategy"))
        fine = error_set(error, ERROR_USAGE,
                         "--strategies: this %s check has no --strategy",
                         state->weir);
    buf_finish(&help);
    return fine;
}

/* A folder for the reports of weir, removed however this program ends. */
static bool run_in_folder(struct command_state *state, struct launcher *calls,
                          struct loop *loop, struct error *error)
{
    const char *place = getenv("TMPDIR");
    char *folder =
        memory_format("%s/weir-todomvc-XXXXXX",
                      place == NULL || *place == '\0' ? "/tmp" : place);
    struct guardian *guardian = guardian_create(error);
    bool fine = guardian != NULL;
    if (fine && mkdtemp(folder) == NULL)
        fine =
            error_set(error, ERROR_SETUP, "cannot make the folder %s", folder);
    if (fine) {
        guardian_add(guardian, 0, folder);
        calls->folder = folder;
        fine = campaign(&state->plan, calls, &state->journal, loop, &state->sum,
                        error);
        folder_remove(folder);
    }
    if (guardian != NULL)
        guardian_destroy(guardian);
    free(folder);
    return fine;
}

static bool run_plan(struct command_state *state, struct error *error)
{
    struct launcher calls = launcher(state);
    if (state->plan.done > 0)
        printf("%zu runs of %s are done already, %zu are left\n",
               state->plan.done, state->manifest.name, state->plan.count);
    fflush(stdout);
    if (state->plan.count == 0)
        return true;
    if (!ask_weir(state, &calls, error))
        return false;
    struct loop *loop = loop_create(error);
    if (loop == NULL)
        return false;
    interrupt_catch(loop);
    bool fine = run_in_folder(state, &calls, loop, error);
    interrupt_ignore();
    loop_destroy(loop);
    return fine;
}

/* ---- what came of it --------------------------------------------------------
 */

/* Of all the runs that were asked for, also those of earlier commands. */
static void sum_up(struct command_state *state, struct campaign_sum *sum)
{
    struct journal none = {.fd = -1};
    struct plan all;
    *sum = (struct campaign_sum){.passed = 0};
    map_init(&none.records);
    plan_make(&all, &state->design, &none, false);
    for (size_t i = 0; i < all.count; i++) {
        const struct record *record =
            journal_find(&state->journal, &all.items[i].id);
        if (record == NULL)
            continue;
        sum->passed += record->outcome == OUTCOME_PASSED;
        sum->failed += record->outcome == OUTCOME_FAILED;
        sum->errors += record->outcome == OUTCOME_ERROR;
        sum->false_positives +=
            record->outcome == OUTCOME_FAILED &&
            expected_has_to(&record->expected, EXPECT_PASSES);
    }
    plan_finish(&all);
    map_finish(&none.records);
}

static bool is_all_done(const struct command_state *state,
                        const struct campaign_sum *sum)
{
    return sum->passed + sum->failed + sum->errors ==
           state->plan.count + state->plan.done;
}

static void print_sum(const struct command_state *state,
                      const struct campaign_sum *sum)
{
    printf("%zu passed, %zu failed, %zu without a verdict", sum->passed,
           sum->failed, sum->errors);
    if (state->absent > 0)
        printf("; %zu application%s not there", state->absent,
               state->absent == 1 ? "" : "s");
    if (sum->false_positives > 0)
        printf("; %zu FALSE POSITIVE%s", sum->false_positives,
               sum->false_positives == 1 ? "" : "S");
    printf("\n");
    fflush(stdout);
    if (interrupt_signal() != 0)
        fprintf(stderr,
                "weir-todomvc: interrupted; the same command goes on from "
                "here (%s)\n",
                state->options.results);
}

static int status_of(const struct command_state *state,
                     const struct campaign_sum *sum)
{
    if (interrupt_signal() != 0)
        return 128 + interrupt_signal();
    if (sum->false_positives > 0)
        return EXIT_FAILED;
    return sum->errors > 0 || state->absent > 0 || !is_all_done(state, sum)
               ? EXIT_ERRORED
               : EXIT_PASSED;
}

/* ---- the report
 * -------------------------------------------------------------- */

static bool write_report(const struct command_state *state, struct error *error)
{
    struct results results;
    struct buf notice;
    buf_init(&notice);
    results_init(&results, &state->journal);
    bool fine = report_write(&results, state->options.report, &notice, error);
    if (fine)
        printf("%s/results.md\n", state->options.report);
    if (notice.length > 0)
        fprintf(stderr, "weir-todomvc: %s\n", buf_text(&notice));
    results_finish(&results);
    buf_finish(&notice);
    return fine;
}

/* ---- the command
 * ------------------------------------------------------------- */

static bool wants_only_report(const struct options *options)
{
    return options->manifest == NULL;
}

/* A dry run leaves no file behind. */
static bool open_journal(struct command_state *state, struct error *error)
{
    const struct options *options = &state->options;
    if (options->dry_run && access(options->results, F_OK) != 0)
        return journal_parse(&state->journal, STR(""), error);
    bool for_writing = !options->dry_run && !wants_only_report(options);
    if (!journal_open(&state->journal, options->results, for_writing, error))
        return false;
    if (state->journal.dropped_bytes > 0)
        fprintf(stderr,
                "weir-todomvc: %s: the last line is not complete and is left "
                "out\n",
                options->results);
    return true;
}

static int complain(const struct error *error)
{
    fprintf(stderr, "weir-todomvc: %s\n", error->message);
    return EXIT_WRONG;
}

static int run(struct command_state *state)
{
    struct error error = ERROR_NONE;
    struct campaign_sum sum;
    if (!read_wishes(state, &error) || !open_journal(state, &error) ||
        !leave_out_absent(state, &error))
        return complain(&error);
    plan_make(&state->plan, &state->design, &state->journal,
              state->options.retry_errors);
    if (state->options.dry_run) {
        list_runs(state);
        return state->absent > 0 ? EXIT_ERRORED : EXIT_PASSED;
    }
    if (!run_plan(state, &error))
        return complain(&error);
    sum_up(state, &sum);
    print_sum(state, &sum);
    if (state->sum.is_hopeless) {
        fputs("weir-todomvc: weir cannot run these (exit status 2), so it was "
              "given up; when that is mended, start again with "
              "--retry-errors\n",
              stderr);
        return EXIT_WRONG;
    }
    if (state->options.report != NULL && !write_report(state, &error))
        return complain(&error);
    return status_of(state, &sum);
}

static int report(struct command_state *state)
{
    struct error error = ERROR_NONE;
    return open_journal(state, &error) && write_report(state, &error)
               ? EXIT_PASSED
               : complain(&error);
}

static void tear_down(struct command_state *state)
{
    plan_finish(&state->plan);
    journal_close(&state->journal);
    manifest_finish(&state->manifest);
    free(state->applications);
    free(state->manifest_path);
    free(state->spec);
    free(state->weir);
    free(state->further);
    options_finish(&state->options);
}

int main(int argc, char **argv)
{
    struct command_state state = {.journal = {.fd = -1}};
    struct error error = ERROR_NONE;
    int status;
    setlocale(LC_CTYPE, "");
    arena_init(&state.manifest.arena);
    if (!options_parse(&state.options, argc, argv, &error)) {
        status = complain(&error);
        fputs("Try weir-todomvc --help.\n", stderr);
    } else if (state.options.help) {
        options_print_help(stdout);
        status = EXIT_PASSED;
    } else if (wants_only_report(&state.options)) {
        status = report(&state);
    } else {
        status = run(&state);
    }
    tear_down(&state);
    return status;
}
