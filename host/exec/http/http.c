/* In this file: commands, events, the system. */
#include "exec/http/http_internal.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    CONNECT_MS = 10 * 1000,
    /* All but the last bytes of several requests have left after so long. */
    WRITE_MS = 10 * 1000,
};

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
                           http_functions_of(http), error))
        return false;
    struct connection *mine = http_connection_of(http, call->process);
    if (mine->is_busy) { /* its command was given up */
        http_close_stream(mine);
        http_end_exchange(mine);
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
    if (http_open_stream(http, mine, clock_now_ms() + CONNECT_MS, &trouble)) {
        mine->exchange.call_ns = clock_now_us() * 1000;
        *connection = mine;
        return true;
    }
    if (trouble.code == ERROR_CANCELLED) {
        if (error != NULL)
            *error = trouble;
        return false;
    }
    http_tell(http, mine, SYSTEM_FAIL,
              memory_format("%s: %s", http->target.authority, trouble.message));
    return true;
}

bool http_call(struct system *system, const struct system_call *call,
               struct error *error)
{
    struct connection *connection;
    if (!begin(http_of(system), call, 0, &connection, error))
        return false;
    if (connection != NULL)
        http_send_more(connection);
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
            http_send_more(connection);
            is_sent &= http_unsent(&connection->exchange) == 0;
        }
        /* A request that the server does not read overlaps as it can. */
        if (is_sent || clock_now_ms() >= deadline_ms)
            return true;
        if (!http_wait_some(http, deadline_ms, error))
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
        http_send_more(connection);
    }
}

/* All connections are there before the first byte leaves. */
static bool http_together(struct system *system,
                          const struct system_call *calls, size_t count,
                          struct error *error)
{
    struct http *http = http_of(system);
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

/* ---- events ------------------------------------------------------------- */

enum system_next http_next(struct system *system, int64_t deadline_ms,
                           struct system_event *event, struct error *error)
{
    struct http *http = http_of(system);
    bool is_over = false;
    *event = (struct system_event){0};
    for (;;) {
        if (http_pop(http, event))
            return SYSTEM_EVENT;
        if (http->wrong.code != ERROR_OK) {
            if (error != NULL)
                *error = http->wrong;
            return SYSTEM_FAILED;
        }
        if (is_over)
            return SYSTEM_DEADLINE;
        is_over = clock_now_ms() >= deadline_ms;
        if (!http_wait_some(http, deadline_ms, error))
            return SYSTEM_FAILED;
    }
}

/* ---- the system --------------------------------------------------------- */

static const struct notice_list *http_notices(struct system *system)
{
    return &http_of(system)->notices;
}

static void http_destroy(struct system *system)
{
    struct http *http = http_of(system);
    http_drop_events(http);
    while (http->connections.count > 0)
        http_drop_at(http, http->connections.count - 1);
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
    const struct http *http = http_of(system);
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

static bool call_function(void *context, int64_t function,
                          const struct value *given, struct value **made,
                          struct error *error)
{
    struct model *model = context;
    return model->ops->real(model, function, given, made, error);
}

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
