#include "cdp/watch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool watch_keep(struct watch *watch, struct json *push, int64_t heard)
{
    struct str kind = json_read_string(json_read_field(push, "kind"));
    if (!watch->stands || !str_is(kind, "events"))
        return false;
    if (watch->count == watch->capacity) {
        watch->capacity = watch->capacity == 0 ? 4 : watch->capacity * 2;
        watch->told =
            memory_resized(watch->told, watch->capacity, sizeof *watch->told);
    }
    watch->told[watch->count++] = (struct watch_told){push, heard};
    return true;
}

struct watch_told watch_take(struct watch *watch)
{
    if (watch->count == 0)
        return (struct watch_told){.root = NULL};
    struct watch_told oldest = watch->told[0];
    watch->count--;
    memmove(watch->told, watch->told + 1, watch->count * sizeof *watch->told);
    return oldest;
}

void watch_finish(struct watch *watch)
{
    while (watch->count > 0)
        json_destroy(watch->told[--watch->count].root);
    free(watch->told);
    *watch = (struct watch){0};
}
