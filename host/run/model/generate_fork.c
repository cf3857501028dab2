/* What a program goes on with: one command, or a fork of processes.
 *
 * In this file: what both have, a fork, one command. */
#include "run/model/generate_internal.h"

enum {
    FORK_TRIES = 5,   /* at a fork whose orders make a difference */
    NEAR_TRIES = 3,   /* at a command that is about the same as others of it */
    LOOK_TRIES = 4,   /* at a command that shows what a fork has done */
    CHANGE_TRIES = 2, /* at a command that changes something, before any */
};

/* ---- what both have ------------------------------------------------------ */

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

static bool are_same(const struct state_set *one, const struct state_set *other)
{
    bool is_same = one->items.count == other->items.count;
    for (size_t i = 0; is_same && i < one->items.count; i++)
        is_same = state_set_has(other, one->items.items[i]);
    return is_same;
}

static void drop_from(struct generator *g, size_t begin)
{
    while (g->program->items.count > begin)
        program_remove(g->program, g->program->items.count - 1);
}

/* ---- a fork ------------------------------------------------------------- */

/* A command like the one before: what collides shows races. */
static bool draw_alike(struct generator *g, const struct program_command *like,
                       struct program_command *command, bool *found)
{
    struct tape *tape = tape_replay(&like->choices, TAPE_ENDS, 0);
    struct value *arguments = NULL;
    bool is_fine = generate_arguments(g, like->kind, tape, &arguments);
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

/* Whether it has something in common with one of those from `begin` on. */
static bool is_near_some(const struct generator *g, size_t begin,
                         const struct program_command *command)
{
    for (size_t i = begin; i < g->program->items.count; i++)
        if (generate_is_near(g->program->items.items[i].arguments,
                             command->arguments))
            return true;
    return false;
}

static void drop(struct program_command *command, bool *found)
{
    if (*found) {
        value_unref(command->arguments);
        tape_record_finish(&command->choices);
    }
    *found = false;
}

/* Any command that has something in common with one from `begin` on, if that is
 * met soon; of *found, which is drawn already, it is asked first. */
static bool draw_near(struct generator *g, size_t begin,
                      struct program_command *command, bool *found)
{
    for (size_t try = 0; try < NEAR_TRIES; try++) {
        if (*found && is_near_some(g, begin, command))
            break;
        drop(command, found);
        if (!generate_command(g, command, found))
            return false;
        if (!*found)
            break;
    }
    return true;
}

/* Most are about what others of the fork are about. */
static bool draw_in_fork(struct generator *g, size_t begin,
                         struct program_command *command, bool *found)
{
    enum { ALIKE = 1, COLLIDING, NEAR, KINDS };
    *found = false;
    if (g->program->items.count == begin)
        return generate_command(g, command, found);
    const struct program_command *before =
        &g->program->items.items[g->program->items.count - 1];
    switch (tape_below(g->tape, KINDS, "collision")) {
    case ALIKE:
        return draw_alike(g, before, command, found);
    case COLLIDING:
        return draw_colliding(g, before, command, found) &&
               draw_near(g, begin, command, found);
    case NEAR:
        return draw_near(g, begin, command, found);
    default:
        return generate_command(g, command, found);
    }
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

/* Where all orders do the same, no race can be seen. */
bool generate_add_fork(struct generator *g)
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
        if (is_done) {
            is_fine = settle(g, begin, &orders);
            state_set_finish(&g->seen);
            g->seen = orders.seen;
            orders.seen = (struct state_set){.items = VEC_EMPTY};
        } else {
            drop_from(g, begin);
        }
        orders_finish(&orders);
    }
    return is_fine;
}

/* ---- one command after another, or after a fork ------------------------ */

/* Adds it, unless some state forbids it, or it leaves all as it is (*stays) and
 * may not. Takes the command. */
static bool take_single(struct generator *g, struct program_command command,
                        bool may_stay, bool *added, bool *stays)
{
    size_t begin = g->program->items.count;
    struct orders orders;
    command.fork = program_fork_count(g->program);
    if (g->options->users > 1)
        command.user = tape_below(g->tape, g->options->users, "user");
    program_push(g->program, command);
    if (!explore(g, begin, &orders))
        return false;
    *stays = orders.is_safe && are_same(&orders.after, &g->states);
    *added = orders.is_safe && (may_stay || !*stays);
    bool is_fine = true;
    if (*added)
        is_fine = settle(g, begin, &orders);
    else
        drop_from(g, begin);
    orders_finish(&orders);
    return is_fine;
}

bool generate_add_single(struct generator *g, bool *added)
{
    bool stays = true;
    for (size_t try = 0; stays; try++) {
        struct program_command command;
        bool may_stay = !g->options->is_alone || try == CHANGE_TRIES;
        if (!generate_command(g, &command, added) || !*added)
            return g->error->code == ERROR_OK;
        if (!take_single(g, command, may_stay, added, &stays))
            return false;
        if (may_stay)
            break;
    }
    return true;
}

/* One about the same things, if there is one soon, that tells. */
static bool draw_look(struct generator *g, size_t begin, size_t end,
                      struct program_command *command, bool *found)
{
    bool tells = false;
    *found = false;
    for (size_t try = 0; !tells && try < LOOK_TRIES; try++) {
        size_t like = begin + tape_below(g->tape, end - begin, "looked at");
        drop(command, found);
        if (!draw_colliding(g, &g->program->items.items[like], command,
                            found) ||
            !draw_near(g, begin, command, found))
            return false;
        if (*found && !generate_tells(g, command, begin, &tells))
            return false;
    }
    return true;
}

/* What a fork has done can be wrong where no answer says so yet. */
bool generate_add_look(struct generator *g, size_t begin, size_t end)
{
    struct program_command command;
    bool found, added, stays;
    if (begin == end || tape_flip(g->tape, 1, 3, "look elsewhere"))
        return generate_add_single(g, &added);
    return draw_look(g, begin, end, &command, &found) &&
           (!found || take_single(g, command, true, &added, &stays));
}
