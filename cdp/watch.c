#include "cdp/watch.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

bool watch_keep(struct watch *watch, struct json *push)
{
    struct str kind = json_read_string(json_read_field(push, "kind"));
    if (!watch->stands || !str_is(kind, "events"))
        return false;
    if (watch->count == watch->capacity) {
        watch->capacity = watch->capacity == 0 ? 4 : watch->capacity * 2;
        watch->told =
            memory_resized(watch->told, watch->capacity, sizeof *watch->told);
    }
    watch->told[watch->count++] = push;
    return true;
}

struct json *watch_take(struct watch *watch)
{
    if (watch->count == 0)
        return NULL;
    struct json *oldest = watch->told[0];
    watch->count--;
    memmove(watch->told, watch->told + 1, watch->count * sizeof *watch->told);
    return oldest;
}

void watch_finish(struct watch *watch)
{
    while (watch->count > 0)
        json_destroy(watch->told[--watch->count]);
    free(watch->told);
    *watch = (struct watch){0};
}
