/* In this file: schedules, the record of a run, what the model makes of a
 * command, events of the system, which process goes on, forks, the whole. */
#include "run/model/execute.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/clock.h"
#include "base/memory.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"
#include "run/model/orders.h"
#include "run/model/view.h"

enum {
    RESET_MS = 30 * 1000,
    /* A process that neither answers nor comes to a scheduling point for so
     * long waits for another one. */
    BLOCKED_MS = 25,
    /* Scheduling points of one run. */
    SCHEDULE_LIMIT = 10 * 1000,
};

/* ---- schedules ---------------------------------------------------------- */

void schedule_finish(struct schedule *schedule)
{
    vec_finish(&schedule->items);
}

struct schedule schedule_copy(const struct schedule *schedule)
{
    struct schedule copy = {.items = VEC_EMPTY};
    for (size_t i = 0; i < schedule->items.count; i++)
        vec_push(&copy.items, schedule->items.items[i]);
    return copy;
}

/* ---- the record --------------------------------------------------------- */

static void record_commands(struct execution *x)
{
    const struct model_info *info = x->model->ops->info(x->model);
    for (size_t i = 0; i < x->program->items.count; i++) {
        const struct program_command *command = &x->program->items.items[i];
        const char *name = info->commands[command->kind].name;
        operation_list_push(&x->run->operations,
                            (struct operation){
                                .number = command->number,
                                .process = (int64_t)command->process,
                                .fork = command->fork,
                                .name = memory_copy_string(name, strlen(name)),
                                .arguments = value_ref(command->arguments),
                                .call_us = -1,
                                .return_us = -1,
                            });
    }
}

bool execution_fault(struct execution *x, enum program_fault fault,
                     size_t culprit, char *words)
{
    if (x->run->fault != PROGRAM_FINE) {
        free(words);
        return true;
    }
    x->run->fault = fault;
    x->run->culprit = culprit;
    x->run->words = words;
    return true;
}

static int64_t since_start_us(struct execution *x, int64_t ns)
{
    return (ns - x->start_ns) / 1000;
}

static void told(struct execution *x, size_t place)
{
    if (x->options->on_operation != NULL)
        x->options->on_operation(x->options->context,
                                 &x->run->operations.items[place]);
}

/* ---- what the model makes of a command ---------------------------------- */

/* The answer of the real system, and whose it is. */
struct lesson {
    struct execution *x;
    int64_t number;
    const struct value *got;
};

static void on_answer(void *context, const struct value *expected)
{
    const struct lesson *lesson = context;
    bindings_learn(&lesson->x->bindings, lesson->number, expected, lesson->got);
}

/* Binds what the command created, from the first of its answers in one of the
 * orders of its fork that says where it stands: whether it creates anything may
 * depend on the others (a file is opened while another process closes it). */
static bool learn(struct execution *x, size_t place, const struct value *got)
{
    const struct program_command *command = &x->program->items.items[place];
    struct lesson lesson = {x, command->number, got};
    size_t begin = place, end = program_fork_end(x->program, place);
    if (x->model->ops->info(x->model)->commands[command->kind].create_count ==
        0)
        return true;
    while (begin > 0 &&
           x->program->items.items[begin - 1].fork == command->fork)
        begin--;
    return orders_answers(x->model, &x->states, x->program, begin, end, place,
                          on_answer, &lesson, x->error);
}

/* One identifier for two things: a fault where the older one still exists in
 * the model's state. */
static void check_alias(struct execution *x, size_t place)
{
    int64_t number = x->program->items.items[place].number;
    const struct binding *older = bindings_alias(&x->bindings, number);
    for (size_t i = 0; older != NULL && i < x->states.items.count; i++) {
        const struct value *state =
            x->model->ops->state(x->model, x->states.items.items[i]);
        if (!value_mentions(state, older->number, older->slot))
            continue;
        struct buf words = {0};
        buf_addf(&words,
                 "what it created has the identifier of #%lld, which "
                 "still exists: ",
                 (long long)older->number);
        value_add_json(&words, older->value);
        execution_fault(x, PROGRAM_ALIAS, place, buf_take(&words));
        return;
    }
}

static bool check_invariants(struct execution *x, size_t place)
{
    const struct model_info *info = x->model->ops->info(x->model);
    for (size_t i = 0; info->has_invariants && i < x->states.items.count; i++) {
        struct value *names = NULL;
        if (!x->model->ops->broken(x->model, x->states.items.items[i], &names,
                                   x->error))
            return false;
        if (names->count > 0) {
            struct str name = value_text(names->items[0]);
            execution_fault(
                x, PROGRAM_INVARIANT, place,
                memory_format("the invariant \"%.*s\" does not hold",
                              STR_ARGS(name)));
        }
        value_unref(names);
    }
    return true;
}

