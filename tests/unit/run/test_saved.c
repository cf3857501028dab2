/* Saved counterexamples: the text, what people may do to it, and what is said
 * of a wrong one. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/choice_log.h"
#include "run/saved.h"

#define HEAD                                                                   \
    "counterexample 1\nproperty \"p\"\nspec \"s\"\nseed 7\n"                   \
    "verdict \"Definitely false\"\n"

static bool read(struct saved *saved, const char *text, struct error *error)
{
    return saved_read(saved, "file", str_text(text), error);
}

/* ---- the text ----------------------------------------------------------- */

static void it_is_written_for_people(void **state)
{
    (void)state;
    struct saved saved = {
        .property = memory_format("works"),
        .check = 2,
        .spec = memory_format("a \"b\".strom"),
        .seed = UINT64_MAX,
        .at_load = true,
        .pauses_ms = 300,
        .verdict = {VERDICT_PROBABLY, false},
        .linger_ms = 30,
    };
    choice_list_push(
        &saved.choices,
        value_parse(
            STR("{\"names\":[\"up!\",\"tap!(1)\"],\"id\":\"tap\","
                "\"args\":[1,{\"element\":{\"text\":\"up\",\"found\":"
                "[{\"by\":\"#a\",\"at\":2,\"of\":5}]}},\"x\\n\xEE\x80\x8C\"],"
                "\"timeout\":500,\"pause\":40,\"after\":20}"),
            NULL));
    choice_list_push(&saved.choices,
                     value_parse(STR("{\"id\":\"noop\",\"args\":[]}"), NULL));
    struct buf text;
    buf_init(&text);
    char *comments[] = {memory_format("1. tap"), memory_format("2. wait")};
    saved_add(&text, &saved,
              &(struct saved_comments){.why = "one\ntwo", .actions = comments});
    const char *body = strstr(buf_text(&text), "# one");
    assert_non_null(body);
    assert_string_equal(body, "# one\n"
                              "# two\n"
                              "\n"
                              "counterexample 1\n"
                              "property \"works\"\n"
                              "check 2\n"
                              "spec \"a \\\"b\\\".strom\"\n"
                              "seed 18446744073709551615\n"
                              "begin \"load\"\n"
                              "pauses 300\n"
                              "verdict \"Probably false\"\n"
                              "linger 30\n"
                              "\n"
                              "# 1. tap\n"
                              "action \"up!\", \"tap!(1)\"\n"
                              "  does \"tap\"\n"
                              "  value 1\n"
                              "  element \"up\"\n"
                              "    at 3 of 5 by \"#a\"\n"
                              "  value \"x\\n\\uE00C\"\n"
                              "  timeout 500\n"
                              "  pause 40\n"
                              "  after 20\n"
                              "\n"
                              "# 2. wait\n"
                              "action\n"
                              "  does \"noop\"\n");
    struct saved again;
    struct error error = ERROR_NONE;
    assert_true(read(&again, buf_text(&text), &error));
    assert_string_equal(again.property, saved.property);
    assert_string_equal(again.spec, saved.spec);
    assert_true(again.seed == saved.seed);
    assert_true(again.check == 2);
    assert_true(again.at_load);
    assert_int_equal(again.verdict.kind, VERDICT_PROBABLY);
    assert_int_equal(again.linger_ms, 30);
    assert_int_equal(again.pauses_ms, 300);
    assert_int_equal(again.choices.count, 2);
    for (size_t i = 0; i < 2; i++)
        assert_true(
            value_equal(again.choices.items[i], saved.choices.items[i]));
    assert_true(saved_hash(&again) == saved_hash(&saved));
    buf_finish(&text);
    free(comments[0]);
    free(comments[1]);
    saved_finish(&again);
    saved_finish(&saved);
}

