/* States that are told as what differs from the one before. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cdp/page/push.h"

static struct page_push pushed(struct push_known *known, const char *text)
{
    struct error error = ERROR_NONE;
    struct json *root = json_parse(str_text(text), &error);
    assert_non_null(root);
    struct page_push push = page_push_make(root, 0);
    push_known_hear(known, &push);
    return push;
}

static void has_state(const struct page_push *push, const char *text)
{
    struct error error = ERROR_NONE;
    struct value *wanted = value_parse(str_text(text), &error);
    assert_non_null(wanted);
    assert_non_null(push->state);
    assert_true(value_equal(push->state, wanted));
    value_unref(wanted);
}

static void what_does_not_differ_is_as_it_was_pushed_last(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push whole =
        pushed(&known, "{\"state\":{\"a\":[1],\"b\":[2]}}");
    struct page_push other = pushed(&known, "{\"changes\":{\"b\":[3,4]}}");
    struct page_push third = pushed(&known, "{\"changes\":{\"a\":[]}}");
    has_state(&whole, "{\"a\":[1],\"b\":[2]}");
    has_state(&other, "{\"a\":[1],\"b\":[3,4]}");
    has_state(&third, "{\"a\":[],\"b\":[3,4]}");
    page_push_finish(&whole);
    page_push_finish(&other);
    page_push_finish(&third);
    push_known_forget(&known);
}

static void a_state_without_changes_is_the_same_value(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push whole = pushed(&known, "{\"state\":{\"a\":[1]}}");
    struct page_push same = pushed(&known, "{\"changes\":{}}");
    assert_ptr_equal(whole.state, same.state);
    page_push_finish(&whole);
    page_push_finish(&same);
    push_known_forget(&known);
}

static void a_whole_state_goes_before_changes(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push first = pushed(&known, "{\"state\":{\"a\":[1]}}");
    struct page_push both =
        pushed(&known, "{\"state\":{\"a\":[2]},\"changes\":{\"a\":[3]}}");
    has_state(&both, "{\"a\":[2]}");
    page_push_finish(&first);
    page_push_finish(&both);
    push_known_forget(&known);
}

static void what_tells_of_no_state_leaves_the_known_one_alone(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push whole = pushed(&known, "{\"state\":{\"a\":[1]}}");
    struct page_push slept = pushed(&known, "{\"kind\":\"slept\"}");
    assert_null(slept.state);
    struct page_push same = pushed(&known, "{\"changes\":{}}");
    has_state(&same, "{\"a\":[1]}");
    page_push_finish(&whole);
    page_push_finish(&slept);
    page_push_finish(&same);
    push_known_forget(&known);
}

static void changes_to_nothing_known_are_no_state(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push lost = pushed(&known, "{\"changes\":{\"a\":[1]}}");
    assert_null(lost.state);
    page_push_finish(&lost);
    struct page_push whole = pushed(&known, "{\"state\":{\"a\":[1]}}");
    push_known_forget(&known);
    lost = pushed(&known, "{\"changes\":{\"a\":[2]}}");
    assert_null(lost.state);
    page_push_finish(&lost);
    page_push_finish(&whole);
}

static void foreign_kinds_of_values_are_taken_as_they_are(void **state)
{
    (void)state;
    struct push_known known = {NULL};
    struct page_push odd = pushed(&known, "{\"state\":7}");
    struct page_push more = pushed(&known, "{\"changes\":{\"a\":1}}");
    struct page_push none = pushed(&known, "{\"changes\":[1,2]}");
    assert_null(more.state);
    assert_null(none.state);
    page_push_finish(&odd);
    page_push_finish(&more);
    page_push_finish(&none);
    push_known_forget(&known);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_does_not_differ_is_as_it_was_pushed_last),
        cmocka_unit_test(a_state_without_changes_is_the_same_value),
        cmocka_unit_test(a_whole_state_goes_before_changes),
        cmocka_unit_test(what_tells_of_no_state_leaves_the_known_one_alone),
        cmocka_unit_test(changes_to_nothing_known_are_no_state),
        cmocka_unit_test(foreign_kinds_of_values_are_taken_as_they_are),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
