/* What has changed from one value to the next. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "report/changes.h"

static struct value *json(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

static void assert_changes(const char *before, const char *after,
                           const char *expected)
{
    struct value *old = json(before), *new = json(after);
    struct buf text = {0};
    changes_add(&text, old, new);
    assert_string_equal(buf_text(&text), expected);
    buf_finish(&text);
    value_unref(old);
    value_unref(new);
}

static void parts_are_told_with_their_paths(void **state)
{
    (void)state;
    assert_changes("{\"left\":1,\"items\":[{\"t\":\"aaaa\",\"done\":false}]}",
                   "{\"left\":0,\"items\":[{\"t\":\"aaaa\",\"done\":true}]}",
                   "left: 0, items[0].done: true");
    assert_changes("{\"a\":{\"b\":[[1,2],[3,\"long\"]]},\"c\":\"long enough\"}",
                   "{\"a\":{\"b\":[[1,2],[4,\"long\"]]},\"c\":\"long enough\"}",
                   "a.b[1][0]: 4");
    assert_changes("[1,2,3,4,5,6]", "[1,2,3,4,5,7]", "[5]: 7");
}

static void what_is_equal_has_not_changed(void **state)
{
    (void)state;
    assert_changes("{\"a\":[1,{}]}", "{\"a\":[1,{}]}", "");
    assert_changes("null", "null", "");
}

static void items_come_and_go(void **state)
{
    (void)state;
    assert_changes("{\"l\":[\"first item\",\"second item\"]}",
                   "{\"l\":[\"first item\",\"x\",\"second item\"]}",
                   "l[1]: \"x\" (new)");
    assert_changes("{\"l\":[\"first item\",\"second item\",\"third item\"]}",
                   "{\"l\":[\"first item\",\"third item\"]}", "l[1] gone");
    assert_changes("{\"l\":[\"first item\",\"second item\",\"third item\"]}",
                   "{\"l\":[\"first item\"]}", "l: [\"first item\"]");
    assert_changes("{\"l\":[\"the first item of all\",\"b\",\"c\"]}",
                   "{\"l\":[\"the first item of all\"]}",
                   "l[1] gone, l[2] gone");
    /* Of equal ones any may be it. */
    assert_changes(
        "{\"l\":[\"one and only\",\"one and only\"]}",
        "{\"l\":[\"one and only\",\"one and only\",\"one and only\"]}",
        "l[2]: \"one and only\" (new)");
}

static void a_part_is_told_as_a_whole_where_that_is_shorter(void **state)
{
    (void)state;
    assert_changes("{\"l\":[1],\"kept\":\"as it is\"}",
                   "{\"l\":[],\"kept\":\"as it is\"}", "l: []");
    assert_changes("[1,2,3]", "[3,1,2]", "[3, 1, 2]");
    assert_changes("{\"l\":[\"a\",\"b\",\"c\"]}", "{\"l\":[\"c\",\"x\"]}",
                   "l: [\"c\", \"x\"]");
}

static void what_is_of_another_kind_is_told_as_it_is(void **state)
{
    (void)state;
    assert_changes("{\"a\":null,\"b\":\"as it was\"}",
                   "{\"a\":{\"x\":1},\"b\":\"as it was\"}", "a: {x: 1}");
    assert_changes("{\"a\":1}", "{\"b\":1}", "{b: 1}");
    assert_changes("{\"a\":{\"$ref\":[0,0]},\"b\":\"as it was\"}",
                   "{\"a\":{\"$ref\":[1,0]},\"b\":\"as it was\"}", "a: #1");
    assert_changes("1", "\"a\"", "\"a\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_are_told_with_their_paths),
        cmocka_unit_test(what_is_equal_has_not_changed),
        cmocka_unit_test(items_come_and_go),
        cmocka_unit_test(a_part_is_told_as_a_whole_where_that_is_shorter),
        cmocka_unit_test(what_is_of_another_kind_is_told_as_it_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
