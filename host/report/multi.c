#include "report/report.h"

#include <stdlib.h>

#include "base/memory.h"

struct multi {
    struct reporter base;
    struct reporter **reporters; /* owned, and what they point to */
    size_t count;
};

/* Calls one hook of every reporter that has it. */
#define CALL_ALL(reporter, hook, ...)                                          \
    do {                                                                       \
        struct multi *multi_ = (struct multi *)(reporter);                     \
        for (size_t i_ = 0; i_ < multi_->count; i_++) {                        \
            struct reporter *one_ = multi_->reporters[i_];                     \
            if (one_->ops->hook != NULL)                                       \
                one_->ops->hook(one_, __VA_ARGS__);                            \
        }                                                                      \
    } while (0)

static void multi_begin(struct reporter *reporter, const struct run_info *info)
{
    CALL_ALL(reporter, begin, info);
}

static void multi_test_begin(struct reporter *reporter,
                             const struct test_info *info)
{
    CALL_ALL(reporter, test_begin, info);
}

static void multi_activity(struct reporter *reporter, const char *what)
{
    CALL_ALL(reporter, activity, what);
}

static void multi_step(struct reporter *reporter, const struct step *step)
{
    CALL_ALL(reporter, step, step);
}

static void multi_anew(struct reporter *reporter)
{
    struct multi *multi = (struct multi *)reporter;
    for (size_t i = 0; i < multi->count; i++)
        if (multi->reporters[i]->ops->anew != NULL)
            multi->reporters[i]->ops->anew(multi->reporters[i]);
}

static void multi_shrinking(struct reporter *reporter,
                            const struct shrink_progress *progress)
{
    CALL_ALL(reporter, shrinking, progress);
}

static void multi_test_end(struct reporter *reporter,
                           const struct test_result *result)
{
    CALL_ALL(reporter, test_end, result);
}

static void multi_notice(struct reporter *reporter, const struct notice *notice)
{
    CALL_ALL(reporter, notice, notice);
}

static void multi_progress(struct reporter *reporter,
                           const struct run_progress *progress)
{
    CALL_ALL(reporter, progress, progress);
}

static void multi_end(struct reporter *reporter,
                      const struct run_summary *summary)
{
    CALL_ALL(reporter, end, summary);
}

static void multi_destroy(struct reporter *reporter)
{
    struct multi *multi = (struct multi *)reporter;
    for (size_t i = 0; i < multi->count; i++)
        if (multi->reporters[i]->ops->destroy != NULL)
            multi->reporters[i]->ops->destroy(multi->reporters[i]);
    free(multi->reporters);
    free(multi);
}

static const struct reporter_ops multi_ops = {
    .begin = multi_begin,
    .test_begin = multi_test_begin,
    .activity = multi_activity,
    .step = multi_step,
    .anew = multi_anew,
    .shrinking = multi_shrinking,
    .test_end = multi_test_end,
    .notice = multi_notice,
    .progress = multi_progress,
    .end = multi_end,
    .destroy = multi_destroy,
};

struct reporter *report_multi_create(struct reporter *const *reporters,
                                     size_t count)
{
    struct multi *multi = MEMORY_NEW(struct multi);
    multi->base.ops = &multi_ops;
    multi->reporters = memory_zeroed(count, sizeof(struct reporter *));
    for (size_t i = 0; i < count; i++)
        multi->reporters[i] = reporters[i];
    multi->count = count;
    return &multi->base;
}
