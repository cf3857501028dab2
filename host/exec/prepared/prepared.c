/* Order of this file: what fits, the server, the reset, what is handed on. */
#include "exec/prepared/prepared.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "exec/prepared/ask.h"
#include "exec/prepared/command.h"

enum {
    LOOK_MS = 20,        /* between two looks whether the server is up */
    ANSWER_MS = 2000,    /* for one of them */
    SERVER_ERRORS = 500, /* from this status on it is not */
    CLIENT_ERRORS = 400, /* from this one on a reset has failed */
};

struct prepared {
    struct executor base;
    struct executor *inner; /* owned */
    struct prepared_options options;
    struct ask_target ready;
    struct ask_target request; /* of the reset, where it is one */
    struct guardian *guardian;
    struct shell_command server;
    bool runs;     /* the server was started, and not ended by us */
    char zone[64]; /* in which it runs; "": ours */
    uint64_t seed;
};

static struct prepared *of(struct executor *executor)
{
    return (struct prepared *)executor;
}

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

bool prepared_check(const struct prepared_options *options, struct error *error)
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

static bool is_cancelled(const struct prepared *prepared, struct error *error)
{
    if (prepared->options.loop == NULL ||
        !loop_is_cancelled(prepared->options.loop))
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
    int64_t limit = clock_now_ms() + PREPARED_WAIT_MS;
    return limit < deadline_ms ? limit : deadline_ms;
}

static bool has_guardian(struct prepared *prepared, struct error *error)
{
    if (prepared->guardian == NULL)
        prepared->guardian = guardian_create(error);
    return prepared->guardian != NULL;
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

static bool is_up(const struct prepared *prepared, int64_t deadline_ms)
{
    int64_t soon = clock_now_ms() + ANSWER_MS;
    struct error error = ERROR_NONE;
    int status;
    return ask(&prepared->ready, prepared->options.loop,
               soon < deadline_ms ? soon : deadline_ms, &status, &error) &&
           status < SERVER_ERRORS;
}

static void end_server(struct prepared *prepared)
{
    shell_command_end(&prepared->server);
    prepared->runs = false;
}

static bool await_server(struct prepared *prepared, int64_t deadline_ms,
                         struct error *error)
{
    const struct prepared_options *options = &prepared->options;
    int64_t limit = limit_of(deadline_ms);
    while (!is_up(prepared, limit)) {
        if (is_cancelled(prepared, error))
            return false;
        if (shell_command_has_ended(&prepared->server))
            return fail_ended(&prepared->server, "--start", options->start,
                              "before it was ready, ", error);
        if (clock_now_ms() >= limit) {
            char *words = memory_format(
                "--start: %s does not answer, %d seconds after `%s` was "
                "started",
                options->ready, PREPARED_WAIT_MS / 1000, options->start);
            fail(&prepared->server, words, error);
            free(words);
            return false;
        }
        pause_ms(LOOK_MS);
    }
    return true;
}

/* Whose answers were taken for those of our server otherwise. */
static bool is_alone(const struct prepared *prepared, struct error *error)
{
    struct error refused = ERROR_NONE;
    int status;
    return !ask(&prepared->ready, prepared->options.loop,
                clock_now_ms() + ANSWER_MS, &status, &refused) ||
           error_set(error, ERROR_SETUP,
                     "--start: a server answers at %s already. End it, or "
                     "leave out --start and test that one",
                     prepared->options.ready);
}

static bool start_server(struct prepared *prepared, const char *zone,
                         int64_t deadline_ms, struct error *error)
{
    log_info("starting the server");
    if (!has_guardian(prepared, error) || !is_alone(prepared, error) ||
        is_cancelled(prepared, error) ||
        !shell_command_start(&prepared->server, prepared->options.start,
                             zone[0] == '\0' ? NULL : zone, prepared->guardian,
                             error))
        return false;
    strcpy(prepared->zone, zone);
    prepared->runs = await_server(prepared, deadline_ms, error);
    if (!prepared->runs)
        end_server(prepared);
    return prepared->runs;
}

/* A server has one time zone as long as it runs: another one is another server.
 */
static bool have_server(struct prepared *prepared, int64_t deadline_ms,
                        struct error *error)
{
    const struct prepared_options *options = &prepared->options;
    if (options->start == NULL)
        return true;
    struct environment environment =
        environment_of(options->environment, prepared->seed, NULL);
    if (prepared->runs && shell_command_has_ended(&prepared->server)) {
        fail_ended(&prepared->server, "--start", options->start,
                   "during the test before, ", error);
        end_server(prepared);
        return false;
    }
    if (prepared->runs && strcmp(prepared->zone, environment.time_zone) == 0)
        return true;
    end_server(prepared);
    return start_server(prepared, environment.time_zone, deadline_ms, error);
}

/* ---- the reset ----------------------------------------------------------- */

static bool reset_by_request(const struct prepared *prepared,
                             int64_t deadline_ms, struct error *error)
{
    const struct ask_target *request = &prepared->request;
    int status;
    if (!ask(request, prepared->options.loop, limit_of(deadline_ms), &status,
             error)) {
        if (error->code == ERROR_CANCELLED)
            return false;
        error->code = ERROR_SETUP;
        error_prefix(error, "--reset: %s %s: ", request->method, request->url);
        return false;
    }
    return status < CLIENT_ERRORS ||
           error_set(error, ERROR_SETUP,
                     "--reset: %s %s is answered with status %d",
                     request->method, request->url, status);
}

static bool await_reset(struct prepared *prepared,
                        struct shell_command *command, int64_t deadline_ms,
                        struct error *error)
{
    const char *text = prepared->options.reset;
    int64_t limit = limit_of(deadline_ms);
    while (!shell_command_has_ended(command)) {
        if (is_cancelled(prepared, error))
            return false;
        if (clock_now_ms() >= limit) {
            char *words =
                memory_format("--reset: `%s` has not ended after %d seconds",
                              text, PREPARED_WAIT_MS / 1000);
            fail(command, words, error);
            free(words);
            return false;
        }
        pause_ms(1);
    }
    return command->process.status == 0 ||
           fail_ended(command, "--reset", text, "", error);
}

static bool reset_by_command(struct prepared *prepared, int64_t deadline_ms,
                             struct error *error)
{
    struct shell_command command;
    const char *zone =
        prepared->runs && prepared->zone[0] != '\0' ? prepared->zone : NULL;
    if (!has_guardian(prepared, error) ||
        !shell_command_start(&command, prepared->options.reset, zone,
                             prepared->guardian, error))
        return false;
    bool fine = await_reset(prepared, &command, deadline_ms, error);
    shell_command_end(&command);
    return fine;
}

static bool reset(struct prepared *prepared, int64_t deadline_ms,
                  struct error *error)
{
    if (prepared->options.reset == NULL)
        return true;
    return prepared->request.method != NULL
               ? reset_by_request(prepared, deadline_ms, error)
               : reset_by_command(prepared, deadline_ms, error);
}

/* ---- what is handed on --------------------------------------------------- */

static void seed(struct executor *executor, uint64_t number)
{
    struct executor *inner = of(executor)->inner;
    of(executor)->seed = number;
    if (inner->ops->seed != NULL)
        inner->ops->seed(inner, number);
}

static void begin(struct executor *executor, enum executor_begin where)
{
    struct executor *inner = of(executor)->inner;
    if (inner->ops->begin != NULL)
        inner->ops->begin(inner, where);
}

static void rest(struct executor *executor)
{
    executor_rest(of(executor)->inner);
}

static bool start(struct executor *executor, const struct deps *deps,
                  int64_t deadline_ms, struct error *error)
{
    struct prepared *prepared = of(executor);
    return have_server(prepared, deadline_ms, error) &&
           reset(prepared, deadline_ms, error) &&
           prepared->inner->ops->start(prepared->inner, deps, deadline_ms,
                                       error);
}

static bool act(struct executor *executor, const struct action *action,
                int64_t version, struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->act(inner, action, version, error);
}

static bool expect(struct executor *executor, const struct action_list *events,
                   struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->expect == NULL ||
           inner->ops->expect(inner, events, error);
}

static bool wait(struct executor *executor, int64_t time_ms, int64_t version,
                 struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->wait(inner, time_ms, version, error);
}

static enum executor_next next(struct executor *executor, int64_t deadline_ms,
                               struct executor_message *message,
                               struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->next(inner, deadline_ms, message, error);
}

static void want_reach(struct executor *executor, bool wanted)
{
    struct executor *inner = of(executor)->inner;
    inner->ops->want_reach(inner, wanted);
}

static bool reach(struct executor *executor, struct reach *found,
                  struct error *error)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->reach(inner, found, error);
}

