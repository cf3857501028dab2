#include "run/model/course.h"

#include <stdlib.h>

#include "run/model/result.h"

void model_course_begin(struct model_course *course,
                        const struct model_campaign *campaign,
                        const struct model_info *info,
                        const struct value *first, struct run_summary *summary,
                        struct error *error)
{
    *course = (struct model_course){
        .campaign = campaign,
        .first = first,
        .summary = summary,
        .error = error,
    };
    statistics_init(&course->statistics, info);
}

/* ---- a test ------------------------------------------------------------- */

static struct test_info info_of(const struct model_course *course,
                                const struct trial *trial)
{
    const struct model_campaign *campaign = course->campaign;
    return (struct test_info){
        .property = model_property_name(trial->property),
        .property_index = trial->property,
        .index = course->told,
        .number = trial->number,
        .seed = trial->seed,
        .environment =
            campaign->environment == NULL
                ? NULL
                : campaign->environment(campaign->context, trial->seed),
    };
}

void model_course_announce(const struct model_course *course,
                           const struct trial *trial)
{
    struct reporter *reporter = course->campaign->reporter;
    struct test_info info = info_of(course, trial);
    if (reporter->ops->test_begin != NULL)
        reporter->ops->test_begin(reporter, &info);
}

static void tell_notices(const struct model_course *course,
                         const struct trial *trial)
{
    struct reporter *reporter = course->campaign->reporter;
    if (reporter->ops->notice == NULL || course->told > 0)
        return;
    for (size_t i = 0; i < trial->notices.count; i++)
        reporter->ops->notice(reporter, &trial->notices.items[i]);
}

static size_t operations_run(const struct program_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->operations.count; i++)
        count += run->operations.items[i].end != OPERATION_NOT_RUN;
    return count;
}

/* A result that borrows all that it has. */
static struct test_result result_of(const struct test_info *info,
                                    const struct trial *trial,
                                    const struct program_run *run,
                                    const struct result_steps *steps,
                                    const struct reason *reason)
{
    bool has_reason = reason != NULL && run->fault != PROGRAM_FINE;
    return (struct test_result){
        .info = info,
        .verdict = result_verdict(run),
        .error = run->fault == PROGRAM_PROTOCOL ? run->words : NULL,
        .steps = steps->items,
        .step_count = steps->count,
        .reasons = reason,
        .reason_count = has_reason,
        .actions = (int64_t)operations_run(run),
        .duration_ms = trial->duration_ms,
        .saved = trial->saved,
        .program = run,
    };
}

static void tell(struct model_course *course, struct trial *trial)
{
    const struct model_campaign *campaign = course->campaign;
    struct test_info info = info_of(course, trial);
    struct result_steps steps = {0}, found_steps = {0};
    struct reason reason = result_reason(&trial->run);
    result_add_steps_from(&steps, course->first, &trial->run);
    struct test_result result =
        result_of(&info, trial, &trial->run, &steps, &reason);
    struct test_result found = {0};
    if (trial->is_shrunk) {
        result_add_steps_from(&found_steps, course->first, &trial->found);
        found = result_of(&info, trial, &trial->found, &found_steps, NULL);
        if (trial->reduction.kind == REDUCTION_SHORTER)
            trial->reduction.other = &found;
        result.reduction = &trial->reduction;
    }
    tell_notices(course, trial);
    course->told++;
    run_summary_count(course->summary, result.verdict);
    if (campaign->reporter->ops->test_end != NULL)
        campaign->reporter->ops->test_end(campaign->reporter, &result);
    if (campaign->on_result != NULL)
        campaign->on_result(campaign->context, trial->property, &result,
                            &trial->program, &trial->schedule);
    trial->reduction.other = NULL;
    free(reason.text);
    result_steps_finish(&steps);
    result_steps_finish(&found_steps);
}

bool model_course_conclude(struct model_course *course, struct trial *trial)
{
    const struct model_campaign *campaign = course->campaign;
    if (campaign->on_trial != NULL)
        campaign->on_trial(campaign->context, trial);
    if (trial->is_counted)
        statistics_join(&course->statistics, &trial->counted);
    course->failed |= trial_is_failure(trial);
    if (trial_is_told(trial))
        tell(course, trial);
    if (trial->error.code != ERROR_OK && course->error != NULL)
        *course->error = trial->error;
    return !trial_is_failure(trial) && trial->error.code == ERROR_OK;
}

/* ---- frames ------------------------------------------------------------- */

/* What a seed does not meet may be met by another one, or not at all: told, and
 * no fault. */
static void tell_frames(const struct model_course *course,
                        const struct frame_plan *frames)
{
    struct reporter *reporter = course->campaign->reporter;
    struct notice notice = {(char[]){"categories"}, frames->missed};
    frame_plan_add_table(frames, &course->summary->tables);
    if (frames->missed != NULL && reporter->ops->notice != NULL)
        reporter->ops->notice(reporter, &notice);
}

/* ---- the end ------------------------------------------------------------ */

/* Demands that were missed fail the run; where a test has failed, programs
 * ended early, and they say nothing. */
void model_course_end(struct model_course *course, bool is_fine)
{
    const struct statistics *statistics = &course->statistics;
    struct reporter *reporter = course->campaign->reporter;
    struct run_summary *summary = course->summary;
    bool is_whole = is_fine && !course->failed && statistics->programs > 0;
    if (statistics->programs > 0)
        statistics_tables(statistics, &summary->tables);
    if (is_whole && course->campaign->frames != NULL)
        tell_frames(course, course->campaign->frames);
    if (is_whole) {
        char *idle = statistics_idle(statistics);
        summary->uncovered = statistics_missed(statistics);
        if (idle != NULL && reporter->ops->notice != NULL) {
            struct notice notice = {(char[]){"idle"}, idle};
            reporter->ops->notice(reporter, &notice);
        }
        free(idle);
    }
    statistics_finish(&course->statistics);
}
