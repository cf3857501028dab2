#include "report/report.h"

#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/memory.h"

/* Writes down what is called on it. */
struct spy {
    struct reporter base;
    char name;
    struct buf *log;
};

static void note(struct reporter *reporter, char hook)
{
    struct spy *spy = (struct spy *)reporter;
    buf_addf(spy->log, "%c%c ", spy->name, hook);
}

static void spy_begin(struct reporter *reporter, const struct run_info *info)
{
    assert_non_null(info);
    note(reporter, 'b');
}

static void spy_test_begin(struct reporter *reporter,
                           const struct test_info *info)
{
    assert_non_null(info);
    note(reporter, 't');
}

static void spy_activity(struct reporter *reporter, const char *what)
{
    assert_string_equal(what, "working");
    note(reporter, 'a');
}

static void spy_step(struct reporter *reporter, const struct step *step)
{
    assert_non_null(step);
    note(reporter, 's');
}

static void spy_test_end(struct reporter *reporter,
                         const struct test_result *result)
{
    assert_non_null(result);
    note(reporter, 'T');
}

static void spy_end(struct reporter *reporter,
                    const struct run_summary *summary)
{
    assert_non_null(summary);
    note(reporter, 'e');
}

static void spy_destroy(struct reporter *reporter)
{
    note(reporter, 'd');
    free(reporter);
}

static const struct reporter_ops all_ops = {
    .begin = spy_begin,
    .test_begin = spy_test_begin,
    .activity = spy_activity,
    .step = spy_step,
    .test_end = spy_test_end,
    .end = spy_end,
    .destroy = spy_destroy,
};

static const struct reporter_ops few_ops = {
    .test_end = spy_test_end,
    .destroy = spy_destroy,
};

static struct reporter *make_spy(char name, const struct reporter_ops *ops,
                                 struct buf *log)
{
    struct spy *spy = MEMORY_NEW(struct spy);
    spy->base.ops = ops;
    spy->name = name;
    spy->log = log;
    return &spy->base;
}

static void call_everything(struct reporter *reporter)
{
    struct run_info info = {.spec = "s"};
    struct test_info test = {.property = "p"};
    struct test_result result = {.info = &test};
    struct run_summary summary = {.passed = 1};
    struct step step;
    step_init(&step);
    reporter->ops->begin(reporter, &info);
    reporter->ops->test_begin(reporter, &test);
    reporter->ops->activity(reporter, "working");
    reporter->ops->step(reporter, &step);
    reporter->ops->test_end(reporter, &result);
    reporter->ops->end(reporter, &summary);
    reporter->ops->destroy(reporter);
}

static void every_reporter_hears_everything_in_order(void **state)
{
    (void)state;
    struct buf log;
    buf_init(&log);
    struct reporter *spies[] = {make_spy('1', &all_ops, &log),
                                make_spy('2', &all_ops, &log)};
    call_everything(report_multi_create(spies, 2));
    assert_string_equal(buf_text(&log), "1b 2b 1t 2t 1a 2a 1s 2s 1T 2T 1e 2e "
                                        "1d 2d ");
    buf_finish(&log);
}

static void hooks_that_are_absent_are_not_called(void **state)
{
    (void)state;
    struct buf log;
    buf_init(&log);
    struct reporter *spies[] = {make_spy('1', &few_ops, &log),
                                make_spy('2', &all_ops, &log)};
    call_everything(report_multi_create(spies, 2));
    assert_string_equal(buf_text(&log), "2b 2t 2a 2s 1T 2T 2e 1d 2d ");
    buf_finish(&log);
}

static void without_reporters_nothing_happens(void **state)
{
    (void)state;
    struct reporter *none[1] = {NULL};
    struct reporter *multi = report_multi_create(none, 0);
    assert_non_null(multi);
    call_everything(multi);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_reporter_hears_everything_in_order),
        cmocka_unit_test(hooks_that_are_absent_are_not_called),
        cmocka_unit_test(without_reporters_nothing_happens),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
