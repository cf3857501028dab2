/* Choices: how an action is written down, and which proposal of another run
 * stands for it. The rules are those of docs/SHRINKING.md. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <string.h>

#include "run/choice.h"

static struct value *parsed(const char *text)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(str_text(text), &error);
    if (value == NULL)
        fail_msg("%s: %s", text, error.message);
    return value;
}

/* ---- making one --------------------------------------------------------- */

static void assert_makes(const char *args, int64_t timeout_ms,
                         const char *names, const char *state, int64_t after_ms,
                         const char *expected)
{
    struct value *known = state == NULL ? NULL : parsed(state);
    struct value *called = names == NULL ? NULL : parsed(names);
    struct action action = action_make(value_string(STR("click")), false,
                                       parsed(args), timeout_ms);
    struct value *choice = choice_make(&action, called, known, after_ms);
    struct value *wanted = parsed(expected);
    if (!value_equal(choice, wanted)) {
        struct buf text;
        buf_init(&text);
        value_add_json(&text, choice);
        fail_msg("it is %s", buf_text(&text));
    }
    value_unref(wanted);
    value_unref(choice);
    value_unref(called);
    value_unref(known);
    action_finish(&action);
}

static void an_element_is_its_places_and_its_text(void **state)
{
    (void)state;
    assert_makes(
        "[\"e2\"]", ACTION_NO_TIMEOUT, "[\"up!\"]",
        "{\".a\":[{\"ref\":\"e1\"},{\"ref\":\"e2\"}],"
        "\"b\":[{\"ref\":\"e2\",\"textContent\":\"up\"}],\"c\":[]}",
        CHOICE_AT_ONCE,
        "{\"names\":[\"up!\"],\"id\":\"click\",\"args\":[{\"element\":"
        "{\"text\":\"up\",\"found\":[{\"by\":\".a\",\"at\":1,\"of\":2},"
        "{\"by\":\"b\",\"at\":0,\"of\":1}]}}]}");
}

static void what_is_no_element_stays_as_it_is(void **state)
{
    (void)state;
    assert_makes(
        "[\"e2\",3,[\"e1\",\"x\"]]", 500, NULL,
        "{\"a\":[{\"ref\":\"e1\"}],\"n\":7}", 20,
        "{\"id\":\"click\",\"args\":[\"e2\",3,[{\"element\":{\"found\":"
        "[{\"by\":\"a\",\"at\":0,\"of\":1}]}},\"x\"]],"
        "\"timeout\":500,\"after\":20}");
    assert_makes("[\"e1\"]", ACTION_NO_TIMEOUT, "[]", NULL, CHOICE_AT_ONCE,
                 "{\"id\":\"click\",\"args\":[\"e1\"]}");
}

/* Several actions as one (weir/order) hold theirs. */
static void elements_are_found_inside_of_objects(void **state)
{
    (void)state;
    assert_makes("[[{\"id\":\"hover\",\"args\":[\"e1\"]},"
                 "{\"id\":\"keyPress\",\"args\":[\"x\"]}]]",
                 ACTION_NO_TIMEOUT, NULL, "{\"a\":[{\"ref\":\"e1\"}]}",
                 CHOICE_AT_ONCE,
                 "{\"id\":\"click\",\"args\":[[{\"id\":\"hover\",\"args\":[{"
                 "\"element\":{\"found\":[{\"by\":\"a\",\"at\":0,\"of\":1}]}}"
                 "]},{\"id\":\"keyPress\",\"args\":[\"x\"]}]]}");
}

static void what_is_seen_comes_before_what_is_there(void **state)
{
    (void)state;
    assert_makes("[\"e\"]", ACTION_NO_TIMEOUT, NULL,
                 "{\"a\":[{\"ref\":\"e\",\"textContent\":\"t\",\"innerText\":"
                 "\"i\",\"label\":\"l\"}]}",
                 CHOICE_AT_ONCE,
                 "{\"id\":\"click\",\"args\":[{\"element\":{\"text\":\"l\","
                 "\"found\":[{\"by\":\"a\",\"at\":0,\"of\":1}]}}]}");
}

/* ---- likeness ----------------------------------------------------------- */

