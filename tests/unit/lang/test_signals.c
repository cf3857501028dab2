/* The words of weir/signals, one by one; that they say what the history says is
 * a law (tests/laws/lang/test_signals.c). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/eval/value.h"
#include "lang/session_internal.h"

#define X(value) "{\"#x\": [{\"v\": " value "}]}"
#define DECLARED "import weir/signals; let ~x = `#x`.v; "

static void assert_run(const char *property, const char *const *states,
                       const char *last)
{
    struct run run;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, DECLARED "let ~p = %s; check p;", property);
    run_text(&run, buf_text(&text));
    const char *said = "";
    for (; *states != NULL; states++)
        said = run_state(&run, *states);
    assert_string_equal(said, last);
    run_finish(&run);
    buf_finish(&text);
}

static void a_word_after_a_guard_knows_what_was_before_it(void **state)
{
    (void)state;
    /* Looked at for the first time in the third state. */
    const char *const states[] = {X("1"), X("2"), X("3"), NULL};
    assert_run("always {9} (x == 3 ==> before(x) == 1)", states,
               "Definitely false");
    assert_run("next (next (before(x) == 2 && prev(x) == 2 && ticks(x) == 3))",
               states, "Definitely true");
}

static void there_is_null_before_there_is_a_value(void **state)
{
    (void)state;
    const char *const states[] = {X("1"), NULL};
    assert_run("isNull(before(x)) && isNull(prev(x)) && ticked(x)", states,
               "Definitely true");
    const char *const none[] = {"{\"#x\": []}", NULL};
    assert_run("isNull(since(x)) && isNull(held(x)) && not ticked(x)", none,
               "Definitely true");
    assert_run("isNull(lasted(x))", none, "Definitely true");
    assert_run("isNull(lasted(x))", states, "Definitely true");
    assert_run("ticks(x) == 0 && clicks(`#x`) == 0 && inputs(`#x`) == 0", none,
               "Definitely true");
}

static void what_cannot_be_evaluated_has_no_value(void **state)
{
    (void)state;
    const char *const states[] = {X("\"-\""), X("\"4\""), X("\"-\""), NULL};
    assert_run("next (next (before(parseInt(x)) == 4))", states,
               "Definitely true");
    assert_run("next (ticked(parseInt(x)) && ticks(parseInt(x)) == 1)", states,
               "Definitely true");
}

static void lists_and_elements_have_signals(void **state)
{
    (void)state;
    static const char two[] = "{\"#x\": [{\"v\": 1}, {\"v\": 2}]}";
    static const char other[] = "{\"#x\": [{\"v\": 1}, {\"v\": 3}]}";
    const char *const same[] = {two, two, NULL};
    const char *const differ[] = {two, other, NULL};
    assert_run("next ticked(`#x`)", same, "Definitely false");
    assert_run("next ticked(`#x`)", differ, "Definitely true");
    assert_run("next ((nth(before(`#x`), 1)).v == 2)", differ,
               "Definitely true");
    assert_run("next ((nth(before([x, {a: x}]), 1)).a == 1)", differ,
               "Definitely true");
}

static void functions_and_names_hand_on_what_they_are_given(void **state)
{
    (void)state;
    const char *const states[] = {X("1"), X("2"), NULL};
    struct run run;
    run_text(&run,
             DECLARED "let rises(~e) = ticked(e) && (isNull(before(e)) || e > "
                      "before(e)); let both(~e, ~f) = rises(e) && rises(f);"
                      "let ~p = next (both(x, x + 1)); check p;");
    run_state(&run, states[0]);
    assert_string_equal(run_state(&run, states[1]), "Definitely true");
    run_finish(&run);
}

static void what_is_not_kept_is_told(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, DECLARED "let ~p = (fun (old) { before(x - old) == 1 })(x);"
                            "check p;");
    run_fails(&run, X("1"), ERROR_SPEC, "of an earlier state is not kept");
    run_finish(&run);
    run_text(&run, DECLARED "let ~p = nth(map(before, [x]), 0) == 1; check p;");
    run_fails(&run, X("1"), ERROR_SPEC, "of an earlier state is not kept");
    run_finish(&run);
    run_text(&run, DECLARED "let ~p = ticked(always {1} (x == 1)); check p;");
    run_fails(&run, X("1"), ERROR_SPEC, "a function or a temporal formula");
    run_finish(&run);
}

