/* All orders are looked at level by level: what may be the first command, the
 * second, ... The steps of a level are asked for together.
 *
 * In this file: sets of states, levels, steps, the search. */
#include "run/model/orders.h"

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/map.h"
#include "base/memory.h"

enum { VISITS = 4000, PROCESSES = 64 };

/* ---- sets of states ----------------------------------------------------- */

bool state_set_has(const struct state_set *set, uint32_t state)
{
    for (size_t i = 0; i < set->items.count; i++)
        if (set->items.items[i] == state)
            return true;
    return false;
}

void state_set_add(struct state_set *set, uint32_t state)
{
    if (!state_set_has(set, state))
        vec_push(&set->items, state);
}

void state_set_finish(struct state_set *set)
{
    vec_finish(&set->items);
}

void orders_finish(struct orders *orders)
{
    state_set_finish(&orders->after);
    state_set_finish(&orders->seen);
    *orders = (struct orders){0};
}

/* ---- levels ------------------------------------------------------------- */

/* How far the orders have come with so many commands: states, and of each the
 * next command of each process. */
struct level {
    VEC(uint32_t) states;
    VEC(size_t) next; /* `processes` for each state */
};

/* A search through the orders of one fork. */
struct search {
    struct model *model;
    const struct program *program;
    size_t begin, end, processes;
    size_t first[PROCESSES]; /* of each process: its first command */
    size_t stop[PROCESSES];  /* and where its commands end */
    struct map visited;
    struct value **answers; /* the first one that each command gave */
    struct orders *orders;
    size_t place; /* whose answers are told */
    void (*told)(void *context, const struct value *answer); /* or NULL */
    const enum orders_progress *progress;                    /* or NULL */
    void (*told_state)(void *context, uint32_t state);
    struct state_set now; /* those told */
    void *context;
    struct error *error;
};

static void level_finish(struct level *level)
{
    vec_finish(&level->states);
    vec_finish(&level->next);
}

static void level_add(const struct search *search, struct level *level,
                      uint32_t state, const size_t *next)
{
    vec_push(&level->states, state);
    for (size_t i = 0; i < search->processes; i++)
        vec_push(&level->next, next[i]);
}

static void begin_search(struct search *search)
{
    search->processes =
        program_processes(search->program, search->begin, search->end);
    for (size_t i = search->end; i > search->begin; i--) {
        size_t process = search->program->items.items[i - 1].process;
        if (search->stop[process] == 0)
            search->stop[process] = i;
        search->first[process] = i - 1;
    }
}

/* Whether the orders have not come to this state with these commands next. */
static bool visit(struct search *search, uint32_t state, const size_t *next)
{
    struct buf key = {0};
    buf_addf(&key, "%u", state);
    for (size_t i = 0; i < search->processes; i++)
        buf_addf(&key, " %zu", next[i]);
    bool is_new = !map_has(&search->visited, buf_str(&key));
    if (is_new)
        map_set(&search->visited, buf_str(&key), search);
    buf_finish(&key);
    return is_new;
}

/* ---- steps -------------------------------------------------------------- */

static bool foresee(const struct search *search, const struct level *level)
{
    VEC(struct model_step) steps = VEC_EMPTY;
    for (size_t at = 0; at < level->states.count; at++) {
        const size_t *next = &level->next.items[at * search->processes];
        for (size_t i = 0; i < search->processes; i++) {
            if (next[i] == search->stop[i])
                continue;
            struct model_step step = {
                level->states.items[at],
                program_call(&search->program->items.items[next[i]])};
            vec_push(&steps, step);
        }
    }
    bool is_fine =
        model_foresee(search->model, steps.items, steps.count, search->error);
    vec_finish(&steps);
    return is_fine;
}

static void note_answer(struct search *search, size_t command,
                        const struct value *answer)
{
    struct value **first = &search->answers[command - search->begin];
    if (search->told != NULL && command == search->place)
        search->told(search->context, answer);
    if (*first == NULL)
        *first = value_ref(answer);
    else if (!value_equal(*first, answer))
        search->orders->commutes = false;
}

/* The process takes its next command in this state; `next` is changed and put
 * right again. Adds where that leads. */
static bool take(struct search *search, uint32_t state, size_t *next,
                 size_t process, struct level *behind)
{
    size_t place = next[process]++;
    struct model_call call = program_call(&search->program->items.items[place]);
    struct model_outcomes outcomes = {.items = VEC_EMPTY};
    enum model_answer answer = search->model->ops->step(
        search->model, state, &call, &outcomes, search->error);
    if (answer == MODEL_REFUSED)
        search->orders->is_safe = false;
    for (size_t i = 0; i < outcomes.items.count; i++) {
        uint32_t after = outcomes.items.items[i].state;
        note_answer(search, place, outcomes.items.items[i].answer);
        if (visit(search, after, next))
            level_add(search, behind, after, next);
    }
    next[process]--;
    model_outcomes_finish(&outcomes);
    return answer != MODEL_FAILED;
}

static void note_end(struct search *search, uint32_t state)
{
    struct orders *orders = search->orders;
    state_set_add(&orders->after, state);
    if (orders->after.items.count > ORDERS_STATES)
        orders->is_safe = false;
}

