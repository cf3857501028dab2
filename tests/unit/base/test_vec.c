#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/vec.h"

static void pushed_items_stay_in_order(void **state)
{
    (void)state;
    VEC(int) numbers = VEC_EMPTY;
    for (int i = 0; i < 1000; i++)
        vec_push(&numbers, i);
    assert_int_equal(numbers.count, 1000);
    for (int i = 0; i < 1000; i++)
        assert_int_equal(numbers.items[i], i);
    assert_int_equal(vec_last(&numbers), 999);
    assert_int_equal(vec_pop(&numbers), 999);
    assert_int_equal(numbers.count, 999);
    vec_clear(&numbers);
    assert_int_equal(numbers.count, 0);
    vec_push(&numbers, 5);
    assert_int_equal(numbers.items[0], 5);
    vec_finish(&numbers);
    assert_null(numbers.items);
}

static void reserved_room_is_there(void **state)
{
    (void)state;
    VEC(char) bytes = VEC_EMPTY;
    vec_reserve(&bytes, 1000);
    assert_true(bytes.capacity >= 1000);
    assert_int_equal(bytes.count, 0);
    bytes.items[999] = 'x';
    vec_finish(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pushed_items_stay_in_order),
        cmocka_unit_test(reserved_room_is_there),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
