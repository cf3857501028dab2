/* Text of formulas. */
#include "fixture.h"

#include <string.h>

static void each_operator_has_its_text(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, NONE, "true", "true");
    assert_starts_as(world, NONE, "false", "false");
    assert_starts_as(world, NONE, "nextT a", "nextT a");
    assert_starts_as(world, NONE, "nextF a", "nextF a");
    assert_starts_as(world, NONE, "next a", "next! a");
    assert_starts_as(world, A, "always{3} a", "next! always{2} a");
    assert_starts_as(world, NONE, "eventually{3} a", "next! eventually{2} a");
    assert_starts_as(world, A, "a until{3} b", "next! a until{2} b");
    assert_starts_as(world, B, "a release{3} b", "next! a release{2} b");
    assert_starts_as(world, A, "not (a until{3} b)",
                     "next! not a release{2} not b");
}

static void parts_of_sets_stand_in_parentheses(void **state)
{
    struct world *world = *state;
    assert_starts_as(world, A, "always{3} a && nextF b",
                     "(next! always{2} a) and (nextF b)");
    assert_starts_as(world, NONE, "next a || (next b && (next c || next d))",
                     "(next! a) or ((next! b) and ((next! c) or (next! d)))");
}

static bool never(void *context, ltl_leaf leaf, struct ltl_formula **result)
{
    (void)context;
    (void)leaf;
    (void)result;
    return false;
}

static void ignore(void *context, ltl_leaf leaf)
{
    (void)context;
    (void)leaf;
}

static void leaves_without_text_are_dots(void **state)
{
    (void)state;
    const struct ltl_leaf_ops ops = {
        .ref = ignore, .unref = ignore, .evaluate = never};
    struct ltl_store *store = ltl_store_create(&ops, NULL);
    struct ltl_formula *formula = ltl_next(store, LTL_WEAK, "leaf");
    struct buf buf;
    buf_init(&buf);
    ltl_print(store, formula, &buf);
    assert_string_equal(buf_text(&buf), "nextT ...");
    buf_finish(&buf);
    ltl_formula_unref(store, formula);
    ltl_store_destroy(store);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(each_operator_has_its_text),
        TEST(parts_of_sets_stand_in_parentheses),
        TEST(leaves_without_text_are_dots),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
