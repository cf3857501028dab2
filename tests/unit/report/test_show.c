#include "report/show.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/memory.h"

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static void state_is(const char *json, bool in_full, const char *expected)
{
    struct value *state = parse(json);
    struct ink ink;
    ink_init(&ink, false, true, 60);
    show_state(&ink, 2, state, NULL, in_full);
    assert_string_equal(buf_text(&ink.out), expected);
    ink_finish(&ink);
    value_unref(state);
}

static void difference_is(const char *before, const char *after,
                          const char *expected)
{
    struct value *a = parse(before), *b = parse(after);
    struct ink ink;
    ink_init(&ink, false, true, 60);
    bool any = show_difference(&ink, 2, a, b, NULL, false);
    assert_int_equal(any, *expected != '\0');
    assert_string_equal(buf_text(&ink.out), expected);
    ink_finish(&ink);
    value_unref(a);
    value_unref(b);
}

static void a_single_element_stands_beside_its_selector(void **state)
{
    (void)state;
    state_is("{\"#a\":[{\"ref\":\"e\",\"position\":{\"x\":1},\"x\":\"s\","
             "\"css\":{\"color\":\"red\"}}]}",
             false, "  `#a`  x: \"s\", css.color: \"red\"\n");
}

static void several_elements_are_numbered(void **state)
{
    (void)state;
    state_is("{\"a\":[{\"x\":1},{\"x\":2}]}", false,
             "  `a`\n    [1] x: 1\n    [2] x: 2\n");
}

static void selectors_that_match_nothing_share_a_line(void **state)
{
    (void)state;
    state_is("{\"a\":[],\"b\":[{\"x\":1}],\"c\":[]}", false,
             "  `b`  x: 1\n  nothing matches `a`, `c`\n");
}

static void values_that_are_no_elements_stand_as_they_are(void **state)
{
    (void)state;
    state_is("{\"a\":3,\"b\":[1,{}],\"c\":{\"k\":null}}", false,
             "  `a`  3\n  `b`  [1, {}]\n  `c`  {k: null}\n");
}

static void an_element_without_fields_is_still_seen(void **state)
{
    (void)state;
    state_is("{\"a\":[{\"ref\":\"e\"}]}", false, "  `a`  an element\n");
}

static void long_lists_are_cut_unless_all_is_asked_for(void **state)
{
    (void)state;
    const char *eleven = "{\"a\":[{\"x\":1},{\"x\":2},{\"x\":3},{\"x\":4},"
                         "{\"x\":5},{\"x\":6},{\"x\":7},{\"x\":8},{\"x\":9},"
                         "{\"x\":10},{\"x\":11}]}";
    state_is(eleven, false,
             "  `a`\n    [1] x: 1\n    [2] x: 2\n    [3] x: 3\n"
             "    [4] x: 4\n    [5] x: 5\n    [6] x: 6\n    [7] x: 7\n"
             "    [8] x: 8\n    [9] x: 9\n    [10] x: 10\n    and 1 more\n");
    state_is(eleven, true,
             "  `a`\n    [1] x: 1\n    [2] x: 2\n    [3] x: 3\n"
             "    [4] x: 4\n    [5] x: 5\n    [6] x: 6\n    [7] x: 7\n"
             "    [8] x: 8\n    [9] x: 9\n    [10] x: 10\n    [11] x: 11\n");
}

static void equal_states_have_no_difference(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"x\":1}],\"b\":2}", "{\"a\":[{\"x\":1}],\"b\":2}",
                  "");
    difference_is("{\"a\":[{\"ref\":\"e\",\"position\":{\"x\":1}}]}",
                  "{\"a\":[{\"ref\":\"e\",\"position\":{\"x\":2}}]}", "");
}

static void a_changed_field_shows_old_and_new(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"x\":\"1\",\"y\":0}],\"b\":[]}",
                  "{\"a\":[{\"x\":\"2\",\"y\":0}],\"b\":[]}",
                  "  `a`  x: \"1\" \u2192 \"2\"\n");
    difference_is("{\"a\":[{\"x\":1,\"y\":0}]}", "{\"a\":[{\"x\":2,\"y\":1}]}",
                  "  `a`  x: 1 \u2192 2, y: 0 \u2192 1\n");
    difference_is("{\"a\":[{\"x\":1}]}", "{\"a\":[{}]}",
                  "  `a`  x: 1 \u2192 (not there)\n");
}

