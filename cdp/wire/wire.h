/* DevTools messages as text: one JSON object each way.
 *
 *     out    {"id":7,"method":"Page.enable","params":{...},"sessionId":"..."}
 *     reply  {"id":7,"result":{...},"sessionId":"..."}   or "error" for result
 *     event  {"method":"Page.loadEventFired","params":{...},"sessionId":"..."}
 *
 * Sessions are flat: one connection carries all of them, the field names the
 * session. */
#ifndef WEIR_CDP_WIRE_WIRE_H
#define WEIR_CDP_WIRE_WIRE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/error.h"
#include "base/json.h"
#include "base/str.h"

enum cdp_record_kind { CDP_REPLY, CDP_EVENT };

/* One message of the browser. Everything in it is borrowed from `root`, except
 * what the connection fills in; that lives as long as the connection. */
struct cdp_record {
    enum cdp_record_kind kind;
    int64_t id;              /* REPLY: of the request; 0 for EVENT */
    struct str session;      /* empty: the browser itself */
    struct str method;       /* EVENT: its name. REPLY: of the request, once the
                                connection has found it */
    const struct json *body; /* params, or result, or the error object; NULL
                                when the connection or the page ended
                                before the reply */
    bool failed;             /* REPLY with an error */
    struct str message; /* REPLY that failed: why, in the browser's words */
    struct json *root;  /* owned */
};

void cdp_record_init(struct cdp_record *record);
void cdp_record_finish(struct cdp_record *record);

/* Reads one message. False and ERROR_RUN when it is not a DevTools message;
 * the record is then empty. Half of a surrogate pair in a string (pages can
 * produce that) becomes U+FFFD. */
bool cdp_wire_read(struct cdp_record *record, struct str text,
                   struct error *error);

/* What the beginning of a message says, without a look at the rest. */
enum cdp_glance {
    CDP_GLANCE_NOTHING, /* it has to be read */
    CDP_GLANCE_REPLY,   /* a reply that has not failed, with some result */
    CDP_GLANCE_DONE,    /* the same, and the whole text: the result is empty */
};

/* Most replies are wanted by nobody or say no more than "done". `id` is set for
 * these. */
enum cdp_glance cdp_wire_glance(struct str text, int64_t *id);

/* Appends a request. Empty `session`: to the browser itself. `params` is the
 * text of a JSON object, or empty. */
void cdp_wire_write(struct buf *buf, int64_t id, struct str session,
                    const char *method, struct str params);

#endif
