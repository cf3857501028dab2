/* In this file: events, connections, requests out, answers in, waiting,
 * commands, a new run. */
#include "exec/http/http.h"

#include <poll.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/stream.h"
#include "base/vec.h"
#include "exec/http/answer.h"
#include "exec/http/request.h"
#include "exec/http/target.h"

enum {
    READ_BYTES = 64 * 1024,
    /* How often a wait looks whether it is cancelled. */
    LOOK_MS = 50,
    CONNECT_MS = 10 * 1000,
    /* All but the last bytes of several requests have left after so long. */
    WRITE_MS = 10 * 1000,
    /* Connections at a time; processes of programs are a few, but each that
     * ends without an answer goes on under a new number. */
    CONNECTIONS = 64,
    POLLED = 2 * CONNECTIONS, /* at a time, at most */
    /* The reset goes where the first process goes: a server that serves one
     * connection at a time would never come to a second one. */
    RESET_PROCESS = 0,
};

/* A command that was sent, until its answer is whole. */
struct exchange {
    int64_t number, call_ns;
    struct http_request request;
    size_t sent;        /* bytes of it */
    size_t hold;        /* bytes at its end that are not to leave yet */
    struct value *real; /* of the command; or NULL */
    struct value *arguments;
    struct http_answer answer;
};

/* Of one process. */
struct connection {
    int64_t process;
    struct stream *stream; /* NULL: to be opened for the next command */
    bool is_busy;          /* with `exchange` */
    struct exchange exchange;
};

struct http {
    struct system base;
    struct http_target target;
    const struct model_info *info;
    struct template_functions functions; /* `call` NULL: there are none */
    struct error wrong;         /* a function failed: nothing goes on */
    struct stream_trust *trust; /* NULL: no TLS */
    struct loop *loop;
    VEC(struct connection *) connections;
    VEC(struct system_event) ready; /* what `next` gives first */
    size_t ready_at;
    struct notice_list notices;
    struct buf in;    /* what was read last */
    bool is_reset;    /* by somebody else */
    bool was_reached; /* once at least */
};

static struct http *of(struct system *system)
{
    return (struct http *)system;
}

/* ---- events ------------------------------------------------------------- */

static void drop_events(struct http *http)
{
    for (size_t i = http->ready_at; i < http->ready.count; i++)
        system_event_finish(&http->ready.items[i]);
    vec_clear(&http->ready);
    http->ready_at = 0;
}

/* Takes what the event owns. */
static void push(struct http *http, struct system_event event)
{
    event.time_ns = clock_now_us() * 1000;
    vec_push(&http->ready, event);
}

static bool pop(struct http *http, struct system_event *event)
{
    if (http->ready_at == http->ready.count)
        return false;
    *event = http->ready.items[http->ready_at++];
    if (http->ready_at == http->ready.count) {
        vec_clear(&http->ready);
        http->ready_at = 0;
    }
    return true;
}

/* ---- connections -------------------------------------------------------- */

static void close_stream(struct connection *connection)
{
    stream_destroy(connection->stream);
    connection->stream = NULL;
}

static void end_exchange(struct connection *connection)
{
    http_request_finish(&connection->exchange.request);
    http_answer_finish(&connection->exchange.answer);
    value_unref(connection->exchange.real);
    value_unref(connection->exchange.arguments);
    connection->exchange = (struct exchange){0};
    connection->is_busy = false;
}

static void destroy_connection(struct connection *connection)
{
    close_stream(connection);
    end_exchange(connection);
    free(connection);
}

static void drop_at(struct http *http, size_t place)
{
    destroy_connection(http->connections.items[place]);
    http->connections.items[place] = vec_pop(&http->connections);
}

/* Ends the exchange with an event of this kind; takes `words`. */
static void tell(struct http *http, struct connection *connection,
                 enum system_event_kind kind, char *words)
{
    push(http, (struct system_event){
                   .kind = kind,
                   .process = connection->process,
                   .number = connection->exchange.number,
                   .call_ns = connection->exchange.call_ns,
                   .text = words,
               });
    end_exchange(connection);
    close_stream(connection);
}

/* Bytes on a connection with no command: two answers to one, or none at all. */
static void tell_unasked(struct http *http, const char *behind)
{
    push(http, (struct system_event){
                   .kind = SYSTEM_ERROR,
                   .number = -1,
                   .text = memory_format(
                       "it sent bytes that nobody asked for%s%s",
                       behind == NULL ? "" : " behind its answer to ",
                       behind == NULL ? "" : behind),
               });
}

