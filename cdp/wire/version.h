/* Is the browser one that weir can use? Asked once for each connection, so that
 * an old one is told by its name and not by a failure in the middle of a test.
 */
#ifndef WEIR_CDP_WIRE_VERSION_H
#define WEIR_CDP_WIRE_VERSION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/str.h"
#include "cdp/wire/connection.h"

enum {
    /* scheduler.postTask, with which the page script holds virtual time
     * (inject/time/hold_clock.js), is of Chromium 94, the youngest of all that
     * is needed: worlds with a binding of their own are of 89, the page's
     * wishes to navigate of 85, Document.getAnimations of 84. */
    CDP_OLDEST_VERSION = 94,
};

/* `product` as the browser calls itself: "HeadlessChrome/156.0.8078.79". False:
 * ERROR_SETUP. */
bool cdp_version_is_fine(struct str product, struct error *error);

/* Asks the browser. */
bool cdp_version_check(struct cdp_connection *connection, int64_t deadline_ms,
                       struct error *error);

#endif
