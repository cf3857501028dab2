#include "base/map.h"

#include <assert.h>
#include <stdlib.h>

#include "base/memory.h"

void map_init(struct map *map)
{
    *map = (struct map){0};
}

void map_finish(struct map *map)
{
    for (size_t i = 0; i < map->count; i++)
        free(map->entries[i].key);
    free(map->entries);
    free(map->slots);
    map_init(map);
}

/* The slot that holds the key, or the free one where it would go. */
static size_t find_slot(const struct map *map, struct str key, uint64_t hash)
{
    size_t mask = map->slot_count - 1;
    size_t slot = (size_t)hash & mask;
    while (map->slots[slot] != 0) {
        const struct map_entry *entry = &map->entries[map->slots[slot] - 1];
        if (entry->hash == hash &&
            str_equal(str_from(entry->key, entry->key_length), key))
            break;
        slot = (slot + 1) & mask;
    }
    return slot;
}

static struct map_entry *find_entry(const struct map *map, struct str key)
{
    if (map->count == 0)
        return NULL;
    uint32_t index = map->slots[find_slot(map, key, str_hash(key))];
    return index == 0 ? NULL : &map->entries[index - 1];
}

void *map_find(const struct map *map, struct str key)
{
    const struct map_entry *entry = find_entry(map, key);
    return entry == NULL ? NULL : entry->value;
}

bool map_has(const struct map *map, struct str key)
{
    return find_entry(map, key) != NULL;
}

static void grow_slots(struct map *map)
{
    free(map->slots);
    map->slot_count = map->slot_count == 0 ? 16 : map->slot_count * 2;
    map->slots = memory_zeroed(map->slot_count, sizeof *map->slots);
    assert(map->count == 0 || map->entries != NULL);
    size_t mask = map->slot_count - 1;
    for (size_t i = 0; i < map->count; i++) {
        size_t slot = (size_t)map->entries[i].hash & mask;
        while (map->slots[slot] != 0)
            slot = (slot + 1) & mask;
        map->slots[slot] = (uint32_t)(i + 1);
    }
}

void *map_set(struct map *map, struct str key, void *value)
{
    struct map_entry *old = find_entry(map, key);
    if (old != NULL) {
        void *replaced = old->value;
        old->value = value;
        return replaced;
    }
    if (map->count == map->capacity) {
        map->capacity = map->capacity == 0 ? 8 : map->capacity * 2;
        map->entries =
            memory_resized(map->entries, map->capacity, sizeof *map->entries);
    }
    if ((map->count + 1) * 2 > map->slot_count)
        grow_slots(map);
    uint64_t hash = str_hash(key);
    map->slots[find_slot(map, key, hash)] = (uint32_t)(map->count + 1);
    assert(map->entries != NULL && "there is room for one more");
    map->entries[map->count++] = (struct map_entry){
        .key = memory_copy_string(key.data, key.length),
        .key_length = key.length,
        .hash = hash,
        .value = value,
    };
    return NULL;
}
