/* What is drawn is recorded, and what is recorded is drawn again. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <setjmp.h>

#include <cmocka.h>

#include "gen/choices.h"
#include "gen/tape.h"

static void a_replay_gives_the_numbers_that_were_drawn(void **state)
{
    (void)state;
    static const uint64_t weights[] = {1, 0, 5};
    struct tape *tape = tape_create(7);
    uint64_t numbers[30];
    for (int i = 0; i < 10; i++) {
        numbers[3 * i] = tape_below(tape, 1000, "number");
        numbers[3 * i + 1] = tape_flip(tape, 1, 3, "flip");
        numbers[3 * i + 2] = tape_weighted(tape, weights, 3, "place");
    }
    struct tape *again = tape_replay(tape_record(tape), TAPE_ENDS, 0);
    for (int i = 0; i < 10; i++) {
        assert_int_equal(tape_below(again, 1000, ""), numbers[3 * i]);
        assert_int_equal(tape_flip(again, 1, 3, ""), numbers[3 * i + 1]);
        assert_int_equal(tape_weighted(again, weights, 3, ""),
                         numbers[3 * i + 2]);
        assert_int_not_equal(numbers[3 * i + 2], 1);
    }
    assert_false(tape_ran_out(again));
    tape_destroy(again);
    tape_destroy(tape);
}

/* Seeds that people have keep their meaning: the same numbers as without a
 * tape. */
static void a_seed_draws_what_it_drew_without_a_tape(void **state)
{
    (void)state;
    struct choices choices;
    choices_init(&choices, 42);
    struct tape *tape = tape_create(42);
    for (size_t bound = 1; bound < 200; bound++)
        assert_int_equal(tape_below(tape, bound, ""),
                         choices_below(&choices, bound));
    tape_destroy(tape);
}

static void after_its_end_a_tape_is_simple_or_goes_on(void **state)
{
    (void)state;
    struct tape_record nothing = {0};
    struct tape *ends = tape_replay(&nothing, TAPE_ENDS, 5);
    assert_int_equal(tape_below(ends, 100, ""), 0);
    assert_false(tape_flip(ends, 99, 100, ""));
    assert_true(tape_ran_out(ends));
    tape_destroy(ends);
    struct tape *on = tape_replay(&nothing, TAPE_GOES_ON, 5);
    struct tape *by_chance = tape_create(5);
    for (int i = 0; i < 20; i++)
        assert_int_equal(tape_below(on, 1000, ""),
                         tape_below(by_chance, 1000, ""));
    tape_destroy(on);
    tape_destroy(by_chance);
}

static void
numbers_that_no_longer_fit_are_brought_within_the_bound(void **state)
{
    (void)state;
    struct tape_choice choices[] = {{.bound = 100, .number = 90},
                                    {.bound = 3, .number = 1}};
    struct tape_record record = {.choices = choices, .count = 2};
    struct tape *tape = tape_replay(&record, TAPE_ENDS, 0);
    assert_int_equal(tape_below(tape, 10, ""), 9);
    static const uint64_t weights[] = {0, 0, 4};
    assert_int_equal(tape_weighted(tape, weights, 3, ""), 2);
    assert_int_equal(tape_record(tape)->choices[0].bound, 10);
    tape_destroy(tape);
}

static void spans_say_what_belongs_together(void **state)
{
    (void)state;
    struct tape *tape = tape_create(1);
    tape_begin(tape, "outer");
    tape_below(tape, 5, "");
    tape_begin(tape, "a label that is much too long to keep");
    tape_below(tape, 5, "");
    tape_below(tape, 5, "");
    tape_end(tape);
    const struct tape_record *record = tape_record(tape);
    assert_int_equal(record->span_count, 2);
    assert_int_equal(record->spans[0].begin, 0);
    assert_int_equal(record->spans[0].end, 3);
    assert_int_equal(record->spans[1].begin, 1);
    assert_int_equal(record->spans[1].depth, 1);
    assert_string_equal(record->spans[1].label, "a label that is much to");
    tape_end(tape);
    tape_destroy(tape);
}

