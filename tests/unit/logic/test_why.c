/* Whom to blame. */
#include "fixture.h"

#include "logic/why.h"

static void note(void *context, const struct ltl_blame *blame)
{
    static const char *const kinds[] = {
        [LTL_BLAME_FALSE] = "false",
        [LTL_BLAME_OVERDUE] = "overdue",
        [LTL_BLAME_DEMANDED] = "demanded",
    };
    static const char *const operators[] = {
        [LTL_JUST] = "just",
        [LTL_ALWAYS] = "always",
        [LTL_EVENTUALLY] = "eventually",
        [LTL_UNTIL] = "until",
        [LTL_RELEASE] = "release",
    };
    struct buf *buf = context;
    buf_addf(buf, "%s %s{%lld} %s", kinds[blame->kind], operators[blame->op],
             (long long)blame->count, blame->negated ? "not " : "");
    term_add_text(buf, blame->leaf);
    if (blame->second != NULL) {
        buf_add_text(buf, " / ");
        term_add_text(buf, blame->second);
    }
    buf_add_text(buf, "; ");
}

/* Starts `text` in the first state, steps it to false in the second. */
static void assert_why_false(struct world *world, term_state first,
                             const char *text, term_state second,
                             const char *expected)
{
    struct buf buf;
    buf_init(&buf);
    world_enter(world, first);
    struct ltl_formula *before = start(world, text);
    world_enter(world, second);
    struct ltl_formula *after = NULL;
    assert_true(ltl_step(world->store, before, &after));
    assert_true(ltl_is_false(after));
    ltl_why_false(world->store, before, note, &buf);
    assert_string_equal(buf_text(&buf), expected);
    ltl_formula_unref(world->store, after);
    ltl_formula_unref(world->store, before);
    buf_finish(&buf);
}

static void assert_why_unmet(struct world *world, term_state state,
                             const char *text, const char *expected)
{
    struct buf buf;
    buf_init(&buf);
    world_enter(world, state);
    struct ltl_formula *formula = start(world, text);
    ltl_why_unmet(formula, note, &buf);
    assert_string_equal(buf_text(&buf), expected);
    ltl_formula_unref(world->store, formula);
    buf_finish(&buf);
}

static void a_violated_operator_blames_its_operand(void **state)
{
    struct world *world = *state;
    assert_why_false(world, A, "always{3} a", NONE, "false always{2} a; ");
    assert_why_false(world, NONE, "next a", NONE, "false just{0} a; ");
    assert_why_false(world, B, "a release{1} b", NONE,
                     "false release{0} b / a; ");
    assert_why_false(world, A, "a until{1} b", NONE,
                     "false until{0} a / b; false until{0} b / a; ");
}

static void a_negated_leaf_is_to_blame_for_being_true(void **state)
{
    struct world *world = *state;
    assert_why_false(world, NONE, "not eventually{3} a", A,
                     "false always{2} not a; ");
}

static void one_false_conjunct_is_enough(void **state)
{
    struct world *world = *state;
    assert_why_false(world, NONE, "next a && next b && next c", A,
                     "false just{0} b; ");
}

static void every_disjunct_counts(void **state)
{
    struct world *world = *state;
    assert_why_false(world, NONE, "next a || (next b && next c)", C,
                     "false just{0} a; false just{0} b; ");
}

static void a_leaf_is_blamed_once(void **state)
{
    struct world *world = *state;
    assert_why_false(world, NONE, "(next a && next b) || (next a && next c)",
                     NONE, "false just{0} a; ");
}

static void strong_nexts_are_overdue(void **state)
{
    struct world *world = *state;
    assert_why_unmet(world, NONE, "eventually{0} a",
                     "overdue eventually{0} a; ");
    assert_why_unmet(world, A, "a until{0} b", "overdue until{0} b / a; ");
    assert_why_unmet(world, NONE, "nextF a", "overdue just{0} a; ");
    assert_why_unmet(world, A, "not always{0} a",
                     "overdue eventually{0} not a; ");
}

