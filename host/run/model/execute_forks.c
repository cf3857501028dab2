/* The forks of a program, one after the other. */
#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
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
    size_t process = execution_choose(x);
    if (process == SIZE_MAX)
        process = execution_choose_blocked(x);
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
    return execution_let_go(x, process);
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
    while (x->run->fault == PROGRAM_FINE && !execution_is_over(x)) {
        if (!execution_is_running(x)) {
            if (!go_on(x))
                return false;
            continue;
        }
        int64_t deadline_ms = execution_next_deadline(x);
        /* A page is not interrupted: what is under way there takes longer. */
        bool waits_briefly = execution_somebody_can_go(x) && !x->run->is_page &&
                             clock_now_ms() + BLOCKED_MS < deadline_ms;
        if (!(waits_briefly ? hear_or_blocked(x, deadline_ms, &got)
                            : execution_hear(x, deadline_ms, &got)))
            return false;
        if (got)
            continue;
        if (!waits_briefly)
            execution_silent(x);
        else if (!execution_let_go(x, execution_choose(x)))
            return false;
    }
    return true;
}

/* All at once; each process sends its next command when it is answered. */
static bool go_freely(struct execution *x)
{
    bool got;
    if (!execution_send_together(x))
        return false;
    while (x->run->fault == PROGRAM_FINE && !execution_is_over(x)) {
        for (size_t i = 0; i < x->process_count; i++) {
            const struct process_state *state = &x->processes[i];
            if ((execution_can_go(x, i) || state->is_waiting) &&
                !execution_let_go(x, i))
                return false;
        }
        if (execution_is_over(x))
            break;
        if (!execution_hear(x, execution_next_deadline(x), &got))
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
