/* What the runs of a failure have shown: ways through the states, the nearest
 * failure, what is expected of a run. States are letters, choices are two: from
 * a to b is "ab". */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "run/seen_states.h"

/* The choice that is done at this place of a walk through states. */
static struct value *choice_at(const char *walk, size_t at)
{
    char text[60];
    snprintf(text, sizeof text, "{\"names\":[],\"id\":\"%.2s\",\"args\":[]}",
             walk + at);
    return value_parse(str_text(text), NULL);
}

static struct value *named(const char *id)
{
    return choice_at(id, 0);
}

static void note(struct seen_states *seen, const char *walk, bool fails)
{
    struct choice_course course = {.state_count = strlen(walk)};
    course.states = memory_zeroed(course.state_count, sizeof *course.states);
    for (size_t i = 0; i < course.state_count; i++) {
        course.states[i] = (uint64_t)walk[i];
        if (i + 1 < course.state_count)
            choice_list_push(&course.did, choice_at(walk, i));
    }
    seen_states_note(seen, &course, fails);
    choice_course_finish(&course);
}

static void expect_way(struct seen_states *seen, const char *last,
                       const char *walk)
{
    struct choice_list way = {0};
    struct value *choice = named(last);
    bool known = seen_states_add_way(seen, &way, choice);
    value_unref(choice);
    assert_int_equal(known, walk[0] != '\0');
    assert_int_equal(way.count, known ? strlen(walk) - 1 : 0);
    for (size_t i = 0; i < way.count; i++) {
        struct value *step = choice_at(walk, i);
        assert_true(value_equal(way.items[i], step));
        value_unref(step);
    }
    choice_list_finish(&way);
}

static void circles_are_cut_off(void **state)
{
    (void)state;
    struct seen_states seen;
    seen_states_init(&seen);
    expect_way(&seen, "cx", "");
    note(&seen, "abcbdbcabcx", true);
    expect_way(&seen, "cx", "abcx");
    expect_way(&seen, "bc", "");
    note(&seen, "acb", false); /* another run knew a shorter way */
    expect_way(&seen, "cx", "acx");
    seen_states_finish(&seen);
}

static void no_way_leads_through_a_failure(void **state)
{
    (void)state;
    struct seen_states seen;
    seen_states_init(&seen);
    note(&seen, "abcdx", true);
    note(&seen, "abd", true);
    expect_way(&seen, "dx", "abcdx");
    seen_states_finish(&seen);
}

/* As of an application that begins in another state. */
static void what_cannot_be_reached_has_no_way(void **state)
{
    (void)state;
    struct seen_states seen;
    seen_states_init(&seen);
    note(&seen, "ab", false);
    note(&seen, "cdx", true);
    expect_way(&seen, "dx", "");
    seen_states_finish(&seen);
}

static enum seen_outcome expected(const struct seen_states *seen,
                                  const char *walk)
{
    struct choice_list list = {0};
    for (size_t i = 0; i + 1 < strlen(walk); i++)
        choice_list_push(&list, choice_at(walk, i));
    enum seen_outcome outcome = seen_states_expect(seen, &list);
    choice_list_finish(&list);
    return outcome;
}

static void a_run_is_expected_to_go_as_others_went(void **state)
{
    (void)state;
    struct seen_states seen;
    seen_states_init(&seen);
    assert_int_equal(expected(&seen, "ab"), SEEN_UNKNOWN);
    note(&seen, "abcax", true);
    assert_int_equal(expected(&seen, "ax"), SEEN_FAILS);
    assert_int_equal(expected(&seen, "abcab"), SEEN_HOLDS);
    assert_int_equal(expected(&seen, "abd"), SEEN_UNKNOWN);
    assert_int_equal(expected(&seen, "axe"), SEEN_FAILS);
    /* What was seen last counts. */
    note(&seen, "ax", false);
    assert_int_equal(expected(&seen, "ax"), SEEN_HOLDS);
    seen_states_finish(&seen);
}

static void of_a_run_whose_states_are_not_known_nothing_is_kept(void **state)
{
    (void)state;
    struct seen_states seen;
    struct choice_course course = {.fates = NULL};
    seen_states_init(&seen);
    choice_list_push(&course.did, named("ab"));
    seen_states_note(&seen, &course, true);
    assert_int_equal(seen.states.count, 0);
    expect_way(&seen, "ab", "");
    choice_course_finish(&course);
    seen_states_finish(&seen);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(circles_are_cut_off),
        cmocka_unit_test(no_way_leads_through_a_failure),
        cmocka_unit_test(what_cannot_be_reached_has_no_way),
        cmocka_unit_test(a_run_is_expected_to_go_as_others_went),
        cmocka_unit_test(of_a_run_whose_states_are_not_known_nothing_is_kept),
    };
    return cmocka_run_group_tests_name("run/seen_states", tests, NULL, NULL);
}
