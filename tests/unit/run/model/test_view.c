/* What a page shows beside what a model says (run/model/view.h). */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/model/view.h"

static struct value *parsed(const char *text)
{
    struct error error = ERROR_NONE;
    struct value *value = value_parse(str_text(text), &error);
    if (value == NULL)
        fail_msg("%s: %s", text, error.message);
    return value;
}

static const char ITEMS[] =
    "{\"fields\":{\"items\":{\"all\":\"li\",\"of\":{\"fields\":{"
    "\"text\":{\"one\":\"b\",\"text\":true},"
    "\"done\":{\"one\":\"i\",\"field\":\"checked\"}}}},"
    "\"left\":{\"one\":\"#left\",\"text\":true},"
    "\"rows\":{\"count\":\"tr\"},\"busy\":{\"shown\":\"#busy\"}}}";

/* The first difference in words; "" where they agree. */
static void assert_difference(const char *expected, const char *got,
                              const char *words)
{
    struct value *view = parsed(ITEMS);
    struct value *a = parsed(expected), *b = parsed(got);
    struct buf out = {0};
    view_add_difference(&out, view, a, b);
    assert_string_equal(buf_text(&out), words);
    assert_int_equal(view_agrees(view, a, b), words[0] == '\0');
    buf_finish(&out);
    value_unref(a);
    value_unref(b);
    value_unref(view);
}

static void what_is_the_same_agrees(void **state)
{
    (void)state;
    assert_difference("{\"items\":[],\"left\":null,\"rows\":0,\"busy\":false}",
                      "{\"items\":[],\"left\":null,\"rows\":0,\"busy\":false}",
                      "");
}

static void what_the_model_leaves_out_is_not_compared(void **state)
{
    (void)state;
    assert_difference("{\"items\":[{\"done\":true}]}",
                      "{\"items\":[{\"text\":\"a\",\"done\":true}],\"left\":"
                      "\"1\"}",
                      "");
    assert_difference("{}", "{\"items\":[]}", "");
}

static void texts_agree_whatever_their_white_space(void **state)
{
    (void)state;
    assert_difference("{\"left\":\"  a \\n\\u00a0 b\"}", "{\"left\":\"a b\"}",
                      "");
    assert_difference("{\"left\":\"ab\"}", "{\"left\":\"a b\"}",
                      "left: expected \"ab\", got \"a b\"");
    assert_difference("{\"left\":\"\"}", "{\"left\":null}",
                      "left: expected \"\", got null (nothing is displayed "
                      "that `#left` finds)");
}

static void a_number_agrees_with_a_text_that_is_written_like_it(void **state)
{
    (void)state;
    assert_difference("{\"left\":3}", "{\"left\":\"3\"}", "");
    assert_difference("{\"left\":3}", "{\"left\":\"3 left\"}",
                      "left: expected 3, got \"3 left\"");
    /* ...but a property is what it is. */
    assert_difference("{\"items\":[{\"done\":1}]}",
                      "{\"items\":[{\"done\":\"1\"}]}",
                      "items[0].done: expected 1, got \"1\"");
}

static void the_first_difference_has_its_path(void **state)
{
    (void)state;
    assert_difference("{\"items\":[{\"text\":\"a\"},{\"text\":\"b\"}]}",
                      "{\"items\":[{\"text\":\"a\"},{\"text\":\"c\"}]}",
                      "items[1].text: expected \"b\", got \"c\"");
    assert_difference("{\"rows\":2}", "{\"rows\":1}",
                      "rows: expected 2, got 1");
}

/* "left", a text of so many signs of two bytes and an end. */
static char *left(size_t signs, const char *end)
{
    struct buf text = {0};
    buf_add_text(&text, "{\"left\":\"");
    for (size_t i = 0; i < signs; i++)
        buf_add_text(&text, "\xc3\xa4");
    buf_addf(&text, "%s\"}", end);
    return buf_take(&text);
}

