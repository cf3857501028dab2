/* What an evaluation misses in a state, by the place where the object stands.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "base/buf.h"
#include "base/json.h"
#include "lang/eval/unread.h"

/* What is asked for: elements with css read by name, data read whole, and a
 * special. */
static const char asked_text[] =
    "{\"li\":{\"css\":{\"color\":{}},\"data\":{}},\"p\":{\"text\":{}},"
    "\"::page\":{\"focus\":{}}}";
static const char state_text[] =
    "{\"li\":[{\"css\":{\"color\":\"red\"},\"data\":{\"k\":1}}],"
    "\"p\":[{\"text\":\"a\",\"position\":0}],\"::page\":{\"focus\":null}}";

struct fixture {
    struct unread unread;
    struct deps asked;
    struct value *state;
};

static void set_up(struct fixture *fixture)
{
    struct json *json =
        json_parse(str_from(asked_text, sizeof asked_text - 1), NULL);
    assert_true(deps_from_json(&fixture->asked, json, NULL));
    json_destroy(json);
    fixture->state =
        value_parse(str_from(state_text, sizeof state_text - 1), NULL);
    unread_init(&fixture->unread);
    fixture->unread.asked = &fixture->asked;
}

static void tear_down(struct fixture *fixture)
{
    unread_finish(&fixture->unread);
    deps_finish(&fixture->asked);
    value_unref(fixture->state);
}

static const struct value *first(const struct fixture *fixture,
                                 const char *selector)
{
    return value_field_named(fixture->state, selector)->items[0];
}

static void assert_found(const struct fixture *fixture, const char *expected)
{
    struct buf words;
    buf_init(&words);
    deps_add_words(&words, &fixture->unread.found);
    assert_string_equal(buf_text(&words), expected);
    assert_int_equal(fixture->unread.any, expected[0] != '\0');
    buf_finish(&words);
}

static void a_field_is_missed_where_its_object_stands(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    const struct value *item = first(&f, "li");
    unread_note_field(&f.unread, f.state, item, STR("text"));
    assert_found(&f, "`li`.text");
    unread_note_field(&f.unread, f.state, value_field_named(item, "css"),
                      STR("width"));
    unread_note_field(&f.unread, f.state, value_field_named(f.state, "::page"),
                      STR("title"));
    assert_found(&f, "`::page`.title, `li`.css.width, `li`.text");
    tear_down(&f);
}

static void an_object_of_an_earlier_state_is_known_by_its_fields(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    unread_note_field(&f.unread, NULL, first(&f, "p"), STR("x"));
    assert_found(&f, "`p`.x");
    unread_note_field(&f.unread, NULL,
                      value_field_named(first(&f, "li"), "css"), STR("width"));
    assert_found(&f, "`li`.css.width, `p`.x");
    tear_down(&f);
}

static void what_was_asked_for_is_not_missed(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    const struct value *data = value_field_named(first(&f, "li"), "data");
    unread_note_field(&f.unread, f.state, data, STR("other")); /* whole */
    unread_note_field(&f.unread, f.state, first(&f, "p"), STR("text"));
    unread_note_selector(&f.unread, STR("li"));
    assert_found(&f, "");
    unread_note_selector(&f.unread, STR("h1"));
    assert_found(&f, "`h1`");
    tear_down(&f);
}

static void nothing_is_missed_where_it_is_not_known_what_was_asked(void **state)
{
    (void)state;
    struct fixture f;
    set_up(&f);
    f.unread.asked = NULL;
    unread_note_field(&f.unread, f.state, first(&f, "p"), STR("x"));
    unread_note_selector(&f.unread, STR("h1"));
    assert_found(&f, "");
    tear_down(&f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_field_is_missed_where_its_object_stands),
        cmocka_unit_test(an_object_of_an_earlier_state_is_known_by_its_fields),
        cmocka_unit_test(what_was_asked_for_is_not_missed),
        cmocka_unit_test(
            nothing_is_missed_where_it_is_not_known_what_was_asked),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
