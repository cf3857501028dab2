/* Service workers of a page, once a specification makes faults: what they fetch
 * is to meet them, too. The browser hands us each (it goes on at once), and
 * each is told of the faults as the page is. Their requests are answered or
 * fail by the same rules; none is held back, because their time is not the
 * page's.
 *
 * Private to the room; part of struct page. */
#ifndef WEIR_CDP_TARGETS_SERVICE_WORKERS_H
#define WEIR_CDP_TARGETS_SERVICE_WORKERS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/json.h"
#include "cdp/network/faults.h"
#include "cdp/wire/session.h"

enum { SERVICE_WORKERS_LIMIT = 16 }; /* at a time; further ones are let be */

struct service_workers {
    struct cdp_session items[SERVICE_WORKERS_LIMIT]; /* attached; ours to use */
    size_t count;
};

/* Target.attachedToTarget of the page's session: true when it was one. */
bool service_workers_attach(struct service_workers *workers,
                            const struct cdp_session *page,
                            const struct faults *faults,
                            const struct json *params);
/* Target.detachedFromTarget of the page's session. */
void service_workers_detach(struct service_workers *workers,
                            const struct json *params);

/* The faults have changed. */
void service_workers_tell(struct service_workers *workers,
                          const struct faults *faults);

/* A record that is not the page's: true when it was a stopped request of one of
 * them, which has been answered. */
bool service_workers_hear(struct service_workers *workers,
                          const struct faults *faults,
                          const struct cdp_record *record);

#endif
