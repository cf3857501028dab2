/* What was drawn is admitted, can be done again, and what is simpler is
 * admitted as well. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "gen/draw.h"
#include "run/generated.h"
#include "run/generated_numbers.h"
#include "trace/generator.h"

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static const char *const templates[] = {
    "{\"any'\":\"integer\",\"low\":-9223372036854775808,"
    "\"high\":9223372036854775807}",
    "{\"any'\":\"integer\",\"low\":40,\"high\":50}",
    "{\"any'\":\"integer\",\"low\":-50,\"high\":-40}",
    "{\"any'\":\"text\",\"of\":\"aß😀\",\"min\":2,\"max\":9}",
    "[\"k\",{\"any'\":\"list\",\"min\":1,\"max\":5,\"of\":"
    "{\"any'\":\"one\",\"of\":[null,{\"any'\":\"integer\",\"low\":0,"
    "\"high\":9},[\"x\"]]}}]",
    "{\"any'\":\"some\",\"several\":60,\"weights\":{\"c\":0},\"of\":{\"a\":"
    "{\"any'\":\"integer\",\"low\":0,\"high\":99},\"b\":true,\"c\":1,\"d\":"
    "{\"any'\":\"text\",\"of\":\"xyz\",\"min\":0,\"max\":3}}}",
};
enum { TEMPLATES = sizeof templates / sizeof *templates, DRAWS = 300 };

static void look_at(const struct value *template, const struct value *drawn)
{
    struct generated_list simpler = {0};
    assert_true(generator_admits(template, drawn));
    struct value *adopted = generated_adopt(template, drawn);
    assert_non_null(adopted);
    assert_true(value_equal(adopted, drawn));
    value_unref(adopted);
    generated_add_simpler(&simpler, template, drawn);
    for (size_t i = 0; i < simpler.count; i++)
        assert_true(generator_admits(template, simpler.items[i]));
    generated_list_finish(&simpler);
}

static void whatever_is_drawn_or_simpler_is_admitted(void **state)
{
    (void)state;
    struct choices choices;
    choices_init(&choices, 11);
    for (size_t i = 0; i < TEMPLATES; i++) {
        struct value *template = parse(templates[i]);
        assert_true(generator_check(template, NULL));
        for (int k = 0; k < DRAWS; k++) {
            struct value *drawn = draw(template, &choices);
            look_at(template, drawn);
            value_unref(drawn);
        }
        struct value *simplest = generated_simplest(template);
        look_at(template, simplest);
        value_unref(simplest);
        value_unref(template);
    }
}

static void what_does_not_fit_is_not_adopted(void **state)
{
    (void)state;
    struct value *template = parse(templates[1]), *drawn = parse("51");
    assert_null(generated_adopt(template, drawn));
    value_unref(template);
    value_unref(drawn);
    template = parse("[7, {\"any'\":\"one\",\"of\":[1,2]}]");
    drawn = parse("[8, 2]");
    struct value *adopted = generated_adopt(template, drawn);
    struct value *expected = parse("[7, 2]");
    assert_true(value_equal(adopted, expected));
    value_unref(adopted);
    value_unref(expected);
    value_unref(template);
    value_unref(drawn);
}

static void numbers_come_nearer_to_zero(void **state)
{
    (void)state;
    struct value *template = parse(templates[0]), *drawn = parse("-8");
    struct generated_list simpler = {0};
    static const int64_t expected[] = {0, 8, -4, -6, -7};
    generated_add_simpler(&simpler, template, drawn);
    assert_int_equal(simpler.count, 5);
    for (size_t i = 0; i < simpler.count; i++)
        assert_int_equal(simpler.items[i]->integer, expected[i]);
    generated_list_finish(&simpler);
    value_unref(template);
    value_unref(drawn);
}

/* One of them with another number is what can be drawn, or nothing. */
static void numbers_are_found_and_replaced(void **state)
{
    (void)state;
    struct value *template = parse(
        "[{\"any'\":\"some\",\"of\":{\"a\":{\"any'\":\"integer\",\"low\":1,"
        "\"high\":99},\"b\":7}},{\"any'\":\"list\",\"min\":0,\"max\":3,"
        "\"of\":{\"any'\":\"integer\",\"low\":-9,\"high\":9}}]");
    struct value *drawn = parse("[{\"b\":7,\"a\":5},[3,-4]]");
    struct generated_number numbers[4];
    assert_int_equal(generated_numbers(template, drawn, numbers, 4), 3);
    assert_int_equal(numbers[0].number, 5);
    assert_int_equal(numbers[0].zero, 1);
    assert_int_equal(numbers[2].number, -4);
    assert_int_equal(numbers[2].zero, 0);
    assert_int_equal(generated_numbers(template, drawn, numbers, 2), 2);
    struct value *other = generated_with_number(template, drawn, 2, 9);
    struct value *expected = parse("[{\"b\":7,\"a\":5},[3,9]]");
    assert_true(value_equal(other, expected));
    assert_null(generated_with_number(template, drawn, 2, 10));
    assert_null(generated_with_number(template, drawn, 0, 0));
    value_unref(other);
    value_unref(expected);
    value_unref(drawn);
    drawn = parse("[{\"c\":1},[]]"); /* of another template */
    assert_int_equal(generated_numbers(template, drawn, numbers, 4), 0);
    value_unref(drawn);
    value_unref(template);
}