static struct connection *connection_of(struct http *http, int64_t process)
{
    for (size_t i = 0; i < http->connections.count; i++)
        if (http->connections.items[i]->process == process)
            return http->connections.items[i];
    for (size_t i = 0;
         http->connections.count >= CONNECTIONS && i < http->connections.count;)
        if (http->connections.items[i]->is_busy)
            i++;
        else
            drop_at(http, i);
    struct connection *connection = MEMORY_NEW(struct connection);
    connection->process = process;
    vec_push(&http->connections, connection);
    return connection;
}

/* A server may close a connection that nobody uses; what it says there is
 * another matter. */
static void look_at_idle(struct http *http, struct connection *connection)
{
    char byte;
    size_t count;
    switch (stream_read(connection->stream, &byte, 1, &count)) {
    case STREAM_WAIT:
        return;
    case STREAM_SOME:
        tell_unasked(http, NULL);
        break;
    default:
        break;
    }
    close_stream(connection);
}

static bool open_stream(struct http *http, struct connection *connection,
                        int64_t deadline_ms, struct error *error)
{
    const struct stream_address address = {
        .host = http->target.host,
        .port = http->target.port,
        .trust = http->trust,
    };
    if (connection->stream != NULL)
        look_at_idle(http, connection);
    if (connection->stream == NULL)
        connection->stream =
            stream_connect(&address, http->loop, deadline_ms, error);
    http->was_reached |= connection->stream != NULL;
    return connection->stream != NULL;
}

/* ---- requests out ------------------------------------------------------- */

static size_t unsent(const struct exchange *exchange)
{
    size_t rest = exchange->request.bytes.length - exchange->sent;
    return rest > exchange->hold ? rest - exchange->hold : 0;
}

/* What does not leave now does when there is room. A connection that is broken
 * off is found by reading: the server may have answered before. */
static void send_more(struct connection *connection)
{
    struct exchange *exchange = &connection->exchange;
    while (unsent(exchange) > 0) {
        size_t count;
        enum stream_result result = stream_write(
            connection->stream, exchange->request.bytes.data + exchange->sent,
            unsent(exchange), &count);
        if (result != STREAM_SOME)
            return;
        exchange->sent += count;
    }
}

/* ---- answers in --------------------------------------------------------- */

static bool call_function(void *context, int64_t function,
                          const struct value *given, struct value **made,
                          struct error *error)
{
    struct model *model = context;
    return model->ops->real(model, function, given, made, error);
}

static const struct template_functions *functions_of(const struct http *http)
{
    return http->functions.call == NULL ? NULL : &http->functions;
}

static void note_redirect(struct http *http, const struct exchange *exchange)
{
    if (exchange->answer.status / 100 != 3 || exchange->answer.location == NULL)
        return;
    char *words = memory_format(
        "the system redirects %s to %s (%d): it is taken for an answer and not "
        "followed",
        exchange->request.words, exchange->answer.location,
        exchange->answer.status);
    notice_list_add(&http->notices, "redirect", words);
    free(words);
}

/* The answer is whole; `rest` bytes came behind it. */
static void tell_answer(struct http *http, struct connection *connection,
                        size_t rest)
{
    struct exchange *exchange = &connection->exchange;
    bool is_over = !exchange->answer.keeps_alive || rest > 0 ||
                   exchange->sent < exchange->request.bytes.length;
    struct system_event event = {
        .process = connection->process,
        .number = exchange->number,
        .call_ns = exchange->call_ns,
    };
    log_debug("system > %s: %d", exchange->request.words,
              exchange->answer.status);
    note_redirect(http, exchange);
    if (http_request_read(&exchange->request, &exchange->answer, exchange->real,
                          exchange->arguments, functions_of(http), &event,
                          &http->wrong))
        push(http, event);
    else
        system_event_finish(&event);
    if (rest > 0)
        tell_unasked(http, exchange->request.words);
    end_exchange(connection);
    if (is_over)
        close_stream(connection);
}

static void take(struct http *http, struct connection *connection,
                 struct str bytes)
{
    struct exchange *exchange = &connection->exchange;
    struct error error = ERROR_NONE;
    size_t used;
    switch (http_answer_take(&exchange->answer, bytes, &used, &error)) {
    case HTTP_ANSWER_MORE:
        return;
    case HTTP_ANSWER_DONE:
        tell_answer(http, connection, bytes.length - used);
        return;
    case HTTP_ANSWER_WRONG:
        tell(http, connection, SYSTEM_ERROR,
             memory_format("asked %s, it %s", exchange->request.words,
                           error.message));
        return;
    }
}

