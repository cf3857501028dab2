/* In this file: schedules, the record of a run, the model alone, the whole. */
#include "run/model/execute.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/memory.h"
#include "run/model/bindings.h"
#include "run/model/execute_internal.h"
#include "run/model/orders.h"

enum {
    RESET_MS = 30 * 1000,
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
    bool has_users = model_users(info) > 1;
    for (size_t i = 0; i < x->program->items.count; i++) {
        const struct program_command *command = &x->program->items.items[i];
        const char *name = info->commands[command->kind].name;
        operation_list_push(&x->run->operations,
                            (struct operation){
                                .number = command->number,
                                .process = has_users
                                               ? (int64_t)command->user
                                               : (int64_t)command->process,
                                .fork = command->fork,
                                .name = memory_copy_string(name, strlen(name)),
                                .arguments = value_ref(command->arguments),
                                .call_us = -1,
                                .return_us = -1,
                            });
    }
}

/* Whether something has gone wrong for one of the users. */
static bool is_troubled(struct execution *x)
{
    struct system *system = x->options->system;
    bool is_troubled = false;
    for (size_t user = 0; !is_troubled && user < x->run->users; user++) {
        char *troubles = system->ops->troubles(system, (int64_t)user);
        is_troubled = troubles != NULL;
        free(troubles);
    }
    return is_troubled;
}

/* A page has words of its own for a server that has ended; what is wrong is
 * that it has. Owned, or NULL. */
static char *ending(struct execution *x)
{
    struct system *system = x->options->system;
    return x->run->is_page && system->ops->ending != NULL &&
                   system->ops->troubles != NULL && is_troubled(x)
               ? system->ops->ending(system)
               : NULL;
}

bool execution_fault(struct execution *x, enum program_fault fault,
                     size_t culprit, char *words)
{
    if (x->run->fault != PROGRAM_FINE) {
        free(words);
        return true;
    }
    char *ended = fault == PROGRAM_LOST ? NULL : ending(x);
    if (ended != NULL) {
        free(words);
        words = ended;
        fault = PROGRAM_LOST;
    }
    x->run->fault = fault;
    x->run->culprit = culprit;
    x->run->words = words;
    return true;
}

/* ---- the model alone ---------------------------------------------------- */

static bool run_alone(struct execution *x)
{
    for (size_t i = 0; i < x->program->items.count; i++) {
        if (x->run->fault != PROGRAM_FINE)
            return true;
        if (!execution_step_alone(x, i))
            return false;
    }
    return true;
}

/* ---- the whole ---------------------------------------------------------- */

static bool run_real(struct execution *x)
{
    struct system *system = x->options->system;
    if (!system->ops->reset(system, clock_now_ms() + RESET_MS, x->error))
        return false;
    x->start_ns = clock_now_us() * 1000;
    bool is_fine = execution_check_beginning(x, RESET_MS) &&
                   (x->run->fault != PROGRAM_FINE || execution_run_forks(x));
    system->ops->end(system);
    return is_fine;
}

/* What the command with this number creates there (bindings.h). */
static const char *type_created(const void *context, int64_t number,
                                int64_t slot)
{
    const struct execution *x = context;
    const struct model_info *info = x->model->ops->info(x->model);
    for (size_t i = 0; i < x->program->items.count; i++) {
        const struct program_command *command = &x->program->items.items[i];
        const struct model_command *declared = &info->commands[command->kind];
        if (command->number == number)
            return (size_t)slot < declared->create_count
                       ? declared->creates[slot]
                       : NULL;
    }
    return NULL;
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
    x->bindings.type_of = type_created;
    x->bindings.context = x;
    bound_model_init(&x->bound, x->model, &x->bindings);
    *x->run = (struct program_run){
        .culprit = SIZE_MAX,
        .is_parallel = program_is_parallel(x->program),
        .is_page = x->model->ops->info(x->model)->answers_views,
        .users = model_users(x->model->ops->info(x->model)),
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