static void one_difference_among_several_elements_is_numbered(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"x\":1},{\"x\":2}]}",
                  "{\"a\":[{\"x\":1},{\"x\":3}]}",
                  "  `a`  ~ [2] x: 2 \u2192 3\n");
    difference_is("{\"a\":[]}", "{\"a\":[{\"x\":1}]}", "  `a`  + x: 1\n");
    difference_is("{\"a\":[{\"x\":1}]}", "{\"a\":[]}", "  `a`  - x: 1\n");
}

/* A page may draw everything anew: only what looks different is told. */
static void replaced_elements_show_what_looks_different(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"ref\":\"1\",\"x\":1}]}",
                  "{\"a\":[{\"ref\":\"2\",\"x\":2}]}",
                  "  `a`  x: 1 \u2192 2 (replaced)\n");
    difference_is("{\"a\":[{\"ref\":\"1\",\"x\":1}]}",
                  "{\"a\":[{\"ref\":\"2\",\"x\":1}]}", "");
}

static void blanks_around_line_ends_are_drawn_together(void **state)
{
    (void)state;
    state_is("{\"a\":[{\"x\":\"\\n   \\n  todos \\t\\n a  b \"}]}", false,
             "  `a`  x: \"\\ntodos\\na  b \"\n");
    state_is("{\"a\":[{\"x\":\"\\n   a\"}]}", true, "  `a`  x: \"\\n   a\"\n");
    difference_is("{\"a\":[{\"x\":\" \\n a\"}]}",
                  "{\"a\":[{\"x\":\"\\n  b\"}]}",
                  "  `a`  x: \"\\na\" \u2192 \"\\nb\"\n");
}

static void a_difference_in_blanks_alone_is_shown(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"x\":\"\\n a\"}]}", "{\"a\":[{\"x\":\"\\n  a\"}]}",
                  "  `a`  x: \"\\n a\" \u2192 \"\\n  a\"\n");
}

static void several_differences_stand_below_each_other(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"ref\":\"1\",\"x\":1},{\"ref\":\"2\",\"x\":2}]}",
                  "{\"a\":[{\"ref\":\"2\",\"x\":0},{\"ref\":\"3\",\"x\":3}]}",
                  "  `a`\n    - [1] x: 1\n    ~ [1] x: 2 \u2192 0\n"
                  "    + [2] x: 3\n");
}

static void a_change_of_order_is_a_difference(void **state)
{
    (void)state;
    difference_is("{\"a\":[{\"ref\":\"1\"},{\"ref\":\"2\"}]}",
                  "{\"a\":[{\"ref\":\"2\"},{\"ref\":\"1\"}]}",
                  "  `a`\n    ~ [1] (was [2])\n    ~ [2] (was [1])\n");
}

static void other_values_change_as_a_whole(void **state)
{
    (void)state;
    difference_is("{\"a\":1,\"b\":[1]}", "{\"a\":2,\"b\":[]}",
                  "  `a`  1 \u2192 2\n  `b`  [1] \u2192 []\n");
    difference_is("{\"a\":[{\"x\":1}]}", "{\"a\":null}",
                  "  `a`  [{x: 1}] \u2192 null\n");
    difference_is("{\"a\":1}", "{\"b\":2}",
                  "  `b`  (not there) \u2192 2\n"
                  "  `a`  1 \u2192 (not there)\n");
}

/* A run of two states, as the report of a failure shows the first of them. */
static void first_state_is(const char *before, const char *after,
                           const char *expected)
{
    struct step steps[2];
    struct test_result result = {.steps = steps, .step_count = 2};
    struct focus focus;
    struct ink ink;
    for (int i = 0; i < 2; i++) {
        step_init(&steps[i]);
        steps[i].state = parse(i == 0 ? before : after);
    }
    focus_init(&focus, &result);
    ink_init(&ink, false, true, 60);
    show_state(&ink, 2, steps[0].state, &focus, false);
    assert_string_equal(buf_text(&ink.out), expected);
    ink_finish(&ink);
    focus_finish(&focus);
    for (int i = 0; i < 2; i++)
        step_finish(&steps[i]);
}