static void long_texts_are_shown_where_they_differ(void **state)
{
    (void)state;
    struct value *view = parsed(ITEMS);
    char *wanted = left(2000, "x"), *found = left(2000, "y");
    struct value *a = parsed(wanted), *b = parsed(found);
    struct buf out = {0};
    view_add_difference(&out, view, a, b);
    struct str words = buf_str(&out);
    assert_true(str_starts_with(words, "left: expected ...\xc3\xa4"));
    assert_true(str_ends_with(words, "\xc3\xa4y\""));
    assert_non_null(strstr(words.data, "\xc3\xa4x\", got ...\xc3\xa4"));
    assert_true(words.length < 300);
    free(found);
    value_unref(b);
    found = left(0, "");
    b = parsed(found);
    buf_clear(&out);
    view_add_difference(&out, view, a, b);
    assert_true(str_ends_with(buf_str(&out), "\xc3\xa4..., got \"\""));
    buf_finish(&out);
    free(wanted);
    free(found);
    value_unref(a);
    value_unref(b);
    value_unref(view);
}

static void of_lists_the_lengths_come_first(void **state)
{
    (void)state;
    assert_difference("{\"items\":[{\"text\":\"a\"},{\"text\":\"b\"}]}",
                      "{\"items\":[{\"text\":\"b\"}]}",
                      "items.length: expected 2, got 1; items[0].text: "
                      "expected \"a\", got \"b\"");
    assert_difference("{\"items\":[{\"text\":\"a\"}]}", "{\"items\":[]}",
                      "items.length: expected 1, got 0; items[0]: expected "
                      "{text: \"a\"}, and there is none (nothing is "
                      "displayed that `li` finds)");
    assert_difference("{\"items\":[]}", "{\"items\":[{\"text\":\"a\"}]}",
                      "items.length: expected 0, got 1; items[0]: expected "
                      "none, got {text: \"a\"}");
}

static void assert_misfit(const char *expected, const char *words)
{
    struct value *view = parsed(ITEMS), *value = parsed(expected);
    struct error error = ERROR_NONE;
    assert_int_equal(view_fits(view, value, &error), words[0] == '\0');
    assert_string_equal(error.message, words);
    value_unref(value);
    value_unref(view);
}

static void what_cannot_be_compared_is_told_with_its_place(void **state)
{
    (void)state;
    assert_misfit("{\"items\":[{\"text\":\"a\",\"done\":[]}],\"left\":1}", "");
    assert_misfit("[]", "what it gives must be an object, as \"view\" says, "
                        "not []");
    assert_misfit("{\"items\":{}}",
                  "items must be a list, as \"view\" says, not {}");
    assert_misfit("{\"items\":[{\"txt\":1}]}",
                  "it has items[0].txt, which \"view\" does not have");
    assert_misfit("{\"left\":[1]}", "left must be a text, a number or null, "
                                    "as \"view\" says, not [1]");
    assert_misfit("{\"rows\":\"2\"}",
                  "rows must be a number, as \"view\" says, not \"2\"");
    assert_misfit("{\"busy\":0}",
                  "busy must be true or false, as \"view\" says, not 0");
}

static void note(void *context, struct str selector, bool found)
{
    buf_addf(context, "%.*s%s ", STR_ARGS(selector), found ? "" : "!");
}

static void selectors_tell_whether_they_found_anything(void **state)
{
    struct value *view = parsed(ITEMS);
    struct value *got = parsed("{\"items\":[{\"text\":null,\"done\":true}],"
                               "\"left\":\"\",\"rows\":0,\"busy\":false}");
    struct buf out = {0};
    (void)state;
    view_each_selector(view, got, note, &out);
    assert_string_equal(buf_text(&out), "li b! i #left tr! #busy! ");
    buf_finish(&out);
    value_unref(got);
    value_unref(view);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_the_same_agrees),
        cmocka_unit_test(what_the_model_leaves_out_is_not_compared),
        cmocka_unit_test(texts_agree_whatever_their_white_space),
        cmocka_unit_test(a_number_agrees_with_a_text_that_is_written_like_it),
        cmocka_unit_test(the_first_difference_has_its_path),
        cmocka_unit_test(long_texts_are_shown_where_they_differ),
        cmocka_unit_test(of_lists_the_lengths_come_first),
        cmocka_unit_test(what_cannot_be_compared_is_told_with_its_place),
        cmocka_unit_test(selectors_tell_whether_they_found_anything),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
