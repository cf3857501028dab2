/* Where a browser listens. */
#ifndef WEIR_CDP_WIRE_ENDPOINT_H
#define WEIR_CDP_WIRE_ENDPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/loop.h"
#include "base/str.h"
#include "base/ws.h"

/* Splits a ws:// address; an http:// one is first asked (/json/version) for the
 * ws:// address of the browser itself. The caller finishes *parts with
 * ws_url_finish when this gives true. Otherwise ERROR_USAGE (no such URL),
 * ERROR_SETUP (nobody there, or no DevTools) or ERROR_CANCELLED. */
bool cdp_endpoint_find(struct ws_url *parts, struct loop *loop, const char *url,
                       int64_t deadline_ms, struct error *error);

/* The address that the answer to /json/version names; the caller's. NULL: it
 * names none. */
char *cdp_endpoint_read(struct str body);

#endif
