/* A WebSocket client connection (libwebsockets behind our names).
 *
 * One ws is one connection, tried once. It ends in exactly one call of
 * `closed`: the host refuses, the answer is not an upgrade, the peer closes or
 * vanishes, a message is larger than the limit. After that it is dead weight
 * until ws_destroy. Messages are whole: fragments are put together here.
 * Handlers run inside loop_run_once, `closed` perhaps already inside
 * ws_connect. They must not destroy the ws.
 *
 * The environment's http_proxy is not used. */
#ifndef WEIR_BASE_WS_H
#define WEIR_BASE_WS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/loop.h"
#include "base/str.h"

struct ws; /* opaque */

/* Largest message that is taken: a screenshot or a state of this size is a
 * mistake, and without a limit a peer could fill the memory. */
enum { WS_MESSAGE_LIMIT_BYTES = 256 * 1024 * 1024 };

/* All but `received` may be NULL. */
struct ws_handler {
    void (*opened)(void *data);
    /* `message` is borrowed for the call; not NUL terminated. */
    void (*received)(void *data, struct str message);
    /* `reason` is one clause without a stop ("connection refused"). */
    void (*closed)(void *data, const char *reason);
};

struct ws_address {
    const char *host; /* name or IPv4; IPv6 without brackets */
    int port;
    const char *path; /* begins with "/" */
};

enum { WS_HOST_BYTES = 300 };

/* What stands in the header "Host": "localhost:9222", "[::1]:9222"; into a
 * buffer of WS_HOST_BYTES. */
void ws_host_text(const struct ws_address *address, char *text);

/* Begins to connect; never NULL. All arguments but `handler` and `data` are
 * copied; `handler` must outlive the ws. */
struct ws *ws_connect(struct loop *loop, const struct ws_address *address,
                      const struct ws_handler *handler, void *data);
void ws_destroy(struct ws *ws);

/* A smaller limit for messages than WS_MESSAGE_LIMIT_BYTES; a message of just
 * this size is still taken. */
void ws_set_limit(struct ws *ws, size_t bytes);

bool ws_is_open(const struct ws *ws);   /* ws_send works */
bool ws_is_closed(const struct ws *ws); /* `closed` was called */

/* Queues a text message (copied); it is written in the next loop_run_once. Does
 * nothing when the ws is not open. */
void ws_send(struct ws *ws, struct str message);

/* Splits "ws://host[:port][/path]" (also http://). The parts are owned by
 * `parts`, free them with ws_url_finish. False and ERROR_USAGE when the text
 * is no such URL. */
struct ws_url {
    bool is_http; /* http:// */
    char *host;
    int port; /* 80 when the URL has none */
    char *path;
};
bool ws_url_read(struct ws_url *parts, const char *url, struct error *error);
void ws_url_finish(struct ws_url *parts);

#endif
