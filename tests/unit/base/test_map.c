#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "base/map.h"

static void a_value_is_found_under_its_key(void **state)
{
    (void)state;
    struct map map;
    int one;
    int two;
    map_init(&map);
    assert_null(map_find(&map, STR("a")));
    assert_null(map_set(&map, STR("a"), &one));
    assert_ptr_equal(map_find(&map, STR("a")), &one);
    assert_null(map_find(&map, STR("b")));
    assert_ptr_equal(map_set(&map, STR("a"), &two), &one);
    assert_ptr_equal(map_find(&map, STR("a")), &two);
    assert_int_equal(map.count, 1);
    map_finish(&map);
}

static void a_null_value_is_still_there(void **state)
{
    (void)state;
    struct map map;
    map_init(&map);
    map_set(&map, STR("a"), NULL);
    assert_true(map_has(&map, STR("a")));
    assert_false(map_has(&map, STR("b")));
    map_finish(&map);
}

static void keys_are_copied_and_may_hold_nul(void **state)
{
    (void)state;
    struct map map;
    int value;
    char key[] = "k\0k";
    map_init(&map);
    map_set(&map, str_from(key, 3), &value);
    key[2] = 'x';
    assert_ptr_equal(map_find(&map, STR("k\0k")), &value);
    assert_null(map_find(&map, STR("k")));
    assert_null(map_find(&map, STR("k\0x")));
    assert_false(map_has(&map, STR("")));
    map_set(&map, STR(""), &value);
    assert_true(map_has(&map, STR("")));
    map_finish(&map);
}

static void order_is_that_of_first_insertion(void **state)
{
    (void)state;
    enum { COUNT = 3000 };
    struct map map;
    int values[COUNT];
    char key[20];
    map_init(&map);
    for (int round = 0; round < 2; round++) {
        for (int i = 0; i < COUNT; i++) {
            int length = snprintf(key, sizeof key, "%d", (i * 7919) % COUNT);
            map_set(&map, str_from(key, (size_t)length), &values[i]);
        }
    }
    assert_int_equal(map.count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        snprintf(key, sizeof key, "%d", (i * 7919) % COUNT);
        assert_string_equal(map.entries[i].key, key);
        assert_ptr_equal(map.entries[i].value, &values[i]);
    }
    map_finish(&map);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_value_is_found_under_its_key),
        cmocka_unit_test(a_null_value_is_still_there),
        cmocka_unit_test(keys_are_copied_and_may_hold_nul),
        cmocka_unit_test(order_is_that_of_first_insertion),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
