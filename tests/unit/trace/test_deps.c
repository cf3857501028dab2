#include "trace/deps.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static void prints(const struct deps *deps, const char *expected)
{
    struct buf out;
    buf_init(&out);
    deps_add_json(&out, deps);
    assert_string_equal(buf_text(&out), expected);
    buf_finish(&out);
}

/* Fills from JSON; the caller finishes. */
static bool read(struct deps *deps, const char *text, struct error *error)
{
    struct json *json = json_parse(str_text(text), error);
    assert_non_null(json);
    bool ok = deps_from_json(deps, json, error);
    json_destroy(json);
    return ok;
}

static void an_empty_set_is_an_empty_object(void **state)
{
    (void)state;
    struct deps deps;
    deps_init(&deps);
    prints(&deps, "{}");
    deps_finish(&deps);
}

static void names_are_sorted_bytewise(void **state)
{
    (void)state;
    struct deps deps;
    deps_init(&deps);
    deps_child(&deps.root, STR("b"));
    deps_child(&deps.root, STR("a b"));
    deps_child(&deps.root, STR("B"));
    deps_child(&deps.root, STR("a"));
    deps_child(&deps.root, STR("\xc3\xa9"));
    prints(&deps, "{\"B\":{},\"a\":{},\"a b\":{},\"b\":{},\"\xc3\xa9\":{}}");
    deps_finish(&deps);
}

static void a_child_is_made_once(void **state)
{
    (void)state;
    struct deps deps;
    deps_init(&deps);
    deps_child(deps_child(&deps.root, STR("q")), STR("x"));
    deps_child(deps_child(&deps.root, STR("q")), STR("x"));
    prints(&deps, "{\"q\":{\"x\":{}}}");
    assert_non_null(deps_find(&deps.root, STR("q")));
    assert_null(deps_find(&deps.root, STR("x")));
    deps_finish(&deps);
}

/* reference, 7.6: schemas of one selector merge recursively. */
static void merging_goes_into_shared_names(void **state)
{
    (void)state;
    struct deps into, from;
    struct error error = ERROR_NONE;
    assert_true(
        read(&into, "{\"q\":{\"css\":{\"display\":{}}},\"r\":{}}", &error));
    assert_true(read(
        &from, "{\"q\":{\"css\":{\"color\":{}},\"x\":{}},\"a\":{}}", &error));
    deps_merge(&into, &from);
    prints(&into, "{\"a\":{},\"q\":{\"css\":{\"color\":{},\"display\":{}},"
                  "\"x\":{}},\"r\":{}}");
    deps_finish(&into);
    deps_finish(&from);
}

static void merging_a_set_with_itself_changes_nothing(void **state)
{
    (void)state;
    struct deps deps, copy;
    struct error error = ERROR_NONE;
    assert_true(read(&deps, "{\"q\":{\"x\":{},\"y\":{}}}", &error));
    assert_true(read(&copy, "{\"q\":{\"x\":{},\"y\":{}}}", &error));
    deps_merge(&deps, &copy);
    prints(&deps, "{\"q\":{\"x\":{},\"y\":{}}}");
    deps_finish(&deps);
    deps_finish(&copy);
}

static void what_is_no_nested_object_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "[]", "1", "{\"q\":1}", "{\"q\":{\"x\":[]}}", "{\"q\":null}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct deps deps;
        struct error error = ERROR_NONE;
        assert_false(read(&deps, texts[i], &error));
        assert_int_not_equal(error.code, ERROR_OK);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_set_is_an_empty_object),
        cmocka_unit_test(names_are_sorted_bytewise),
        cmocka_unit_test(a_child_is_made_once),
        cmocka_unit_test(merging_goes_into_shared_names),
        cmocka_unit_test(merging_a_set_with_itself_changes_nothing),
        cmocka_unit_test(what_is_no_nested_object_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
