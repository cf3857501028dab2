/* A system under test that is an HTTP JSON API (docs/MODELS.md, "An HTTP API").
 *
 * A process is one kept-alive connection. A command is the request that its
 * `real` describes, else POST /<name> with its arguments (request.h).
 *
 *   an answer                              OK; with a text where it is 5xx
 *   connection refused, no such host       FAIL: nothing was sent
 *   closed before the answer was whole     INFO
 *   no HTTP, no JSON, bytes nobody asked   ERROR
 *
 * Redirects are not followed: they are answers, like 4xx. Several commands at
 * once are sent up to their last bytes, and then the last bytes back to back.
 */
#ifndef WEIR_EXEC_HTTP_HTTP_H
#define WEIR_EXEC_HTTP_HTTP_H

#include <stdbool.h>

#include "base/error.h"
#include "base/loop.h"
#include "port/model.h"
#include "port/system.h"

struct http_options {
    const char *url; /* http:// or https://; what stands in front of paths */
    /* The `real` of the module and of its commands is checked; borrowed, must
     * outlive the system. */
    const struct model_info *info;
    struct model *model; /* calls the functions of its `real`; borrowed. NULL:
                            there are none */
    bool is_reset;       /* by somebody else, before each run */
    bool trusts_anybody; /* a certificate that nobody has signed is fine */
    /* NULL, or the loop whose cancelling makes a wait fail with
     * ERROR_CANCELLED. */
    struct loop *loop;
};

/* Connects to nothing yet: `reset` does. NULL: ERROR_USAGE (the URL),
 * ERROR_SPEC (a `real`), ERROR_SETUP (no TLS). */
struct system *http_create(const struct http_options *options,
                           struct error *error);

#endif
