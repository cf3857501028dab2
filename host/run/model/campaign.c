/* In this file: what is told of a test, one program, shrinking, the tests of a
 * property, demands, the whole. */
#include "run/model/campaign.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "gen/choices.h"
#include "run/model/execute.h"
#include "run/model/generate.h"
#include "run/model/result.h"
#include "run/model/shrink.h"
#include "run/model/statistics.h"

enum {
    CONFIRMING = 10, /* runs of a race that show how often it happens */
};

/* A test and what became of it. */
struct trial {
    struct test_info info;
    const char *saved;
    struct program program;
    struct schedule schedule;
    struct program_run run;
    struct program_run found; /* before it was made smaller */
    bool is_shrunk;
    struct shrunk_program shrunk;
    struct reduction_info reduction;
    int64_t began_ms;
};

struct campaign_state {
    const struct model_campaign *campaign;
    const struct model_info *info;
    struct statistics statistics;
    struct run_summary *summary;
    struct error *error;
    bool is_scheduled; /* the system has been seen to stop at scheduling points
                        */
    int64_t version;   /* of the steps of this test */
    size_t told;       /* tests */
    int64_t deadline_ms;
};

const char *model_property_name(enum model_property property)
{
    static const char *const names[] = {"sequential", "parallel"};
    return names[property];
}

/* ---- what is told ------------------------------------------------------- */

static bool is_cancelled(void *context)
{
    const struct campaign_state *c = context;
    const struct model_campaign *campaign = c->campaign;
    return (campaign->cancelled != NULL &&
            campaign->cancelled(campaign->context)) ||
           clock_now_ms() >= c->deadline_ms;
}

static void on_operation(void *context, const struct operation *operation)
{
    struct campaign_state *c = context;
    struct reporter *reporter = c->campaign->reporter;
    if (reporter->ops->step == NULL)
        return;
    struct step step = result_step(operation, ++c->version);
    reporter->ops->step(reporter, &step);
    step_finish(&step);
}

static void on_progress(void *context, size_t from, size_t now, int64_t runs)
{
    struct campaign_state *c = context;
    struct reporter *reporter = c->campaign->reporter;
    struct shrink_progress progress = {(int64_t)from, (int64_t)now, runs};
    if (reporter->ops->shrinking != NULL)
        reporter->ops->shrinking(reporter, &progress);
}

static void begin_test(struct campaign_state *c, struct trial *trial)
{
    struct reporter *reporter = c->campaign->reporter;
    trial->began_ms = clock_now_ms();
    c->version = 1;
    if (reporter->ops->test_begin != NULL)
        reporter->ops->test_begin(reporter, &trial->info);
}

static void tell_notices(struct campaign_state *c)
{
    struct system *system = c->campaign->system;
    struct reporter *reporter = c->campaign->reporter;
    if (system == NULL || system->ops->notices == NULL ||
        reporter->ops->notice == NULL)
        return;
    const struct notice_list *list = system->ops->notices(system);
    for (size_t i = 0; i < list->count && c->told == 0; i++)
        reporter->ops->notice(reporter, &list->items[i]);
}

static size_t operations_run(const struct program_run *run)
{
    size_t count = 0;
    for (size_t i = 0; i < run->operations.count; i++)
        count += run->operations.items[i].end != OPERATION_NOT_RUN;
    return count;
}

/* A result that borrows from the trial's run, the steps and the reason. */
static struct test_result result_of(const struct trial *trial,
                                    const struct program_run *run,
                                    const struct result_steps *steps,
                                    const struct reason *reason)
{
    bool is_fine = run->fault == PROGRAM_FINE;
    return (struct test_result){
        .info = &trial->info,
        .verdict = result_verdict(run),
        .error = run->fault == PROGRAM_PROTOCOL ? run->words : NULL,
        .steps = steps->items,
        .step_count = steps->count,
        .reasons = reason,
        .reason_count = !is_fine,
        .actions = (int64_t)operations_run(run),
        .duration_ms = clock_now_ms() - trial->began_ms,
        .saved = trial->saved,
        .program = run,
    };
}

