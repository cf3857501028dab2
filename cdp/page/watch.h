/* States that the page script has told of by itself (a standing observation,
 * inject/observe/observe_always.js), while the host was busy with something
 * else. They are kept in order until somebody asks for the next event: none may
 * be lost. */
#ifndef WEIR_CDP_PAGE_WATCH_H
#define WEIR_CDP_PAGE_WATCH_H

#include <stdbool.h>
#include <stddef.h>

#include "cdp/page/push.h"

struct watch {
    bool stands; /* the specification names kinds of events of its own */
    struct page_push *told; /* oldest first */
    size_t count, capacity;
};

/* Keeps a push when it tells of events and the observation stands. Takes what
 * is in `push` then. */
bool watch_keep(struct watch *watch, const struct page_push *push);

/* The oldest, owned by the caller; root NULL: there is none. */
struct page_push watch_take(struct watch *watch);

void watch_finish(struct watch *watch);

#endif
