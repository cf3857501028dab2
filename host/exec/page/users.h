/* Several pages as one system: a process is a user, and each has a page of its
 * own in a context of its own, so that nothing but the server is shared.
 *
 * One page is at work at a time: calls for several users at once are made to
 * stop (port/system.h: stops, exec/page/stops.h), and go on one by one. */
#ifndef WEIR_EXEC_PAGE_USERS_H
#define WEIR_EXEC_PAGE_USERS_H

#include <stddef.h>

#include "exec/page/page.h"
#include "port/system.h"

/* Takes the executors, one for each user; what is done before a run is done
 * around the first one. */
struct system *users_create(struct executor *const *executors, size_t count,
                            const struct page_system_options *options);

#endif