static void end_test(struct campaign_state *c, enum model_property property,
                     struct trial *trial)
{
    const struct model_campaign *campaign = c->campaign;
    struct result_steps steps = {0}, found_steps = {0};
    struct reason reason = result_reason(&trial->run);
    result_add_steps(&steps, campaign->model, &trial->run);
    struct test_result result = result_of(trial, &trial->run, &steps, &reason);
    struct test_result found = {0};
    if (trial->is_shrunk) {
        result_add_steps(&found_steps, campaign->model, &trial->found);
        found = result_of(trial, &trial->found, &found_steps, NULL);
        found.reason_count = 0;
        if (trial->reduction.kind == REDUCTION_SHORTER)
            trial->reduction.other = &found;
        result.reduction = &trial->reduction;
    }
    tell_notices(c);
    c->told++;
    run_summary_count(c->summary, result.verdict);
    if (campaign->reporter->ops->test_end != NULL)
        campaign->reporter->ops->test_end(campaign->reporter, &result);
    if (campaign->on_result != NULL)
        campaign->on_result(campaign->context, property, &result,
                            &trial->program, &trial->schedule);
    free(reason.text);
    result_steps_finish(&steps);
    result_steps_finish(&found_steps);
}

static void trial_finish(struct trial *trial)
{
    program_finish(&trial->program);
    schedule_finish(&trial->schedule);
    program_run_finish(&trial->run);
    program_run_finish(&trial->found);
}

/* ---- one program -------------------------------------------------------- */

static struct execute_options execute_options(struct campaign_state *c,
                                              bool is_told)
{
    return (struct execute_options){
        .model = c->campaign->model,
        .system = c->campaign->system,
        .timeout_ms = c->campaign->timeout_ms,
        .is_scheduled = c->is_scheduled,
        .cancelled = is_cancelled,
        .context = c,
        .on_operation = is_told ? on_operation : NULL,
    };
}

/* The first program of several processes says whether the system has a
 * schedule; then it is run by one. */
static bool try_program(struct campaign_state *c, struct trial *trial)
{
    struct execute_options options = execute_options(c, true);
    int64_t runs = 0;
    bool is_parallel = program_is_parallel(&trial->program);
    if (is_parallel && !c->is_scheduled) {
        if (!program_try(&options, 1, &trial->program, &trial->schedule,
                         &trial->run, &runs, c->error))
            return false;
        c->is_scheduled = trial->run.is_scheduled;
        options.is_scheduled = c->is_scheduled;
        if (trial->run.fault != PROGRAM_FINE && !c->is_scheduled)
            return true;
    }
    if (trial->saved != NULL)
        return program_try(&options, c->campaign->repeats, &trial->program,
                           &trial->schedule, &trial->run, &runs, c->error);
    return program_search(&options, c->campaign->repeats, trial->info.seed,
                          &trial->program, &trial->schedule, &trial->run, &runs,
                          c->error);
}

/* ---- shrinking ---------------------------------------------------------- */

/* How often the smallest program fails: once is enough where the system has no
 * choice. */
static bool confirm(struct campaign_state *c, struct trial *trial)
{
    struct execute_options options = execute_options(c, false);
    bool is_parallel = program_is_parallel(&trial->program);
    int64_t times = is_parallel && !c->is_scheduled ? CONFIRMING : 1;
    int64_t runs = 0, failures = 0;
    for (int64_t i = 0; i < times; i++) {
        struct schedule schedule = schedule_copy(&trial->schedule);
        struct program_run again = {.culprit = SIZE_MAX};
        bool is_fine = execute_program(&options, &trial->program, &schedule,
                                       &again, c->error);
        schedule_finish(&schedule);
        bool fails = is_fine && again.fault == trial->run.fault;
        program_run_finish(&again);
        if (!is_fine)
            return false;
        failures += fails;
        runs++;
    }
    trial->run.attempts = runs;
    trial->run.failures = failures;
    trial->reduction.confirm_runs = runs;
    trial->reduction.confirm_failures = failures;
    return true;
}

