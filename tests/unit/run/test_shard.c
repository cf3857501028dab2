/* What a shard is, and that all shards of a run have each of its tests once. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/campaign_internal.h"
#include "run/shard.h"

static void assert_parses(const char *text, size_t number, size_t of)
{
    struct shard shard;
    assert_true(shard_parse(&shard, text));
    assert_int_equal(shard.number, number);
    assert_int_equal(shard.of, of);
}

static void shards_are_numbered_from_one_to_the_limit(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "",
        "1",
        "/",
        "1/",
        "/1",
        "0/1",
        "2/1",
        "1/0",
        "1/1/1",
        " 1/2",
        "1/2 ",
        "+1/2",
        "-1/2",
        "1/2.0",
        "a/b",
        "1001/1001",
        "1/99999999999999999999",
        "1/1001",
    };
    struct shard shard;
    assert_parses("1/1", 1, 1);
    assert_parses("2/4", 2, 4);
    assert_parses("1000/1000", SHARD_LIMIT, SHARD_LIMIT);
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(shard_parse(&shard, wrong[i]));
}

enum { PROPERTIES = 3, TESTS = 7 };

/* How often each test is in the shard. */
static size_t count_tests(struct shard shard, int times[PROPERTIES][TESTS])
{
    struct campaign campaign = {
        .property_count = PROPERTIES, .tests = TESTS, .shard = shard};
    struct campaign_place place =
        campaign_first_from(&campaign, (struct campaign_place){0, 1, 0});
    size_t count = 0;
    for (; place.property < PROPERTIES; count++) {
        times[place.property][place.number - 1]++;
        place.number++;
        place = campaign_first_from(&campaign, place);
    }
    return count;
}

static void each_test_is_in_one_shard(void **state)
{
    (void)state;
    for (size_t of = 1; of <= PROPERTIES * TESTS + 2; of++) {
        int times[PROPERTIES][TESTS] = {{0}};
        for (size_t number = 1; number <= of; number++) {
            size_t count = count_tests((struct shard){number, of}, times);
            /* and they are shared out evenly */
            assert_in_range(count, PROPERTIES * TESTS / of,
                            PROPERTIES * TESTS / of + 1);
        }
        for (size_t i = 0; i < PROPERTIES; i++)
            for (size_t k = 0; k < TESTS; k++)
                assert_int_equal(times[i][k], 1);
    }
}

static void what_is_no_shard_has_all_tests(void **state)
{
    (void)state;
    int times[PROPERTIES][TESTS] = {{0}};
    assert_int_equal(count_tests((struct shard){0, 0}, times),
                     PROPERTIES * TESTS);
}

static uint64_t tests_from(const struct campaign *campaign, size_t property,
                           int64_t number)
{
    struct campaign_place place = {property, number, 0};
    return campaign_tests_from(campaign, &place);
}

static void only_tests_of_the_shard_count(void **state)
{
    (void)state;
    struct campaign campaign = {
        .property_count = 3, .tests = 2, .shard = {2, 5}};
    /* Its only test is the second one of the first property. */
    assert_int_equal(tests_from(&campaign, 0, 1), 1);
    assert_int_equal(tests_from(&campaign, 0, 2), 1);
    assert_int_equal(tests_from(&campaign, 1, 1), 0);
    assert_int_equal(tests_from(&campaign, 3, 1), 0);
    campaign.shard = (struct shard){1, 2}; /* the first of each */
    assert_int_equal(tests_from(&campaign, 0, 1), 3);
    assert_int_equal(tests_from(&campaign, 0, 2), 2);
    assert_int_equal(tests_from(&campaign, 2, 1), 1);
    campaign.shard = (struct shard){0, 0};
    assert_int_equal(tests_from(&campaign, 0, 1), 6);
    assert_int_equal(tests_from(&campaign, 1, 2), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(shards_are_numbered_from_one_to_the_limit),
        cmocka_unit_test(each_test_is_in_one_shard),
        cmocka_unit_test(what_is_no_shard_has_all_tests),
        cmocka_unit_test(only_tests_of_the_shard_count),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
