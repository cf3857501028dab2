#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cdp/wire/params.h"

static void fields_become_an_object(void **state)
{
    (void)state;
    struct cdp_params params;
    cdp_params_init(&params);
    cdp_params_text(&params, "t", STR("a\"b\n\0"));
    cdp_params_int(&params, "i", INT64_MIN);
    cdp_params_float(&params, "f", 1.5);
    cdp_params_bool(&params, "b", false);
    cdp_params_raw(&params, "r", STR("[1]"));
    struct str text = cdp_params_end(&params);
    if (!str_is(text, "{\"t\":\"a\\\"b\\n\\u0000\","
                      "\"i\":-9223372036854775808,\"f\":1.5,\"b\":false,"
                      "\"r\":[1]}"))
        fail_msg("%.*s", STR_ARGS(text));
    cdp_params_finish(&params);
}

static void no_field_is_an_empty_object(void **state)
{
    (void)state;
    struct cdp_params params;
    cdp_params_init(&params);
    assert_true(str_is(cdp_params_end(&params), "{}"));
    cdp_params_finish(&params);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(fields_become_an_object),
        cmocka_unit_test(no_field_is_an_empty_object),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
