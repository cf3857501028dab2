/* What is noted of a specification while it is evaluated, and weights. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "back_support.h"
#include "lang/explain/coverage.h"

/* "T/F/O": in how many states the part with this text was what. */
static void assert_part(const struct run *run, enum coverage_kind kind,
                        const char *text, int64_t was_true, int64_t was_false,
                        int64_t was_open)
{
    struct coverage coverage = {0};
    bool found = false;
    lang_session_coverage(run->session, &coverage);
    for (size_t i = 0; i < coverage.part_count; i++) {
        const struct coverage_part *part = &coverage.parts[i];
        if (part->kind != kind || strcmp(part->text, text) != 0)
            continue;
        assert_false(found);
        found = true;
        assert_int_equal(part->was_true, was_true);
        assert_int_equal(part->was_false, was_false);
        assert_int_equal(part->was_open, was_open);
    }
    assert_true(found);
    coverage_finish(&coverage);
}

/* What can be done in the last state; guards are looked at for that. */
static struct lang_primitive_list propose(struct run *run)
{
    struct lang_primitive_list list = {0};
    struct error error = ERROR_NONE;
    assert_true(
        lang_session_primitives(run->session, LANG_WITH, &list, &error));
    return list;
}

static void assert_no_proposals(struct run *run, const char *why)
{
    struct lang_primitive_list list = {0};
    struct error error = ERROR_NONE;
    assert_false(
        lang_session_primitives(run->session, LANG_WITH, &list, &error));
    assert_non_null(strstr(error.message, why));
    lang_primitive_list_finish(&list);
}

static void look_at_guards(struct run *run)
{
    struct lang_primitive_list list = propose(run);
    lang_primitive_list_finish(&list);
}

static void sides_of_connectives_are_counted_by_states(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = always {5} ((`a` ==> `b`) && (`b` || `c` || `d`));"
                   "action go! = noop! when `c`;"
                   "check p with go!;");
    run_state(&run, "{\"a\":false,\"b\":false,\"c\":true,\"d\":true}");
    look_at_guards(&run);
    run_state(&run, "{\"a\":false,\"b\":true,\"c\":true,\"d\":true}");
    look_at_guards(&run);
    run_state(&run, "{\"a\":false,\"b\":false,\"c\":true,\"d\":true}");
    look_at_guards(&run);
    assert_part(&run, COVERAGE_IMPLICATION, "`a`", 0, 3, 0);
    assert_part(&run, COVERAGE_DISJUNCT, "`b`", 1, 2, 0);
    assert_part(&run, COVERAGE_DISJUNCT, "`c`", 2, 0, 0);
    assert_part(&run, COVERAGE_GUARD, "`c`", 3, 0, 0);
    run_finish(&run);
}

static void what_is_said_of_the_next_state_is_counted_there(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~up = `n` > 0 && nextT (`n` == 2);"
                   "let ~down = `n` > 0 && nextT (`n` == 0);"
                   "let ~p = always {5} (up || down);"
                   "action go! = noop!;"
                   "check p with go!;");
    run_state(&run, "{\"n\":1}");
    run_state(&run, "{\"n\":2}");
    run_state(&run, "{\"n\":2}");
    assert_part(&run, COVERAGE_DISJUNCT, "up", 0, 0, 3);
    assert_part(&run, COVERAGE_NEXT, "`n` == 2", 2, 0, 0);
    assert_part(&run, COVERAGE_NEXT, "`n` == 0", 0, 2, 0);
    run_finish(&run);
}

static void all_actions_of_the_check_are_named(void **state)
{
    (void)state;
    struct run run;
    struct coverage coverage = {0};
    run_text(&run, "let ~p = always {5} `a`;"
                   "action go! = noop! when `a`; action stay! = noop!;"
                   "check p with go!, stay!, loaded?;");
    run_state(&run, "{\"a\":true}");
    lang_session_coverage(run.session, &coverage);
    assert_int_equal(coverage.action_count, 2);
    assert_string_equal(coverage.actions[0].name, "go!");
    coverage_finish(&coverage);
    run_finish(&run);
}