/* What is expected in each possible state, for reports. */
struct expectation {
    VEC(struct value *) answers;
    VEC(struct value *) states;
    struct state_set after; /* of the outcomes that agree */
};

static struct value *taken_list(struct value **items, size_t count)
{
    struct value *list = value_list(items, count);
    free(items);
    return list;
}

static bool consider(struct execution *x, size_t place, uint32_t state,
                     const struct value *got, struct expectation *expectation)
{
    struct model_call call = program_call(&x->program->items.items[place]);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer answer =
        x->model->ops->step(x->model, state, &call, &outcomes, x->error);
    bool is_fine = answer != MODEL_FAILED;
    vec_push(&expectation->states,
             value_ref(x->model->ops->state(x->model, state)));
    for (size_t i = 0; is_fine && i < outcomes.items.count; i++) {
        const struct model_outcome *outcome = &outcomes.items.items[i];
        bool is_same = true;
        vec_push(&expectation->answers, value_ref(outcome->answer));
        if (got != NULL)
            is_fine =
                x->bound.base.ops->same(&x->bound.base, &call, outcome->answer,
                                        got, &is_same, x->error);
        if (is_fine && is_same)
            state_set_add(&expectation->after, outcome->state);
    }
    model_outcomes_finish(&outcomes);
    return is_fine;
}

/* `got` NULL: any answer, or none. The operation takes what was expected. */
static bool expect(struct execution *x, size_t place, const struct value *got,
                   struct expectation *expectation)
{
    bool is_fine = true;
    for (size_t i = 0; is_fine && i < x->states.items.count; i++)
        is_fine =
            consider(x, place, x->states.items.items[i], got, expectation);
    struct operation *operation = &x->run->operations.items[place];
    operation->expected =
        taken_list(expectation->answers.items, expectation->answers.count);
    operation->before =
        taken_list(expectation->states.items, expectation->states.count);
    return is_fine;
}

static void add_difference(struct execution *x, struct buf *words,
                           const struct operation *operation)
{
    const struct value *expected = operation->expected;
    const struct model_info *info = x->model->ops->info(x->model);
    if (info->answers_views && expected->count > 0) {
        view_add_difference(words, info->view, expected->items[0],
                            operation->got);
        return;
    }
    buf_add_text(words, "answered ");
    operation_add_value(words, operation->got);
    buf_add_text(words, ", and the model says ");
    for (size_t i = 0; i < expected->count; i++) {
        if (i > 0)
            buf_add_text(words, i + 1 < expected->count ? ", " : " or ");
        operation_add_value(words, expected->items[i]);
    }
}

static void take_states(struct execution *x, struct expectation *expectation)
{
    state_set_finish(&x->states);
    x->states = expectation->after;
    expectation->after = (struct state_set){.items = VEC_EMPTY};
}

/* ---- answers ------------------------------------------------------------ */

/* The command of a fork of one process has been answered with `raw`. */
static bool judge_answer(struct execution *x, size_t place,
                         const struct value *raw)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    struct operation *operation = &x->run->operations.items[place];
    x->raw[place] = value_ref(raw);
    bool is_fine = learn(x, place, raw);
    if (!is_fine || !expect(x, place, raw, &expectation)) {
        state_set_finish(&expectation.after);
        return false;
    }
    const struct value *expected = operation->expected;
    const struct value *first = expected->count > 0 ? expected->items[0] : NULL;
    operation->got = x->model->ops->info(x->model)->answers_views
                         ? bindings_symbolic_view(&x->bindings, raw, first)
                         : bindings_symbolic(&x->bindings, raw, first);
    check_alias(x, place);
    if (expectation.after.items.count == 0) {
        struct buf words = {0};
        add_difference(x, &words, operation);
        execution_fault(x, PROGRAM_ANSWER, place, buf_take(&words));
    } else {
        take_states(x, &expectation);
        is_fine = check_invariants(x, place);
    }
    state_set_finish(&expectation.after);
    return is_fine;
}

/* Nobody knows whether the command had an effect: both are possible. */
static bool allow_both(struct execution *x, size_t place)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    bool is_fine = expect(x, place, NULL, &expectation);
    for (size_t i = 0; is_fine && i < expectation.after.items.count; i++)
        state_set_add(&x->states, expectation.after.items.items[i]);
    state_set_finish(&expectation.after);
    return is_fine;
}