static void of_many_fields_those_that_change_are_shown(void **state)
{
    (void)state;
    first_state_is("{\"a\":[{\"ref\":\"e\",\"b\":1,\"c\":{\"d\":2},\"f\":3,"
                   "\"g\":4,\"h\":5,"
                   "\"i\":6}]}",
                   "{\"a\":[{\"ref\":\"e\",\"b\":1,\"c\":{\"d\":7},\"f\":3,"
                   "\"g\":4,\"h\":5,"
                   "\"i\":8}]}",
                   "  `a`  c.d: 2, i: 6 and 4 more fields\n");
}

static void few_fields_are_all_shown(void **state)
{
    (void)state;
    first_state_is("{\"a\":[{\"b\":1,\"c\":2,\"d\":3,\"f\":4,\"g\":5}]}",
                   "{\"a\":[{\"b\":1,\"c\":2,\"d\":3,\"f\":4,\"g\":6}]}",
                   "  `a`  b: 1, c: 2, d: 3, f: 4, g: 5\n");
}

static void elements_of_many_fields_that_stay_are_counted(void **state)
{
    (void)state;
    const char *both = "{\"a\":[{\"b\":1,\"c\":2,\"d\":3,\"f\":4,\"g\":5,"
                       "\"h\":6},{\"b\":1}]}";
    first_state_is(both, both, "  `a`  2 elements\n");
}

/* What a failing run shows of its second state. */
static char *second_state(const char *before, const char *after)
{
    struct step steps[2];
    struct test_result result = {.steps = steps, .step_count = 2};
    struct focus focus;
    struct ink ink;
    for (int i = 0; i < 2; i++) {
        step_init(&steps[i]);
        steps[i].state = parse(i == 0 ? before : after);
    }
    focus_init(&focus, &result);
    ink_init(&ink, false, true, 80);
    show_difference(&ink, 2, steps[0].state, steps[1].state, &focus, false);
    char *text = memory_format("%s", buf_text(&ink.out));
    ink_finish(&ink);
    focus_finish(&focus);
    for (int i = 0; i < 2; i++)
        step_finish(&steps[i]);
    return text;
}

/* Five selectors of two elements of which one field changes, each its own way,
 * beside others that do not; and one after them that shows something else. */
static char *many_and_one(const char *changing, const char *others)
{
    struct buf states[2];
    for (int i = 0; i < 2; i++) {
        buf_init(&states[i]);
        buf_add_char(&states[i], '{');
        for (int name = 'a'; name <= 'e'; name++) {
            buf_addf(&states[i], "\"%c\":[", name);
            for (int k = 0; k < 2; k++) {
                buf_addf(&states[i], "%s{\"ref\":\"%c%d\",", k == 0 ? "" : ",",
                         name, k);
                buf_addf(&states[i], "%s\"%s\":%s}", others, changing,
                         (i == 0) == (k == 0) ? "true" : "false");
            }
            buf_add_text(&states[i], "],");
        }
        buf_addf(&states[i], "\"z\":[{\"text\":\"%d\"}]}", i);
    }
    char *text = second_state(buf_text(&states[0]), buf_text(&states[1]));
    for (int i = 0; i < 2; i++)
        buf_finish(&states[i]);
    return text;
}

static void what_is_shown_comes_before_what_can_be_acted_on(void **state)
{
    (void)state;
    static const char *const guards[][2] = {
        {"interactable", ""},
        {"reachable", ""},
        {"enabled", "\"interactable\":true,"},
        {"visible", "\"reachable\":true,"},
    };
    for (size_t i = 0; i < sizeof guards / sizeof *guards; i++) {
        char *text = many_and_one(guards[i][0], guards[i][1]);
        assert_non_null(strstr(text, "`z`  text: \"0\" → \"1\""));
        assert_non_null(strstr(text, "and 2 more selectors changed"));
        free(text);
    }
}

