/* Arguments come from the tape: the simplest choice is 0, all are within what
 * was asked for. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <string.h>

#include "fake/pick.h"

static const char *const queue_types[] = {"queue"};
static const struct model_command commands[] = {
    {.name = "New", .creates = queue_types, .create_count = 1}};
static const struct model_info info = {.commands = commands,
                                       .command_count = 1};
static const struct model_refs no_refs = {.items = VEC_EMPTY};

/* The answer to one question, the caller's. */
static struct value *ask(struct tape *tape, const struct model_refs *refs,
                         const char *question)
{
    struct pick pick = {.tape = tape, .refs = refs, .info = &info};
    struct buf text = {0};
    struct value *asked = value_parse(str_text(question), NULL);
    assert_non_null(asked);
    pick_answer(&pick, asked, &text);
    pick_finish(&pick);
    struct value *answer = value_parse(buf_str(&text), NULL);
    assert_non_null(answer);
    value_unref(asked);
    buf_finish(&text);
    return answer;
}

static void assert_simplest(const char *question, const char *expected)
{
    struct tape_record nothing = {0};
    struct tape *tape = tape_replay(&nothing, TAPE_ENDS, 0);
    struct value *answer = ask(tape, &no_refs, question);
    struct buf text = {0};
    value_add_json(&text, value_field_named(answer, "picked"));
    assert_string_equal(buf_text(&text), expected);
    buf_finish(&text);
    value_unref(answer);
    tape_destroy(tape);
}

static void the_simplest_choice_is_small(void **state)
{
    (void)state;
    assert_simplest("{\"kind\":\"integer\",\"low\":-5,\"high\":9}", "0");
    assert_simplest("{\"kind\":\"integer\",\"low\":3,\"high\":9000}", "3");
    assert_simplest("{\"kind\":\"integer\",\"low\":-9,\"high\":-2}", "-2");
    assert_simplest("{\"kind\":\"number\",\"low\":-0.5,\"high\":9}", "0");
    assert_simplest("{\"kind\":\"boolean\"}", "false");
    assert_simplest("{\"kind\":\"fresh\"}", "false");
    assert_simplest("{\"kind\":\"index\",\"count\":7}", "0");
    assert_simplest("{\"kind\":\"weighted\",\"weights\":[0,2,3]}", "1");
    assert_simplest("{\"kind\":\"text\",\"min\":2,\"max\":5}", "\"aa\"");
    assert_simplest("{\"kind\":\"text\",\"min\":1,\"max\":5,"
                    "\"alphabet\":\"\xC3\xA4x\"}",
                    "\"\xC3\xA4\"");
    assert_simplest("{\"kind\":\"more\",\"at\":0,\"min\":0,\"max\":5}",
                    "false");
    assert_simplest("{\"kind\":\"more\",\"at\":0,\"min\":1,\"max\":5}", "true");
    assert_simplest("{\"kind\":\"ref\",\"type\":\"queue\"}", "null");
}

/* Every number of a small range is reached, and none outside. */
static void integers_reach_their_whole_range(void **state)
{
    (void)state;
    static const int64_t ranges[][2] = {{-3, 10}, {-10, 3}, {0, 4},
                                        {5, 9},   {-9, -5}, {7, 7}};
    for (size_t r = 0; r < sizeof ranges / sizeof *ranges; r++) {
        int64_t low = ranges[r][0], high = ranges[r][1];
        bool seen[32] = {false};
        struct buf question = {0};
        struct tape *tape = tape_create(r);
        buf_addf(&question, "{\"kind\":\"integer\",\"low\":%d,\"high\":%d}",
                 (int)low, (int)high);
        for (int i = 0; i < 500; i++) {
            struct value *answer = ask(tape, &no_refs, buf_text(&question));
            int64_t number = value_field_named(answer, "picked")->integer;
            assert_in_range(number - low, 0, high - low);
            seen[number - low] = true;
            value_unref(answer);
        }
        for (int64_t i = 0; i <= high - low; i++)
            assert_true(seen[i]);
        tape_destroy(tape);
        buf_finish(&question);
    }
}

