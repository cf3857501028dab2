/* What the notation of the paper means (LANGUAGE.md, "The notation of the
 * paper"); how it is read is in tests/golden/lang/paper.txt. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"

#define LOADED "loaded"

/* -- x in happened -- */

static void
in_happened_sees_the_checked_action_and_happened_its_inside(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~go! = noop!;"
                   "let ~p = next (go! in happened && not noop! in happened"
                   "  && contains(noop!, happened)"
                   "  && not contains(go!, happened));"
                   "check p with go! when loaded?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "more");
    assert_string_equal(run_action(&run, "noop", "{}"), "Definitely true");
    run_finish(&run);
}

static void in_happened_sees_the_checked_event(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~tick? = changed?(`#b`);"
                   "action ~other? = loaded?;"
                   "let ~p = next (tick? in happened"
                   "  && not other? in happened && not loaded? in happened);"
                   "check p with tick?, other? when loaded?;");
    assert_string_equal(run_event(&run, LOADED, "{\"#b\": [{\"ref\": \"e\"}]}"),
                        "more");
    assert_string_equal(
        run_event(&run, "changed", "{\"#b\": [{\"ref\": \"e\"}]}"),
        "Definitely true");
    run_finish(&run);
}

static void initially_in_happened_sees_what_when_says(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = loaded? in happened;"
                   "check p with noop! when loaded?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "Definitely true");
    run_finish(&run);
    run_text(&run, "action ~ready? = loaded?;"
                   "let ~p = ready? in happened && not loaded? in happened"
                   "  && happened == [ready?];"
                   "check p with noop! when ready?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "Definitely true");
    run_finish(&run);
}

static void initially_without_when_it_sees_the_event_of_with(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~ready? = loaded?;"
                   "let ~p = ready? in happened && not loaded? in happened"
                   "  && happened == [loaded?];"
                   "check p with ready?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "Definitely true");
    run_finish(&run);
}

static void nothing_is_in_happened_when_nothing_matched(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~go! = noop!;"
                   "let ~p = next (go! in happened || loaded? in happened);"
                   "check p with go! when loaded?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "more");
    assert_string_equal(run_state(&run, "{}"), "Definitely false");
    run_finish(&run);
}

static void timeouts_do_not_count(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~go! = noop! timeout 50;"
                   "let ~p = next (go! in happened && (go! timeout 7) in "
                   "happened);"
                   "check p with go! when loaded?;");
    run_event(&run, LOADED, "{}");
    assert_string_equal(run_action(&run, "noop", "{}"), "Definitely true");
    run_finish(&run);
}

static void actions_with_other_arguments_are_others(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action key!(k) = keyPress!(k);"
                   "action ~go! = key!(\"a\");"
                   "let ~p = next (go! in happened && not key!(\"a\") in "
                   "happened && contains(key!(\"a\"), happened));"
                   "check p with go! when loaded?;");
    run_event(&run, LOADED, "{}");
    assert_string_equal(run_action(&run, "keyPress", "{}"), "Definitely true");
    run_finish(&run);
    run_text(&run, "action ready?(k) = {id: \"r\", event: true, args: [k]};"
                   "let ~p = ready?(1) in happened && not ready?(2) in "
                   "happened;"
                   "check p with noop! when ready?(1);");
    assert_string_equal(run_event(&run, "r", "{}"), "Definitely true");
    run_finish(&run);
}

static void guards_see_nothing_in_happened(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~just = loaded? in happened;"
                   "action ~go! = noop! when just;"
                   "action ~rest! = noop! when not just;"
                   "let ~p = just && next true;"
                   "check p with go!, rest! when loaded?;");
    assert_string_equal(run_event(&run, LOADED, "{}"), "more");
    assert_string_equal(run_offers(&run, LANG_WITH), "noop [] as noop!");
    assert_string_equal(run_action(&run, "noop", "{}"), "Definitely true");
    run_finish(&run);
}

static void only_actions_can_be_in_happened(void **state)
{
    (void)state;
    assert_failure("3 in happened",
                   "'in happened' expects an action or event, got: 3");
    assert_failure("null in happened", "got: null");
    assert_value("loaded? in happened", "false");
    assert_rejected("let x = loaded? in happened;", DIAG_EVALUATION,
                    "Cannot access state");
    assert_rejected("let ~x = click! in happened;", DIAG_TYPE, "cannot unify");
}

/* By the names in `with`, and what stands inside them where that differs,
 * whichever of the two is asked for. */
static void what_happened_is_spelled_in_one_way(void **state)
{
    (void)state;
    static const char *const ways[] = {"loaded? in happened",
                                       "contains(loaded?, happened)"};
    for (size_t i = 0; i < 2; i++) {
        struct run run;
        struct buf text;
        buf_init(&text);
        buf_addf(&text,
                 "action ~go! = noop!; let ~p = nextT (%s); "
                 "check p with go! when loaded?;",
                 ways[i]);
        run_text(&run, buf_text(&text));
        run_event(&run, LOADED, "{}");
        run_offers(&run, LANG_WITH);
        assert_string_equal(run_action(&run, "noop", "{}"), "Definitely false");
        assert_non_null(strstr(run_reason(&run, 0),
                               "happened is [go!] (as a list: [noop!])"));
        run_finish(&run);
        buf_finish(&text);
    }
}

