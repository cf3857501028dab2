/* In this file: the question, which operations are shown, what is wrong, the
 * test. */
#include "run/model/history_judge.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"
#include "check/linear/linear.h"
#include "run/model/bound_model.h"
#include "run/model/eventual.h"
#include "run/model/possible.h"
#include "run/model/result.h"
#include "trace/operation.h"

enum {
    MEMORY_LIMIT = 2000 * 1024 * 1024,
    SHOWN = 24, /* operations, at most */
    BEFORE = 8, /* of them from the end of the order that is explained */
};

struct judging {
    const struct history_judging *options;
    const struct history_operation *items; /* of this history */
    size_t count;
    const struct model_info *info;
    VEC(struct linear_operation) operations;
    VEC(size_t) places; /* of each: in the history */
    VEC(int64_t) forks; /* of each */
    struct linear_result result;
    struct program_run run;
    struct bindings bindings;
    struct bound_model bound;
    struct error *error;
    int64_t began_ms;
    bool is_vacuous; /* no answer was judged */
};

/* ---- the question ------------------------------------------------------- */

/* What the system gave for what an operation created. */
static void bind(struct judging *j, const struct history_operation *item)
{
    for (size_t i = 0; item->created != NULL && i < item->created->count; i++) {
        struct value *reference = value_reference(item->number, (int64_t)i);
        if (item->created->items[i]->kind != VALUE_NULL)
            bindings_learn(&j->bindings, item->number, reference,
                           item->created->items[i]);
        value_unref(reference);
    }
}

/* What certainly had no effect is left out. */
static void collect(struct judging *j)
{
    for (size_t i = 0; i < j->count; i++) {
        const struct history_operation *item = &j->items[i];
        bind(j, item);
        if (item->end == OPERATION_FAIL)
            continue;
        struct linear_operation operation = {
            .process = item->process,
            .call = {.command = item->command,
                     .number = item->number,
                     .arguments = item->arguments},
            .call_time = item->call,
            .return_time = item->ret,
            .is_pending = item->end != OPERATION_OK,
            .answer = item->answer,
        };
        vec_push(&j->operations, operation);
        vec_push(&j->places, i);
        vec_push(&j->forks, item->fork);
    }
}

/* References name the operation that created them. */
static bool fits(const struct judging *j)
{
    for (size_t i = 0; i < j->count; i++) {
        const struct model_command *command =
            &j->info->commands[j->items[i].command];
        if (command->create_count > 0 && j->items[i].number < 0)
            return error_set(j->error, ERROR_USAGE,
                             "%s creates references: line %zu needs an `id`, "
                             "which {\"$ref\": [id, slot]} names elsewhere",
                             command->name, j->items[i].line);
    }
    return true;
}

static bool ask(struct judging *j)
{
    const struct linear_options options = {
        .order = j->info->consistency == MODEL_SEQUENTIAL ? LINEAR_PROCESSES
                                                          : LINEAR_REAL_TIME,
        .memory_limit = MEMORY_LIMIT,
        .deadline_ms = j->options->time_limit_ms < 0
                           ? 0
                           : j->began_ms + j->options->time_limit_ms,
        .cancelled = j->options->cancelled,
        .context = j->options->context,
    };
    /* Without references the model answers for itself, thousands of questions
     * at a time (claims; port/model.h). */
    struct model *model = j->options->model;
    bound_model_init(&j->bound, model, &j->bindings);
    if (j->bindings.items.count > 0)
        model = &j->bound.base;
    if (j->info->consistency == MODEL_EVENTUAL)
        j->is_vacuous = eventual_relax(j->operations.items, j->forks.items,
                                       j->operations.count) == 0;
    return linear_check(model, j->operations.items, j->operations.count,
                        &options, &j->result, j->error);
}

/* ---- which operations are shown ----------------------------------------- */

static const struct history_operation *operation_at(const struct judging *j,
                                                    size_t place)
{
    return &j->items[j->places.items[place]];
}

static bool overlap(const struct history_operation *a,
                    const struct history_operation *b)
{
    bool ends_before = b->end == OPERATION_OK && b->ret < a->call;
    bool begins_behind = a->end == OPERATION_OK && b->call > a->ret;
    return !ends_before && !begins_behind;
}

static size_t place_in_order(const struct judging *j, size_t place)
{
    for (size_t i = 0; i < j->result.order_count; i++)
        if (j->result.order[i] == place)
            return i + 1;
    return 0;
}

/* Of the same object as the culprit. */
static bool is_of_part(struct judging *j, size_t place, bool *is)
{
    struct value *key = NULL;
    *is = true;
    if (j->result.key == NULL)
        return true;
    const struct model_call *calls[] = {&j->operations.items[place].call};
    struct model *model = j->options->model;
    if (!model->ops->partition(model, calls, 1, &key, j->error))
        return false;
    *is = value_equal(key, j->result.key);
    value_unref(key);
    return true;
}

static void show(struct judging *j, size_t place)
{
    const struct history_operation *item = operation_at(j, place);
    const char *name = j->info->commands[item->command].name;
    size_t order = place_in_order(j, place);
    struct operation operation = {
        .number = (int64_t)item->line,
        .process = item->process,
        .name = memory_copy_string(name, strlen(name)),
        .arguments = value_ref(item->arguments),
        .end = item->end,
        .call_us = item->call,
        .return_us = item->end == OPERATION_OK ? item->ret : -1,
        .got = item->answer == NULL
                   ? NULL
                   : bindings_symbolic(&j->bindings, item->answer, NULL),
        .place = order,
    };
    if (place == j->result.culprit)
        j->run.culprit = j->run.operations.count;
    operation_list_push(&j->run.operations, operation);
}