static void large_ranges_stay_within_their_ends(void **state)
{
    (void)state;
    struct tape *tape = tape_create(3);
    bool has_seen_end = false;
    for (int i = 0; i < 2000; i++) {
        struct value *answer =
            ask(tape, &no_refs,
                "{\"kind\":\"integer\",\"low\":-9007199254740992,"
                "\"high\":1000}");
        int64_t number = value_field_named(answer, "picked")->integer;
        assert_true(number <= 1000 && number >= -9007199254740992);
        has_seen_end |= number == -9007199254740992;
        value_unref(answer);
    }
    assert_true(has_seen_end);
    tape_destroy(tape);
}

static void references_are_of_the_type_and_recent_ones_are_likely(void **state)
{
    (void)state;
    struct model_refs refs = {.items = VEC_EMPTY};
    for (int64_t i = 0; i < 10; i++) {
        struct model_ref ref = {i, 0, i == 4 ? "other" : "queue"};
        vec_push(&refs.items, ref);
    }
    struct tape *tape = tape_create(11);
    int last = 0;
    for (int i = 0; i < 1000; i++) {
        struct value *answer =
            ask(tape, &refs, "{\"kind\":\"ref\",\"type\":\"queue\"}");
        const struct value *ref =
            value_field_named(value_field_named(answer, "picked"), "$ref");
        assert_int_not_equal(ref->items[0]->integer, 4);
        last += ref->items[0]->integer == 9;
        value_unref(answer);
    }
    /* half of them, and a ninth of the rest */
    assert_in_range(last, 450, 650);
    tape_destroy(tape);
    vec_finish(&refs.items);
}

static void a_question_that_makes_no_sense_is_told(void **state)
{
    (void)state;
    static const char *const questions[] = {
        "{\"kind\":\"nothing\"}",
        "{}",
        "{\"kind\":\"integer\"}",
        "{\"kind\":\"integer\",\"low\":3,\"high\":1}",
        "{\"kind\":\"integer\",\"low\":0.5,\"high\":1}",
        "{\"kind\":\"integer\",\"low\":-9223372036854775807,\"high\":1}",
        "{\"kind\":\"number\",\"low\":2,\"high\":1}",
        "{\"kind\":\"number\",\"low\":\"a\",\"high\":1}",
        "{\"kind\":\"index\",\"count\":0}",
        "{\"kind\":\"weighted\",\"weights\":[]}",
        "{\"kind\":\"weighted\",\"weights\":[0,0]}",
        "{\"kind\":\"weighted\",\"weights\":[-1,2]}",
        "{\"kind\":\"text\",\"min\":-1,\"max\":2}",
        "{\"kind\":\"text\",\"min\":0,\"max\":1000000}",
        "{\"kind\":\"text\",\"min\":0,\"max\":2,\"alphabet\":\"\"}",
        "{\"kind\":\"ref\",\"type\":\"stack\"}",
    };
    struct tape *tape = tape_create(1);
    for (size_t i = 0; i < sizeof questions / sizeof *questions; i++) {
        struct value *answer = ask(tape, &no_refs, questions[i]);
        if (value_field_named(answer, "wrong") == NULL)
            fail_msg("%s is answered", questions[i]);
        value_unref(answer);
    }
    struct value *answer =
        ask(tape, &no_refs, "{\"kind\":\"ref\",\"type\":\"stack\"}");
    assert_string_equal(value_field_named(answer, "wrong")->text,
                        "no command creates a reference of the type \"stack\" "
                        "(\"creates\")");
    value_unref(answer);
    tape_destroy(tape);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_simplest_choice_is_small),
        cmocka_unit_test(integers_reach_their_whole_range),
        cmocka_unit_test(large_ranges_stay_within_their_ends),
        cmocka_unit_test(references_are_of_the_type_and_recent_ones_are_likely),
        cmocka_unit_test(a_question_that_makes_no_sense_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
