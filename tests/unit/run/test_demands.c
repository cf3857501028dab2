/* When what a property demands goes nowhere. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>

#include <cmocka.h>

#include "run/demands.h"

enum { LIMIT = 10 };

struct subject {
    struct checker base;
    int64_t demand;
    bool is_overdue;
};

static int64_t demand(struct checker *checker)
{
    return ((const struct subject *)checker)->demand;
}

static struct verdict cut_off(struct checker *checker)
{
    bool is_overdue = ((const struct subject *)checker)->is_overdue;
    return (struct verdict){
        is_overdue ? VERDICT_PROBABLY : VERDICT_INCONCLUSIVE, false};
}

static const struct checker_ops table = {.demand = demand, .cut_off = cut_off};

/* The demands before the actions from 0 on; -1: their end, of which the last
 * one is repeated. How many actions it took until the run was cut off, up to
 * 100. */
static int64_t runs_for(const int64_t *demands, bool is_overdue, enum cut *cut)
{
    struct subject subject = {{&table}, 0, is_overdue};
    struct demands looked = {0};
    for (int64_t actions = 0; actions < 100; actions++) {
        subject.demand = *demands;
        *cut = demands_look(&looked, &subject.base, actions, LIMIT);
        if (*cut != CUT_NONE)
            return actions;
        if (demands[1] >= 0)
            demands++;
    }
    return 100;
}

static void what_becomes_less_goes_on(void **state)
{
    (void)state;
    int64_t demands[80];
    enum cut cut;
    for (int64_t i = 0; i < 79; i++)
        demands[i] = 79 - i;
    demands[79] = -1;
    assert_int_equal(runs_for(demands, false, &cut),
                     88); /* 1 comes ten times */
    assert_int_equal(cut, CUT_ENDLESS);
    demands[78] = 0;
    assert_int_equal(runs_for(demands, false, &cut), 100);
}

static void what_comes_anew_is_told(void **state)
{
    (void)state;
    enum cut cut;
    assert_int_equal(runs_for((int64_t[]){1, -1}, false, &cut), LIMIT);
    assert_int_equal(cut, CUT_ENDLESS);
    assert_int_equal(
        runs_for((int64_t[]){5, 4, 3, 5, 4, 3, 5, -1}, false, &cut), LIMIT + 2);
    assert_int_equal(cut, CUT_ENDLESS);
}

static void where_nothing_was_demanded_it_begins_anew(void **state)
{
    (void)state;
    enum cut cut;
    assert_int_equal(
        runs_for((int64_t[]){1, 1, 1, 1, 1, 1, 0, 9, -1}, false, &cut),
        LIMIT + 7);
}

static void what_is_overdue_has_its_own_limit(void **state)
{
    (void)state;
    enum cut cut;
    assert_int_equal(runs_for((int64_t[]){1, -1}, true, &cut), LIMIT);
    assert_int_equal(cut, CUT_OVERDUE);
}

static void without_a_limit_nothing_is(void **state)
{
    (void)state;
    struct subject subject = {{&table}, 1, true};
    struct demands looked = {0};
    for (int64_t actions = 0; actions < 100; actions++)
        assert_int_equal(demands_look(&looked, &subject.base, actions, 0),
                         CUT_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_becomes_less_goes_on),
        cmocka_unit_test(what_comes_anew_is_told),
        cmocka_unit_test(where_nothing_was_demanded_it_begins_anew),
        cmocka_unit_test(what_is_overdue_has_its_own_limit),
        cmocka_unit_test(without_a_limit_nothing_is),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