static bool is_shown(struct judging *j, size_t place, bool *is)
{
    size_t order = place_in_order(j, place);
    *is = place == j->result.culprit ||
          (order > 0 && order + BEFORE > j->result.order_count);
    if (*is || j->result.culprit == SIZE_MAX ||
        !overlap(operation_at(j, j->result.culprit), operation_at(j, place)))
        return true;
    return is_of_part(j, place, is);
}

static bool show_around(struct judging *j)
{
    for (size_t i = 0; i < j->operations.count; i++) {
        bool is;
        if (!is_shown(j, i, &is))
            return false;
        if (is && (j->run.operations.count < SHOWN || i == j->result.culprit))
            show(j, i);
    }
    return true;
}

/* ---- what is wrong ------------------------------------------------------ */

static size_t part_size(const struct judging *j)
{
    return j->result.part_count;
}

static char *words_of(const struct judging *j)
{
    struct buf words = {0};
    buf_add_text(&words, "no order of the operations explains ");
    if (j->result.culprit == SIZE_MAX) {
        buf_add_text(&words, "the history");
    } else {
        buf_add_text(&words, "the answer ");
        operation_add_value(&words, operation_at(j, j->result.culprit)->answer);
    }
    buf_addf(&words, "; %zu of %zu operations", j->result.order_count,
             part_size(j));
    if (j->result.key != NULL) {
        buf_add_text(&words, " of ");
        operation_add_value(&words, j->result.key);
    }
    buf_add_text(&words, j->result.order_count == 1 ? " comes before it"
                                                    : " come before it");
    return buf_take(&words);
}

static bool note_states(struct judging *j)
{
    const struct linear_result *result = &j->result;
    return possible_note(
        j->options->model, &j->operations.items[result->culprit].call,
        result->states, result->state_count, &j->run, j->error);
}

static bool explain(struct judging *j)
{
    j->run.fault = PROGRAM_PARALLEL;
    j->run.is_parallel = j->run.is_recorded = true;
    j->run.words = words_of(j);
    return show_around(j) && (j->result.culprit == SIZE_MAX || note_states(j));
}

/* ---- the test ----------------------------------------------------------- */

static struct verdict verdict_of(enum linear_verdict verdict)
{
    static const struct verdict verdicts[] = {
        [LINEAR_YES] = {VERDICT_DEFINITELY, true},
        [LINEAR_NO] = {VERDICT_DEFINITELY, false},
        [LINEAR_UNKNOWN] = {VERDICT_INCONCLUSIVE, false},
    };
    return verdicts[verdict];
}

static const char *note_of(const struct judging *j)
{
    if (j->result.verdict == LINEAR_UNKNOWN)
        return "the search was ended by its limit on time or memory: "
               "--time-limit gives it more";
    if (j->is_vacuous)
        return "no answer was judged: each operation ran at the same time as "
               "another one, and what is eventually consistent may then answer "
               "what it likes";
    return NULL;
}

static void tell(struct judging *j, const struct test_info *info,
                 struct run_summary *summary)
{
    struct result_steps steps = {0};
    struct reason reason = result_reason(&j->run);
    bool is_no = j->result.verdict == LINEAR_NO;
    struct reporter *reporter = j->options->reporter;
    result_add_steps(&steps, j->options->model, &j->run);
    struct test_result result = {
        .info = info,
        .verdict = verdict_of(j->result.verdict),
        .cut = j->result.verdict == LINEAR_UNKNOWN ? CUT_TIME : CUT_NONE,
        .steps = steps.items,
        .step_count = steps.count,
        .reasons = &reason,
        .reason_count = is_no,
        .actions = (int64_t)j->count,
        .duration_ms = clock_now_ms() - j->began_ms,
        .note = note_of(j),
        .program = &j->run,
    };
    run_summary_count(summary, result.verdict);
    if (reporter->ops->test_end != NULL)
        reporter->ops->test_end(reporter, &result);
    free(reason.text);
    result_steps_finish(&steps);
}

static bool judge_one(const struct history_judging *options,
                      const struct history_operation *items, size_t count,
                      const struct test_info *info, struct run_summary *summary,
                      struct error *error)
{
    struct judging j = {
        .options = options,
        .items = items,
        .count = count,
        .info = options->model->ops->info(options->model),
        .run = {.culprit = SIZE_MAX},
        .error = error,
        .began_ms = clock_now_ms(),
    };
    if (!fits(&j))
        return false;
    if (options->reporter->ops->test_begin != NULL)
        options->reporter->ops->test_begin(options->reporter, info);
    collect(&j);
    bool is_fine = ask(&j);
    if (is_fine && j.result.verdict == LINEAR_NO)
        is_fine = explain(&j);
    if (is_fine)
        tell(&j, info, summary);
    bindings_finish(&j.bindings);
    linear_result_finish(&j.result);
    program_run_finish(&j.run);
    vec_finish(&j.operations);
    vec_finish(&j.places);
    vec_finish(&j.forks);
    return is_fine;
}

bool history_judge(const struct history_judging *options,
                   const struct history *history, struct run_summary *summary,
                   struct error *error)
{
    int64_t began_ms = clock_now_ms();
    size_t begin = 0;
    for (size_t i = 0; i < history->ends.count; i++) {
        const struct test_info info = {
            .property = options->property,
            .index = i,
            .number = (int64_t)i + 1,
        };
        size_t end = history->ends.items[i];
        if (!judge_one(options, &history->items.items[begin], end - begin,
                       &info, summary, error))
            return false;
        begin = end;
    }
    summary->duration_ms = clock_now_ms() - began_ms;
    return true;
}
