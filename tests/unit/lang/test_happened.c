/* Primitives of actions and what `happened` holds: sections 5.3 and 7.3 to 7.5
 * of the reference, items 56, 59, 60, 61, 65 and 69 of its checklist. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"

#define ELEMENT(ref)                                                           \
    "{\"ref\": \"" ref "\", \"enabled\": true, \"visible\": true,"             \
    " \"interactable\": true, \"active\": false, \"value\": \"v\"}"
#define TWO "{\"#b\": [" ELEMENT("e1") ", " ELEMENT("e2") "]}"
#define NONE "{\"#b\": []}"

/* What the body offers in the state, by way of a checked action go!. */
static void assert_offers(const char *body, const char *state,
                          const char *expected)
{
    struct run run;
    struct buf text;
    buf_init(&text);
    buf_addf(&text, "action ~go! = %s; let ~p = true; check p with go!;", body);
    run_text(&run, buf_text(&text));
    run_state(&run, state);
    assert_string_equal(run_offers(&run, LANG_WITH), expected);
    run_finish(&run);
    buf_finish(&text);
}

static void actions_on_elements_make_one_primitive_each(void **state)
{
    (void)state;
    assert_offers("click!(`#b`)", TWO,
                  "click [\"e1\"] as click!(`#b`)\n"
                  "click [\"e2\"] as click!(`#b`)");
    assert_offers("doubleClick!(`#b`)", NONE, "");
    assert_offers("select!(`#b`)", TWO,
                  "select [\"e1\",\"v\"] as select!(`#b`)\n"
                  "select [\"e2\",\"v\"] as select!(`#b`)");
    assert_offers("enterTextInto!(\"hi\", first(`#b`))", TWO,
                  "enterTextInto [\"hi\",\"e1\"] as "
                  "enterTextInto!(\"hi\", {enabled: true, visible: true, "
                  "interactable: true, active: false, value: \"v\"})");
}

static void guards_of_the_library(void **state)
{
    (void)state;
    static const char *const hidden =
        "{\"#b\": [{\"ref\": \"e1\", \"enabled\": true, \"visible\": false,"
        " \"interactable\": true, \"active\": true, \"value\": \"\"}]}";
    assert_offers("click!(`#b`)", hidden, "");
    assert_offers("doubleClick!(`#b`)", hidden, "");
    assert_offers("select!(`#b`)", hidden, "");
    assert_offers("focus!(`#b`)", hidden, "");
    assert_offers("clear!(`#b`)", hidden, "");
    assert_offers("focus!(`#b`)", "{\"#b\": [" ELEMENT("e1") "]}",
                  "focus [\"e1\"] as focus!(`#b`)");
    assert_offers("clear!(`#b`)", "{\"#b\": [" ELEMENT("e1") "]}",
                  "clear [\"e1\"] as clear!(`#b`)");
}

static void scrolling_needs_room(void **state)
{
    (void)state;
    static const char *const page =
        "{\"html\": [{\"scrollTop\": 0, \"scrollLeft\": 5,"
        " \"scrollHeight\": 900, \"scrollWidth\": 400,"
        " \"clientHeight\": 300, \"clientWidth\": 395}]}";
    assert_offers("scrollBy!(0, 10)", page,
                  "scrollBy [0,10] as scrollBy!(0, 10)");
    assert_offers("scrollBy!(0, 0 - 10)", page, "");
    assert_offers("scrollBy!(1, 0)", page, "");
    assert_offers("scrollBy!(0 - 1, 0)", page,
                  "scrollBy [-1,0] as scrollBy!(-1, 0)");
    assert_offers("scrollBy!(0, 0)", page, "");
    assert_offers("scrollByViewport!(0, 2)", page,
                  "scrollBy [0,600] as scrollByViewport!(0, 2)");
}

static void simple_actions(void **state)
{
    (void)state;
    assert_offers("keyPress!(\"a\")", NONE,
                  "keyPress [\"a\"] as keyPress!(\"a\")");
    assert_offers("enterText!(\"a\")", NONE,
                  "enterText [\"a\"] as enterText!(\"a\")");
    assert_offers("noop!", NONE, "noop [] as noop!");
    assert_offers("loaded?", NONE, "loaded [] as loaded?");
    assert_offers("null", NONE, "");
    assert_offers("[noop!, [loaded?, 5, noop! timeout 3]]", NONE,
                  "noop [] as noop!\nloaded [] as loaded?\n"
                  "noop [] timeout 3 as noop!");
}

