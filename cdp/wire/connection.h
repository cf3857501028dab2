/* A connection to a browser: requests out, replies and events in.
 *
 * Requests are written, not awaited; the answers and all events come out of
 * cdp_connection_next in the order in which the browser sent them. Sending is
 * cheap: requests made before the next wait leave together, so a step is
 * several sends followed by one loop of next.
 *
 *     id = cdp_connection_send(c, session, "Page.enable", STR(""));
 *     while (cdp_connection_next(c, deadline_ms, &record, &error) ==
 *            CDP_NEXT_RECORD) {
 *         if (record.kind == CDP_REPLY && record.id == id) ...
 *         cdp_record_finish(&record);
 *     }
 *
 * cdp_connection_call sends and waits for that one reply; what else arrives in
 * the meantime is kept for next, in order.
 *
 * When the connection ends (browser gone, nonsense received, message too
 * large) every request still open gets a failed reply without a body, then
 * next says CDP_NEXT_FAILED for ever. Sending on an ended connection is fine
 * and gives such a reply, too. The same happens to the requests of one session
 * when the browser says Target.detachedFromTarget for it (page closed or
 * crashed). Nothing is ever left pending.
 *
 * With log level debug, every message of both directions is one line, cut. */
#ifndef WEIR_CDP_WIRE_CONNECTION_H
#define WEIR_CDP_WIRE_CONNECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/channel.h"
#include "base/error.h"
#include "base/loop.h"
#include "base/str.h"
#include "cdp/wire/wire.h"

struct cdp_connection; /* opaque */

/* Records that may wait unread, and their bytes of text. Somebody must read
 * them: more means that a page floods us, and the connection ends. */
enum {
    CDP_QUEUE_LIMIT_RECORDS = 100 * 1000,
    CDP_QUEUE_LIMIT_BYTES = 256 * 1024 * 1024,
};

/* Connects to "ws://HOST:PORT/devtools/browser/..." (or "http://HOST:PORT",
 * which is asked for that address first) and waits until it is open. `loop` is
 * borrowed and must live longer. NULL: ERROR_SETUP (nobody there, not a
 * DevTools address, deadline), ERROR_USAGE (not such a URL) or
 * ERROR_CANCELLED. */
struct cdp_connection *cdp_connection_open(struct loop *loop, const char *url,
                                           int64_t deadline_ms,
                                           struct error *error);
/* The same over a browser's pipes (base/channel.h): `ends` are the
 * connection's from now on. Waits for nothing: whether somebody is there shows
 * with the first reply. NULL and ERROR_IO: no room for it. */
struct cdp_connection *cdp_connection_attach(struct loop *loop,
                                             struct channel_ends ends,
                                             struct error *error);
void cdp_connection_destroy(struct cdp_connection *connection);

bool cdp_connection_is_open(const struct cdp_connection *connection);
/* Why it ended, one clause; NULL while it is open. */
const char *cdp_connection_ending(const struct cdp_connection *connection);

/* Sends a request and returns its id (> 0, rising by one). `session` empty: to
 * the browser itself. `method` is a string literal: it is not copied. `params`
 * is the text of a JSON object, or empty. */
int64_t cdp_connection_send(struct cdp_connection *connection,
                            struct str session, const char *method,
                            struct str params);

/* Sends a request whose reply nobody waits for. It never comes out of next;
 * a failure is logged. */
void cdp_connection_post(struct cdp_connection *connection, struct str session,
                         const char *method, struct str params);

enum cdp_next {
    CDP_NEXT_RECORD,   /* *record is filled: the caller finishes it */
    CDP_NEXT_DEADLINE, /* nothing until the deadline */
    CDP_NEXT_FAILED,   /* *error: the connection ended (ERROR_SETUP), or the
                          loop was cancelled (ERROR_CANCELLED) */
};

/* The next record. Gives what is queued at once; otherwise waits until
 * clock_now_ms() reaches `deadline_ms`. With a deadline in the past it only
 * takes what the socket holds. */
enum cdp_next cdp_connection_next(struct cdp_connection *connection,
                                  int64_t deadline_ms,
                                  struct cdp_record *record,
                                  struct error *error);

/* Waits for the reply to a request that was sent before. On success *reply
 * (NULL: not wanted) is filled and the caller finishes it. False: the browser
 * answered with an error, the connection ended, the deadline passed (then the
 * request is forgotten) or the loop was cancelled; *reply is empty then.
 * Errors are ERROR_RUN "METHOD: the browser's words", ERROR_SETUP when the
 * connection ended, ERROR_CANCELLED. */
bool cdp_connection_await(struct cdp_connection *connection, int64_t id,
                          int64_t deadline_ms, struct cdp_record *reply,
                          struct error *error);

/* send and await in one. */
bool cdp_connection_call(struct cdp_connection *connection, struct str session,
                         const char *method, struct str params,
                         int64_t deadline_ms, struct cdp_record *reply,
                         struct error *error);

#endif
