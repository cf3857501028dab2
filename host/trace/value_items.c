#include "trace/value_items.h"

struct value *value_items_take(value_items *items)
{
    struct value *list = value_list(items->items, items->count);
    vec_finish(items);
    return list;
}

struct value *value_fields_take(value_fields *fields)
{
    struct value *object = value_object(fields->items, fields->count);
    vec_finish(fields);
    return object;
}

void value_items_drop(value_items *items)
{
    for (size_t i = 0; i < items->count; i++)
        value_unref(items->items[i]);
    vec_finish(items);
}

void value_fields_drop(value_fields *fields)
{
    for (size_t i = 0; i < fields->count; i++) {
        value_unref(fields->items[i].key);
        value_unref(fields->items[i].value);
    }
    vec_finish(fields);
}
