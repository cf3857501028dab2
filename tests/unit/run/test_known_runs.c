/* What is known of a list from runs of other lists. Choices are letters; how a
 * run went is written beside them: "+" done, "-" left out, "?" forked, "." not
 * come to. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "base/memory.h"
#include "run/known_runs.h"

static struct value *letter(char name)
{
    char text[40];
    snprintf(text, sizeof text, "{\"id\":\"%c\",\"args\":[]}", name);
    return value_parse(str_text(text), NULL);
}

static struct choice_list letters(const char *names)
{
    struct choice_list list = {0};
    for (; *names != '\0'; names++)
        choice_list_push(&list, letter(*names));
    return list;
}

static enum choice_fate fate_of(char sign)
{
    return sign == '+'   ? CHOICE_DONE
           : sign == '-' ? CHOICE_LEFT_OUT
           : sign == '?' ? CHOICE_FORKED
                         : CHOICE_UNTRIED;
}

/* `did`: as the "+" and "?" were done. */
static struct choice_course course_of(const char *signs, const char *did)
{
    struct choice_course course = {.count = strlen(signs), .did = letters(did)};
    course.fates = memory_zeroed(course.count + 1, 1);
    for (size_t i = 0; i < course.count; i++)
        course.fates[i] = (unsigned char)fate_of(signs[i]);
    return course;
}

static void note(struct known_runs *known, const char *names, const char *signs,
                 const char *did)
{
    struct choice_list list = letters(names);
    struct choice_course course = course_of(signs, did);
    known_runs_note(known, &list, &course);
    choice_course_finish(&course);
    choice_list_finish(&list);
}

static bool covers(const struct known_runs *known, const char *names)
{
    struct choice_list list = letters(names);
    bool covers = known_runs_cover(known, &list);
    choice_list_finish(&list);
    return covers;
}

static void what_was_left_out_makes_no_difference(void **state)
{
    (void)state;
    struct known_runs known;
    known_runs_init(&known);
    assert_true(covers(&known, ""));
    assert_false(covers(&known, "a"));
    note(&known, "abc", "+-+", "ac");
    assert_true(covers(&known, "abc"));
    assert_true(covers(&known, "ac"));
    assert_true(covers(&known, "abbc"));
    /* Before a it may be on offer, and after c, too. */
    assert_false(covers(&known, "bac"));
    assert_false(covers(&known, "acb"));
    known_runs_finish(&known);
}

static void beginnings_and_ways_of_two_runs_are_covered(void **state)
{
    (void)state;
    struct known_runs known;
    known_runs_init(&known);
    note(&known, "abc", "+++", "abc");
    assert_true(covers(&known, "ab"));
    assert_false(covers(&known, "abcd"));
    assert_false(covers(&known, "b"));
    note(&known, "adbe", "+-+-", "ab");
    assert_true(covers(&known, "adbec"));
    known_runs_finish(&known);
}

/* The row that was the third is found as the second: it is the same choice in
 * either form. */
static void a_choice_leads_on_in_the_form_that_it_was_done_in(void **state)
{
    (void)state;
    struct known_runs known;
    known_runs_init(&known);
    note(&known, "abc", "+++", "aBc");
    assert_true(covers(&known, "aBc"));
    assert_true(covers(&known, "abc"));
    /* Another one that is found as the same comes to the same place. */
    note(&known, "axd", "++-", "aB");
    assert_true(covers(&known, "axc"));
    assert_true(covers(&known, "abdc"));
    known_runs_finish(&known);
}

static void nothing_is_known_after_a_fork_or_the_end(void **state)
{
    (void)state;
    struct known_runs known;
    known_runs_init(&known);
    note(&known, "abc", "+?+", "abc");
    assert_true(covers(&known, "a"));
    assert_false(covers(&known, "ab"));
    assert_false(covers(&known, "abc"));
    note(&known, "xyz", "+..", "x");
    assert_true(covers(&known, "x"));
    assert_false(covers(&known, "xy"));
    known_runs_finish(&known);
}

static void assert_done(const char *names, const char *signs,
                        const char *wanted)
{
    struct choice_list list = letters(names), done = {0}, same;
    struct choice_course course = course_of(signs, "");
    bool is_known = choice_course_add_done(&done, &list, &course);
    assert_true(is_known == (wanted != NULL));
    same = letters(wanted == NULL ? "" : wanted);
    for (size_t i = 0; is_known && i < same.count; i++)
        assert_true(value_equal(done.items[i], same.items[i]));
    if (is_known)
        assert_int_equal(done.count, same.count);
    choice_list_finish(&same);
    choice_course_finish(&course);
    choice_list_finish(&list);
    choice_list_finish(&done);
}

static void those_that_were_done_stand_for_the_whole(void **state)
{
    (void)state;
    assert_done("abcd", "+-+-", "ac");
    assert_done("ab", "--", "");
    assert_done("abc", "+?+", NULL);
    assert_done("abc", "+-.", NULL);
    assert_done("abc", "", NULL);
}

static void assert_likely(const struct known_runs *known, const char *names,
                          const char *likely)
{
    struct choice_list list = letters(names), kept = {0},
                       wanted = letters(likely);
    size_t left_out = known_runs_add_likely(known, &kept, &list);
    assert_int_equal(left_out, list.count - kept.count);
    assert_int_equal(kept.count, wanted.count);
    for (size_t i = 0; i < kept.count; i++)
        assert_true(value_equal(kept.items[i], wanted.items[i]));
    choice_list_finish(&wanted);
    choice_list_finish(&kept);
    choice_list_finish(&list);
}

static void what_is_known_to_be_left_out_is_not_likely(void **state)
{
    (void)state;
    struct known_runs known;
    known_runs_init(&known);
    assert_likely(&known, "ab", "ab");
    note(&known, "bab", "-++", "ab");
    assert_likely(&known, "bab", "ab");
    assert_likely(&known, "bbab", "ab");
    /* After what no run has done anything may be. */
    assert_likely(&known, "cb", "cb");
    assert_likely(&known, "bacb", "acb");
    known_runs_finish(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_left_out_makes_no_difference),
        cmocka_unit_test(beginnings_and_ways_of_two_runs_are_covered),
        cmocka_unit_test(a_choice_leads_on_in_the_form_that_it_was_done_in),
        cmocka_unit_test(nothing_is_known_after_a_fork_or_the_end),
        cmocka_unit_test(what_is_known_to_be_left_out_is_not_likely),
        cmocka_unit_test(those_that_were_done_stand_for_the_whole),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
