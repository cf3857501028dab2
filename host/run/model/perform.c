/* In this file: what is told of a run, one program, shrinking, a test. */
#include "run/model/perform.h"

#include <stdlib.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "gen/choices.h"
#include "run/model/check_reset.h"
#include "run/model/execute.h"
#include "run/model/generate.h"
#include "run/model/result.h"
#include "run/model/shrink.h"

enum {
    CONFIRMING = 10,      /* runs of a race that show how often it happens */
    SCHEDULES = 60,       /* of one program that is made smaller, at most */
    USERS_SCHEDULES = 24, /* the same of pages, which take their time */
    /* Beyond twice what a page has taken, where a failure is made smaller. */
    PATIENCE_SPARE_MS = 500,
};

/* ---- what is told ------------------------------------------------------- */

static bool is_cancelled(void *context)
{
    const struct performer *p = context;
    const struct model_campaign *campaign = p->campaign;
    return (campaign->cancelled != NULL &&
            campaign->cancelled(campaign->context)) ||
           clock_now_ms() >= p->deadline_ms;
}

static void on_operation(void *context, const struct operation *operation)
{
    struct performer *p = context;
    struct reporter *reporter = p->campaign->reporter;
    if (reporter->ops->step == NULL)
        return;
    struct step step = result_step(operation, ++p->version);
    reporter->ops->step(reporter, &step);
    step_finish(&step);
}

static void on_progress(void *context, size_t from, size_t now, int64_t runs)
{
    struct performer *p = context;
    struct reporter *reporter = p->campaign->reporter;
    struct shrink_progress progress = {(int64_t)from, (int64_t)now, runs};
    if (reporter->ops->shrinking != NULL)
        reporter->ops->shrinking(reporter, &progress);
}

static void take_notices(const struct performer *p, struct trial *trial)
{
    struct system *system = p->campaign->system;
    if (system == NULL || system->ops->notices == NULL)
        return;
    const struct notice_list *list = system->ops->notices(system);
    for (size_t i = 0; i < list->count; i++)
        notice_list_add(&trial->notices, list->items[i].kind,
                        list->items[i].text);
}

/* ---- one program -------------------------------------------------------- */

static bool has_users(const struct performer *p)
{
    struct model *model = p->campaign->model;
    return model_users(model->ops->info(model)) > 1;
}

static struct execute_options execute_options(struct performer *p, bool is_told)
{
    return (struct execute_options){
        .model = p->campaign->model,
        .system = p->campaign->system,
        .timeout_ms = p->campaign->timeout_ms,
        .is_scheduled = p->is_scheduled,
        .schedules = has_users(p) ? USERS_SCHEDULES : SCHEDULES,
        .cancelled = is_cancelled,
        .context = p,
        .on_operation = is_told ? on_operation : NULL,
    };
}

/* The first program of several processes says whether the system has a
 * schedule; then it is run by one. How it went before that was left to luck,
 * and what is found must not depend on it. */
static bool try_program(struct performer *p, struct trial *trial)
{
    struct execute_options options = execute_options(p, true);
    int64_t runs = 0, repeats = p->campaign->repeats;
    bool is_parallel = program_is_parallel(&trial->program);
    if (has_users(p)) /* whose pages stop where weir says so */
        p->is_scheduled = options.is_scheduled = true;
    if (is_parallel && !p->is_scheduled) {
        if (!program_try(&options, 1, &trial->program, &trial->schedule,
                         &trial->run, &runs, &trial->error))
            return false;
        p->is_scheduled = trial->run.is_scheduled;
        options.is_scheduled = p->is_scheduled;
        if (trial->run.fault != PROGRAM_FINE && !p->is_scheduled)
            return true;
        if (p->is_scheduled && trial->saved == NULL)
            schedule_finish(&trial->schedule);
    }
    if (trial->saved != NULL)
        return program_try(&options, repeats, &trial->program, &trial->schedule,
                           &trial->run, &runs, &trial->error);
    return program_search(&options, repeats, trial->seed, &trial->program,
                          &trial->schedule, &trial->run, &runs, &trial->error);
}

/* ---- shrinking ---------------------------------------------------------- */

/* What the last run has left with the server of a page keeps the failure from
 * coming again. */
static void note_left_over(struct trial *trial, const struct program_run *again)
{
    if (again->fault != PROGRAM_BEGINNING || trial->run.fault == again->fault)
        return;
    char *words = memory_format("run again, the page did not begin as the "
                                "model does: %s",
                                again->words);
    notice_list_add(&trial->notices, "left over", words);
    free(words);
}

/* How often the smallest program fails: once is enough where the system has no
 * choice. */