static void news_are_outcomes_seen_for_the_first_time(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = always {5} (`a` || true); action go! = noop!;"
                   "check p with go!;");
    run_state(&run, "{\"a\":true}");
    uint64_t first = lang_session_news(run.session);
    run_state(&run, "{\"a\":true}");
    assert_int_equal(lang_session_news(run.session), first);
    run_state(&run, "{\"a\":false}"); /* a is false, and true is true */
    assert_int_equal(lang_session_news(run.session), first + 2);
    run_finish(&run);
}

/* always {5} and always {4} of the same are one shape; a pending `nextT` is
 * another. */
static void the_shape_leaves_out_numbers(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, "let ~p = always {5} (`a` ==> nextT (`b`));"
                   "action go! = noop!; check p with go!;");
    run_state(&run, "{\"a\":false,\"b\":true}");
    uint64_t shape = lang_session_shape(run.session);
    run_state(&run, "{\"a\":false,\"b\":true}");
    assert_int_equal(lang_session_shape(run.session), shape);
    run_state(&run, "{\"a\":true,\"b\":true}");
    assert_int_not_equal(lang_session_shape(run.session), shape);
    run_state(&run, "{\"a\":false,\"b\":true}");
    assert_int_equal(lang_session_shape(run.session), shape);
    run_finish(&run);
}

#define WEIGHED "action weighted!(weight, act) = {weight: weight, action: act};"

static void a_weight_is_multiplied_and_stays_out_of_the_name(void **state)
{
    (void)state;
    struct run run;
    run_text(&run,
             WEIGHED "action one! = {id: \"one\", event: false, args: []};"
                     "action a! = weighted!(3, one!);"
                     "action b! = [weighted!(2, weighted!(5, one!)), one!];"
                     "let ~p = always {5} (`a` || happened == [one!]);"
                     "check p with a!, b!;");
    run_state(&run, "{\"a\":true}");
    struct lang_primitive_list list = propose(&run);
    assert_int_equal(list.count, 3);
    assert_int_equal(list.items[0].weight, 3);
    assert_int_equal(list.items[1].weight, 10);
    assert_int_equal(list.items[2].weight, 1);
    lang_primitive_list_finish(&list);
    assert_string_equal(run_action(&run, "one", "{\"a\":false}"), "more");
    run_finish(&run);
}

/* A weight alone is no name; then the name is that of the check. */
static void
what_only_a_weight_stands_around_is_called_as_in_the_check(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, WEIGHED "let one = {id: \"one\", event: false, args: []};"
                           "action a! = weighted!(3, one);"
                           "let ~p = always {5} (not (a! in happened));"
                           "check p with a!;");
    run_state(&run, "{}");
    assert_string_equal(run_action(&run, "one", "{}"), "Definitely false");
    run_finish(&run);
}

static void a_weight_is_a_number_from_1(void **state)
{
    (void)state;
    static const char *const weights[] = {"0", "1000001", "1.5", "\"x\""};
    for (size_t i = 0; i < 4; i++) {
        struct run run;
        char text[300];
        snprintf(text, sizeof text,
                 WEIGHED "action a! = weighted!(%s, noop!);"
                         "let ~p = always {5} `a`; check p with a!;",
                 weights[i]);
        run_text(&run, text);
        run_state(&run, "{\"a\":true}");
        assert_no_proposals(&run, "whole number from 1 to 1000000");
        run_finish(&run);
    }
}

#define ORDER                                                                  \
    "action inOrder!(acts) = {inOrder: acts};"                                 \
    "let act(id) = {id: id, event: false, args: [id]};"

/* Each way of the first part goes with each of the second, and a part that is
 * not on offer takes the whole with it. */
