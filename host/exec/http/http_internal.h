/* What the files of the HTTP client (http.h) share.
 *
 *     connections.c    the events to be told, and the connections they come
 * from traffic.c        requests out, answers in, waiting for both reset.c the
 * beginning and the end of a run http.c           commands, and the system that
 * the others see
 *
 * Everything that happens to a command ends in the list of events, in the order
 * in which it happened; `next` gives them from there. */
#ifndef WEIR_EXEC_HTTP_HTTP_INTERNAL_H
#define WEIR_EXEC_HTTP_HTTP_INTERNAL_H

#include "exec/http/http.h"

#include "base/buf.h"
#include "base/stream.h"
#include "base/vec.h"
#include "exec/http/answer.h"
#include "exec/http/request.h"
#include "exec/http/target.h"
#include "exec/http/template.h"

/* Connections at a time; processes of programs are a few, but each that ends
 * without an answer goes on under a new number. */
enum { HTTP_CONNECTIONS = 64 };

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

static inline struct http *http_of(struct system *system)
{
    return (struct http *)system;
}

/* NULL: there are none. */
static inline const struct template_functions *
http_functions_of(const struct http *http)
{
    return http->functions.call == NULL ? NULL : &http->functions;
}

/* connections.c --------------------------------------------------------- */

/* Takes what the event owns. */
void http_push(struct http *http, struct system_event event);
/* The oldest event; false: there is none. */
bool http_pop(struct http *http, struct system_event *event);
void http_drop_events(struct http *http);

/* Ends the exchange with an event of this kind, and closes the connection;
 * takes `words`. */
void http_tell(struct http *http, struct connection *connection,
               enum system_event_kind kind, char *words);
/* An event for bytes that belong to no command. `behind`: the request whose
 * answer they followed, or NULL. */
void http_tell_unasked(struct http *http, const char *behind);

/* The connection of the process; made where there is none. Never NULL. */
struct connection *http_connection_of(struct http *http, int64_t process);
/* Opens the stream of the connection unless it is open. False: *error. */
bool http_open_stream(struct http *http, struct connection *connection,
                      int64_t deadline_ms, struct error *error);
/* Looks whether an idle connection was closed, or has said something. */
void http_look_at_idle(struct http *http, struct connection *connection);
void http_close_stream(struct connection *connection);
void http_end_exchange(struct connection *connection);
/* Frees the connection at this place; the last one comes to it. */
void http_drop_at(struct http *http, size_t place);

/* traffic.c ------------------------------------------------------------- */

/* Bytes of the request that may leave and have not. */
size_t http_unsent(const struct exchange *exchange);
/* Sends as much of them as there is room for. */
void http_send_more(struct connection *connection);
/* Serves what is ready, or becomes so until the deadline or for a moment.
 * False: ERROR_CANCELLED. */
bool http_wait_some(struct http *http, int64_t deadline_ms,
                    struct error *error);

/* reset.c, http.c: as in struct system_ops ------------------------------- */

bool http_reset(struct system *system, int64_t deadline_ms,
                struct error *error);
void http_end(struct system *system);
bool http_call(struct system *system, const struct system_call *call,
               struct error *error);
enum system_next http_next(struct system *system, int64_t deadline_ms,
                           struct system_event *event, struct error *error);

#endif
