/* What is drawn is recorded, and what is recorded is drawn again. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
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

static void behind_its_end_a_tape_is_simple_or_goes_on(void **state)
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

static void a_record_survives_a_file(void **state)
{
    (void)state;
    struct tape *tape = tape_create(3);
    tape_below(tape, UINT64_C(1) << 62, "large");
    tape_below(tape, 2, "");
    struct value *value = tape_record_value(tape_record(tape));
    struct tape_record read = {0};
    assert_true(tape_record_read(value, &read, NULL));
    assert_int_equal(read.count, 2);
    assert_true(read.choices[0].number == tape_record(tape)->choices[0].number);
    assert_string_equal(read.choices[0].label, "large");
    tape_record_finish(&read);
    value_unref(value);
    tape_destroy(tape);
}

static void what_is_no_record_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",           "[1]",          "[[1,2]]",
        "[[2,2,\"\"]]", "[[0,0,\"\"]]", "[[0,1,\"\"],[1.5,2,\"\"]]"};
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        struct value *value = value_parse(str_text(texts[i]), NULL);
        assert_non_null(value);
        struct tape_record read = {0};
        struct error error = ERROR_NONE;
        assert_false(tape_record_read(value, &read, &error));
        assert_int_equal(error.code, ERROR_IO);
        assert_int_equal(read.count, 0);
        value_unref(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_replay_gives_the_numbers_that_were_drawn),
        cmocka_unit_test(a_seed_draws_what_it_drew_without_a_tape),
        cmocka_unit_test(behind_its_end_a_tape_is_simple_or_goes_on),
        cmocka_unit_test(
            numbers_that_no_longer_fit_are_brought_within_the_bound),
        cmocka_unit_test(spans_say_what_belongs_together),
        cmocka_unit_test(a_record_survives_a_file),
        cmocka_unit_test(what_is_no_record_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
