/* What a seed generates is a promise. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "gen/choices.h"

/* SplitMix64's published test vector for the seed 1234567. */
static void numbers_are_those_of_splitmix64(void **state)
{
    (void)state;
    static const uint64_t expected[] = {
        6457827717110365317u, 3203168211198807973u, 9817491932198370423u,
        4593380528125082431u, 16408922859458223821u};
    struct choices choices;
    choices_init(&choices, 1234567);
    for (size_t i = 0; i < 5; i++)
        assert_true(choices_next(&choices) == expected[i]);
}

static void choices_stay_below_their_bound_and_reach_everything(void **state)
{
    (void)state;
    struct choices choices;
    choices_init(&choices, 7);
    size_t seen[10] = {0};
    for (int i = 0; i < 10000; i++) {
        size_t pick = choices_below(&choices, 10);
        assert_true(pick < 10);
        seen[pick]++;
    }
    /* 1000 expected, standard deviation 30: eight of them to either side. */
    for (size_t i = 0; i < 10; i++)
        assert_in_range(seen[i], 760, 1240);
    assert_int_equal(choices_below(&choices, 1), 0);
}

static void the_first_test_has_the_seed_of_the_run(void **state)
{
    (void)state;
    assert_true(choices_seed_of_test(42, 0) == 42);
}

/* The first number of SplitMix64 with the seed 42 ^ (0xd1342543de82ef95 *
 * place), worked out apart from this program. */
static void the_seeds_of_the_other_tests_are_the_same_for_ever(void **state)
{
    (void)state;
    assert_true(choices_seed_of_test(42, 1) == 527119514220057781u);
    assert_true(choices_seed_of_test(42, 2) == 5209656276572793736u);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_those_of_splitmix64),
        cmocka_unit_test(choices_stay_below_their_bound_and_reach_everything),
        cmocka_unit_test(the_first_test_has_the_seed_of_the_run),
        cmocka_unit_test(the_seeds_of_the_other_tests_are_the_same_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
