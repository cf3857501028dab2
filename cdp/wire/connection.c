/* In this file: sending, receiving, waiting, then opening and closing. */
#include "cdp/wire/connection.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/channel.h"
#include "base/clock.h"
#include "base/log.h"
#include "base/memory.h"
#include "base/vec.h"
#include "base/ws.h"
#include "cdp/wire/endpoint.h"

/* A request without its reply. */
struct pending {
    int64_t id;
    uint64_t session; /* its hash; 0: the browser itself */
    const char *method;
    bool unwanted;           /* the reply is dropped */
    struct cdp_record *into; /* somebody waits for just this reply, or NULL */
};

/* A record that nobody has read yet. */
struct arrival {
    struct cdp_record record;
    size_t bytes; /* of its text */
};

struct cdp_connection {
    struct loop *loop;
    struct ws *ws;           /* one of these two, */
    struct channel *channel; /* or the pipe of a browser of our own */
    int64_t last_id;
    struct buf outgoing;         /* scratch of one message */
    VEC(struct pending) pending; /* by rising id */
    VEC(struct arrival) queue;
    size_t queue_start; /* those before were read */
    size_t queue_bytes;
    bool ended;
    char ending[600];
};

static void log_message(const char *arrow, struct str text)
{
    enum { SHOWN = 400 };
    if (log_level() < LOG_LEVEL_DEBUG)
        return;
    bool cut = text.length > SHOWN;
    log_debug("cdp %s %.*s%s", arrow, cut ? SHOWN : (int)text.length, text.data,
              cut ? "..." : "");
}

/* Replies come nearly in the order of the requests: the one sought is among
 * the first. */
static struct pending *find_pending(struct cdp_connection *connection,
                                    int64_t id)
{
    for (size_t i = 0; i < connection->pending.count; i++)
        if (connection->pending.items[i].id == id)
            return &connection->pending.items[i];
    return NULL;
}

static void remove_pending(struct cdp_connection *connection,
                           struct pending *entry)
{
    size_t at = (size_t)(entry - connection->pending.items);
    connection->pending.count--;
    memmove(entry, entry + 1, (connection->pending.count - at) * sizeof *entry);
}

static void enqueue(struct cdp_connection *connection,
                    struct cdp_record *record, size_t bytes)
{
    struct arrival arrival = {.record = *record, .bytes = bytes};
    vec_push(&connection->queue, arrival);
    connection->queue_bytes += bytes;
    cdp_record_init(record);
}

/* Hands a reply to whoever it is for. Takes the record. */
static void settle(struct cdp_connection *connection, struct pending entry,
                   struct cdp_record *record, size_t bytes)
{
    record->method = str_text(entry.method);
    if (entry.into != NULL) {
        *entry.into = *record;
    } else if (!entry.unwanted) {
        enqueue(connection, record, bytes);
    } else {
        if (record->failed && record->root != NULL)
            log_info("%s: %.*s", entry.method, STR_ARGS(record->message));
        cdp_record_finish(record);
    }
}

static uint64_t session_hash(struct str session)
{
    return session.length == 0 ? 0 : str_hash(session);
}

static void fail(struct cdp_connection *connection, struct pending entry,
                 struct str message)
{
    struct cdp_record record = {
        .kind = CDP_REPLY, .id = entry.id, .failed = true, .message = message};
    settle(connection, entry, &record, 0);
}

static void end(struct cdp_connection *connection, const char *reason)
{
    if (connection->ended)
        return;
    connection->ended = true;
    snprintf(connection->ending, sizeof connection->ending, "%s", reason);
    log_debug("cdp: ended: %s", connection->ending);
    for (size_t i = 0; i < connection->pending.count; i++)
        fail(connection, connection->pending.items[i],
             str_text(connection->ending));
    vec_clear(&connection->pending);
}

/* A page that is gone (crashed, closed) answers nothing any more. */
static void end_session(struct cdp_connection *connection, struct str session)
{
    uint64_t hash = session_hash(session);
    size_t kept = 0;
    for (size_t i = 0; i < connection->pending.count; i++) {
        struct pending entry = connection->pending.items[i];
        if (entry.session == hash)
            fail(connection, entry, STR("the page is gone"));
        else
            connection->pending.items[kept++] = entry;
    }
    connection->pending.count = kept;
}

static int64_t send_request(struct cdp_connection *connection,
                            struct str session, const char *method,
                            struct str params, bool unwanted)
{
    struct pending entry = {.id = ++connection->last_id,
                            .session = session_hash(session),
                            .method = method,
                            .unwanted = unwanted};
    if (connection->ended) {
        fail(connection, entry, str_text(connection->ending));
        return entry.id;
    }
    vec_push(&connection->pending, entry);
    buf_clear(&connection->outgoing);
    cdp_wire_write(&connection->outgoing, entry.id, session, method, params);
    log_message(">", buf_str(&connection->outgoing));
    if (connection->channel != NULL)
        channel_send(connection->channel, buf_str(&connection->outgoing));
    else
        ws_send(connection->ws, buf_str(&connection->outgoing));
    return entry.id;
}

