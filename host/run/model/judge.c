/* A history of several processes: does some order explain it? */
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "check/linear/linear.h"
#include "run/model/eventual.h"
#include "run/model/execute_internal.h"

enum { STEP_LIMIT = 2 * 1000 * 1000, MEMORY_LIMIT = 512 * 1024 * 1024 };

struct history {
    VEC(struct linear_operation) operations;
    VEC(size_t) places; /* of each: in the program */
    VEC(int64_t) forks; /* of several processes; -1: it is in none */
};

/* Commands of a fork stand one behind the other. */
static int64_t fork_of(const struct execution *x, size_t place)
{
    size_t begin = place, fork = x->program->items.items[place].fork;
    while (begin > 0 && x->program->items.items[begin - 1].fork == fork)
        begin--;
    size_t end = program_fork_end(x->program, begin);
    return program_processes(x->program, begin, end) > 1 ? (int64_t)fork : -1;
}

/* What certainly had no effect is left out. */
static void collect(const struct execution *x, size_t end,
                    struct history *history)
{
    for (size_t i = 0; i < end; i++) {
        enum operation_end how = x->run->operations.items[i].end;
        if (how == OPERATION_NOT_RUN || how == OPERATION_FAIL)
            continue;
        struct linear_operation operation = {
            .process = x->run->operations.items[i].process,
            .call = program_call(&x->program->items.items[i]),
            .call_time = x->calls_ns[i],
            .return_time = x->returns_ns[i],
            .is_pending = how != OPERATION_OK,
            .answer = x->raw[i],
        };
        vec_push(&history->operations, operation);
        vec_push(&history->places, i);
        vec_push(&history->forks, fork_of(x, i));
    }
}

static enum linear_order order_of(const struct model_info *info)
{
    return info->consistency == MODEL_SEQUENTIAL ? LINEAR_PROCESSES
                                                 : LINEAR_REAL_TIME;
}

static void note_order(struct execution *x, const struct history *history,
                       const struct linear_result *result)
{
    for (size_t i = 0; i < x->run->operations.count; i++)
        x->run->operations.items[i].place = 0;
    for (size_t i = 0; i < result->order_count; i++) {
        size_t place = history->places.items[result->order[i]];
        x->run->operations.items[place].place = i + 1;
    }
}

/* What the fake says to the culprit in one of the states. */
static bool answer_in(struct execution *x, uint32_t state, size_t culprit,
                      struct value **answer)
{
    struct model_call call = program_call(&x->program->items.items[culprit]);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer how =
        x->model->ops->step(x->model, state, &call, &outcomes, x->error);
    *answer = how == MODEL_DONE ? value_ref(outcomes.items.items[0].answer)
                                : value_null();
    model_outcomes_finish(&outcomes);
    return how != MODEL_FAILED;
}

static bool note_states(struct execution *x, size_t culprit,
                        const struct linear_result *result)
{
    struct value **states = memory_zeroed(result->state_count, sizeof *states);
    struct value **answers =
        memory_zeroed(result->state_count, sizeof *answers);
    bool is_fine = true;
    size_t count = 0;
    for (; is_fine && count < result->state_count; count++) {
        states[count] =
            value_ref(x->model->ops->state(x->model, result->states[count]));
        is_fine = answer_in(x, result->states[count], culprit, &answers[count]);
    }
    x->run->possible = value_list(states, count);
    x->run->answers = value_list(answers, count);
    free(states);
    free(answers);
    return is_fine;
}

static char *words_of(const struct execution *x)
{
    struct buf words = {0};
    const struct operation *culprit =
        &x->run->operations.items[x->run->culprit];
    buf_add_text(&words, "no order of the commands explains the answer ");
    operation_add_value(&words, culprit->got);
    return buf_take(&words);
}

static bool note_fault(struct execution *x, const struct history *history,
                       const struct linear_result *result)
{
    size_t culprit = result->culprit == SIZE_MAX
                         ? SIZE_MAX
                         : history->places.items[result->culprit];
    execution_fault(x, PROGRAM_PARALLEL, culprit, NULL);
    note_order(x, history, result);
    if (culprit == SIZE_MAX)
        return true;
    x->run->words = words_of(x);
    return note_states(x, culprit, result);
}

bool execution_judge_history(struct execution *x, size_t end)
{
    struct history history = {VEC_EMPTY, VEC_EMPTY, VEC_EMPTY};
    struct linear_result result;
    const struct linear_options options = {
        .order = order_of(x->model->ops->info(x->model)),
        .step_limit = STEP_LIMIT,
        .memory_limit = MEMORY_LIMIT,
        .cancelled = x->options->cancelled,
        .context = x->options->context,
    };
    collect(x, end, &history);
    if (x->model->ops->info(x->model)->consistency == MODEL_EVENTUAL)
        eventual_relax(history.operations.items, history.forks.items,
                       history.operations.count);
    bool is_fine =
        linear_check(&x->bound.base, history.operations.items,
                     history.operations.count, &options, &result, x->error);
    if (is_fine && result.verdict == LINEAR_NO)
        is_fine = note_fault(x, &history, &result);
    else if (is_fine)
        note_order(x, &history, &result);
    linear_result_finish(&result);
    vec_finish(&history.operations);
    vec_finish(&history.places);
    vec_finish(&history.forks);
    return is_fine;
}