static void what_only_a_property_reads_keeps_its_place(void **state)
{
    (void)state;
    /* No action asks for `visible` alone, so the fifth is left out, as z is. */
    char *text = many_and_one("visible", "");
    assert_null(strstr(text, "`z`"));
    free(text);
}

static void elements_that_look_alike_share_a_line(void **state)
{
    (void)state;
    const char *five = "{\"a\":[{\"ref\":\"1\",\"x\":1},{\"ref\":\"2\",\"x\":1}"
                       ",{\"ref\":\"3\",\"x\":2},{\"ref\":\"4\",\"x\":1}"
                       ",{\"ref\":\"5\",\"x\":1}]}";
    state_is(five, false,
             "  `a`\n"
             "    [1] to [2] x: 1\n"
             "    [3] x: 2\n"
             "    [4] to [5] x: 1\n");
    state_is(five, true,
             "  `a`\n"
             "    [1] x: 1\n"
             "    [2] x: 1\n"
             "    [3] x: 2\n"
             "    [4] x: 1\n"
             "    [5] x: 1\n");
}

static void elements_of_which_the_same_is_told_share_a_line(void **state)
{
    (void)state;
    /* added, after what there was */
    difference_is("{\"a\":[]}",
                  "{\"a\":[{\"ref\":\"1\",\"x\":1},{\"ref\":\"2\",\"x\":1}]}",
                  "  `a`  + [1] to [2] x: 1\n");
    /* removed, and one that looks otherwise */
    difference_is("{\"a\":[{\"ref\":\"1\",\"x\":1},{\"ref\":\"2\",\"x\":1}"
                  ",{\"ref\":\"3\",\"x\":2}]}",
                  "{\"a\":[]}",
                  "  `a`\n"
                  "    - [1] to [2] x: 1\n"
                  "    - [3] x: 2\n");
    /* changed in the same way, whatever else they show; one between them is not
     */
    difference_is(
        "{\"a\":[{\"x\":1,\"n\":1},{\"x\":1,\"n\":2},{\"x\":5,\"n\":3}"
        ",{\"x\":1,\"n\":4},{\"x\":2,\"n\":5}]}",
        "{\"a\":[{\"x\":3,\"n\":1},{\"x\":3,\"n\":2},{\"x\":5,\"n\":3}"
        ",{\"x\":3,\"n\":4},{\"x\":3,\"n\":5}]}",
        "  `a`\n"
        "    ~ [1] to [2] x: 1 \u2192 3\n"
        "    ~ [4] x: 1 \u2192 3\n"
        "    ~ [5] x: 2 \u2192 3\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(elements_that_look_alike_share_a_line),
        cmocka_unit_test(elements_of_which_the_same_is_told_share_a_line),
        cmocka_unit_test(what_is_shown_comes_before_what_can_be_acted_on),
        cmocka_unit_test(what_only_a_property_reads_keeps_its_place),
        cmocka_unit_test(a_single_element_stands_beside_its_selector),
        cmocka_unit_test(several_elements_are_numbered),
        cmocka_unit_test(selectors_that_match_nothing_share_a_line),
        cmocka_unit_test(values_that_are_no_elements_stand_as_they_are),
        cmocka_unit_test(an_element_without_fields_is_still_seen),
        cmocka_unit_test(long_lists_are_cut_unless_all_is_asked_for),
        cmocka_unit_test(equal_states_have_no_difference),
        cmocka_unit_test(a_changed_field_shows_old_and_new),
        cmocka_unit_test(one_difference_among_several_elements_is_numbered),
        cmocka_unit_test(replaced_elements_show_what_looks_different),
        cmocka_unit_test(blanks_around_line_ends_are_drawn_together),
        cmocka_unit_test(a_difference_in_blanks_alone_is_shown),
        cmocka_unit_test(several_differences_stand_below_each_other),
        cmocka_unit_test(a_change_of_order_is_a_difference),
        cmocka_unit_test(other_values_change_as_a_whole),
        cmocka_unit_test(of_many_fields_those_that_change_are_shown),
        cmocka_unit_test(few_fields_are_all_shown),
        cmocka_unit_test(elements_of_many_fields_that_stay_are_counted),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