/* Every entry carries the reference of the first element [K]. */
static void changed_names_only_the_first_element_item_69(void **state)
{
    (void)state;
    assert_offers("changed?(`#b`)", TWO,
                  "changed [\"e1\"] as changed?(`#b`)\n"
                  "changed [\"e1\"] as changed?(`#b`)");
    assert_offers("changed?(`#b`)", NONE, "");
}

static void names_are_one_level_inside_item_59(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~stop! = noop!;"
                   "action ~go! = noop! timeout 50;"
                   "action ~halt! = stop!;"
                   "action ~key! = keyPress!(keys.enter) when true;"
                   "action ping! = {id: \"ping\", event: false, args: []};"
                   "action ~pong! = [{id: \"pong\", event: false, args: []}];"
                   "let ~p = true;"
                   "check p with go!, halt!, key!, ping!, pong!;");
    run_state(&run, "{}");
    assert_string_equal(run_offers(&run, LANG_WITH),
                        "noop [] timeout 50 as noop!\n"
                        "noop [] as stop!\n"
                        "keyPress [\"\xee\x80\x87\"] as "
                        "keyPress!(\"\xee\x80\x87\")\n"
                        "ping [] as ping!\n"
                        "pong [] as pong!");
    run_finish(&run);
}

static void contains_in_happened_item_59(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~go! = noop!;"
                   "let ~p = nextT (contains(noop!, happened) && "
                   "not contains(go!, happened));"
                   "check p with go!;");
    assert_string_equal(run_state(&run, "{}"), "Probably true");
    assert_string_equal(run_action(&run, "noop", "{}"), "Definitely true");
    run_finish(&run);
}

static void initial_entry_is_the_expression_of_when_item_60(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ready? = {id: \"ready\", event: true, args: []};"
                   "let ~p = contains(ready?, happened);"
                   "check p with noop! when ready?;");
    assert_string_equal(run_event(&run, "ready", "{}"), "Definitely true");
    assert_string_equal(run_offers(&run, LANG_INITIAL), "ready [] as ready?");
    run_finish(&run);
    /* a primitive of its own has no name */
    run_text(&run, "let ~p = happened == [];"
                   "check p with noop! "
                   "when {id: \"ready\", event: true, args: []};");
    assert_string_equal(run_event(&run, "ready", "{}"), "Definitely true");
    run_finish(&run);
}

static void without_when_the_initial_events_are_those_of_with(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~here? = loaded?; let ~p = true;"
                   "check p with here?, noop!;");
    run_state(&run, "{}");
    assert_string_equal(run_offers(&run, LANG_INITIAL),
                        "loaded [] as loaded?\nnoop [] as noop!");
    run_finish(&run);
}

static void outer_timeouts_override_item_61(void **state)
{
    (void)state;
    assert_offers("(noop! timeout 10) timeout 20", NONE,
                  "noop [] timeout 20 as noop!");
    struct run run;
    run_text(&run,
             "action a! = noop! timeout 10;"
             "action b! = a! timeout 20;"
             "action c! = {id: \"c\", event: false, args: [], timeout: 7};"
             "action ~d! = c!;"
             "action ~e! = c! timeout 8;"
             "let ~p = true; check p with a!, b!, c!, d!, e!;");
    run_state(&run, "{}");
    assert_string_equal(run_offers(&run, LANG_WITH),
                        "noop [] timeout 10 as noop!\n"
                        "noop [] timeout 20 as a!\n"
                        "c [] timeout 7 as c!\n"
                        "c [] timeout 7 as c!\n"
                        "c [] timeout 8 as c!");
    run_finish(&run);
}

static void objects_that_are_no_primitives_give_none(void **state)
{
    (void)state;
    assert_offers("{id: 1, event: false, args: []}", NONE, "");
    assert_offers("{id: \"x\", event: 1, args: []}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: 1}", NONE, "");
    assert_offers("{id: \"x\", event: false}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: [:s]}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: ['c']}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: [[noop!]]}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: [next true]}", NONE, "");
    assert_offers("{id: \"x\", event: false, args: [{a: [1, 2.5]}],"
                  " timeout: 1.5}",
                  NONE, "x [{\"a\":[1,2.5]}] as go!");
    assert_offers("5", NONE, "");
}

