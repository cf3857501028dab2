/* What a command is in HTTP: the request that its `real` describes
 * (docs/MODELS.md, "An HTTP API"), and the answer made of what came.
 *
 *   {"method": "PUT", "path": "/items/${args[0]}", "headers": {...},
 *    "body": {"size": "${args[1]}"}, "answer": "${body.id}"}
 *
 * Everything but the method may be a function of the module instead
 * (template.h). Everything may be left out. Without `real` a command is POST
 * /<name> with the list of its arguments as body. */
#ifndef WEIR_EXEC_HTTP_REQUEST_H
#define WEIR_EXEC_HTTP_REQUEST_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/error.h"
#include "exec/http/answer.h"
#include "exec/http/target.h"
#include "exec/http/template.h"
#include "port/system.h"

/* A request as it is sent. */
struct http_request {
    struct buf bytes;
    char *words;       /* "PUT /items/7": for people */
    size_t head_bytes; /* what stands before the body */
    bool is_head;
};
void http_request_finish(struct http_request *request); /* and empties it */
/* Borrowed; empty: none. */
struct str http_request_body(const struct http_request *request);

/* `common` is what the module says of the system as a whole, or NULL: its
 * headers are of every request. `functions`: as in struct template_roots.
 * False: ERROR_SPEC; then there is nothing to finish. */
bool http_request_make(struct http_request *request,
                       const struct http_target *target,
                       const struct value *common,
                       const struct system_call *call,
                       const struct template_functions *functions,
                       struct error *error);

/* Whether requests by this method have a body unless somebody says otherwise.
 */
bool http_has_body(struct str method);

/* real.c: whether a `real` can be used at all: its fields, and its places.
 * `whose` is for the message: "command \"Take\"". NULL is fine. */
bool http_real_check(const struct value *real, const char *whose,
                     struct error *error);
/* The same for the module's: {"headers": ..., "reset": {...}}. */
bool http_common_check(const struct value *common, struct error *error);

/* What the answer means: fills the kind, `answer`, `text` and `detail` of the
 * event (exchange.h). 2xx: the body, as JSON; or what
 * `real.answer` makes of it. 3xx, 4xx and 5xx: {"error": status, "message":
 * text}; or what `real.error` makes of it. A body that says it is JSON and is
 * not: SYSTEM_ERROR. False: a function failed, ERROR_SPEC. */
bool http_request_read(const struct http_request *request,
                       const struct http_answer *answer,
                       const struct value *real, const struct value *arguments,
                       const struct template_functions *functions,
                       struct system_event *event, struct error *error);

#endif
