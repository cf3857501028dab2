/* References inside texts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/model/bound_text.h"
#include "trace/operation.h"
#include "trace/reference.h"

#define REF(name) "\xe2\x81\xa8#" name "\xe2\x81\xa9"

static struct value *json(const char *text)
{
    struct value *value = value_parse(str_text(text), NULL);
    assert_non_null(value);
    return value;
}

/* #0 is 17, #1 a text with marks of its own, #2.1 a plain one. */
static struct bindings known(void)
{
    struct bindings bindings = {.items = VEC_EMPTY};
    bindings_add(&bindings, &(struct binding){0, 0, json("17")});
    bindings_add(&bindings,
                 &(struct binding){1, 0, json("\"a \\\"b\\\\/c'\"")});
    bindings_add(&bindings, &(struct binding){2, 1, json("\"ab-9\"")});
    return bindings;
}

static void assert_filled(const char *text, enum bound_text_use use,
                          const char *expected)
{
    struct bindings bindings = known();
    struct buf out = {0};
    buf_add_text(&out, "\"before ");
    assert_true(bound_text_fill(&out, &bindings, str_text(text), use));
    assert_string_equal(buf_text(&out) + strlen("\"before "), expected);
    buf_finish(&out);
    bindings_finish(&bindings);
}

static void a_text_is_filled_in(void **state)
{
    (void)state;
    assert_filled("none", BOUND_TEXT_PLAIN, "none");
    assert_filled(REF("0.0"), BOUND_TEXT_PLAIN, "17");
    assert_filled("<" REF("1.0") "|" REF("2.1") ">", BOUND_TEXT_PLAIN,
                  "<a \"b\\/c'|ab-9>");
    assert_filled("\xe2\x81\xa8#x\xe2\x81\xa9", BOUND_TEXT_PLAIN,
                  "\xe2\x81\xa8#x\xe2\x81\xa9");
}

static void what_is_not_known_is_not_filled_in(void **state)
{
    (void)state;
    struct bindings bindings = known();
    struct buf out = {0};
    assert_false(bound_text_fill(&out, &bindings, STR("x" REF("7.0")),
                                 BOUND_TEXT_PLAIN));
    assert_int_equal(out.length, 0);
    bindings_finish(&bindings);
}

static void in_a_selector_it_is_escaped(void **state)
{
    (void)state;
    assert_filled("[a=\"" REF("0.0") "\"]", BOUND_TEXT_SELECTOR, "[a=\"17\"]");
    assert_filled("[a='" REF("1.0") "'] b", BOUND_TEXT_SELECTOR,
                  "[a='a \\\"b\\\\/c\\''] b");
    assert_filled("#" REF("0.0"), BOUND_TEXT_SELECTOR, "#\\31 7");
    assert_filled("[a=" REF("0.0") "]", BOUND_TEXT_SELECTOR, "[a=\\31 7]");
    assert_filled("#row-" REF("0.0"), BOUND_TEXT_SELECTOR, "#row-17");
    assert_filled("#" REF("2.1") "-" REF("1.0"), BOUND_TEXT_SELECTOR,
                  "#ab-9-a\\ \\\"b\\\\\\/c\\'");
    /* A quote that is escaped, or closed, is none. */
    assert_filled("[a='\\'" REF("1.0") "']", BOUND_TEXT_SELECTOR,
                  "[a='\\'a \\\"b\\\\/c\\'']");
    assert_filled("[a='\"'] #" REF("1.0"), BOUND_TEXT_SELECTOR,
                  "[a='\"'] #a\\ \\\"b\\\\\\/c\\'");
}

static void in_an_address_it_is_one_segment(void **state)
{
    (void)state;
    assert_filled("/x/" REF("1.0"), BOUND_TEXT_ADDRESS,
                  "/x/a%20%22b%5C%2Fc%27");
    assert_filled(REF("2.1"), BOUND_TEXT_ADDRESS, "ab-9");
    assert_filled(REF("1.0"), BOUND_TEXT_ADDRESS, "a \"b\\/c'");
}

static void assert_learned(const char *expected, const char *got,
                           const char *learned)
{
    struct bindings bindings = known();
    int64_t number = 5, slot = -1;
    struct value *value = bound_text_learn(
        &bindings, &number, str_text(expected), str_text(got), &slot);
    if (learned == NULL) {
        assert_null(value);
    } else {
        assert_non_null(value);
        assert_string_equal(value_text(value).data, learned);
        assert_int_equal(slot, 3);
    }
    value_unref(value);
    bindings_finish(&bindings);
}

static void one_that_is_not_known_is_learned(void **state)
{
    (void)state;
    assert_learned("a" REF("5.3") "b", "axyb", "xy");
    assert_learned(REF("0.0") "/" REF("5.3"), "17/4", "4");
    assert_learned("a" REF("5.3") "b", "axyc", NULL);
    assert_learned("a" REF("5.3") "b", "ab", NULL);
    assert_learned("aba" REF("5.3") "aba", "ababa", NULL);
    assert_learned(REF("5.3") REF("5.4"), "xy", NULL);
    assert_learned("a" REF("6.3"), "ax", NULL);
    assert_learned("a", "a", NULL);
}

static void actions_have_what_they_need(void **state)
{
    (void)state;
    struct bindings bindings = known();
    struct value *actions =
        json("[{\"id\":\"click\",\"args\":[\"find:{\\\"find\\\":"
             "\\\"#" REF("0.0") "\\\",\\\"text\\\":\\\"" REF(
                 "0.0") "\\\",\\\"at\\\":2,\\\"in\\\":"
                        "{\\\"find\\\":\\\"li\\\"}}\"]},"
                        "{\"id\":\"navigate\",\"args\":[\"/" REF(
                            "1.0") "\",7]},"
                                   "{\"id\":\"reload\",\"args\":[]}]");
    struct value *expected =
        json("[{\"id\":\"click\",\"args\":[\"find:{\\\"find\\\":\\\"#"
             "\\\\\\\\31 7\\\","
             "\\\"text\\\":\\\"17\\\",\\\"at\\\":2,\\\"in\\\":"
             "{\\\"find\\\":\\\"li\\\"}}\"]},"
             "{\"id\":\"navigate\",\"args\":[\"/a%20%22b%5C%2Fc%27\",7]},"
             "{\"id\":\"reload\",\"args\":[]}]");
    struct value *real = bound_actions(&bindings, actions);
    assert_non_null(real);
    assert_true(value_equal(real, expected));
    value_unref(real);
    value_unref(actions);
    actions =
        json("[{\"id\":\"click\",\"args\":[\"find:{\\\"find\\\":\\\"#" REF(
            "9.0") "\\\"}\"]}]");
    assert_null(bound_actions(&bindings, actions));
    value_unref(actions);
    value_unref(expected);
    bindings_finish(&bindings);
}

static void people_read_its_name(void **state)
{
    (void)state;
    struct buf out = {0};
    struct value *value =
        json("{\"" REF("3.0") "\":[\"/" REF("4.1") "\",\"#4.1\"]}");
    operation_add_value(&out, value);
    assert_string_equal(buf_text(&out), "{#3: [\"/#4.1\", \"#4.1\"]}");
    value_unref(value);
    buf_finish(&out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_text_is_filled_in),
        cmocka_unit_test(what_is_not_known_is_not_filled_in),
        cmocka_unit_test(in_a_selector_it_is_escaped),
        cmocka_unit_test(in_an_address_it_is_one_segment),
        cmocka_unit_test(one_that_is_not_known_is_learned),
        cmocka_unit_test(actions_have_what_they_need),
        cmocka_unit_test(people_read_its_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
