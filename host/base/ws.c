/* In this file: the life of a connection, sending, receiving, then URLs. */
#include "base/ws.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "base/base_internal.h"
#include "base/buf.h"
#include "base/memory.h"
#include "base/vec.h"

enum ws_state { WS_CONNECTING, WS_OPEN, WS_CLOSED };

/* A message on its way out: LWS_PRE bytes for the frame's head, then the text,
 * which the library masks in place. */
struct outgoing {
    unsigned char *block;
    size_t length; /* of the text */
};

struct ws {
    struct loop *loop;
    struct lws *wsi; /* NULL before and after the connection */
    const struct ws_handler *handler;
    void *data;
    enum ws_state state;
    size_t limit_bytes; /* of a message */
    struct buf partial; /* of a message in several fragments */
    char reason[200];   /* why we are about to close it; "" */
    VEC(struct outgoing) queue;
    size_t queue_start; /* already written */
};

/* A buffer larger than this is given back after its message. */
enum { KEPT_BYTES = 2 * 1024 * 1024 };

static void end(struct ws *ws, const char *reason)
{
    ws->wsi = NULL;
    if (ws->state == WS_CLOSED)
        return;
    ws->state = WS_CLOSED;
    if (ws->reason[0] == '\0')
        snprintf(ws->reason, sizeof ws->reason, "%s", reason);
    loop_mark_active(ws->loop);
    if (ws->handler->closed != NULL)
        ws->handler->closed(ws->data, ws->reason);
}

void ws_host_text(const struct ws_address *address, char *text)
{
    snprintf(text, WS_HOST_BYTES,
             strchr(address->host, ':') ? "[%s]:%d" : "%s:%d", address->host,
             address->port);
}

struct ws *ws_connect(struct loop *loop, const struct ws_address *address,
                      const struct ws_handler *handler, void *data)
{
    struct ws *ws = MEMORY_NEW(struct ws);
    *ws = (struct ws){.loop = loop,
                      .handler = handler,
                      .data = data,
                      .limit_bytes = WS_MESSAGE_LIMIT_BYTES};
    char host[WS_HOST_BYTES];
    ws_host_text(address, host);
    /* No origin: Chromium refuses connections that carry one. */
    struct lws_client_connect_info info = {
        .context = loop_context(loop),
        .address = address->host,
        .port = address->port,
        .path = address->path,
        .host = host,
        .ietf_version_or_minus_one = -1,
        .local_protocol_name = "weir-ws",
        .opaque_user_data = ws,
        .pwsi = &ws->wsi,
    };
    if (lws_client_connect_via_info(&info) == NULL)
        end(ws, "cannot connect (is the host right?)");
    return ws;
}

static void drop_queue(struct ws *ws)
{
    for (size_t i = ws->queue_start; i < ws->queue.count; i++)
        free(ws->queue.items[i].block);
    vec_clear(&ws->queue);
    ws->queue_start = 0;
}

void ws_destroy(struct ws *ws)
{
    if (ws == NULL)
        return;
    if (ws->wsi != NULL) {
        lws_set_opaque_user_data(ws->wsi, NULL);
        lws_set_timeout(ws->wsi, 1, LWS_TO_KILL_ASYNC);
    }
    drop_queue(ws);
    vec_finish(&ws->queue);
    buf_finish(&ws->partial);
    free(ws);
}

void ws_set_limit(struct ws *ws, size_t bytes)
{
    ws->limit_bytes = bytes;
}

bool ws_is_open(const struct ws *ws)
{
    return ws->state == WS_OPEN;
}

bool ws_is_closed(const struct ws *ws)
{
    return ws->state == WS_CLOSED;
}

void ws_send(struct ws *ws, struct str message)
{
    if (ws->state != WS_OPEN)
        return;
    struct outgoing out = {
        .block = memory_resized(NULL, LWS_PRE + message.length + 1, 1),
        .length = message.length};
    if (message.length > 0)
        memcpy(out.block + LWS_PRE, message.data, message.length);
    vec_push(&ws->queue, out);
    lws_callback_on_writable(ws->wsi);
}

/* While the cork is in, the kernel keeps back what does not fill a packet:
 * messages that were made together travel together, and wake the other side
 * once. No harm where it does not work. */
static void set_cork(struct ws *ws, bool is_in)
{
    int value = is_in;
    setsockopt(lws_get_socket_fd(ws->wsi), IPPROTO_TCP, TCP_CORK, &value,
               sizeof value);
}

/* Writes until the socket is full. The library would rather be asked for each
 * message, but that is a poll each, and a click is three messages. */
static int write_all(struct ws *ws)
{
    while (ws->queue_start < ws->queue.count) {
        if (lws_send_pipe_choked(ws->wsi)) {
            lws_callback_on_writable(ws->wsi);
            return 0;
        }
        struct outgoing *out = &ws->queue.items[ws->queue_start++];
        int written = lws_write(ws->wsi, out->block + LWS_PRE, out->length,
                                LWS_WRITE_TEXT);
        free(out->block);
        if (written < (int)out->length) {
            snprintf(ws->reason, sizeof ws->reason, "cannot write to it");
            return -1;
        }
    }
    drop_queue(ws);
    return 0;
}

static int write_queue(struct ws *ws)
{
    bool several = ws->queue.count - ws->queue_start > 1;
    if (several)
        set_cork(ws, true);
    int status = write_all(ws);
    if (several)
        set_cork(ws, false);
    return status;
}