/* The connection has ended while a command waits for its answer. */
static void take_end(struct http *http, struct connection *connection)
{
    struct exchange *exchange = &connection->exchange;
    const char *words = exchange->request.words;
    if (http_answer_end(&exchange->answer)) {
        tell_answer(http, connection, 0);
    } else if (exchange->sent == 0) {
        tell(http, connection, SYSTEM_FAIL,
             memory_format("it closed the connection before %s was sent",
                           words));
    } else {
        tell(http, connection, SYSTEM_INFO,
             memory_format("it closed the connection %s its answer to %s",
                           exchange->answer.has_begun ? "in the middle of"
                                                      : "before",
                           words));
    }
}

/* Reads what is there. */
static void hear(struct http *http, struct connection *connection)
{
    char *bytes = buf_reserve(&http->in, READ_BYTES);
    while (connection->is_busy && connection->stream != NULL) {
        size_t count;
        enum stream_result result =
            stream_read(connection->stream, bytes, READ_BYTES, &count);
        if (result == STREAM_WAIT)
            break;
        if (result == STREAM_SOME)
            take(http, connection, str_from(bytes, count));
        else
            take_end(http, connection);
    }
}

/* ---- waiting ------------------------------------------------------------ */

static void serve(struct http *http, struct connection *connection,
                  short events)
{
    if (!connection->is_busy) {
        look_at_idle(http, connection);
        return;
    }
    if ((events & POLLOUT) != 0)
        send_more(connection);
    if ((events & ~POLLOUT) != 0)
        hear(http, connection);
}

/* Serves what is ready, or becomes so until the deadline or for a moment.
 * False: cancelled. */
static bool wait_some(struct http *http, int64_t deadline_ms,
                      struct error *error)
{
    struct pollfd ready[POLLED];
    struct connection *whose[POLLED];
    nfds_t count = 0;
    int64_t rest_ms = deadline_ms - clock_now_ms();
    if (http->loop != NULL && loop_is_cancelled(http->loop))
        return error_set(error, ERROR_CANCELLED, "interrupted");
    for (size_t i = 0; i < http->connections.count && count < POLLED; i++) {
        struct connection *connection = http->connections.items[i];
        if (connection->stream == NULL)
            continue;
        bool sends = connection->is_busy && unsent(&connection->exchange) > 0;
        whose[count] = connection;
        ready[count++] = (struct pollfd){
            .fd = stream_descriptor(connection->stream),
            .events = (short)(sends ? POLLIN | POLLOUT : POLLIN)};
    }
    if (rest_ms > LOOK_MS)
        rest_ms = LOOK_MS;
    if (poll(ready, count, rest_ms < 0 ? 0 : (int)rest_ms) <= 0)
        return true;
    for (nfds_t i = 0; i < count; i++)
        if (ready[i].revents != 0)
            serve(http, whose[i], ready[i].revents);
    return true;
}

static enum system_next http_next(struct system *system, int64_t deadline_ms,
                                  struct system_event *event,
                                  struct error *error)
{
    struct http *http = of(system);
    bool is_over = false;
    *event = (struct system_event){0};
    for (;;) {
        if (pop(http, event))
            return SYSTEM_EVENT;
        if (http->wrong.code != ERROR_OK) {
            if (error != NULL)
                *error = http->wrong;
            return SYSTEM_FAILED;
        }
        if (is_over)
            return SYSTEM_DEADLINE;
        is_over = clock_now_ms() >= deadline_ms;
        if (!wait_some(http, deadline_ms, error))
            return SYSTEM_FAILED;
    }
}

/* ---- commands ----------------------------------------------------------- */

/* A connection with the request of the call, of which the last `hold` bytes
 * wait. *connection NULL: it has ended with an event already. */