static void a_failure_shows_what_a_word_is_about(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, DECLARED "let double(y) = {v: y + y};"
                            "let ~p = always {9} ticked((double(x)).v);"
                            "check p;");
    run_state(&run, X("4"));
    assert_string_equal(run_state(&run, X("4")), "Definitely false");
    assert_string_equal(run_reason(&run, 0), "ticked((double(x)).v) is false | "
                                             "(double(x)).v is 8");
    run_finish(&run);
}

static void guards_see_the_newest_state(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, DECLARED "action ~go! = noop! when ticks(x) == 2;"
                            "let ~p = always {9} (x != 7); check p with go!;");
    run_state(&run, X("1"));
    assert_string_equal(run_offers(&run, LANG_WITH), "");
    run_state(&run, X("2"));
    assert_string_equal(run_offers(&run, LANG_WITH), "noop [] as noop!");
    run_finish(&run);
}

static size_t sites_watched(const char *text)
{
    struct run run;
    run_text(&run, text);
    size_t count = 0;
    for (size_t i = 0; i < run.session->machine.signals.count; i++)
        count += run.session->machine.signals.items[i].node != NULL;
    run_finish(&run);
    return count;
}

static void only_what_the_property_reaches_is_remembered(void **state)
{
    (void)state;
    assert_int_equal(sites_watched("import ltl; let ~x = `#x`.v; let ~p = "
                                   "changed(x); check p;"),
                     0);
    assert_int_equal(sites_watched(DECLARED "let ~q = ticked(x);"
                                            "let ~p = x == 1; check p;"),
                     0);
    assert_int_equal(sites_watched(DECLARED "let ~q = ticked(x); let ~p = q "
                                            "&& before(before(x)) == 1; "
                                            "check p;"),
                     3);
}

static void clicks_are_those_on_the_elements(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, DECLARED "action ~go! = click!(`#a`);"
                            "let ~p = always {9} (clicks(`#a`) == `#x`.v); "
                            "check p with go!;");
#define ELEMENT(ref)                                                           \
    "[{\"ref\": \"" ref "\", \"enabled\": true, \"visible\": true,"            \
    " \"interactable\": true}]"
#define BOTH(ref, v) "{\"#a\": " ELEMENT(ref) ", \"#x\": [{\"v\": " v "}]}"
    struct action_list what = {0};
    struct value *ref = value_string(str_text("e1"));
    struct value *args = value_list(&ref, 1);
    action_list_push(&what,
                     (struct action){.id = value_string(str_text("click")),
                                     .args = args,
                                     .timeout_ms = ACTION_NO_TIMEOUT});
    assert_string_equal(run_state(&run, BOTH("e1", "0")), "more");
    lang_session_moment(run.session, 0, NULL, &what, INT64_MAX);
    /* The element is another one now; the click was on the old one. */
    assert_string_equal(run_state(&run, BOTH("e2", "1")), "more");
    lang_session_moment(run.session, 0, NULL, &what, INT64_MAX);
    assert_string_equal(run_state(&run, BOTH("e2", "1")), "more");
    action_list_finish(&what);
    run_finish(&run);
}

/* Two clicks and an input as one action, of which so many were done. */
static void assert_parts(int64_t done, int counted)
{
    struct run run;
    struct buf state;
    run_text(&run, "import weir/signals; let ~x = `#x`.v; "
                   "let ~p = always {9} (clicks(`#a`) * 10 + "
                   "inputs(`#a`) == x); check p;");
    struct value *args = value_parse(
        STR("[[{\"id\": \"click\", \"args\": [\"e1\"]}, {\"id\": \"click\", "
            "\"args\": [\"e9\"]}, {\"id\": \"click\", \"args\": [\"e1\"]}, "
            "{\"id\": \"setValue\", \"args\": [\"e1\", \"7\"]}, 7]]"),
        NULL);
    struct action_list what = {0};
    action_list_push(&what,
                     (struct action){.id = value_string(STR(ACTION_IN_ORDER)),
                                     .args = args,
                                     .timeout_ms = ACTION_NO_TIMEOUT});
    run_state(&run, BOTH("e1", "0"));
    lang_session_moment(run.session, 0, NULL, &what, done);
    buf_init(&state);
    buf_addf(&state, BOTH("e1", "%d"), counted);
    assert_string_equal(run_state(&run, buf_text(&state)), "more");
    buf_finish(&state);
    action_list_finish(&what);
    run_finish(&run);
}

static void parts_of_one_action_count_as_far_as_they_were_done(void **state)
{
    (void)state;
    assert_parts(INT64_MAX, 21);
    assert_parts(4, 21);
    assert_parts(3, 20);
    assert_parts(2, 10);
    assert_parts(0, 0);
}

