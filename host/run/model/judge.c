/* A history of several processes: does some order explain it? */
#include <stdlib.h>

#include "base/buf.h"
#include "base/memory.h"
#include "check/linear/linear.h"
#include "run/model/eventual.h"
#include "run/model/execute_internal.h"
#include "run/model/possible.h"
#include "run/model/viewed.h"

enum { STEP_LIMIT = 2 * 1000 * 1000, MEMORY_LIMIT = 512 * 1024 * 1024 };

/* What an operation of the search stands for. */
struct occasion {
    size_t place; /* in the program */
    bool is_look; /* what a user saw after the command */
};

struct history {
    VEC(struct linear_operation) operations;
    VEC(struct occasion) occasions; /* of each */
    VEC(int64_t) forks; /* of each: of several processes; -1: it is in none */
};

/* Commands of a fork stand one after the other. */
static int64_t fork_of(const struct execution *x, size_t place)
{
    size_t begin = place, fork = x->program->items.items[place].fork;
    while (begin > 0 && x->program->items.items[begin - 1].fork == fork)
        begin--;
    size_t end = program_fork_end(x->program, begin);
    return program_processes(x->program, begin, end) > 1 ? (int64_t)fork : -1;
}

/* NULL: of none. */
static const struct occasion *occasion_of(const struct history *history,
                                          size_t operation)
{
    return operation < history->occasions.count
               ? &history->occasions.items[operation]
               : NULL;
}

static void add(const struct execution *x, struct history *history,
                struct linear_operation operation, size_t place, bool is_look)
{
    vec_push(&history->operations, operation);
    vec_push(&history->occasions, ((struct occasion){place, is_look}));
    vec_push(&history->forks, fork_of(x, place));
}

/* What a user sees after a command is not what the command did: another one
 * may have done something in between. So it is two operations. */
static void add_seen(const struct execution *x, struct history *history,
                     struct linear_operation operation, size_t place)
{
    struct linear_operation look = operation;
    operation.answer = NULL;
    operation.return_time--;
    add(x, history, operation, place, false);
    look.call = viewed_model_look(x->model);
    look.call.number = operation.call.number;
    look.call_time = look.return_time;
    add(x, history, look, place, true);
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
        if (x->run->users > 1 && !operation.is_pending)
            add_seen(x, history, operation, i);
        else
            add(x, history, operation, i, false);
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
        const struct occasion *occasion =
            occasion_of(history, result->order[i]);
        if (occasion != NULL)
            x->run->operations.items[occasion->place].place = i + 1;
    }
}

static bool note_states(struct execution *x, size_t culprit, bool is_look,
                        const struct linear_result *result)
{
    struct model_call call =
        is_look ? viewed_model_look(x->model)
                : program_call(&x->program->items.items[culprit]);
    return possible_note(x->model, &call, result->states, result->state_count,
                         x->run, x->error);
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
    const struct occasion *occasion = occasion_of(history, result->culprit);
    size_t culprit = occasion == NULL ? SIZE_MAX : occasion->place;
    execution_fault(x, PROGRAM_PARALLEL, culprit, NULL);
    note_order(x, history, result);
    if (occasion == NULL)
        return true;
    x->run->words = words_of(x);
    return note_states(x, culprit, occasion->is_look, result);
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
    vec_finish(&history.occasions);
    vec_finish(&history.forks);
    return is_fine;
}