static bool begin(struct http *http, const struct system_call *call,
                  size_t hold, struct connection **connection,
                  struct error *error)
{
    struct http_request request;
    struct error trouble = ERROR_NONE;
    *connection = NULL;
    if (!http_request_make(&request, &http->target, http->info->real, call,
                           functions_of(http), error))
        return false;
    struct connection *mine = connection_of(http, call->process);
    if (mine->is_busy) { /* its command was given up */
        close_stream(mine);
        end_exchange(mine);
    }
    mine->is_busy = true;
    mine->exchange = (struct exchange){
        .number = call->number,
        .call_ns = clock_now_us() * 1000,
        .request = request,
        .hold = hold,
        .real = call->real == NULL ? NULL : value_ref(call->real),
        .arguments = value_ref(call->arguments),
    };
    http_answer_init(&mine->exchange.answer, request.is_head);
    log_debug("system < %s", request.words);
    if (open_stream(http, mine, clock_now_ms() + CONNECT_MS, &trouble)) {
        mine->exchange.call_ns = clock_now_us() * 1000;
        *connection = mine;
        return true;
    }
    if (trouble.code == ERROR_CANCELLED) {
        if (error != NULL)
            *error = trouble;
        return false;
    }
    tell(http, mine, SYSTEM_FAIL,
         memory_format("%s: %s", http->target.authority, trouble.message));
    return true;
}

static bool http_call(struct system *system, const struct system_call *call,
                      struct error *error)
{
    struct connection *connection;
    if (!begin(of(system), call, 0, &connection, error))
        return false;
    if (connection != NULL)
        send_more(connection);
    return true;
}

/* Sends everything but what is held; answers that come meanwhile are kept. */
static bool send_up_to_last(struct http *http, int64_t deadline_ms,
                            struct error *error)
{
    for (;;) {
        bool is_sent = true;
        for (size_t i = 0; i < http->connections.count; i++) {
            struct connection *connection = http->connections.items[i];
            if (!connection->is_busy || connection->stream == NULL)
                continue;
            send_more(connection);
            is_sent &= unsent(&connection->exchange) == 0;
        }
        /* A request that the server does not read overlaps as it can. */
        if (is_sent || clock_now_ms() >= deadline_ms)
            return true;
        if (!wait_some(http, deadline_ms, error))
            return false;
    }
}

static void send_last(struct http *http)
{
    for (size_t i = 0; i < http->connections.count; i++) {
        struct connection *connection = http->connections.items[i];
        if (!connection->is_busy || connection->exchange.hold == 0)
            continue;
        connection->exchange.hold = 0;
        send_more(connection);
    }
}

/* All connections are there before the first byte leaves. */
static bool http_together(struct system *system,
                          const struct system_call *calls, size_t count,
                          struct error *error)
{
    struct http *http = of(system);
    for (size_t i = 0; i < count; i++) {
        struct connection *connection;
        if (!begin(http, &calls[i], 1, &connection, error))
            return false;
    }
    if (!send_up_to_last(http, clock_now_ms() + WRITE_MS, error))
        return false;
    send_last(http);
    return true;
}

/* ---- a new run ---------------------------------------------------------- */

/* What is pending is given up, and but for the first process everybody
 * connects anew. */
static void http_end(struct system *system)
{
    struct http *http = of(system);
    for (size_t i = 0; i < http->connections.count;)
        if (http->connections.items[i]->is_busy ||
            http->connections.items[i]->process != RESET_PROCESS)
            drop_at(http, i);
        else
            i++;
    drop_events(http);
}

/* Before there is a run: can it be reached? */
static bool reach(struct http *http, int64_t deadline_ms, struct error *error)
{
    struct error trouble = ERROR_NONE;
    bool was_reached = http->was_reached;
    struct connection *connection = connection_of(http, RESET_PROCESS);
    if (open_stream(http, connection, deadline_ms, &trouble))
        return true;
    if (trouble.code == ERROR_CANCELLED) {
        if (error != NULL)
            *error = trouble;
        return false;
    }
    return error_set(error, was_reached ? ERROR_RUN : ERROR_SETUP,
                     "cannot reach the system at %s: %s%s",
                     http->target.authority, trouble.message,
                     was_reached ? " (it was there before)" : "");
}

static bool judge_reset(struct system_event *event, enum system_next next,
                        struct error *error)
{
    if (next == SYSTEM_DEADLINE)
        return error_set(error, ERROR_RUN,
                         "the system did not answer its reset in time");
    if (next == SYSTEM_FAILED)
        return false;
    const struct value *status = value_field_named(event->detail, "status");
    if (event->kind != SYSTEM_OK)
        return error_set(error, ERROR_RUN, "the system was not reset: %s",
                         event->text == NULL ? "no answer" : event->text);
    if (status == NULL || status->integer < 300)
        return true;
    struct str request =
        value_text(value_field_named(event->detail, "request"));
    struct str words = value_text(value_field_named(event->answer, "message"));
    return error_set(error, ERROR_RUN,
                     "the system was not reset: it answered %.*s with "
                     "%lld%s%.*s",
                     STR_ARGS(request), (long long)status->integer,
                     words.length == 0 ? "" : ": ", STR_ARGS(words));
}