/* A click on an element, as a choice; text NULL: none. */
static struct value *a_click(const char *name, const char *by, int at,
                             const char *text)
{
    char json[300], shown[60] = "";
    if (text != NULL)
        snprintf(shown, sizeof shown, "\"text\":\"%s\",", text);
    snprintf(json, sizeof json,
             "{\"names\":[\"%s\",\"click!(…)\"],\"id\":\"click\",\"args\":["
             "{\"element\":{%s\"found\":[{\"by\":\"%s\",\"at\":%d,\"of\":9}]}}"
             "]}",
             name, shown, by, at);
    return parsed(json);
}

static struct choice_likeness like(const struct value *sought,
                                   struct value *proposal)
{
    struct value *state = parsed("{\".row\":[],\".other\":[]}");
    struct choice_likeness likeness =
        choice_compare(sought, proposal, state, false);
    value_unref(proposal);
    value_unref(state);
    return likeness;
}

/* After each one that fits less well. */
static void the_most_alike_is_nearest(void **state)
{
    (void)state;
    struct value *sought = a_click("up!", ".row", 2, "tea");
    struct choice_likeness rank[] = {
        like(sought, a_click("up!", ".row", 2, "tea")),
        like(sought, a_click("up!", ".row", 4, "tea")),
        like(sought, a_click("up!", ".row", 5, "tea")),
        like(sought, a_click("up!", ".row", 2, "egg")),
        like(sought, a_click("up!", ".row", 1, "egg")),
        like(sought, a_click("up!", ".row", 5, "egg")),
        like(sought, a_click("up!", ".other", 2, "tea")),
        /* Another action: only for the same place or text. */
        like(sought, a_click("down!", ".row", 2, "tea")),
        like(sought, a_click("down!", ".row", 4, "tea")),
        like(sought, a_click("down!", ".row", 2, "egg")),
    };
    size_t count = sizeof rank / sizeof *rank;
    assert_true(choice_is_exact(&rank[0]));
    for (size_t i = 1; i < count; i++) {
        assert_true(rank[i].fits);
        assert_false(choice_is_exact(&rank[i]));
        for (size_t j = 0; j < i; j++) {
            assert_true(choice_is_nearer(&rank[j], &rank[i], false));
            assert_false(choice_is_nearer(&rank[i], &rank[j], false));
        }
    }
    value_unref(sought);
}

static void what_is_something_else_does_not_fit(void **state)
{
    (void)state;
    struct value *sought = a_click("up!", ".row", 2, "tea");
    assert_false(like(sought, a_click("up!", ".other", 2, "egg")).fits);
    assert_false(like(sought, a_click("up!", ".other", 2, NULL)).fits);
    assert_false(like(sought, a_click("down!", ".row", 3, "egg")).fits);
    assert_false(like(sought, a_click("down!", ".other", 2, "tea")).fits);
    static const char *const others[] = {
        ("{\"id\":\"hover\",\"args\":[{\"element\":{\"text\":\"tea\","
         "\"found\":[{\"by\":\".row\",\"at\":2}]}}]}"),
        "{\"id\":\"click\",\"args\":[\"tea\"]}",
        "{\"id\":\"click\",\"args\":[]}",
    };
    for (size_t i = 0; i < 2; i++)
        assert_false(like(sought, parsed(others[i])).fits);
    value_unref(sought);
}

/* ".old" is in no state of the specification. */
static void a_renamed_selector_is_found_by_the_name_of_the_action(void **state)
{
    (void)state;
    struct value *sought = a_click("up!", ".old", 2, "tea");
    struct choice_likeness same = like(sought, a_click("up!", ".row", 2, NULL));
    struct choice_likeness near = like(sought, a_click("up!", ".row", 3, NULL));
    struct choice_likeness text =
        like(sought, a_click("up!", ".row", 7, "tea"));
    assert_true(same.fits && near.fits && text.fits);
    assert_true(choice_is_nearer(&same, &near, false));
    assert_true(choice_is_nearer(&text, &same, false));
    assert_false(like(sought, a_click("down!", ".row", 2, NULL)).fits);
    value_unref(sought);
}

