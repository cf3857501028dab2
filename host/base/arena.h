/* A region of memory that is freed all at once.
 *
 * Allocation is a bump of a pointer; blocks are aligned for any type; nothing
 * is freed one by one. Three lifetimes use it: the program (tree, types,
 * names), the step (scratch, reset after each step) and a JSON text. */
#ifndef WEIR_BASE_ARENA_H
#define WEIR_BASE_ARENA_H

#include <stddef.h>

struct arena_block;

struct arena {
    struct arena_block *blocks; /* newest first */
    size_t used_bytes;          /* handed out since the last reset */
};

void arena_init(struct arena *arena);
void arena_finish(struct arena *arena);

/* Forgets every allocation; keeps one block for reuse, if it is not large. */
void arena_reset(struct arena *arena);

/* Zeroed memory for count objects of `size` bytes; never NULL. */
void *arena_alloc(struct arena *arena, size_t count, size_t size)
    __attribute__((returns_nonnull));

/* Memory that is not zeroed, of `size` bytes; never NULL. */
void *arena_take(struct arena *arena, size_t size)
    __attribute__((returns_nonnull));

/* Copies of bytes, with a NUL after them. */
char *arena_copy_string(struct arena *arena, const char *bytes, size_t length)
    __attribute__((returns_nonnull));
void *arena_copy(struct arena *arena, const void *bytes, size_t count,
                 size_t size) __attribute__((returns_nonnull));
char *arena_format(struct arena *arena, const char *format, ...)
    __attribute__((returns_nonnull, format(printf, 2, 3)));

#define ARENA_NEW(arena, type) ((type *)arena_alloc((arena), 1, sizeof(type)))
#define ARENA_ARRAY(arena, count, type)                                        \
    ((type *)arena_alloc((arena), (count), sizeof(type)))

#endif
