/* Turns: shares follow rates, and nothing is left out for long. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/turns.h"

enum { THINGS = 50 };

/* How often each of the things with these rates has its turn. */
static void deal(uint64_t seed, const uint64_t *rates, size_t things,
                 size_t rounds, size_t *times)
{
    struct turns turns = {0};
    struct turn offers[THINGS];
    struct choices choices;
    choices_init(&choices, seed);
    for (size_t i = 0; i < things; i++) {
        offers[i] = (struct turn){100 + i, rates[i]};
        times[i] = 0;
    }
    for (size_t round = 0; round < rounds; round++) {
        uint64_t key = turns_take(&turns, &choices, offers, things);
        assert_in_range(key, 100, 100 + things - 1);
        times[key - 100]++;
    }
    turns_finish(&turns);
}

/* However large they are. A share of n turns differs by about the square root
 * of n / 3; 40 is a bound that no draw of 8000 would often keep, too. */
static void shares_follow_rates(void **state)
{
    (void)state;
    for (int shift = 0; shift <= 60; shift += 12) {
        uint64_t rates[] = {UINT64_C(1) << shift, UINT64_C(2) << shift,
                            UINT64_C(5) << shift};
        size_t times[3];
        deal(1, rates, 3, 8000, times);
        assert_in_range(times[0], 1000 - 40, 1000 + 40);
        assert_in_range(times[1], 2000 - 40, 2000 + 40);
    }
}

/* A draw leaves out 13 % of 50 things in a hundred rounds. */
static void hardly_anything_is_left_out(void **state)
{
    (void)state;
    uint64_t rates[THINGS];
    size_t left_out = 0;
    for (size_t i = 0; i < THINGS; i++)
        rates[i] = 1000;
    for (uint64_t seed = 0; seed < 40; seed++) {
        size_t times[THINGS];
        deal(seed, rates, THINGS, 100, times);
        for (size_t i = 0; i < THINGS; i++)
            left_out += times[i] == 0;
    }
    assert_in_range(left_out, 0, 40 * THINGS / 100);
}

static void a_thing_may_follow_itself(void **state)
{
    (void)state;
    struct turns turns = {0};
    struct choices choices;
    struct turn offers[10];
    size_t again = 0;
    uint64_t last = 0;
    choices_init(&choices, 5);
    for (size_t i = 0; i < 10; i++)
        offers[i] = (struct turn){1 + i, 7000};
    for (size_t round = 0; round < 2000; round++) {
        uint64_t key = turns_take(&turns, &choices, offers, 10);
        again += key == last;
        last = key;
    }
    turns_finish(&turns);
    /* in a draw 200 */
    assert_in_range(again, 50, 150);
}

static void offers_with_one_key_are_one_thing(void **state)
{
    (void)state;
    struct turns turns = {0};
    struct choices choices;
    const struct turn offers[] = {{1, 1000}, {2, 2000}, {1, 1000}};
    size_t ones = 0;
    choices_init(&choices, 2);
    for (size_t round = 0; round < 1000; round++)
        ones += turns_take(&turns, &choices, offers, 3) == 1;
    turns_finish(&turns);
    assert_in_range(ones, 480, 520);
}

/* What is not there does not wait: it comes as often as its rate lets it among
 * those that are there. */
static void what_comes_and_goes_keeps_its_share(void **state)
{
    (void)state;
    struct turns turns = {0};
    struct choices choices;
    const struct turn offers[] = {{1, 3000}, {2, 1000}};
    size_t twos = 0;
    choices_init(&choices, 3);
    for (size_t round = 0; round < 4000; round++)
        twos += turns_take(&turns, &choices, offers, 1 + round % 2) == 2;
    turns_finish(&turns);
    /* a quarter of the 2000 rounds in which it is there */
    assert_in_range(twos, 500 - 60, 500 + 60);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shares_follow_rates),
        cmocka_unit_test(hardly_anything_is_left_out),
        cmocka_unit_test(a_thing_may_follow_itself),
        cmocka_unit_test(offers_with_one_key_are_one_thing),
        cmocka_unit_test(what_comes_and_goes_keeps_its_share),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
