/* What a model never says of a page is told. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>
#include <stdlib.h>

#include "run/model/compared.h"

static const char VIEW[] =
    "{\"fields\": {\"items\": {}, \"left\": {}, \"error\": {}}}";

static struct value *parse(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

/* What is told of the view after two projections; the caller's. */
static char *told(const char *view, const char *one, const char *other)
{
    struct map parts;
    struct value *values[] = {parse(view), parse(one), parse(other)};
    map_init(&parts);
    compared_note(&parts, values[1]);
    compared_note(&parts, values[2]);
    char *words = compared_missed(&parts, values[0]);
    map_finish(&parts);
    for (size_t i = 0; i < 3; i++)
        value_unref(values[i]);
    return words;
}

static void expect(const char *one, const char *other, const char *words)
{
    char *got = told(VIEW, one, other);
    assert_non_null(got);
    assert_string_equal(got, words);
    free(got);
}

static void what_is_said_once_is_compared(void **state)
{
    (void)state;
    assert_null(
        told(VIEW, "{\"items\": [], \"left\": null}", "{\"error\": \"\"}"));
    assert_null(told("{\"one\": \"#left\"}", "0", "1")); /* it has no parts */
}

static void what_is_never_said_is_told(void **state)
{
    (void)state;
    expect("{\"items\": [], \"left\": 0}", "{}",
           "`error` of the view is compared in no state: \"project\" leaves it "
           "out");
    expect("{\"left\": 0}", "{\"left\": 1}",
           "`items`, `error` of the view are compared in no state: \"project\" "
           "leaves them out");
    expect("{}", "{}",
           "nothing of the view is compared in any state: \"project\" leaves "
           "all of it out");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_said_once_is_compared),
        cmocka_unit_test(what_is_never_said_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