static void negative_timeouts_are_no_time(void **state)
{
    (void)state;
    assert_offers("noop! timeout (0 - 5)", NONE, "noop [] timeout 0 as noop!");
}

static void unmatched_event_steps_with_nothing_happened_item_56(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~p = nextT (happened == []);"
                   "check p with noop!;");
    run_state(&run, "{}");
    assert_string_equal(run_state(&run, "{}"), "Definitely true");
    run_finish(&run);
}

/* The reference, 7.4 [F] b: guards see nothing happened, the formula sees what
 * did, whatever was evaluated first. */
static void guards_never_share_happened_with_the_formula_item_65(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~quiet = happened == [];"
                   "action ~hit? = loaded? when quiet;"
                   "let ~p = nextT (quiet == false);"
                   "check p with hit?;");
    run_state(&run, "{}");
    assert_string_equal(run_event(&run, "loaded", "{}"), "Definitely true");
    /* and back again: the guard still sees nothing */
    assert_string_equal(run_offers(&run, LANG_WITH), "loaded [] as loaded?");
    run_finish(&run);
}

/* The reference, 7.4 [F] a: nothing is left over from another run. */
static void runs_never_share_values_item_65(void **state)
{
    struct run one, two;
    (void)state;
    struct lang_program *program =
        load("let ~n = `n`; let ~p = nextT (n == 1); let ~q = nextT (n == 2);"
             "check p, q with noop!;");
    run_init(&one, program, 0);
    run_init(&two, program, 1);
    run_state(&one, "{\"n\": 1}");
    run_state(&two, "{\"n\": 2}");
    assert_string_equal(run_state(&one, "{\"n\": 1}"), "Definitely true");
    assert_string_equal(run_state(&two, "{\"n\": 2}"), "Definitely true");
    run_finish(&one);
    run_finish(&two);
    lang_program_destroy(program);
}

static void entries_with_elements_are_partial(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~go! = click!(`#b`);"
                   "let ~p = nextT contains(click!(`#b`), happened);"
                   "check p with go!;");
    run_state(&run, TWO);
    run_offers(&run, LANG_WITH);
    struct lang_value *name = run.primitives.items[0].name;
    struct value *next = value_parse(STR(TWO), NULL);
    lang_session_enter(run.session, next, 2);
    value_unref(next);
    assert_false(lang_session_observe(run.session, &name, 1, &run.verdict,
                                      &run.stop, &run.error));
    assert_int_equal(run.error.code, ERROR_SPEC);
    assert_non_null(strstr(run.error.message, "partial objects"));
    run_finish(&run);
}

static void error_in_a_guard_has_its_place(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "action ~go! = noop! when `#b`.k == 1;"
                   "let ~p = true; check p with go!;");
    run_state(&run, NONE);
    assert_false(lang_session_primitives(run.session, LANG_WITH,
                                         &run.primitives, &run.error));
    assert_int_equal(run.error.code, ERROR_SPEC);
    assert_non_null(strstr(run.error.message, "Cannot take projection"));
    assert_non_null(strstr(run.error.message, "spec.strom:2:26"));
    assert_non_null(strstr(run.error.message, "go! @ spec.strom:2:15"));
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(actions_on_elements_make_one_primitive_each),
        cmocka_unit_test(guards_of_the_library),
        cmocka_unit_test(scrolling_needs_room),
        cmocka_unit_test(simple_actions),
        cmocka_unit_test(changed_names_only_the_first_element_item_69),
        cmocka_unit_test(names_are_one_level_inside_item_59),
        cmocka_unit_test(contains_in_happened_item_59),
        cmocka_unit_test(initial_entry_is_the_expression_of_when_item_60),
        cmocka_unit_test(without_when_the_initial_events_are_those_of_with),
        cmocka_unit_test(outer_timeouts_override_item_61),
        cmocka_unit_test(objects_that_are_no_primitives_give_none),
        cmocka_unit_test(negative_timeouts_are_no_time),
        cmocka_unit_test(unmatched_event_steps_with_nothing_happened_item_56),
        cmocka_unit_test(guards_never_share_happened_with_the_formula_item_65),
        cmocka_unit_test(runs_never_share_values_item_65),
        cmocka_unit_test(entries_with_elements_are_partial),
        cmocka_unit_test(error_in_a_guard_has_its_place),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
