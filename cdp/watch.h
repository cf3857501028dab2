/* States that the page script has told of by itself (a standing observation,
 * inject/standing.js), while the host was busy with something else. They are
 * kept in order until somebody asks for the next event: none may be lost. */
#ifndef WEIR_CDP_WATCH_H
#define WEIR_CDP_WATCH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/json.h"

struct watch_told {
    struct json *root; /* owned; NULL: none */
    int64_t heard;     /* see struct page_push */
};

struct watch {
    bool stands; /* the specification names kinds of events of its own */
    struct watch_told *told; /* oldest first */
    size_t count, capacity;
};

/* Keeps a push when it tells of events and the observation stands. Takes `push`
 * then. */
bool watch_keep(struct watch *watch, struct json *push, int64_t heard);

/* The oldest, owned by the caller; root NULL: there is none. */
struct watch_told watch_take(struct watch *watch);

void watch_finish(struct watch *watch);

#endif
