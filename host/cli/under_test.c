#include "cli/under_test.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/origin.h"
#include "cli/reporters.h"
#include "cli/streams.h"
#include "exec/prepared/prepared.h"
#include "exec/process/external.h"

/* ---- finding ------------------------------------------------------------ */

static bool find_page(struct under_test *tested,
                      const struct check_options *options, struct error *error)
{
    if (options->serve != NULL &&
        !serve_start(&tested->serve, options->serve, error)) {
        if (error->code == ERROR_ORIGIN)
            error->code = ERROR_USAGE; /* there is no such folder */
        return false;
    }
    const char *served =
        tested->serve == NULL ? NULL : serve_url(tested->serve);
    if (!origin_resolve(options->origin, served, &tested->url, &tested->local,
                        error))
        return false;
    tested->virtual_time = options->time == TIME_VIRTUAL ||
                           options->deterministic ||
                           (options->time == TIME_AUTO && tested->local);
    return login_words_read(&options->login, tested->url, &tested->login,
                            error);
}

static bool load_model(struct under_test *tested,
                       const struct check_options *options, struct error *error)
{
    tested->virtual_time = true; /* a wait in CCS takes none */
    tested->model = ccs_model_load(options->ccs, error);
    if (tested->model == NULL)
        return false;
    const struct ccs_options moves = {
        .process = options->process,
        .tau_happens = options->ccs_events,
        .tau_overtakes = options->ccs_overtaking,
    };
    tested->executor = ccs_executor_create(tested->model, &moves, error);
    return tested->executor != NULL;
}

static bool find_module(const char *module, struct error *error)
{
    char *file = streams_file(module);
    bool is_there = access(file, R_OK) == 0;
    if (!is_there)
        error_set(error, ERROR_USAGE, "cannot read %s: %s", file,
                  strerror(errno));
    free(file);
    return is_there;
}

static bool open_recording(struct under_test *tested,
                           struct check_options *options, struct error *error)
{
    tested->recording = recording_open(options->from, error);
    if (tested->recording == NULL)
        return false;
    const struct trace_header *header = recording_header(tested->recording);
    options->seed = header->seed;
    tested->virtual_time =
        header->time_mode != NULL && strcmp(header->time_mode, "virtual") == 0;
    return true;
}

bool under_test_find(struct under_test *tested, struct check_options *options,
                     struct error *error)
{
    if (options->from != NULL)
        return open_recording(tested, options, error);
    if (options->ccs != NULL)
        return load_model(tested, options, error);
    if (options->streams != NULL) {
        tested->virtual_time = true; /* the module has a clock of its own */
        return find_module(options->streams, error);
    }
    return options->executor != NULL || find_page(tested, options, error);
}

const char *under_test_words(const struct check_options *options)
{
    const char *const words[] = {options->shown_origin, options->serve,
                                 options->from,         options->executor,
                                 options->streams,      options->ccs};
    size_t i = 0;
    while (i + 1 < sizeof words / sizeof *words && words[i] == NULL)
        i++;
    return words[i];
}

/* ---- starting ----------------------------------------------------------- */

static void start_browser(struct under_test *tested,
                          const struct check_options *options,
                          struct under_test_activity activity)
{
    tested->browser = (struct browser_options){
        .program = options->browser,
        .connect = options->connect,
        .flags = options->browser_flags,
        .flag_count = options->browser_flag_count,
        .headful = options->headful,
        .virtual_time = tested->virtual_time,
        .deterministic = options->deterministic,
        .at_load = options->begin == BEGIN_LOAD,
        .pauses_ms = options->pauses_ms,
        .url = tested->url,
        .local =
            tested->local && options->start == NULL && options->reset == NULL,
        .login = &tested->login,
        .environment = &options->environment,
        .excuses_starvation = tested->excuses_starvation,
        .evidence = reporters_want_evidence(options),
        .activity = activity.tell,
        .context = activity.context,
    };
    if (options->jobs == 1) {
        tested->executor = browser_create(tested->loop, &tested->browser);
        browser_start_early(tested->executor);
    }
}

static void start_streams(struct under_test *tested, const char *module)
{
    char *command = streams_command(module);
    tested->executor = external_create(tested->loop, command);
    free(command);
}

/* What is done before each session. */
static bool prepare(struct under_test *tested,
                    const struct check_options *options, struct error *error)
{
    const struct preparation_options prepared = {
        .start = options->start,
        .ready = options->ready,
        .reset = options->reset,
        .environment = &options->environment,
        .loop = tested->loop,
    };
    if (!preparation_check(&prepared, error))
        return false;
    tested->executor = prepared_create(tested->executor, &prepared);
    return true;
}

bool under_test_start(struct under_test *tested,
                      const struct check_options *options,
                      struct under_test_activity activity, struct error *error)
{
    tested->loop = loop_create(error);
    if (tested->loop == NULL)
        return false;
    interrupt_catch(tested->loop);
    return under_test_open(tested, options, activity, error);
}

bool under_test_open(struct under_test *tested,
                     const struct check_options *options,
                     struct under_test_activity activity, struct error *error)
{
    if (options->executor != NULL)
        tested->executor = external_create(tested->loop, options->executor);
    if (options->streams != NULL)
        start_streams(tested, options->streams);
    if (tested->executor == NULL && tested->recording == NULL)
        start_browser(tested, options, activity);
    return (options->start == NULL && options->reset == NULL) ||
           prepare(tested, options, error);
}

/* ---- the end ------------------------------------------------------------ */

void under_test_stop(struct under_test *tested)
{
    if (tested->executor != NULL)
        tested->executor->ops->destroy(tested->executor);
    interrupt_ignore();
    if (tested->loop != NULL)
        loop_destroy(tested->loop);
    tested->executor = NULL;
    tested->loop = NULL;
}

void under_test_close(struct under_test *tested)
{
    recording_close(tested->recording);
    ccs_model_destroy(tested->model);
    serve_stop(tested->serve);
    login_finish(&tested->login);
    free(tested->url);
}
