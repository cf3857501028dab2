/* The third storey of until and release, and every one above it, goes. */
#include "fixture.h"

/* The two are one formula. */
static void assert_same(struct world *world, const char *one, const char *two)
{
    struct ltl_formula *a = start(world, one);
    struct ltl_formula *b = start(world, two);
    assert_ptr_equal(a, b);
    ltl_formula_unref(world->store, a);
    ltl_formula_unref(world->store, b);
}

static void assert_different(struct world *world, const char *one,
                             const char *two)
{
    struct ltl_formula *a = start(world, one);
    struct ltl_formula *b = start(world, two);
    assert_ptr_not_equal(a, b);
    ltl_formula_unref(world->store, a);
    ltl_formula_unref(world->store, b);
}

#define Q "nextF a"
#define P "next b"
#define ONE(x) Q " || (" P " && (" x "))"
#define DUAL(x) Q " && (" P " || (" x "))"

static void three_storeys_are_two(void **state)
{
    struct world *world = *state;
    assert_same(world, ONE(ONE(ONE("nextT c"))), ONE(ONE("nextT c")));
    assert_same(world, ONE(ONE(ONE(ONE("nextT c")))), ONE(ONE("nextT c")));
    assert_same(world, DUAL(DUAL(DUAL("nextT c"))), DUAL(DUAL("nextT c")));
}

/* When c turns out false, two storeys demand b, and one does not. */
static void two_storeys_are_not_one(void **state)
{
    struct world *world = *state;
    assert_different(world, ONE(ONE("nextT c")), ONE("nextT c"));
    assert_different(world, DUAL(DUAL("nextT c")), DUAL("nextT c"));
}

static void what_stands_on_may_be_any_formula(void **state)
{
    struct world *world = *state;
    assert_same(world, ONE(ONE(ONE("nextT c && next d"))),
                ONE(ONE("nextT c && next d")));
    assert_same(world, ONE(ONE(ONE("nextT c || (next c && next d)"))),
                ONE(ONE("nextT c || (next c && next d)")));
}

static void operands_may_have_several_parts(void **state)
{
    struct world *world = *state;
#define WIDE(x) "nextF a || nextT d || ((next b && nextF (b && c)) && (" x "))"
    assert_same(world, WIDE(WIDE(WIDE("nextT c"))), WIDE(WIDE("nextT c")));
#undef WIDE
}

static void storeys_that_differ_stay(void **state)
{
    struct world *world = *state;
    const char *other_q = "nextF d || (next b && (" ONE("nextT c") "))";
    const char *other_p = "nextF a || (next d && (" ONE("nextT c") "))";
    struct buf buf;
    buf_init(&buf);
    buf_addf(&buf, "nextF a || (next b && (%s))", other_q);
    assert_different(world, buf_text(&buf), other_q);
    buf_clear(&buf);
    buf_addf(&buf, "nextF a || (next b && (%s))", other_p);
    assert_different(world, buf_text(&buf), other_p);
    buf_finish(&buf);
}

/* Each storey demands longer than the one below: none is another. */
static void storeys_with_different_demands_stay(void **state)
{
    struct world *world = *state;
    assert_different(
        world,
        "eventually{1} a || (next b && (eventually{2} a || (next b && "
        "(eventually{3} a || (next b && nextT c)))))",
        "eventually{2} a || (next b && (eventually{3} a || (next b && "
        "nextT c)))");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(three_storeys_are_two),
        TEST(two_storeys_are_not_one),
        TEST(what_stands_on_may_be_any_formula),
        TEST(operands_may_have_several_parts),
        TEST(storeys_that_differ_stay),
        TEST(storeys_with_different_demands_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
