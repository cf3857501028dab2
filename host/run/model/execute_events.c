/* What a system tells while a program runs: answers, scheduling points, its
 * end. */
#include <stdlib.h>

#include "base/memory.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"

static int64_t since_start_us(struct execution *x, int64_t ns)
{
    return (ns - x->start_ns) / 1000;
}

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

/* Whatever the model says, this is a fault (SYSTEM_OK with a text). Where a
 * page shows something else as well, it is the reason. */
static void note_trouble(struct execution *x, size_t place,
                         struct system_event *event)
{
    struct program_run *run = x->run;
    if (event->text == NULL)
        return;
    if (run->is_page && run->fault == PROGRAM_ANSWER && run->culprit == place) {
        char *words = memory_format("%s; %s", run->words, event->text);
        free(run->words);
        run->words = words;
        return;
    }
    execution_fault(x, PROGRAM_TROUBLE, place, taken(&event->text));
}

static bool judge_view(struct execution *x, size_t place,
                       struct system_event *event)
{
    return execution_await_view(x, place, &event->answer) &&
           execution_judge_answer(x, place, event->answer);
}

/* Whether what a command of a page created may be needed at once. */
static bool is_needed(const struct execution *x, size_t place)
{
    const struct process_state *state =
        &x->processes[x->program->items.items[place].process];
    return x->model->ops->info(x->model)->answers_views &&
           execution_declared(x, place)->create_count > 0 &&
           state->next < state->stop;
}

/* For reports. A page shows numbers and words that may look like an identifier;
 * what the fork creates is named when its pages are compared
 * (execute_users.c). */
static bool name_answer(struct execution *x, struct operation *operation,
                        const struct value *answer, const struct value *taught)
{
    struct value *before = NULL;
    if (!x->model->ops->info(x->model)->answers_views) {
        operation->got = bindings_symbolic(&x->bindings, answer, taught);
        return true;
    }
    if (!x->model->ops->project(x->model, x->states.items.items[0], &before,
                                x->error))
        return false;
    operation->got = bindings_symbolic_view(&x->bindings, answer, before);
    value_unref(before);
    return true;
}

static bool on_ok(struct execution *x, size_t place, struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    operation->end = OPERATION_OK;
    if (!x->is_parallel) {
        bool is_view = x->model->ops->info(x->model)->answers_views;
        bool is_fine = is_view
                           ? judge_view(x, place, event)
                           : execution_judge_answer(x, place, event->answer);
        note_trouble(x, place, event);
        return is_fine;
    }
    x->raw[place] = value_ref(event->answer);
    struct value *taught = NULL;
    if (is_needed(x, place)
            ? !execution_await_created(x, place, event->answer)
            : !execution_learn(x, place, event->answer, &taught)) {
        value_unref(taught);
        return false;
    }
    execution_check_alias(x, place);
    bool is_fine = name_answer(x, operation, event->answer, taught);
    value_unref(taught);
    return is_fine;
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
    return x->is_parallel || execution_allow_both(x, place);
}

static void on_refused(struct execution *x, size_t place,
                       struct system_event *event)
{
    struct operation *operation = &x->run->operations.items[place];
    if (execution_declared(x, place)->is_optional) {
        operation->end = OPERATION_FAIL;
        operation->words = taken(&event->text);
        return;
    }
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
    execution_told(x, place);
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
    case SYSTEM_SILENT:
        return execution_fault(x, PROGRAM_SILENT, place_of(x, event->number),
                               taken(&event->text));
    case SYSTEM_ERROR:
        return execution_fault(x, PROGRAM_PROTOCOL, place_of(x, event->number),
                               event->text != NULL
                                   ? taken(&event->text)
                                   : memory_format("it broke its protocol"));
    }
    return true;
}

/* ": the page waits for GET http://localhost/items", ", to GET /items"; owned;
 * NULL: nobody knows. */
static char *awaited_words(const struct execution *x, size_t place)
{
    struct system *system = x->options->system;
    char *awaited = system->ops->awaited == NULL
                        ? NULL
                        : system->ops->awaited(
                              system, x->run->operations.items[place].process);
    if (awaited == NULL)
        return NULL;
    char *words = memory_format(
        "%s %s", x->run->is_page ? ": the page waits for" : ", to", awaited);
    free(awaited);
    return words;
}

void execution_silent(struct execution *x)
{
    size_t culprit = SIZE_MAX;
    for (size_t i = 0; i < x->run->operations.count; i++)
        if (x->run->operations.items[i].end == OPERATION_PENDING)
            culprit = i;
    char *awaited = culprit == SIZE_MAX ? NULL : awaited_words(x, culprit);
    execution_fault(x, PROGRAM_SILENT, culprit,
                    memory_format("no answer within %lld ms%s",
                                  (long long)x->options->timeout_ms,
                                  awaited == NULL ? "" : awaited));
    free(awaited);
}

bool execution_hear(struct execution *x, int64_t deadline_ms, bool *got)
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
