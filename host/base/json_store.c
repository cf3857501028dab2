#include "base/json_store.h"

#include <assert.h>
#include <jansson.h>
#include <stdlib.h>

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

/* Stands before each block. No value of a tree needs more than the alignment
 * of a pointer: jansson has integers and doubles of 64 bits. */
struct header {
    struct store *store; /* NULL: malloc's */
};

static struct store *open_store;
static struct store *spare;
static size_t spare_count;

static void *take(size_t size)
{
    size_t bytes = sizeof(struct header) + size;
    if (bytes < size)
        return NULL;
    struct header *header = open_store != NULL
                                ? arena_take(&open_store->arena, bytes)
                                : malloc(bytes);
    if (header == NULL)
        return NULL;
    header->store = open_store;
    return header + 1;
}

static struct header *header_of(const void *block)
{
    return (struct header *)block - 1;
}

static void give(void *block)
{
    if (block != NULL && header_of(block)->store == NULL)
        free(header_of(block));
}

void json_store_serve_jansson(void)
{
    json_set_alloc_funcs(take, give);
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
