#include "cdp/page/watch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool watch_keep(struct watch *watch, const struct page_push *push)
{
    struct str kind = json_read_string(json_read_field(push->root, "kind"));
    if (!watch->stands || !str_is(kind, "events"))
        return false;
    if (watch->count == watch->capacity) {
        watch->capacity = watch->capacity == 0 ? 4 : watch->capacity * 2;
        watch->told =
            memory_resized(watch->told, watch->capacity, sizeof *watch->told);
    }
    watch->told[watch->count++] = *push;
    return true;
}

struct page_push watch_take(struct watch *watch)
{
    if (watch->count == 0)
        return (struct page_push){.root = NULL};
    struct page_push oldest = watch->told[0];
    watch->count--;
    memmove(watch->told, watch->told + 1, watch->count * sizeof *watch->told);
    return oldest;
}

void watch_finish(struct watch *watch)
{
    while (watch->count > 0)
        page_push_finish(&watch->told[--watch->count]);
    free(watch->told);
    *watch = (struct watch){0};
}
