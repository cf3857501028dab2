#include "run/riders.h"

#include <stddef.h>

static struct riders *of(struct checker *checker)
{
    return (struct riders *)((char *)checker -
                             offsetof(struct riders, checker));
}

static const struct checker_ops *driver_ops(struct checker *checker)
{
    return of(checker)->driver->ops;
}

static const struct deps *dependencies(struct checker *checker)
{
    return &of(checker)->deps;
}

static void ride(struct rider *rider, const struct step *step)
{
    struct observation seen = {.wait_ms = CHECKER_NO_WAIT};
    struct error error = ERROR_NONE;
    if (rider->broken || rider->dropped)
        return;
    if (!rider->checker->ops->observe(rider->checker, step, &seen, &error)) {
        rider->dropped = true;
        return;
    }
    rider->verdict = seen.verdict;
    rider->broken = seen.verdict.kind == VERDICT_DEFINITELY &&
                    verdict_is_failure(seen.verdict);
}

static bool observe(struct checker *checker, const struct step *step,
                    struct observation *seen, struct error *error)
{
    struct riders *riders = of(checker);
    for (size_t i = 0; i < riders->items.count; i++)
        ride(&riders->items.items[i], step);
    return driver_ops(checker)->observe(riders->driver, step, seen, error);
}

static bool unread(struct checker *checker, struct deps *found)
{
    struct riders *riders = of(checker);
    const struct checker_ops *ops = driver_ops(checker);
    bool any = ops->unread != NULL && ops->unread(riders->driver, found);
    for (size_t i = 0; i < riders->items.count; i++) {
        struct checker *rider = riders->items.items[i].checker;
        any |= rider->ops->unread != NULL && rider->ops->unread(rider, found);
    }
    return any;
}

static const struct action_list *awaited(struct checker *checker)
{
    const struct checker_ops *ops = driver_ops(checker);
    return ops->awaited == NULL ? NULL : ops->awaited(of(checker)->driver);
}

static bool awaits(struct checker *checker, const struct action_list *events)
{
    const struct checker_ops *ops = driver_ops(checker);
    return ops->awaits == NULL || ops->awaits(of(checker)->driver, events);
}

static void insight(struct checker *checker, uint64_t *residual, uint64_t *news)
{
    const struct checker_ops *ops = driver_ops(checker);
    if (ops->insight != NULL)
        ops->insight(of(checker)->driver, residual, news);
}

static struct verdict cut_off(struct checker *checker)
{
    const struct checker_ops *ops = driver_ops(checker);
    return ops->cut_off == NULL ? (struct verdict){.kind = VERDICT_INCONCLUSIVE}
                                : ops->cut_off(of(checker)->driver);
}

static void coverage(struct checker *checker, struct coverage *coverage)
{
    const struct checker_ops *ops = driver_ops(checker);
    if (ops->coverage != NULL)
        ops->coverage(of(checker)->driver, coverage);
}

static void explain(struct checker *checker, struct reason_list *reasons)
{
    const struct checker_ops *ops = driver_ops(checker);
    if (ops->explain != NULL)
        ops->explain(of(checker)->driver, reasons);
}

/* It lives as long as the riders. */
static void destroy(struct checker *checker)
{
    (void)checker;
}

static const struct checker_ops table = {
    .dependencies = dependencies,
    .observe = observe,
    .unread = unread,
    .awaited = awaited,
    .awaits = awaits,
    .insight = insight,
    .cut_off = cut_off,
    .coverage = coverage,
    .explain = explain,
    .destroy = destroy,
};

struct checker *riders_begin(struct riders *riders, struct checker *driver)
{
    *riders = (struct riders){.checker = {&table}, .driver = driver};
    deps_init(&riders->deps);
    deps_merge(&riders->deps, driver->ops->dependencies(driver));
    return &riders->checker;
}

void riders_add(struct riders *riders, size_t property, struct checker *checker)
{
    struct rider rider = {.property = property, .checker = checker};
    vec_push(&riders->items, rider);
    deps_merge(&riders->deps, checker->ops->dependencies(checker));
}

void riders_end(struct riders *riders)
{
    for (size_t i = 0; i < riders->items.count; i++) {
        struct checker *checker = riders->items.items[i].checker;
        checker->ops->destroy(checker);
    }
    vec_finish(&riders->items);
    deps_finish(&riders->deps);
}
