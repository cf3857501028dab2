/* What a walk in another process says of its properties comes out as it went
 * in. */
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <setjmp.h>
#include <string.h>

#include <cmocka.h>

#include "run/bundle.h"

enum { COUNT = 3 };

static void add_step_to(struct session_result *result, int64_t version)
{
    struct step step;
    step_init(&step);
    step.kind = version == 1 ? STEP_EVENT : STEP_ACTED;
    step.version = version;
    step.state = value_parse(STR("{}"), NULL);
    action_list_push(&step.what,
                     action_make(value_string(STR("loaded")), version == 1,
                                 value_list(NULL, 0), ACTION_NO_TIMEOUT));
    kept_steps_add(&result->kept, &step);
}

/* Property i has i + 1 steps; the last one fails. */
static struct campaign_outcome *make_outcomes(void)
{
    struct campaign_outcome *outcomes = campaign_outcomes_create(COUNT);
    for (size_t i = 0; i < COUNT; i++) {
        outcomes[i].result.verdict =
            (struct verdict){VERDICT_DEFINITELY, i + 1 < COUNT};
        outcomes[i].result.actions = (int64_t)i;
        for (size_t j = 0; j <= i; j++)
            add_step_to(&outcomes[i].result, (int64_t)j + 1);
    }
    return outcomes;
}

static void say_walk(struct buf *text, struct campaign_outcome *outcomes)
{
    job_report_add_doing(text, "loading the page");
    for (size_t i = 0; i < COUNT; i++)
        bundle_add_member(text, i, &outcomes[i]);
    bundle_add_judged(text);
    job_report_add_doing(text, "shrinking");
}

/* In pieces of so many bytes. */
static void take(struct bundle *bundle, const struct buf *text, size_t piece)
{
    struct error error = ERROR_NONE;
    for (size_t at = 0; at < text->length; at += piece) {
        size_t length = text->length - at < piece ? text->length - at : piece;
        assert_true(bundle_take(bundle, buf_text(text) + at, length, &error));
    }
}

static void each_property_comes_out_as_it_went_in(void **state)
{
    (void)state;
    static const size_t pieces[] = {1, 7, 100000};
    for (size_t i = 0; i < 3; i++) {
        struct campaign_outcome *outcomes = make_outcomes();
        struct buf text;
        struct bundle bundle;
        buf_init(&text);
        bundle_init(&bundle, COUNT, true);
        say_walk(&text, outcomes);
        bundle_add_whole(&text);
        take(&bundle, &text, pieces[i]);
        assert_true(bundle.is_judged && bundle.is_whole);
        assert_string_equal(bundle.walk.doing, "shrinking");
        struct campaign_outcome *read = bundle_release(&bundle);
        for (size_t j = 0; j < COUNT; j++) {
            assert_int_equal(read[j].result.kept.count, j + 1);
            assert_int_equal(read[j].result.actions, j);
            assert_int_equal(read[j].result.verdict.value, j + 1 < COUNT);
        }
        campaign_outcomes_destroy(read, COUNT);
        campaign_outcomes_destroy(outcomes, COUNT);
        bundle_finish(&bundle);
        buf_finish(&text);
    }
}

static void what_is_made_shorter_takes_the_place_of_what_was_found(void **state)
{
    (void)state;
    struct campaign_outcome *outcomes = make_outcomes();
    struct buf text;
    struct bundle bundle;
    buf_init(&text);
    bundle_init(&bundle, COUNT, true);
    say_walk(&text, outcomes);
    kept_steps_straighten(&outcomes[2].result.kept);
    kept_steps_drop_last(&outcomes[2].result.kept, 1);
    bundle_add_member(&text, 2, &outcomes[2]);
    job_report_add_doing(&text, "shrinking");
    take(&bundle, &text, 5);
    assert_false(bundle.is_whole);
    assert_int_equal(bundle_outcome(&bundle, 2)->result.kept.count, 2);
    assert_int_equal(bundle_outcome(&bundle, 1)->result.kept.count, 2);
    campaign_outcomes_destroy(outcomes, COUNT);
    bundle_finish(&bundle);
    buf_finish(&text);
}

/* Ends after so many bytes of what is said. */
static struct campaign_outcome *broken_off(const struct buf *text,
                                           size_t length)
{
    static const bool is_live[COUNT] = {true, false, true};
    struct error ours = ERROR_NONE, error = ERROR_NONE;
    struct bundle bundle;
    bundle_init(&bundle, COUNT, true);
    assert_true(bundle_take(&bundle, buf_text(text), length, &error));
    error_set(&ours, ERROR_RUN, "it died");
    bundle_break_off(&bundle, is_live, &ours, true);
    struct campaign_outcome *outcomes = bundle_release(&bundle);
    bundle_finish(&bundle);
    return outcomes;
}

static void what_was_judged_before_the_end_stays(void **state)
{
    (void)state;
    struct campaign_outcome *outcomes = make_outcomes();
    struct buf text;
    buf_init(&text);
    say_walk(&text, outcomes);
    size_t judged = text.length;
    bundle_add_member(&text, 2, &outcomes[2]);

    /* In the middle of the walk. */
    struct campaign_outcome *read = broken_off(&text, 10);
    assert_int_equal(read[0].result.verdict.kind, VERDICT_ERRORED);
    assert_int_equal(read[2].result.verdict.kind, VERDICT_ERRORED);
    campaign_outcomes_destroy(read, COUNT);

    /* While a failure is made shorter, and in the middle of what is said of
     * that. */
    for (size_t length = judged; length < text.length; length += 40) {
        read = broken_off(&text, length);
        assert_int_equal(read[0].result.verdict.kind, VERDICT_DEFINITELY);
        assert_int_equal(read[0].reduction.kind, REDUCTION_NONE);
        assert_false(read[2].result.verdict.value);
        assert_int_equal(read[2].result.kept.count, 3);
        assert_int_equal(read[2].reduction.kind, REDUCTION_TROUBLE);
        campaign_outcomes_destroy(read, COUNT);
    }
    campaign_outcomes_destroy(outcomes, COUNT);
    buf_finish(&text);
}

static void other_lines_are_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"{\"member\":3}\n", "{\"member\":-1}\n",
                                        "{\"member\":\n",
                                        "{\"member\":0}\nnothing\n"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        struct error error = ERROR_NONE;
        struct bundle bundle;
        bundle_init(&bundle, COUNT, false);
        assert_false(bundle_take(&bundle, wrong[i], strlen(wrong[i]), &error));
        assert_int_not_equal(error.code, ERROR_OK);
        bundle_finish(&bundle);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_property_comes_out_as_it_went_in),
        cmocka_unit_test(
            what_is_made_shorter_takes_the_place_of_what_was_found),
        cmocka_unit_test(what_was_judged_before_the_end_stays),
        cmocka_unit_test(other_lines_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
