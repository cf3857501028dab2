#include "exec/http/http_internal.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"

/* ---- events ------------------------------------------------------------- */

void http_drop_events(struct http *http)
{
    for (size_t i = http->ready_at; i < http->ready.count; i++)
        system_event_finish(&http->ready.items[i]);
    vec_clear(&http->ready);
    http->ready_at = 0;
}

/* Takes what the event owns. */
void http_push(struct http *http, struct system_event event)
{
    event.time_ns = clock_now_us() * 1000;
    vec_push(&http->ready, event);
}

bool http_pop(struct http *http, struct system_event *event)
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

void http_close_stream(struct connection *connection)
{
    stream_destroy(connection->stream);
    connection->stream = NULL;
}

void http_end_exchange(struct connection *connection)
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
    http_close_stream(connection);
    http_end_exchange(connection);
    free(connection);
}

void http_drop_at(struct http *http, size_t place)
{
    destroy_connection(http->connections.items[place]);
    http->connections.items[place] = vec_pop(&http->connections);
}

/* Ends the exchange with an event of this kind; takes `words`. */
void http_tell(struct http *http, struct connection *connection,
               enum system_event_kind kind, char *words)
{
    http_push(http, (struct system_event){
                        .kind = kind,
                        .process = connection->process,
                        .number = connection->exchange.number,
                        .call_ns = connection->exchange.call_ns,
                        .text = words,
                    });
    http_end_exchange(connection);
    http_close_stream(connection);
}

/* Bytes on a connection with no command: two answers to one, or none at all. */
void http_tell_unasked(struct http *http, const char *behind)
{
    http_push(http, (struct system_event){
                        .kind = SYSTEM_ERROR,
                        .number = -1,
                        .text = memory_format(
                            "it sent bytes that nobody asked for%s%s",
                            behind == NULL ? "" : " after its answer to ",
                            behind == NULL ? "" : behind),
                    });
}

struct connection *http_connection_of(struct http *http, int64_t process)
{
    for (size_t i = 0; i < http->connections.count; i++)
        if (http->connections.items[i]->process == process)
            return http->connections.items[i];
    for (size_t i = 0; http->connections.count >= HTTP_CONNECTIONS &&
                       i < http->connections.count;)
        if (http->connections.items[i]->is_busy)
            i++;
        else
            http_drop_at(http, i);
    struct connection *connection = MEMORY_NEW(struct connection);
    connection->process = process;
    vec_push(&http->connections, connection);
    return connection;
}

/* A server may close a connection that nobody uses; what it says there is
 * another matter. */
void http_look_at_idle(struct http *http, struct connection *connection)
{
    char byte;
    size_t count;
    switch (stream_read(connection->stream, &byte, 1, &count)) {
    case STREAM_WAIT:
        return;
    case STREAM_SOME:
        http_tell_unasked(http, NULL);
        break;
    default:
        break;
    }
    http_close_stream(connection);
}

bool http_open_stream(struct http *http, struct connection *connection,
                      int64_t deadline_ms, struct error *error)
{
    const struct stream_address address = {
        .host = http->target.host,
        .port = http->target.port,
        .trust = http->trust,
    };
    if (connection->stream != NULL)
        http_look_at_idle(http, connection);
    if (connection->stream == NULL)
        connection->stream =
            stream_connect(&address, http->loop, deadline_ms, error);
    http->was_reached |= connection->stream != NULL;
    return connection->stream != NULL;
}
