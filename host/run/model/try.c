/* In this file: schedules one after another and by chance, a program until it
 * fails, pruning. */
#include <stdlib.h>

#include "base/memory.h"
#include "gen/choices.h"
#include "run/model/orders.h"
#include "run/model/shrink.h"

enum {
    CHANGES = 3,     /* of process where another could have gone on, at most */
    FEW_CHOICES = 3, /* with so few, one after another is the whole of them */
    SPARE_CHOICES = 64, /* drawn for a program beyond those of its last run */
};

/* ---- schedules ---------------------------------------------------------- */

static size_t changes_in(const struct schedule *schedule, size_t end)
{
    size_t count = 0;
    for (size_t i = 0; i < end; i++)
        count += schedule->items.items[i].chosen > 0;
    return count;
}

/* The next schedule in the order of a search, from one that was made: the last
 * choice that has another way left takes it, and what is after is free. Those
 * with few changes of process only (Musuvathi and Qadeer 2007: most races need
 * one or two). False: there are no more. */
static bool schedule_advance(struct schedule *schedule)
{
    while (schedule->items.count > 0) {
        struct schedule_choice *last = &vec_last(&schedule->items);
        size_t before = changes_in(schedule, schedule->items.count - 1);
        if (last->chosen + 1 < last->of && before < CHANGES) {
            last->chosen++;
            return true;
        }
        schedule->items.count--;
    }
    return false;
}

/* ---- a program until it fails ------------------------------------------- */

static bool run_once(const struct execute_options *options,
                     const struct program *program, struct schedule *schedule,
                     struct program_run *run, int64_t *runs,
                     struct error *error)
{
    program_run_finish(run);
    (*runs)++;
    return execute_program(options, program, schedule, run, error);
}

static bool try_schedules(const struct execute_options *options, int64_t most,
                          const struct program *program,
                          struct schedule *schedule, struct program_run *run,
                          int64_t *runs, struct error *error)
{
    struct schedule next = {.items = VEC_EMPTY};
    bool is_fine = true;
    for (int64_t i = 0; is_fine && i < most; i++) {
        is_fine = run_once(options, program, &next, run, runs, error);
        if (!is_fine || run->fault != PROGRAM_FINE || !schedule_advance(&next))
            break;
    }
    schedule_finish(schedule);
    *schedule = next;
    return is_fine;
}

/* The schedule that failed before first: most candidates fail with it. */
bool program_try(const struct execute_options *options, int64_t attempts,
                 const struct program *program, struct schedule *schedule,
                 struct program_run *run, int64_t *runs, struct error *error)
{
    bool is_parallel = program_is_parallel(program);
    int64_t most = is_parallel && !options->is_scheduled ? attempts : 1;
    for (int64_t i = 0; i < most; i++) {
        if (!run_once(options, program, schedule, run, runs, error))
            return false;
        run->attempts = i + 1;
        if (run->fault != PROGRAM_FINE)
            return true;
    }
    if (!is_parallel || !options->is_scheduled)
        return true;
    return try_schedules(options, options->schedules, program, schedule, run,
                         runs, error);
}

/* The most processes of any fork. */
static size_t processes_in(const struct program *program)
{
    size_t most = 0;
    for (size_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].process >= most)
            most = program->items.items[i].process + 1;
    return most;
}

/* Each process goes on for a while: one of the `others` comes in at one place
 * of `of`. */
static struct schedule schedule_draw(struct choices *choices, size_t count,
                                     size_t of, size_t others)
{
    struct schedule schedule = {.items = VEC_EMPTY};
    for (size_t i = 0; i < count; i++) {
        struct schedule_choice choice = {0, (uint32_t)others + 1, 0};
        if (choices_below(choices, of) == 0)
            choice.chosen = 1 + (uint32_t)choices_below(choices, others);
        vec_push(&schedule.items, choice);
    }
    return schedule;
}

bool program_search(const struct execute_options *options, int64_t attempts,
                    uint64_t seed, const struct program *program,
                    struct schedule *schedule, struct program_run *run,
                    int64_t *runs, struct error *error)
{
    struct choices choices;
    if (!program_is_parallel(program) || !options->is_scheduled)
        return program_try(options, attempts, program, schedule, run, runs,
                           error);
    if (!run_once(options, program, schedule, run, runs, error))
        return false;
    if (schedule->items.count <= FEW_CHOICES && run->fault == PROGRAM_FINE)
        return try_schedules(options, attempts, program, schedule, run, runs,
                             error);
    choices_init(&choices, seed);
    size_t others = processes_in(program) - 1;
    for (int64_t i = 1; i < attempts && run->fault == PROGRAM_FINE; i++) {
        size_t count = schedule->items.count + SPARE_CHOICES;
        schedule_finish(schedule);
        *schedule = schedule_draw(&choices, count, i % 2 == 0 ? 4 : 2, others);
        if (!run_once(options, program, schedule, run, runs, error))
            return false;
    }
    return true;
}

/* ---- pruning ------------------------------------------------------------ */

struct pruning {
    struct model *model;
    struct program *program;
    struct state_set states;
    struct model_refs refs;
    struct error *error;
};

static void drop_unknown(struct pruning *p, size_t begin, size_t *end)
{
    for (size_t i = *end; i > begin; i--) {
        if (orders_know(&p->refs, p->program, i - 1, i))
            continue;
        program_remove(p->program, i - 1);
        (*end)--;
    }
}

/* Drops commands from the end of the fork until all orders of the rest are
 * allowed. */
static bool make_safe(struct pruning *p, size_t begin, size_t *end,
                      struct orders *orders)
{
    for (;;) {
        if (!orders_explore(p->model, &p->states, p->program, begin, *end,
                            orders, p->error))
            return false;
        if (orders->is_safe)
            return true;
        orders_finish(orders);
        (*end)--;
        program_remove(p->program, *end);
        if (*end == begin)
            return true;
    }
}

static bool prune_fork(struct pruning *p, size_t begin, size_t *next)
{
    size_t end = program_fork_end(p->program, begin);
    struct orders orders = {0};
    drop_unknown(p, begin, &end);
    *next = end;
    if (end == begin)
        return true;
    if (!make_safe(p, begin, &end, &orders)) {
        orders_finish(&orders);
        return false;
    }
    *next = end;
    bool is_fine = true;
    if (end > begin) {
        is_fine = orders_created(p->model, &p->states, p->program, begin, end,
                                 &p->refs, p->error);
        state_set_finish(&p->states);
        p->states = orders.after;
        orders.after = (struct state_set){.items = VEC_EMPTY};
    }
    orders_finish(&orders);
    return is_fine;
}

bool program_prune(struct model *model, struct program *program,
                   struct error *error)
{
    struct pruning p = {.model = model, .program = program, .error = error};
    uint32_t first;
    bool is_fine = model->ops->initial(model, &first, error);
    if (is_fine)
        state_set_add(&p.states, first);
    for (size_t begin = 0; is_fine && begin < program->items.count;)
        is_fine = prune_fork(&p, begin, &begin);
    state_set_finish(&p.states);
    vec_finish(&p.refs.items);
    program_tidy(program);
    return is_fine;
}
