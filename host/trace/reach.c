/* Order of this file: what has run, sets, functions, JSON. */
#include "trace/reach.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "base/vec.h"

void reach_finish(struct reach *reach)
{
    vec_finish(reach);
}

void reach_add(struct reach *reach, enum reach_kind kind, uint64_t key)
{
    vec_push(reach, ((struct reach_item){kind, key}));
}

/* ---- sets --------------------------------------------------------------- */

void reach_set_finish(struct reach_set *set)
{
    free(set->keys);
    *set = (struct reach_set){0};
}

static int compare(const void *a, const void *b)
{
    uint64_t x = *(const uint64_t *)a;
    uint64_t y = *(const uint64_t *)b;
    return (x > y) - (x < y);
}

static bool has(const struct reach_set *set, uint64_t key)
{
    return set->count > 0 &&
           bsearch(&key, set->keys, set->count, sizeof key, compare) != NULL;
}

/* Moves those that are new to the front. */
static size_t leave_new(const struct reach_set *set, uint64_t *keys,
                        size_t count)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++)
        if ((kept == 0 || keys[kept - 1] != keys[i]) && !has(set, keys[i]))
            keys[kept++] = keys[i];
    return kept;
}

/* Merges from the back, where the room is. */
static void merge_in(struct reach_set *set, const uint64_t *keys, size_t count)
{
    size_t old = set->count;
    size_t left = count;
    set->keys = memory_resized(set->keys, old + count, sizeof *set->keys);
    set->count += count;
    for (size_t at = set->count; left > 0; at--) {
        bool is_old = old > 0 && set->keys[old - 1] > keys[left - 1];
        set->keys[at - 1] = is_old ? set->keys[--old] : keys[--left];
    }
}

void reach_set_unite(struct reach_set *set, uint64_t *keys, size_t count)
{
    if (count == 0)
        return;
    qsort(keys, count, sizeof *keys, compare);
    count = leave_new(set, keys, count);
    if (count > 0)
        merge_in(set, keys, count);
}

/* ---- functions ---------------------------------------------------------- */

void reach_functions_finish(struct reach_functions *functions)
{
    reach_set_finish(&functions->known);
    reach_set_finish(&functions->ran);
}

void reach_functions_add(struct reach_functions *functions,
                         const struct reach *reach)
{
    VEC(uint64_t) known = VEC_EMPTY;
    VEC(uint64_t) ran = VEC_EMPTY;
    for (size_t i = 0; i < reach->count; i++) {
        const struct reach_item *item = &reach->items[i];
        if (item->kind != REACH_WAY)
            vec_push(&known, item->key);
        if (item->kind == REACH_RAN)
            vec_push(&ran, item->key);
    }
    reach_set_unite(&functions->known, known.items, known.count);
    reach_set_unite(&functions->ran, ran.items, ran.count);
    vec_finish(&known);
    vec_finish(&ran);
}

static void merge_set(struct reach_set *into, const struct reach_set *from)
{
    if (from->count == 0)
        return;
    uint64_t *keys = memory_resized(NULL, from->count, sizeof *keys);
    memcpy(keys, from->keys, from->count * sizeof *keys);
    reach_set_unite(into, keys, from->count);
    free(keys);
}

void reach_functions_merge(struct reach_functions *into,
                           const struct reach_functions *from)
{
    merge_set(&into->known, &from->known);
    merge_set(&into->ran, &from->ran);
}

/* ---- JSON --------------------------------------------------------------- */

static void add_set(struct buf *out, const struct reach_set *set)
{
    for (size_t i = 0; i < set->count; i++)
        buf_addf(out, "%s\"%016" PRIx64 "\"", i > 0 ? "," : "", set->keys[i]);
}

void reach_functions_add_json(struct buf *out,
                              const struct reach_functions *functions)
{
    buf_add_text(out, "{\"known\":[");
    add_set(out, &functions->known);
    buf_add_text(out, "],\"ran\":[");
    add_set(out, &functions->ran);
    buf_add_text(out, "]}");
}

static void read_keys(struct reach_set *set, const struct json *list)
{
    size_t count = json_read_count(list);
    if (json_kind(list) != JSON_KIND_LIST || count == 0)
        return;
    uint64_t *keys = memory_zeroed(count, sizeof *keys);
    for (size_t i = 0; i < count; i++) {
        struct str key = json_read_string(json_read_at(list, i));
        keys[i] = strtoull(key.data, NULL, 16);
    }
    reach_set_unite(set, keys, count);
    free(keys);
}

void reach_functions_from_json(struct reach_functions *functions,
                               const struct json *json)
{
    const struct json *ran = json_read_field(json, "ran");
    read_keys(&functions->known, json_read_field(json, "known"));
    /* What ran is known, whatever the text says. */
    read_keys(&functions->known, ran);
    read_keys(&functions->ran, ran);
}