static bool ask_reset_once(struct http *http, const struct value *real,
                           int64_t deadline_ms, struct system_event *event,
                           enum system_next *next, struct error *error)
{
    struct value *none = value_list(NULL, 0);
    const struct system_call call = {.process = RESET_PROCESS,
                                     .number = -1,
                                     .name = "reset",
                                     .arguments = none,
                                     .real = real};
    bool is_fine = http_call(&http->base, &call, error);
    if (is_fine)
        *next = http_next(&http->base, deadline_ms, event, error);
    value_unref(none);
    return is_fine;
}

/* Once more where the connection was closed: the server may have been about to
 * when the request left, and a reset may be done twice. */
static bool ask_reset(struct http *http, const struct value *real,
                      int64_t deadline_ms, struct error *error)
{
    struct system_event event = {0};
    enum system_next next = SYSTEM_FAILED;
    bool is_fine =
        ask_reset_once(http, real, deadline_ms, &event, &next, error);
    if (is_fine && next == SYSTEM_EVENT && event.kind == SYSTEM_INFO) {
        system_event_finish(&event);
        is_fine = ask_reset_once(http, real, deadline_ms, &event, &next, error);
    }
    is_fine = is_fine && judge_reset(&event, next, error);
    system_event_finish(&event);
    return is_fine;
}

static bool http_reset(struct system *system, int64_t deadline_ms,
                       struct error *error)
{
    struct http *http = of(system);
    const struct value *real = value_field_named(http->info->real, "reset");
    http_end(system);
    if (!reach(http, deadline_ms, error))
        return false;
    /* What an idle connection said belonged to the run before. */
    drop_events(http);
    if (real != NULL)
        return ask_reset(http, real, deadline_ms, error);
    if (http->is_reset)
        return true;
    notice_list_add(&http->notices, "reset",
                    "the model says nothing of a reset (real: {reset: {method, "
                    "path}}), and there is no --reset: each run begins with "
                    "what the one before left "
                    "in the system");
    return true;
}

static const struct notice_list *http_notices(struct system *system)
{
    return &of(system)->notices;
}

static void http_destroy(struct system *system)
{
    struct http *http = of(system);
    drop_events(http);
    while (http->connections.count > 0)
        drop_at(http, http->connections.count - 1);
    vec_finish(&http->connections);
    vec_finish(&http->ready);
    buf_finish(&http->in);
    notice_list_finish(&http->notices);
    stream_trust_destroy(http->trust);
    http_target_finish(&http->target);
    free(http);
}

static char *http_awaited(struct system *system, int64_t process)
{
    const struct http *http = of(system);
    for (size_t i = 0; i < http->connections.count; i++) {
        const struct connection *connection = http->connections.items[i];
        if (connection->process == process && connection->is_busy)
            return memory_format("%s", connection->exchange.request.words);
    }
    return NULL;
}

static const struct system_ops ops = {
    .reset = http_reset,
    .call = http_call,
    .together = http_together,
    .awaited = http_awaited,
    .next = http_next,
    .end = http_end,
    .notices = http_notices,
    .destroy = http_destroy,
};

static bool check_commands(const struct model_info *info, struct error *error)
{
    if (!http_common_check(info->real, error))
        return false;
    for (size_t i = 0; i < info->command_count; i++) {
        char *whose = memory_format("the command %s", info->commands[i].name);
        bool is_fine = http_real_check(info->commands[i].real, whose, error);
        free(whose);
        if (!is_fine)
            return false;
    }
    return true;
}

struct system *http_create(const struct http_options *options,
                           struct error *error)
{
    struct http_target target;
    struct stream_trust *trust = NULL;
    if (!check_commands(options->info, error) ||
        !http_target_read(&target, options->url, error))
        return NULL;
    if (target.is_tls) {
        trust = stream_trust_create(options->trusts_anybody, error);
        if (trust == NULL) {
            http_target_finish(&target);
            return NULL;
        }
    }
    struct http *http = MEMORY_NEW(struct http);
    http->base.ops = &ops;
    http->target = target;
    http->info = options->info;
    if (options->model != NULL && options->model->ops->real != NULL)
        http->functions =
            (struct template_functions){call_function, options->model};
    http->trust = trust;
    http->loop = options->loop;
    http->is_reset = options->is_reset;
    return &http->base;
}
