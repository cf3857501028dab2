/* The words of the command line and of traces for environments. */
#include "cli/environment_words.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static bool take(struct environment_wish *wish, const char *name,
                 const char *text)
{
    bool taken;
    struct error error = ERROR_NONE;
    return environment_words_take(wish, name, text, &taken, &error) && taken;
}

static struct environment_wish full(void)
{
    struct environment_wish wish = {0};
    assert_true(take(&wish, "time-zone", "any"));
    assert_true(take(&wish, "locale", "de-DE"));
    assert_true(take(&wish, "date", "2024-02-29"));
    assert_true(take(&wish, "device", "iPhone 15"));
    assert_true(take(&wish, "color-scheme", "dark"));
    assert_true(take(&wish, "reduced-motion", NULL));
    assert_true(take(&wish, "header", "X-Key=secret"));
    assert_true(take(&wish, "permission", "midi"));
    assert_true(take(&wish, "permission", "camera"));
    return wish;
}

static struct value *recorded(const struct environment_wish *wish)
{
    environment_word_list words = VEC_EMPTY;
    vec_push(&words, value_string(STR("--subscript")));
    vec_push(&words, value_string(STR("5")));
    environment_words_record(wish, &words);
    struct value *list = value_list(words.items, words.count);
    vec_finish(&words);
    return list;
}

static void options_of_others_are_not_taken(void **state)
{
    (void)state;
    struct environment_wish wish = {0};
    assert_false(take(&wish, "tests", "3"));
    assert_true(environment_is_plain(&wish));
}

static void too_many_are_refused(void **state)
{
    (void)state;
    struct environment_wish wish = {0};
    for (int i = 0; i < ENVIRONMENT_LIST_LIMIT; i++)
        assert_true(take(&wish, "header", "A=B"));
    assert_false(take(&wish, "header", "A=B"));
}

static void what_a_trace_holds_is_the_wish_again(void **state)
{
    (void)state;
    struct environment_wish wish = full();
    struct value *list = recorded(&wish);
    struct environment_wish again = environment_words_restore(list);
    assert_string_equal(again.time_zone, "any");
    assert_string_equal(again.locale, "de-DE");
    assert_string_equal(again.date, "2024-02-29");
    assert_string_equal(again.device, "iPhone 15");
    assert_string_equal(again.color_scheme, "dark");
    assert_null(again.viewport);
    assert_true(again.reduced_motion);
    assert_int_equal(again.permission_count, 2);
    assert_string_equal(again.permissions[1], "camera");
    assert_int_equal(again.header_count, 0); /* may be a secret */
    value_unref(list);
}

static void only_the_environment_has_to_agree(void **state)
{
    (void)state;
    struct environment_wish wish = full(), other = full();
    other.locale = "fr-FR";
    struct value *a = recorded(&wish), *b = recorded(&wish),
                 *c = recorded(&other);
    assert_true(environment_words_agree(a, b));
    assert_false(environment_words_agree(a, c));
    assert_false(environment_words_agree(a, NULL));
    assert_true(environment_words_agree(NULL, NULL));
    value_unref(a);
    value_unref(b);
    value_unref(c);
}

static void what_no_command_would_take_counts_as_nothing(void **state)
{
    (void)state;
    struct environment_wish wish = {.device = "a brick"};
    struct value *list = recorded(&wish);
    struct environment_wish again = environment_words_restore(list);
    assert_true(environment_is_plain(&again));
    value_unref(list);
    again = environment_words_restore(NULL);
    assert_true(environment_is_plain(&again));
    struct value *cut = value_string(STR("--locale"));
    list = value_list(&cut, 1);
    again = environment_words_restore(list);
    assert_true(environment_is_plain(&again));
    value_unref(list);
}

static void reports_have_words_where_there_is_something_to_tell(void **state)
{
    (void)state;
    struct environment_wish nothing = {0}, locale = {.locale = "de-DE"};
    struct buf text;
    buf_init(&text);
    assert_null(environment_words_tell(&text, &nothing, true, 1));
    assert_string_equal(environment_words_tell(&text, &locale, true, 1),
                        "locale de-DE");
    assert_string_equal(environment_words_tell(&text, &locale, false, 2),
                        "locale de-DE");
    buf_finish(&text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_of_others_are_not_taken),
        cmocka_unit_test(too_many_are_refused),
        cmocka_unit_test(what_a_trace_holds_is_the_wish_again),
        cmocka_unit_test(only_the_environment_has_to_agree),
        cmocka_unit_test(what_no_command_would_take_counts_as_nothing),
        cmocka_unit_test(reports_have_words_where_there_is_something_to_tell),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
