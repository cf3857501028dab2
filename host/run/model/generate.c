/* In this file: how long a program is and what it prefers, one command, a
 * fork, the whole. */
#include "run/model/generate.h"

#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "run/model/orders.h"

enum {
    TRIES = 20,       /* at a command that may be called */
    FORK_TRIES = 5,   /* at a fork whose orders make a difference */
    FORKS = 6,        /* of several processes, at most, in one program */
    PREFIX = 12,      /* commands in front of the first fork, at most */
    WEIGHT_STEPS = 6, /* a weight is multiplied by 1 to so much */
    USERS_PREFIX = 4, /* the same of a page that has several users */
    USERS_FORKS = 2,
};

struct generator {
    struct model *model;
    const struct model_info *info;
    const struct generate_options *options;
    struct tape *tape;
    struct program *program;
    struct generate_statistics *statistics;
    struct error *error;
    uint64_t *weights;
    struct state_set states; /* that are possible at the end of the program */
    struct model_refs refs;  /* that exist there */
    int64_t next;            /* number */
};

/* ---- what a program prefers --------------------------------------------- */

/* In half of all programs some commands are left out, each by chance. */
static void draw_weights(struct generator *g)
{
    bool is_swarm = tape_flip(g->tape, 1, 2, "swarm");
    uint64_t sum = 0;
    for (size_t i = 0; i < g->info->command_count; i++) {
        uint64_t weight = g->info->commands[i].weight;
        if (is_swarm && tape_flip(g->tape, 1, 3, "left out"))
            weight = 0;
        g->weights[i] =
            weight * (1 + tape_below(g->tape, WEIGHT_STEPS, "weight"));
        sum += g->weights[i];
    }
    for (size_t i = 0; sum == 0 && i < g->info->command_count; i++)
        g->weights[i] = g->info->commands[i].weight;
}

/* Short ones, middling ones and long ones are equally likely: short ones run
 * soon, and some faults need many commands. */
static size_t draw_length(struct generator *g)
{
    size_t most = g->options->most;
    size_t low = most / 10 + 1, middle = most / 2 + 1;
    switch (tape_below(g->tape, 3, "length")) {
    case 0:
        return 1 + tape_below(g->tape, low, "short");
    case 1:
        return 1 + tape_below(g->tape, middle, "middling");
    default:
        return middle + tape_below(g->tape, most - middle + 1, "long");
    }
}

/* ---- one command -------------------------------------------------------- */

/* The part of the tape from `begin` on. */
static struct tape_record drawn_since(struct tape *tape, size_t begin)
{
    const struct tape_record *whole = tape_record(tape);
    struct tape_record part = {.choices = whole->choices + begin,
                               .count = whole->count - begin};
    return tape_record_copy(&part);
}

static bool is_allowed(struct generator *g, const struct model_call *call,
                       bool *allowed)
{
    *allowed = true;
    for (size_t i = 0; *allowed && i < g->states.items.count; i++) {
        enum model_answer answer = g->model->ops->allowed(
            g->model, g->states.items.items[i], call, NULL, g->error);
        if (answer == MODEL_FAILED)
            return false;
        *allowed = answer == MODEL_DONE;
    }
    return true;
}

/* With *arguments NULL: it cannot be the next one. */
static bool draw_arguments(struct generator *g, size_t kind, struct tape *tape,
                           struct value **arguments)
{
    uint32_t state = g->states.items.items[0];
    bool allowed = false;
    *arguments = NULL;
    if (!g->model->ops->arguments(g->model, state, kind, &g->refs, tape,
                                  arguments, g->error))
        return false;
    if (*arguments == NULL)
        return true;
    struct model_call call = {kind, g->next, *arguments};
    if (!is_allowed(g, &call, &allowed)) {
        value_unref(*arguments);
        *arguments = NULL;
        return false;
    }
    if (!allowed) {
        value_unref(*arguments);
        *arguments = NULL;
    }
    return true;
}

/* One that may be called in all possible states; *found is false where none
 * was met. */
