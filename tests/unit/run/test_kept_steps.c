/* The steps that a test keeps: which, in which order, and what their states
 * have in common. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <cmocka.h>

#include "run/kept_steps.h"

static struct value *parsed(const char *text)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(str_text(text), &error);
    assert_non_null(value);
    return value;
}

static void add(struct kept_steps *kept, int64_t version, const char *state)
{
    struct step step;
    step_init(&step);
    step.version = version;
    step.state = parsed(state);
    kept_steps_add(kept, &step);
    assert_null(step.state);
}

static void fill(struct kept_steps *kept, bool all, size_t length)
{
    kept_steps_init(kept, all);
    for (size_t i = 1; i <= length; i++)
        add(kept, (int64_t)i, i % 2 == 0 ? "{\"a\":[1,2]}" : "{\"a\":[1]}");
    kept_steps_straighten(kept);
}

static void test_all(void **state)
{
    (void)state;
    struct kept_steps kept;
    fill(&kept, true, 2500);
    assert_int_equal(kept.count, 2500);
    assert_int_equal(kept.left_out, 0);
    for (size_t i = 0; i < kept.count; i++)
        assert_int_equal(kept.steps[i].version, i + 1);
    kept_steps_finish(&kept);
}

static void test_first_and_last(void **state)
{
    (void)state;
    static const size_t lengths[] = {0, 1, 999, 1000, 1001, 1899, 1900, 5000};
    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++) {
        struct kept_steps kept;
        fill(&kept, false, lengths[i]);
        size_t limit = KEPT_FIRST_STEPS + KEPT_LAST_STEPS;
        size_t count = lengths[i] < limit ? lengths[i] : limit;
        assert_int_equal(kept.count, count);
        assert_int_equal(kept.left_out, lengths[i] - count);
        for (size_t at = 0; at < count; at++) {
            size_t gap = at < KEPT_FIRST_STEPS ? 0 : kept.left_out;
            assert_int_equal(kept.steps[at].version, at + 1 + gap);
        }
        kept_steps_finish(&kept);
    }
}

static void test_states_share_what_is_the_same(void **state)
{
    (void)state;
    struct kept_steps kept;
    kept_steps_init(&kept, false);
    add(&kept, 1, "{\"a\":[{\"x\":1},{\"x\":2}],\"b\":[\"long\"]}");
    add(&kept, 2, "{\"a\":[{\"x\":1},{\"x\":3}],\"b\":[\"long\"]}");
    add(&kept, 3, "{\"a\":[{\"x\":1},{\"x\":3}],\"b\":[\"long\"]}");
    const struct value *one = kept.steps[0].state;
    const struct value *two = kept.steps[1].state;
    assert_ptr_equal(kept.steps[2].state, two);
    assert_ptr_not_equal(one, two);
    assert_ptr_equal(value_field(one, STR("b")), value_field(two, STR("b")));
    struct value *const *a = value_field(one, STR("a"))->items;
    struct value *const *b = value_field(two, STR("a"))->items;
    assert_ptr_equal(a[0], b[0]);
    assert_false(value_equal(a[1], b[1]));
    kept_steps_finish(&kept);
}

static struct value *read_beside(const char *text, const struct value *before)
{
    struct json *json = json_parse(str_text(text), NULL);
    struct value *value = value_from_json_sharing(json, before);
    json_destroy(json);
    return value;
}

/* Equal, and written the same; releases `result`. */
static void expect_same(struct value *result, const struct value *value)
{
    assert_true(value_equal(result, value));
    struct buf one, two;
    buf_init(&one);
    buf_init(&two);
    value_add_json(&one, value);
    value_add_json(&two, result);
    assert_string_equal(buf_text(&one), buf_text(&two));
    buf_finish(&one);
    buf_finish(&two);
    value_unref(result);
}

static void test_what_is_read_shares_all_that_is_the_same(void **state)
{
    (void)state;
    static const char text[] = "{\"a\":[1,2.5,\"b\",null,true,[],{\"c\":{}}]}";
    struct value *before = parsed(text);
    struct value *same = read_beside(text, before);
    assert_ptr_equal(same, before);
    struct value *other =
        read_beside("{\"a\":[1,2.5,\"B\",null,true,[],{\"c\":{}}]}", before);
    assert_ptr_not_equal(other, before);
    assert_ptr_equal(other->fields[0].key, before->fields[0].key);
    struct value *const *now = other->fields[0].value->items;
    struct value *const *then = before->fields[0].value->items;
    for (size_t i = 0; i < other->fields[0].value->count; i++)
        assert_int_equal(now[i] == then[i], i != 2);
    value_unref(other);
    value_unref(same);
    value_unref(before);
}

static void test_sharing_changes_nothing(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "null",
        "true",
        "1",
        "1.5",
        "\"a\"",
        "[]",
        "{}",
        "[1,[2,3],{}]",
        "[1,[2],{},4]",
        "{\"a\":1}",
        "{\"a\":1.5}",
        "{\"b\":1,\"a\":1}",
        "{\"a\":{\"b\":[null]}}",
        "[[],[]]",
        "[{\"a\":1},{\"b\":1,\"a\":1}]",
    };
    size_t count = sizeof texts / sizeof *texts;
    for (size_t i = 0; i < count * count; i++) {
        struct value *value = parsed(texts[i / count]);
        struct value *before = parsed(texts[i % count]);
        expect_same(value_sharing(value, before), value);
        expect_same(read_beside(texts[i / count], before), value);
        value_unref(value);
        value_unref(before);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all),
        cmocka_unit_test(test_first_and_last),
        cmocka_unit_test(test_states_share_what_is_the_same),
        cmocka_unit_test(test_what_is_read_shares_all_that_is_the_same),
        cmocka_unit_test(test_sharing_changes_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