static void end(struct executor *executor)
{
    struct executor *inner = of(executor)->inner;
    inner->ops->end(inner);
}

static const struct notice_list *notices(struct executor *executor)
{
    struct executor *inner = of(executor)->inner;
    return inner->ops->notices == NULL ? NULL : inner->ops->notices(inner);
}

static void destroy(struct executor *executor)
{
    struct prepared *prepared = of(executor);
    prepared->inner->ops->destroy(prepared->inner);
    end_server(prepared);
    guardian_destroy(prepared->guardian);
    ask_finish(&prepared->ready);
    ask_finish(&prepared->request);
    free(prepared);
}

#define OPS                                                                    \
    .seed = seed, .begin = begin, .rest = rest, .start = start, .act = act,    \
    .expect = expect, .wait = wait, .next = next, .end = end,                  \
    .notices = notices, .destroy = destroy

/* Executors that cannot tell what runs say so by not having the word. */
static const struct executor_ops ops = {OPS};
static const struct executor_ops reaching_ops = {OPS, .want_reach = want_reach,
                                                 .reach = reach};

struct executor *prepared_create(struct executor *inner,
                                 const struct prepared_options *options)
{
    struct prepared *prepared = MEMORY_NEW(struct prepared);
    struct error error = ERROR_NONE; /* they fit */
    prepared->base.ops = inner->ops->want_reach == NULL ? &ops : &reaching_ops;
    prepared->inner = inner;
    prepared->options = *options;
    if (options->ready != NULL)
        ask_read(&prepared->ready, options->ready, "GET", &error);
    if (options->reset != NULL && ask_is_request(options->reset))
        ask_read(&prepared->request, options->reset, "POST", &error);
    return &prepared->base;
}
