/* The fields of an object: finding one, and none twice. */
#include <string.h>

#include "base/json_tree.h"

/* A power of two, so that at least half of the table is free. */
static size_t index_size(size_t count)
{
    size_t size = 2;
    while (size < 2 * count)
        size *= 2;
    return size;
}

static bool is_key(const struct json *node, struct str key)
{
    return node->count == key.length &&
           memcmp(node->text, key.data, key.length) == 0;
}

static size_t find_slowly(const struct json *fields, size_t count,
                          struct str key)
{
    size_t i = 0;
    while (i < count && !is_key(&fields[2 * i], key))
        i++;
    return i;
}

/* The field that a place of the index, which is not free, names. */
static const struct json *field_at(const struct json *fields, uint32_t place)
{
    return &fields[2 * ((size_t)place - 1)];
}

/* The place of the key in the index, which may be free. */
static uint32_t *find_place(const struct json *fields, uint32_t *index,
                            size_t size, struct str key)
{
    size_t at = str_hash(key) & (size - 1);
    while (index[at] != 0 && !is_key(field_at(fields, index[at]), key))
        at = (at + 1) & (size - 1);
    return &index[at];
}

const struct json *json_tree_find(const struct json *object, struct str key)
{
    struct json *fields = object->items;
    size_t count = object->count;
    if (count <= JSON_FEW_FIELDS) {
        size_t i = find_slowly(fields, count, key);
        return i < count ? &fields[2 * i] : NULL;
    }
    uint32_t found = *find_place(fields, (uint32_t *)&fields[2 * count],
                                 index_size(count), key);
    return found == 0 ? NULL : field_at(fields, found);
}

static void keep_field(struct json *fields, size_t at, size_t from)
{
    if (at != from)
        memcpy(&fields[2 * at], &fields[2 * from], 2 * sizeof *fields);
}

/* Of two fields of the same name the first keeps its place and gets the value
 * of the second. How many are left. */
static size_t drop_doubles_of_few(struct json *fields, size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        size_t same = find_slowly(fields, kept, json_tree_text(&fields[2 * i]));
        if (same < kept)
            fields[2 * same + 1] = fields[2 * i + 1];
        else
            keep_field(fields, kept++, i);
    }
    return kept;
}

/* The same for many, with the index. */
static size_t index_fields(struct json *fields, size_t count, uint32_t *index)
{
    size_t size = index_size(count);
    size_t kept = 0;
    memset(index, 0, size * sizeof *index);
    for (size_t i = 0; i < count; i++) {
        uint32_t *place =
            find_place(fields, index, size, json_tree_text(&fields[2 * i]));
        if (*place != 0) {
            fields[2 * ((size_t)*place - 1) + 1] = fields[2 * i + 1];
            continue;
        }
        keep_field(fields, kept, i);
        *place = (uint32_t)++kept;
    }
    return kept;
}

size_t json_fields_room(size_t count)
{
    return count > JSON_FEW_FIELDS ? index_size(count) * sizeof(uint32_t) : 0;
}

size_t json_fields_settle(struct json *fields, size_t count)
{
    if (count <= JSON_FEW_FIELDS)
        return drop_doubles_of_few(fields, count);
    for (;;) {
        uint32_t *index = (uint32_t *)&fields[2 * count];
        size_t kept = index_fields(fields, count, index);
        if (kept == count)
            return count;
        count = kept; /* again, without the doubles */
    }
}