static bool confirm(struct performer *p, struct trial *trial,
                    struct error *error)
{
    struct execute_options options = execute_options(p, false);
    bool is_parallel = program_is_parallel(&trial->program);
    int64_t times = is_parallel && !p->is_scheduled ? CONFIRMING : 1;
    int64_t runs = 0, failures = 0;
    for (int64_t i = 0; i < times; i++) {
        struct schedule schedule = schedule_copy(&trial->schedule);
        struct program_run again = {.culprit = SIZE_MAX};
        bool is_fine = execute_program(&options, &trial->program, &schedule,
                                       &again, error);
        schedule_finish(&schedule);
        bool fails = is_fine && again.fault == trial->run.fault;
        if (is_fine)
            note_left_over(trial, &again);
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

static void describe(struct trial *trial, const struct shrunk_program *shrunk,
                     int64_t began_ms, bool is_fine)
{
    struct reduction_info *reduction = &trial->reduction;
    reduction->runs = shrunk->runs;
    reduction->duration_ms = clock_now_ms() - began_ms;
    reduction->kind = shrunk->shrinks > 0 ? REDUCTION_SHORTER : REDUCTION_SAME;
    reduction->end = !is_fine             ? REDUCTION_INTERRUPTED
                     : shrunk->is_minimal ? REDUCTION_MINIMAL
                                          : REDUCTION_OUT_OF_TIME;
    trial->is_shrunk = true;
}

/* The smallest program gets the numbers that people count with. *fails: it does
 * so with these, and with all patience, too. */
static bool number_anew(struct performer *p, struct trial *trial,
                        struct shrunk_program *shrunk, bool *fails,
                        struct error *error)
{
    struct execute_options options = execute_options(p, false);
    struct schedule schedule = schedule_copy(&trial->schedule);
    struct program_run again = {.culprit = SIZE_MAX};
    int64_t runs = 0;
    program_number(&trial->program);
    bool is_fine = program_try(&options, p->campaign->repeats, &trial->program,
                               &schedule, &again, &runs, error);
    shrunk->runs += runs;
    *fails = is_fine && again.fault == trial->run.fault;
    if (*fails) {
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

/* A page that does not come to show something costs all patience in each run
 * that fails. What has come so far came within `awaited_ms`, so that candidates
 * need not wait much longer (decision 0074). True: there is a limit. */
static bool limit_patience(struct execute_options *options,
                           const struct program_run *run)
{
    int64_t most_ms = 2 * run->awaited_ms + PATIENCE_SPARE_MS;
    if (!run->is_page)
        return false;
    if (run->fault == PROGRAM_REFUSED)
        options->refusal_most_ms = most_ms;
    else if (run->fault == PROGRAM_ANSWER || run->fault == PROGRAM_USERS)
        options->patience_most_ms = most_ms;
    else
        return false;
    return true;
}

/* What is given in the failure's place; what was there is finished. */
static void replace_failure(struct trial *trial, struct program program,
                            struct schedule schedule, struct program_run run)
{
    program_finish(&trial->program);
    schedule_finish(&trial->schedule);
    program_run_finish(&trial->run);
    trial->program = program;
    trial->schedule = schedule;
    trial->run = run;
}

/* A result that fails only where nobody is patient is none: then once more,
 * with all patience. */
static bool shrink_patiently(struct performer *p, struct trial *trial,
                             struct shrink_options *options,
                             struct shrunk_program *shrunk)
{
    bool fails;
    struct program program = program_copy(&trial->program);
    struct schedule schedule = schedule_copy(&trial->schedule);
    bool is_limited = limit_patience(&options->execute, &trial->run);
    bool is_fine = program_shrink(options, &trial->program, &trial->schedule,
                                  &trial->run, shrunk, &trial->error) &&
                   number_anew(p, trial, shrunk, &fails, &trial->error);
    if (!is_fine || fails || !is_limited) {
        program_finish(&program);
        schedule_finish(&schedule);
        return is_fine;
    }
    options->execute.patience_most_ms = options->execute.refusal_most_ms = 0;
    shrunk->shrinks = 0;
    replace_failure(trial, program, schedule, program_run_copy(&trial->found));
    return program_shrink(options, &trial->program, &trial->schedule,
                          &trial->run, shrunk, &trial->error) &&
           number_anew(p, trial, shrunk, &fails, &trial->error);
}

/* What is lost to an interruption is told as it was so far. */
static void shrink(struct performer *p, struct trial *trial)
{
    const struct model_campaign *campaign = p->campaign;
    struct shrink_options options = {
        .execute = execute_options(p, false),
        .deadline_ms = clock_now_ms() + campaign->shrink_ms,
        .attempts = campaign->repeats,
        .progress = on_progress,
    };
    struct shrunk_program shrunk = {0};
    int64_t began_ms = clock_now_ms();
    trial->found = program_run_copy(&trial->run);
    bool is_fine = shrink_patiently(p, trial, &options, &shrunk) &&
                   confirm(p, trial, &trial->error);
    describe(trial, &shrunk, began_ms, is_fine);
}

/* ---- a frame ------------------------------------------------------------ */

/* The program that stands for it; NULL: the test is none. */
static const struct frame_program *frame_of(const struct trial *trial,
                                            const struct model_campaign *of)
{
    return of->frames == NULL || trial->property != MODEL_IN_ORDER
               ? NULL
               : &of->frames->programs.items[trial->number - 1];
}

static void cut(struct program *program, size_t length)
{
    while (program->items.count > length)
        program_remove(program, program->items.count - 1);
}

/* ---- a test ------------------------------------------------------------- */

static struct generate_options generate_options(const struct performer *p,
                                                const struct trial *trial)
{
    const struct model_campaign *campaign = p->campaign;
    bool is_parallel = trial->property == MODEL_IN_PARALLEL;
    return (struct generate_options){
        .most = campaign->most_commands,
        .processes = is_parallel ? campaign->processes : 1,
        .users = model_users(campaign->model->ops->info(campaign->model)),
        .square = campaign->square,
        .is_alone = campaign->system == NULL,
    };
}

/* The failure stands, whatever becomes of this. */
static void doubt_reset(struct performer *p, struct trial *trial)
{
    struct error ignored = ERROR_NONE;
    const struct reset_check check = {
        .execute = execute_options(p, false),
        .generate = generate_options(p, trial),
        .seed = trial->seed,
        .is_left_alone = p->campaign->is_left_alone,
        .notices = &trial->notices,
    };
    reset_check(&check, &trial->program, &trial->run, &ignored);
}

static void perform(struct performer *p, struct trial *trial)
{
    const struct model_campaign *campaign = p->campaign;
    struct system *system = campaign->system;
    p->trial = trial;
    p->version = 1;
    if (system != NULL && system->ops->seed != NULL)
        system->ops->seed(system, trial->seed);
    bool is_fine = try_program(p, trial);
    if (is_fine && trial->is_counted)
        is_fine = statistics_add(&trial->counted, campaign->model,
                                 &trial->program, &trial->run, &trial->error);
    if (is_fine && trial_is_failure(trial) && campaign->shrink_ms > 0)
        shrink(p, trial);
    if (is_fine && trial_is_failure(trial) && trial->error.code == ERROR_OK)
        doubt_reset(p, trial);
    take_notices(p, trial);
    p->trial = NULL;
}

void trial_place(struct trial *trial, const struct model_campaign *campaign,
                 enum model_property property, int64_t number)
{
    trial->property = property;
    trial->number = number;
    const struct frame_program *frame = frame_of(trial, campaign);
    trial->seed = frame != NULL
                      ? frame->seed
                      : choices_seed_of_test(campaign->seed,
                                             (size_t)model_campaign_place(
                                                 campaign, property, number));
}

void perform_drawn(struct performer *performer, struct trial *trial)
{
    const struct model_campaign *campaign = performer->campaign;
    struct generate_options options = generate_options(performer, trial);
    int64_t began_ms = clock_now_ms();
    struct tape *tape = tape_create(trial->seed);
    statistics_init(&trial->counted,
                    campaign->model->ops->info(campaign->model));
    trial->is_counted = true;
    const struct frame_program *frame = frame_of(trial, campaign);
    bool is_fine =
        generate_program(campaign->model, &options, tape, &trial->program,
                         &trial->counted.generated, &trial->error);
    if (is_fine && frame != NULL)
        cut(&trial->program, frame->length);
    if (is_fine)
        perform(performer, trial);
    tape_destroy(tape);
    trial->duration_ms = clock_now_ms() - began_ms;
}

/* A program that is run alone (a replay) and has lost commands does not show
 * what it was kept for. */
static void tell_left_out(struct trial *trial, const struct model_saved *saved,
                          size_t count)
{
    static const char why[] = "the model does not allow %s there, or not at "
                              "this entrance";
    size_t left = trial->program.items.count;
    struct buf words = {0};
    if (left == 0) {
        buf_addf(&words, why, "any of them");
        error_set(&trial->error, ERROR_USAGE,
                  "%s: no command of it can be run: %s", saved->path,
                  buf_text(&words));
    } else if (left < count) {
        buf_addf(&words,
                 "%zu of the %zu commands of %s %s not run: ", count - left,
                 count, saved->path, count - left == 1 ? "is" : "are");
        buf_addf(&words, why, count - left == 1 ? "it" : "them");
        notice_list_add(&trial->notices, "left out", buf_text(&words));
    }
    buf_finish(&words);
}

bool trial_place_saved(struct trial *trial,
                       const struct model_campaign *campaign,
                       const struct model_saved *saved)
{
    trial->property = saved->property;
    trial->number = 1;
    trial->seed = saved->seed;
    trial->saved = saved->path;
    trial->program = program_copy(&saved->program);
    trial->schedule = schedule_copy(&saved->schedule);
    if (!program_prune(campaign->model, &trial->program, &trial->error))
        return true;
    if (campaign->tests == 0)
        tell_left_out(trial, saved, saved->program.items.count);
    return trial->error.code != ERROR_OK || trial->program.items.count > 0;
}

void perform_saved(struct performer *performer, struct trial *trial)
{
    int64_t began_ms = clock_now_ms();
    if (trial->error.code == ERROR_OK)
        perform(performer, trial);
    trial->duration_ms = clock_now_ms() - began_ms;
}