static int receive(struct ws *ws, const char *bytes, size_t length)
{
    /* What the frame's head announces counts before it is here. */
    size_t missing = lws_remaining_packet_payload(ws->wsi);
    bool whole = lws_is_final_fragment(ws->wsi) && missing == 0;
    if (missing > ws->limit_bytes ||
        ws->partial.length + length > ws->limit_bytes - missing) {
        snprintf(ws->reason, sizeof ws->reason,
                 "a message is larger than %zu bytes", ws->limit_bytes);
        return -1;
    }
    struct str message = str_from(bytes, length);
    if (!whole || ws->partial.length > 0) {
        buf_add(&ws->partial, bytes, length);
        message = buf_str(&ws->partial);
    }
    if (!whole)
        return 0;
    loop_mark_active(ws->loop);
    ws->handler->received(ws->data, message);
    buf_clear(&ws->partial);
    /* One huge message must not keep its memory for the whole session. */
    if (ws->partial.capacity > KEPT_BYTES)
        buf_finish(&ws->partial);
    return 0;
}

static void open_connection(struct ws *ws)
{
    ws->state = WS_OPEN;
    loop_mark_active(ws->loop);
    if (ws->handler->opened != NULL)
        ws->handler->opened(ws->data);
}

/* The library's words for why there is no connection, and ours. */
static const struct {
    const char *theirs; /* how they begin */
    const char *ours;
} failures[] = {
    {"Unable to connect", "nobody is listening there"},
    {"read failed", "it broke the connection off"},
    {"HS: ws upgrade response not 101", "it answered without WebSocket"},
    {"HS: ", "it does not speak WebSocket"},
};

static void fail(struct ws *ws, struct lws *wsi, const char *words)
{
    unsigned status = lws_http_client_http_response(wsi);
    const char *reason =
        words == NULL ? "cannot connect (is the host right?)" : words;
    for (size_t i = 0; i < sizeof failures / sizeof *failures; i++) {
        if (strncmp(reason, failures[i].theirs, strlen(failures[i].theirs)) ==
            0) {
            reason = failures[i].ours;
            break;
        }
    }
    if (ws->reason[0] == '\0' && status != 0 && status != 101)
        snprintf(ws->reason, sizeof ws->reason, "%s (HTTP status %u)", reason,
                 status);
    end(ws, reason);
}

int ws_callback(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                void *in, size_t length)
{
    (void)user;
    struct ws *ws = lws_get_opaque_user_data(wsi);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        if (ws == NULL)
            return -1;
        open_connection(ws);
        return 0;
    case LWS_CALLBACK_CLIENT_WRITEABLE:
        return ws == NULL ? -1 : write_queue(ws);
    case LWS_CALLBACK_CLIENT_RECEIVE:
        return ws == NULL ? -1 : receive(ws, in, length);
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        if (ws != NULL)
            fail(ws, wsi, in);
        return 0;
    case LWS_CALLBACK_CLIENT_CLOSED:
    case LWS_CALLBACK_WSI_DESTROY:
        if (ws != NULL)
            end(ws, "the other side closed the connection");
        return 0;
    default:
        return 0;
    }
}

static bool read_port(struct ws_url *parts, struct str text)
{
    if (text.length == 0 || text.length > 5)
        return false;
    parts->port = 0;
    for (size_t i = 0; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        parts->port = parts->port * 10 + (text.data[i] - '0');
    }
    return parts->port > 0 && parts->port < 65536;
}

/* host, host:port, [v6], [v6]:port */
static bool read_authority(struct ws_url *parts, struct str text)
{
    size_t host_end;
    size_t start = 0;
    size_t rest;
    const char *bracket = memchr(text.data, ']', text.length);
    if (text.length > 0 && text.data[0] == '[' && bracket != NULL) {
        start = 1;
        host_end = (size_t)(bracket - text.data);
        rest = host_end + 1;
    } else {
        const char *colon = memchr(text.data, ':', text.length);
        host_end = colon == NULL ? text.length : (size_t)(colon - text.data);
        rest = host_end;
    }
    if (host_end <= start || memchr(text.data, '@', text.length) != NULL)
        return false;
    parts->host = memory_copy_string(text.data + start, host_end - start);
    if (rest == text.length)
        return true;
    return text.data[rest] == ':' &&
           read_port(parts,
                     str_from(text.data + rest + 1, text.length - rest - 1));
}

bool ws_url_read(struct ws_url *parts, const char *url, struct error *error)
{
    *parts = (struct ws_url){.port = 80};
    parts->is_http = strncmp(url, "http://", 7) == 0;
    const char *at = url + (parts->is_http ? 7 : 5);
    if (!parts->is_http && strncmp(url, "ws://", 5) != 0)
        return error_set(error, ERROR_USAGE,
                         "%s is not an address of the form ws://HOST:PORT/PATH",
                         url);
    size_t length = strcspn(at, "/?#");
    if (!read_authority(parts, str_from(at, length))) {
        ws_url_finish(parts);
        return error_set(error, ERROR_USAGE, "%s has no valid host and port",
                         url);
    }
    const char *path = at[length] == '/' ? at + length : "/";
    parts->path = memory_copy_string(path, strcspn(path, "#"));
    return true;
}

void ws_url_finish(struct ws_url *parts)
{
    free(parts->host);
    free(parts->path);
    *parts = (struct ws_url){.port = 0};
}
