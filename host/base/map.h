/* A hash map from byte strings to pointers. Keys are copied; values are the
 * caller's. Iteration goes in order of first insertion, so that nothing the
 * program prints depends on hashing. */
#ifndef WEIR_BASE_MAP_H
#define WEIR_BASE_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/str.h"

struct map_entry {
    char *key; /* owned, NUL terminated */
    size_t key_length;
    uint64_t hash;
    void *value;
};

struct map {
    struct map_entry *entries; /* in insertion order */
    size_t count;
    size_t capacity;
    uint32_t *slots; /* index + 1 into entries, 0 = free */
    size_t slot_count;
};

void map_init(struct map *map);
void map_finish(struct map *map);

/* The value under the key, or NULL. */
void *map_find(const struct map *map, struct str key);
bool map_has(const struct map *map, struct str key);

/* Sets the value and returns the one it replaces (NULL when new). */
void *map_set(struct map *map, struct str key, void *value);

#endif
