/* A growable array of any type, by macro.
 *
 *     VEC(int) numbers = VEC_EMPTY;
 *     vec_push(&numbers, 7);
 *     for (size_t i = 0; i < numbers.count; i++) use(numbers.items[i]);
 *     vec_finish(&numbers);
 *
 * Use VEC inside a named struct where the type must be passed around. */
#ifndef WEIR_BASE_VEC_H
#define WEIR_BASE_VEC_H

#include <stddef.h>
#include <stdlib.h>

#include "base/memory.h"

#define VEC(type)                                                              \
    struct {                                                                   \
        type *items;                                                           \
        size_t count;                                                          \
        size_t capacity;                                                       \
    }

#define VEC_EMPTY                                                              \
    {                                                                          \
        NULL, 0, 0                                                             \
    }

#define vec_reserve(vec, wanted)                                               \
    do {                                                                       \
        if ((vec)->capacity < (wanted)) {                                      \
            size_t vec_capacity_ =                                             \
                (vec)->capacity == 0 ? 8 : (vec)->capacity * 2;                \
            if (vec_capacity_ < (wanted))                                      \
                vec_capacity_ = (wanted);                                      \
            (vec)->items = memory_resized((vec)->items, vec_capacity_,         \
                                          sizeof *(vec)->items);               \
            (vec)->capacity = vec_capacity_;                                   \
        }                                                                      \
    } while (0)

#define vec_push(vec, item)                                                    \
    do {                                                                       \
        vec_reserve((vec), (vec)->count + 1);                                  \
        (vec)->items[(vec)->count++] = (item);                                 \
    } while (0)

#define vec_pop(vec) ((vec)->items[--(vec)->count])
#define vec_last(vec) ((vec)->items[(vec)->count - 1])
#define vec_clear(vec) ((void)((vec)->count = 0))

#define vec_finish(vec)                                                        \
    do {                                                                       \
        free((vec)->items);                                                    \
        (vec)->items = NULL;                                                   \
        (vec)->count = (vec)->capacity = 0;                                    \
    } while (0)

#endif