int64_t cdp_connection_send(struct cdp_connection *connection,
                            struct str session, const char *method,
                            struct str params)
{
    return send_request(connection, session, method, params, false);
}

void cdp_connection_post(struct cdp_connection *connection, struct str session,
                         const char *method, struct str params)
{
    send_request(connection, session, method, params, true);
}

/* What needs no more than a glance, as most replies do. */
static bool receive_quickly(struct cdp_connection *connection,
                            struct str message)
{
    struct cdp_record record;
    cdp_record_init(&record);
    record.kind = CDP_REPLY;
    enum cdp_glance glance = cdp_wire_glance(message, &record.id);
    struct pending *entry = glance == CDP_GLANCE_NOTHING
                                ? NULL
                                : find_pending(connection, record.id);
    if (entry == NULL || (glance == CDP_GLANCE_REPLY &&
                          (!entry->unwanted || entry->into != NULL)))
        return false;
    struct pending copy = *entry;
    remove_pending(connection, entry);
    settle(connection, copy, &record, message.length);
    return true;
}

static void received(void *data, struct str message)
{
    struct cdp_connection *connection = data;
    struct cdp_record record;
    struct error error = ERROR_NONE;
    if (connection->ended)
        return;
    log_message("<", message);
    if (receive_quickly(connection, message))
        return;
    if (!cdp_wire_read(&record, message, &error)) {
        end(connection, error.message);
        return;
    }
    if (record.kind == CDP_REPLY) {
        struct pending *entry = find_pending(connection, record.id);
        if (entry == NULL) {
            log_debug("cdp: reply to an unknown request %lld",
                      (long long)record.id);
            cdp_record_finish(&record);
            return;
        }
        struct pending copy = *entry;
        remove_pending(connection, entry);
        settle(connection, copy, &record, message.length);
        return;
    }
    if (str_is(record.method, "Target.detachedFromTarget"))
        end_session(connection, json_read_string(
                                    json_read_field(record.body, "sessionId")));
    enqueue(connection, &record, message.length);
    if (connection->queue.count - connection->queue_start >
            CDP_QUEUE_LIMIT_RECORDS ||
        connection->queue_bytes > CDP_QUEUE_LIMIT_BYTES)
        end(connection, "the page floods us with messages");
}

static void closed(void *data, const char *reason)
{
    end(data, reason);
}

static const struct ws_handler handler = {.received = received,
                                          .closed = closed};

/* Moves the oldest record out of the queue. */
static bool dequeue(struct cdp_connection *connection,
                    struct cdp_record *record)
{
    while (connection->queue_start < connection->queue.count) {
        struct arrival *first =
            &connection->queue.items[connection->queue_start++];
        *record = first->record;
        connection->queue_bytes -= first->bytes;
        if (connection->queue_start == connection->queue.count) {
            vec_clear(&connection->queue);
            connection->queue_start = 0;
        }
        if (record->kind == CDP_REPLY || record->root != NULL)
            return true;
    }
    return false;
}

/* The read part of the queue must not grow for ever under a page that never
 * leaves it empty. */
static void compact(struct cdp_connection *connection)
{
    size_t start = connection->queue_start;
    if (start < 1024 || start * 2 < connection->queue.count)
        return;
    connection->queue.count -= start;
    memmove(connection->queue.items, connection->queue.items + start,
            connection->queue.count * sizeof *connection->queue.items);
    connection->queue_start = 0;
}

static bool ended_error(const struct cdp_connection *connection,
                        struct error *error)
{
    return error_set(error, ERROR_SETUP,
                     "the connection to the browser ended: %s",
                     connection->ending);
}

enum cdp_next cdp_connection_next(struct cdp_connection *connection,
                                  int64_t deadline_ms,
                                  struct cdp_record *record,
                                  struct error *error)
{
    cdp_record_init(record);
    compact(connection);
    for (;;) {
        if (loop_is_cancelled(connection->loop)) {
            error_set(error, ERROR_CANCELLED, "interrupted");
            return CDP_NEXT_FAILED;
        }
        if (dequeue(connection, record))
            return CDP_NEXT_RECORD;
        if (connection->ended) {
            ended_error(connection, error);
            return CDP_NEXT_FAILED;
        }
        if (loop_run_once(connection->loop, deadline_ms) != LOOP_DEADLINE)
            continue;
        return dequeue(connection, record) ? CDP_NEXT_RECORD
                                           : CDP_NEXT_DEADLINE;
    }
}

/* A reply that arrived before anybody waited for it. */
static bool take_queued_reply(struct cdp_connection *connection, int64_t id,
                              struct cdp_record *reply)
{
    for (size_t i = connection->queue_start; i < connection->queue.count; i++) {
        struct cdp_record *record = &connection->queue.items[i].record;
        if (record->kind != CDP_REPLY || record->id != id)
            continue;
        *reply = *record;
        cdp_record_init(record);
        return true;
    }
    return false;
}