static void describe(struct trial *trial, int64_t began_ms, bool is_fine)
{
    struct reduction_info *reduction = &trial->reduction;
    bool is_shorter = trial->shrunk.shrinks > 0;
    reduction->runs = trial->shrunk.runs;
    reduction->duration_ms = clock_now_ms() - began_ms;
    reduction->kind = is_shorter ? REDUCTION_SHORTER : REDUCTION_SAME;
    reduction->end = !is_fine                   ? REDUCTION_INTERRUPTED
                     : trial->shrunk.is_minimal ? REDUCTION_MINIMAL
                                                : REDUCTION_OUT_OF_TIME;
    trial->is_shrunk = true;
}

/* The smallest program gets the numbers that people count with. */
static bool number_anew(struct campaign_state *c, struct trial *trial)
{
    struct execute_options options = execute_options(c, false);
    struct schedule schedule = schedule_copy(&trial->schedule);
    struct program_run again = {.culprit = SIZE_MAX};
    int64_t runs = 0;
    program_number(&trial->program);
    bool is_fine = program_try(&options, c->campaign->repeats, &trial->program,
                               &schedule, &again, &runs, c->error);
    trial->shrunk.runs += runs;
    if (is_fine && again.fault == trial->run.fault) {
        program_run_finish(&trial->run);
        schedule_finish(&trial->schedule);
        trial->run = again;
        trial->schedule = schedule;
        return true;
    }
    program_run_finish(&again);
    schedule_finish(&schedule);
    return is_fine;
}

/* What is lost to an interruption is told as it was so far. */
static bool shrink(struct campaign_state *c, struct trial *trial)
{
    const struct model_campaign *campaign = c->campaign;
    struct shrink_options options = {
        .execute = execute_options(c, false),
        .deadline_ms = clock_now_ms() + campaign->shrink_ms,
        .attempts = campaign->repeats,
        .progress = on_progress,
    };
    int64_t began_ms = clock_now_ms();
    struct error error = ERROR_NONE;
    trial->found = program_run_copy(&trial->run);
    bool is_fine = program_shrink(&options, &trial->program, &trial->schedule,
                                  &trial->run, &trial->shrunk, &error) &&
                   number_anew(c, trial) && confirm(c, trial);
    describe(trial, began_ms, is_fine);
    if (!is_fine && error.code != ERROR_OK)
        *c->error = error;
    return is_fine;
}

/* ---- the tests of a property -------------------------------------------- */

static bool run_trial(struct campaign_state *c, enum model_property property,
                      struct trial *trial, bool *failed)
{
    begin_test(c, trial);
    bool is_fine = try_program(c, trial);
    if (is_fine && trial->saved == NULL)
        is_fine = statistics_add(&c->statistics, c->campaign->model,
                                 &trial->program, &trial->run, c->error);
    *failed = is_fine && trial->run.fault != PROGRAM_FINE;
    if (*failed && trial->run.fault != PROGRAM_PROTOCOL &&
        c->campaign->shrink_ms > 0)
        is_fine = shrink(c, trial);
    if (is_fine || trial->run.operations.count > 0)
        end_test(c, property, trial);
    return is_fine;
}

static bool make_program(struct campaign_state *c, enum model_property property,
                         struct trial *trial)
{
    const struct model_campaign *campaign = c->campaign;
    struct generate_options options = {
        .most = campaign->most_commands,
        .processes = property == MODEL_IN_PARALLEL ? campaign->processes : 1,
    };
    struct tape *tape = tape_create(trial->info.seed);
    bool is_fine =
        generate_program(campaign->model, &options, tape, &trial->program,
                         &c->statistics.generated, c->error);
    tape_destroy(tape);
    return is_fine;
}

