#include "trace/action.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>

#include <cmocka.h>

static bool read(struct action *action, const char *text, struct error *error)
{
    struct json *json = json_parse(str_text(text), error);
    assert_non_null(json);
    bool ok = action_from_json(action, json, error);
    json_destroy(json);
    return ok;
}

static struct action make(const char *text)
{
    struct action action;
    struct error error = ERROR_NONE;
    if (!read(&action, text, &error))
        fail_msg("%s: %s", text, error.message);
    return action;
}

static void comes_back(const char *text)
{
    struct action action = make(text);
    struct buf out;
    buf_init(&out);
    action_add_json(&out, &action);
    assert_string_equal(buf_text(&out), text);
    buf_finish(&out);
    action_finish(&action);
}

/* reference, 7.1: PRIM. */
static void the_protocol_form_comes_back_as_it_was(void **state)
{
    (void)state;
    comes_back("{\"id\":\"click\",\"isEvent\":false,\"args\":[\"e7\"],"
               "\"timeout\":500}");
    comes_back("{\"id\":\"loaded\",\"isEvent\":true,\"args\":[],"
               "\"timeout\":null}");
    comes_back("{\"id\":\"x\",\"isEvent\":false,\"args\":[1,{\"a\":null}],"
               "\"timeout\":0}");
}

/* reference, 7.1: a missing timeout means null, unknown fields are ignored. */
static void a_missing_timeout_means_none(void **state)
{
    (void)state;
    struct action action = make("{\"id\":\"a\",\"args\":[],\"more\":1}");
    assert_int_equal(action.timeout_ms, ACTION_NO_TIMEOUT);
    assert_false(action.is_event);
    action_finish(&action);
}

static void matching_ignores_the_timeout_only(void **state)
{
    (void)state;
    struct action same[] = {
        make("{\"id\":\"a\",\"isEvent\":true,\"args\":[1],\"timeout\":5}"),
        make("{\"id\":\"a\",\"isEvent\":true,\"args\":[1]}"),
    };
    struct action others[] = {
        make("{\"id\":\"b\",\"isEvent\":true,\"args\":[1]}"),
        make("{\"id\":\"a\",\"isEvent\":false,\"args\":[1]}"),
        make("{\"id\":\"a\",\"isEvent\":true,\"args\":[]}"),
        make("{\"id\":\"a\",\"isEvent\":true,\"args\":[2]}"),
    };
    assert_true(action_matches(&same[0], &same[1]));
    for (size_t i = 0; i < 4; i++) {
        assert_false(action_matches(&same[0], &others[i]));
        action_finish(&others[i]);
    }
    action_finish(&same[0]);
    action_finish(&same[1]);
}

static void what_has_no_id_or_args_is_refused(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "{}",
        "[]",
        "null",
        "{\"id\":\"a\"}",
        "{\"id\":1,\"args\":[]}",
        "{\"id\":\"a\",\"args\":{}}",
        "{\"args\":[]}",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        struct action action;
        struct error error = ERROR_NONE;
        assert_false(read(&action, texts[i], &error));
        assert_int_not_equal(error.code, ERROR_OK);
    }
}

static void a_copy_outlives_the_original(void **state)
{
    (void)state;
    struct action action = make("{\"id\":\"a\",\"args\":[\"e\"]}");
    struct action copy = action_copy(&action);
    action_finish(&action);
    assert_true(str_is(value_text(copy.id), "a"));
    assert_true(str_is(value_text(copy.args->items[0]), "e"));
    action_finish(&copy);
}

static void a_cleared_list_can_be_filled_again(void **state)
{
    (void)state;
    struct action_list list = {0};
    for (int round = 0; round < 3; round++) {
        for (int i = 0; i < 20; i++)
            action_list_push(&list, make("{\"id\":\"a\",\"args\":[]}"));
        assert_int_equal(list.count, 20);
        action_list_clear(&list);
        assert_int_equal(list.count, 0);
    }
    action_list_push(&list, make("{\"id\":\"b\",\"args\":[]}"));
    action_list_finish(&list);
    assert_int_equal(list.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_protocol_form_comes_back_as_it_was),
        cmocka_unit_test(a_missing_timeout_means_none),
        cmocka_unit_test(matching_ignores_the_timeout_only),
        cmocka_unit_test(what_has_no_id_or_args_is_refused),
        cmocka_unit_test(a_copy_outlives_the_original),
        cmocka_unit_test(a_cleared_list_can_be_filled_again),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
