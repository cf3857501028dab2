/* Counting things by their hashes. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/counts.h"

enum { MANY = 10000 };

static void each_is_counted_by_itself(void **state)
{
    (void)state;
    struct counts counts = {0};
    assert_int_equal(counts_of(&counts, 7), 0);
    for (uint64_t key = 0; key < MANY; key++)
        for (uint64_t times = 0; times <= key % 3; times++)
            assert_int_equal(counts_add(&counts, key), times + 1);
    assert_int_equal(counts.used, MANY);
    for (uint64_t key = 0; key < MANY; key++)
        assert_int_equal(counts_of(&counts, key), key % 3 + 1);
    counts_put(&counts, 7, 100);
    assert_int_equal(counts_of(&counts, 7), 100);
    counts_finish(&counts);
    assert_int_equal(counts_of(&counts, 7), 0);
}

static void fading_halves_and_forgets(void **state)
{
    (void)state;
    struct counts counts = {0};
    counts_fade(&counts);
    for (uint64_t key = 0; key < MANY; key++)
        for (uint64_t times = 0; times < key % 4; times++)
            counts_add(&counts, key);
    counts_fade(&counts);
    assert_int_equal(counts.used, MANY / 2);
    for (uint64_t key = 0; key < MANY; key++)
        assert_int_equal(counts_of(&counts, key), key % 4 / 2);
    counts_fade(&counts);
    assert_int_equal(counts.used, 0);
    assert_int_equal(counts.slot_count, 0);
    counts_finish(&counts);
}

static void clearing_forgets_all_and_keeps_some_room(void **state)
{
    (void)state;
    struct counts counts = {0};
    counts_clear(&counts);
    for (uint64_t key = 0; key < MANY; key++)
        counts_add(&counts, key);
    size_t room = counts.slot_count;
    counts_clear(&counts);
    assert_int_equal(counts.used, 0);
    assert_int_equal(counts.slot_count, room);
    assert_int_equal(counts_of(&counts, 7), 0);
    assert_int_equal(counts_add(&counts, 7), 1);
    counts_clear(&counts); /* there is far too much of it */
    assert_int_equal(counts.slot_count, 0);
    assert_int_equal(counts_of(&counts, 7), 0);
    assert_int_equal(counts_add(&counts, 7), 1);
    counts_finish(&counts);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_counted_by_itself),
        cmocka_unit_test(fading_halves_and_forgets),
        cmocka_unit_test(clearing_forgets_all_and_keeps_some_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
