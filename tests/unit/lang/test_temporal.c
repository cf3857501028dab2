/* Temporal operators: section 6 of the reference, items 42 to 51 of its
 * checklist. The selector `p` holds the truth of a proposition. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "back_support.h"

#define P(p) "{\"p\": " #p ", \"q\": false}"
#define PQ(p, q) "{\"p\": " #p ", \"q\": " #q "}"

static void start(struct run *run, const char *formula)
{
    struct buf text;
    buf_init(&text);
    buf_addf(&text,
             "let ~p = `p`; let ~q = `q`; let ~prop = %s;"
             "check prop with noop!;",
             formula);
    run_text(run, buf_text(&text));
    buf_finish(&text);
}

static void always_n_asks_for_n_further_states_item_42(void **state)
{
    struct run run;
    (void)state;
    start(&run, "always {2} p");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    assert_string_equal(run_state(&run, P(false)), "Definitely false");
    run_finish(&run);
}

static void until_item_43(void **state)
{
    struct run run;
    (void)state;
    start(&run, "true until {2} false");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Probably false");
    run_finish(&run);
    start(&run, "p until {2} q");
    assert_string_equal(run_state(&run, PQ(true, false)), "more");
    assert_string_equal(run_state(&run, PQ(false, true)), "Definitely true");
    run_finish(&run);
    start(&run, "p until {2} q");
    assert_string_equal(run_state(&run, PQ(false, false)), "Definitely false");
    run_finish(&run);
}

/* q decides alone: p would be an error. */
static void until_evaluates_its_right_side_first(void **state)
{
    struct run run;
    (void)state;
    start(&run, "(1 / 0 == 1) until {2} q");
    assert_string_equal(run_state(&run, PQ(true, true)), "Definitely true");
    run_finish(&run);
}

static void weak_and_strong_next_alone_item_44(void **state)
{
    struct run run;
    (void)state;
    start(&run, "nextT false");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    assert_string_equal(run_state(&run, P(true)), "Definitely false");
    run_finish(&run);
    start(&run, "nextF true");
    assert_string_equal(run_state(&run, P(true)), "Probably false");
    assert_string_equal(run_state(&run, P(true)), "Definitely true");
    run_finish(&run);
}

static void nested_next_item_45(void **state)
{
    struct run run;
    (void)state;
    start(&run, "next (next true)");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Definitely true");
    run_finish(&run);
}

static void negated_always_item_46(void **state)
{
    struct run run;
    (void)state;
    start(&run, "not (always {2} p)");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(false)), "Definitely true");
    run_finish(&run);
    start(&run, "not (always {2} p)");
    assert_string_equal(run_state(&run, P(false)), "Definitely true");
    run_finish(&run);
}

static void residual_implies_false_item_47(void **state)
{
    struct run run;
    (void)state;
    start(&run, "next true ==> false");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Definitely false");
    run_finish(&run);
}

static void negated_until_item_48(void **state)
{
    struct run run;
    (void)state;
    start(&run, "not (true until {2} false)");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    run_finish(&run);
}

static void eventually_and_release_item_49(void **state)
{
    struct run run;
    (void)state;
    start(&run, "eventually {1} p");
    assert_string_equal(run_state(&run, P(false)), "more");
    assert_string_equal(run_state(&run, P(false)), "Probably false");
    assert_string_equal(run_state(&run, P(true)), "Definitely true");
    run_finish(&run);
    start(&run, "p release {1} q");
    assert_string_equal(run_state(&run, PQ(false, true)), "more");
    assert_string_equal(run_state(&run, PQ(false, true)), "Probably true");
    assert_string_equal(run_state(&run, PQ(true, true)), "Definitely true");
    run_finish(&run);
    start(&run, "p release {1} q");
    assert_string_equal(run_state(&run, PQ(true, false)), "Definitely false");
    run_finish(&run);
}

static void default_subscript_is_100(void **state)
{
    struct run run;
    (void)state;
    static const char *const formulas[] = {"always p", "not (eventually q)",
                                           "not (p until q)"};
    for (size_t i = 0; i < 3; i++) {
        start(&run, formulas[i]);
        for (int version = 1; version <= 100; version++)
            assert_string_equal(run_state(&run, P(true)), "more");
        assert_string_equal(run_state(&run, P(true)), "Probably true");
        run_finish(&run);
    }
}

