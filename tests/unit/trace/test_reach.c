/* What of a program has run: sets of functions, and their way through JSON. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "trace/reach.h"

static void assert_keys(const struct reach_set *set, const uint64_t *keys,
                        size_t count)
{
    assert_int_equal(set->count, count);
    for (size_t i = 0; i < count; i++)
        assert_int_equal(set->keys[i], keys[i]);
}

static void a_set_has_each_key_once_and_in_order(void **state)
{
    (void)state;
    struct reach_set set = {0};
    uint64_t first[] = {7, UINT64_MAX, 7, 3};
    uint64_t second[] = {0, 5, 7, 9, 5, UINT64_MAX};
    uint64_t third[] = {9, 0};
    reach_set_unite(&set, first, 0);
    assert_int_equal(set.count, 0);
    reach_set_unite(&set, first, 4);
    assert_keys(&set, (uint64_t[]){3, 7, UINT64_MAX}, 3);
    reach_set_unite(&set, second, 6);
    assert_keys(&set, (uint64_t[]){0, 3, 5, 7, 9, UINT64_MAX}, 6);
    reach_set_unite(&set, third, 2);
    assert_keys(&set, (uint64_t[]){0, 3, 5, 7, 9, UINT64_MAX}, 6);
    reach_set_finish(&set);
    assert_int_equal(set.count, 0);
}

/* Against sets that are kept in the plainest way. */
static void sets_of_many_keys_are_right(void **state)
{
    (void)state;
    enum { ROUNDS = 200, KEYS = 300, AT_A_TIME = 20 };
    struct reach_set set = {0};
    bool has[KEYS] = {false};
    uint64_t chance = 1;
    for (size_t round = 0; round < ROUNDS; round++) {
        uint64_t keys[AT_A_TIME];
        for (size_t i = 0; i < AT_A_TIME; i++) {
            chance = chance * UINT64_C(6364136223846793005) + 1;
            keys[i] = (chance >> 33) % KEYS;
        }
        for (size_t i = 0; i < round % AT_A_TIME; i++)
            has[keys[i]] = true;
        reach_set_unite(&set, keys, round % AT_A_TIME);
        size_t at = 0;
        for (size_t key = 0; key < KEYS; key++)
            if (has[key])
                assert_int_equal(set.keys[at++], key);
        assert_int_equal(set.count, at);
    }
    reach_set_finish(&set);
}

static struct reach_functions functions_of(const uint64_t *idle, size_t idles,
                                           const uint64_t *ran, size_t rans)
{
    struct reach reach = {0};
    struct reach_functions functions = {0};
    for (size_t i = 0; i < idles; i++)
        reach_add(&reach, REACH_IDLE, idle[i]);
    for (size_t i = 0; i < rans; i++)
        reach_add(&reach, REACH_RAN, ran[i]);
    reach_add(&reach, REACH_WAY, 99);
    reach_functions_add(&functions, &reach);
    reach_finish(&reach);
    return functions;
}

static void what_ran_is_known_and_ways_are_no_functions(void **state)
{
    (void)state;
    struct reach_functions functions =
        functions_of((uint64_t[]){4, 1}, 2, (uint64_t[]){2}, 1);
    struct reach_functions other =
        functions_of((uint64_t[]){2, 6}, 2, (uint64_t[]){4}, 1);
    assert_keys(&functions.known, (uint64_t[]){1, 2, 4}, 3);
    assert_keys(&functions.ran, (uint64_t[]){2}, 1);
    reach_functions_merge(&functions, &other);
    assert_keys(&functions.known, (uint64_t[]){1, 2, 4, 6}, 4);
    assert_keys(&functions.ran, (uint64_t[]){2, 4}, 2);
    reach_functions_finish(&functions);
    reach_functions_finish(&other);
}

static struct reach_functions read_from(const char *text)
{
    struct json *json = json_parse(str_text(text), NULL);
    struct reach_functions functions = {0};
    assert_non_null(json);
    reach_functions_from_json(&functions, json);
    json_destroy(json);
    return functions;
}

static void functions_are_read_as_they_were_written(void **state)
{
    (void)state;
    struct buf text;
    buf_init(&text);
    struct reach_functions functions = functions_of(
        (uint64_t[]){4, UINT64_MAX}, 2, (uint64_t[]){0x1234567890abcdef}, 1);
    reach_functions_add_json(&text, &functions);
    struct reach_functions read = read_from(buf_text(&text));
    assert_keys(&read.known, functions.known.keys, 3);
    assert_keys(&read.ran, functions.ran.keys, 1);
    reach_functions_finish(&read);
    reach_functions_finish(&functions);
    buf_finish(&text);
}

static void nonsense_adds_nothing_that_did_not_run_unknown(void **state)
{
    (void)state;
    static const char *const nothing[] = {
        "[]", "7", "{}", "{\"known\":7,\"ran\":{\"a\":1}}", "{\"known\":[]}"};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++) {
        struct reach_functions read = read_from(nothing[i]);
        assert_int_equal(read.known.count, 0);
        assert_int_equal(read.ran.count, 0);
        reach_functions_finish(&read);
    }
    struct reach_functions read = read_from("{\"ran\":[\"a\",\"b\"]}");
    assert_keys(&read.known, (uint64_t[]){10, 11}, 2);
    assert_keys(&read.ran, (uint64_t[]){10, 11}, 2);
    reach_functions_finish(&read);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_set_has_each_key_once_and_in_order),
        cmocka_unit_test(sets_of_many_keys_are_right),
        cmocka_unit_test(what_ran_is_known_and_ways_are_no_functions),
        cmocka_unit_test(functions_are_read_as_they_were_written),
        cmocka_unit_test(nonsense_adds_nothing_that_did_not_run_unknown),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