static void people_may_change_how_it_looks(void **state)
{
    (void)state;
    struct saved saved;
    struct error error = ERROR_NONE;
    assert_true(read(&saved,
                     "\n  # a comment\n\tcounterexample   1\r\n"
                     "seed 3\n spec \"s\"\n   property \"p\"\n"
                     "verdict \"Definitely false\"\n# another\n"
                     "action \"a!\"\nelement\n# inside\n"
                     "at 2 by \"b\"\ndoes \"click\"",
                     &error));
    assert_int_equal(saved.choices.count, 1);
    assert_true(saved.check == 1);
    assert_false(saved.at_load); /* as each that is older than the word */
    struct value *wanted = value_parse(
        STR("{\"names\":[\"a!\"],\"id\":\"click\",\"args\":[{\"element\":"
            "{\"found\":[{\"by\":\"b\",\"at\":1}]}}]}"),
        NULL);
    assert_true(value_equal(saved.choices.items[0], wanted));
    value_unref(wanted);
    saved_finish(&saved);
}

static void where_it_began_makes_another(void **state)
{
    (void)state;
    struct saved load, rest;
    struct error error = ERROR_NONE;
    assert_true(read(&load, HEAD "begin \"load\"\n", &error));
    assert_true(read(&rest, HEAD "begin \"rest\"\n", &error));
    assert_true(load.at_load);
    assert_false(rest.at_load);
    assert_true(saved_hash(&load) != saved_hash(&rest));
    saved_finish(&load);
    saved_finish(&rest);
}

static void what_is_said_by_words_is_the_same_as_in_json(void **state)
{
    (void)state;
    struct saved words, json;
    struct error error = ERROR_NONE;
    assert_true(read(&words,
                     HEAD "action\ndoes \"x\"\nelement \"t\"\n"
                          "at 1 of 2 by \"b\"\n",
                     &error));
    assert_true(read(&json,
                     HEAD
                     "action\ndoes \"x\"\nvalue {\"element\":{\"text\":"
                     "\"t\",\"found\":[{\"by\":\"b\",\"at\":0,\"of\":2}]}}",
                     &error));
    assert_true(saved_hash(&words) == saved_hash(&json));
    saved_finish(&words);
    saved_finish(&json);
}

/* ---- what is wrong ------------------------------------------------------ */

