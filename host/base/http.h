/* One HTTP GET of a small text; used to ask services about themselves. Not for
 * pages: no redirects, no TLS, no cookies. */
#ifndef WEIR_BASE_HTTP_H
#define WEIR_BASE_HTTP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/buf.h"
#include "base/loop.h"
#include "base/ws.h"

/* Appends the body to `body` and sets *status. Waits on the loop until
 * `deadline_ms`. False: ERROR_IO (cannot connect, broken off, more than
 * `limit_bytes`, deadline) or ERROR_CANCELLED. */
bool http_get(struct loop *loop, const struct ws_address *address,
              size_t limit_bytes, int64_t deadline_ms, int *status,
              struct buf *body, struct error *error);

#endif