static void plain_arguments_have_to_be_the_same(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool fits;
    } rows[] = {
        {"\"x\"", "\"x\"", true},
        {"\"x\"", "\"y\"", false},
        {"2", "2.0", true},
        {"2", "2.5", false},
        {"[1,2]", "[1,2]", true},
        {"[1,2]", "[1]", false},
        {"{\"a\":1}", "{\"a\":1}", true},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char a[80], b[80];
        snprintf(a, sizeof a, "{\"id\":\"enter\",\"args\":[%s]}", rows[i].a);
        snprintf(b, sizeof b, "{\"id\":\"enter\",\"args\":[%s]}", rows[i].b);
        struct value *sought = parsed(a);
        assert_int_equal(like(sought, parsed(b)).fits, rows[i].fits);
        value_unref(sought);
    }
}

/* A hover of an element, then a key, as one step. */
static struct value *in_order(const char *id, int at, const char *key)
{
    char json[300];
    snprintf(json, sizeof json,
             "{\"id\":\"inOrder\",\"args\":[[{\"id\":\"%s\",\"args\":[{"
             "\"element\":{\"found\":[{\"by\":\".row\",\"at\":%d}]}}]},"
             "{\"id\":\"keyPress\",\"args\":[\"%s\"]}]]}",
             id, at, key);
    return parsed(json);
}

static void actions_that_are_one_step_are_compared_part_by_part(void **state)
{
    (void)state;
    struct value *sought = in_order("hover", 2, "x");
    struct choice_likeness same = like(sought, in_order("hover", 2, "x"));
    struct choice_likeness near = like(sought, in_order("hover", 3, "x"));
    assert_true(choice_is_exact(&same));
    assert_true(near.fits && choice_is_nearer(&same, &near, false));
    assert_false(like(sought, in_order("hover", 2, "y")).fits);
    assert_false(like(sought, in_order("click", 2, "x")).fits);
    struct value *simpler = in_order("hover", 0, "x");
    struct value *shorter = in_order("hover", 2, "");
    assert_true(choice_order(simpler, sought) < 0);
    assert_true(choice_order(sought, shorter) > 0);
    value_unref(simpler);
    value_unref(shorter);
    value_unref(sought);
}