static void actions_in_order_are_one_in_every_way(void **state)
{
    (void)state;
    struct run run;
    run_text(&run, ORDER
             "action a! = inOrder!([[act(\"x\"), act(\"y\")], act(\"z\")]);"
             "action b! = inOrder!([act(\"x\"), act(\"z\") when `a`]);"
             "let ~p = always {5} (`a` == `a`);"
             "check p with a!, b!;");
    run_state(&run, "{\"a\":false}");
    struct lang_primitive_list list = propose(&run);
    assert_int_equal(list.count, 2);
    static const char *const firsts[] = {"x", "y"};
    for (size_t i = 0; i < 2; i++) {
        const struct action *action = &list.items[i].action;
        assert_true(str_is(value_text(action->id), "inOrder"));
        const struct value *parts = action->args->items[0];
        struct value *const *part = parts->items;
        assert_int_equal(parts->count, 2);
        assert_true(
            str_is(value_text(value_field(part[0], STR("id"))), firsts[i]));
        assert_true(str_is(value_text(value_field(part[1], STR("id"))), "z"));
    }
    lang_primitive_list_finish(&list);
    run_finish(&run);
}

static void assert_step_part(const struct value *part, const char *id,
                             bool settles)
{
    assert_true(str_is(value_text(value_field(part, STR("id"))), id));
    assert_int_equal(value_field(part, STR("settle")) != NULL, settles);
}

/* Parts of parts are parts, and each keeps its own rule for the state. */
static void actions_in_order_stand_for_their_parts(void **state)
{
    (void)state;
    struct run run;
    run_text(
        &run, ORDER
        "action ab! = inOrder!([act(\"a\"), act(\"b\")]);"
        "action slow! = {settle: {quiet: 1, atMost: 2}, action: act(\"s\")};"
        "action all! = inOrder!([ab!, slow!, inOrder!([ab!, act(\"c\")])]);"
        "let ~p = always {5} (`a` == `a`);"
        "check p with all!;");
    run_state(&run, "{\"a\":false}");
    struct lang_primitive_list list = propose(&run);
    assert_int_equal(list.count, 1);
    const struct value *parts = list.items[0].action.args->items[0];
    static const char *const ids[] = {"a", "b", "s", "a", "b", "c"};
    assert_int_equal(parts->count, 6);
    for (size_t i = 0; i < 6; i++)
        assert_step_part(parts->items[i], ids[i], i == 2);
    assert_null(list.items[0].action.settle);
    lang_primitive_list_finish(&list);
    run_finish(&run);
}

static void what_is_no_action_is_not_in_order(void **state)
{
    (void)state;
    static const char *const wrong[][2] = {
        {"{id: \"x\", event: true, args: []}", "are actions"},
        {"{settle: {quiet: 1, atMost: 2}, action: inOrder!([act(\"x\")])}",
         "a rule of its own"},
        {"inOrder!(unfoldr(fun n. if n > 19 { null } else { [act(\"x\"), n + "
         "1] "
         "}, 0))",
         "At most 20 actions"},
        {"unfoldr(fun n. if n > 1000 { null } else { [act(\"x\"), n + 1] }, 0)",
         "more than 1000 ways"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct run run;
        char text[500];
        snprintf(text, sizeof text,
                 ORDER "action a! = inOrder!([%s, act(\"y\")]);"
                       "let ~p = always {5} `a`; check p with a!;",
                 wrong[i][0]);
        run_text(&run, text);
        run_state(&run, "{\"a\":true}");
        assert_no_proposals(&run, wrong[i][1]);
        run_finish(&run);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sides_of_connectives_are_counted_by_states),
        cmocka_unit_test(what_is_said_of_the_next_state_is_counted_there),
        cmocka_unit_test(all_actions_of_the_check_are_named),
        cmocka_unit_test(news_are_outcomes_seen_for_the_first_time),
        cmocka_unit_test(the_shape_leaves_out_numbers),
        cmocka_unit_test(a_weight_is_multiplied_and_stays_out_of_the_name),
        cmocka_unit_test(
            what_only_a_weight_stands_around_is_called_as_in_the_check),
        cmocka_unit_test(a_weight_is_a_number_from_1),
        cmocka_unit_test(actions_in_order_are_one_in_every_way),
        cmocka_unit_test(actions_in_order_stand_for_their_parts),
        cmocka_unit_test(what_is_no_action_is_not_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
