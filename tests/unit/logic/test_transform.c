/* Formulas as deep as input makes them: nothing recurses over them. */
#include "fixture.h"

#include "logic/why.h"

enum { DEEP = 100 * 1000 };

/* DEEP levels: d or (b and (c or (b and (d or …)))), no two neighbouring
 * storeys alike. */
static struct ltl_formula *deep(struct world *world, enum ltl_strength strength)
{
    struct ltl_formula *formula =
        ltl_next(world->store, strength, term_parse(world, "a"));
    const struct term *leaves[] = {
        term_parse(world, "b"), term_parse(world, "c"), term_parse(world, "b"),
        term_parse(world, "d")};
    for (int i = 0; i < DEEP; i++) {
        struct ltl_formula *next =
            ltl_next(world->store, strength, leaves[i % 4]);
        struct ltl_formula *more = i % 2 == 0
                                       ? ltl_and(world->store, formula, next)
                                       : ltl_or(world->store, formula, next);
        ltl_formula_unref(world->store, next);
        ltl_formula_unref(world->store, formula);
        formula = more;
    }
    return formula;
}

static void a_deep_formula_is_freed(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = deep(world, LTL_WEAK);
    assert_true(ltl_store_node_count(world->store) > DEEP);
    ltl_formula_unref(world->store, formula);
    assert_int_equal(ltl_store_node_count(world->store), 0);
}

static void a_deep_formula_is_stepped(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = deep(world, LTL_WEAK);
    formula = step_into(world, formula, A | B);
    assert_true(ltl_is_true(formula));
    formula = deep(world, LTL_WEAK);
    formula = step_into(world, formula, B);
    assert_true(ltl_is_false(formula));
}

static void a_deep_formula_is_negated(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = deep(world, LTL_WEAK);
    struct ltl_formula *negated = ltl_not(world->store, formula);
    assert_int_equal(ltl_stop(formula), LTL_STOP_TRUE);
    assert_int_equal(ltl_stop(negated), LTL_STOP_FALSE);
    ltl_formula_unref(world->store, negated);
    ltl_formula_unref(world->store, formula);
}

static void count_blame(void *context, const struct ltl_blame *blame)
{
    (void)blame;
    ++*(int *)context;
}

static void a_deep_formula_is_explained(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = deep(world, LTL_STRONG);
    int count = 0;
    ltl_why_unmet(formula, count_blame, &count);
    assert_int_equal(count, 4); /* next a, b, c and d, each once */
    ltl_formula_unref(world->store, formula);
}

static void a_deep_formula_is_printed_in_part(void **state)
{
    struct world *world = *state;
    struct ltl_formula *formula = deep(world, LTL_WEAK);
    struct buf buf;
    buf_init(&buf);
    ltl_print(world->store, formula, &buf);
    assert_in_range(buf.length, 1000, 100 * 1000);
    assert_non_null(strstr(buf_text(&buf), " ..."));
    buf_finish(&buf);
    ltl_formula_unref(world->store, formula);
}

/* x_{n+1} = (x_n and next b) or (x_n and next c): 2^n leaves as a tree. */
static void shared_parts_are_worked_out_once(void **state)
{
    struct world *world = *state;
    struct ltl_store *store = world->store;
    struct ltl_formula *b = start(world, "next eventually{0} b");
    struct ltl_formula *c = start(world, "next eventually{0} c");
    struct ltl_formula *formula = start(world, "next eventually{0} a");
    for (int i = 0; i < 500; i++) {
        struct ltl_formula *left = ltl_and(store, formula, b);
        struct ltl_formula *right = ltl_and(store, formula, c);
        struct ltl_formula *both = ltl_or(store, left, right);
        ltl_formula_unref(store, left);
        ltl_formula_unref(store, right);
        ltl_formula_unref(store, formula);
        formula = both;
    }
    struct ltl_formula *negated = ltl_not(store, formula);
    ltl_formula_unref(store, negated);
    formula = step_into(world, formula, NONE);
    assert_int_equal(ltl_stop(formula), LTL_STOP_FALSE);
    formula = step_into(world, formula, A | B);
    assert_true(ltl_is_true(formula));
    ltl_formula_unref(store, b);
    ltl_formula_unref(store, c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(a_deep_formula_is_freed),
        TEST(a_deep_formula_is_stepped),
        TEST(a_deep_formula_is_negated),
        TEST(a_deep_formula_is_explained),
        TEST(a_deep_formula_is_printed_in_part),
        TEST(shared_parts_are_worked_out_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
