/* A shorter way through the states of the model.
 *
 * A program may be one that nothing can be taken from, and yet not short:
 * another way leads to the same state with fewer commands, or to another state
 * in which an invariant is broken, too. States are numbers, so a search breadth
 * first finds the shortest way that is made of the program's own commands and
 * of all commands with their simplest arguments.
 *
 * In this file: sets of states as text, what may be called, ways, candidates,
 * the search. */
#include "run/model/shrink_internal.h"

#include <stdlib.h>

#include "base/clock.h"
#include "base/memory.h"
#include "base/vec.h"

enum {
    /* Calls that the model is asked about: some tens of microseconds each. The
     * model alone has nothing else to wait for. */
    CALLS_MOST = 2000,
    CALLS_MOST_ALONE = 20 * 1000,
};

/* What may be called: a command with what its arguments are drawn from. */
struct way_call {
    size_t kind, user;
    const struct tape_record *choices; /* borrowed */
};

/* A way from the first state: the last command of it, and where that leads. */
struct way {
    size_t before; /* the way without that command; of the first: itself */
    size_t length;
    struct program_command command; /* owned */
    struct surroundings around;
};

struct search {
    struct shrinking *s;
    VEC(struct way) ways;
    VEC(struct way_call) calls;
    struct map seen;  /* sets of states */
    struct map goals; /* of the program: the place of the last command in front
                         of which this set is possible */
    int64_t number;   /* of the first command of a way: no other has it */
    size_t left;      /* calls */
};

/* ---- sets of states as text --------------------------------------------- */

