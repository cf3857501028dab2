#include "exec/process/owed.h"

#include <string.h>

void owed_add(owed_list *list, bool is_performed, int64_t timeout_ms)
{
    struct owed owed = {.is_performed = is_performed, .timeout_ms = timeout_ms};
    vec_push(list, owed);
}

/* Forgets the first `count`. */
static void drop(owed_list *list, size_t count)
{
    if (count == 0)
        return;
    list->count -= count;
    memmove(list->items, list->items + count,
            list->count * sizeof *list->items);
}

void owed_forget(owed_list *list)
{
    list->count = 0;
}

/* Performed answers the first request for an action; whatever was asked for
 * before it is answered with it. */
static bool settle_performed(owed_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        struct owed *owed = &list->items[i];
        if (!owed->is_performed)
            continue;
        bool goes_on = owed->timeout_ms != ACTION_NO_TIMEOUT;
        owed->is_performed = false;
        drop(list, goes_on ? i : i + 1);
        return true;
    }
    return false;
}

bool owed_settle(owed_list *list, enum executor_message_kind kind)
{
    bool any = list->count > 0;
    switch (kind) {
    case EXECUTOR_PERFORMED:
        return settle_performed(list);
    case EXECUTOR_EVENTS: /* perhaps nobody asked for them */
    case EXECUTOR_TIMEOUT:
        drop(list, any && !list->items[0].is_performed);
        break;
    case EXECUTOR_STALE:
        drop(list, any);
        break;
    case EXECUTOR_ERROR:
        owed_forget(list);
        break;
    }
    return true;
}

bool owed_has_performed(const owed_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].is_performed)
            return true;
    return false;
}

bool owed_has_timeout(const owed_list *list)
{
    for (size_t i = 0; i < list->count; i++)
        if (!list->items[i].is_performed)
            return true;
    return false;
}

int64_t owed_longest_ms(const owed_list *list)
{
    int64_t longest_ms = 0;
    for (size_t i = 0; i < list->count; i++)
        if (list->items[i].timeout_ms > longest_ms)
            longest_ms = list->items[i].timeout_ms;
    return longest_ms;
}