/* True when *reply is filled, false when the wait was given up. */
static bool wait_for_reply(struct cdp_connection *connection, int64_t id,
                           int64_t deadline_ms, struct cdp_record *reply,
                           struct error *error)
{
    struct pending *entry = find_pending(connection, id);
    if (entry == NULL) {
        if (take_queued_reply(connection, id, reply))
            return true;
        return error_set(error, ERROR_RUN, "request %lld was never sent",
                         (long long)id);
    }
    const char *method = entry->method;
    entry->into = reply;
    enum loop_result result = LOOP_ACTIVE;
    while (reply->id == 0 && result == LOOP_ACTIVE)
        result = loop_run_once(connection->loop, deadline_ms);
    if (reply->id != 0)
        return true;
    entry = find_pending(connection, id);
    entry->into = NULL;
    entry->unwanted = true;
    return loop_gave_up(connection->loop, ERROR_RUN, method, error);
}

bool cdp_connection_await(struct cdp_connection *connection, int64_t id,
                          int64_t deadline_ms, struct cdp_record *reply,
                          struct error *error)
{
    struct cdp_record mine;
    cdp_record_init(&mine);
    if (reply != NULL)
        cdp_record_init(reply);
    if (!wait_for_reply(connection, id, deadline_ms, &mine, error))
        return false;
    bool good = !mine.failed;
    if (mine.failed && connection->ended && mine.root == NULL)
        ended_error(connection, error);
    else if (mine.failed)
        error_set(error, ERROR_RUN, "%.*s: %.*s", STR_ARGS(mine.method),
                  STR_ARGS(mine.message));
    if (good && reply != NULL)
        *reply = mine;
    else
        cdp_record_finish(&mine);
    return good;
}

bool cdp_connection_call(struct cdp_connection *connection, struct str session,
                         const char *method, struct str params,
                         int64_t deadline_ms, struct cdp_record *reply,
                         struct error *error)
{
    int64_t id = cdp_connection_send(connection, session, method, params);
    return cdp_connection_await(connection, id, deadline_ms, reply, error);
}

static bool wait_until_open(struct cdp_connection *connection, const char *url,
                            int64_t deadline_ms, struct error *error)
{
    enum loop_result result = LOOP_ACTIVE;
    while (!ws_is_open(connection->ws) && !connection->ended &&
           result == LOOP_ACTIVE)
        result = loop_run_once(connection->loop, deadline_ms);
    if (ws_is_open(connection->ws))
        return true;
    if (connection->ended)
        return error_set(error, ERROR_SETUP,
                         "cannot reach the browser at %s: %s", url,
                         connection->ending);
    loop_gave_up(connection->loop, ERROR_SETUP, "connecting", error);
    error_prefix(error, "cannot reach the browser at %s: ", url);
    return false;
}

struct cdp_connection *cdp_connection_open(struct loop *loop, const char *url,
                                           int64_t deadline_ms,
                                           struct error *error)
{
    struct ws_url parts;
    if (!cdp_endpoint_find(&parts, loop, url, deadline_ms, error))
        return NULL;
    struct cdp_connection *connection = MEMORY_NEW(struct cdp_connection);
    connection->loop = loop;
    struct ws_address address = {
        .host = parts.host, .port = parts.port, .path = parts.path};
    connection->ws = ws_connect(loop, &address, &handler, connection);
    ws_url_finish(&parts);
    if (wait_until_open(connection, url, deadline_ms, error))
        return connection;
    cdp_connection_destroy(connection);
    return NULL;
}

struct cdp_connection *cdp_connection_attach(struct loop *loop,
                                             struct channel_ends ends,
                                             struct error *error)
{
    static const struct channel_handler channel_handler = {.received = received,
                                                           .closed = closed};
    struct cdp_connection *connection = MEMORY_NEW(struct cdp_connection);
    connection->loop = loop;
    connection->channel =
        channel_create(loop, ends, &channel_handler, connection, error);
    if (connection->channel != NULL)
        return connection;
    cdp_connection_destroy(connection);
    return NULL;
}

void cdp_connection_destroy(struct cdp_connection *connection)
{
    if (connection == NULL)
        return;
    ws_destroy(connection->ws);
    channel_destroy(connection->channel);
    for (size_t i = connection->queue_start; i < connection->queue.count; i++)
        cdp_record_finish(&connection->queue.items[i].record);
    vec_finish(&connection->queue);
    vec_finish(&connection->pending);
    buf_finish(&connection->outgoing);
    free(connection);
}

bool cdp_connection_is_open(const struct cdp_connection *connection)
{
    return !connection->ended;
}

const char *cdp_connection_ending(const struct cdp_connection *connection)
{
    return connection->ended ? connection->ending : NULL;
}
