#include "cdp/executor/written.h"

#include <stdlib.h>

#include "base/memory.h"

static const char special[] = "::written";

static struct value *without(const struct value *state, struct str key)
{
    struct value_field *fields = memory_zeroed(state->count, sizeof *fields);
    size_t count = 0;
    for (size_t i = 0; i < state->count; i++)
        if (!str_equal(value_text(state->fields[i].key), key))
            fields[count++] = (struct value_field){
                .key = value_ref(state->fields[i].key),
                .value = value_ref(state->fields[i].value),
            };
    struct value *result = value_object(fields, count);
    free(fields);
    return result;
}

struct value *written_take(struct written *written, struct value *state)
{
    struct str key = str_text(special);
    const struct value *counts = value_field(state, key);
    if (counts == NULL)
        return state;
    value_unref(written->shown);
    written->shown = value_ref(counts);
    struct value *rest = without(state, key);
    value_unref(state);
    return rest;
}

/* An entry is [count, selector, place, field, ...]. */
static bool is_entry(const struct value *entry)
{
    return entry->kind == VALUE_LIST && entry->count > 1;
}

static bool is_of_same(const struct value *a, const struct value *b)
{
    bool is = is_entry(a) && is_entry(b) && a->count == b->count;
    for (size_t i = 1; is && i < a->count; i++)
        is = value_equal(a->items[i], b->items[i]);
    return is;
}

static bool has_list(const struct value *counts)
{
    return counts != NULL && counts->kind == VALUE_LIST && counts->count > 0;
}

/* In the same document (the first item says which) it was the same count. */
static bool was_told(const struct value *told, const struct value *shown,
                     const struct value *entry)
{
    if (!has_list(told) || !value_equal(told->items[0], shown->items[0]))
        return false;
    for (size_t i = 1; i < told->count; i++)
        if (is_of_same(told->items[i], entry))
            return value_equal(told->items[i]->items[0], entry->items[0]);
    return false;
}

static struct value *without_count(const struct value *entry)
{
    struct value **items = memory_zeroed(entry->count, sizeof *items);
    for (size_t i = 1; i < entry->count; i++)
        items[i - 1] = value_ref(entry->items[i]);
    struct value *list = value_list(items, entry->count - 1);
    free(items);
    return list;
}

struct value *written_tell(struct written *written)
{
    const struct value *shown = written->shown;
    if (!has_list(shown))
        return NULL;
    struct value **items = memory_zeroed(shown->count, sizeof *items);
    size_t count = 0;
    for (size_t i = 1; i < shown->count; i++)
        if (is_entry(shown->items[i]) &&
            !was_told(written->told, shown, shown->items[i]))
            items[count++] = without_count(shown->items[i]);
    struct value *ticked = count == 0 ? NULL : value_list(items, count);
    free(items);
    value_unref(written->told);
    written->told = value_ref(shown);
    return ticked;
}

void written_finish(struct written *written)
{
    value_unref(written->shown);
    value_unref(written->told);
    *written = (struct written){.told = NULL};
}