static bool draw_command(struct generator *g, struct program_command *command,
                         bool *found)
{
    *found = false;
    tape_begin(g->tape, "command");
    bool is_fine = true;
    for (size_t try = 0; is_fine && !*found && try < TRIES; try++) {
        size_t kind = tape_weighted(g->tape, g->weights, g->info->command_count,
                                    "command");
        size_t begin = tape_position(g->tape);
        struct value *arguments;
        g->statistics->commands[kind].drawn++;
        is_fine = draw_arguments(g, kind, g->tape, &arguments);
        *found = is_fine && arguments != NULL;
        if (*found)
            *command = (struct program_command){
                .number = g->next++,
                .kind = kind,
                .arguments = arguments,
                .choices = drawn_since(g->tape, begin),
            };
        else
            g->statistics->commands[kind].discarded++;
    }
    tape_end(g->tape);
    return is_fine;
}

/* ---- a fork ------------------------------------------------------------- */

/* The fork that begins at `begin` is a part of the program now. */
static bool settle(struct generator *g, size_t begin, struct orders *orders)
{
    if (!orders_created(g->model, &g->states, g->program, begin,
                        g->program->items.count, &g->refs, g->error))
        return false;
    state_set_finish(&g->states);
    g->states = orders->after;
    orders->after = (struct state_set){.items = VEC_EMPTY};
    return true;
}

static bool explore(struct generator *g, size_t begin, struct orders *orders)
{
    return orders_explore(g->model, &g->states, g->program, begin,
                          g->program->items.count, orders, g->error);
}

static void drop_from(struct generator *g, size_t begin)
{
    while (g->program->items.count > begin)
        program_remove(g->program, g->program->items.count - 1);
}

static bool add_sequential(struct generator *g, bool *added)
{
    size_t begin = g->program->items.count;
    struct program_command command;
    struct orders orders;
    if (!draw_command(g, &command, added) || !*added)
        return g->error->code == ERROR_OK;
    command.fork = program_fork_count(g->program);
    if (g->options->users > 1)
        command.user = tape_below(g->tape, g->options->users, "user");
    program_push(g->program, command);
    if (!explore(g, begin, &orders))
        return false;
    *added = orders.is_safe;
    bool is_fine = true;
    if (orders.is_safe)
        is_fine = settle(g, begin, &orders);
    else
        drop_from(g, begin);
    orders_finish(&orders);
    return is_fine;
}

/* A command like the one before: what collides shows races. */
static bool draw_alike(struct generator *g, const struct program_command *like,
                       struct program_command *command, bool *found)
{
    struct tape *tape = tape_replay(&like->choices, TAPE_ENDS, 0);
    struct value *arguments = NULL;
    bool is_fine = draw_arguments(g, like->kind, tape, &arguments);
    tape_destroy(tape);
    *found = is_fine && arguments != NULL;
    if (*found)
        *command = (struct program_command){
            .number = g->next++,
            .kind = like->kind,
            .arguments = arguments,
            .choices = tape_record_copy(&like->choices),
        };
    return is_fine;
}

/* The same arguments for another command, as far as they fit it. */
static bool draw_colliding(struct generator *g,
                           const struct program_command *like,
                           struct program_command *command, bool *found)
{
    size_t kind =
        tape_weighted(g->tape, g->weights, g->info->command_count, "command");
    struct program_command other = *like;
    other.kind = kind;
    return draw_alike(g, &other, command, found);
}

static bool draw_in_fork(struct generator *g, size_t begin,
                         struct program_command *command, bool *found)
{
    if (g->program->items.count > begin) {
        const struct program_command *before =
            &g->program->items.items[g->program->items.count - 1];
        switch (tape_below(g->tape, 4, "collision")) {
        case 1:
            return draw_alike(g, before, command, found);
        case 2:
            return draw_colliding(g, before, command, found);
        default:
            break;
        }
    }
    return draw_command(g, command, found);
}

/* Commands for each of two or more processes, in the states before the fork. */
static bool draw_fork(struct generator *g, size_t begin, size_t fork)
{
    size_t processes =
        2 + tape_below(g->tape, g->options->processes - 1, "processes");
    for (size_t process = 0; process < processes; process++) {
        size_t length = 1 + tape_flip(g->tape, 1, 4, "branch");
        for (size_t i = 0; i < length; i++) {
            struct program_command command;
            bool found;
            if (!draw_in_fork(g, begin, &command, &found))
                return false;
            if (!found)
                break;
            command.fork = fork;
            command.process = process;
            command.user = g->options->users > 1 ? process : 0;
            program_push(g->program, command);
        }
    }
    return true;
}

/* One whose orders make a difference, if one is met soon: others can show no
 * race. */