/* ---- what reports show of them ------------------------------------------- */

static void assert_table(const char *text, const char *const *states,
                         const char *expected)
{
    struct run run;
    struct buf json;
    run_text(&run, text);
    for (; *states != NULL; states++)
        run_state(&run, *states);
    struct value *table = lang_session_signals(run.session);
    buf_init(&json);
    if (table != NULL)
        value_add_json(&json, table);
    assert_string_equal(buf_text(&json), expected);
    buf_finish(&json);
    value_unref(table);
    run_finish(&run);
}

static void
a_table_has_what_is_asked_about_and_what_reads_the_page(void **state)
{
    (void)state;
    const char *const states[] = {X("1"), X("1"), X("null"), X("1"), NULL};
    /* y is read, z is not; the property itself is no column. */
    assert_table(
        "import weir/signals; let ~x = `#x`.v; let ~y = `#x`.v == 1;"
        "let ~z = `#x`.v; let ~big = times(x == 1);"
        "let ~p = always (ticked(x) || y || ticked(x == 2) || big < 9 || "
        "prev(prev(x)) == 3); check p;",
        states,
        "{\"columns\":[\"x\",\"x == 2\",\"big\",\"y\"],\"rows\":["
        "{\"step\":1,\"timeUs\":0,\"values\":[1,false,1,true],"
        "\"ticked\":[true,true,true,true]},"
        "{\"step\":2,\"timeUs\":0,\"values\":[1,false,2,true],"
        "\"ticked\":[false,false,true,false]},"
        "{\"step\":3,\"timeUs\":0,\"values\":[null,false,2,false],"
        "\"ticked\":[false,false,false,true]},"
        "{\"step\":4,\"timeUs\":0,\"values\":[1,false,3,true],"
        "\"ticked\":[true,false,true,true]}]}");
}

static void without_words_about_signals_there_is_no_table(void **state)
{
    (void)state;
    const char *const states[] = {X("1"), NULL};
    assert_table("import weir/signals; let ~x = `#x`.v; let ~q = ticked(x);"
                 "let ~p = always (x == 1); check p;",
                 states, "");
}

static void a_name_that_cannot_be_evaluated_is_null_in_its_column(void **state)
{
    (void)state;
    const char *const states[] = {X("\"-\""), NULL};
    assert_table("import weir/signals; let ~x = `#x`.v;"
                 "let ~n = parseInt(`#x`.v);"
                 "let ~p = always (ticked(x) || n == 1); check p;",
                 states,
                 "{\"columns\":[\"x\",\"n\"],\"rows\":[{\"step\":1,"
                 "\"timeUs\":0,\"values\":[\"-\",null],"
                 "\"ticked\":[true,false]}]}");
}

/* As many as steps are kept: the first hundred and the last nine hundred. */
static void of_a_long_run_the_first_and_the_last_rows_are_kept(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "import weir/signals; let ~x = `#x`.v;"
                   "let ~p = always {9999} (ticks(x) == 1); check p;");
    for (int i = 0; i < 1250; i++)
        run_state(&run, X("1"));
    struct value *table = lang_session_signals(run.session);
    const struct value *rows = value_field(table, STR("rows"));
    assert_int_equal(rows->count, 1000);
    for (size_t i = 0; i < rows->count; i++)
        assert_int_equal(value_field(rows->items[i], STR("step"))->integer,
                         i < 100 ? i + 1 : i + 251);
    value_unref(table);
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_word_after_a_guard_knows_what_was_before_it),
        cmocka_unit_test(there_is_null_before_there_is_a_value),
        cmocka_unit_test(what_cannot_be_evaluated_has_no_value),
        cmocka_unit_test(lists_and_elements_have_signals),
        cmocka_unit_test(functions_and_names_hand_on_what_they_are_given),
        cmocka_unit_test(what_is_not_kept_is_told),
        cmocka_unit_test(a_failure_shows_what_a_word_is_about),
        cmocka_unit_test(guards_see_the_newest_state),
        cmocka_unit_test(only_what_the_property_reaches_is_remembered),
        cmocka_unit_test(clicks_are_those_on_the_elements),
        cmocka_unit_test(parts_of_one_action_count_as_far_as_they_were_done),
        cmocka_unit_test(
            a_table_has_what_is_asked_about_and_what_reads_the_page),
        cmocka_unit_test(without_words_about_signals_there_is_no_table),
        cmocka_unit_test(a_name_that_cannot_be_evaluated_is_null_in_its_column),
        cmocka_unit_test(of_a_long_run_the_first_and_the_last_rows_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
