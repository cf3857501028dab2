#include "base/json_store.h"

#include <assert.h>
#include <stdalign.h>
#include <stdlib.h>
#include <string.h>

#include "base/arena.h"
#include "base/memory.h"

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define IS_SANITIZED 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define IS_SANITIZED 1
#endif

/* So many stores that have gone are used again, each with a block of memory.
 * None where a sanitizer is to see who reads what has gone. */
#ifdef IS_SANITIZED
enum { SPARE_LIMIT = 0 };
#else
enum { SPARE_LIMIT = 4 };
#endif

struct store {
    struct arena arena;
    struct store *next; /* of the spare ones */
};

/* Stands before each block. */
struct header {
    struct store *store; /* NULL: malloc's */
    size_t size;         /* of the block */
};
static_assert(sizeof(struct header) % alignof(max_align_t) == 0,
              "blocks are aligned for any type");

static _Thread_local struct store *open_store;
static _Thread_local struct store *spare;
static _Thread_local size_t spare_count;

void *json_store_take(size_t size)
{
    size_t bytes = sizeof(struct header) + size;
    if (bytes < size)
        return NULL;
    struct header *header = open_store != NULL
                                ? arena_take(&open_store->arena, bytes)
                                : malloc(bytes);
    if (header == NULL)
        return NULL;
    *header = (struct header){.store = open_store, .size = size};
    return header + 1;
}

static struct header *header_of(const void *block)
{
    return (struct header *)block - 1;
}

void json_store_give(void *block)
{
    if (block != NULL && header_of(block)->store == NULL)
        free(header_of(block));
}

void *json_store_resize(void *block, size_t size)
{
    void *larger = json_store_take(size);
    if (block == NULL || larger == NULL)
        return larger;
    size_t known = header_of(block)->size;
    memcpy(larger, block, known < size ? known : size);
    json_store_give(block);
    return larger;
}

static struct store *spare_store(void)
{
    struct store *store = spare;
    spare = store->next;
    spare_count--;
    return store;
}

void json_store_open(void)
{
    assert(open_store == NULL);
    open_store = spare != NULL ? spare_store() : MEMORY_NEW(struct store);
}

static void release(struct store *store)
{
    if (spare_count == SPARE_LIMIT) {
        arena_finish(&store->arena);
        free(store);
        return;
    }
    arena_reset(&store->arena);
    store->next = spare;
    spare = store;
    spare_count++;
}

void json_store_close(bool is_kept)
{
    struct store *store = open_store;
    open_store = NULL;
    if (!is_kept)
        release(store);
}

void json_store_release(const void *block)
{
    if (block != NULL)
        release(header_of(block)->store);
}