static void only_the_parts_presumed_false_are_overdue(void **state)
{
    struct world *world = *state;
    assert_why_unmet(world, NONE, "nextT a && nextF b && (nextF c || nextT d)",
                     "overdue just{0} b; ");
}

static void required_nexts_are_demanded(void **state)
{
    struct world *world = *state;
    assert_why_unmet(world, A, "nextT d && (always{2} a || next b)",
                     "demanded always{1} a; demanded just{0} b; ");
    assert_why_unmet(world, A, "a until{2} b", "demanded until{1} b / a; ");
}

/* always{9} eventually{1} a, never met: the always demands states as before,
 * but what a run that is cut off fails for is the eventually. */
static void what_is_overdue_comes_before_what_is_demanded(void **state)
{
    struct world *world = *state;
    struct buf buf;
    buf_init(&buf);
    world_enter(world, NONE);
    struct ltl_formula *formula = start(world, "always{9} eventually{1} a");
    assert_false(ltl_is_overdue(formula));
    ltl_why_unmet(formula, note, &buf);
    assert_non_null(strstr(buf_text(&buf), "demanded always{8} "));
    assert_non_null(strstr(buf_text(&buf), "demanded eventually{0} a"));
    assert_null(strstr(buf_text(&buf), "overdue"));
    for (int i = 0; i < 3; i++)
        formula = step_into(world, formula, NONE);
    assert_true(ltl_is_overdue(formula));
    assert_int_equal(ltl_stop(formula), LTL_GO_ON);
    buf_clear(&buf);
    ltl_why_unmet(formula, note, &buf);
    assert_string_equal(buf_text(&buf), "overdue eventually{0} a; ");
    ltl_formula_unref(world->store, formula);
    buf_finish(&buf);
}

/* Obligations that are disjunctions themselves: the first is overdue when both
 * of its alternatives are, whatever the later ones may still see. */
static void a_disjunction_that_is_asked_for_always_is_overdue(void **state)
{
    struct world *world = *state;
    world_enter(world, NONE);
    struct ltl_formula *formula =
        start(world, "always{9} (eventually{1} a || eventually{3} b)");
    for (int i = 0; i < 2; i++)
        formula = step_into(world, formula, NONE);
    assert_false(ltl_is_overdue(formula));
    formula = step_into(world, formula, NONE);
    assert_true(ltl_is_overdue(formula));
    assert_int_equal(ltl_stop(formula), LTL_GO_ON);
    formula = step_into(world, formula, A);
    assert_false(ltl_is_overdue(formula));
    ltl_formula_unref(world->store, formula);
}

static void nothing_is_unmet_when_the_answer_is_true(void **state)
{
    struct world *world = *state;
    assert_why_unmet(world, NONE, "nextT a || nextF b", "");
    assert_why_unmet(world, NONE, "true", "");
    assert_why_unmet(world, NONE, "false", "");
}

/* The walk leaves no trace: asking twice gives the same answer. */
static void reasons_can_be_asked_twice(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = start(world, "nextF a && nextF b");
    struct buf buf;
    buf_init(&buf);
    ltl_why_unmet(formula, note, &buf);
    ltl_why_unmet(formula, note, &buf);
    assert_string_equal(buf_text(&buf),
                        "overdue just{0} a; overdue just{0} b; "
                        "overdue just{0} a; overdue just{0} b; ");
    ltl_formula_unref(world->store, formula);
    buf_finish(&buf);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_violated_operator_blames_its_operand),
        TEST(a_negated_leaf_is_to_blame_for_being_true),
        TEST(one_false_conjunct_is_enough),
        TEST(every_disjunct_counts),
        TEST(a_leaf_is_blamed_once),
        TEST(strong_nexts_are_overdue),
        TEST(only_the_parts_presumed_false_are_overdue),
        TEST(required_nexts_are_demanded),
        TEST(what_is_overdue_comes_before_what_is_demanded),
        TEST(a_disjunction_that_is_asked_for_always_is_overdue),
        TEST(nothing_is_unmet_when_the_answer_is_true),
        TEST(reasons_can_be_asked_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
