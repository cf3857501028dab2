/* What is answered in a server's place: status, headers, body
 * (answerRequests! of weir/faults).
 *
 * Owns its texts, which are as the protocol takes them. Zeroed: there is none.
 */
#ifndef WEIR_CDP_NETWORK_REPLY_H
#define WEIR_CDP_NETWORK_REPLY_H

#include <stdbool.h>

#include "base/error.h"
#include "trace/value.h"

enum { REPLY_BODY_LIMIT_BYTES = 8 * 1024 * 1024 };

struct reply {
    int status;    /* 0: none, the request fails */
    char *headers; /* JSON: [{"name": ..., "value": ...}]; NULL: the usual */
    char *body;    /* base64; NULL: empty */
};

/* Of an object with any of
 *     status   200 to 599; 200 unless given
 *     headers  a list of texts, "Name: value"
 *     text, json (any value), file (a path)   the body: one of them
 * A type that fits the body, and that any origin may read it, are added unless
 * the headers say otherwise. A file is read now. False: ERROR_RUN says what is
 * wrong; then there is nothing to finish. */
bool reply_make(struct reply *reply, const struct value *described,
                struct error *error);

struct reply reply_copy(const struct reply *reply);
void reply_finish(struct reply *reply); /* and empties it */

#endif
