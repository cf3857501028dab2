/* States as a property sees them that reads less than the run did. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "trace/narrow.h"

static void read_deps(struct deps *deps, const char *text)
{
    struct error error = ERROR_NONE;
    struct json *json = json_parse(str_text(text), &error);
    assert_non_null(json);
    deps_init(deps);
    assert_true(deps_from_json(deps, json, &error));
    json_destroy(json);
}

static void assert_narrow(const char *state, const char *own, const char *all,
                          const char *wanted)
{
    struct deps own_deps, all_deps;
    struct error error = ERROR_NONE;
    read_deps(&own_deps, own);
    read_deps(&all_deps, all);
    struct value *whole = value_parse(str_text(state), &error);
    struct value *expected = value_parse(str_text(wanted), &error);
    struct value *seen = narrow_state(whole, &own_deps, &all_deps);
    assert_true(value_equal(seen, expected));
    value_unref(seen);
    value_unref(expected);
    value_unref(whole);
    deps_finish(&own_deps);
    deps_finish(&all_deps);
}

static void what_others_read_is_left_out(void **state)
{
    (void)state;
    assert_narrow(
        "{\"a\":[{\"x\":1,\"y\":2,\"ref\":\"e1\"}],\"b\":[{\"x\":3}]}",
        "{\"a\":{\"x\":{}}}", "{\"a\":{\"x\":{},\"y\":{}},\"b\":{\"x\":{}}}",
        "{\"a\":[{\"x\":1,\"ref\":\"e1\"}]}");
    assert_narrow("{\"a\":[{\"css\":{\"c\":1,\"d\":2}},{\"css\":{}}]}",
                  "{\"a\":{\"css\":{\"d\":{}}}}",
                  "{\"a\":{\"css\":{\"c\":{},\"d\":{}}}}",
                  "{\"a\":[{\"css\":{\"d\":2}},{\"css\":{}}]}");
}

/* Whatever a leaf holds is read as a whole. */
static void what_nobody_names_stays(void **state)
{
    (void)state;
    assert_narrow("{\"a\":[{\"x\":{\"deep\":[1]},\"place\":2}],\"z\":null}",
                  "{\"a\":{\"x\":{}}}", "{\"a\":{\"x\":{}},\"b\":{}}",
                  "{\"a\":[{\"x\":{\"deep\":[1]},\"place\":2}],\"z\":null}");
    assert_narrow("{\"a\":\"text\"}", "{\"a\":{}}", "{\"a\":{\"x\":{}}}",
                  "{\"a\":\"text\"}");
}

static void what_has_nothing_to_leave_out_is_itself(void **state)
{
    (void)state;
    struct deps deps;
    struct error error = ERROR_NONE;
    read_deps(&deps, "{\"a\":{\"x\":{}}}");
    struct value *whole =
        value_parse(STR("{\"a\":[{\"x\":1}],\"b\":2}"), &error);
    struct value *seen = narrow_state(whole, &deps, &deps);
    assert_ptr_equal(seen, whole);
    value_unref(seen);
    value_unref(whole);
    deps_finish(&deps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_others_read_is_left_out),
        cmocka_unit_test(what_nobody_names_stays),
        cmocka_unit_test(what_has_nothing_to_leave_out_is_itself),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
