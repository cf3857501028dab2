/* One command less, one of a fork any, and arguments by chance: another race of
 * the same system, with less of it.
 *
 * Two writes at the same time need a command after them that looks, and a
 * write beside a read needs none; but the read sees something only where there
 * was something before, which the two writes do not need and so have lost. No
 * single change leads from the one to the other.
 *
 * A fork whose orders the model cannot tell apart shows nothing, and is not
 * run. In this file: a candidate, whether it can show anything, the pass. */
#include "run/model/orders.h"
#include "run/model/redraw.h"

enum {
    ROUNDS = 8, /* draws of each kind of command in each place */
    RUNS_MOST = 250,
    DRAWS_MOST = 4000,
};

/* ---- a candidate ----------------------------------------------------------
 */

static bool is_in_a_race(const struct program *program, size_t place)
{
    size_t begin = place;
    size_t fork = program->items.items[place].fork;
    while (begin > 0 && program->items.items[begin - 1].fork == fork)
        begin--;
    return program_processes(program, begin, program_fork_end(program, begin)) >
           1;
}

static void become(struct program_command *command, size_t kind)
{
    if (command->kind == kind)
        return;
    value_unref(command->arguments);
    command->arguments = value_list(NULL, 0);
    tape_record_finish(&command->choices);
    command->kind = kind;
}

/* Without the command in place `gone`; then that in `place` is of this kind. It
 * has new arguments, and most of the others. *found is false where there is no
 * such race. */
static bool draw(struct redrawing *r, size_t gone, size_t place, size_t kind,
                 struct redrawn *drawn, bool *found)
{
    struct program *program = &drawn->program;
    *program = program_copy(r->s->program);
    program_remove(program, gone);
    size_t count = program->items.count;
    if (!program_prune(r->s->model, program, r->s->error))
        return false;
    *found = program->items.count == count && is_in_a_race(program, place);
    if (!*found)
        return true;
    become(&program->items.items[place], kind);
    /* This one first: without arguments the model cannot be asked about it. */
    bool is_fine = redraw_arguments(r, drawn, place, found);
    for (size_t i = 0; is_fine && *found && i < count; i++)
        if (i != place && choices_below(&r->chance, 3) > 0)
            is_fine = redraw_arguments(r, drawn, i, found);
    return is_fine;
}

/* ---- whether it can show anything -----------------------------------------
 */

/* *differs: some fork of it gives other answers, or another state, in another
 * order. */
static bool is_seen(struct shrinking *s, const struct program *program,
                    bool *differs)
{
    bool is_fine = true;
    *differs = false;
    for (size_t begin = 0, end; is_fine && begin < program->items.count;
         begin = end) {
        end = program_fork_end(program, begin);
        if (program_processes(program, begin, end) < 2)
            continue;
        struct surroundings around = {0};
        struct orders orders = {0};
        is_fine = shrink_look_around(s, program, begin, &around) &&
                  (!orders_know(&around.refs, program, begin, end) ||
                   orders_explore(s->model, &around.states, program, begin, end,
                                  &orders, s->error));
        *differs |= is_fine && orders.is_safe && !orders.commutes;
        orders_finish(&orders);
        surroundings_finish(&around);
    }
    return is_fine;
}

/* ---- the pass -------------------------------------------------------------
 */

static bool try_one(struct redrawing *r, size_t gone, size_t place, size_t kind,
                    bool *fails)
{
    struct redrawn drawn = {.program = {.items = VEC_EMPTY}};
    bool found = false;
    r->draws++;
    bool is_fine = draw(r, gone, place, kind, &drawn, &found) &&
                   (!found || is_seen(r->s, &drawn.program, &found));
    if (is_fine && found)
        return shrink_try(r->s, &drawn.program, fails);
    redrawn_finish(&drawn);
    return is_fine;
}

static bool try_kinds(struct redrawing *r, size_t gone, size_t place,
                      bool *fails)
{
    size_t kinds = r->s->model->ops->info(r->s->model)->command_count;
    for (size_t kind = 0; kind < kinds && !*fails && !shrink_is_out(r->s);
         kind++)
        if (redraw_is_drawn(r->s, kind) &&
            !try_one(r, gone, place, kind, fails))
            return false;
    return true;
}

/* The last ones go first: what looks at what has become of a race. */
bool shrink_redraw_fork(struct shrinking *s, bool *changed)
{
    struct redrawing r;
    size_t count = s->program->items.count;
    bool fails = false, is_fine = true;
    if (!redraw_fits(s) || !program_is_parallel(s->program))
        return true;
    redraw_begin(&r, s, DRAWS_MOST);
    int64_t first = s->shrunk->runs;
    for (size_t round = 0; is_fine && !fails && round < ROUNDS; round++)
        for (size_t gone = count; is_fine && !fails && gone-- > 0;)
            for (size_t place = 0;
                 is_fine && !fails && place + 1 < count &&
                 !redraw_is_over(&r) && s->shrunk->runs - first < RUNS_MOST;
                 place++)
                is_fine = try_kinds(&r, gone, place, &fails);
    redraw_end(&r);
    *changed |= fails;
    return is_fine;
}
