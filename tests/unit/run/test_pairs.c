/* Counting pairs for each action. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/pairs.h"

enum { ACTIONS = 50, THINGS = 100 };

/* How often the action was taken where the thing is true. */
static uint64_t count_of(const struct pairs *pairs, uint64_t action,
                         uint64_t thing)
{
    return PAIRS_ALL_NEW / pairs_newness(pairs, action, &thing, 1) - 1;
}

/* Action a has been taken a % 4 times with each of the things alone. */
static void fill(struct pairs *pairs)
{
    for (uint64_t action = 0; action < ACTIONS; action++)
        for (uint64_t thing = 0; thing < THINGS; thing++)
            for (uint64_t times = 0; times < action % 4; times++)
                pairs_add(pairs, action, &thing, 1);
}

static void actions_are_counted_apart(void **state)
{
    (void)state;
    struct pairs pairs = {0};
    assert_int_equal(count_of(&pairs, 7, 7), 0);
    fill(&pairs);
    for (uint64_t action = 0; action < ACTIONS; action++)
        for (uint64_t thing = 0; thing < THINGS; thing++)
            assert_int_equal(count_of(&pairs, action, thing), action % 4);
    assert_int_equal(count_of(&pairs, 7, THINGS), 0);
    assert_int_equal(count_of(&pairs, ACTIONS, 7), 0);
    /* 13 of 50 have been taken no time. */
    assert_int_equal(pairs.used, (ACTIONS - 13) * THINGS);
    pairs_finish(&pairs);
    assert_int_equal(count_of(&pairs, 7, 7), 0);
    assert_int_equal(pairs.used, 0);
}

static void fading_halves_all(void **state)
{
    (void)state;
    struct pairs pairs = {0};
    pairs_fade(&pairs);
    fill(&pairs);
    pairs_fade(&pairs);
    for (uint64_t action = 0; action < ACTIONS; action++)
        assert_int_equal(count_of(&pairs, action, 3), action % 4 / 2);
    /* 24 of 50 twice or three times. */
    assert_int_equal(pairs.used, 24 * THINGS);
    pairs_finish(&pairs);
}

/* Of three things there are six pairs. */
static void newness_is_the_mean_over_pairs(void **state)
{
    (void)state;
    static const uint64_t things[] = {1000, 20, 3};
    static const uint64_t swapped[] = {20, 3, 1000};
    struct pairs pairs = {0};
    assert_int_equal(pairs_newness(&pairs, 1, things, 3), PAIRS_ALL_NEW);
    pairs_add(&pairs, 1, things, 2); /* 1000 and 20 */
    assert_int_equal(pairs.used, 3);
    assert_int_equal(pairs_newness(&pairs, 1, things, 2), 128);
    assert_int_equal(pairs_newness(&pairs, 1, things, 3),
                     (3 * 128 + 3 * 256) / 6);
    assert_int_equal(pairs_newness(&pairs, 1, swapped, 3),
                     (3 * 128 + 3 * 256) / 6);
    assert_int_equal(pairs_newness(&pairs, 1, things, 0), PAIRS_ALL_NEW);
    assert_int_equal(pairs_newness(&pairs, 2, things, 2), PAIRS_ALL_NEW);
    for (uint64_t times = 2; times < 300; times++) {
        pairs_add(&pairs, 1, things, 2);
        assert_int_equal(pairs_newness(&pairs, 1, things, 2),
                         PAIRS_ALL_NEW / (1 + times));
    }
    pairs_finish(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_counted_apart),
        cmocka_unit_test(fading_halves_all),
        cmocka_unit_test(newness_is_the_mean_over_pairs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
