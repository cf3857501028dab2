#include "run/campaign.h"

#include "base/clock.h"

struct course {
    const struct campaign *campaign;
    struct run_summary *summary;
    struct error *error;
    int64_t end_ms; /* of the whole; INT64_MAX: none */
    size_t index;   /* of the next test */
};

static void on_step(void *context, const struct step *step)
{
    const struct course *course = context;
    struct reporter *reporter = course->campaign->reporter;
    if (reporter->ops->step != NULL)
        reporter->ops->step(reporter, step);
}

static bool is_cancelled(void *context)
{
    const struct campaign *campaign =
        ((const struct course *)context)->campaign;
    return campaign->cancelled != NULL &&
           campaign->cancelled(campaign->context);
}

static void report(const struct course *course, size_t property,
                   const struct test_info *info,
                   const struct session_result *result, int64_t duration_ms)
{
    const struct campaign *campaign = course->campaign;
    struct test_result told = {
        .info = info,
        .verdict = result->verdict,
        .error = result->verdict.kind == VERDICT_ERRORED ? result->error.message
                                                         : NULL,
        .steps = result->kept.steps,
        .step_count = result->kept.count,
        .left_out = result->kept.left_out,
        .left_out_at = KEPT_FIRST_STEPS,
        .reasons = result->reasons.items,
        .reason_count = result->reasons.count,
        .actions = result->actions,
        .stale = result->stale,
        .duration_ms = duration_ms,
        .note = result->note,
    };
    if (campaign->reporter->ops->test_end != NULL)
        campaign->reporter->ops->test_end(campaign->reporter, &told);
    if (campaign->on_result != NULL)
        campaign->on_result(campaign->context, property, &told);
}

/* What has no page at the first test will have none at the next ones. */
static bool has_no_page(const struct course *course,
                        const struct session_result *result)
{
    return course->index == 1 && result->error.code == ERROR_ORIGIN;
}

/* The application died, which says little of the property. */
static bool is_lost(const struct session_result *result)
{
    return result->verdict.kind == VERDICT_ERRORED &&
           result->error.code == ERROR_LOST;
}

/* One test. *more: the property is to be tested again. False: the whole command
 * has to end. */
static bool run_test(struct course *course, size_t property, int64_t number,
                     bool *more)
{
    const struct campaign *campaign = course->campaign;
    int64_t started = clock_now_ms();
    int64_t deadline = started + campaign->timeout_ms;
    struct test_info info = {
        .property = campaign->property_name(campaign->context, property),
        .index = course->index,
        .number = number,
        .seed = choices_seed_of_test(campaign->seed, course->index),
    };
    course->index++;
    struct choices choices;
    choices_init(&choices, info.seed);
    struct session_options options = {
        .choices = &choices,
        .deadline_ms = deadline < course->end_ms ? deadline : course->end_ms,
        .deadline_name =
            deadline < course->end_ms ? "--timeout" : "--time-limit",
        .max_actions = campaign->max_actions,
        .keep_all = campaign->keep_all,
        .on_step = on_step,
        .cancelled = is_cancelled,
        .context = course,
    };
    if (campaign->reporter->ops->test_begin != NULL)
        campaign->reporter->ops->test_begin(campaign->reporter, &info);
    if (campaign->executor->ops->seed != NULL)
        campaign->executor->ops->seed(campaign->executor, info.seed);
    struct session_result result;
    session_result_init(&result);
    struct actor *actor;
    struct checker *checker =
        campaign->open(campaign->context, property, &actor);
    bool goes_on = session_run(campaign->executor, checker, actor, &options,
                               &result, course->error);
    if (goes_on && has_no_page(course, &result)) {
        *course->error = result.error;
        goes_on = false;
    }
    /* What ended before it began is no test: the command's error says all. */
    if (!goes_on && result.kept.count == 0) {
        course->summary->not_run++;
    } else {
        run_summary_count(course->summary, result.verdict);
        report(course, property, &info, &result, clock_now_ms() - started);
    }
    *more = verdict_is_pass(result.verdict) || is_lost(&result);
    session_result_finish(&result);
    checker->ops->destroy(checker);
    return goes_on;
}

static bool run_property(struct course *course, size_t property)
{
    const struct campaign *campaign = course->campaign;
    bool more = true;
    for (int64_t number = 1; number <= campaign->tests && more; number++) {
        if (clock_now_ms() >= course->end_ms) {
            course->summary->not_run++;
            return true;
        }
        if (!run_test(course, property, number, &more))
            return false;
    }
    return true;
}

bool campaign_run(const struct campaign *campaign, struct run_summary *summary,
                  struct error *error)
{
    int64_t started = clock_now_ms();
    struct error unused = ERROR_NONE;
    struct course course = {
        .campaign = campaign,
        .summary = summary,
        .error = error == NULL ? &unused : error,
        .end_ms = campaign->time_limit_ms == SESSION_NO_LIMIT
                      ? INT64_MAX
                      : started + campaign->time_limit_ms,
    };
    bool goes_on = true;
    size_t property = 0;
    while (goes_on && property < campaign->property_count)
        goes_on = run_property(&course, property++);
    summary->not_run += campaign->property_count - property;
    summary->duration_ms = clock_now_ms() - started;
    return goes_on;
}
