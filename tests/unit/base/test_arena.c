#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdalign.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"

static void blocks_are_zeroed_and_aligned(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (size_t size = 1; size < 5000; size += 37) {
        unsigned char *block = arena_alloc(&arena, 1, size);
        assert_int_equal((uintptr_t)block % alignof(max_align_t), 0);
        for (size_t i = 0; i < size; i++)
            assert_int_equal(block[i], 0);
        memset(block, 0xff, size);
    }
    arena_finish(&arena);
}

static void blocks_do_not_overlap(void **state)
{
    (void)state;
    enum { COUNT = 2000 };
    struct arena arena;
    size_t *blocks[COUNT];
    arena_init(&arena);
    for (size_t i = 0; i < COUNT; i++) {
        blocks[i] = ARENA_ARRAY(&arena, 1 + i % 50, size_t);
        for (size_t j = 0; j < 1 + i % 50; j++)
            blocks[i][j] = i;
    }
    for (size_t i = 0; i < COUNT; i++)
        for (size_t j = 0; j < 1 + i % 50; j++)
            assert_int_equal(blocks[i][j], i);
    arena_finish(&arena);
}

static void a_block_larger_than_any_other_fits(void **state)
{
    (void)state;
    enum { SIZE = 10 * 1000 * 1000 };
    struct arena arena;
    arena_init(&arena);
    char *small = arena_alloc(&arena, 1, 8);
    char *large = arena_alloc(&arena, SIZE, 1);
    large[SIZE - 1] = 'x';
    char *next = arena_alloc(&arena, 1, 8);
    small[7] = next[7] = 'y';
    assert_int_equal(large[SIZE - 1], 'x');
    arena_finish(&arena);
}

static void a_reset_forgets_and_zeroes_again(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 1000; i++) {
            unsigned char *block = arena_alloc(&arena, 1, 100);
            for (int j = 0; j < 100; j++)
                assert_int_equal(block[j], 0);
            memset(block, 0xff, 100);
        }
        assert_true(arena.used_bytes >= 100 * 1000);
        arena_reset(&arena);
        assert_int_equal(arena.used_bytes, 0);
    }
    arena_finish(&arena);
}

static void strings_are_copied_with_a_nul_after(void **state)
{
    (void)state;
    struct arena arena;
    arena_init(&arena);
    char *copy = arena_copy_string(&arena, "a\0bc", 3);
    assert_memory_equal(copy, "a\0b\0", 4);
    assert_string_equal(arena_format(&arena, "%d-%s", 7, "x"), "7-x");
    const int numbers[] = {1, 2, 3};
    int *copied = arena_copy(&arena, numbers, 3, sizeof *numbers);
    assert_memory_equal(copied, numbers, sizeof numbers);
    arena_finish(&arena);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_are_zeroed_and_aligned),
        cmocka_unit_test(blocks_do_not_overlap),
        cmocka_unit_test(a_block_larger_than_any_other_fits),
        cmocka_unit_test(a_reset_forgets_and_zeroes_again),
        cmocka_unit_test(strings_are_copied_with_a_nul_after),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
