/* Order of this file: what fits, waiting, the server, the reset, the whole. */
#include "exec/prepared/preparation.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    LOOK_MS = 20,     /* between two looks whether the server is up */
    LOSS_MS = 300,    /* until a server that breaks its connections is gone */
    ANSWER_MS = 2000, /* for one of them */
    GONE_MS = 2000,   /* until one that answers nobody any more is gone: what
                         starts servers for others ends after them */
    SERVER_ERRORS = 500, /* from this status on it is not */
    CLIENT_ERRORS = 400, /* from this one on a reset has failed */
};

/* ---- what fits ----------------------------------------------------------- */

static bool is_request_fine(const char *text, const char *option,
                            struct error *error)
{
    struct ask_target target;
    if (!ask_read(&target, text, "GET", error)) {
        error_prefix(error, "%s: ", option);
        return false;
    }
    ask_finish(&target);
    return true;
}

bool preparation_check(const struct preparation_options *options,
                       struct error *error)
{
    if (options->start == NULL && options->ready != NULL)
        return error_set(error, ERROR_USAGE,
                         "--ready is for --start, which starts the server");
    if (options->start != NULL && options->ready == NULL)
        return error_set(error, ERROR_USAGE,
                         "--start wants --ready URL, an address that the "
                         "server answers once it is up");
    if (options->ready != NULL &&
        !is_request_fine(options->ready, "--ready", error))
        return false;
    return options->reset == NULL || !ask_is_request(options->reset) ||
           is_request_fine(options->reset, "--reset", error);
}

/* ---- waiting ------------------------------------------------------------- */

static bool is_cancelled(const struct preparation *preparation,
                         struct error *error)
{
    if (preparation->options.loop == NULL ||
        !loop_is_cancelled(preparation->options.loop))
        return false;
    error_set(error, ERROR_CANCELLED, "interrupted");
    return true;
}

static void pause_ms(int64_t milliseconds)
{
    struct timespec time = {.tv_nsec = milliseconds * 1000 * 1000};
    nanosleep(&time, NULL);
}

static int64_t limit_of(int64_t deadline_ms)
{
    int64_t limit = clock_now_ms() + PREPARATION_WAIT_MS;
    return limit < deadline_ms ? limit : deadline_ms;
}

static long long seconds_since(int64_t begin_ms)
{
    return (long long)(clock_now_ms() - begin_ms + 500) / 1000;
}

static bool has_guardian(struct preparation *preparation, struct error *error)
{
    if (preparation->guardian == NULL)
        preparation->guardian = guardian_create(error);
    return preparation->guardian != NULL;
}

/* ERROR_SETUP with these words, and the last line that the command wrote. */
static bool fail(const struct shell_command *command, const char *words,
                 struct error *error)
{
    struct buf text;
    buf_init(&text);
    buf_add_text(&text, words);
    shell_command_add_words(&text, command);
    error_set(error, ERROR_SETUP, "%s", buf_text(&text));
    buf_finish(&text);
    return false;
}

static bool fail_ended(const struct shell_command *command, const char *option,
                       const char *text, const char *when, struct error *error)
{
    char how[80];
    process_ending(&command->process, how);
    char *words =
        memory_format("%s: `%s` ended %swith %s", option, text, when, how);
    fail(command, words, error);
    free(words);
    return false;
}

/* ---- the server ---------------------------------------------------------- */

static bool is_up(struct preparation *preparation, int64_t deadline_ms)
{
    int64_t soon = clock_now_ms() + ANSWER_MS;
    struct error error = ERROR_NONE;
    int status;
    if (!ask(&preparation->ready, preparation->options.loop,
             soon < deadline_ms ? soon : deadline_ms, &status, NULL, &error))
        return false;
    preparation->status = status;
    return status < SERVER_ERRORS;
}