static void a_wrong_line_is_named(void **state)
{
    (void)state;
    static const struct {
        const char *text, *trouble;
    } rows[] = {
        {"", "file:1: the file ends without a line `counterexample"},
        {"# x\n\nseed 1\n", "file:3: this is no saved counterexample"},
        {"counterexample 2\n", "file:1: this form has the number 2"},
        {"counterexample one\n", "file:1: `counterexample` wants one number"},
        {"counterexample 1\nproperty p\n", "file:2: `property` wants one text"},
        {"counterexample 1\nproperty \"p\" \"q\"\n",
         "file:2: `property` wants"},
        {"counterexample 1\nproperty \"p\"\nproperty \"p\"\n",
         "file:3: there is a second `property`"},
        {"counterexample 1\nproperty \"a\\u0000b\"\n",
         "file:2: `property` has"},
        {"counterexample 1\ncheck 0\n", "file:2: `check` counts from 1"},
        {"counterexample 1\nseed -1\n", "file:2: `seed` wants one number"},
        {"counterexample 1\nseed 1 2\n", "file:2: `seed` wants one number"},
        {"counterexample 1\nseed 18446744073709551616\n", "file:2: `seed`"},
        {"counterexample 1\nverdict \"Probably true\"\n",
         "file:2: a verdict is \"Definitely false\" or \"Probably false\""},
        {"counterexample 1\nbegin \"soon\"\n",
         "file:2: `begin` wants \"load\" or \"rest\""},
        {"counterexample 1\nproperties \"p\"\n",
         "file:2: \"properties\" is no word of the beginning"},
        {"counterexample 1\nproperty \"p\"\nspec \"s\"\nseed 1\n",
         "file:4: the file ends without a line `verdict"},
        {HEAD "action \"a\" \"b\"\n", "file:6: `action` wants its names"},
        {HEAD "action 3\n", "file:6: `action` wants its names"},
        {HEAD "action \"a\"\n", "file:6: this action does nothing"},
        {HEAD "action\ndoes \"x\"\naction\n\n", "file:8: this action does"},
        {HEAD "action\ndoes \"x\"\ndoes \"y\"\n", "file:8: there is a second"},
        {HEAD "action\ndoes click\n", "file:7: `does` wants a text"},
        {HEAD "action\nvalue x\n", "file:7: `value` wants JSON"},
        {HEAD "action\nelement up\n", "file:7: `element` wants one text"},
        {HEAD "action\nat 1 by \"x\"\n", "file:7: `at` belongs after"},
        {HEAD "action\nelement\nat 0 by \"x\"\n", "file:8: a place is written"},
        {HEAD "action\nelement\nat 1 of by \"x\"\n", "file:8: a place is"},
        {HEAD "action\nelement\nat 1 \"x\"\n", "file:8: a place is written"},
        {HEAD "action\nelement\nat 1 by x\n", "file:8: `by` wants one text"},
        {HEAD "action\ntimeout \"x\"\n", "file:7: `timeout` wants millis"},
        {HEAD "action\nafter -7\n",
         "file:7: `after` wants milliseconds, not less than 0"},
        {HEAD "action\nseed 1\n", "file:7: \"seed\" is no word of an action"},
        {HEAD "action\ndoes \"x\"\nvalue {\"element\":1}\n",
         "file:6: an \"element\" needs \"found\""},
        {"counterexample 1\n\xff\n", "file:1: this is no text in UTF-8"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct saved saved;
        struct error error = ERROR_NONE;
        assert_false(read(&saved, rows[i].text, &error));
        assert_int_equal(error.code, ERROR_USAGE);
        assert_null(saved.path);
        if (strncmp(error.message, rows[i].trouble, strlen(rows[i].trouble)) !=
            0)
            fail_msg("%s\nis not %s", error.message, rows[i].trouble);
    }
}

static bool read_with_actions(size_t count, struct error *error)
{
    struct buf text;
    struct saved saved;
    buf_init(&text);
    buf_add_text(&text, HEAD);
    for (size_t i = 0; i < count; i++)
        buf_add_text(&text, "action\ndoes \"x\"\n");
    bool fine = saved_read(&saved, "file", buf_str(&text), error);
    assert_int_equal(fine ? saved.choices.count : 0, fine ? count : 0);
    saved_finish(&saved);
    buf_finish(&text);
    return fine;
}

static void there_are_as_many_actions_as_a_run_is_repeated_with(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_true(read_with_actions(CHOICE_LOG_LIMIT, &error));
    assert_false(read_with_actions(CHOICE_LOG_LIMIT + 1, &error));
    assert_non_null(strstr(error.message, "more than 20000 actions"));
}

static bool read_with_bytes(size_t count, struct error *error)
{
    struct saved saved;
    char *text = memory_zeroed(count + 1, 1);
    memset(text, ' ', count);
    memcpy(text, HEAD, strlen(HEAD));
    bool fine = saved_read(&saved, "file", str_from(text, count), error);
    saved_finish(&saved);
    free(text);
    return fine;
}

static void a_file_is_not_too_large(void **state)
{
    (void)state;
    struct error error = ERROR_NONE;
    assert_true(read_with_bytes(SAVED_BYTES_LIMIT, &error));
    assert_false(read_with_bytes(SAVED_BYTES_LIMIT + 1, &error));
    assert_non_null(strstr(error.message, "file:1: it is larger than"));
}

/* ---- lists -------------------------------------------------------------- */

static void they_are_found_by_property_and_number(void **state)
{
    (void)state;
    struct saved_item items[] = {
        {.property = 1}, {.property = 0}, {.property = 1}};
    struct saved_list list = {.items = items, .count = 3};
    assert_ptr_equal(saved_list_find(&list, 1, 0), &items[0].saved);
    assert_ptr_equal(saved_list_find(&list, 1, 1), &items[2].saved);
    assert_null(saved_list_find(&list, 1, 2));
    assert_ptr_equal(saved_list_find(&list, 0, 0), &items[1].saved);
    assert_null(saved_list_find(&list, 2, 0));
    assert_null(saved_list_find(NULL, 0, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_written_for_people),
        cmocka_unit_test(people_may_change_how_it_looks),
        cmocka_unit_test(where_it_began_makes_another),
        cmocka_unit_test(what_is_said_by_words_is_the_same_as_in_json),
        cmocka_unit_test(a_wrong_line_is_named),
        cmocka_unit_test(there_are_as_many_actions_as_a_run_is_repeated_with),
        cmocka_unit_test(a_file_is_not_too_large),
        cmocka_unit_test(they_are_found_by_property_and_number),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
