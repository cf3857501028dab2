#include "exec/http/http_internal.h"

#include <poll.h>
#include <stdlib.h>

#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"

enum {
    READ_BYTES = 64 * 1024,
    /* How often a wait looks whether it is cancelled. */
    LOOK_MS = 50,
    POLLED = 2 * HTTP_CONNECTIONS, /* at a time, at most */
};

/* ---- requests out ------------------------------------------------------- */

size_t http_unsent(const struct exchange *exchange)
{
    size_t rest = exchange->request.bytes.length - exchange->sent;
    return rest > exchange->hold ? rest - exchange->hold : 0;
}

/* What does not leave now does when there is room. A connection that is broken
 * off is found by reading: the server may have answered before. */
void http_send_more(struct connection *connection)
{
    struct exchange *exchange = &connection->exchange;
    while (http_unsent(exchange) > 0) {
        size_t count;
        enum stream_result result = stream_write(
            connection->stream, exchange->request.bytes.data + exchange->sent,
            http_unsent(exchange), &count);
        if (result != STREAM_SOME)
            return;
        exchange->sent += count;
    }
}

/* ---- answers in --------------------------------------------------------- */

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

/* The answer is whole; `rest` bytes came after it. */
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
                          exchange->arguments, http_functions_of(http), &event,
                          &http->wrong))
        http_push(http, event);
    else
        system_event_finish(&event);
    if (rest > 0)
        http_tell_unasked(http, exchange->request.words);
    http_end_exchange(connection);
    if (is_over)
        http_close_stream(connection);
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
        http_tell(http, connection, SYSTEM_ERROR,
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
        http_tell(http, connection, SYSTEM_FAIL,
                  memory_format("it closed the connection before %s was sent",
                                words));
    } else {
        http_tell(http, connection, SYSTEM_INFO,
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
        http_look_at_idle(http, connection);
        return;
    }
    if ((events & POLLOUT) != 0)
        http_send_more(connection);
    if ((events & ~POLLOUT) != 0)
        hear(http, connection);
}

/* Serves what is ready, or becomes so until the deadline or for a moment.
 * False: cancelled. */
bool http_wait_some(struct http *http, int64_t deadline_ms, struct error *error)
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
        bool sends =
            connection->is_busy && http_unsent(&connection->exchange) > 0;
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
