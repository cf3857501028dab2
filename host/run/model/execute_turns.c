/* Which process of a fork goes on, and its next command.
 *
 * In this file: sending commands, choosing a process, how far all are. */
#include "base/clock.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"

/* Sends the next command of the process; *sent is false where it has none that
 * can be sent. */
static bool prepare(struct execution *x, size_t process,
                    struct system_call *call, bool *sent)
{
    struct process_state *state = &x->processes[process];
    const struct model_info *info = x->model->ops->info(x->model);
    *sent = false;
    while (!*sent && state->next < state->stop) {
        const struct program_command *command =
            &x->program->items.items[state->next];
        struct value *real = bindings_real(&x->bindings, command->arguments);
        bool is_known = real != NULL;
        value_unref(x->gesture);
        x->gesture =
            is_known ? execution_gesture(x, state->next, &is_known) : NULL;
        if (x->error->code != ERROR_OK) {
            value_unref(real);
            return false;
        }
        if (is_known) {
            *call = (struct system_call){
                .process = state->number,
                .number = command->number,
                .name = info->commands[command->kind].name,
                .arguments = real,
                .real = x->gesture != NULL ? x->gesture
                                           : info->commands[command->kind].real,
                .refusal_ms = x->options->refusal_most_ms,
                .stops = x->process_count > 1,
            };
            x->run->operations.items[state->next].end = OPERATION_PENDING;
            state->is_busy = *sent = true;
            state->deadline_ms = clock_now_ms() + x->options->timeout_ms;
        } else {
            value_unref(real);
        }
        state->next++;
    }
    return *sent;
}

static bool send_next(struct execution *x, size_t process)
{
    struct system *system = x->options->system;
    struct system_call call;
    bool sent;
    if (!prepare(x, process, &call, &sent))
        return x->error->code == ERROR_OK;
    bool is_fine = system->ops->call(system, &call, x->error);
    value_unref(call.arguments);
    return is_fine;
}

bool execution_send_together(struct execution *x)
{
    struct system *system = x->options->system;
    struct system_call calls[PROGRAM_PROCESSES];
    size_t count = 0;
    bool sent, is_fine = true;
    for (size_t i = 0; i < x->process_count; i++) {
        prepare(x, i, &calls[count], &sent);
        count += sent;
    }
    is_fine = x->error->code == ERROR_OK;
    if (!is_fine)
        count = 0;
    if (count > 1 && system->ops->together != NULL)
        is_fine = system->ops->together(system, calls, count, x->error);
    else
        for (size_t i = 0; is_fine && i < count; i++)
            is_fine = system->ops->call(system, &calls[i], x->error);
    for (size_t i = 0; i < count; i++)
        value_unref(calls[i].arguments);
    return is_fine;
}

static void note_schedule(struct execution *x, size_t process)
{
    const struct process_state *state = &x->processes[process];
    struct value_field fields[] = {
        value_named("process", value_int(x->run->users > 1 ? state->number
                                                           : (int64_t)process)),
        value_named("at", value_string(str_text(state->is_waiting ? state->label
                                                                  : "call"))),
    };
    vec_push(&x->went, value_object(fields, 2));
}

bool execution_can_go(const struct execution *x, size_t process)
{
    const struct process_state *state = &x->processes[process];
    return (state->is_waiting && !state->is_blocked) ||
           (!state->is_busy && state->next < state->stop);
}

bool execution_somebody_can_go(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (execution_can_go(x, i))
            return true;
    return false;
}

/* What the schedule says of this fork; where it says nothing, 0. Those of forks
 * before it that were not needed there are passed over. */
static uint32_t next_choice(struct execution *x)
{
    const struct schedule *schedule = x->schedule;
    while (x->choice < schedule->items.count) {
        const struct schedule_choice *next = &schedule->items.items[x->choice];
        if (next->fork > x->fork)
            return 0;
        x->choice++;
        if (next->fork == 0 || next->fork == x->fork)
            return next->chosen;
    }
    return 0;
}

size_t execution_choose(struct execution *x)
{
    size_t candidates[PROGRAM_PROCESSES], count = 0;
    if (x->last < x->process_count && execution_can_go(x, x->last))
        candidates[count++] = x->last;
    for (size_t i = 0; i < x->process_count; i++)
        if (i != x->last && execution_can_go(x, i))
            candidates[count++] = i;
    if (count == 0)
        return SIZE_MAX;
    uint32_t chosen = 0;
    if (count > 1) {
        chosen = next_choice(x);
        if (chosen >= count)
            chosen = (uint32_t)count - 1;
        struct schedule_choice made = {chosen, (uint32_t)count, x->fork};
        vec_push(&x->made.items, made);
    }
    return candidates[chosen];
}

size_t execution_choose_blocked(struct execution *x)
{
    size_t longest = SIZE_MAX;
    if (x->vain++ >= 2 * x->process_count)
        return SIZE_MAX;
    for (size_t i = 0; i < x->process_count; i++)
        if (x->processes[i].is_waiting &&
            (longest == SIZE_MAX || x->processes[i].blocked_since <
                                        x->processes[longest].blocked_since))
            longest = i;
    return longest;
}

bool execution_let_go(struct execution *x, size_t process)
{
    struct system *system = x->options->system;
    struct process_state *state = &x->processes[process];
    x->last = process;
    if (x->options->is_scheduled && x->process_count > 1)
        note_schedule(x, process);
    if (!state->is_waiting)
        return send_next(x, process);
    state->is_waiting = state->is_blocked = false;
    state->deadline_ms = clock_now_ms() + x->options->timeout_ms;
    return system->ops->go(system, state->number, x->error);
}

bool execution_is_running(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (x->processes[i].is_busy && !x->processes[i].is_waiting)
            return true;
    return false;
}

bool execution_is_over(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (x->processes[i].is_busy ||
            x->processes[i].next < x->processes[i].stop)
            return false;
    return true;
}

int64_t execution_next_deadline(const struct execution *x)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < x->process_count; i++) {
        const struct process_state *state = &x->processes[i];
        if (state->is_busy && !state->is_waiting && state->deadline_ms < first)
            first = state->deadline_ms;
    }
    return first;
}
