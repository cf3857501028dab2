/* Properties that are judged by the run of another one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "run/riders.h"

/* Definitely `value` in this state, undecided before; at fault in another. */
struct script {
    struct checker checker;
    struct deps deps;
    int64_t decided_at, fault_at; /* 0: never */
    bool value;
    int observed, destroyed;
};

static struct script *of(struct checker *checker)
{
    return (struct script *)checker;
}

static const struct deps *dependencies(struct checker *checker)
{
    return &of(checker)->deps;
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct script *script = of(checker);
    *seen = (struct observation){.wait_ms = CHECKER_NO_WAIT, .started = true};
    script->observed++;
    if (step->version == script->fault_at)
        return error_set(error, ERROR_RUN, "at fault");
    if (step->version == script->decided_at)
        seen->verdict = (struct verdict){VERDICT_DEFINITELY, script->value};
    return true;
}

static void destroy(struct checker *checker)
{
    of(checker)->destroyed++;
}

static const struct checker_ops ops = {
    .dependencies = dependencies, .observe = observe, .destroy = destroy};

static void begin(struct script *script, const char *selector)
{
    *script = (struct script){.checker = {&ops}};
    deps_init(&script->deps);
    deps_child(&script->deps.root, str_text(selector));
}

static struct observation step(struct checker *checker, int64_t version)
{
    struct observation seen;
    struct error error = ERROR_NONE;
    struct step state = {.version = version};
    assert_true(checker->ops->observe(checker, &state, &seen, &error));
    return seen;
}

static void what_a_run_breaks_is_known_behind_it(void **state)
{
    (void)state;
    struct script driver, breaks, holds, errs;
    struct riders riders;
    begin(&driver, "#driver");
    begin(&breaks, "#breaks");
    begin(&holds, "#holds");
    begin(&errs, "#errs");
    breaks.decided_at = 2;
    holds.decided_at = 2;
    holds.value = true;
    errs.fault_at = 1;
    driver.decided_at = 3;
    struct checker *all = riders_begin(&riders, &driver.checker);
    riders_add(&riders, 4, &breaks.checker);
    riders_add(&riders, 5, &holds.checker);
    riders_add(&riders, 6, &errs.checker);

    const struct deps *deps = all->ops->dependencies(all);
    assert_int_equal(deps->root.count, 4);
    assert_non_null(deps_find(&deps->root, STR("#driver")));
    assert_non_null(deps_find(&deps->root, STR("#breaks")));

    /* It is the driver's verdict that counts. */
    assert_int_equal(step(all, 1).verdict.kind, VERDICT_NONE);
    assert_int_equal(step(all, 2).verdict.kind, VERDICT_NONE);
    assert_int_equal(step(all, 3).verdict.kind, VERDICT_DEFINITELY);
    assert_int_equal(driver.observed, 3);
    assert_int_equal(breaks.observed, 2); /* nothing is asked behind it */
    assert_int_equal(holds.observed, 3);
    assert_int_equal(errs.observed, 1);

    const struct rider *items = riders.items.items;
    assert_true(items[0].broken);
    assert_int_equal(items[0].property, 4);
    assert_false(items[1].broken);
    assert_false(items[2].broken);

    all->ops->destroy(all);
    riders_end(&riders);
    assert_int_equal(breaks.destroyed + holds.destroyed + errs.destroyed, 3);
    assert_int_equal(driver.destroyed, 0);
    deps_finish(&driver.deps);
    deps_finish(&breaks.deps);
    deps_finish(&holds.deps);
    deps_finish(&errs.deps);
}

/* What the driver does not know, all of them do not. */
static void what_a_driver_lacks_is_answered_for_it(void **state)
{
    (void)state;
    struct script driver;
    struct riders riders;
    struct reason_list reasons = {0};
    uint64_t residual = 7, news = 8;
    begin(&driver, "#driver");
    struct checker *all = riders_begin(&riders, &driver.checker);
    assert_null(all->ops->awaited(all));
    assert_true(all->ops->awaits(all, &(struct action_list){0}));
    all->ops->insight(all, &residual, &news);
    assert_int_equal(residual, 7);
    assert_int_equal(all->ops->cut_off(all).kind, VERDICT_INCONCLUSIVE);
    all->ops->explain(all, &reasons);
    assert_int_equal(reasons.count, 0);
    riders_end(&riders);
    deps_finish(&driver.deps);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_a_run_breaks_is_known_behind_it),
        cmocka_unit_test(what_a_driver_lacks_is_answered_for_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
