/* A page of its own: a fresh browser context (no cookies, no storage, no
 * cache of anybody else), one page in it, and the DevTools session that talks
 * to that page.
 *
 * Lives: cdp_session_open, then cdp_session_close. Its records come out of
 * cdp_connection_next like all others; cdp_session_owns tells them. */
#ifndef WEIR_CDP_WIRE_SESSION_H
#define WEIR_CDP_WIRE_SESSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "cdp/wire/connection.h"

enum { CDP_ID_LIMIT = 80 }; /* bytes with the NUL; Chromium's have 32 */

struct cdp_session_options {
    int width, height;  /* CSS pixels of the viewport; 0: the browser's own */
    bool frame_control; /* the page gets frames only from us (shell only, and
                           only with the launch option of the same name) */
    uint64_t kind; /* what a spare is told as soon as it is there; 0: nothing
                      (stock.h) */
};

struct cdp_session {
    struct cdp_connection *connection; /* borrowed; NULL: closed */
    char context[CDP_ID_LIMIT];
    char target[CDP_ID_LIMIT];
    char id[CDP_ID_LIMIT]; /* the sessionId */
    uint64_t kind;         /* of what it has been told (stock.h); 0: nothing */
};

/* Makes context and page (at about:blank) and attaches. False: *error, and
 * nothing is left over. */
bool cdp_session_open(struct cdp_session *session,
                      struct cdp_connection *connection,
                      const struct cdp_session_options *options,
                      int64_t deadline_ms, struct error *error);

/* Throws page and context away; does not wait. Records of the session may
 * still come. Can be called twice and on a connection that has ended. */
void cdp_session_close(struct cdp_session *session);

/* The connection's functions with this session filled in. */
int64_t cdp_session_send(struct cdp_session *session, const char *method,
                         struct str params);
void cdp_session_post(struct cdp_session *session, const char *method,
                      struct str params);
bool cdp_session_call(struct cdp_session *session, const char *method,
                      struct str params, int64_t deadline_ms,
                      struct cdp_record *reply, struct error *error);

bool cdp_session_owns(const struct cdp_session *session,
                      const struct cdp_record *record);

#endif
