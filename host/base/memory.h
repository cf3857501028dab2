/* Heap memory that cannot fail: out of memory ends the program with one line
 * on stderr, because no caller could do better. Sizes are multiplied with an
 * overflow check. */
#ifndef WEIR_BASE_MEMORY_H
#define WEIR_BASE_MEMORY_H

#include <stddef.h>

/* A zeroed block of count * size bytes; never NULL, also for 0. */
void *memory_zeroed(size_t count, size_t size)
    __attribute__((malloc, returns_nonnull));

/* `old` (NULL allowed) resized to count * size bytes; new bytes are not set. */
void *memory_resized(void *old, size_t count, size_t size)
    __attribute__((returns_nonnull));

/* A heap copy of `length` bytes with a NUL after them. */
char *memory_copy_string(const char *bytes, size_t length)
    __attribute__((malloc, returns_nonnull));

/* printf into a fresh heap string. */
char *memory_format(const char *format, ...)
    __attribute__((malloc, returns_nonnull, format(printf, 1, 2)));

/* Whether a sanitizer watches memory. What is kept to be used again would hide
 * from it who reads what has gone, so nothing is then. */
#if defined(__SANITIZE_ADDRESS__)
#define MEMORY_IS_WATCHED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MEMORY_IS_WATCHED 1
#endif
#endif
#ifndef MEMORY_IS_WATCHED
#define MEMORY_IS_WATCHED 0
#endif

#define MEMORY_NEW(type) ((type *)memory_zeroed(1, sizeof(type)))

#endif
