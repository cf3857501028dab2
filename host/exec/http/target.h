/* Where an HTTP API is: the parts of "https://host:8443/api". */
#ifndef WEIR_EXEC_HTTP_TARGET_H
#define WEIR_EXEC_HTTP_TARGET_H

#include <stdbool.h>

#include "base/error.h"

struct http_target {
    bool is_tls;
    char *host;      /* a name or an address, without brackets */
    char *port;      /* digits */
    char *path;      /* what stands in front of every path: "" or "/api" */
    char *authority; /* as in the header Host: "host:8443", "[::1]" */
};

/* False: ERROR_USAGE says what is wrong with the URL; then there is nothing to
 * finish. */
bool http_target_read(struct http_target *target, const char *url,
                      struct error *error);
void http_target_finish(struct http_target *target);

#endif