static void a_reason_says_what_happened(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action ~go! = noop!; action ~stop! = noop!;"
                   "let ~p = always {5} (loaded? in happened || go! in "
                   "happened);"
                   "check p with go!, stop! when loaded?;");
    run_event(&run, LOADED, "{}");
    assert_string_equal(run_state(&run, "{}"), "Definitely false");
    assert_string_equal(run_reason(&run, 0),
                        "loaded? in happened is false | happened is []");
    run_finish(&run);
}

/* -- actions without ~ -- */

static void a_body_that_looks_at_the_state_is_read_in_each(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~n = `n`;"
                   "action go! = noop! when n > 1;"
                   "action key! = keyPress!(\"k\") when happened == [];"
                   "let ~p = true; check p with go!, key! when loaded?;");
    run_state(&run, "{\"n\": 1}");
    assert_string_equal(run_offers(&run, LANG_WITH),
                        "keyPress [\"k\"] as keyPress!(\"k\")");
    run_state(&run, "{\"n\": 2}");
    assert_string_equal(run_offers(&run, LANG_WITH),
                        "noop [] as noop!\n"
                        "keyPress [\"k\"] as keyPress!(\"k\")");
    run_finish(&run);
}

static void other_mistakes_in_a_body_are_still_found_at_load(void **state)
{
    (void)state;
    assert_rejected("action go! = noop! timeout (1 / 0);", DIAG_EVALUATION,
                    "divide by zero");
    assert_rejected("action go! = null timeout 4;", DIAG_EVALUATION,
                    "Timeout expects an action");
    assert_rejected("let x = `n`; action go! = noop! when x > 1;",
                    DIAG_EVALUATION, "Cannot access state");
}

/* -- operators without a count -- */

static void release_without_a_count_has_the_subscript(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = false release `n` == 1; check p with noop!;");
    for (int i = 0; i < 100; i++)
        assert_string_equal(run_state(&run, "{\"n\": 1}"), "more");
    assert_string_equal(run_state(&run, "{\"n\": 1}"), "Probably true");
    assert_string_equal(run_state(&run, "{\"n\": 2}"), "Definitely false");
    run_finish(&run);
    run_text(&run, "let ~p = `n` == 2 release true; check p with noop!;");
    assert_string_equal(run_state(&run, "{\"n\": 1}"), "more");
    assert_string_equal(run_state(&run, "{\"n\": 2}"), "Definitely true");
    run_finish(&run);
}

static void until_always_and_eventually_have_it_too(void **state)
{
    (void)state;
    static const char *const formulas[][2] = {
        {"always true", "Probably true"},
        {"eventually false", "Probably false"},
        {"true until false", "Probably false"},
    };
    for (size_t i = 0; i < sizeof formulas / sizeof *formulas; i++) {
        struct run run;
        struct buf text;
        buf_init(&text);
        buf_addf(&text, "let ~p = %s; check p with noop!;", formulas[i][0]);
        run_text(&run, buf_text(&text));
        for (int k = 0; k < 100; k++)
            assert_string_equal(run_state(&run, "{}"), "more");
        assert_string_equal(run_state(&run, "{}"), formulas[i][1]);
        run_finish(&run);
        buf_finish(&text);
    }
}

/* -- what starts a check -- */

static void the_page_starts_a_check_in_the_notation_of_the_paper(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "action tick? = changed?(`#b`);"
                   "let ~p = loaded? in happened; check p;");
    assert_string_equal(run_offers(&run, LANG_INITIAL), "loaded [] as loaded?");
    assert_string_equal(run_event(&run, LOADED, "{\"#b\": []}"),
                        "Definitely true");
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(
            in_happened_sees_the_checked_action_and_happened_its_inside),
        cmocka_unit_test(in_happened_sees_the_checked_event),
        cmocka_unit_test(initially_in_happened_sees_what_when_says),
        cmocka_unit_test(initially_without_when_it_sees_the_event_of_with),
        cmocka_unit_test(nothing_is_in_happened_when_nothing_matched),
        cmocka_unit_test(timeouts_do_not_count),
        cmocka_unit_test(actions_with_other_arguments_are_others),
        cmocka_unit_test(guards_see_nothing_in_happened),
        cmocka_unit_test(only_actions_can_be_in_happened),
        cmocka_unit_test(what_happened_is_spelled_in_one_way),
        cmocka_unit_test(a_reason_says_what_happened),
        cmocka_unit_test(a_body_that_looks_at_the_state_is_read_in_each),
        cmocka_unit_test(other_mistakes_in_a_body_are_still_found_at_load),
        cmocka_unit_test(release_without_a_count_has_the_subscript),
        cmocka_unit_test(until_always_and_eventually_have_it_too),
        cmocka_unit_test(the_page_starts_a_check_in_the_notation_of_the_paper),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