static bool fail_late(const struct preparation *preparation, int64_t begin_ms,
                      struct error *error)
{
    char answer[60] = "does not answer";
    if (preparation->status > 0)
        snprintf(answer, sizeof answer, "is still answered with status %d",
                 preparation->status);
    char *words =
        memory_format("--start: %s %s, %lld s after `%s` was started",
                      preparation->options.ready, answer,
                      seconds_since(begin_ms), preparation->options.start);
    fail(&preparation->server, words, error);
    free(words);
    return false;
}

static void end_server(struct preparation *preparation)
{
    shell_command_end(&preparation->server);
    preparation->runs = false;
}

static bool await_server(struct preparation *preparation, int64_t deadline_ms,
                         struct error *error)
{
    const struct preparation_options *options = &preparation->options;
    int64_t begin_ms = clock_now_ms(), limit = limit_of(deadline_ms);
    while (!is_up(preparation, limit)) {
        if (is_cancelled(preparation, error))
            return false;
        if (shell_command_has_ended(&preparation->server))
            return fail_ended(&preparation->server, "--start", options->start,
                              "before it was ready, ", error);
        if (clock_now_ms() >= limit)
            return fail_late(preparation, begin_ms, error);
        pause_ms(LOOK_MS);
    }
    return true;
}

/* Whose answers were taken for those of our server otherwise. */
static bool is_alone(const struct preparation *preparation, struct error *error)
{
    struct error refused = ERROR_NONE;
    int status;
    return !ask(&preparation->ready, preparation->options.loop,
                clock_now_ms() + ANSWER_MS, &status, NULL, &refused) ||
           error_set(error, ERROR_SETUP,
                     "--start: a server answers at %s already. End it, or "
                     "leave out --start and test that one",
                     preparation->options.ready);
}

static bool start_server(struct preparation *preparation, const char *zone,
                         int64_t deadline_ms, struct error *error)
{
    log_info("starting the server");
    if (!has_guardian(preparation, error) || !is_alone(preparation, error) ||
        is_cancelled(preparation, error) ||
        !shell_command_start(&preparation->server, preparation->options.start,
                             zone[0] == '\0' ? NULL : zone,
                             preparation->guardian, error))
        return false;
    snprintf(preparation->zone, sizeof preparation->zone, "%s", zone);
    preparation->was_told = false;
    preparation->status = 0;
    preparation->runs = await_server(preparation, deadline_ms, error);
    if (!preparation->runs)
        end_server(preparation);
    return preparation->runs;
}

/* A server has one time zone as long as it runs: another one is another server.
 */
static bool have_server(struct preparation *preparation, uint64_t seed,
                        int64_t deadline_ms, struct error *error)
{
    const struct preparation_options *options = &preparation->options;
    if (options->start == NULL)
        return true;
    struct environment environment =
        environment_of(options->environment, seed, NULL);
    if (preparation->was_told ||
        (preparation->runs && preparation->has_failed &&
         shell_command_has_ended(&preparation->server)))
        end_server(preparation);
    if (preparation->runs && shell_command_has_ended(&preparation->server)) {
        fail_ended(&preparation->server, "--start", options->start,
                   "during the test before, ", error);
        end_server(preparation);
        return false;
    }
    if (preparation->runs &&
        strcmp(preparation->zone, environment.time_zone) == 0)
        return true;
    end_server(preparation);
    return start_server(preparation, environment.time_zone, deadline_ms, error);
}

bool preparation_renew(struct preparation *preparation)
{
    if (preparation->options.start == NULL)
        return false;
    end_server(preparation);
    return true;
}

bool preparation_has_lost(struct preparation *preparation, char **words)
{
    char how[80];
    struct buf text = {0};
    if (!preparation->runs || preparation->was_told ||
        !shell_command_has_ended(&preparation->server))
        return false;
    preparation->was_told = preparation->has_failed = true;
    process_ending(&preparation->server.process, how);
    buf_addf(&text, "the server (--start) ended with %s", how);
    shell_command_add_words(&text, &preparation->server);
    *words = buf_take(&text);
    return true;
}

