#include "fake/states.h"

#include <assert.h>
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"

void states_init(struct states *states)
{
    *states = (struct states){.values = VEC_EMPTY, .texts = VEC_EMPTY};
    map_init(&states->numbers);
}

void states_finish(struct states *states)
{
    for (size_t i = 0; i < states->values.count; i++)
        value_unref(states->values.items[i]);
    vec_finish(&states->values);
    vec_finish(&states->texts);
    map_finish(&states->numbers);
}

static int compare_fields(const void *a, const void *b)
{
    const struct value_field *first = a, *second = b;
    return str_compare(value_text(first->key), value_text(second->key));
}

static struct value *canonical_list(const struct value *list)
{
    struct value **items = memory_zeroed(list->count, sizeof *items);
    for (size_t i = 0; i < list->count; i++)
        items[i] = value_canonical(list->items[i]);
    struct value *sorted = value_list(items, list->count);
    free(items);
    return sorted;
}

static struct value *canonical_object(const struct value *object)
{
    struct value_field *fields = memory_zeroed(object->count, sizeof *fields);
    for (size_t i = 0; i < object->count; i++) {
        fields[i].key = value_ref(object->fields[i].key);
        fields[i].value = value_canonical(object->fields[i].value);
    }
    if (object->count > 1)
        qsort(fields, object->count, sizeof *fields, compare_fields);
    struct value *sorted = value_object(fields, object->count);
    free(fields);
    return sorted;
}

struct value *value_canonical(const struct value *value)
{
    switch (value->kind) {
    case VALUE_LIST:
        return canonical_list(value);
    case VALUE_OBJECT:
        return canonical_object(value);
    default:
        return value_ref(value);
    }
}

uint32_t states_number(struct states *states, const struct value *state)
{
    struct buf text = {0};
    struct value *sorted = value_canonical(state);
    value_add_json(&text, sorted);
    uintptr_t found = (uintptr_t)map_find(&states->numbers, buf_str(&text));
    if (found == 0) {
        vec_push(&states->values, value_ref(sorted));
        found = states->values.count;
        map_set(&states->numbers, buf_str(&text), (void *)found);
        const struct map_entry *entry =
            &states->numbers.entries[states->numbers.count - 1];
        vec_push(&states->texts, str_from(entry->key, entry->key_length));
    }
    value_unref(sorted);
    buf_finish(&text);
    return (uint32_t)(found - 1);
}

const struct value *states_value(const struct states *states, uint32_t number)
{
    assert(number < states->values.count);
    return states->values.items[number];
}

struct str states_text(const struct states *states, uint32_t number)
{
    assert(number < states->texts.count);
    return states->texts.items[number];
}

static struct str cache_key(const uint32_t *number)
{
    return str_from((const char *)number, sizeof *number);
}

void states_cache_finish(struct states_cache *cache)
{
    for (size_t i = 0; i < cache->values.count; i++)
        value_unref(cache->values.entries[i].value);
    map_finish(&cache->values);
}

const struct value *states_cache_find(const struct states_cache *cache,
                                      uint32_t number)
{
    return map_find(&cache->values, cache_key(&number));
}

const struct value *states_cache_add(struct states_cache *cache,
                                     uint32_t number, struct value *value)
{
    map_set(&cache->values, cache_key(&number), value);
    return value;
}