static void subscript_option_changes_the_default(void **state)
{
    struct run run;
    struct diag_list diags;
    struct source_table sources;
    const char *folders[] = {WEIR_TEST_LIBRARY};
    struct lang_options options = {
        .include = folders, .include_count = 1, .subscript = 1};
    (void)state;
    diag_list_init(&diags);
    struct lang_program *program =
        lang_load_text("x.strom",
                       STR("import ltl; action ~a! = null; let ~p = always `p`;"
                           "check p with a!;"),
                       &options, &diags, &sources);
    assert_non_null(program);
    run_init(&run, program, 0);
    assert_string_equal(run_state(&run, P(true)), "more");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    run_finish(&run);
    lang_program_destroy(program);
    diag_list_finish(&diags);
}

static void one_demand_anywhere_keeps_the_run_going_item_50(void **state)
{
    struct run run;
    (void)state;
    start(&run, "nextT p || next q");
    assert_string_equal(run_state(&run, PQ(true, true)), "more");
    run_finish(&run);
}

static void properties_that_are_no_formula_item_51(void **state)
{
    struct run run;
    (void)state;
    start(&run, "3");
    run_fails(&run, P(true), ERROR_RUN, "Unexpected value: 3");
    run_finish(&run);
    start(&run, "null");
    run_fails(&run, P(true), ERROR_RUN, "Unexpected value: null");
    run_finish(&run);
    start(&run, "fun x. x");
    run_fails(&run, P(true), ERROR_RUN, "Unexpected value: <function>");
    run_finish(&run);
}

/* What is left in a later state is no formula: that run alone is over, as with
 * a property that is none from the first. Where the value is negated or belongs
 * to another operator, its evaluation fails (reference, 6.2, 6.4). */
static void what_is_left_is_no_formula_item_51(void **state)
{
    static const struct {
        const char *property;
        int states; /* that it survives */
        enum error_code code;
        const char *words;
    } cases[] = {
        {"next 3", 1, ERROR_RUN, "got: 3"},
        {"nextT null", 1, ERROR_RUN, "got: null"},
        {"nextF (3 when p)", 1, ERROR_RUN, "got: 3"},
        {"true && next 3", 1, ERROR_RUN, "got: 3"},
        {"next (next 3)", 2, ERROR_RUN, "got: 3"},
        {"not (next 3)", 1, ERROR_SPEC, "got: 3"},
        {"next (always {1} 3)", 1, ERROR_SPEC, "got: 3"},
        {"next 3 || next p", 1, ERROR_SPEC, "got: 3"},
        {"next (1 / 0 == 1)", 1, ERROR_SPEC, "divide by zero"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct run run;
        start(&run, cases[i].property);
        for (int passed = 0; passed < cases[i].states; passed++)
            run_state(&run, P(true));
        run_fails(&run, P(true), cases[i].code, cases[i].words);
        run_finish(&run);
    }
}

/* A literal has a place, too: that of the property. */
static void a_literal_that_is_no_formula_is_told_with_a_place(void **state)
{
    struct run run;
    (void)state;
    start(&run, "always {2} 3");
    run_fails(&run, P(true), ERROR_SPEC, "spec.strom:");
    run_finish(&run);
}

static void operands_must_be_formulas(void **state)
{
    struct run run;
    (void)state;
    start(&run, "always {2} 3");
    run_fails(&run, P(true), ERROR_SPEC, "got: 3");
    run_finish(&run);
    start(&run, "(next true) && 3");
    run_fails(&run, P(true), ERROR_SPEC, "got: 3");
    run_finish(&run);
    start(&run, "always {2.0} p");
    run_fails(&run, P(true), ERROR_SPEC,
              "Always count argument was not an integer, got: 2.0");
    run_finish(&run);
    start(&run, "eventually {null} p");
    run_fails(&run, P(true), ERROR_SPEC,
              "Eventually count argument was not an integer");
    run_finish(&run);
}

static void subscripts_below_zero_act_as_zero(void **state)
{
    struct run run;
    (void)state;
    start(&run, "always {0 - 5} p");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    run_finish(&run);
}

static void changed_unchanged_and_transition(void **state)
{
    struct run run;
    (void)state;
    start(&run, "changed(p)");
    assert_string_equal(run_state(&run, P(true)), "Probably true");
    assert_string_equal(run_state(&run, P(true)), "Definitely false");
    run_finish(&run);
    start(&run, "unchanged([p, q])");
    assert_string_equal(run_state(&run, PQ(true, false)), "Probably true");
    assert_string_equal(run_state(&run, PQ(true, false)), "Definitely true");
    run_finish(&run);
    start(&run, "p ~> q");
    assert_string_equal(run_state(&run, PQ(true, false)), "Probably true");
    assert_string_equal(run_state(&run, PQ(true, false)), "Definitely false");
    run_finish(&run);
    start(&run, "transition(p, q)");
    assert_string_equal(run_state(&run, PQ(false, false)), "Definitely false");
    run_finish(&run);
}

/* The paper, 3.1: evovae. */
static void frozen_value_under_always(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let evovae(~x) = let v = x; always {3} (x == v);"
                   "let ~prop = evovae(`p`); check prop with noop!;");
    assert_string_equal(run_state(&run, "{\"p\": [1, 2]}"), "more");
    assert_string_equal(run_state(&run, "{\"p\": [1, 2]}"), "more");
    assert_string_equal(run_state(&run, "{\"p\": [1, 3]}"), "Definitely false");
    run_finish(&run);
}