static bool add_fork(struct generator *g)
{
    size_t begin = g->program->items.count;
    size_t fork = program_fork_count(g->program);
    bool is_fine = true, is_done = false;
    for (size_t try = 0; is_fine && !is_done && try < FORK_TRIES; try++) {
        struct orders orders = {0};
        tape_begin(g->tape, "fork");
        is_fine =
            draw_fork(g, begin, fork) &&
            (g->program->items.count == begin || explore(g, begin, &orders));
        tape_end(g->tape);
        bool is_whole = g->program->items.count > begin + 1;
        bool is_last = try + 1 == FORK_TRIES;
        g->statistics->forks++;
        g->statistics->unsafe += !orders.is_safe;
        g->statistics->commuting += orders.is_safe && orders.commutes;
        is_done = is_fine && is_whole && orders.is_safe &&
                  (!orders.commutes || is_last);
        if (is_done)
            is_fine = settle(g, begin, &orders);
        else
            drop_from(g, begin);
        orders_finish(&orders);
    }
    return is_fine;
}

/* ---- the whole ---------------------------------------------------------- */

static bool add_sequence(struct generator *g, size_t length)
{
    bool added = true;
    for (size_t i = 0; added && i < length; i++)
        if (!add_sequential(g, &added))
            return false;
    return true;
}

/* What may follow the first command of a square: all but that one. */
static void forbid(struct generator *g, size_t command)
{
    uint64_t sum = 0;
    g->weights[command] = 0;
    for (size_t i = 0; i < g->info->command_count; i++)
        sum += g->weights[i];
    for (size_t i = 0; sum == 0 && i < g->info->command_count; i++)
        g->weights[i] = i == command ? 0 : g->info->commands[i].weight;
}

static bool add_only(struct generator *g, size_t command, bool *added)
{
    uint64_t *weights = g->weights;
    g->weights = memory_zeroed(g->info->command_count, sizeof *g->weights);
    g->weights[command] = 1;
    bool is_fine = add_sequential(g, added);
    free(g->weights);
    g->weights = weights;
    return is_fine;
}

/* A refinement square: whatever state the system is in, one step of it leads
 * where one step of the fake leads. */
static bool add_square(struct generator *g)
{
    const struct model_square *square = &g->options->square;
    bool added = false;
    if (!add_only(g, square->first, &added))
        return false;
    forbid(g, square->first);
    if (added && !add_sequential(g, &added))
        return false;
    return !added || !square->looks || add_only(g, square->look, &added);
}

static bool add_parallel(struct generator *g)
{
    bool has_users = g->options->users > 1;
    size_t prefix =
        tape_below(g->tape, (has_users ? USERS_PREFIX : PREFIX) + 1, "prefix");
    size_t forks =
        1 + tape_below(g->tape, has_users ? USERS_FORKS : FORKS, "forks");
    if (prefix + 1 > g->options->most)
        prefix = g->options->most - 1;
    if (!add_sequence(g, prefix))
        return false;
    for (size_t i = 0; i < forks; i++) {
        if (!add_fork(g))
            return false;
        if (tape_flip(g->tape, 1, 2, "between") && !add_sequence(g, 1))
            return false;
    }
    return add_sequence(g, 1);
}

bool generate_program(struct model *model,
                      const struct generate_options *options, struct tape *tape,
                      struct program *program,
                      struct generate_statistics *statistics,
                      struct error *error)
{
    struct error trouble = ERROR_NONE;
    const struct model_info *info = model->ops->info(model);
    struct generator g = {
        .model = model,
        .info = info,
        .options = options,
        .tape = tape,
        .program = program,
        .statistics = statistics,
        .error = &trouble,
        .weights = memory_zeroed(info->command_count, sizeof(uint64_t)),
        .states = {.items = VEC_EMPTY},
        .refs = {.items = VEC_EMPTY},
    };
    uint32_t first;
    bool is_fine = model->ops->initial(model, &first, &trouble);
    if (is_fine) {
        state_set_add(&g.states, first);
        draw_weights(&g);
        if (options->processes > 1)
            is_fine = add_parallel(&g);
        else if (options->square.is_wanted)
            is_fine = add_square(&g);
        else
            is_fine = add_sequence(&g, draw_length(&g));
    }
    program_tidy(program);
    program_number(program);
    state_set_finish(&g.states);
    vec_finish(&g.refs.items);
    free(g.weights);
    if (!is_fine && error != NULL)
        *error = trouble;
    return is_fine;
}