/* ---- events ------------------------------------------------------------- */

static size_t place_of(const struct execution *x, int64_t number)
{
    for (size_t i = 0; i < x->program->items.count; i++)
        if (x->program->items.items[i].number == number)
            return i;
    return SIZE_MAX;
}

static char *taken(char **text)
{
    char *words = *text;
    *text = NULL;
    return words;
}

static void note_times(struct execution *x, size_t place,
                       const struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    operation->call_us = since_start_us(x, event->call_ns);
    operation->return_us = since_start_us(x, event->time_ns);
    x->calls_ns[place] = event->call_ns;
    x->returns_ns[place] = event->time_ns;
}

/* Whatever the model says, this is a fault (SYSTEM_OK with a text). */
static void note_trouble(struct execution *x, size_t place,
                         struct system_event *event)
{
    if (event->text != NULL)
        execution_fault(x, PROGRAM_TROUBLE, place, taken(&event->text));
}

static bool judge_view(struct execution *x, size_t place,
                       struct system_event *event)
{
    return execution_await_view(x, place, &event->answer) &&
           judge_answer(x, place, event->answer);
}

static bool on_ok(struct execution *x, size_t place, struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    operation->end = OPERATION_OK;
    if (!x->is_parallel) {
        bool is_view = x->model->ops->info(x->model)->answers_views;
        bool is_fine = is_view ? judge_view(x, place, event)
                               : judge_answer(x, place, event->answer);
        note_trouble(x, place, event);
        return is_fine;
    }
    x->raw[place] = value_ref(event->answer);
    if (!learn(x, place, event->answer))
        return false;
    operation->got = bindings_symbolic(&x->bindings, event->answer, NULL);
    check_alias(x, place);
    return true;
}

/* The process is not used again: its commands go on under a new number. */
static bool on_unknown(struct execution *x, size_t place, size_t process,
                       struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    operation->end = OPERATION_INFO;
    operation->return_us = -1;
    operation->words = taken(&event->text);
    x->processes[process].number = x->next_process++;
    return x->is_parallel || allow_both(x, place);
}

static void on_refused(struct execution *x, size_t place,
                       struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    operation->end = OPERATION_INFO;
    execution_fault(x, PROGRAM_REFUSED, place, taken(&event->text));
}

static bool on_end(struct execution *x, struct system_event *event)
{
    size_t place = place_of(x, event->number);
    if (place == SIZE_MAX)
        return true; /* of a command that was given up */
    size_t process = x->program->items.items[place].process;
    bool is_fine = true;
    note_times(x, place, event);
    x->processes[process].is_busy = false;
    x->processes[process].is_waiting = false;
    x->run->operations.items[place].detail = event->detail;
    event->detail = NULL;
    if (event->kind == SYSTEM_OK) {
        is_fine = on_ok(x, place, event);
    } else if (event->kind == SYSTEM_REFUSED) {
        on_refused(x, place, event);
    } else if (event->kind == SYSTEM_FAIL) {
        x->run->operations.items[place].end = OPERATION_FAIL;
        x->run->operations.items[place].words = taken(&event->text);
    } else {
        is_fine = on_unknown(x, place, process, event);
    }
    told(x, place);
    return is_fine;
}

/* A process has got somewhere: what waits for others is to look again. */
static void note_progress(struct execution *x)
{
    x->vain = 0;
    for (size_t i = 0; i < x->process_count; i++)
        x->processes[i].is_blocked = false;
}

static bool on_yield(struct execution *x, const struct system_event *event)
{
    size_t place = place_of(x, event->number);
    if (place == SIZE_MAX)
        return true;
    struct process_state *process =
        &x->processes[x->program->items.items[place].process];
    if (event->kind == SYSTEM_YIELD)
        note_progress(x);
    else
        process->blocked_since = ++x->blocked_count;
    process->is_waiting = true;
    process->is_blocked = event->kind == SYSTEM_BLOCKED;
    free(process->label);
    process->label =
        memory_format("%s", event->text == NULL ? "" : event->text);
    x->run->is_scheduled = true;
    return true;
}