static void quantified_formulas(void **state)
{
    struct run run;
    (void)state;
    run_text(&run, "let ~prop = (forall x in `p` { nextT (x < `q`) });"
                   "check prop with noop!;");
    assert_string_equal(run_state(&run, "{\"p\": [1, 2], \"q\": 0}"),
                        "Probably true");
    assert_string_equal(run_state(&run, "{\"p\": [], \"q\": 2}"),
                        "Definitely false");
    run_finish(&run);
}

static void connectives_as_functions_work_on_formulas(void **state)
{
    struct run run;
    (void)state;
    start(&run, "foldr(_||_, false, [nextF p, nextF q])");
    assert_string_equal(run_state(&run, PQ(false, false)), "Probably false");
    assert_string_equal(run_state(&run, PQ(false, true)), "Definitely true");
    run_finish(&run);
}

/* The first release is stepped before the second one starts, so the values of
 * its operands are known by then. What is made of them is still only good for
 * that state. */
static void
an_operator_over_known_operands_starts_anew_in_each_state(void **state)
{
    static const char waiting[] = "{\"p\": false, \"q\": true, \"r\": true}";
    struct run run;
    (void)state;
    run_text(&run, "let ~p = `p`; let ~q = `q`; let ~r = `r`;"
                   "let ~prop = (p release {0} q)"
                   "    && (always {0} (r ==> nextT (p release {0} q)));"
                   "check prop with noop!;");
    assert_string_equal(run_state(&run, waiting), "Probably true");
    assert_string_equal(run_state(&run, waiting), "Probably true");
    assert_string_equal(
        run_state(&run, "{\"p\": true, \"q\": true, \"r\": false}"),
        "Probably true");
    assert_string_equal(
        run_state(&run, "{\"p\": false, \"q\": false, \"r\": false}"),
        "Probably true");
    run_finish(&run);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(always_n_asks_for_n_further_states_item_42),
        cmocka_unit_test(until_item_43),
        cmocka_unit_test(until_evaluates_its_right_side_first),
        cmocka_unit_test(weak_and_strong_next_alone_item_44),
        cmocka_unit_test(nested_next_item_45),
        cmocka_unit_test(negated_always_item_46),
        cmocka_unit_test(residual_implies_false_item_47),
        cmocka_unit_test(negated_until_item_48),
        cmocka_unit_test(eventually_and_release_item_49),
        cmocka_unit_test(default_subscript_is_100),
        cmocka_unit_test(subscript_option_changes_the_default),
        cmocka_unit_test(one_demand_anywhere_keeps_the_run_going_item_50),
        cmocka_unit_test(properties_that_are_no_formula_item_51),
        cmocka_unit_test(what_is_left_is_no_formula_item_51),
        cmocka_unit_test(a_literal_that_is_no_formula_is_told_with_a_place),
        cmocka_unit_test(operands_must_be_formulas),
        cmocka_unit_test(subscripts_below_zero_act_as_zero),
        cmocka_unit_test(changed_unchanged_and_transition),
        cmocka_unit_test(frozen_value_under_always),
        cmocka_unit_test(quantified_formulas),
        cmocka_unit_test(connectives_as_functions_work_on_formulas),
        cmocka_unit_test(
            an_operator_over_known_operands_starts_anew_in_each_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