static int compare_states(const void *a, const void *b)
{
    const uint32_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static void add_set(struct buf *key, const struct state_set *states)
{
    size_t count = states->items.count;
    uint32_t *sorted = memory_zeroed(count + 1, sizeof *sorted);
    for (size_t i = 0; i < count; i++)
        sorted[i] = states->items.items[i];
    qsort(sorted, count, sizeof *sorted, compare_states);
    for (size_t i = 0; i < count; i++)
        buf_addf(key, "%u ", sorted[i]);
    free(sorted);
}

/* ---- what may be called ------------------------------------------------- */

static bool are_equal(const struct tape_record *one,
                      const struct tape_record *other)
{
    for (size_t i = 0; i < one->count && i < other->count; i++)
        if (one->choices[i].number != other->choices[i].number)
            return false;
    return one->count == other->count;
}

static void add_call(struct search *search, struct way_call call)
{
    for (size_t i = 0; i < search->calls.count; i++) {
        const struct way_call *known = &search->calls.items[i];
        if (known->kind == call.kind && known->user == call.user &&
            are_equal(known->choices, call.choices))
            return;
    }
    vec_push(&search->calls, call);
}

static void find_calls(struct search *search)
{
    static const struct tape_record simplest = {0};
    const struct program *program = search->s->program;
    const struct model_info *info =
        search->s->model->ops->info(search->s->model);
    for (size_t i = 0; i < program->items.count; i++) {
        const struct program_command *command = &program->items.items[i];
        add_call(search, (struct way_call){command->kind, command->user,
                                           &command->choices});
    }
    for (size_t kind = 0; kind < info->command_count; kind++)
        if (info->commands[kind].weight > 0)
            add_call(search, (struct way_call){kind, 0, &simplest});
}

static void find_number(struct search *search)
{
    const struct program *program = search->s->program;
    for (size_t i = 0; i < program->items.count; i++)
        if (program->items.items[i].number >= search->number)
            search->number = program->items.items[i].number + 1;
}

/* False: the model failed. */
static bool find_goals(struct search *search)
{
    bool is_fine = true;
    for (size_t i = 1; is_fine && i < search->s->program->items.count; i++) {
        struct surroundings around = {0};
        struct buf key = {0};
        is_fine = shrink_look_around(search->s, search->s->program, i, &around);
        add_set(&key, &around.states);
        if (is_fine)
            map_set(&search->goals, buf_str(&key), (void *)(uintptr_t)i);
        buf_finish(&key);
        surroundings_finish(&around);
    }
    return is_fine;
}

/* ---- ways --------------------------------------------------------------- */

static void way_finish(struct way *way)
{
    value_unref(way->command.arguments);
    tape_record_finish(&way->command.choices);
    surroundings_finish(&way->around);
}

/* Where the command leads from there. *is_new is false where it may not be
 * called, or leads to where another way of this length does. */
static bool go(struct search *search, const struct way *from, struct way *way,
               bool *is_new)
{
    struct shrinking *s = search->s;
    struct program one = {.items = VEC_EMPTY};
    struct orders orders = {0};
    struct buf key = {0};
    vec_push(&one.items, way->command);
    for (size_t i = 0; i < from->around.refs.items.count; i++)
        vec_push(&way->around.refs.items, from->around.refs.items.items[i]);
    bool is_fine =
        orders_explore(s->model, &from->around.states, &one, 0, 1, &orders,
                       s->error) &&
        (!orders.is_safe || orders_created(s->model, &from->around.states, &one,
                                           0, 1, &way->around.refs, s->error));
    way->around.states = orders.after;
    orders.after = (struct state_set){.items = VEC_EMPTY};
    add_set(&key, &way->around.states);
    *is_new = is_fine && orders.is_safe && key.length > 0 &&
              !map_has(&search->seen, buf_str(&key));
    if (*is_new)
        map_set(&search->seen, buf_str(&key), search);
    buf_finish(&key);
    orders_finish(&orders);
    vec_finish(&one.items);
    return is_fine;
}

/* The way with one call more; *found is false where it leads nowhere new. */
static bool extend(struct search *search, size_t at,
                   const struct way_call *call, bool *found)
{
    const struct way *from = &search->ways.items[at];
    struct tape *tape;
    struct value *arguments;
    struct way way = {.before = at, .length = from->length + 1};
    *found = false;
    search->left--;
    bool is_fine = shrink_draw(search->s, &from->around, call->kind,
                               call->choices, &tape, &arguments);
    if (is_fine && arguments != NULL) {
        way.command = (struct program_command){
            .number = search->number + (int64_t)from->length,
            .kind = call->kind,
            .user = call->user,
            .arguments = value_ref(arguments),
            .choices = tape_record_copy(tape_record(tape)),
        };
        is_fine = go(search, from, &way, found);
    }
    value_unref(arguments);
    tape_destroy(tape);
    if (*found)
        vec_push(&search->ways, way);
    else
        way_finish(&way);
    return is_fine;
}

/* ---- candidates --------------------------------------------------------- */

static void add_copy(struct program *program,
                     const struct program_command *command)
{
    struct program_command copy = *command;
    copy.fork = program->items.count;
    copy.process = 0;
    copy.arguments = value_ref(command->arguments);
    copy.choices = tape_record_copy(&command->choices);
    program_push(program, copy);
}

static void add_way(const struct search *search, size_t at,
                    struct program *program)
{
    const struct way *way = &search->ways.items[at];
    if (way->length == 0)
        return;
    add_way(search, way->before, program); /* as deep as the way is long */
    add_copy(program, &way->command);
}

/* The way, and what the program does from `rest` on. */
static bool try_way(struct search *search, size_t at, size_t rest, bool *fails)
{
    struct program candidate = {.items = VEC_EMPTY};
    const struct program *program = search->s->program;
    add_way(search, at, &candidate);
    for (size_t i = rest; i < program->items.count; i++)
        add_copy(&candidate, &program->items.items[i]);
    return shrink_try(search->s, &candidate, fails);
}

static bool breaks(struct search *search, const struct way *way,
                   bool *is_broken)
{
    struct model *model = search->s->model;
    *is_broken = false;
    for (size_t i = 0; !*is_broken && i < way->around.states.items.count; i++) {
        struct value *names;
        if (!model->ops->broken(model, way->around.states.items.items[i],
                                &names, search->s->error))
            return false;
        *is_broken = names->count > 0;
        value_unref(names);
    }
    return true;
}

/* What the way that was found last is good for. */
static bool use_last(struct search *search, bool *fails)
{
    struct shrinking *s = search->s;
    size_t at = search->ways.count - 1, count = s->program->items.count;
    const struct way *way = &search->ways.items[at];
    struct buf key = {0};
    add_set(&key, &way->around.states);
    size_t place = (size_t)(uintptr_t)map_find(&search->goals, buf_str(&key));
    buf_finish(&key);
    *fails = false;
    if (place > way->length)
        return try_way(search, at, place, fails);
    bool is_broken = false;
    if (s->run->fault == PROGRAM_INVARIANT && !breaks(search, way, &is_broken))
        return false;
    return !is_broken || try_way(search, at, count, fails);
}

/* ---- the search --------------------------------------------------------- */

static bool is_over(const struct search *search)
{
    const struct shrink_options *options = search->s->options;
    const struct execute_options *execute = &options->execute;
    return search->left == 0 || clock_now_ms() >= options->deadline_ms ||
           (execute->cancelled != NULL && execute->cancelled(execute->context));
}

/* A way that is as long as the program without its last command is of no use.
 */
static bool look(struct search *search, bool *fails)
{
    size_t most = search->s->program->items.count - 1;
    for (size_t at = 0; at < search->ways.count; at++) {
        for (size_t i = 0; i < search->calls.count; i++) {
            bool found;
            if (is_over(search) || search->ways.items[at].length + 1 > most)
                return true;
            if (!extend(search, at, &search->calls.items[i], &found) ||
                (found && !use_last(search, fails)))
                return false;
            if (*fails)
                return true;
        }
    }
    return true;
}

static bool begin(struct search *search)
{
    struct way first = {0};
    struct buf key = {0};
    bool is_fine =
        shrink_look_around(search->s, search->s->program, 0, &first.around);
    add_set(&key, &first.around.states);
    map_set(&search->seen, buf_str(&key), search);
    buf_finish(&key);
    vec_push(&search->ways, first);
    find_calls(search);
    find_number(search);
    return is_fine && find_goals(search);
}

static void search_finish(struct search *search)
{
    for (size_t i = 0; i < search->ways.count; i++)
        way_finish(&search->ways.items[i]);
    vec_finish(&search->ways);
    vec_finish(&search->calls);
    map_finish(&search->seen);
    map_finish(&search->goals);
}

/* A state that names what a command created is reached by that command only. */
static bool names_states(const struct shrinking *s)
{
    const struct model_info *info = s->model->ops->info(s->model);
    for (size_t i = 0; i < s->program->items.count; i++)
        if (info->commands[s->program->items.items[i].kind].create_count > 0)
            return true;
    return false;
}

bool shrink_shorten_way(struct shrinking *s, bool *changed)
{
    bool is_alone = s->options->execute.system == NULL;
    bool fails = false;
    if (program_is_parallel(s->program) || s->program->items.count < 2 ||
        (!is_alone && names_states(s)))
        return true;
    struct search search = {.s = s,
                            .left = is_alone ? CALLS_MOST_ALONE : CALLS_MOST};
    map_init(&search.seen);
    map_init(&search.goals);
    bool is_fine = begin(&search) && look(&search, &fails);
    *changed |= fails;
    search_finish(&search);
    return is_fine;
}
