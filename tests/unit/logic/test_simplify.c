/* Sets are flat, without duplicates, and join what moves in lockstep; what
 * must not be dropped is not. */
#include "fixture.h"

static void nested_sets_of_one_kind_are_flat(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "(next a && next b) && (next c && next d)",
                     "(next! a) and (next! b) and (next! c) and (next! d)");
    assert_starts_as(world, NONE, "next a || (next b || (next c || next d))",
                     "(next! a) or (next! b) or (next! c) or (next! d)");
}

static void equal_parts_stand_once(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "next a && next a", "next! a");
    assert_starts_as(world, NONE, "(next a || next b) || (next b || next a)",
                     "(next! a) or (next! b)");
}

static void the_longer_demand_of_one_operator_stays(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "eventually{3} a && eventually{7} a",
                     "next! eventually{6} a");
    assert_starts_as(world, NONE, "eventually{7} a || eventually{3} a",
                     "next! eventually{6} a");
    assert_starts_as(world, A, "(a until{0} b) && (a until{1} b)",
                     "next! a until{0} b");
}

static void negated_and_plain_operators_are_not_joined(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "not next a && next a",
                     "(next! a) and (next! not a)");
    assert_starts_as(world, NONE,
                     "not eventually{1} next a || always{1} next a",
                     "((next! not a) and (next! always{0} not (next a))) or "
                     "((next! a) and (next! always{0} (next a)))");
}

/* They are true together, but presume different answers. */
static void nexts_of_different_strength_are_not_joined(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "nextT a && nextF a",
                     "(nextT a) and (nextF a)");
}

/* Joined below the top, too: both sides are one tree, and each node takes the
 * longer demand. */
static void sets_of_one_shape_are_joined_part_by_part(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE,
                     "(eventually{5} a || (eventually{2} b && nextT c)) && "
                     "(eventually{4} a || (eventually{9} b && nextT c))",
                     "(next! eventually{4} a) or "
                     "((next! eventually{8} b) and (nextT c))");
}

/* Absorption would lose the demand of b and the mistakes in it. */
static void nothing_is_absorbed(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "nextT a || (nextT a && next b)",
                     "(nextT a) or ((nextT a) and (next! b))");
    assert_starts_as(world, NONE, "nextF a && (nextF a || next fail)",
                     "(nextF a) and ((nextF a) or (next! fail))");
}

static size_t nodes_after(struct world *world, const char *text, int states)
{
    struct ltl_formula *formula = start(world, text);
    for (int i = 0; i < states; i++)
        formula = step_into(world, formula, NONE);
    ltl_store_new_state(world->store);
    size_t nodes = ltl_store_node_count(world->store);
    ltl_formula_unref(world->store, formula);
    return nodes;
}

/* Obligations that are never met do not pile up. */
static void nested_operators_stay_flat(void **state)
{
    struct world *world = *state;
    const char *texts[] = {
        "always{5} eventually{7} a",
        "always{1000} eventually{3} a",
        "always{3} eventually{4} always{5} not a",
        "always{4} (b ==> eventually{3} a) && always{9} eventually{2} a",
        "always{2} (not a until{3} b)",
        "always{3} eventually{4} always{5} eventually{6} a",
        "(eventually{0} a) until{4} (eventually{0} b)",
        "always{3} ((eventually{0} a) release{4} (eventually{0} b))",
        "always{1} ((eventually{1} a) until{1} (eventually{1} b))",
    };
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        size_t early = nodes_after(world, texts[i], 50);
        size_t late = nodes_after(world, texts[i], 500);
        assert_true(late <= early);
        assert_true(early <= 30);
    }
}

static struct ltl_formula *wide(struct world *world, int from, int to)
{
    struct ltl_formula *all = ltl_constant(world->store, true);
    for (int i = from; i < to; i++) {
        struct term like = {
            .kind = TERM_ALWAYS, .count = i, .a = term_parse(world, "a")};
        struct ltl_formula *next =
            ltl_next(world->store, LTL_WEAK, term_make(world, &like));
        struct ltl_formula *more = ltl_and(world->store, next, all);
        ltl_formula_unref(world->store, all);
        ltl_formula_unref(world->store, next);
        all = more;
    }
    return all;
}

/* Beyond LTL_JOIN_LIMIT, sets are still sets: built in any order, and in parts
 * that overlap, they are one pointer. */
static void large_sets_are_made_once(void **state)
{
    struct world *world = *state;
    struct ltl_formula *whole = wide(world, 0, 600);
    struct ltl_formula *left = wide(world, 0, 400);
    struct ltl_formula *right = wide(world, 200, 600);
    struct ltl_formula *one = ltl_and(world->store, left, right);
    struct ltl_formula *two = ltl_and(world->store, right, left);
    assert_ptr_equal(one, whole);
    assert_ptr_equal(two, whole);
    struct ltl_formula *negated = ltl_not(world->store, whole);
    struct ltl_formula *back = ltl_not(world->store, negated);
    assert_ptr_equal(back, whole);
    struct ltl_formula *all[] = {whole, left, right, one, two, negated, back};
    for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
        ltl_formula_unref(world->store, all[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(nested_sets_of_one_kind_are_flat),
        TEST(equal_parts_stand_once),
        TEST(the_longer_demand_of_one_operator_stays),
        TEST(negated_and_plain_operators_are_not_joined),
        TEST(nexts_of_different_strength_are_not_joined),
        TEST(sets_of_one_shape_are_joined_part_by_part),
        TEST(nothing_is_absorbed),
        TEST(nested_operators_stay_flat),
        TEST(large_sets_are_made_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
