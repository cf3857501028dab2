#include "lang/eval/thunk.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "lang/eval/code.h"

struct world {
    uint32_t references;
    struct machine *machine;
    struct ltl_store *store;
    struct thunk **buckets; /* interned thunks, not counted */
    size_t bucket_count;    /* a power of two */
    size_t leaf_count;
};

/* Comparing captures gives up after so many steps; two leaves are then kept
 * apart, which costs memory but changes no verdict. */
enum { IDENTITY_STEPS = 100000, HASH_DEPTH = 4 };

struct thunk *thunk_create(const struct code *code, const struct val *captures,
                           size_t count)
{
    struct thunk *thunk =
        memory_resized(NULL, sizeof *thunk + count * sizeof thunk->items[0], 1);
    *thunk =
        (struct thunk){.references = 1, .code = code, .count = (uint32_t)count};
    for (size_t i = 0; i < count; i++) {
        uint32_t depth = val_depth(captures[i]);
        thunk->depth = depth > thunk->depth ? depth : thunk->depth;
        thunk->items[i] = captures[i];
    }
    if (++thunk->depth <= VAL_DEPTH_LIMIT)
        return thunk;
    thunk_unref(thunk);
    return NULL;
}

struct thunk *thunk_of_value(struct val val)
{
    struct thunk *thunk = thunk_create(NULL, &val, 1);
    if (thunk == NULL)
        return NULL;
    thunk->state = THUNK_FOREVER;
    thunk->cached = val_ref(val);
    return thunk;
}

struct thunk *thunk_ref(struct thunk *thunk)
{
    thunk->references++;
    return thunk;
}

static void remove_from_world(struct thunk *thunk)
{
    struct world *world = thunk->world;
    struct thunk **at =
        &world->buckets[thunk->hash & (world->bucket_count - 1)];
    while (*at != thunk)
        at = &(*at)->next;
    *at = thunk->next;
    world->leaf_count--;
    world_unref(world);
}

void thunk_unref(struct thunk *thunk)
{
    if (--thunk->references > 0)
        return;
    struct val cached = thunk->cached;
    for (uint32_t i = 0; i < thunk->count; i++)
        val_unref(thunk->items[i]);
    if (thunk->interned)
        remove_from_world(thunk);
    free(thunk);
    val_unref(cached);
}

uint32_t thunk_depth(const struct thunk *thunk)
{
    return thunk->depth;
}

static bool same_captures(const struct thunk *thunk, const struct code *code,
                          const struct val *captures, size_t count,
                          int64_t *steps)
{
    if (thunk->code != code || thunk->count != count)
        return false;
    for (size_t i = 0; i < count; i++)
        if (!val_identical(thunk->items[i], captures[i], steps))
            return false;
    return true;
}

bool thunk_identical(const struct thunk *a, const struct thunk *b,
                     int64_t *steps)
{
    if (a->interned && b->interned && a->world == b->world)
        return a == b;
    return same_captures(a, b->code, b->items, b->count, steps);
}

static uint64_t hash_code(const struct code *code)
{
    return code == NULL ? 31 : code->number * 0x9e3779b97f4a7c15u;
}

uint64_t thunk_hash(const struct thunk *thunk, int depth)
{
    return val_hash_items(hash_code(thunk->code), thunk->items, thunk->count,
                          depth);
}

/* -- the world -- */

struct world *world_create(struct machine *machine,
                           const struct ltl_leaf_ops *ops)
{
    struct world *world = MEMORY_NEW(struct world);
    *world =
        (struct world){.references = 1, .machine = machine, .bucket_count = 64};
    world->buckets = memory_zeroed(world->bucket_count, sizeof *world->buckets);
    world->store = ltl_store_create(ops, world);
    return world;
}

struct world *world_ref(struct world *world)
{
    world->references++;
    return world;
}

void world_unref(struct world *world)
{
    if (--world->references > 0)
        return;
    ltl_store_destroy(world->store);
    free(world->buckets);
    free(world);
}

struct ltl_store *world_store(const struct world *world)
{
    return world->store;
}

struct machine *world_machine(const struct world *world)
{
    return world->machine;
}

void world_leave(struct world *world)
{
    world->machine = NULL;
    world_unref(world);
}

size_t world_leaf_count(const struct world *world)
{
    return world->leaf_count;
}

static void grow(struct world *world)
{
    size_t old_count = world->bucket_count;
    struct thunk **old = world->buckets;
    world->bucket_count *= 2;
    world->buckets = memory_zeroed(world->bucket_count, sizeof *world->buckets);
    for (size_t i = 0; i < old_count; i++) {
        for (struct thunk *at = old[i], *next; at != NULL; at = next) {
            next = at->next;
            size_t bucket = at->hash & (world->bucket_count - 1);
            at->next = world->buckets[bucket];
            world->buckets[bucket] = at;
        }
    }
    free(old);
}

static struct thunk *find(struct world *world, uint64_t hash,
                          const struct code *code, const struct val *captures,
                          size_t count)
{
    int64_t steps = IDENTITY_STEPS;
    struct thunk *at = world->buckets[hash & (world->bucket_count - 1)];
    for (; at != NULL; at = at->next)
        if (at->hash == hash &&
            same_captures(at, code, captures, count, &steps))
            return at;
    return NULL;
}

static void insert(struct world *world, struct thunk *thunk, uint64_t hash)
{
    if (world->leaf_count >= world->bucket_count)
        grow(world);
    size_t bucket = hash & (world->bucket_count - 1);
    thunk->interned = true;
    thunk->hash = hash;
    thunk->world = world_ref(world);
    thunk->next = world->buckets[bucket];
    world->buckets[bucket] = thunk;
    world->leaf_count++;
}

struct thunk *world_intern(struct world *world, struct thunk *thunk)
{
    if (thunk->interned)
        return thunk;
    uint64_t hash = thunk_hash(thunk, HASH_DEPTH);
    struct thunk *found =
        find(world, hash, thunk->code, thunk->items, thunk->count);
    if (found == NULL) {
        insert(world, thunk, hash);
        return thunk;
    }
    thunk_ref(found);
    thunk_unref(thunk);
    return found;
}

struct thunk *world_intern_code(struct world *world, const struct code *code,
                                const struct val *captures, size_t count,
                                const struct node *site)
{
    uint64_t hash =
        val_hash_items(hash_code(code), captures, count, HASH_DEPTH);
    struct thunk *found = find(world, hash, code, captures, count);
    if (found != NULL)
        return thunk_ref(found);
    for (size_t i = 0; i < count; i++)
        val_ref(captures[i]);
    struct thunk *thunk = thunk_create(code, captures, count);
    if (thunk == NULL)
        return NULL;
    thunk->site = site;
    insert(world, thunk, hash);
    return thunk;
}