/* Some of the actions of a step, in their order, do less than all of them. */
static void a_part_of_several_actions_is_within_them(void **state)
{
    (void)state;
    struct value *all =
        parsed("{\"id\":\"inOrder\",\"args\":[[{\"id\":\"a\",\"args\":[1]},"
               "{\"id\":\"b\",\"args\":[]},{\"id\":\"c\",\"args\":[]}]]}");
    static const struct {
        const char *json;
        bool is_within;
    } rows[] = {
        {"{\"id\":\"a\",\"args\":[1]}", true},
        {"{\"id\":\"c\",\"args\":[],\"settle\":{\"quiet\":5}}", true},
        {"{\"id\":\"a\",\"args\":[2]}", false},
        {"{\"id\":\"d\",\"args\":[]}", false},
        {"{\"id\":\"inOrder\",\"args\":[[{\"id\":\"a\",\"args\":[1]},"
         "{\"id\":\"c\",\"args\":[]}]]}",
         true},
        {"{\"id\":\"inOrder\",\"args\":[[{\"id\":\"c\",\"args\":[]},"
         "{\"id\":\"a\",\"args\":[1]}]]}",
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct value *some = parsed(rows[i].json);
        assert_int_equal(choice_is_within(some, all), rows[i].is_within);
        assert_true(!rows[i].is_within || choice_order(some, all) < 0);
        assert_true(choice_does_less(some, all));
        assert_false(choice_does_less(all, some));
        assert_true(choice_says_more(all, some));
        assert_false(choice_says_more(some, all));
        assert_false(choice_is_within(all, some));
        value_unref(some);
    }
    assert_false(choice_is_within(all, all));
    assert_false(choice_does_less(all, all));
    assert_false(choice_says_more(all, all));
    assert_int_equal(choice_parts(all), 3);
    value_unref(all);
}

/* A longer text is more; another number or element is not. */
static void texts_say_more_when_they_are_longer(void **state)
{
    (void)state;
    static const struct {
        const char *a, *b;
        bool says_more;
    } rows[] = {
        {"[\"ab\"]", "[\"a\"]", true},
        {"[\"a\"]", "[\"ab\"]", false},
        {"[\"b\"]", "[\"a\"]", false},
        {"[{\"name\":\"ab\"}]", "[{\"name\":\"a\"}]", true},
        {"[20]", "[1]", false},
        {"[{\"element\":{\"text\":\"long\",\"found\":[{\"by\":\"#a\",\"at\":1}]"
         "}}]",
         "[{\"element\":{\"text\":\"\",\"found\":[{\"by\":\"#a\",\"at\":0}]}}]",
         false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char a[200], b[200];
        snprintf(a, sizeof a, "{\"id\":\"x\",\"args\":%s}", rows[i].a);
        snprintf(b, sizeof b, "{\"id\":\"x\",\"args\":%s}", rows[i].b);
        struct value *x = parsed(a), *y = parsed(b);
        assert_int_equal(choice_says_more(x, y), rows[i].says_more);
        value_unref(x);
        value_unref(y);
    }
}

/* A specification may write what looks like weir's own, and is not. */
static void what_only_looks_like_an_element_is_plain(void **state)
{
    (void)state;
    static const char *const args[] = {
        "[{\"element\":{\"found\":[{\"by\":3}]}}]",
        "[{\"element\":{\"found\":[1]}}]",
        "[[{\"id\":\"click\"}]]",
        "[[1,2]]",
    };
    enum { COUNT = sizeof args / sizeof *args };
    for (size_t i = 0; i < COUNT * COUNT; i++) {
        struct value *both[2];
        for (size_t k = 0; k < 2; k++) {
            char json[200];
            snprintf(json, sizeof json, "{\"id\":\"inOrder\",\"args\":%s}",
                     args[k == 0 ? i / COUNT : i % COUNT]);
            both[k] = parsed(json);
            assert_int_equal(choice_parts(both[k]), 1);
        }
        bool is_same = i / COUNT == i % COUNT;
        struct choice_likeness likeness =
            choice_compare(both[0], both[1], NULL, false);
        assert_int_equal(likeness.fits, is_same);
        assert_int_equal(choice_order(both[0], both[1]) == 0, is_same);
        assert_false(choice_is_within(both[0], both[1]));
        value_unref(both[0]);
        value_unref(both[1]);
    }
}

static void the_same_settings_are_preferred(void **state)
{
    (void)state;
    struct value *sought =
        parsed("{\"id\":\"wait\",\"args\":[],\"timeout\":500}");
    struct choice_likeness same =
        like(sought, parsed("{\"id\":\"wait\",\"args\":[],\"timeout\":500}"));
    struct choice_likeness other =
        like(sought, parsed("{\"id\":\"wait\",\"args\":[],\"timeout\":5}"));
    assert_true(same.fits && other.fits);
    assert_true(choice_is_exact(&same) && !choice_is_exact(&other));
    assert_true(choice_is_nearer(&same, &other, false));
    value_unref(sought);
}

/* ---- simplicity --------------------------------------------------------- */

/* Each simpler than all after it. */
static void shorter_smaller_and_earlier_is_simpler(void **state)
{
    (void)state;
    static const char *const rows[][5] = {
        {"\"\"", "\"a\"", "\"b\"", "\" \"", "\"aa\""},
        {"0", "1", "-1", "2", "-2.5"},
        {"{\"element\":{\"found\":[{\"by\":\"a\",\"at\":0}]}}",
         "{\"element\":{\"found\":[{\"by\":\"a\",\"at\":1}]}}",
         "{\"element\":{\"found\":[{\"by\":\"a\",\"at\":2}]}}",
         "{\"element\":{\"found\":[{\"by\":\"a\",\"at\":3}]}}",
         "{\"element\":{\"found\":[{\"by\":\"a\",\"at\":9}]}}"},
        {"[]", "[\"a\"]", "[\"b\"]", "[\"a\",\"a\"]", "[\"a\",\"b\"]"},
    };
    for (size_t row = 0; row < sizeof rows / sizeof *rows; row++)
        for (size_t i = 0; i < 5; i++)
            for (size_t j = 0; j < 5; j++) {
                char a[120], b[120];
                snprintf(a, sizeof a, "{\"id\":\"x\",\"args\":[%s]}",
                         rows[row][i]);
                snprintf(b, sizeof b, "{\"id\":\"x\",\"args\":[%s]}",
                         rows[row][j]);
                struct value *left = parsed(a), *right = parsed(b);
                int by = choice_order(left, right);
                assert_true(i < j ? by < 0 : i > j ? by > 0 : by == 0);
                value_unref(left);
                value_unref(right);
            }
}

static void kin_are_of_the_same_action(void **state)
{
    (void)state;
    struct value *one = a_click("up!", ".row", 2, "tea");
    struct value *two = a_click("up!", ".other", 0, NULL);
    struct value *three = a_click("down!", ".row", 2, "tea");
    assert_true(choice_is_kin(one, two));
    assert_false(choice_is_kin(one, three));
    value_unref(one);
    value_unref(two);
    value_unref(three);
}

static void the_key_is_without_the_time(void **state)
{
    (void)state;
    struct value *one = parsed("{\"id\":\"a\",\"args\":[],\"after\":5}");
    struct value *two = parsed("{\"id\":\"a\",\"args\":[]}");
    struct value *three = parsed("{\"id\":\"a\",\"args\":[],\"timeout\":5}");
    struct buf a, b, c;
    buf_init(&a);
    buf_init(&b);
    buf_init(&c);
    choice_add_key(&a, one);
    choice_add_key(&b, two);
    choice_add_key(&c, three);
    assert_string_equal(buf_text(&a), buf_text(&b));
    assert_string_not_equal(buf_text(&a), buf_text(&c));
    buf_finish(&a);
    buf_finish(&b);
    buf_finish(&c);
    value_unref(one);
    value_unref(two);
    value_unref(three);
}

/* ---- reading ------------------------------------------------------------ */

static void only_choices_are_valid(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        const char *trouble; /* a part of it; NULL: it is valid */
    } rows[] = {
        {"{\"id\":\"a\",\"args\":[]}", NULL},
        {"{\"names\":[\"a!\"],\"id\":\"a\",\"args\":[[{\"element\":{\"found\":"
         "[{\"by\":\"b\",\"at\":0}]}}]]}",
         NULL},
        {"3", "must be an object"},
        {"{\"args\":[]}", "\"id\""},
        {"{\"id\":1,\"args\":[]}", "\"id\""},
        {"{\"id\":\"a\"}", "\"args\""},
        {"{\"id\":\"a\",\"args\":{}}", "\"args\""},
        {"{\"id\":\"a\",\"args\":[],\"names\":\"a\"}", "\"names\""},
        {"{\"id\":\"a\",\"args\":[{\"element\":3}]}", "\"found\""},
        {"{\"id\":\"a\",\"args\":[[{\"element\":{\"found\":[{}]}}]]}",
         "\"by\""},
        {"{\"id\":\"a\",\"args\":[{\"args\":[{\"element\":1}]}]}", "\"by\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct value *value = parsed(rows[i].text);
        struct error error = ERROR_NONE;
        bool fine = choice_is_valid(value, &error);
        assert_int_equal(fine, rows[i].trouble == NULL);
        if (!fine)
            assert_non_null(strstr(error.message, rows[i].trouble));
        value_unref(value);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_element_is_its_places_and_its_text),
        cmocka_unit_test(what_is_no_element_stays_as_it_is),
        cmocka_unit_test(elements_are_found_inside_of_objects),
        cmocka_unit_test(what_is_seen_comes_before_what_is_there),
        cmocka_unit_test(the_most_alike_is_nearest),
        cmocka_unit_test(what_is_something_else_does_not_fit),
        cmocka_unit_test(a_renamed_selector_is_found_by_the_name_of_the_action),
        cmocka_unit_test(plain_arguments_have_to_be_the_same),
        cmocka_unit_test(actions_that_are_one_step_are_compared_part_by_part),
        cmocka_unit_test(a_part_of_several_actions_is_within_them),
        cmocka_unit_test(texts_say_more_when_they_are_longer),
        cmocka_unit_test(what_only_looks_like_an_element_is_plain),
        cmocka_unit_test(the_same_settings_are_preferred),
        cmocka_unit_test(shorter_smaller_and_earlier_is_simpler),
        cmocka_unit_test(kin_are_of_the_same_action),
        cmocka_unit_test(the_key_is_without_the_time),
        cmocka_unit_test(only_choices_are_valid),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