static void note_seen(struct search *search, uint32_t state)
{
    if (search->orders->seen.items.count < ORDERS_SEEN)
        state_set_add(&search->orders->seen, state);
}

/* Whether those that are over have been done, and none that is to come. */
static bool is_now(const struct search *search, const size_t *next)
{
    for (size_t i = search->begin; i < search->end; i++) {
        enum orders_progress progress = search->progress[i - search->begin];
        bool is_done = next[search->program->items.items[i].process] > i;
        if (is_done ? progress == ORDERS_TO_COME : progress == ORDERS_OVER)
            return false;
    }
    return true;
}

static void note_now(struct search *search, uint32_t state, const size_t *next)
{
    if (search->progress == NULL || next == NULL ||
        state_set_has(&search->now, state) || !is_now(search, next))
        return;
    state_set_add(&search->now, state);
    search->told_state(search->context, state);
}

/* ---- the search --------------------------------------------------------- */

/* From each state of the level with each process that has a command left. */
static bool go_on(struct search *search, struct level *level,
                  struct level *behind)
{
    struct orders *orders = search->orders;
    bool is_fine = foresee(search, level);
    for (size_t at = 0; is_fine && orders->is_safe && at < level->states.count;
         at++) {
        size_t *next = &level->next.items[at * search->processes];
        uint32_t state = level->states.items[at];
        bool is_end = true;
        note_now(search, state, next);
        for (size_t i = 0; is_fine && orders->is_safe && i < search->processes;
             i++) {
            if (next[i] == search->stop[i])
                continue;
            is_end = false;
            is_fine = take(search, state, next, i, behind);
        }
        if (is_end)
            note_end(search, state);
        else
            note_seen(search, state);
    }
    if (search->visited.count > VISITS)
        orders->is_safe = false;
    return is_fine;
}

/* As many levels as the fork has commands, and the end. */
static bool explore_from(struct search *search, uint32_t state)
{
    struct level level = {VEC_EMPTY, VEC_EMPTY};
    bool is_fine = true;
    if (visit(search, state, search->first))
        level_add(search, &level, state, search->first);
    while (is_fine && search->orders->is_safe && level.states.count > 0) {
        struct level behind = {VEC_EMPTY, VEC_EMPTY};
        is_fine = go_on(search, &level, &behind);
        level_finish(&level);
        level = behind;
    }
    level_finish(&level);
    for (size_t i = 0; i < search->end - search->begin; i++) {
        value_unref(search->answers[i]);
        search->answers[i] = NULL;
    }
    return is_fine;
}

/* The first commands in all states at once. */
static bool foresee_first(const struct search *search,
                          const struct state_set *before)
{
    struct level level = {VEC_EMPTY, VEC_EMPTY};
    for (size_t i = 0; i < before->items.count; i++)
        level_add(search, &level, before->items.items[i], search->first);
    bool is_fine = before->items.count < 2 || foresee(search, &level);
    level_finish(&level);
    return is_fine;
}

static bool explore(struct search *search, const struct state_set *before)
{
    struct orders *orders = search->orders;
    *orders = (struct orders){.is_safe = true, .commutes = true};
    search->answers =
        memory_zeroed(search->end - search->begin, sizeof(struct value *));
    map_init(&search->visited);
    begin_search(search);
    bool is_fine = foresee_first(search, before);
    for (size_t i = 0; is_fine && orders->is_safe && i < before->items.count;
         i++) {
        size_t known = orders->after.items.count;
        is_fine = explore_from(search, before->items.items[i]);
        if (orders->after.items.count > known + 1)
            orders->commutes = false;
    }
    map_finish(&search->visited);
    free(search->answers);
    if (!is_fine)
        orders_finish(orders);
    return is_fine;
}

static struct search search_in(struct model *model,
                               const struct program *program, size_t begin,
                               size_t end, struct orders *orders,
                               struct error *error)
{
    return (struct search){.model = model,
                           .program = program,
                           .begin = begin,
                           .end = end,
                           .orders = orders,
                           .error = error};
}

bool orders_explore(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    struct orders *orders, struct error *error)
{
    struct search search = search_in(model, program, begin, end, orders, error);
    return explore(&search, before);
}

bool orders_answers(struct model *model, const struct state_set *before,
                    const struct program *program, size_t begin, size_t end,
                    size_t place,
                    void (*told)(void *context, const struct value *answer),
                    void *context, struct error *error)
{
    struct orders orders;
    struct search search =
        search_in(model, program, begin, end, &orders, error);
    search.place = place;
    search.told = told;
    search.context = context;
    bool is_fine = explore(&search, before);
    orders_finish(&orders);
    return is_fine;
}

bool orders_states_now(struct model *model, const struct state_set *before,
                       const struct program *program, size_t begin, size_t end,
                       const enum orders_progress *progress,
                       void (*told)(void *context, uint32_t state),
                       void *context, struct error *error)
{
    struct orders orders;
    struct search search =
        search_in(model, program, begin, end, &orders, error);
    search.progress = progress;
    search.told_state = told;
    search.context = context;
    bool is_fine = explore(&search, before);
    state_set_finish(&search.now);
    orders_finish(&orders);
    return is_fine;
}