static bool on_event(struct execution *x, struct system_event *event)
{
    switch (event->kind) {
    case SYSTEM_OK:
    case SYSTEM_FAIL:
    case SYSTEM_INFO:
    case SYSTEM_REFUSED:
        note_progress(x);
        return on_end(x, event);
    case SYSTEM_YIELD:
    case SYSTEM_BLOCKED:
        return on_yield(x, event);
    case SYSTEM_LOST:
        return execution_fault(x, PROGRAM_LOST, SIZE_MAX,
                               event->text != NULL
                                   ? taken(&event->text)
                                   : memory_format("the system ended"));
    case SYSTEM_ERROR:
        return execution_fault(x, PROGRAM_PROTOCOL, place_of(x, event->number),
                               event->text != NULL
                                   ? taken(&event->text)
                                   : memory_format("it broke its protocol"));
    }
    return true;
}

/* Waits for the next event until the deadline. *got is false: it passed. */
static bool hear(struct execution *x, int64_t deadline_ms, bool *got)
{
    struct system *system = x->options->system;
    struct system_event event = {0};
    *got = false;
    if (x->options->cancelled != NULL &&
        x->options->cancelled(x->options->context))
        return error_set(x->error, ERROR_CANCELLED, "interrupted");
    switch (system->ops->next(system, deadline_ms, &event, x->error)) {
    case SYSTEM_DEADLINE:
        return true;
    case SYSTEM_FAILED:
        return false;
    case SYSTEM_EVENT:
        break;
    }
    *got = true;
    bool is_fine = on_event(x, &event);
    system_event_finish(&event);
    return is_fine;
}

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
        value_unref(x->gesture);
        x->gesture = real == NULL ? NULL : execution_gesture(x, state->next);
        if (x->error->code != ERROR_OK) {
            value_unref(real);
            return false;
        }
        if (real != NULL) {
            *call = (struct system_call){
                .process = state->number,
                .number = command->number,
                .name = info->commands[command->kind].name,
                .arguments = real,
                .real = x->gesture != NULL ? x->gesture
                                           : info->commands[command->kind].real,
            };
            x->run->operations.items[state->next].end = OPERATION_PENDING;
            state->is_busy = *sent = true;
            state->deadline_ms = clock_now_ms() + x->options->timeout_ms;
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
        value_named("process", value_int((int64_t)process)),
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
        if (x->choice < x->schedule->items.count)
            chosen = x->schedule->items.items[x->choice].chosen;
        if (chosen >= count)
            chosen = (uint32_t)count - 1;
        struct schedule_choice made = {chosen, (uint32_t)count};
        vec_push(&x->made.items, made);
        x->choice++;
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

static void silent(struct execution *x)
{
    size_t culprit = SIZE_MAX;
    for (size_t i = 0; i < x->run->operations.count; i++)
        if (x->run->operations.items[i].end == OPERATION_PENDING)
            culprit = i;
    execution_fault(x, PROGRAM_SILENT, culprit,
                    memory_format("no answer within %lld ms",
                                  (long long)x->options->timeout_ms));
}

/* ---- forks -------------------------------------------------------------- */

static void begin_fork(struct execution *x, size_t begin, size_t end)
{
    x->process_count = program_processes(x->program, begin, end);
    x->last = SIZE_MAX;
    x->vain = 0;
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
        bool may_go = somebody_can_go(x);
        int64_t soon_ms = clock_now_ms() + BLOCKED_MS;
        bool waits_briefly = may_go && soon_ms < deadline_ms;
        if (!hear(x, waits_briefly ? soon_ms : deadline_ms, &got))
            return false;
        if (got)
            continue;
        if (!waits_briefly)
            silent(x);
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
        if (!hear(x, next_deadline(x), &got))
            return false;
        if (!got)
            silent(x);
    }
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
    if (x->run->fault != PROGRAM_FINE || !x->is_parallel)
        return true;
    return execution_judge_history(x, end);
}

/* The states behind a fork of several processes, for what is learnt later: all
 * that some order leads to. */
static bool follow(struct execution *x, size_t begin, size_t end)
{
    struct orders orders;
    if (!x->is_parallel)
        return true;
    bool is_fine = orders_explore(x->model, &x->states, x->program, begin, end,
                                  &orders, x->error);
    if (is_fine && orders.after.items.count > 0) {
        state_set_finish(&x->states);
        x->states = orders.after;
        orders.after = (struct state_set){.items = VEC_EMPTY};
    }
    orders_finish(&orders);
    return is_fine;
}

/* ---- the model alone ---------------------------------------------------- */