/* How often each set of the channels a, b, c has come: a is 1, b 2, c 4. */
static void count_clocks(const char *text, int times, int64_t counts[8])
{
    struct value *template = parse(text);
    struct choices choices;
    choices_init(&choices, 5);
    for (int i = 0; i < 8; i++)
        counts[i] = 0;
    for (int i = 0; i < times; i++) {
        struct value *drawn = draw(template, &choices);
        unsigned clock = 0;
        for (size_t k = 0; k < drawn->count; k++)
            clock |= 1u << (value_text(drawn->fields[k].key).data[0] - 'a');
        counts[clock]++;
        value_unref(drawn);
    }
    value_unref(template);
}

/* A clock is any set of channels but the empty one. */
static void clocks_are_all_sets_of_channels(void **state)
{
    (void)state;
    int64_t counts[8];
    count_clocks("{\"any'\":\"some\",\"of\":{\"a\":1,\"b\":1,\"c\":1}}", 6000,
                 counts);
    assert_int_equal(counts[0], 0);
    for (int clock = 1; clock < 8; clock++)
        assert_true(counts[clock] >= 60);
}

/* One alone by its share of the weights; never what has none, not even with
 * others; several as often as was said. */
static void clocks_go_by_weights(void **state)
{
    (void)state;
    enum { TIMES = 6000 };
    int64_t counts[8];
    count_clocks("{\"any'\":\"some\",\"several\":20,\"weights\":{\"a\":50,"
                 "\"b\":10,\"c\":0},\"of\":{\"a\":1,\"b\":1,\"c\":1}}",
                 TIMES, counts);
    assert_int_equal(counts[0] + counts[4] + counts[5] + counts[6] + counts[7],
                     0);
    assert_in_range(counts[3], TIMES / 5 - 120, TIMES / 5 + 120);
    assert_in_range(counts[1], 3800, 4200);
    assert_in_range(counts[2], 700, 900);
}

/* Each channel as often as the others, and one time in ten several. */
static void channels_come_fairly(void **state)
{
    (void)state;
    enum { TIMES = 6000 };
    struct value *template =
        parse("{\"any'\":\"some\",\"of\":{\"a\":1,\"b\":1,\"c\":1}}");
    struct choices choices;
    int64_t counts[3] = {0}, several = 0;
    choices_init(&choices, 5);
    for (int i = 0; i < TIMES; i++) {
        struct value *drawn = draw(template, &choices);
        several += drawn->count > 1;
        for (size_t k = 0; k < drawn->count; k++)
            counts[value_text(drawn->fields[k].key).data[0] - 'a']++;
        value_unref(drawn);
    }
    assert_in_range(several, TIMES / 10 - 100, TIMES / 10 + 100);
    for (int i = 0; i < 3; i++)
        assert_in_range(counts[i], counts[0] - 250, counts[0] + 250);
    value_unref(template);
}

/* A seed is a promise. */
static void a_seed_draws_the_same_for_ever(void **state)
{
    (void)state;
    struct value *template = parse(templates[5]);
    struct choices choices;
    struct buf text;
    buf_init(&text);
    choices_init(&choices, 42);
    for (int i = 0; i < 4; i++) {
        struct value *drawn = draw(template, &choices);
        value_add_json(&text, drawn);
        value_unref(drawn);
    }
    assert_string_equal(buf_text(&text), "{\"a\":0,\"b\":true,\"d\":\"\"}"
                                         "{\"b\":true,\"d\":\"zzz\"}{\"a\":0}"
                                         "{\"a\":0,\"b\":true,\"d\":\"xyy\"}");
    buf_finish(&text);
    value_unref(template);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whatever_is_drawn_or_simpler_is_admitted),
        cmocka_unit_test(what_does_not_fit_is_not_adopted),
        cmocka_unit_test(numbers_come_nearer_to_zero),
        cmocka_unit_test(numbers_are_found_and_replaced),
        cmocka_unit_test(clocks_are_all_sets_of_channels),
        cmocka_unit_test(clocks_go_by_weights),
        cmocka_unit_test(channels_come_fairly),
        cmocka_unit_test(a_seed_draws_the_same_for_ever),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
