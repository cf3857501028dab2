/* Counting pairs for each action. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/pairs.h"

enum { ACTIONS = 50, PAIRS = 100 };

static uint32_t count_of(const struct pairs *pairs, uint64_t action,
                         uint64_t pair)
{
    const struct counts *counts = pairs_of(pairs, action);
    return counts == NULL ? 0 : counts_of(counts, pair);
}

/* Action a has been taken a % 4 times with each of the pairs. */
static void fill(struct pairs *pairs)
{
    for (uint64_t action = 0; action < ACTIONS; action++)
        for (uint64_t pair = 0; pair < PAIRS; pair++)
            for (uint64_t times = 0; times < action % 4; times++)
                pairs_add(pairs, action, pair);
}

static void actions_are_counted_apart(void **state)
{
    (void)state;
    struct pairs pairs = {0};
    assert_null(pairs_of(&pairs, 7));
    fill(&pairs);
    for (uint64_t action = 0; action < ACTIONS; action++)
        for (uint64_t pair = 0; pair < PAIRS; pair++)
            assert_int_equal(count_of(&pairs, action, pair), action % 4);
    assert_int_equal(count_of(&pairs, 7, PAIRS), 0);
    assert_int_equal(count_of(&pairs, ACTIONS, 7), 0);
    /* 13 of 50 have been taken no time. */
    assert_int_equal(pairs.used, (ACTIONS - 13) * PAIRS);
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
    assert_int_equal(pairs.used, 24 * PAIRS);
    /* What has been forgotten takes no room. */
    assert_int_equal(pairs_of(&pairs, 1)->slot_count, 0);
    pairs_finish(&pairs);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_are_counted_apart),
        cmocka_unit_test(fading_halves_all),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