static bool run_test(struct campaign_state *c, enum model_property property,
                     int64_t number, bool *failed)
{
    struct trial trial = {
        .info = {.property = model_property_name(property),
                 .property_index = property,
                 .index = c->told,
                 .number = number,
                 .seed = choices_seed_of_test(
                     c->campaign->seed,
                     (size_t)(property * c->campaign->tests + number - 1))},
        .run = {.culprit = SIZE_MAX},
        .found = {.culprit = SIZE_MAX},
    };
    bool is_fine = make_program(c, property, &trial) &&
                   run_trial(c, property, &trial, failed);
    trial_finish(&trial);
    return is_fine;
}

static bool run_saved(struct campaign_state *c, enum model_property property,
                      bool *failed)
{
    const struct model_campaign *campaign = c->campaign;
    for (size_t i = 0; !*failed && i < campaign->saved_count; i++) {
        const struct model_saved *saved = &campaign->saved[i];
        if (saved->property != property)
            continue;
        struct trial trial = {
            .info = {.property = model_property_name(property),
                     .property_index = property,
                     .index = c->told,
                     .number = 1,
                     .seed = saved->seed},
            .saved = saved->path,
            .program = program_copy(&saved->program),
            .schedule = schedule_copy(&saved->schedule),
            .run = {.culprit = SIZE_MAX},
            .found = {.culprit = SIZE_MAX},
        };
        bool is_fine = program_prune(campaign->model, &trial.program, c->error);
        if (is_fine && trial.program.items.count > 0)
            is_fine = run_trial(c, property, &trial, failed);
        trial_finish(&trial);
        if (!is_fine)
            return false;
    }
    return true;
}

static bool run_property(struct campaign_state *c, enum model_property property,
                         bool *failed)
{
    *failed = false;
    if (!run_saved(c, property, failed))
        return false;
    for (int64_t i = 1; !*failed && i <= c->campaign->tests; i++)
        if (!run_test(c, property, i, failed))
            return false;
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool is_wanted(const struct model_campaign *campaign,
                      enum model_property property)
{
    if (property == MODEL_IN_PARALLEL &&
        (campaign->processes < 2 || campaign->system == NULL))
        return false;
    return campaign->wants == NULL ||
           campaign->wants(campaign->context, property);
}

/* Demands that were missed fail the run; where a test has failed, programs
 * ended early, and they say nothing. */
static void judge_statistics(struct campaign_state *c, bool failed)
{
    struct run_summary *summary = c->summary;
    if (c->statistics.programs == 0)
        return;
    char *idle = failed ? NULL : statistics_idle(&c->statistics);
    summary->uncovered = failed ? NULL : statistics_missed(&c->statistics);
    statistics_tables(&c->statistics, &summary->tables);
    if (idle != NULL && c->campaign->reporter->ops->notice != NULL) {
        struct notice notice = {(char[]){"idle"}, idle};
        c->campaign->reporter->ops->notice(c->campaign->reporter, &notice);
    }
    free(idle);
}

bool model_campaign_run(const struct model_campaign *campaign,
                        struct run_summary *summary, struct error *error)
{
    int64_t began_ms = clock_now_ms();
    struct campaign_state c = {
        .campaign = campaign,
        .info = campaign->model->ops->info(campaign->model),
        .summary = summary,
        .error = error,
        .deadline_ms = campaign->time_limit_ms < 0
                           ? INT64_MAX
                           : began_ms + campaign->time_limit_ms,
    };
    statistics_init(&c.statistics, c.info);
    bool is_fine = true, failed = false, any = false;
    for (int i = 0; is_fine && !failed && i < MODEL_PROPERTIES; i++) {
        if (!is_wanted(campaign, (enum model_property)i))
            continue;
        is_fine = run_property(&c, (enum model_property)i, &failed);
        any |= failed;
    }
    judge_statistics(&c, any || !is_fine);
    summary->duration_ms = clock_now_ms() - began_ms;
    statistics_finish(&c.statistics);
    return is_fine;
}