static bool step_alone(struct execution *x, size_t place)
{
    struct expectation expectation = {
        VEC_EMPTY, VEC_EMPTY, {.items = VEC_EMPTY}};
    struct operation *operation = &x->run->operations.items[place];
    bool is_fine = expect(x, place, NULL, &expectation);
    if (is_fine) {
        operation->end = OPERATION_OK;
        if (operation->expected->count > 0)
            operation->got = value_ref(operation->expected->items[0]);
        take_states(x, &expectation);
        is_fine = check_invariants(x, place);
        told(x, place);
    }
    state_set_finish(&expectation.after);
    return is_fine;
}

static bool run_alone(struct execution *x)
{
    for (size_t i = 0; i < x->program->items.count; i++) {
        if (x->run->fault != PROGRAM_FINE)
            return true;
        if (!step_alone(x, i))
            return false;
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool run_forks(struct execution *x)
{
    for (size_t begin = 0, end; begin < x->program->items.count; begin = end) {
        end = program_fork_end(x->program, begin);
        if (!run_fork(x, begin, end) ||
            (x->run->fault == PROGRAM_FINE && !follow(x, begin, end)))
            return false;
        if (x->run->fault != PROGRAM_FINE)
            break;
    }
    return true;
}

static bool run_real(struct execution *x)
{
    struct system *system = x->options->system;
    if (!system->ops->reset(system, clock_now_ms() + RESET_MS, x->error))
        return false;
    x->start_ns = clock_now_us() * 1000;
    bool is_fine = execution_check_beginning(x, RESET_MS) &&
                   (x->run->fault != PROGRAM_FINE || run_forks(x));
    system->ops->end(system);
    return is_fine;
}

static void begin(struct execution *x)
{
    size_t count = x->program->items.count;
    x->raw = memory_zeroed(count, sizeof *x->raw);
    x->calls_ns = memory_zeroed(count, sizeof *x->calls_ns);
    x->returns_ns = memory_zeroed(count, sizeof *x->returns_ns);
    for (size_t i = 0; i < PROGRAM_PROCESSES; i++)
        x->processes[i].number = (int64_t)i;
    x->next_process = PROGRAM_PROCESSES;
    bound_model_init(&x->bound, x->model, &x->bindings);
    *x->run = (struct program_run){
        .culprit = SIZE_MAX,
        .is_parallel = program_is_parallel(x->program),
        .is_page = x->model->ops->info(x->model)->answers_views,
    };
    record_commands(x);
}

/* What the references of a command stand for. */
static struct value *created_by(const struct execution *x, size_t place)
{
    const struct program_command *command = &x->program->items.items[place];
    const struct model_info *info = x->model->ops->info(x->model);
    size_t count = info->commands[command->kind].create_count;
    if (count == 0)
        return NULL;
    struct value **values = memory_zeroed(count, sizeof *values);
    for (size_t slot = 0; slot < count; slot++) {
        const struct value *bound =
            bindings_find(&x->bindings, command->number, (int64_t)slot);
        values[slot] = bound == NULL ? value_null() : value_ref(bound);
    }
    struct value *list = value_list(values, count);
    free(values);
    return list;
}

static void finish(struct execution *x)
{
    for (size_t i = 0; i < x->run->operations.count; i++) {
        struct operation *operation = &x->run->operations.items[i];
        operation->raw = x->raw[i];
        operation->created = created_by(x, i);
    }
    free(x->raw);
    free(x->calls_ns);
    free(x->returns_ns);
    for (size_t i = 0; i < PROGRAM_PROCESSES; i++)
        free(x->processes[i].label);
    if (x->went.count > 0)
        x->run->schedule = value_list(x->went.items, x->went.count);
    vec_finish(&x->went);
    schedule_finish(x->schedule);
    *x->schedule = x->made;
    bindings_finish(&x->bindings);
    state_set_finish(&x->states);
    value_unref(x->gesture);
}

bool execute_program(const struct execute_options *options,
                     const struct program *program, struct schedule *schedule,
                     struct program_run *run, struct error *error)
{
    struct error unused = ERROR_NONE;
    struct execution x = {
        .options = options,
        .model = options->model,
        .program = program,
        .schedule = schedule,
        .run = run,
        .error = error == NULL ? &unused : error,
    };
    uint32_t first;
    begin(&x);
    bool is_fine = x.model->ops->initial(x.model, &first, x.error);
    if (is_fine) {
        state_set_add(&x.states, first);
        is_fine = options->system == NULL ? run_alone(&x) : run_real(&x);
    }
    finish(&x);
    if (!is_fine)
        program_run_finish(run);
    return is_fine;
}
