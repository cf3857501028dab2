#include "base/arena.h"

#include <assert.h>
#include <stdalign.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

enum {
    FIRST_BLOCK_BYTES = 16 * 1024,
    LARGEST_KEPT_BYTES = 64 * 1024, /* when all is forgotten */
    LARGEST_BLOCK_BYTES = 1024 * 1024
};

struct arena_block {
    struct arena_block *next;
    size_t capacity;
    size_t used;
    max_align_t bytes[];
};

void arena_init(struct arena *arena)
{
    *arena = (struct arena){.blocks = NULL, .used_bytes = 0};
}

static void free_blocks(struct arena_block *block)
{
    while (block != NULL) {
        struct arena_block *next = block->next;
        free(block);
        block = next;
    }
}

void arena_finish(struct arena *arena)
{
    free_blocks(arena->blocks);
    arena_init(arena);
}

void arena_reset(struct arena *arena)
{
    struct arena_block *kept = arena->blocks;
    arena->used_bytes = 0;
    if (kept == NULL)
        return;
    if (kept->capacity > LARGEST_KEPT_BYTES) {
        arena_finish(arena);
        return;
    }
    free_blocks(kept->next);
    kept->next = NULL;
    kept->used = 0;
}

static struct arena_block *add_block(struct arena *arena, size_t bytes)
{
    size_t capacity = FIRST_BLOCK_BYTES;
    if (arena->blocks != NULL) {
        capacity = arena->blocks->capacity * 2;
        if (capacity > LARGEST_BLOCK_BYTES)
            capacity = LARGEST_BLOCK_BYTES;
    }
    if (capacity < bytes)
        capacity = bytes;
    struct arena_block *block =
        memory_resized(NULL, 1, sizeof *block + capacity);
    *block = (struct arena_block){.next = arena->blocks, .capacity = capacity};
    arena->blocks = block;
    return block;
}

void *arena_take(struct arena *arena, size_t size)
{
    size_t align = alignof(max_align_t);
    assert(size <= SIZE_MAX - align);
    size_t bytes = (size + align - 1) / align * align;
    struct arena_block *block = arena->blocks;
    if (block == NULL || block->capacity - block->used < bytes)
        block = add_block(arena, bytes);
    void *memory = (char *)block->bytes + block->used;
    block->used += bytes;
    arena->used_bytes += bytes;
    return memory;
}

void *arena_alloc(struct arena *arena, size_t count, size_t size)
{
    assert(size == 0 || count <= SIZE_MAX / size);
    void *memory = arena_take(arena, count * size);
    memset(memory, 0, count * size);
    return memory;
}

void *arena_copy(struct arena *arena, const void *bytes, size_t count,
                 size_t size)
{
    void *copy = arena_alloc(arena, count, size);
    if (count * size != 0)
        memcpy(copy, bytes, count * size);
    return copy;
}

char *arena_copy_string(struct arena *arena, const char *bytes, size_t length)
{
    char *copy = arena_alloc(arena, length + 1, 1);
    if (length != 0)
        memcpy(copy, bytes, length);
    return copy;
}

char *arena_format(struct arena *arena, const char *format, ...)
{
    va_list arguments, again;
    va_start(arguments, format);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    assert(length >= 0);
    char *text = arena_alloc(arena, (size_t)length + 1, 1);
    vsnprintf(text, (size_t)length + 1, format, again);
    va_end(again);
    return text;
}