void preparation_await_loss(struct preparation *preparation)
{
    if (preparation->runs && !preparation->was_told)
        process_wait(&preparation->server.process, clock_now_ms() + LOSS_MS);
}

void preparation_await_ending(struct preparation *preparation)
{
    struct error refused = ERROR_NONE;
    int64_t limit = clock_now_ms() + GONE_MS;
    int status;
    while (preparation->runs && !preparation->was_told &&
           !shell_command_has_ended(&preparation->server) &&
           clock_now_ms() < limit && !is_cancelled(preparation, &refused) &&
           !ask(&preparation->ready, preparation->options.loop, limit, &status,
                NULL, &refused))
        pause_ms(LOOK_MS);
}

/* ---- the reset ----------------------------------------------------------- */

static bool reset_by_request(const struct preparation *preparation,
                             int64_t deadline_ms, struct error *error)
{
    const struct ask_target *request = &preparation->request;
    int status;
    char *words = NULL;
    if (!ask(request, preparation->options.loop, limit_of(deadline_ms), &status,
             &words, error)) {
        if (error->code == ERROR_CANCELLED)
            return false;
        error->code = ERROR_SETUP;
        error_prefix(error, "--reset: %s %s: ", request->method, request->url);
        return false;
    }
    if (status >= CLIENT_ERRORS)
        error_set(error, ERROR_SETUP,
                  "--reset: %s %s is answered with status %d%s%s",
                  request->method, request->url, status,
                  words == NULL ? "" : ": ", words == NULL ? "" : words);
    free(words);
    return status < CLIENT_ERRORS;
}

static bool await_reset(struct preparation *preparation,
                        struct shell_command *command, int64_t deadline_ms,
                        struct error *error)
{
    const char *text = preparation->options.reset;
    int64_t begin_ms = clock_now_ms(), limit = limit_of(deadline_ms);
    while (!shell_command_has_ended(command)) {
        if (is_cancelled(preparation, error))
            return false;
        if (clock_now_ms() >= limit) {
            char *words =
                memory_format("--reset: `%s` has not ended after %lld s", text,
                              seconds_since(begin_ms));
            fail(command, words, error);
            free(words);
            return false;
        }
        pause_ms(1);
    }
    return command->process.status == 0 ||
           fail_ended(command, "--reset", text, "", error);
}

static bool reset_by_command(struct preparation *preparation,
                             int64_t deadline_ms, struct error *error)
{
    struct shell_command command;
    const char *zone = preparation->runs && preparation->zone[0] != '\0'
                           ? preparation->zone
                           : NULL;
    if (!has_guardian(preparation, error) ||
        !shell_command_start(&command, preparation->options.reset, zone,
                             preparation->guardian, error))
        return false;
    bool fine = await_reset(preparation, &command, deadline_ms, error);
    shell_command_end(&command);
    return fine;
}

static bool reset(struct preparation *preparation, int64_t deadline_ms,
                  struct error *error)
{
    if (preparation->options.reset == NULL)
        return true;
    return preparation->request.method != NULL
               ? reset_by_request(preparation, deadline_ms, error)
               : reset_by_command(preparation, deadline_ms, error);
}

/* ---- the whole ----------------------------------------------------------- */

void preparation_init(struct preparation *preparation,
                      const struct preparation_options *options)
{
    struct error error = ERROR_NONE; /* they fit */
    *preparation = (struct preparation){.options = *options};
    if (options->ready != NULL)
        ask_read(&preparation->ready, options->ready, "GET", &error);
    if (options->reset != NULL && ask_is_request(options->reset))
        ask_read(&preparation->request, options->reset, "POST", &error);
}

bool preparation_do(struct preparation *preparation, uint64_t seed,
                    int64_t deadline_ms, struct error *error)
{
    return have_server(preparation, seed, deadline_ms, error) &&
           reset(preparation, deadline_ms, error);
}

void preparation_finish(struct preparation *preparation)
{
    end_server(preparation);
    guardian_destroy(preparation->guardian);
    ask_finish(&preparation->ready);
    ask_finish(&preparation->request);
}
