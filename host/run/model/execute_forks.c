/* The forks of a program, one after the other, and which of its processes goes
 * on.
 *
 * In this file: which process goes on, forks. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"
#include "run/model/orders.h"

enum {
    /* A process that neither answers nor comes to a scheduling point for so
     * long waits for another one, unless the system is seen to be at work: on a
     * busy machine it has not had its turn. At work for so much longer: it asks
     * again and again for what another process has. */
    BLOCKED_MS = 25,
    SPINNING_MS = 500,
    /* Scheduling points of one run. */
    SCHEDULE_LIMIT = 10 * 1000,
};

/* ---- which process goes on ---------------------------------------------- */

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

static bool send_together(struct execution *x)
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

static bool can_go(const struct execution *x, size_t process)
{
    const struct process_state *state = &x->processes[process];
    return (state->is_waiting && !state->is_blocked) ||
           (!state->is_busy && state->next < state->stop);
}

static bool somebody_can_go(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (can_go(x, i))
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

/* The chosen one of those that can go; the one that went last comes first. */
static size_t choose(struct execution *x)
{
    size_t candidates[PROGRAM_PROCESSES], count = 0;
    if (x->last < x->process_count && can_go(x, x->last))
        candidates[count++] = x->last;
    for (size_t i = 0; i < x->process_count; i++)
        if (i != x->last && can_go(x, i))
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

/* All wait for others. One may have let go of something before it came to wait
 * itself, so each looks again, twice; the one that waits longest comes first.
 * SIZE_MAX: they wait for each other. */
static size_t choose_blocked(struct execution *x)
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

static bool let_go(struct execution *x, size_t process)
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

static bool is_running(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (x->processes[i].is_busy && !x->processes[i].is_waiting)
            return true;
    return false;
}

static bool is_over(const struct execution *x)
{
    for (size_t i = 0; i < x->process_count; i++)
        if (x->processes[i].is_busy ||
            x->processes[i].next < x->processes[i].stop)
            return false;
    return true;
}

static int64_t next_deadline(const struct execution *x)
{
    int64_t first = INT64_MAX;
    for (size_t i = 0; i < x->process_count; i++) {
        const struct process_state *state = &x->processes[i];
        if (state->is_busy && !state->is_waiting && state->deadline_ms < first)
            first = state->deadline_ms;
    }
    return first;
}

/* ---- forks -------------------------------------------------------------- */

static void begin_fork(struct execution *x, size_t begin, size_t end)
{
    x->process_count = program_processes(x->program, begin, end);
    x->last = SIZE_MAX;
    x->vain = 0;
    x->fork = (uint32_t)x->program->items.items[begin].fork + 1;
    for (size_t i = 0; i < x->process_count; i++) {
        struct process_state *state = &x->processes[i];
        state->is_busy = state->is_waiting = false;
        state->next = state->stop = 0;
    }
    for (size_t i = end; i > begin; i--) {
        struct process_state *state =
            &x->processes[x->program->items.items[i - 1].process];
        if (state->stop == 0)
            state->stop = i;
        state->next = i - 1;
        if (x->run->users > 1)
            state->number = (int64_t)x->program->items.items[i - 1].user;
    }
}

/* The next one of those that stand still. */
static bool go_on(struct execution *x)
{
    size_t process = choose(x);
    if (process == SIZE_MAX)
        process = choose_blocked(x);
    if (process == SIZE_MAX)
        return execution_fault(
            x, PROGRAM_SILENT, SIZE_MAX,
            memory_format("all processes wait for each other"));
    if (x->went.count >= SCHEDULE_LIMIT)
        return execution_fault(
            x, PROGRAM_SILENT, SIZE_MAX,
            memory_format("the commands came to %d scheduling points and have "
                          "not ended",
                          SCHEDULE_LIMIT));
    return let_go(x, process);
}

/* Waits for a word of those that go on. False: *error. With *got false they
 * wait for others, as it seems well before the deadline. */
static bool hear_or_blocked(struct execution *x, int64_t deadline_ms, bool *got)
{
    struct system *system = x->options->system;
    int64_t now_ms = clock_now_ms();
    int64_t half_ms = (deadline_ms - now_ms) / 2;
    int64_t spinning_ms =
        now_ms + (half_ms < SPINNING_MS ? half_ms : SPINNING_MS);
    bool is_busy = true;
    *got = false;
    while (is_busy && !*got) {
        if (!execution_hear(x, clock_now_ms() + BLOCKED_MS, got))
            return false;
        is_busy = !*got && system->ops->is_busy != NULL &&
                  clock_now_ms() < spinning_ms && system->ops->is_busy(system);
    }
    /* It may have spoken just before it was seen to stand still. */
    return *got || execution_hear(x, clock_now_ms(), got);
}

/* One process at a time, as the schedule says. */
static bool go_by_schedule(struct execution *x)
{
    bool got;
    while (x->run->fault == PROGRAM_FINE && !is_over(x)) {
        if (!is_running(x)) {
            if (!go_on(x))
                return false;
            continue;
        }
        int64_t deadline_ms = next_deadline(x);
        /* A page is not interrupted: what is under way there takes longer. */
        bool waits_briefly = somebody_can_go(x) && !x->run->is_page &&
                             clock_now_ms() + BLOCKED_MS < deadline_ms;
        if (!(waits_briefly ? hear_or_blocked(x, deadline_ms, &got)
                            : execution_hear(x, deadline_ms, &got)))
            return false;
        if (got)
            continue;
        if (!waits_briefly)
            execution_silent(x);
        else if (!let_go(x, choose(x)))
            return false;
    }
    return true;
}

/* All at once; each process sends its next command when it is answered. */
static bool go_freely(struct execution *x)
{
    bool got;
    if (!send_together(x))
        return false;
    while (x->run->fault == PROGRAM_FINE && !is_over(x)) {
        for (size_t i = 0; i < x->process_count; i++) {
            const struct process_state *state = &x->processes[i];
            if ((can_go(x, i) || state->is_waiting) && !let_go(x, i))
                return false;
        }
        if (is_over(x))
            break;
        if (!execution_hear(x, next_deadline(x), &got))
            return false;
        if (!got)
            execution_silent(x);
    }
    return true;
}

static bool is_of_several(const struct execution *x, size_t begin)
{
    size_t count = x->program->items.count;
    return begin < count &&
           program_processes(x->program, begin,
                             program_fork_end(x->program, begin)) > 1;
}

/* What is eventually consistent gets as long as its commands say (`patience`)
 * to become quiet after what ran at the same time, if an answer is judged
 * next. A page is looked at until it shows what it is to (execute_users.c). */
static bool become_quiet(struct execution *x, size_t begin, size_t end)
{
    const struct model_info *info = x->model->ops->info(x->model);
    int64_t patience_ms = 0;
    bool got;
    if (x->run->is_page || info->consistency != MODEL_EVENTUAL ||
        end == x->program->items.count || !is_of_several(x, begin) ||
        is_of_several(x, end))
        return true;
    for (size_t i = begin; i < end; i++) {
        size_t command = program_call(&x->program->items.items[i]).command;
        if (info->commands[command].patience_ms > patience_ms)
            patience_ms = info->commands[command].patience_ms;
    }
    int64_t deadline_ms = clock_now_ms() + patience_ms;
    while (x->run->fault == PROGRAM_FINE && clock_now_ms() < deadline_ms)
        if (!execution_hear(x, deadline_ms, &got))
            return false;
    return true;
}

static bool run_fork(struct execution *x, size_t begin, size_t end)
{
    begin_fork(x, begin, end);
    if (x->process_count > 1)
        x->is_parallel = true;
    bool is_scheduled = x->options->is_scheduled && x->process_count > 1;
    if (!(is_scheduled ? go_by_schedule(x) : go_freely(x)))
        return false;
    if (x->run->fault != PROGRAM_FINE)
        return true;
    return !x->is_parallel ||
           (become_quiet(x, begin, end) && execution_judge_history(x, end));
}

/* The commands of the fork that certainly had no effect, or were never given,
 * are left out; *end is where it ends then. Owned. */
static struct program those_done(const struct execution *x, size_t begin,
                                 size_t *end)
{
    struct program done = program_copy(x->program);
    for (size_t i = *end; i > begin; i--) {
        enum operation_end how = x->run->operations.items[i - 1].end;
        if (how != OPERATION_NOT_RUN && how != OPERATION_FAIL)
            continue;
        program_remove(&done, i - 1);
        (*end)--;
    }
    return done;
}

/* The states after a fork of several processes, for what is learnt later: all
 * that some order leads to. */
static bool follow(struct execution *x, size_t begin, size_t end)
{
    struct orders orders;
    if (!x->is_parallel)
        return true;
    struct program done = those_done(x, begin, &end);
    bool is_fine = orders_explore(x->model, &x->states, &done, begin, end,
                                  &orders, x->error);
    program_finish(&done);
    if (is_fine && orders.after.items.count > 0) {
        state_set_finish(&x->states);
        x->states = orders.after;
        orders.after = (struct state_set){.items = VEC_EMPTY};
    }
    orders_finish(&orders);
    return is_fine;
}

bool execution_run_forks(struct execution *x)
{
    for (size_t begin = 0, end; begin < x->program->items.count; begin = end) {
        end = program_fork_end(x->program, begin);
        if (!run_fork(x, begin, end) ||
            (x->run->fault == PROGRAM_FINE && !follow(x, begin, end)) ||
            (x->run->fault == PROGRAM_FINE &&
             !execution_compare_users(x, begin, end)))
            return false;
        if (x->run->fault != PROGRAM_FINE)
            break;
    }
    return true;
}