/* How often each place of ten is drawn, of a thousand. */
static void draw_places(enum tape_habit habit, uint64_t from,
                        uint64_t (*draw)(struct tape *tape, uint64_t bound,
                                         const char *label),
                        int counts[10])
{
    struct tape *tape = tape_create(7);
    memset(counts, 0, 10 * sizeof *counts);
    tape_set_habit(tape, habit, from);
    for (int i = 0; i < 1000; i++)
        counts[draw(tape, 10, "place")]++;
    tape_destroy(tape);
}

static void habits_say_which_places_are_preferred(void **state)
{
    (void)state;
    int counts[10];
    draw_places(TAPE_RETURNING, 0, tape_place, counts);
    for (int i = 0; i < 10; i++)
        assert_in_range(counts[i], 60, 140);
    /* Three of them, around the end, but for one in eight. */
    draw_places(TAPE_NARROW, 1009, tape_place, counts);
    assert_in_range(counts[9] + counts[0] + counts[1], 840, 960);
    assert_in_range(counts[5], 1, 40);
    draw_places(TAPE_RETURNING, 0, tape_recent, counts);
    assert_in_range(counts[9], 480, 620);
    draw_places(TAPE_ROAMING, 0, tape_recent, counts);
    assert_in_range(counts[9], 60, 140);
    /* An eighth each, and the tenth of the rest. */
    draw_places(TAPE_RETURNING, 0, tape_number, counts);
    assert_in_range(counts[0], 150, 250);
    assert_in_range(counts[9], 150, 250);
    assert_in_range(counts[5], 40, 120);
}

static int renewals(enum tape_habit habit)
{
    struct tape *tape = tape_create(3);
    int count = 0;
    tape_set_habit(tape, habit, 0);
    for (int i = 0; i < 1000; i++)
        count += tape_renews(tape, "new");
    tape_destroy(tape);
    return count;
}

static void habits_say_how_often_there_is_something_new(void **state)
{
    (void)state;
    assert_in_range(renewals(TAPE_RETURNING), 150, 250);
    assert_in_range(renewals(TAPE_MIXED), 350, 450);
    assert_in_range(renewals(TAPE_ROAMING), 750, 850);
}

/* What a program was drawn with does not matter for its record. */
static void a_record_is_read_as_it_is_whatever_the_habit(void **state)
{
    (void)state;
    struct tape *tape = tape_create(5);
    uint64_t places[50];
    tape_set_habit(tape, TAPE_NARROW, 4);
    for (int i = 0; i < 50; i++)
        places[i] = i % 2 == 0 ? tape_place(tape, 100, "place")
                               : tape_number(tape, 100, "number");
    for (int habit = 0; habit < TAPE_HABITS; habit++) {
        struct tape *again = tape_replay(tape_record(tape), TAPE_ENDS, 0);
        tape_set_habit(again, (enum tape_habit)habit, 50);
        for (int i = 0; i < 50; i++)
            assert_true((i % 2 == 0
                             ? tape_place(again, 100, "place")
                             : tape_number(again, 100, "number")) == places[i]);
        assert_true(tape_recent(again, 9, "behind the end") == 0);
        assert_false(tape_renews(again, "behind the end"));
        tape_destroy(again);
    }
    tape_destroy(tape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_gives_the_numbers_that_were_drawn),
        cmocka_unit_test(a_seed_draws_what_it_drew_without_a_tape),
        cmocka_unit_test(after_its_end_a_tape_is_simple_or_goes_on),
        cmocka_unit_test(
            numbers_that_no_longer_fit_are_brought_within_the_bound),
        cmocka_unit_test(spans_say_what_belongs_together),
        cmocka_unit_test(habits_say_which_places_are_preferred),
        cmocka_unit_test(habits_say_how_often_there_is_something_new),
        cmocka_unit_test(a_record_is_read_as_it_is_whatever_the_habit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
